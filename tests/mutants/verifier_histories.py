"""What the verifier makes of histories in memory: links, streams and sums; and the tests of its parts."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

import msgpack

from console.exports import verify_bag
from events.envelope import encode
from events.topics import METERS
from tests.console.exports import (
    test_verify_beside,
    test_verify_control,
    test_verify_hostile,
    test_verify_money,
    test_verify_pieces,
    test_verify_policy,
)
from tests.console.exports.verified_histories import (
    ORDERS,
    Listed,
    Posted,
    changed_fields,
    checked,
    in_order,
    with_a_wrong_field,
)
from tests.faults.machines import found_by
from tests.projections.keeping.lying_tables import LyingTables
from tests.projections.keeping.test_meter_machine import Floor
from tests.streams.sealed_events import Chains

Case = Callable[[], object]


def of_links() -> Iterator[Case]:
    """What the machines of the keeper come to: every order is the same."""
    kept: list[list[bytes]] = []

    class KeptFloor(Floor):
        def teardown(self) -> None:
            asked = [value for taken in self.court.taken.values() for value, _ in taken]
            decided = [encode(event) for of in self.court.records.values() for event in of]
            kept.extend(in_order(asked, decided, order) for order in ORDERS)

    class KeptLies(LyingTables):
        def teardown(self) -> None:
            outputs = [each for _, _, outputs in self.taken for each in outputs if each.topic == METERS]
            values = [value for _, value, _ in self.taken]
            kept.extend(in_order(values, [each.value for each in outputs], order) for order in ORDERS)

    for machine in (KeptFloor, KeptLies):
        error = found_by(machine, 16, 45, 15, shrink=False)
        if error is not None:
            raise error
    for number, entries in enumerate(kept):
        yield lambda entries=entries: outcome(entries)
        if number % len(ORDERS) == 0:
            yield from _wrong_fields(entries, 8)


def _wrong_fields(entries: list[bytes], count: int) -> Iterator[Case]:
    """Some decision with one field that says something else."""
    dice = random.Random(count)
    for _ in range(count):
        forged, _, _ = with_a_wrong_field(entries, dice)
        yield lambda forged=forged: outcome(forged)


def outcome(entries: list[bytes]) -> object:
    posted = Posted()
    try:
        links = checked(entries, posted)
    except verify_bag.Bad as bad:
        return bad.place
    return links.said(), posted.lines


def of_streams() -> Iterator[Case]:
    """Streams with gaps that were resumed, or not, or by an event that does not say from where."""
    for from_seq, name in ((3, "from_seq"), (4, "from_seq"), (3, "seq")):
        chains = Chains()
        first, _, third = chains.take(["table:T"] * 3)
        body = msgpack.packb({"stream": "table:T", name: from_seq, "from_hash": third.hash.hex()})
        resumption = chains.next("table:T", type_="stream_resumed", body=body)
        yield lambda entries=(first.value, third.value, resumption.value): _streamed(entries)


def _streamed(entries: Sequence[bytes]) -> object:
    streams = verify_bag.Streams(Listed(entries), None)  # type: ignore[arg-type]
    try:
        streams.take(range(len(entries)), entries)
        streams.finish()
    except verify_bag.Bad as bad:
        return bad.place
    return streams.said()


def of_sums() -> Iterator[Case]:
    """Links whose money does not add up, and more that arrived than was sent."""
    for sums in (
        {},
        {"seeds": 1},
        {"cash": 1},
        {"beyond": 1},
        {"seeds": 1, "owed": 1},
        {"sent": 1},
        {"received": 1},
    ):
        yield lambda sums=sums: _summed(sums)


def _summed(sums: dict[str, int]) -> object:
    links = verify_bag.Links(Listed([]), {}, None)  # type: ignore[arg-type]
    link = links._links["L1"] = verify_bag.Link("L1")
    link.sums.update(sums)
    found = []
    for check in (links.finish, links.said):
        try:
            found.append(check())
        except verify_bag.Bad as bad:
            found.append(bad.place)
    return found


def of_common_events() -> Iterator[Case]:
    """Events that only continue their stream, and such that do not quite."""
    for entries in changed_fields():
        yield lambda entries=entries: _streamed(entries)


def of_pieces() -> Iterator[Case]:
    """The tests of single functions: each passes."""
    modules = (
        test_verify_pieces,
        test_verify_policy,
        test_verify_hostile,
        test_verify_money,
        test_verify_control,
        test_verify_beside,
    )
    for name, test in [pair for module in modules for pair in vars(module).items()]:
        if not name.startswith("test_"):
            continue
        marks = [mark for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
        names = marks[0].args[0] if marks else ()
        if test.__code__.co_argcount != len([names] if isinstance(names, str) else names):
            continue  # it asks for more than its own arguments
        for args in marks[0].args[1] if marks else [()]:
            yield lambda test=test, args=args: test(*(args if isinstance(args, tuple) else (args,)))
