"""Where each chapter says how hands, shared cards and the stub are dealt, by procedure (x.8–x.10).

The chapters letter these three sections differently, and 663a.8 says nothing about faces. What the rules are
is each game's `dealing`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Letters = Mapping[str, tuple[str | None, str, str]]
"""By chapter: the subsection for a manual shoe, from the hand, from an automated shoe."""
PROCEDURES: Final = ("manual_shoe", "hand", "automated_shoe")

HANDS: Final[Letters] = {
    "647a": ("8(d)", "9(d)", "10(b)"),
    "663a": ("8(d)", "9(b)", "10(b)"),
    "677a": ("8(c)", "9(b)", "10(b)"),
    "678a": ("8(d)", "9(b)", "10(b)"),
    "679a": ("8(c)", "9(b)", "10(b)"),
}
"""To whom the cards of the hands go, and in which order."""
FACE_DOWN: Final[Letters] = {
    **HANDS,
    "647a": ("8(d)", "9(c)", "10(b)"),
    "663a": (None, "9(b)", "10(b)"),
}
"""That these cards lie face down."""
STUB_TO_RACK: Final[Letters] = {
    "647a": ("8(e)", "9(e)", "10(c)"),
    "663a": ("8(e)", "9(c)", "10(c)"),
    "677a": ("8(d)", "9(c)", "10(c)"),
    "678a": ("8(e)", "9(c)", "10(c)"),
    "679a": ("8(d)", "9(c)", "10(c)"),
}
"""That the stub goes to the discard rack once everything has been dealt."""
BOARD_FACE_DOWN: Final[Letters] = {"677a": ("8(d)", "9(c)", "10(c)")}
"""The five community cards of Heads-Up Hold 'Em."""
SIX_CARD: Final[Letters] = {"647a": ("8(d)", "9(d)", "10(c)")}
"""The four Six Card Bonus cards."""
FOURTH_CARD: Final[Letters] = {"679a": ("8(c)", "9(b)", "10(c)")}
"""A fourth card for each Pair Bonus Wager."""
PAIR_BONUS_CARD: Final[Letters] = {"679a": ("8(h)", "9(g)", "10(h)")}
"""One card for all of them, where the submission elects it."""


def where(letters: Letters, chapter: str, procedure: str) -> str | None:
    """The subsection of a chapter, as in a citation; None where it does not say so."""
    letter = letters[chapter][PROCEDURES.index(procedure)]
    return None if letter is None else f"{chapter}.{letter}"
