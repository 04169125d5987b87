"""`pitledger day DATE --withdraw` and `--explain`: what two people say about a reading that differs."""

from __future__ import annotations

from console.acts.reading_answers import (
    ReadingAnswer,
    about,
    reading_name,
    reading_of,
    why_not_explained,
)
from console.calls.options import GlobalOptions
from console.calls.wrong_call import WrongCall
from console.instances.read_model import open_read_model
from console.printing.output import print_json, print_message
from console.recording.clerk import open_clerk, refused_because
from console.recording.signing import Recording
from streams.read_model.queries.days import ReadingOfDay, readings_of


def answer_reading(answer: ReadingAnswer, recording: Recording, options: GlobalOptions) -> int:
    """Record that a reading is withdrawn, or why it differs; 1 where that was refused."""
    with open_clerk(options, recording.facility, recording.wait) as clerk:
        clerk.process()
        with open_read_model(options.location()) as store:
            reading = _reading(answer, readings_of(store, answer.day))
        recorded = answer.fact(reading).record(clerk, recording.id)
        clerk.process()
    refused = refused_because(recorded.event) if recorded.refused else None
    if options.json:
        place = {"stream": reading.stream, "seq": recorded.seq, "reading_seq": reading.seq}
        print_json({**about(reading), **place, "recorded": recorded.event.type, "refused": refused})
    elif refused is None:
        said_of_it = "is withdrawn" if answer.withdrawn else "is explained"
        name = reading_name(reading.stream, reading.seq)
        print(f"Reading {name} {said_of_it}; recorded as {reading.stream} seq {recorded.seq}.")
    if refused is not None:
        print_message(f"pitledger day: refused: {refused}")
    return 0 if refused is None else 1


def _reading(answer: ReadingAnswer, readings: tuple[ReadingOfDay, ...]) -> ReadingOfDay:
    """The reading that is named, if something can be said of it."""
    name = reading_name(answer.stream, answer.seq)
    found = reading_of(readings, answer.stream, answer.seq)
    option = "--withdraw" if answer.withdrawn else "--explain"
    if found is None:
        raise WrongCall(
            f"{option} {name}: {answer.day} has no such reading: `pitledger day {answer.day}` shows the "
            "number of each"
        )
    problem = "" if answer.withdrawn else why_not_explained(found)
    if problem:
        raise WrongCall(f"{option} {name}: {problem}")
    return found
