"""Who may speak: one mistake, one finding; a cause silences its consequences. All of it is data here.

Checks know nothing of each other. A new group adds its lines to the tables, and nothing to the code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from projections.examining.check import Found
from projections.examining.table_state import TableState


def _ids(group: str, first: int, last: int) -> list[str]:
    return [f"{group}{number:02d}" for number in range(first, last + 1)]


REPORTED_ONCE: Final = frozenset(
    {
        *_ids("T", 1, 17),
        *("T20", "T21", "T23", "T25", "T26", "T28", "T29"),
        *_ids("D", 1, 4),
        *("D08", "D09", "D26", "D27", "D40"),
    }
)
"""Conditions that stand: reported at the first round under them, and again only after they had changed.

Beside those that the list of checks names so: what else stays as it is from round to round. Of a deck's age
it is told again when decks have been changed since."""

LOOKED_AT_AGAIN: Final = REPORTED_ONCE - {
    *("T01", "T16", "T26", "T29"),
    *("D08", "D09", "D26", "D27", "D40"),
}
"""Of these, the ones that every round looks at: what is not found there any more has been mended."""

SILENCES: Final[Mapping[str, tuple[str, ...]]] = {
    "T10": ("T03", "T04", "T08", "T09"),
    "T25": ("D41",),
    **dict.fromkeys(_ids("D", 10, 18), ("D19", "D20")),
    "D05": ("D07",),
    "D21": ("D05", "D07", "D23", "D25", "D38", "D42"),
    "D22": ("D05", "D07", "D23", "D25", "D38", "D42"),
    "D26": ("D27",),
    "D28": ("D30", "D38", "D42"),
    "D29": ("D30", "D38", "D42"),
    "D30": ("D42",),
    "D34": ("D31", "D32"),
    "D38": ("D30", "D42"),
}
"""A cause, and what follows from it and so is not said as well."""

CAUSES: Final[Mapping[str, frozenset[str]]] = {
    told: frozenset(cause for cause, follow in SILENCES.items() if told in follow)
    for told in {each for follow in SILENCES.values() for each in follow}
}

HELD: Final = frozenset({"D05", "D07"})
"""Checks whose cause shows itself later, when the deck that they are about is met again."""


def silenced(table: TableState, id_: str, about: str) -> bool:
    """Whether a cause has spoken: of the same, in this round or as a condition that stands."""
    causes = CAUSES.get(id_)
    if causes is None:
        return False
    told = table.spoken | table.reported
    return any((cause, subject) in told for cause in causes for subject in (about, ""))


def newly_found(table: TableState, id_: str, found: Iterable[Found]) -> list[Found]:
    """What has not been reported; of what is looked at again each time, the mended is forgotten."""
    listed = list(found)
    if id_ not in REPORTED_ONCE:
        return listed
    if id_ in LOOKED_AT_AGAIN:
        holding = {(id_, each.about) for each in listed}
        table.reported = {each for each in table.reported if each[0] != id_ or each in holding}
    return [each for each in listed if (id_, each.about) not in table.reported]


def speaks(table: TableState, id_: str, about: str) -> None:
    """Remember that a check has spoken."""
    table.spoken.add((id_, about))
    if id_ in REPORTED_ONCE:
        table.reported.add((id_, about))
