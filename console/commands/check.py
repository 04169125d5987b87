"""`pitledger check`: every invariant of the log and the read model; exit code 1 if one does not hold."""

from __future__ import annotations

from console.instance import bulk_source, open_read_model
from console.options import NO_OPTIONS, GlobalOptions
from console.output import print_json, print_message, progress, reached
from events.topics import EVENTS
from projections.checking.problems import Problem
from streams.read_model.check import find_problems
from streams.read_model.rebuild import all_of


def check(*, options: GlobalOptions = NO_OPTIONS) -> int:
    """Read everything once and name what does not hold. It changes nothing.

    Exit code 1: something does not hold.

    Examples:
        pitledger check
        pitledger --data var/pitledger check --json
    """
    where = options.location()
    source = bulk_source(where)
    events = sum(source.end(EVENTS, partition) for partition in range(source.partitions(EVENTS)))
    length = sum(all_of(source).values())
    with progress("check", length, "records") as bar, open_read_model(where) as store:
        problems = list(find_problems(source, store, reached(bar)))
    if options.json:
        print_json({"events": events, "problems": [problem._asdict() for problem in problems]})
    else:
        _show(events, problems)
    return 1 if problems else 0


def _show(events: int, problems: list[Problem]) -> None:
    for problem in problems:
        print(f"{problem.check:<12} {problem.place}: {problem.detail}")
    print_message(f"{events:,} events checked, {len(problems)} problem{'s' * (len(problems) != 1)}.")
