"""The exception family of the vocabulary: what was wrong, where, and what to do about it.

Every package raises members of `PitledgerError`, so that the edges can catch one thing.
"""

from __future__ import annotations


class PitledgerError(Exception):
    """Something that a person must know of; its text names the place and the remedy."""


class MalformedEvent(PitledgerError):
    """Bytes or fields that are not an event. `field` names the first place that is wrong."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field
        self.problem = problem


class UnknownEventType(MalformedEvent):
    """A type, or a version of its body, that this release does not know."""
