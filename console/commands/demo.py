"""`pitledger demo`: the simulated floor in a fresh embedded instance, live on a board, or played for scripts.

Live, the floor opened an hour ago by its own clock, which is tied to the wall from then on. For scripts it
plays so many rounds in virtual time, at full speed, and then shows where to look.
"""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import Parameter

from console.arguments import number
from console.board.watching import Watching, line
from console.clerk import new_recorder
from console.commands.floor import pace
from console.commands.floor.shape import TEN_TABLES, FloorShape
from console.commands.meters import link_json
from console.instance import open_embedded
from console.options import NO_OPTIONS, GlobalOptions
from console.output import print_json, print_message, progress
from console.wrong_call import WrongCall
from events.money import text
from events.topics import EVENTS
from floor.casino import Casino, House
from floor.houses.instances import EmbeddedHouse
from floor.life import Stop
from floor.night import HOUR_US
from floor.plan import START_US, lay_out
from streams.clock import GamingDays, now_us
from streams.engines.embedded import LOG_FILE, Embedded
from streams.errors import LogError
from streams.read_model.queries.meters import link_meters

FACILITY: Final = "DEMO"
MARK: Final = "demo"
ROUNDS: Final = 200
DRAWN_EVERY_S: Final = 0.5
LIVE: Final = Stop()
"""A table that never closes."""


def demo(
    *,
    shape: FloorShape = TEN_TABLES,
    rounds: Annotated[
        int | None,
        number(f"play so many rounds in all, then report (default: {ROUNDS})"),
    ] = None,
    no_console: Annotated[
        bool, Parameter(name="--no-console", help="for scripts: play, answer and leave")
    ] = False,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """The simulated floor in a fresh embedded instance, live.

    A board in the terminal until Ctrl-C, plain lines where there is no terminal. With --rounds,
    --no-console or --json it plays in virtual time at full speed, then reports.

    Examples:
        pitledger demo
        pitledger demo --rounds 200 --seed 7 --no-console
    """
    if shape.tables < 1 or (rounds is not None and rounds < 1):
        raise WrongCall("--tables and --rounds take a number from 1 up")
    data, days = options.location().data, options.gaming_days()
    _make_fresh(data)
    started = time.monotonic()
    with open_embedded(data) as embedded:
        (data / MARK).write_text("made by `pitledger demo`, which may replace this directory\n")
        live = rounds is None and not no_console and not options.json
        if live:
            watching = _live(shape, days, embedded)
        else:
            watching = _scripted(shape, ROUNDS if rounds is None else rounds, days, embedded)
        embedded.process()
        report = {
            "data": str(data),
            "rounds": watching.rounds,
            "events": embedded.log.end(EVENTS),
            "last_round": watching.last[-1].name if watching.last else "",
            "links": [link_json(link) for link in link_meters(embedded.store)],
        }
    if options.json:
        print_json(report)
    else:
        _show(report, shape.tables, time.monotonic() - started)
    return 0


def _house(embedded: Embedded, days: GamingDays) -> House:
    return EmbeddedHouse(embedded, new_recorder(embedded.log, FACILITY, days))


# --- for scripts ------------------------------------------------------------------------------------------


def _scripted(shape: FloorShape, rounds: int, days: GamingDays, embedded: Embedded) -> Watching:
    """So many rounds in all, shared out over the tables, at full speed."""
    watching = Watching(_house(embedded, days))
    plan = lay_out(shape.seed, shape.tables, shape.game)
    each, more = divmod(rounds, shape.tables)
    stops = [Stop(each + (number < more)) for number in range(shape.tables)]
    casino = Casino(watching, plan.tables(START_US, days), plan.links, stops)
    with progress("demo", rounds, "rounds") as bar:
        shown = 0

        def meanwhile() -> None:
            nonlocal shown
            bar.advance(watching.rounds - shown, watching.rounds - shown)
            shown = watching.rounds

        pace.play(casino, pace.FULL, START_US, meanwhile)
    return watching


# --- live -------------------------------------------------------------------------------------------------


def _live(shape: FloorShape, days: GamingDays, embedded: Embedded) -> Watching:
    """Until Ctrl-C: everything that was recorded by then stays."""
    print_message("The floor opened an hour ago; playing that hour …")
    now = now_us()
    plan = lay_out(shape.seed, shape.tables, shape.game)
    start_us = now - HOUR_US
    terminal = sys.stdout.isatty()
    watching = Watching(_house(embedded, days))
    casino = Casino(watching, plan.tables(start_us, days), plan.links, LIVE)
    try:
        casino.advance(now)
        watching.on_round = (
            (lambda _round: None) if terminal else (lambda seen: print(line(seen), flush=True))
        )
        with _drawing(casino, watching, embedded) if terminal else _plain(embedded) as draw:
            pace.play(casino, pace.REAL, now_us(), draw)
    except KeyboardInterrupt:
        pass
    return watching


@contextmanager
def _plain(embedded: Embedded) -> Iterator[Callable[[], None]]:
    """Where there is no terminal the rounds are printed line by line."""
    yield _every(DRAWN_EVERY_S, embedded.process)


@contextmanager
def _drawing(casino: Casino, watching: Watching, embedded: Embedded) -> Iterator[Callable[[], None]]:
    """The board, on a screen of its own that goes when it ends."""
    from rich.live import Live  # noqa: PLC0415 - slow to import, and only for a terminal

    from console.board.drawing import board  # noqa: PLC0415

    with Live(screen=True, auto_refresh=False) as screen:

        def draw() -> None:
            embedded.process()
            height = screen.console.size.height
            drawn = board(casino, watching, link_meters(embedded.store), str(embedded.data), height)
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


# --- before and after -------------------------------------------------------------------------------------


def _make_fresh(data: Path) -> None:
    """Replace an earlier demo; never anything else."""
    if (data / LOG_FILE).exists() and not (data / MARK).exists():
        raise LogError(
            f"{data}: an instance is here already, and it is not a demo's; name another directory with --data"
        )
    if (data / MARK).exists():
        shutil.rmtree(data)


def _show(report: dict[str, Any], tables: int, seconds: float) -> None:
    rounds, events = report["rounds"], report["events"]
    on = "1 table" if tables == 1 else f"{tables} tables"
    print(f"{rounds:,} rounds on {on}: {events:,} events in {seconds:.1f} s.")
    for link in report["links"]:
        for meter in link["meters"]:
            amount, reserve = text(meter["amount_mc"]), text(meter["reserve_mc"])
            print(f"{link['link']} {meter['meter']} is at {amount}, its reserve at {reserve}.")
    print("\nLook at it:")
    look = ("meters", f"round {report['last_round']}", "ledger trial", "check", "export-events | head")
    for command in look:
        print(f"  .venv/bin/pitledger --data {report['data']} {command}")
