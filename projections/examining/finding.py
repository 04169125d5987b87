"""What the examiner says: a finding, complete as people and scripts get it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from events.vocabulary.findings import Remedy, Severity

VERSION: Final = 1
"""The version of the list of checks (`check_list`), which who shows findings need not import."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule that was not kept: where, by which events, and what should have happened.

    `id` is the check's in the list of checks, `check` its word. `stream` is the table's, or that of what the
    keeper of a link decided; `events` are the numbers, in that stream, of what it rests on. `table` is null
    where it is about a link alone. `section` is null where no section sets the rule. `version` is that of the
    list of checks.
    """

    check: str
    id: str
    severity: Severity
    section: str | None
    stream: str
    table: str | None
    round: str | None
    seat: int | None
    wager: str | None
    at_us: int
    gaming_day: str
    events: tuple[int, ...]
    message: str
    mode: str
    version: int
    remedy: Remedy = ""
    due_mc: int | None = None
    done_mc: int | None = None

    @property
    def is_of_table(self) -> bool:
        """Whether its events are those of a table's stream, not of what a link's keeper decided."""
        return self.stream.startswith("table:")

    @property
    def difference_mc(self) -> int | None:
        """Done less due: negative where the player got too little."""
        if self.due_mc is None or self.done_mc is None:
            return None
        return self.done_mc - self.due_mc


def by_weight(finding: Finding) -> tuple[bool, int, bool, int]:
    """The order in which findings are shown: money by size, procedure that the text answers with a void or a
    removal, the rest; then time."""
    money = finding.severity == "money"
    size = abs(finding.difference_mc or 0) if money else 0
    remedied = finding.severity == "procedure" and bool(finding.remedy)
    return not money, -size, not remedied, finding.at_us
