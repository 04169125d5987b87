"""What a mistake is: its name, the check that finds it, the section it breaks in each chapter, and when.

The decorator on each function of `mistakes` is a row of one table: what it is shown, the id of its check, its
section. A section is written once: `x` stands for the chapter; where chapters differ, each has its own; where
the three ways to deal differ, there are three (x.8, x.9, x.10).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from floor.steps import Fact
from floor.table.table import Table

Part = str | tuple[str, str, str]
"""What follows the chapter in a citation, or that for a manual shoe, the hand and an automated shoe."""
Section = str | Mapping[str, Part] | None
"""With `x` for the chapter, or by chapter: it happens in these alone. None: no section sets the rule."""
Make = Callable[[Any, Fact], Sequence[Fact] | None]
"""What makes it: a `Spot`, which is not named here because it names its mistake, and the fact to change."""

DEALINGS: Final = ("manual_shoe", "hand", "automated_shoe")


class Planted(NamedTuple):
    """A mistake that was made: which, what it breaks, where, and what should have been done."""

    kind: str
    section: str | None
    """None where no section sets the rule, but the house does."""
    table: str
    round: str | None
    """The round in which it shows."""
    at_us: int
    type: str
    """The type of the fact that was changed, left out or added."""
    seat: int | None = None
    wager: str | None = None
    due_mc: int | None = None
    done_mc: int | None = None
    text: str = ""
    check: str = ""
    """The id of the check that finds it."""

    def line(self) -> str:
        """Its line in the ledger of what was planted, a JSON object."""
        return json.dumps(self._asdict(), separators=(",", ":"))


class Mistake(NamedTuple):
    """A mistake by name; it is shown facts of the types in `at`, at tables where it can happen."""

    kind: str
    at: frozenset[str]
    checks: tuple[str, ...]
    """The check that finds it; of several, the mistake says which when it is planted."""
    section: Section
    happens_at: Callable[[Table], bool]
    make: Make

    @property
    def theme(self) -> str:
        """The module that it is in."""
        return self.make.__module__.rpartition(".")[2]

    def fits(self, table: Table) -> bool:
        """Whether it can happen at a table: its chapter has the rule, and the table what it takes."""
        there = not isinstance(self.section, Mapping) or table.book.chapter in self.section
        return there and self.happens_at(table)

    def cites(self, table: Table) -> str | None:
        """The section that it breaks at this table, as cards are dealt there now."""
        return cited(self.section, table)


def cited(section: Section, table: Table) -> str | None:
    """A section in full, at a table."""
    chapter = table.book.chapter
    if section is None:
        return None
    if isinstance(section, str):
        return chapter + section[1:] if section.startswith("x.") else section
    part = section[chapter]
    if not isinstance(part, str):
        part = part[DEALINGS.index(table.submission.dealing)]
    return f"{chapter}.{part}"


def everywhere(_table: Table) -> bool:
    """At every table."""
    return True


def mistake(
    *at: str,
    check: str | tuple[str, ...],
    section: Section,
    happens_at: Callable[[Table], bool] = everywhere,
    kind: str = "",
) -> Callable[[Make], Mistake]:
    """Makes a mistake of a function: from a fact that fits it gives what is recorded instead, else None."""
    checks = (check,) if isinstance(check, str) else check

    def of(make: Make) -> Mistake:
        return Mistake(kind or make.__name__, frozenset(at), checks, section, happens_at, make)

    return of
