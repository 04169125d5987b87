"""`pitledger check`: every invariant of the log and the read model; exit code 1 if one does not hold."""

from __future__ import annotations

import argparse
from typing import Any

from console.instance import place
from console.output import print_json, progress, say
from console.reading import bulk_source, open_read_model
from events.topics import EVENTS
from projections.checking.agreement import Problem
from streams.read_model.check import check_log, check_read_model


def add_parser(subparsers: Any) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("check", help="every invariant of the log and the read models")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read everything once and say what does not hold."""
    where = place(args)
    source = bulk_source(where)
    events = sum(source.end(EVENTS, partition) for partition in range(source.partitions(EVENTS)))
    with progress("check", 2 * events, "steps") as bar:
        done: dict[str, int] = {}

        def advance(what: str, reached: int) -> None:
            step = max(reached - done.get(what, 0), 0)
            done[what] = reached
            bar.advance(step, step)

        problems = list(check_log(source, advance))
        with open_read_model(where) as store:
            problems += check_read_model(source, store, advance)
    if args.json:
        print_json({"events": events, "problems": [problem._asdict() for problem in problems]})
    else:
        _show(events, problems)
    return 1 if problems else 0


def _show(events: int, problems: list[Problem]) -> None:
    for problem in problems:
        print(f"{problem.check:<12} {problem.place}: {problem.detail}")
    say(f"{events:,} events checked, {len(problems)} problem{'s' * (len(problems) != 1)}.")
