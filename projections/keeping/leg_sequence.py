"""The order of legs: each once, in the order of its numbers, whoever follows them.

The keeper decides on legs in this order, and the read model of `links` follows it to know how far every table
has come. A number that was taken before is a repeat. One that is early is held until the missing one comes,
or until two people set the missing one aside.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, Generic, TypeVar

import msgspec

from events.vocabulary.links import LinkLegSetAside
from projections.signatures import signing_problem

HELD_BYTES_A_LINK: Final = 64 * 1024
"""What the early legs of all sources of a link may come to: with more, what is missing is not just late."""

T = TypeVar("T")


class LegSequence(msgspec.Struct, Generic[T], array_like=True):
    """How far the legs of one source to one link have come, and what is held of the early ones.

    After a halted stream was resumed from `resumed_seq`, `skip` lets one gap pass: what the lost events
    carried never comes. Each leg is held with the number of bytes that it has in `links`.
    """

    next_leg: int = 1
    resumed_seq: int = 0
    skip: bool = False
    held: dict[int, tuple[int, T]] = {}

    @property
    def held_bytes(self) -> int:
        """What the legs that are held come to."""
        return sum(size for size, _ in self.held.values())

    def is_repeat(self, number: int) -> bool:
        """Whether the turn of this leg is over."""
        return number < self.next_leg

    def is_early(self, number: int) -> bool:
        """Whether a leg before this one is missing."""
        return number > self.next_leg and not self.skip

    def hold(self, number: int, leg: T, size: int, room: int) -> bool:
        """Keep an early leg of `size` bytes until its turn; False where it is more than there is room for."""
        if number in self.held:
            return True
        if size > room:
            return False
        self.held[number] = (size, leg)
        return True

    def advance(self, number: int) -> Sequence[T]:
        """Take a leg that is neither a repeat nor early; gives the held ones that come right after it."""
        self.next_leg = number + 1
        self.skip = False
        if not self.held:
            return ()
        due = []
        while (held := self.held.pop(self.next_leg, None)) is not None:
            due.append(held[1])
            self.next_leg += 1
        return due

    def not_missing(self, first: int, last: int) -> str:
        """Why the legs from `first` to `last` are not what is waited for; empty where they are."""
        if not self.held:
            return f"no leg is missing: the next is {self.next_leg}, and nothing came after it"
        until = min(self.held) - 1
        if first == self.next_leg and first <= last <= until:
            return ""
        missing = f"leg {until} is" if until == self.next_leg else f"legs {self.next_leg} to {until} are"
        return f"{missing} missing: set aside what is missing, from leg {self.next_leg} on"

    def resume(self, from_seq: int) -> Sequence[T]:
        """The stream goes on after a gap, and what was lost is not waited for; gives all that was held."""
        if from_seq <= self.resumed_seq:
            return ()
        self.resumed_seq = from_seq
        self.skip = True
        due = [leg for _, (_, leg) in sorted(self.held.items())]
        if self.held:
            self.next_leg = max(self.held) + 1
            self.held.clear()
        return due


def room_left(sequences: Iterable[LegSequence[Any]]) -> int:
    """How many bytes of early legs can still be held of a link, whose sources these are."""
    return HELD_BYTES_A_LINK - sum(sequence.held_bytes for sequence in sequences)


def setting_aside_problem(legs: LegSequence[Any] | None, change: LinkLegSetAside) -> str:
    """Why a leg is not set aside, and what is next; empty where it is.

    Two people must sign, and it must be what the table waits for: one that just was not sent yet would be
    taken for a repeat when it comes.
    """
    if legs is None:
        return f"no leg of {change.table} has come to this link: name a table that plays for it"
    return signing_problem(change.signed_by, change.reason) or legs.not_missing(change.leg, change.last_leg)
