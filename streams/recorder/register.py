"""The register of badges as a log has it, read on from where it was read to before.

Behind a gap nothing counts until two people have resumed the stream, and half a register is not one: who is
missing from it may have lost the badge. So nobody signs by it then, and facts are stamped with nothing.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from functools import reduce

from events.envelope import NO_PREV, Event, event_hash, read_header
from events.vocabulary.badges import REGISTER
from projections.recording.badges import Register, evolve
from streams.errors import BrokenChain, Halted
from streams.log import Head, Log
from streams.recorder.gaps import CountedStream


class RegisterReader:
    """Reads the register to its end, whenever it is asked; safe to call from several threads."""

    __slots__ = ("_behind", "_clock_s", "_halted", "_hash", "_lock", "_log", "_read_at_s", "_register")

    def __init__(self, log: Log, clock_s: Callable[[], float] = time.monotonic) -> None:
        self._log = log
        self._clock_s = clock_s
        self._lock = threading.Lock()
        self._read_at_s = float("-inf")
        self._start_again()

    def read(self) -> Register:
        """The register up to the last event that the log has of it now; `Halted` where it has a gap."""
        with self._lock:
            self._read_to_end()
            if self._halted is not None:
                raise Halted(str(self._halted))
            return self._register

    def read_or_unreadable(self) -> Register:
        """The same for rules: where there is a gap, a register that names it and knows nobody."""
        with self._lock:
            self._read_to_end()
            return self._register if self._halted is None else self._unreadable()

    def read_recent(self) -> Register:
        """The same, not asked for again at once where asking takes a round trip: what names who was at a
        table is judged by nobody on the spot, and a badge is known for longer than a moment."""
        with self._lock:
            if self._clock_s() - self._read_at_s >= self._log.look_again_s:
                self._read_to_end()
            return self._register if self._halted is None else self._unreadable()

    def written(self, stream: str) -> None:
        """This very recorder has written to a stream: where it is the register it is read on at once."""
        if stream == REGISTER:
            self._read_at_s = float("-inf")

    def read_to_resume(self, stream: str, from_seq: int) -> tuple[Register, ...]:
        """The registers that let two people resume a stream: each must.

        For the register's own stream these are the one before its gap and the one that goes on behind it, or
        nobody could resume it ever.
        """
        with self._lock:
            self._read_to_end()
            if self._halted is None:
                return (self._register,)
            if stream != REGISTER:
                return (self._unreadable(),)
            behind = (event for event in self._behind if event.seq >= from_seq)
            return self._register, reduce(evolve, behind, self._register)

    def _unreadable(self) -> Register:
        return Register(seq=self._register.seq, unreadable=str(self._halted))

    def _start_again(self) -> None:
        self._register = Register()
        self._hash = NO_PREV
        self._halted: Halted | None = None
        self._behind: list[Event] = []

    def _read_to_end(self) -> None:
        self._read_at_s = self._clock_s()
        head = self._log.head(REGISTER)
        if head is None:
            self._start_again()
        elif head.hash != self._hash:
            if head.seq <= self._register.seq or self._halted is not None:
                self._start_again()
            self._read_up_to(head)

    def _read_up_to(self, head: Head) -> None:
        try:
            records = self._log.read_stream(REGISTER, self._register.seq + 1, head.seq + 1)
            self._take(record.value for record in records)
        except BrokenChain:
            self._start_again()
            counted = CountedStream(self._log, REGISTER)
            self._take(counted.values())
            self._halted = counted.why_halted()
            self._behind = [judged.event for judged in counted.behind if judged.event is not None]
            if self._behind:
                self._hash = head.hash

    def _take(self, values: Iterable[bytes]) -> None:
        for value in values:
            self._register = evolve(self._register, read_header(value))
            self._hash = event_hash(value)
