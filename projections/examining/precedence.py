"""Who may speak: one mistake, one finding; a cause silences its consequences. All of it is data here.

Checks know nothing of each other. A new group adds its lines to the tables, and nothing to the code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from projections.examining.check import Found
from projections.examining.memory.table_state import TableState


def _ids(group: str, first: int, last: int) -> list[str]:
    return [f"{group}{number:02d}" for number in range(first, last + 1)]


REPORTED_ONCE: Final = frozenset(
    {
        *_ids("T", 1, 17),
        *("T20", "T21", "T23", "T25", "T26", "T28", "T29"),
        *_ids("D", 1, 4),
        *("D08", "D09", "D26", "D27", "D40", "I21"),
        "C35",
        "W31",
        *("X01", "X02"),
    }
)
"""Conditions that stand: reported at the first round under them, and again only after they had changed.

Beside those that the list of checks names so: what else stays as it is from round to round. Of a deck's age
it is told again when decks have been changed since, of a box of two when somebody came to it or left it."""

LOOKED_AT_AGAIN: Final = REPORTED_ONCE - {
    *("T01", "T16", "T26", "T29"),
    *("D08", "D09", "D26", "D27", "D40", "I21"),
    "C35",
    "W31",
    *("X01", "X02"),
}
"""Of these, the ones that every round looks at: what is not found there any more has been mended."""

_VOIDS: Final = ("I02", "I07", "I08", "I12", "I18", "I25", "C33", "C34")
"""Rounds that should have been void, or should not: a ruling that was wrong or missing led there."""

SILENCES: Final[Mapping[str, tuple[str, ...]]] = {
    "X02": ("D40",),
    "T10": ("T03", "T04", "T08", "T09"),
    "T25": ("D41",),
    "T31": ("S18", "S35"),
    **dict.fromkeys(_ids("D", 10, 18), ("D19", "D20")),
    "D05": ("D07",),
    "D21": ("D05", "D07", "D23", "D25", "D38", "D42", "I16", "I17"),
    "D22": ("D05", "D07", "D23", "D25", "D38", "D42", "I16", "I17"),
    "D23": ("I17",),
    "D26": ("D27",),
    "D28": ("D30", "D38", "D42"),
    "D29": ("D30", "D38", "D42"),
    "D30": ("D42",),
    "D34": ("D31", "D32"),
    "D38": ("D23", "D30", "D42"),
    "A04": ("A05", "A06"),
    "A12": ("A13", "A14"),
    "W06": ("S18",),
    "W12": ("W13", "W14", "W15"),
    "W13": ("W15", "W16", "W20", "W32"),
    "W20": ("W32",),
    "W22": ("C03", "S03"),
    "W26": ("W22", "C03"),
    "C01": ("C02",),
    **dict.fromkeys(("C20", "C22", "C23", "C24"), ("W11",)),
    **dict.fromkeys(("C04", "C05", "C06", "C08", "C19"), ("I07", "I08")),
    "C25": ("S25", "I07", "I08"),
    "C35": ("D27",),
    "P17": ("S34",),
    "S01": ("P25", "S04"),
    "S02": ("S03", "S04"),
    **dict.fromkeys(("I03", "I04", "I13", "I29"), ("I26",)),
    **dict.fromkeys(_VOIDS, ("I22", "I23", "I26")),
    "I09": ("I22", "I23", "S01"),
    "I10": ("I22", "I23", "S01"),
    "I06": ("I22",),
    "I11": ("I22", "I23", "I28", "S01"),
    "I14": ("I22",),
    "I15": ("I26", "I27", "S25"),
    "I20": ("I21",),
    "I28": ("I22",),
}
"""A cause, and what follows from it and so is not said as well."""

CAUSES: Final[Mapping[str, frozenset[str]]] = {
    told: frozenset(cause for cause, follow in SILENCES.items() if told in follow)
    for told in {each for follow in SILENCES.values() for each in follow}
}

MONEY: Final = (
    *_ids("I", 2, 4),
    *_ids("I", 7, 13),
    *("I15", "I18", "I25", "C33", "C34", "I29"),
    *("W07", "P14", "P15", "S27"),
    *_ids("S", 28, 31),
    "S21",
    *_ids("S", 22, 24),
    *("S14", "S15", "S16", "S18", "S19"),
    *("S17", "S20"),
    *("S12", "S13"),
)
"""Checks of money in the order in which they claim a difference: the first that fits names it."""

HELD: Final = frozenset({"D05", "D07"})
"""Checks whose cause shows itself later, when the deck that they are about is met again."""


def silenced(table: TableState, id_: str, about: str) -> bool:
    """Whether a cause has spoken: of the same, of the seat whose wager it is, or of everything; in this round
    or as a condition that stands."""
    causes = CAUSES.get(id_)
    if causes is None:
        return False
    told = table.spoken | table.reported
    return any(
        (cause, subject) in told for cause in causes for subject in (about, about.partition(" ")[0], "")
    )


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
