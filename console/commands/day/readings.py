"""`pitledger day DATE --read`: what a person read at a display, recorded and compared with the meter."""

from __future__ import annotations

from console.acts.readings import DESK, Reading, enter, expected_mc
from console.calls.options import GlobalOptions
from console.instances.read_model import open_read_model
from console.printing.lines import print_row
from console.printing.output import print_json, print_message
from console.recording.clerk import open_clerk, refused_because
from console.recording.signing import Recording
from console.wording.local_time import local_time
from events.body import read_body
from events.envelope import Event
from events.errors import PitledgerError
from events.money import text
from events.vocabulary.desk import ReadingEntered
from projections.ledger.readings import is_explained
from projections.recording.days import not_of_day
from streams.clock import now_us


class NotThisDay(PitledgerError):
    """A moment that has not come yet, or is not of the day that was named."""


def enter_reading(reading: Reading, recording: Recording, options: GlobalOptions) -> int:
    """Record what a person read, then the comparison; 1 where they differ by a cent or more."""
    at_us = reading.at_us
    if at_us > now_us():
        raise NotThisDay(f"--at: {local_time(at_us)} has not come yet")
    problem = not_of_day(reading.day, options.gaming_days()(at_us))
    if problem:
        raise NotThisDay(f"--read at {local_time(at_us)}: {problem}. --at says when it was read")
    link, meter, read_mc = reading.link, reading.meter, reading.read_mc
    with open_clerk(options, recording.facility, recording.wait) as clerk:
        clerk.process()
        with open_read_model(options.location()) as store:
            expected = expected_mc(store, link, meter, at_us)
        entered, *compared = enter(clerk, reading, expected, recording.id)
        if not compared:
            print_message(f"pitledger day: refused: {refused_because(entered.event)}")
            return 1
        comparison = reading.comparison(expected, entered.seq)
        clerk.process()
    variance_mc = read_mc - expected
    if options.json:
        print_json({**comparison.fields, "stream": DESK})
    else:
        print_row(
            f"{link} {meter} at {local_time(at_us)}: read {text(read_mc)}, expected {text(expected)}, "
            f"variance {text(variance_mc)}."
        )
    if _is_by_nobody_known(entered.event):
        print_message(
            f"The register does not have {reading.by}: what was read is on record all the same, and "
            f"`pitledger day {reading.day}` says so. `pitledger badge list` shows who is in it."
        )
    if is_explained(variance_mc):
        return 0
    print_message(
        f"Reading {entered.seq} differs: two people withdraw it (--withdraw {entered.seq}) or say why "
        f"(--explain {entered.seq}), with --sign BADGE:DEPARTMENT, twice, and --reason TEXT."
    )
    return 1


def _is_by_nobody_known(event: Event) -> bool:
    """Whether the register is in force and does not have whoever read the display."""
    body = read_body(event)
    return isinstance(body, ReadingEntered) and any(stamp.department is None for stamp in body.stamps)
