"""A second version of the decider, for tests alone, and a history that the two decide differently.

The second refuses rounds of more than two wagers; all else it answers as the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache

from events.envelope import read_header
from events.topics import LINKS, METERS
from events.vocabulary.links import MeterTerms
from events.vocabulary.progressive import BetsClosed
from projections.keeping import meter
from projections.keeping.deciders import DECIDER, Deciders
from projections.keeping.keeper import Keeper
from projections.keeping.legs import Decision, Leg, part_for_link, refusal
from projections.keeping.link_state import LinkState
from projections.records import Record
from tests.scenario import SEVEN_CARDS, Clock, LinkDesk
from tests.scenario_table import TableDesk

FIRST, SECOND = DECIDER, DECIDER + 1
Keyed = tuple[str, bytes]
"""A link and the bytes of a leg to it or of a record of it."""


def decide_second(state: LinkState, leg: Leg) -> list[Decision]:
    """The second version of the decider."""
    match leg.body:
        case BetsClosed(legs=parts) if len(part_for_link(parts, leg.link).wagers) > 2:
            return refusal(state, leg, "contribution", 0, "more than two wagers: check the leg")
        case _:
            return meter.decide_first(state, leg)


@contextmanager
def two_deciders() -> Iterator[None]:
    """A release that knows the second version too."""
    meter.DECIDERS[SECOND] = decide_second
    try:
        yield
    finally:
        del meter.DECIDERS[SECOND]


class Upgrade(Deciders):
    """All is decided by the first version, until `now` is another."""

    def __init__(self) -> None:
        super().__init__()
        self.now = FIRST

    def deciding(self, _link: str, _number: int, _source_id: str) -> int:
        """The version that the worker has now."""
        return self.now


@cache
def legs() -> Sequence[Keyed]:
    """What came to two links: contributions with residuals, claims, a rejection, payments, a void."""
    clock = Clock()
    came: list[Keyed] = []
    odd = MeterTerms(meter="progressive", seed_mc=777, reseed_mc=99, primary_bp=1_234, reserve_bp=567)
    for name, meters in (("L1", None), ("ODD", [odd])):
        table, link = TableDesk(f"T-{name}", clock), LinkDesk(name, clock)
        came += [(name, link.opens(meters)), (name, table.opens([name]))]
        for seats in ([1, 2, 3], [2], [], [1, 3], [1, 2, 3, 4]):
            table.opens_round()
            came.append((name, table.closes_bets({name: seats})))
        claims = [table.claims(seat, SEVEN_CARDS, name) for seat in (1, 2, 4)]
        came += [(name, claim) for claim in claims]
        came += [(name, table.rejects(claims[0])), (name, table.validates(claims[1]))]
        keeper = Keeper()
        records(keeper, came)
        award = keeper.books[name].state.awards[table.owner, read_header(claims[1]).seq]
        came += [(name, table.pays(claims[1], award.amount_mc)), (name, table.voids({name: [3]}))]
        came += [(name, link.adjusts(-3)), (name, table.ends_day([name]))]
    return tuple(came)


def records(keeper: Keeper, came: Sequence[Keyed], start: int = 0) -> list[Keyed]:
    """What a keeper records on legs that begin at an offset."""
    outputs = []
    for offset, (key, value) in enumerate(came, start):
        outputs += keeper.step(Record(LINKS, 0, offset, key, value))
    return [(output.key, output.value) for output in outputs if output.topic == METERS]


def upgraded_at(turn: int) -> list[Keyed]:
    """The records where the first version decided `turn` legs, and the second the rest after a restart."""
    deciders = Upgrade()
    keeper = Keeper(deciders)
    written = records(keeper, legs()[:turn])
    deciders.now = SECOND
    loaded = Keeper.load(keeper.dump(), deciders)
    return written + records(loaded, legs()[turn:], turn)
