"""Source ids: by them a repeat is recognised. A source and its number (`device-7#1841`), or any other text.

What the recorder gives a draft that brings none is `recorder#SEQ`, so that it never looks like a client's.
"""

from __future__ import annotations

from typing import Final

RECORDER: Final = "recorder"
"""The source of ids that the recorder makes itself; their number is the event's own."""
FILE_DIGITS: Final = 16
"""The source of a line that came without an id is its file, by so many hex digits of the hash; its number is
the line's. 64 bits are enough for the files of a facility."""
_HEX: Final = frozenset("0123456789abcdef")
MAX_DIGITS: Final = 18
"""A longer number is only text: so many digits fit 64 bits."""


def recorder_id(seq: int) -> str:
    """The source id of an event that came without one."""
    return f"{RECORDER}#{seq}"


def is_of_file(source: str) -> bool:
    """Whether a source is a file that was imported."""
    return len(source) == FILE_DIGITS and _HEX.issuperset(source)


def split_source_id(source_id: str) -> tuple[str, int | None]:
    """The source and its number; the whole text and None where it does not end in `#` and a plain number.

    A number has one form, so that no two ids are the same: `7` is one, `07` and `٧` are text.
    """
    source, mark, digits = source_id.rpartition("#")
    if (
        mark
        and digits.isdecimal()
        and digits.isascii()
        and len(digits) <= MAX_DIGITS
        and (digits[0] != "0" or digits == "0")
    ):
        return source, int(digits)
    return source_id, None
