"""What a check of a link is: its id and word, the records that complete its breach, and one function.

A check sees the link as it was before a record, and the record. Sections are those of the two chapters that
have progressive meters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from events.envelope import Event
from projections.examining.links.link_state import KnownLink

CHAPTERS: Final = ("647a", "678a")
"""Chapters that have progressive meters."""


class LinkFound(NamedTuple):
    """What a check found. `seqs` are records beside the one that is looked at; `round` null is that of it."""

    section: str | None
    message: str
    table: str | None = None
    seqs: tuple[int, ...] = ()
    seat: int | None = None
    wager: str | None = None
    round: str | None = None
    due_mc: int | None = None
    done_mc: int | None = None


@dataclass(frozen=True, slots=True)
class LinkMoment:
    """A record of a link: the link before it, the record, and its facts."""

    link: KnownLink
    event: Event
    body: Any


LinkFinder = Callable[[LinkMoment], Iterator[LinkFound]]


class LinkCheck(NamedTuple):
    """One check. `at` are the types of the records that complete its breach."""

    id: str
    word: str
    at: tuple[str, ...]
    needs: str
    find: LinkFinder


def of_five_card(wager: str) -> bool:
    """Whether a wager is one of the Five Card Hand Bonus, whose meter has clauses of its own (647a.12(e))."""
    return wager.startswith("fchb")


def cited(link: KnownLink, part: str, five_card: str = "", wager: str = "") -> str | None:
    """A subsection of the link's chapter, or the other one for the Five Card Hand Bonus; None where the
    link's rulebook is of no chapter with meters."""
    if link.chapter not in CHAPTERS:
        return None
    return f"{link.chapter}.{five_card if five_card and of_five_card(wager or link.wager) else part}"


def amount_section(link: KnownLink, wager: str) -> str | None:
    """Where it says what an award amounts to, and to whom."""
    return cited(link, "12(d)(4)", "12(e)(2)", wager)
