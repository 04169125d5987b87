"""`pitledger day DATE --close`: the day closed on every link that has not, then at the desk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from console.acts.reading_answers import reading_name
from console.acts.readings import DESK
from console.calls.options import GlobalOptions
from console.calls.wrong_call import WrongCall
from console.instances.read_model import open_read_model
from console.printing.output import print_json, print_message
from console.recording.clerk import Clerk, answers_to, open_clerk, refused_because
from console.recording.signing import Recording, Signature
from console.wording.local_time import local_time
from events.vocabulary.meters import LegRefused, MeterDayClosed
from streams.clock import now_us
from streams.read_model.queries.days import (
    DayClose,
    closed_without,
    closes_of,
    open_links,
    readings_of,
    tables_seen,
)
from streams.recorder.recorder import Recorded


class Close(NamedTuple):
    """A day to be closed: although these tables have sent no marker, signed by these people, and why."""

    day: str
    without: tuple[str, ...]
    sign: tuple[Signature, ...]
    reason: str


def close_day(close: Close, recording: Recording, options: GlobalOptions) -> int:
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
        results = [_close_link(clerk, link, close, recording) for link in links]
        refused = [result for result in results if result["refused"] is not None]
        at_desk = None if refused else _close_at_desk(clerk, close, results, lacking, recording.id)
        clerk.process()
    report = {
        "day": close.day,
        "links": results,
        "closed": at_desk is not None and not at_desk.refused,
        "stream": DESK,
        "seq": None if at_desk is None else at_desk.seq,
    }
    if options.json:
        print_json(report)
    else:
        _show(report)
    for result in refused:
        print_message(f"pitledger day: {result['link']}: refused: {result['refused']}")
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


def _close_link(clerk: Clerk, link: str, close: Close, recording: Recording) -> dict[str, Any]:
    fields = {
        "day": close.day,
        "missing_tables": list(close.without),
        "signed_by": list(close.sign),
        "reason": close.reason,
    }
    recorded = clerk.record(
        *(f"link:{link}", "link_day_closed", fields, close.sign[0]["badge"]),
        source_id=None if recording.id is None else f"{recording.id}/{link}",
    )
    result: dict[str, Any] = {"link": link, "seq": recorded.seq, "refused": None, "missing_tables": []}
    if recorded.refused:
        return {**result, "refused": refused_because(recorded.event)}
    answer = clerk.answer(answers_to(recorded))
    if answer is None:
        return {**result, "refused": f"the keeper has not answered within {recording.wait:g} s"}
    match answer.body:
        case MeterDayClosed(missing_tables=missing):
            return {**result, "missing_tables": list(missing)}
        case LegRefused(reason=reason):
            return {**result, "refused": _with_all_named(reason, close.without)}
        case other:
            raise AssertionError(f"a keeper answers the close of a day with {other.TYPE}")


def _with_all_named(reason: str, without: Sequence[str]) -> str:
    """A refusal whose command names the tables still to be signed for: those that were named belong to it."""
    named = "".join(f"--without {table} " for table in without)
    return reason.replace("--without ", f"{named}--without ", 1)


def _close_at_desk(
    clerk: Clerk, close: Close, results: Sequence[dict[str, Any]], lacking: Sequence[str], id_: str | None
) -> Recorded:
    """The close at the desk is of the whole day: `lacking` are tables of links that were closed before."""
    missing = sorted({*lacking, *(table for result in results for table in result["missing_tables"])})
    fields = {
        "day": close.day,
        "missing_tables": missing,
        "signed_by": list(close.sign),
        "reason": close.reason,
    }
    return clerk.record(
        *(DESK, "gaming_day_closed", fields, close.sign[0]["badge"]),
        source_id=None if id_ is None else f"{id_}/desk",
    )


def _show(report: dict[str, Any]) -> None:
    for result in report["links"]:
        if result["refused"] is None:
            without = f" without {', '.join(result['missing_tables'])}" if result["missing_tables"] else ""
            print(f"{result['link']}: {report['day']} closed{without}.")
    if report["closed"]:
        print(f"{report['day']} is closed; recorded as {DESK} seq {report['seq']}.")
