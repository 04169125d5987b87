"""Looks again and again at what has changed, once for all who look at a page, and tells them.

A cell is a place on a page: its name, its text, its state, and what it rests on. What is said of one is said
at most four times a second. Nothing is computed while nobody looks.
"""

from __future__ import annotations

import asyncio
import json
import sys
import traceback
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Final, NamedTuple

from starlette.concurrency import run_in_threadpool

from events.errors import PitledgerError

LOOK_EVERY_S: Final = 0.25
HEARTBEAT_S: Final = 2.0


class Cell(NamedTuple):
    """What stands at a place now."""

    text: str
    state: str = ""
    rests_on: str = ""


Cells = Mapping[str, Cell]
Only = Callable[[str], bool]
"""Says of the name of a cell whether somebody is told of it."""


class Looker:
    """Finds out what stands where; None where nothing has changed since it was asked before."""

    def look(self) -> Cells | None:
        """The cells as they are now."""
        raise NotImplementedError


class Pulse:
    """The cells as they were at the last look, numbered, and the bytes that tell of the last change."""

    def __init__(self, looker: Looker, clock: Callable[[], float]) -> None:
        self._looker = looker
        self._clock = clock
        self._cells: dict[str, Cell] = {}
        self.number = 0
        self._last: Cells = {}
        self._change = b""
        self._changed = asyncio.Event()  # of the next change: each has its own, so nobody waits in line
        self._watching = 0
        self.trouble = ""

    @asynccontextmanager
    async def beating(self) -> AsyncIterator[None]:
        """Meanwhile it looks."""
        task = asyncio.create_task(self._beat())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _beat(self) -> None:
        while True:
            if self._watching:
                await self._look()
            await asyncio.sleep(LOOK_EVERY_S)

    async def _look(self) -> None:
        try:
            cells = await run_in_threadpool(self._looker.look)
            self.trouble = ""
        except PitledgerError as error:  # what was seen last stays, and the page says that it is old
            self.trouble = str(error)
            return
        except Exception as error:  # noqa: BLE001 - a defect here must not leave all pages silent
            traceback.print_exception(error, file=sys.stderr)
            self.trouble = "what has changed cannot be found out: see the output of `pitledger serve`"
            return
        if cells is None:
            return
        changed = {name: cell for name, cell in cells.items() if self._cells.get(name) != cell}
        if not changed:
            return
        self._cells.update(changed)
        self.number += 1
        self._last = changed
        self._change = encode(self.number, changed)
        self._changed.set()
        self._changed = asyncio.Event()

    @asynccontextmanager
    async def watched(self) -> AsyncIterator[None]:
        """Somebody looks."""
        self._watching += 1
        try:
            yield
        finally:
            self._watching -= 1

    def everything(self, only: Only | None = None) -> bytes:
        """All cells as they are, for who has just come, or has missed something."""
        return encode(self.number, _some(self._cells, only))

    async def next_after(self, number: int, only: Only | None = None) -> tuple[int, bytes]:
        """What has changed since a number, and the number then; a heartbeat where nothing has for a while."""
        if self.number == number:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), HEARTBEAT_S)
        if self.number == number:
            return number, b"event: beat\ndata: " + json.dumps(self.trouble).encode() + b"\n\n"
        if self.number > number + 1:
            return self.number, self.everything(only)
        return self.number, self._change if only is None else encode(self.number, _some(self._last, only))


def _some(cells: Cells, only: Only | None) -> Cells:
    return cells if only is None else {name: cell for name, cell in cells.items() if only(name)}


def encode(number: int, cells: Cells) -> bytes:
    """A message of a stream: `[cell, text, state, what it rests on]` of each."""
    rows = [[name, *cell] for name, cell in cells.items()]
    return b"id: %d\ndata: %s\n\n" % (number, json.dumps(rows, ensure_ascii=False).encode())
