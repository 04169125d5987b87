"""The register of badges as a log has it, read on from where it was read to before."""

from __future__ import annotations

import threading
from contextlib import suppress

from events.envelope import NO_PREV, event_hash, read_header
from events.vocabulary.badges import REGISTER
from projections.recording.badges import Register, evolve
from streams.errors import BrokenChain
from streams.log import Log


class RegisterReader:
    """Reads the register to its end, whenever it is asked; safe to call from several threads."""

    __slots__ = ("_hash", "_lock", "_log", "_register")

    def __init__(self, log: Log) -> None:
        self._log = log
        self._lock = threading.Lock()
        self._start_again()

    def read(self) -> Register:
        """The register up to the last event that the log has of it now."""
        head = self._log.head(REGISTER)
        with self._lock:
            if head is None:
                self._start_again()
            elif (head.seq, head.hash) != (self._register.seq, self._hash):
                if head.seq <= self._register.seq:
                    self._start_again()
                self._read_up_to(head.seq)
            return self._register

    def _start_again(self) -> None:
        self._register = Register()
        self._hash = NO_PREV

    def _read_up_to(self, seq: int) -> None:
        """Read on; what comes after a gap does not count, as in every stream."""
        with suppress(BrokenChain):
            for record in self._log.read_stream(REGISTER, self._register.seq + 1, seq + 1):
                self._register = evolve(self._register, read_header(record.value))
                self._hash = event_hash(record.value)
