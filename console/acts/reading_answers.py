"""What two people say about a reading that differs: that it is withdrawn, or why it differs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from console.acts.fact import Fact
from console.acts.readings import DESK
from console.recording.signing import Signature
from events.vocabulary.desk import ReadingWithdrawn, VarianceExplained
from streams.read_model.queries.days import ReadingOfDay


class ReadingAnswer(NamedTuple):
    """What is said of a reading, by its desk and number: withdrawn or explained, by whom and why."""

    day: str
    stream: str
    seq: int
    withdrawn: bool
    sign: tuple[Signature, ...]
    reason: str

    def fact(self, reading: ReadingOfDay) -> Fact:
        """That it is said of this reading."""
        type_ = ReadingWithdrawn if self.withdrawn else VarianceExplained
        said = {"reading_seq": reading.seq, "signed_by": list(self.sign), "reason": self.reason}
        return Fact(reading.stream, type_.TYPE, {**about(reading), **said}, self.sign[0]["badge"])


def about(reading: ReadingOfDay) -> dict[str, str]:
    """Which meter a reading is of, and which day."""
    return {"day": reading.day, "link": reading.link, "meter": reading.meter}


def reading_name(stream: str, seq: int) -> str:
    """A reading as people name it: its number, after its desk where that is another than usual."""
    return str(seq) if stream == DESK else f"{stream}#{seq}"


def named_reading(text: str) -> tuple[str, int]:
    """Desk and number of a reading: `3`, or `desk:NAME#3` where another desk than usual entered it."""
    stream, _, number = text.rpartition("#")
    if not (number.isascii() and number.isdigit()) or int(number) < 1 or ("#" in text and not stream):
        raise ValueError(f"{text!r} is not the number of a reading: `pitledger day DATE` shows it, such as 3")
    return stream or DESK, int(number)


def reading_of(readings: Sequence[ReadingOfDay], stream: str, seq: int) -> ReadingOfDay | None:
    """The reading of that desk and number; None where the day has none."""
    return next((each for each in readings if (each.stream, each.seq) == (stream, seq)), None)


def why_not_explained(reading: ReadingOfDay) -> str:
    """Why a reading cannot be explained; empty where it can."""
    if reading.variance_mc is not None:
        return ""
    return "it was not compared, so there is no variance: withdraw it"
