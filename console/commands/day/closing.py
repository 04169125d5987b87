"""`pitledger day DATE --close`: the day closed on every link that has not, then at the desk."""

from __future__ import annotations

from typing import Any

from console.acts.closing import Close, LinkClosed, close_day
from console.acts.reading_answers import reading_name
from console.acts.readings import DESK
from console.calls.options import GlobalOptions
from console.calls.wrong_call import WrongCall
from console.instances.read_model import open_read_model
from console.printing.output import print_json, print_message
from console.recording.clerk import open_clerk, refused_because
from console.recording.signing import Recording
from console.wording.local_time import local_time
from streams.clock import now_us
from streams.read_model.queries.days import (
    DayClose,
    closed_without,
    closes_of,
    open_links,
    readings_of,
    tables_seen,
)


def close_and_show(close: Close, recording: Recording, options: GlobalOptions) -> int:
    """Close the day on every link that has not, then at the desk; 1 where a link refused."""
    with open_clerk(options, recording.facility, recording.wait) as clerk:
        clerk.process()
        with open_read_model(options.location()) as store:
            links, before = open_links(store, close.day), closes_of(store, close.day)
            strange = sorted({*close.without} - {*tables_seen(store)})
            lacking = closed_without(store, close.day)
            differing = [each for each in readings_of(store, close.day) if not each.settled]
        if strange:
            raise WrongCall(f"--without {strange[0]}: no such table has fed a link here")
        if before and not links:
            return _closed_already(close.day, before[0], options)
        closed = close_day(clerk, close, links, lacking, recording.id)
        clerk.process()
    at_desk = closed.at_desk
    report = {
        "day": close.day,
        "links": [_link_json(each) for each in closed.links],
        "closed": at_desk is not None and not at_desk.refused,
        "stream": DESK,
        "seq": None if at_desk is None else at_desk.seq,
    }
    if options.json:
        print_json(report)
    else:
        _show(report)
    for each in closed.refused:
        print_message(f"pitledger day: {each.link}: refused: {each.refused}")
    if at_desk is not None and at_desk.refused:
        print_message(f"pitledger day: {DESK}: refused: {refused_because(at_desk.event)}")
    if report["closed"]:
        _say_if_early(close.day, options)
        for reading in differing:
            name = reading_name(reading.stream, reading.seq)
            print_message(
                f"pitledger day: reading {name} of {reading.link} {reading.meter} is neither explained nor "
                f"withdrawn: `pitledger day {close.day}` shows it"
            )
    return 0 if report["closed"] else 1


def _say_if_early(day: str, options: GlobalOptions) -> None:
    end_us = options.gaming_days().bounds(day)[1]
    if now_us() < end_us:
        print_message(
            f"pitledger day: {day} is not over: it goes on until {local_time(end_us)}. What tables record "
            "until then counts for the next day."
        )


def _closed_already(day: str, before: DayClose, options: GlobalOptions) -> int:
    """A day is closed once: nothing is recorded, and the answer is the close of before."""
    if options.json:
        print_json({"day": day, "links": [], "closed": True, "stream": before.stream, "seq": before.seq})
    else:
        print(f"{day} is closed already: {before.stream} seq {before.seq}. Nothing was recorded.")
    return 0


def _link_json(closed: LinkClosed) -> dict[str, Any]:
    return {
        "link": closed.link,
        "seq": closed.recorded.seq,
        "refused": closed.refused,
        "missing_tables": list(closed.missing_tables),
    }


def _show(report: dict[str, Any]) -> None:
    for result in report["links"]:
        if result["refused"] is None:
            without = f" without {', '.join(result['missing_tables'])}" if result["missing_tables"] else ""
            print(f"{result['link']}: {report['day']} closed{without}.")
    if report["closed"]:
        print(f"{report['day']} is closed; recorded as {DESK} seq {report['seq']}.")
