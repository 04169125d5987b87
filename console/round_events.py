"""The events of a round, read from the log where the read model says that they are."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from events.envelope import Event, read_header
from projections.routing.chain import Chains, Verdict
from streams.errors import Halted
from streams.log import Log
from streams.read_model.queries.rounds import RoundLocation
from streams.recorder.gaps import read_counted


class RoundEvents(NamedTuple):
    """The events of a round, and why they are not all there; empty where they are."""

    events: list[Event]
    missing: str


def events_of_round(log: Log, of: RoundLocation) -> RoundEvents:
    """The events of a round from the log, as the chain rule reads it; behind a gap as they count."""
    events, missing = _without_gap(log, of), ""
    if events is None:
        events, missing = [], "events of the table are missing from the time of this round"
        with suppress(Halted):  # then the round is shown as far as it counts
            events += map(read_header, read_counted(log, of.stream))
    own = [event for event in events if (event.round, event.mode) == (of.round, of.mode)]
    return RoundEvents(own, missing)


def _without_gap(log: Log, of: RoundLocation) -> list[Event] | None:
    """The events of the table while the round was played; None where one is missing among them."""
    chains, events = Chains(), []
    for record in log.read_between(of.stream, of.partition, of.first_offset, of.last_offset + 1):
        known = chains.heads.get(of.stream)
        judged = chains.judge(record.offset, record.key, record.value)
        if known is None and judged.event is not None:
            chains.start(judged.event)
            judged = chains.judge(record.offset, record.key, record.value)
        if judged.verdict is Verdict.GAP:
            return None
        if judged.verdict is Verdict.NEXT and judged.event is not None:
            events.append(judged.event)
    return events
