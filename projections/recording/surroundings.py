"""What the rules of a stream may ask beyond their own state: the recorder's clock, and other streams.

The rules stay pure: the recorder answers from the log, and a test answers as it likes.
"""

from __future__ import annotations

from typing import Protocol


class Surroundings(Protocol):
    """Answers for one draft, as of when it is recorded."""

    @property
    def now_us(self) -> int:
        """The recorder's clock, in microseconds."""

    @property
    def today(self) -> str:
        """The gaming day by the recorder's clock."""
