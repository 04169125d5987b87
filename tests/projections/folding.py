"""Run the folds by hand over what scenarios recorded: one partition, no engine, nothing goes wrong."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from events.body import decode_body
from events.envelope import Event, decode, read_header
from events.money import RATE_UNIT
from events.topics import EVENTS, LINKS, METERS, QUARANTINE
from projections.keeping.keeper import Keeper
from projections.records import Output, Record, what_is_quarantined
from projections.routing.router import Router, Step


def sources(values: Iterable[bytes], start: int = 0) -> list[Record]:
    """Records of one partition, each under the stream that it names."""
    return [Record(EVENTS, 0, offset, key_of(value), value) for offset, value in enumerate(values, start)]


def key_of(value: bytes) -> str:
    """The stream of an event; bytes that are none get a key all the same."""
    try:
        return decode(value).stream
    except Exception:  # noqa: BLE001 - poison is what some tests are about
        return "table:poison"


def route(values: Iterable[bytes], router: Router | None = None) -> list[Output]:
    """All that the router sends for a partition."""
    router, log = router or Router(), sources(values)
    return routed(log, ((source, router.step(source)) for source in log), router)


def routed(log: list[Record], steps: Iterable[tuple[Record, Step]], router: Router) -> list[Output]:
    """What follows from the steps of a router; what they ask to be replayed is replayed at once."""
    outputs: list[Output] = []
    for source, step in steps:
        outputs += step.outputs
        if step.replay_from is not None:
            for earlier in log[step.replay_from : source.offset + 1]:
                if earlier.key == source.key:
                    outputs += router.replay(earlier).outputs
    return outputs


def to_links(outputs: Iterable[Output]) -> list[tuple[str, Event]]:
    """Link and event of what went to `links`."""
    return [(output.key, read_header(output.value)) for output in outputs if output.topic == LINKS]


def quarantined(outputs: Iterable[Output]) -> list[tuple[int, str]]:
    """Offset and reason of what went to `quarantine`."""
    fields = [what_is_quarantined(output) for output in outputs if output.topic == QUARANTINE]
    return [(field.offset, field.reason) for field in fields]


class KeeperAtHand:
    """A keeper of one link that is handed legs directly, in the order of the call."""

    def __init__(self, link: str = "HCF") -> None:
        self.link = link
        self.keeper = Keeper()
        self.records: list[Event] = []
        self.quarantined: list[tuple[int, str]] = []

    def takes(self, *values: bytes) -> list[tuple[str, Any]]:
        """What the keeper decides: type and checked body of every new record."""
        outputs: list[Output] = []
        for value in values:
            source = Record(LINKS, 0, self.keeper.next_offset, self.link, value)
            outputs += self.keeper.step(source)
        self.quarantined += quarantined(outputs)
        new = [decode(output.value) for output in outputs if output.topic == METERS]
        self.records += new
        return [(event.type, decode_body(event)) for event in new]

    def types(self, *values: bytes) -> list[str]:
        """As `takes`, the types alone."""
        return [type_ for type_, _ in self.takes(*values)]

    @property
    def meter(self) -> Any:
        """The only meter of the link."""
        (meter,) = self.keeper.books[self.link].state.meters.values()
        return meter

    @property
    def units(self) -> int:
        """All that is on the meters, in 1/10,000 of a millicent."""
        meters = self.keeper.books[self.link].state.meters.values()
        return sum(meter.primary_units + meter.reserve_units for meter in meters)

    @property
    def awards_mc(self) -> int:
        """All that was locked and not returned, with what corrections added: owed, or paid with right."""
        bodies = [(event.type, decode_body(event)) for event in self.records]
        locked = sum(body.amount_mc for type_, body in bodies if type_ == "award_locked")
        return locked - sum(
            body.unpaid_mc + body.beyond_mc - body.corrected_mc
            for type_, body in bodies
            if type_ == "award_returned"
        )

    @property
    def beyond_mc(self) -> int:
        """All that was paid of awards that were returned since."""
        bodies = [decode_body(event) for event in self.records if event.type == "award_returned"]
        return sum(body.beyond_mc for body in bodies)

    @property
    def paid_mc(self) -> int:
        """All that was paid."""
        bodies = [decode_body(event) for event in self.records if event.type == "award_paid"]
        return sum(body.amount_mc for body in bodies)

    @property
    def house_mc(self) -> int:
        """What the house put in: seeds, reseeds, adjustments, and what it bore of reversals and payments."""
        bodies = [(event.type, decode_body(event)) for event in self.records]
        return (
            sum(body.funded_mc for type_, body in bodies if type_ == "meter_opened")
            + sum(body.reseed_mc for type_, body in bodies if type_ == "award_locked")
            - sum(body.reseed_back_mc for type_, body in bodies if type_ == "award_returned")
            + sum(body.amount_mc for type_, body in bodies if type_ == "meter_adjusted")
            + sum(
                body.house_mc
                for type_, body in bodies
                if type_ in ("contribution_reversed", "award_returned")
            )
        )

    def balance_of(self, contributed_units: int) -> int:
        """Zero if the money is conserved, given what the wagers that stand have contributed."""
        return (self.house_mc - self.awards_mc) * RATE_UNIT + contributed_units - self.units
