"""`pitledger demo`: a table is played into a fresh embedded instance, and can be looked at."""

from __future__ import annotations

import argparse
import shutil
import time
from pathlib import Path
from typing import Any, Final

from console.demo_table import LINK, TABLE, DemoTable
from console.instance import place
from console.meters import meters
from console.output import print_json, progress
from events.money import text
from streams.embedded import LOG_FILE, Embedded
from streams.errors import LogError
from streams.recorder import Recorder

START_US: Final = 1_750_000_000_000_000
"""With a seed the clock is the demo's own, so that the same seed gives the same bytes."""
MARK: Final = "demo"


def add_parser(subparsers: Any) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("demo", help="a table is played into a fresh embedded instance")
    parser.add_argument("--rounds", type=int, default=200, metavar="N", help="how many rounds (default: 200)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="same seed, same bytes (default: 1)")
    parser.add_argument("--no-console", action="store_true", help="for scripts: play, answer and leave")
    parser.set_defaults(run=run)


class DemoClock:
    """Moves on a little with every fact."""

    def __init__(self) -> None:
        self.now_us = START_US

    def __call__(self) -> int:
        self.now_us += 400_000
        return self.now_us


def run(args: argparse.Namespace) -> int:
    """Play, then say where to look."""
    data = place(args).data
    _make_fresh(data)
    started = time.monotonic()
    with Embedded(data) as embedded:
        (data / MARK).write_text("made by `pitledger demo`, which may replace this directory\n")
        clock = DemoClock()
        table = DemoTable(
            Recorder(embedded.log, "DEMO", clock), args.seed, clock, lambda seq: _locked(embedded, seq)
        )
        table.open()
        last = ""
        with progress("demo", args.rounds, "rounds") as bar:
            for _ in range(args.rounds):
                last = table.play()
                embedded.process()
                bar.advance(1, 1)
        links = meters(embedded.store)
        events = embedded.log.end("events", 0)
    report = {"data": str(data), "rounds": args.rounds, "events": events, "last_round": last, "links": links}
    if args.json:
        print_json(report)
    else:
        _tell(report, time.monotonic() - started)
    return 0


def _locked(embedded: Embedded, claim_seq: int) -> int:
    """What the link locked for a claim: the table waits for it."""
    embedded.process()
    query = 'SELECT amount_mc FROM awards WHERE link = ? AND "table" = ? AND claim_seq = ?'
    (row,) = embedded.store.rows(query, (LINK, TABLE, claim_seq))
    return int(row["amount_mc"])


def _make_fresh(data: Path) -> None:
    """Replace an earlier demo; never anything else."""
    if (data / LOG_FILE).exists() and not (data / MARK).exists():
        raise LogError(
            f"{data}: an instance is here already, and no demo's; name another directory with --data"
        )
    if (data / MARK).exists():
        shutil.rmtree(data)


def _tell(report: dict[str, Any], seconds: float) -> None:
    rounds, events = report["rounds"], report["events"]
    print(f"{rounds} rounds of High Card Flush at {TABLE}: {events:,} events in {seconds:.1f} s.")
    for link in report["links"]:
        for meter in link["meters"]:
            amount, reserve = text(meter["amount_mc"]), text(meter["reserve_mc"])
            print(f"The {link['link']} meter stands at {amount}, its reserve at {reserve}.")
    print("\nLook at it:")
    for command in ("meters", f"round {report['last_round']}", "check", "export-events | head"):
        print(f"  .venv/bin/pitledger --data {report['data']} {command}")
