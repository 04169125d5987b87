"""Marks: the beginnings of the hashes of a stream's last events, by which a repeat is known."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

MARK: Final = 8
REMEMBERED: Final = 16
"""A repeat is distinguished from a fork for this many events back; anything older is quarantined."""


def remember(marks: bytes, digest: bytes) -> bytes:
    """The marks with one more, the oldest forgotten."""
    return marks[-MARK * (REMEMBERED - 1) :] + digest[:MARK]


def remember_all(marks: bytes, digests: Iterable[bytes]) -> bytes:
    """As `remember`, one after the other."""
    return (marks + b"".join([digest[:MARK] for digest in digests]))[-MARK * REMEMBERED :]


def remembers(marks: bytes, digest: bytes) -> bool:
    """Whether a mark is among the last ones; aligned, so that no two halves of marks look like one."""
    place = marks.find(digest[:MARK])
    while place >= 0 and place % MARK:
        place = marks.find(digest[:MARK], place + 1)
    return place >= 0
