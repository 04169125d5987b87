"""The order of legs: each once, in the order of its numbers, whoever follows them.

The keeper decides on legs in this order, and the read model of `links` follows it to know how far every table
has come. A number that was taken before is a repeat. One that is early is held until the missing one comes,
or until two people set the missing one aside. So is one whose wagers were taken at a control of the link that
the link's own stream has not come to yet, and everything behind it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar

import msgspec

from events.bounds import TABLES_A_LINK
from events.vocabulary.links import LinkLegSetAside
from projections.signatures import signing_problem

HELD_BYTES_A_LINK: Final = 64 * 1024
"""What the early legs of all sources of a link may come to: with more, what is missing is not just late."""

T = TypeVar("T")


class Awaited(NamedTuple):
    """What a source waits for, by its number: an event of its stream, a leg, or a control of the link."""

    what: Literal["stream", "legs", "control"]
    number: int


class LegSequence(msgspec.Struct, Generic[T], array_like=True):
    """How far the legs of one source to one link have come, and what is held of the early ones.

    After a halted stream was resumed from `resumed_seq`, `skip` lets one gap pass: what the lost events
    carried never comes. Neither does what is not held up to the number `passed`. Each leg is held with the
    number of bytes that it has in `links`, and with the control that it waits for.
    """

    next_leg: int = 1
    resumed_seq: int = 0
    skip: bool = False
    held: dict[int, tuple[int, int, T]] = {}
    passed: int = 0

    @property
    def held_bytes(self) -> int:
        """What the legs that are held come to."""
        return sum(size for size, _, _ in self.held.values())

    def is_repeat(self, number: int) -> bool:
        """Whether the turn of this leg is over."""
        return number < self.next_leg or self.passed >= number not in self.held

    def is_early(self, number: int) -> bool:
        """Whether a leg before this one is missing, or waits for a control of the link."""
        return number > self.next_leg and (not self.skip or bool(self.held))

    def hold(self, number: int, control_seq: int, leg: T, size: int, room: int) -> bool:
        """Keep a leg of `size` bytes until its turn; False where it is more than there is room for."""
        if number in self.held:
            return True
        if size > room:
            return False
        if self.skip:
            self.skip, self.passed = False, number
        self.held[number] = (size, control_seq, leg)
        return True

    def take(self, number: int) -> None:
        """Take a leg that is neither a repeat nor early."""
        self.next_leg = number + 1
        self.skip = False

    def due(self, heard_seq: int) -> Iterator[T]:
        """The held legs whose turn has come, one by one; the link's stream has come to `heard_seq`."""
        while self.held:
            number = min(self.held)
            _, control_seq, leg = self.held[number]
            if number > max(self.next_leg, self.passed) or control_seq > heard_seq:
                return
            del self.held[number]
            self.next_leg = number + 1
            yield leg

    def awaited(self) -> Awaited | None:
        """What is waited for; None where nothing is held."""
        if not self.held:
            return None
        number = min(self.held)
        if number > max(self.next_leg, self.passed):
            return Awaited("legs", self.next_leg)
        return Awaited("control", self.held[number][1])

    def not_missing(self, first: int, last: int) -> str:
        """Why the legs from `first` to `last` are not what is waited for; empty where they are."""
        awaited = self.awaited()
        if awaited is None:
            return f"no leg is missing: the next is {self.next_leg}, and nothing came after it"
        if awaited.what == "control":
            number = min(self.held)
            if first == last == number:
                return ""
            return (
                f"leg {number} waits for control {awaited.number} of the link: wait for that, or set this "
                "leg aside"
            )
        until = min(self.held) - 1
        if first == self.next_leg and first <= last <= until:
            return ""
        missing = f"leg {until} is" if until == self.next_leg else f"legs {self.next_leg} to {until} are"
        return f"{missing} missing: set aside what is missing, from leg {self.next_leg} on"

    def pass_over(self, last: int) -> list[T]:
        """Wait no longer for the legs up to `last`; gives the one among them that is held, if one is."""
        held = [leg for number, (_, _, leg) in sorted(self.held.items()) if number <= last]
        self.held = {number: of for number, of in self.held.items() if number > last}
        self.take(last)
        return held

    def resume(self, from_seq: int) -> bool:
        """The stream goes on after a gap, and what was lost is not waited for; False where that is known."""
        if from_seq <= self.resumed_seq:
            return False
        self.resumed_seq = from_seq
        self.skip = True
        self.passed = max(self.held, default=0)
        return True


def room_left(sequences: Iterable[LegSequence[Any]]) -> int:
    """How many bytes of early legs can still be held of a link, whose sources these are."""
    return HELD_BYTES_A_LINK - sum(sequence.held_bytes for sequence in sequences)


def follows_too_many(stream: str, followed: Collection[str]) -> str:
    """Why a link cannot follow one more stream, beside those that it follows; empty where it can.

    Its own stream it can always follow.
    """
    if stream.startswith("link:") or len(followed) < TABLES_A_LINK:
        return ""
    others = sum(not each.startswith("link:") for each in followed)
    if others < TABLES_A_LINK:
        return ""
    return f"the link follows {others} tables and links already, as many as it can: open another link"


def setting_aside_problem(legs: LegSequence[Any] | None, change: LinkLegSetAside) -> str:
    """Why a leg is not set aside, and what is next; empty where it is.

    Two people must sign, and it must be what the table waits for: one that just was not sent yet would be
    taken for a repeat when it comes.
    """
    if legs is None:
        return f"no leg of {change.table} has come to this link: name a table that plays for it"
    return signing_problem(change.signed_by, change.reason) or legs.not_missing(change.leg, change.last_leg)
