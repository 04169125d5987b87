"""Names of people and departments compared as people mean them: what cannot be seen makes no difference.

A look-alike letter of another script is another letter here: only a register of badges knows who is meant.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from unicodedata import category, normalize

_SHOW_NOTHING: Final = (
    (0x034F, 0x034F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0x13441, 0x13442),
    (0x16FE4, 0x16FE4),
    (0x1D159, 0x1D159),
    (0xE0100, 0xE01EF),
)
"""Letters, marks and symbols that show nothing: joiners, fillers, selectors, blank Braille, an empty note."""
_IGNORED: Final = frozenset(chr(code) for first, last in _SHOW_NOTHING for code in range(first, last + 1))
_DASHES: Final = frozenset("\u02d7\u2043\u2212\u2500\u2501\u2796\u30fc")
"""What looks like a hyphen, and is not punctuation of the kind dash: modifier minus, bullet, minus signs, a
line of a box, the mark of a long vowel."""
_REMEMBERED_AT_MOST: Final = 4096


@lru_cache(_REMEMBERED_AT_MOST)
def comparable(name: str) -> str:
    """A badge or a department as it is compared: `S-1`, ` s -1` and a full-width `Ｓ－１` are one person.

    Case, blanks, other characters that show nothing and the kind of a hyphen make no difference.
    """
    seen = "".join(_as_seen(letter) for letter in normalize("NFKD", name).casefold())
    return seen if seen == name else comparable(seen)


def _as_seen(letter: str) -> str:
    """A letter as people see it: nothing for what is not to be seen, one hyphen for all."""
    kind = category(letter)
    if kind[0] in "CZ" or letter in _IGNORED:
        return ""
    return "-" if kind == "Pd" or letter in _DASHES else letter


def is_name(name: str) -> bool:
    """Whether a text can name a person, a device or a department: it shows, and nothing in it steers a
    terminal or a printer.
    """
    return names_somebody(name) and steers_nothing(name)


def steers_nothing(text: str) -> bool:
    """Whether nothing in a text steers a terminal or a printer."""
    return not any(category(letter) == "Cc" for letter in text)


def names_somebody(name: str) -> bool:
    """Whether a badge or a department has a letter or a digit that can be seen."""
    return any(letter.isalnum() for letter in comparable(name))
