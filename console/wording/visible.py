"""Characters that would steer whoever shows them: a terminal, a page, or the eye of its reader.

A name may have come with one in an event. Control characters move the cursor, ring or colour; marks of
direction turn what follows. On screens, pages and paper the number is shown, `\\u202e`.
"""

from __future__ import annotations

import re
from typing import Final

TURNS: Final = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Embeddings, overrides and isolates, and what ends them."""
STEERING: Final = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029{TURNS}]")
"""These, and control characters but for the end of a line and the tabulator."""


def visible(text: str) -> str:
    """A text that steers nothing and is read in the order in which it is recorded.

    In JSON the number stands for the character.
    """
    return STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
