"""A gaming day closed by two people: on every link that has not, then at the desk of accounting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from console.acts.fact import Fact, id_of
from console.acts.readings import DESK
from console.recording.clerk import Clerk, answers_to, refused_because
from console.recording.signing import Signature
from events.vocabulary.desk import GamingDayClosed
from events.vocabulary.links import LinkDayClosed
from events.vocabulary.meters import LegRefused, MeterDayClosed
from streams.recorder.recorder import Recorded


class Close(NamedTuple):
    """A day to be closed: although these tables have sent no marker, signed by these people, and why."""

    day: str
    without: tuple[str, ...]
    sign: tuple[Signature, ...]
    reason: str

    def of_link(self, link: str) -> Fact:
        """That a link is closed for the day."""
        return Fact(f"link:{link}", LinkDayClosed.TYPE, self._said(self.without), self.sign[0]["badge"])

    def at_desk(self, missing: Sequence[str]) -> Fact:
        """That the whole day is closed, without the tables that were missing."""
        return Fact(DESK, GamingDayClosed.TYPE, self._said(missing), self.sign[0]["badge"])

    def _said(self, missing: Sequence[str]) -> dict[str, object]:
        return {
            "day": self.day,
            "missing_tables": list(missing),
            "signed_by": list(self.sign),
            "reason": self.reason,
        }


class LinkClosed(NamedTuple):
    """What became of a day on a link: closed without these tables, or why it was refused."""

    link: str
    recorded: Recorded
    refused: str | None
    missing_tables: tuple[str, ...] = ()


class DayClosed(NamedTuple):
    """What became of a day: link by link, and at the desk unless a link refused."""

    links: Sequence[LinkClosed]
    at_desk: Recorded | None

    @property
    def recorded(self) -> list[Recorded]:
        """All that is on record of it."""
        found = [each.recorded for each in self.links]
        return found if self.at_desk is None else [*found, self.at_desk]

    @property
    def refused(self) -> list[LinkClosed]:
        """The links that refused."""
        return [each for each in self.links if each.refused is not None]


def close_day(
    clerk: Clerk, close: Close, links: Sequence[str], lacking: Sequence[str], id_: str | None
) -> DayClosed:
    """Close it; `lacking` are tables without a marker on links that were closed before."""
    closed = [_close_link(clerk, link, close, id_) for link in links]
    if any(each.refused is not None for each in closed):
        return DayClosed(closed, None)
    missing = sorted({*lacking, *(table for each in closed for table in each.missing_tables)})
    return DayClosed(closed, close.at_desk(missing).record(clerk, id_of(id_, "desk")))


def _close_link(clerk: Clerk, link: str, close: Close, id_: str | None) -> LinkClosed:
    recorded = close.of_link(link).record(clerk, id_of(id_, link))
    if recorded.refused:
        return LinkClosed(link, recorded, refused_because(recorded.event))
    answer = clerk.answer(answers_to(recorded))
    if answer is None:
        return LinkClosed(link, recorded, f"the keeper has not answered within {clerk.wait_s:g} s")
    match answer.body:
        case MeterDayClosed(missing_tables=missing):
            return LinkClosed(link, recorded, None, tuple(missing))
        case LegRefused(reason=reason):
            return LinkClosed(link, recorded, _with_all_named(reason, close.without))
        case other:
            raise AssertionError(f"a keeper answers the close of a day with {other.TYPE}")


def _with_all_named(reason: str, without: Sequence[str]) -> str:
    """A refusal whose command names the tables still to be signed for: those that were named belong to it."""
    named = "".join(f"--without {table} " for table in without)
    return reason.replace("--without ", f"{named}--without ", 1)
