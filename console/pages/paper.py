"""Words on paper: characters that the fonts of typst lack, or that turn what follows, by their numbers."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import typst

from console.wording.direction import TURNS

_TURNS: Final = re.compile(f"[{TURNS}]")
_RARE: Final = re.compile("[^\x00-\u024f\u2000-\u22ff\u2500-\u26ff]")
"""Beyond Latin letters, punctuation, arrows, suits and such, which the fonts of typst have."""


def displayable(words: str, typeset: Callable[[str], bytes]) -> bytes:
    """Set a text. Characters that its fonts do not have, and such as turn the direction of what follows, are
    named by their numbers: `U+65E5`."""
    words = _TURNS.sub(_named, words)
    try:
        return typeset(words)
    except typst.TypstError as error:
        if "could not be displayed" not in str(error):
            raise
        return typeset(_RARE.sub(_named, words))


def _named(found: re.Match[str]) -> str:
    return f"U+{ord(found[0]):04X}"
