"""What a person read at a display, recorded and compared with the meter."""

from __future__ import annotations

from typing import Final, NamedTuple

from console.acts.fact import Fact, id_of
from console.recording.clerk import Clerk
from events.errors import PitledgerError
from events.vocabulary.desk import ReadingCompared, ReadingEntered
from streams.read_model.queries.links import is_meter
from streams.read_model.queries.meters import amount_at
from streams.read_model.store import ReadStore
from streams.recorder.recorder import Recorded

DESK: Final = "desk:accounting"
"""The stream of readings and day closes."""


class NoSuchMeter(PitledgerError):
    """A meter that nobody has opened."""


class Reading(NamedTuple):
    """A reading as it is entered."""

    day: str
    link: str
    meter: str
    read_mc: int
    by: str
    at_us: int

    @property
    def about(self) -> dict[str, str]:
        """Which meter it is of, and which day."""
        return {"day": self.day, "link": self.link, "meter": self.meter}

    def entry(self) -> Fact:
        """That it was entered."""
        fields = {**self.about, "read_mc": self.read_mc, "read_by": self.by}
        return Fact(DESK, ReadingEntered.TYPE, fields, self.by, self.at_us)

    def comparison(self, expected_mc: int, reading_seq: int) -> Fact:
        """That it was compared with what the log has."""
        amounts = {"read_mc": self.read_mc, "expected_mc": expected_mc}
        variance = {"reading_seq": reading_seq, **amounts, "variance_mc": self.read_mc - expected_mc}
        return Fact(DESK, ReadingCompared.TYPE, {**self.about, **variance}, self.by, self.at_us)


def expected_mc(store: ReadStore, link: str, meter: str, at_us: int) -> int:
    """The meter's amount at that moment, as far as the read model has come."""
    if not is_meter(store, link, meter):
        raise NoSuchMeter(f"{link} has no meter {meter}: `pitledger meters` lists them")
    return amount_at(store, link, meter, at_us)


def enter(clerk: Clerk, reading: Reading, expected: int, id_: str | None) -> tuple[Recorded, ...]:
    """Record what was read, then the comparison; the refusal alone where it was refused."""
    entered = reading.entry().record(clerk, id_)
    if entered.refused:
        return (entered,)
    compared = reading.comparison(expected, entered.seq).record(clerk, id_of(id_, "compared"))
    return entered, compared
