"""Clerks for a process that records now and then for as long as it runs: one at a time, at any thread's call.

An embedded log has one writer. Where nobody of this process has it open it is opened for each act, and let
go; beside a floor that plays into it, what is open is shared, recorder and all.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from typing import Final, Protocol

from console.calls.options import Location
from console.instances.instance import Open, open_for_recording
from console.recording import on_record
from console.recording.clerk import Clerk, load_validation
from console.recording.signing import WAIT_S
from projections.recording.completing import DayOf
from streams.engines.embedded import Embedded
from streams.errors import BeingWritten
from streams.recorder.recorder import Recorder
from streams.vault.file import VAULT_FILE
from streams.vault.vault import Vault

_PATIENCE_S: Final = 5.0
"""A command that records at the same moment is done by then."""
_PAUSE_S: Final = 0.05


class Clerks(Protocol):
    """Where a process that serves people finds its clerk."""

    turn: AbstractContextManager[bool]
    """Held by whoever works on the log in this process."""

    def clerk(self) -> AbstractContextManager[Clerk]:
        """A clerk, in its turn."""


@contextmanager
def in_turn(turn: AbstractContextManager[bool]) -> Iterator[None]:
    """An act of its own: what it has put on record is not said of the next one."""
    with turn:
        on_record.begin_call()
        try:
            yield
        finally:
            on_record.begin_call()


class OwnClerks:
    """Opens the instance for each act, which other processes may be writing in between."""

    def __init__(self, where: Location, day_of: DayOf) -> None:
        load_validation()
        self.turn: AbstractContextManager[bool] = threading.RLock()
        self._where = where
        self._day_of = day_of

    @contextmanager
    def clerk(self) -> Iterator[Clerk]:
        """A clerk, once no other process of ours is writing."""
        wait_s = 0.0 if self._where.kafka is None else WAIT_S
        with in_turn(self.turn), ExitStack() as opened:
            yield Clerk(self._opened(opened), None, self._day_of, wait_s)

    def _opened(self, opened: ExitStack) -> Open:
        give_up = time.monotonic() + _PATIENCE_S
        while True:
            try:
                return opened.enter_context(open_for_recording(self._where))
            except BeingWritten:
                if time.monotonic() > give_up:
                    raise
                time.sleep(_PAUSE_S)


class SharedClerks:
    """Records into an instance that this process has open, through the recorder that others use."""

    def __init__(self, embedded: Embedded, recorder: Recorder, day_of: DayOf) -> None:
        load_validation()
        self.turn: AbstractContextManager[bool] = threading.RLock()
        self._recorder = recorder
        self._day_of = day_of
        catch_up = partial(embedded.catch_up, examine_many=False)
        vault = Vault(embedded.data / VAULT_FILE)
        self._open = Open(embedded.log, vault, embedded.process, catch_up, is_embedded=True)

    @contextmanager
    def clerk(self) -> Iterator[Clerk]:
        """A clerk, while whoever else records in this process waits."""
        with in_turn(self.turn):
            yield Clerk(self._open, None, self._day_of, 0.0, self._recorder)
