"""`pitledger demo`: the simulated floor in a fresh embedded instance, live on a board, or played for scripts.

Live, the floor opened an hour ago by its own clock, which is tied to the wall from then on. For scripts it
plays so many rounds in virtual time, at full speed, and says where to look.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from console import floor_live
from console.board import Watching, line
from console.floor import add_floor_options
from console.instance import place
from console.meters import meters
from console.output import print_json, progress, say
from events.money import text
from events.topics import EVENTS
from floor.casino import Casino, House
from floor.houses import EmbeddedHouse
from floor.life import Stop
from floor.night import HOUR_US
from floor.plan import START_US, lay_out
from streams.clock import GamingDays, now_us
from streams.engines.embedded import LOG_FILE, Embedded
from streams.errors import LogError
from streams.recorder.recorder import Recorder

FACILITY: Final = "DEMO"
MARK: Final = "demo"
ROUNDS: Final = 200
TABLES: Final = 10
DRAWN_EVERY_S: Final = 0.5
LIVE: Final = Stop()
"""A table that never closes."""


def add_parser(subparsers: Any) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "demo",
        help="the simulated floor in a fresh embedded instance, live",
        description="A board in the terminal until Ctrl-C, plain lines where there is no terminal. With "
        "--rounds or --no-console: virtual time at full speed, then a report.",
    )
    add_floor_options(parser, tables=TABLES)
    parser.add_argument(
        "--rounds", type=int, metavar="N", help=f"play so many rounds in all, then report (default: {ROUNDS})"
    )
    parser.add_argument("--no-console", action="store_true", help="for scripts: play, answer and leave")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play, then say where to look."""
    data = place(args).data
    if args.tables < 1 or (args.rounds is not None and args.rounds < 1):
        raise LogError("--tables and --rounds take a number from 1 up")
    _make_fresh(data)
    started = time.monotonic()
    with Embedded(data) as embedded:
        (data / MARK).write_text("made by `pitledger demo`, which may replace this directory\n")
        live = args.rounds is None and not args.no_console and not args.json
        watching = _live(args, embedded) if live else _scripted(args, embedded)
        embedded.process()
        report = {
            "data": str(data),
            "rounds": watching.rounds,
            "events": embedded.log.end(EVENTS),
            "last_round": watching.last[-1].name if watching.last else "",
            "links": meters(embedded.store),
        }
    if args.json:
        print_json(report)
    else:
        _tell(report, args.tables, time.monotonic() - started)
    return 0


def _house(embedded: Embedded, days: GamingDays) -> House:
    return EmbeddedHouse(embedded, Recorder(embedded.log, FACILITY, day_of=days))


# --- for scripts ------------------------------------------------------------------------------------------


def _scripted(args: argparse.Namespace, embedded: Embedded) -> Watching:
    """So many rounds in all, shared out over the tables, at full speed."""
    days = GamingDays()
    watching = Watching(_house(embedded, days))
    plan = lay_out(args.seed, args.tables, args.games)
    rounds = ROUNDS if args.rounds is None else args.rounds
    each, more = divmod(rounds, args.tables)
    stops = [Stop(each + (number < more)) for number in range(args.tables)]
    casino = Casino(watching, plan.tables(START_US, days), plan.links, stops)
    with progress("demo", rounds, "rounds") as bar:
        shown = 0

        def meanwhile() -> None:
            nonlocal shown
            bar.advance(watching.rounds - shown, watching.rounds - shown)
            shown = watching.rounds

        floor_live.play(casino, floor_live.FULL, START_US, meanwhile)
    return watching


# --- live -------------------------------------------------------------------------------------------------


def _live(args: argparse.Namespace, embedded: Embedded) -> Watching:
    """Until Ctrl-C: everything that was recorded by then stays."""
    say("The floor opened an hour ago; playing that hour …")
    days, now = GamingDays(), now_us()
    plan = lay_out(args.seed, args.tables, args.games)
    start_us = now - HOUR_US
    terminal = sys.stdout.isatty()
    watching = Watching(_house(embedded, days))
    casino = Casino(watching, plan.tables(start_us, days), plan.links, LIVE)
    try:
        casino.advance(now)
        watching.tell = (lambda _round: None) if terminal else (lambda seen: print(line(seen), flush=True))
        with _drawing(casino, watching, embedded) if terminal else _plain(embedded) as draw:
            floor_live.play(casino, floor_live.REAL, now_us(), draw)
    except KeyboardInterrupt:
        pass
    return watching


@contextmanager
def _plain(embedded: Embedded) -> Iterator[Callable[[], None]]:
    """Where there is no terminal the rounds are told line by line."""
    yield _every(DRAWN_EVERY_S, embedded.process)


@contextmanager
def _drawing(casino: Casino, watching: Watching, embedded: Embedded) -> Iterator[Callable[[], None]]:
    """The board, on a screen of its own that goes when it ends."""
    from rich.live import Live  # noqa: PLC0415 - slow to import, and only for a terminal

    from console.board_view import board  # noqa: PLC0415

    with Live(screen=True, auto_refresh=False) as screen:

        def draw() -> None:
            embedded.process()
            height = screen.console.size.height
            drawn = board(casino, watching, meters(embedded.store), str(embedded.data), height)
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
            f"{data}: an instance is here already, and no demo's; name another directory with --data"
        )
    if (data / MARK).exists():
        shutil.rmtree(data)


def _tell(report: dict[str, Any], tables: int, seconds: float) -> None:
    rounds, events = report["rounds"], report["events"]
    on = "1 table" if tables == 1 else f"{tables} tables"
    print(f"{rounds:,} rounds on {on}: {events:,} events in {seconds:.1f} s.")
    for link in report["links"]:
        for meter in link["meters"]:
            amount, reserve = text(meter["amount_mc"]), text(meter["reserve_mc"])
            print(f"{link['link']} {meter['meter']} stands at {amount}, its reserve at {reserve}.")
    print("\nLook at it:")
    look = ("meters", f"round {report['last_round']}", "ledger trial", "check", "export-events | head")
    for command in look:
        print(f"  .venv/bin/pitledger --data {report['data']} {command}")
