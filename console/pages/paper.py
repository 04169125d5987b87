"""Words on paper: characters that the fonts of typst lack, or that steer or turn what follows, by number."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Final

import typst

from console.wording.visible import STEERING

_RARE: Final = re.compile("[^\x00-\u024f\u2000-\u22ff\u2500-\u26ff]")
"""Beyond Latin letters, punctuation, arrows, suits and such, which the fonts of typst have."""


def displayable(document: object, typeset: Callable[[str], bytes]) -> bytes:
    """Set a document of plain values, given as JSON. Characters that its fonts do not have, control
    characters, and such as turn the direction of what follows, are named by their numbers: `U+65E5`."""
    words = json.dumps(_named_in(document), ensure_ascii=False)
    try:
        return typeset(words)
    except typst.TypstError as error:
        if "could not be displayed" not in str(error):
            raise
        return typeset(_RARE.sub(_named, words))


def _named_in(value: object) -> object:
    """The value with every text in it changed; before it is JSON, which has escapes of its own."""
    match value:
        case str():
            return STEERING.sub(_named, value)
        case dict():
            return {key: _named_in(each) for key, each in value.items()}
        case list() | tuple():
            return [_named_in(each) for each in value]
    return value


def _named(found: re.Match[str]) -> str:
    return f"U+{ord(found[0]):04X}"
