"""The demo plays its floor: live until Ctrl-C, on the board or line by line, or some rounds at full speed."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Final

from console.board.watching import Watching, line
from console.commands.floor import pace
from console.printing.output import print_message, progress, reached
from console.printing.standard_streams import stream_behind
from floor.casino import Casino
from floor.guests import Guests
from floor.life import Stop
from floor.night import HOUR_US
from floor.plan import START_US, FloorPlan
from streams.clock import GamingDays, now_us
from streams.engines.embedded import Embedded
from streams.read_model.queries.meters import link_meters

DRAWN_EVERY_S: Final = 0.5
NEVER: Final = Stop()
"""When a table closes."""


def play_rounds(plan: FloorPlan, watching: Watching, days: GamingDays, rounds: int, guests: Guests) -> None:
    """So many rounds in all, shared out over the tables, at full speed."""
    tables = plan.tables(START_US, days)
    each, more = divmod(rounds, len(tables))
    stops = [Stop(each + (number < more)) for number in range(len(tables))]
    casino = Casino(watching, tables, plan.links, stops, registered=True, guests=guests)
    with progress("demo", rounds, "rounds") as bar:
        advance = reached(bar)
        pace.play(casino, pace.FULL, START_US, lambda: advance(watching.rounds, rounds))


def play_live(
    plan: FloorPlan, watching: Watching, days: GamingDays, embedded: Embedded, guests: Guests
) -> None:
    """Until Ctrl-C: everything that was recorded by then stays."""
    print_message("The floor opened an hour ago; playing that hour …")
    now = now_us()
    terminal = sys.stdout.isatty()
    tables = plan.tables(now - HOUR_US, days)
    casino = Casino(watching, tables, plan.links, NEVER, registered=True, guests=guests)
    try:
        casino.advance(now)
        watching.on_round = (
            (lambda _round: None) if terminal else (lambda seen: print(line(seen), flush=True))
        )
        with _drawing(casino, watching, embedded) if terminal else _plain(embedded) as draw:
            pace.play(casino, pace.REAL, now_us(), draw)
    except KeyboardInterrupt:
        pass


def play_on(casino: Casino, embedded: Embedded, turn: AbstractContextManager[bool]) -> None:
    """From now on by the wall clock, with nothing drawn, until Ctrl-C.

    Whoever else records in this process does so while nobody plays: each takes the `turn`.
    """

    def process() -> None:
        with turn:
            embedded.process()

    with suppress(KeyboardInterrupt):
        pace.play(_InTurn(casino, turn), pace.REAL, now_us(), _every(DRAWN_EVERY_S, process))


class _InTurn:
    """A casino that plays only in its turn."""

    def __init__(self, casino: Casino, turn: AbstractContextManager[bool]) -> None:
        self._casino = casino
        self._turn = turn

    @property
    def playing(self) -> bool:
        """Whether any table is still open."""
        return self._casino.playing

    def advance(self, until_us: int) -> None:
        """Play up to a moment."""
        with self._turn:
            self._casino.advance(until_us)


@contextmanager
def _plain(embedded: Embedded) -> Iterator[Callable[[], None]]:
    """Where there is no terminal the rounds are printed line by line."""
    yield _every(DRAWN_EVERY_S, embedded.process)


@contextmanager
def _drawing(casino: Casino, watching: Watching, embedded: Embedded) -> Iterator[Callable[[], None]]:
    """The board, on a screen of its own that goes when it ends."""
    from rich.console import Console  # noqa: PLC0415 - slow to import, and only for a terminal
    from rich.live import Live  # noqa: PLC0415 - slow to import, and only for a terminal

    from console.board.drawing import board  # noqa: PLC0415

    with Live(console=Console(file=stream_behind(sys.stdout)), screen=True, auto_refresh=False) as screen:

        def draw() -> None:
            embedded.process()
            drawn = board(casino, watching, link_meters(embedded.store), *screen.console.size)
            screen.update(drawn, refresh=True)

        yield _every(DRAWN_EVERY_S, draw)


def _every(seconds: float, act: Callable[[], None]) -> Callable[[], None]:
    """Does it, but not more often than that."""
    due = 0.0

    def now_and_then() -> None:
        nonlocal due
        if time.monotonic() >= due:
            act()
            due = time.monotonic() + seconds

    return now_and_then
