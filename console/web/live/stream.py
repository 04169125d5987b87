"""The stream of changes that a page listens to, for as long as its session is open."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from console.web.answering import as_json, display_of, signed_in
from console.web.entry.sessions import Session
from console.web.live.floor_cells import cells_of_display
from console.web.live.pulse import Pulse
from console.web.site import Site

AT_MOST: Final = 1_000
"""Who listens at once; another one asks again and again instead."""

CHECK_EVERY_S: Final = 1.0
"""So long somebody may go on listening whose session has ended."""


class LiveStream:
    """Server-sent events, the same for everybody who may come in."""

    def __init__(self, site: Site, pulse: Pulse) -> None:
        self._site = site
        self._pulse = pulse
        self._listening = 0

    async def answer(self, request: Request) -> Response:
        """Begin with all that stands where, then what changes."""
        session = await run_in_threadpool(self._who_listens, request)
        if session is None:
            return as_json({"error": "sign in first, at /sign-in"}, 401)
        if self._listening >= AT_MOST:
            return as_json({"error": "too many pages listen: ask again later"}, 503)
        return StreamingResponse(self._changes(session), media_type="text/event-stream")

    def _who_listens(self, request: Request) -> Session | None:
        return signed_in(self._site, request) or display_of(self._site, request)

    async def _changes(self, session: Session) -> AsyncIterator[bytes]:
        self._listening += 1
        try:
            async with self._pulse.watched():
                number, only = self._pulse.number, cells_of_display(session)
                yield self._pulse.everything(only)
                checked_s = time.monotonic()
                while True:
                    number, message = await self._pulse.next_after(number, only)
                    if time.monotonic() - checked_s >= CHECK_EVERY_S:
                        checked_s = time.monotonic()
                        if not await run_in_threadpool(self._site.is_valid, session):
                            break
                    yield message
                yield b"event: over\ndata: \n\n"
        finally:
            self._listening -= 1
