"""Readings: what a display shows is entered and compared."""

from __future__ import annotations

from typing import Final

from console.acts.readings import DESK, Reading, enter, expected_mc
from console.recording.clerk import Clerk, refused_because
from console.web.acting.form import Filled, Line, Move, Outcome, Plan, Seen, Sheet, require
from console.web.asked import Asked
from console.web.frame.places import address
from console.web.view import NotFound
from console.wording.local_time import local_time
from console.wording.typed_time import read_moment
from events.money import text
from events.times import time_text
from projections.ledger.readings import is_explained
from streams.read_model.queries.days import ReadingOfDay, readings_of
from streams.read_model.queries.links import is_meter

_METER: Final = "/meters/{link}/{meter}"


def sheet(asked: Asked) -> Sheet:
    """The meter, and what was read of it today."""
    link, meter = asked.places["link"], asked.places["meter"]
    if not is_meter(asked.store, link, meter):
        raise NotFound(f"{link} has no meter {meter}. The page of all meters shows those that there are.")
    day = asked.site.days(asked.now_us)
    return Sheet(
        title=f"Enter a reading of {link} {meter}",
        back=address(_METER, link=link, meter=meter),
        lines=(
            Line("gaming day", day),
            *(Line("read before", _in_words(each)) for each in _read_before(asked, day)),
        ),
        note="Write what the display shows. The comparison follows in the preview.",
    )


def plan(asked: Asked, filled: Filled) -> Plan:
    """The reading as it is entered, and its comparison with the meter at that moment."""
    link, meter = asked.places["link"], asked.places["meter"]
    at_us = asked.now_us if filled["at"] is None else read_moment(filled["at"])
    require(f"{local_time(at_us)} has not come yet." if at_us > asked.now_us else "")
    day = asked.site.days(at_us)
    reading = Reading(day, link, meter, filled["amount"], filled.badge, at_us)
    expected = expected_mc(asked.store, link, meter, at_us)
    head = asked.log.head(DESK)
    last = 0 if head is None else head.seq

    def record(clerk: Clerk, id_: str) -> Outcome:
        recorded = enter(clerk, reading, expected, id_)
        if recorded[0].refused:
            return Outcome(recorded, refused=refused_because(recorded[0].event))
        return Outcome(recorded, said=_said(reading, expected))

    return Plan(
        asks=f"enter a reading of {link} {meter}",
        facts=(reading.entry(), reading.comparison(expected, last + 1)),
        record=record,
        moves=(
            Move("the meter by the log, at that moment", text(expected), f"read {text(reading.read_mc)}"),
        ),
        seen=(Seen(DESK, last, f"seq {last}"),),
        held={"at": time_text(at_us)},
        warnings=() if is_explained(reading.read_mc - expected) else (_said(reading, expected),),
    )


def _said(reading: Reading, expected: int) -> str:
    variance_mc = reading.read_mc - expected
    if is_explained(variance_mc):
        return "The reading agrees with the meter."
    return (
        f"The reading differs by {text(variance_mc)}: until two people explain or withdraw it, the day is "
        "not reconciled."
    )


def _read_before(asked: Asked, day: str) -> list[ReadingOfDay]:
    place = asked.places["link"], asked.places["meter"]
    return [each for each in readings_of(asked.store, day) if (each.link, each.meter) == place]


def _in_words(reading: ReadingOfDay) -> str:
    gone = ", withdrawn" if reading.withdrawn else ""
    return f"{text(reading.read_mc)} by {reading.read_by}, {local_time(reading.read_at_us)}{gone}"
