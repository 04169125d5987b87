"""`pitledger export-events`: the events of the log as JSON lines, each as it is stored.

`pitledger import` into an empty instance gives the same bytes again. On Kafka, what partition order has ruled
out (forks, repeats, bytes that are no event) is left out and counted.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Final

from console.instance import open_log, place
from console.output import say
from events.envelope import Event, read_header
from events.errors import PitledgerError
from events.jsonform import to_json
from events.times import parse_time
from projections.routing.chain import Chains, Verdict
from streams.log import EVENTS, Log

_LEFT_OUT: Final = frozenset({Verdict.REPEAT, Verdict.FORK, Verdict.STALE, Verdict.MALFORMED})


class BadTime(PitledgerError):
    """A time on the command line that is none."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the `export-events` command."""
    parser = subparsers.add_parser(
        "export-events",
        help="the events of the log as JSON lines",
        description="Writes JSON lines to standard output; with --json, one JSON array of the same objects.",
    )
    parser.add_argument("--stream", metavar="STREAM", help="only this stream, e.g. table:HCF-01")
    parser.add_argument("--round", metavar="ROUND", help="only the events of this round")
    parser.add_argument("--from", dest="start", metavar="TIME", help="only what occurred then or later")
    parser.add_argument("--to", dest="stop", metavar="TIME", help="only what occurred before then")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the events that were asked for; 1 where bytes of the log were no event or lost a fork."""
    start = _time("--from", args.start)
    stop = _time("--to", args.stop)
    left_out: Counter[str] = Counter()
    with open_log(place(args)) as log:
        events = _of_stream(log, args.stream) if args.stream else _all(log, left_out)
        wanted = (
            event
            for event in events
            if (args.round is None or event.round == args.round)
            and (start is None or event.occurred_at_us >= start)
            and (stop is None or event.occurred_at_us < stop)
        )
        _write(wanted, as_array=args.json)
    for verdict, count in sorted(left_out.items()):
        say(f"pitledger export-events: left out {count} records that are {verdict} to their stream")
    return 1 if left_out else 0


def _write(events: Iterator[Event], *, as_array: bool) -> None:
    """JSON lines, or the same lines as the elements of one array."""
    encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
    before, between, after = ("[", ",\n", "]\n") if as_array else ("", "\n", "\n")
    write = sys.stdout.write
    write(before)
    first = True
    for event in events:
        if not first:
            write(between)
        first = False
        write(encode(to_json(event)))
    if as_array or not first:
        write(after)


def _of_stream(log: Log, stream: str) -> Iterator[Event]:
    return (read_header(record.value) for record in log.read_stream(stream, 1))


def _all(log: Log, left_out: Counter[str]) -> Iterator[Event]:
    for partition in range(log.partitions(EVENTS)):
        chains = Chains()
        for record in log.read(EVENTS, partition, 0):
            judged = chains.judge(record.offset, record.key, record.value)
            if judged.verdict not in _LEFT_OUT and judged.event is not None:
                yield judged.event
            elif judged.verdict is not Verdict.REPEAT:
                left_out[judged.verdict.value] += 1


def _time(option: str, text: str | None) -> int | None:
    if text is None:
        return None
    try:
        return parse_time(text)
    except ValueError as error:
        raise BadTime(f"{option}: {error}") from None
