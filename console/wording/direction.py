"""Marks that turn the direction of what follows: whoever reads it would see other words than are recorded.

A name may have come with one in an event. On screens, pages and paper its number is shown, `\\u202e`.
"""

from __future__ import annotations

import re
from typing import Final

TURNS: Final = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Embeddings, overrides and isolates, and what ends them."""
_TURN: Final = re.compile(f"[{TURNS}]")


def unturned(text: str) -> str:
    """A text that is read in the order in which it is recorded; in JSON the number stands for the mark."""
    return _TURN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
