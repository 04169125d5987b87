"""The order of legs: each once, in the order of its numbers, whoever follows them.

The keeper decides on legs in this order, and the read model of `links` follows it to know how far every table
has come. A number that was taken before is a repeat. One that is early is held until the missing one comes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic, TypeVar

import msgspec

HELD_AT_MOST: Final = 256
"""Early legs that are held of one source: with more of them its missing leg is not just late."""

T = TypeVar("T")


class LegSequence(msgspec.Struct, Generic[T], array_like=True):
    """How far the legs of one source to one link have come, and what is held of the early ones.

    After a halted stream was resumed from `resumed_seq`, `skip` lets one gap pass: what the lost events
    carried never comes.
    """

    next_leg: int = 1
    resumed_seq: int = 0
    skip: bool = False
    held: dict[int, T] = {}

    def is_repeat(self, number: int) -> bool:
        """Whether the turn of this leg is over."""
        return number < self.next_leg

    def is_early(self, number: int) -> bool:
        """Whether a leg before this one is missing."""
        return number > self.next_leg and not self.skip

    def hold(self, number: int, leg: T) -> bool:
        """Keep an early leg until its turn; False where too many are held already."""
        if len(self.held) >= HELD_AT_MOST and number not in self.held:
            return False
        self.held[number] = leg
        return True

    def advance(self, number: int) -> Sequence[T]:
        """Take a leg that is neither a repeat nor early; gives the held ones that come right after it."""
        self.next_leg = number + 1
        self.skip = False
        if not self.held:
            return ()
        due = []
        while (leg := self.held.pop(self.next_leg, None)) is not None:
            due.append(leg)
            self.next_leg += 1
        return due

    def resume(self, from_seq: int) -> Sequence[T]:
        """The stream goes on after a gap, and what was lost is not waited for; gives all that was held."""
        if from_seq <= self.resumed_seq:
            return ()
        self.resumed_seq = from_seq
        self.skip = True
        due = [leg for _, leg in sorted(self.held.items())]
        if self.held:
            self.next_leg = max(self.held) + 1
            self.held.clear()
        return due
