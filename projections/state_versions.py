"""Stored states carry the version of their format: a worker refuses state that is newer than itself."""

from __future__ import annotations

from events.errors import MalformedEvent


class StateTooNew(MalformedEvent):
    """A stored state was written by a newer release."""

    def __init__(self, format_: int, known: int) -> None:
        super().__init__("state", f"its format is {format_}, this release knows {known}: update this worker")
