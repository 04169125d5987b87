"""A part of a log of several tiles, and what somebody without the key can make of it; what decisions say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from console.exports.audit_bag import write_bag
from console.exports.bag_part import Asked, Part
from console.exports.verify_bag import Said, Standing, said_of, unpack_event
from events.envelope import decode, encode
from streams.notary.proving import Prover
from streams.notary.tlog.tiles import bundle
from tests.faults.bag_forgeries import Export, list_again

FILE = "data/entries"
Found = list[tuple[int, bytes]]
"""Entries with their indexes."""


def make_part(export: Export) -> Export:
    """Every fourth entry of a log, by its one table of four."""
    bag = export.bag.with_name("part")
    with Prover(export.bag.with_name("audit")) as prover:
        chosen = Part(Asked(tables=("T-01",)), prover)
        write_bag(bag, prover, [], None, lambda _: None, part=chosen)
    return export._replace(bag=bag)


def entries_in(bag: Path) -> Found:
    """The entries of a part, as the form of the file has them."""
    content, at, found = (bag / FILE).read_bytes(), 0, []
    while at < len(content):
        index, length = int.from_bytes(content[at : at + 8]), int.from_bytes(content[at + 8 : at + 10])
        found.append((index, content[at + 10 : at + 10 + length]))
        at += 10 + length
    return found


def put_in(bag: Path, entries: Found) -> None:
    """Other entries in their place, listed."""
    (bag / FILE).write_bytes(b"".join(index.to_bytes(8) + bundle([entry]) for index, entry in entries))
    list_again(bag)


def _edited(entry: bytes) -> bytes:
    return encode(decode(entry)._replace(actor="X"))


FORGED: list[tuple[Callable[[Found], Found], str]] = [
    (lambda found: [*found[:9], (37, _edited(found[9][1])), *found[10:]], "index 37"),
    (lambda found: [*found[:9], *found[10:]], "index 41"),
    (lambda found: [*found[:9], (38, found[9][1]), *found[10:]], "index 38"),
    (lambda found: [*found[:9], found[10], found[9], *found[11:]], f"file {FILE}"),
    (lambda found: [*found, found[-1]], f"file {FILE}"),
    (lambda found: [*found, (300, found[-1][1])], f"file {FILE}"),
    (lambda found: [*found[:9], (38, found[9][1]), (41, found[9][1]), *found[11:]], "index 38"),
    (lambda found: [*found[:70], (2, found[0][1])], f"file {FILE}"),
    (lambda found: [(0, found[0][1]), *found], "index 0"),
    (lambda _: [], f"file {FILE}"),
]
"""Other entries, and where that must be named."""

SAYS = {
    "meter_contributed": ("wagered_mc", "primary_mc", "reserve_mc"),
    "contribution_reversed": ("returned_mc", "primary_mc", "reserve_mc"),
    "meter_adjusted": ("amount_mc",),
    "transfer_sent": ("amount_mc",),
    "transfer_received": ("amount_mc",),
    "transfer_returned": ("amount_mc",),
    "award_locked": ("amount_mc", "reseed_mc"),
    "award_returned": ("unpaid_mc", "beyond_mc", "house_mc", "reseed_back_mc", "corrected_mc"),
}
"""By which of its fields a decision moves money."""
BALANCE = ("primary_mc", "reserve_mc", "primary_residual", "reserve_residual")


def records(entries: Sequence[bytes], link: str) -> list[Said]:
    """What the keeper of a link decided."""
    return [
        said_of(index, unpack_event(entry))
        for index, entry in enumerate(entries)
        if decode(entry).stream == f"meter:{link}"
    ]


def replayed(found: Sequence[Said]) -> Standing:
    """A link after these decisions, the first of which is its first."""
    standing = Standing(known=True)
    for said in found:
        standing.take(said)
    return standing


def with_an_amount_more(found: Sequence[Said]) -> Iterator[int]:
    """How many decisions come before one in which, while that is looked at, an amount is one more."""
    for at, said in enumerate(found):
        changes = [(said.facts, field) for field in SAYS.get(said.type, ())]
        changes += [(balance, field) for balance in said.facts["balances"] for field in BALANCE]
        for holder, field in changes:
            holder[field] += 1
            yield at
            holder[field] -= 1
