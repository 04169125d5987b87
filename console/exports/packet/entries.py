"""Which entries of the audit log belong to a round: events, what it was opened under, what keepers decided.

What is taken is the log's own bytes, each of them found in the audit log too; where the two have different
events, there is no packet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from events.body import decode_body
from events.envelope import Event, read_header, stream_name
from events.errors import MalformedEvent
from events.topics import METERS
from events.vocabulary.play import RoundOpened
from events.vocabulary.table import TableOpened
from streams.notary.index import Found
from streams.notary.proving import NotProved, Prover
from streams.read_model.bulk_sources import BulkSource
from streams.read_model.queries.rounds import RoundLocation, selections_before
from streams.read_model.store import ReadStore

_CLAIM: Final = "progressive_claimed"

Advance = Callable[[int], None]
"""Takes how many records were read since it was called last."""


class PacketEntry(NamedTuple):
    """An entry of the packet: why it is there, and the event that it is."""

    part: str
    found: Found
    event: Event


def entries_of_round(
    prover: Prover,
    store: ReadStore,
    source: BulkSource,
    of: RoundLocation,
    events: Iterable[Event],
    *,
    advance: Advance = lambda _: None,
) -> list[PacketEntry]:
    """The entries that a packet of the round has, in the order of what they are."""
    events = list(events)
    opened = next((decode_body(event) for event in events if event.type == RoundOpened.TYPE), None)
    entries = [_entry(prover, "round", event) for event in events]
    links: dict[str, int] = {}
    before: list[PacketEntry] = []
    if isinstance(opened, RoundOpened):
        links = {offer.link: offer.found.control_seq if offer.found else 0 for offer in opened.progressives}
        before = [*_opening(prover, store, of, opened.selections_seq), *_terms(prover, links)]
    return [*before, *entries, *_decided(prover, source, of, events, set(links), advance=advance)]


def _entry(prover: Prover, part: str, event: Event) -> PacketEntry:
    """The entry of an event of the log."""
    found = prover.event(event.stream, event.seq)
    if read_header(found.entry) != event:
        raise NotProved(
            f"{event.stream} seq {event.seq}: the audit log has another event there than the log. Run "
            "`pitledger check`; nothing was written."
        )
    return PacketEntry(part, found, event)


def _of_log(prover: Prover, part: str, stream: str, seq: int) -> PacketEntry:
    found = prover.event(stream, seq)
    return PacketEntry(part, found, read_header(found.entry))


def _opening(prover: Prover, store: ReadStore, of: RoundLocation, selections_seq: int) -> list[PacketEntry]:
    """The opening of the table, and the changes of its selections from there to the round's."""
    if not selections_seq:
        return []
    found = []
    for seq in [selections_seq, *selections_before(store, of.stream, selections_seq)]:
        found.append(_of_log(prover, "opening", of.stream, seq))
        if found[-1].event.type == TableOpened.TYPE:
            break
    return found[::-1]


def _terms(prover: Prover, links: dict[str, int]) -> Iterator[PacketEntry]:
    """What last changed the terms of each link that the round could feed, as the round found it."""
    for link, seq in sorted(links.items()):
        if seq:
            yield _of_log(prover, "link", stream_name("link", link), seq)


def _decided(
    prover: Prover,
    source: BulkSource,
    of: RoundLocation,
    events: list[Event],
    links: set[str],
    *,
    advance: Advance,
) -> list[PacketEntry]:
    """What the keepers of its links decided on the round, or about its awards because of another one."""
    if not links:
        return []
    causes = {f"{event.stream}#{event.seq}" for event in events}
    claims = {event.seq for event in events if event.type == _CLAIM}
    found: dict[tuple[str, int], PacketEntry] = {}
    for record in _records(source, links, advance):
        try:
            event = read_header(record)
            belongs = event.source_id in causes or _names(event, of, claims)
        except MalformedEvent:
            continue
        if belongs:
            found[event.stream, event.seq] = _entry(prover, "meters", event)
    return [entry for _, entry in sorted(found.items())]


def _records(source: BulkSource, links: set[str], advance: Advance) -> Iterator[bytes]:
    for partition in range(source.partitions(METERS)):
        for record in source.records(METERS, partition, 0, source.end(METERS, partition)):
            advance(1)
            if record.key in links:
                yield record.value


def _names(event: Event, of: RoundLocation, claims: set[int]) -> bool:
    """Whether a decision says itself that it is about the round, or about one of its claims."""
    body = decode_body(event)
    if getattr(body, "table", None) != of.table:
        return False
    return getattr(body, "claim_seq", 0) in claims or of.round in (event.round, getattr(body, "round", None))
