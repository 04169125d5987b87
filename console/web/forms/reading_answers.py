"""A reading that differs: two people withdraw it, or say why it differs."""

from __future__ import annotations

from functools import partial

from console.acts.reading_answers import (
    ReadingAnswer,
    named_reading,
    reading_name,
    reading_of,
    why_not_explained,
)
from console.recording.clerk import Clerk, refused_because
from console.web.acting.form import Filled, Line, Move, Outcome, Plan, Seen, Sheet, require
from console.web.asked import Asked
from console.web.frame.places import address
from console.web.view import NotFound
from console.wording.gaming_days import day as read_day
from console.wording.local_time import local_time
from events.money import text
from streams.read_model.queries.days import ReadingOfDay, readings_of

_WHY_TWO = "a reading is withdrawn or explained by two people of two departments"


def _reading(asked: Asked) -> ReadingOfDay:
    try:
        day = read_day(asked.places["day"])
        stream, seq = named_reading(asked.places["reading"])
    except ValueError as error:
        raise NotFound(f"{error}.") from error
    found = reading_of(readings_of(asked.store, day), stream, seq)
    if found is None:
        raise NotFound(f"{day} has no reading {asked.places['reading']}. The page of the day has each.")
    return found


def _sheet(verb: str, asked: Asked) -> Sheet:
    reading = _reading(asked)
    name = reading_name(reading.stream, reading.seq)
    lines = [
        Line("reading", f"{name} of {reading.link} {reading.meter}, {local_time(reading.read_at_us)}"),
        Line("read by", reading.read_by),
        Line("read", text(reading.read_mc)),
    ]
    if reading.expected_mc is not None and reading.variance_mc is not None:
        lines.append(Line("the meter had, by the log", text(reading.expected_mc)))
        lines.append(Line("variance", text(reading.variance_mc), tone="ok" if reading.settled else "bad"))
    lines += [
        Line(each.change, f"by {' and '.join(each.signed_by)}: {each.reason}") for each in reading.changes
    ]
    back = address("/days/{day}", day=reading.day)
    return Sheet(f"{verb} reading {name} of {reading.link} {reading.meter}", back, lines)


def _plan(verb: str, asked: Asked, filled: Filled) -> Plan:
    reading = _reading(asked)
    withdrawn = verb == "Withdraw"
    require("" if withdrawn else why_not_explained(reading))
    before = [each for each in reading.changes if each.change == "withdrawn" or not withdrawn]
    require(f"it was {before[-1].change} already" if before else "")
    answer = ReadingAnswer(
        reading.day, reading.stream, reading.seq, withdrawn, filled.signed_by, filled["reason"]
    )

    def record(clerk: Clerk, id_: str) -> Outcome:
        recorded = answer.fact(reading).record(clerk, id_)
        if recorded.refused:
            return Outcome((recorded,), refused=refused_because(recorded.event))
        return Outcome((recorded,), said=f"It keeps {reading.day} unreconciled no more.")

    name = reading_name(reading.stream, reading.seq)
    state = "settled" if reading.settled else "to be looked into"
    last = max((each.seq for each in reading.changes), default=0)
    return Plan(
        asks=f"{verb.lower()} reading {name} of {reading.link} {reading.meter}, {reading.day}",
        facts=(answer.fact(reading),),
        record=record,
        moves=(Move(f"reading {name}", state, "withdrawn" if withdrawn else "explained"),),
        seen=(Seen(f"what was said of reading {name}", last, f"seq {last}" if last else "nothing"),),
        second=_WHY_TWO,
    )


withdraw_sheet, withdraw_plan = partial(_sheet, "Withdraw"), partial(_plan, "Withdraw")
explain_sheet, explain_plan = partial(_sheet, "Explain"), partial(_plan, "Explain")
