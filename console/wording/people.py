"""How people who are not staff are shown: by a reference, of which a few digits are enough at a table.

The label behind it is shown by `pitledger vault` alone.
"""

from __future__ import annotations

from typing import Final

from events.references import is_reference

_DIGITS: Final = 10


def shortly(player: str) -> str:
    """A reference as much as distinguishes people; a label that a copy brought in the clear, whole."""
    return f"{player[:_DIGITS]}…" if is_reference(player) else player
