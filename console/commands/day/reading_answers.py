"""`pitledger day DATE --withdraw` and `--explain`: what two people say about a reading that differs."""

from __future__ import annotations

from typing import NamedTuple

from console.acts.readings import DESK
from console.calls.options import GlobalOptions
from console.calls.wrong_call import WrongCall
from console.instances.read_model import open_read_model
from console.printing.output import print_json, print_message
from console.recording.clerk import open_clerk, refused_because
from console.recording.signing import Recording, Signature
from events.vocabulary.desk import ReadingWithdrawn, VarianceExplained
from streams.read_model.queries.days import ReadingOfDay, readings_of


class ReadingAnswer(NamedTuple):
    """What is said of a reading, by its desk and number: withdrawn or explained, by whom and why."""

    day: str
    stream: str
    seq: int
    withdrawn: bool
    sign: tuple[Signature, ...]
    reason: str

    @property
    def option(self) -> str:
        """The option that asked for it."""
        return "--withdraw" if self.withdrawn else "--explain"


def reading_name(stream: str, seq: int) -> str:
    """A reading as people name it: its number, after its desk where that is another than usual."""
    return str(seq) if stream == DESK else f"{stream}#{seq}"


def named_reading(text: str) -> tuple[str, int]:
    """Desk and number of a reading: `3`, or `desk:NAME#3` where another desk than usual entered it."""
    stream, _, number = text.rpartition("#")
    if not (number.isascii() and number.isdigit()) or int(number) < 1 or ("#" in text and not stream):
        raise ValueError(f"{text!r} is not the number of a reading: `pitledger day DATE` shows it, such as 3")
    return stream or DESK, int(number)


def answer_reading(answer: ReadingAnswer, recording: Recording, options: GlobalOptions) -> int:
    """Record that a reading is withdrawn, or why it differs; 1 where that was refused."""
    with open_clerk(options, recording.facility, recording.wait) as clerk:
        clerk.process()
        with open_read_model(options.location()) as store:
            reading = _reading(answer, readings_of(store, answer.day))
        type_ = ReadingWithdrawn if answer.withdrawn else VarianceExplained
        said = {"reading_seq": reading.seq, "signed_by": list(answer.sign), "reason": answer.reason}
        recorded = clerk.record(
            *(reading.stream, type_.TYPE, {**_about(reading), **said}, answer.sign[0]["badge"]),
            source_id=recording.id,
        )
        clerk.process()
    refused = refused_because(recorded.event) if recorded.refused else None
    if options.json:
        place = {"stream": reading.stream, "seq": recorded.seq, "reading_seq": reading.seq}
        print_json({**_about(reading), **place, "recorded": recorded.event.type, "refused": refused})
    elif refused is None:
        said_of_it = "is withdrawn" if answer.withdrawn else "is explained"
        name = reading_name(reading.stream, reading.seq)
        print(f"Reading {name} {said_of_it}; recorded as {reading.stream} seq {recorded.seq}.")
    if refused is not None:
        print_message(f"pitledger day: refused: {refused}")
    return 0 if refused is None else 1


def _about(reading: ReadingOfDay) -> dict[str, str]:
    return {"day": reading.day, "link": reading.link, "meter": reading.meter}


def _reading(answer: ReadingAnswer, readings: tuple[ReadingOfDay, ...]) -> ReadingOfDay:
    """The reading that is named, if something can be said of it."""
    name = reading_name(answer.stream, answer.seq)
    for reading in readings:
        if (reading.stream, reading.seq) == (answer.stream, answer.seq):
            if not answer.withdrawn and reading.variance_mc is None:
                raise WrongCall(
                    f"--explain {name}: it was not compared, so there is no variance: withdraw it"
                )
            return reading
    raise WrongCall(
        f"{answer.option} {name}: {answer.day} has no such reading: `pitledger day {answer.day}` shows the "
        "number of each"
    )
