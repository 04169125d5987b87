"""`pitledger export-events`: the events of the log as JSON lines, each as it is stored.

`pitledger import` into an empty instance gives the same bytes again. What the order of the log has ruled out
(forks, repeats, bytes that are not an event) is left out and counted.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Annotated, Any, Final

import msgspec

from console.calls.arguments import one
from console.calls.names import something, stream_named
from console.calls.options import NO_OPTIONS, GlobalOptions, Location
from console.calls.wrong_call import WrongCall
from console.instances.instance import bulk_source, open_log
from console.instances.read_model import open_read_model
from console.printing.output import ascii_only, print_message
from console.rounds.events import events_of_round
from console.wording.local_time import local_time
from console.wording.typed_time import OR_A_DAY, read_beginning, read_end
from events.envelope import Event, read_header
from events.jsonform import to_json
from projections.routing.chain import Chains, Verdict
from streams.log import EVENTS, Log
from streams.read_model.queries.rounds import RoundLocation, rounds_named
from streams.recorder.gaps import read_counted

_LEFT_OUT: Final = frozenset({Verdict.REPEAT, Verdict.FORK, Verdict.STALE, Verdict.MALFORMED})


def export_events(
    *,
    stream: Annotated[str | None, one(stream_named, "STREAM", "only this stream: table:HCF-01")] = None,
    round_: Annotated[
        str | None, one(something, "ROUND", "only the events of this round", name="--round")
    ] = None,
    start: Annotated[
        int | None,
        one(read_beginning, "WHEN", f"what occurred then or later: {OR_A_DAY}", name="--from"),
    ] = None,
    stop: Annotated[
        int | None,
        one(read_end, "WHEN", f"what occurred before then, or in it: {OR_A_DAY}", name="--to"),
    ] = None,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Write JSON lines to standard output; with --json, one JSON array of the same objects.

    Exit code 1: bytes of the log were not an event, could not be read, or lost a fork.

    Examples:
        pitledger export-events > events.jsonl
        pitledger export-events --stream table:HCF-01 --from '2025-06-15 11:00'
    """
    if start is not None and stop is not None and stop <= start:
        span = f"{local_time(start)} to {local_time(stop)}"
        raise WrongCall(f"--to: this is not after --from, so nothing can lie between ({span})")
    left_out: Counter[str] = Counter()
    unreadable: list[str] = []
    where = options.location()
    rounds = None if round_ is None else _rounds(where, round_, stream)
    with open_log(where) as log:
        events: Iterator[Event]
        if rounds is not None:
            events = (event for each in rounds for event in events_of_round(log, each).events)
        else:
            events = _of_stream(log, stream) if stream else _all(where, left_out)
        wanted = (
            event
            for event in events
            if (start is None or event.occurred_at_us >= start)
            and (stop is None or event.occurred_at_us < stop)
        )
        _write(_as_objects(wanted, unreadable), as_array=options.json)
    for place in unreadable:
        print_message(f"pitledger export-events: left out {place}: its body cannot be read")
    for verdict, count in sorted(left_out.items()):
        records = "1 record that is" if count == 1 else f"{count:,} records that are"
        print_message(
            f"pitledger export-events: left out {records} {verdict}: `pitledger check` says where that begins"
        )
    return 1 if left_out or unreadable else 0


def _rounds(where: Location, name: str, stream: str | None) -> list[RoundLocation]:
    """Where the rounds of that name are, by the index; what was tested or trained under it too."""
    with open_read_model(where) as store:
        named = rounds_named(store, name)
    found = [each for each in named if stream in (None, each.stream)]
    if not found:
        at = " and ".join(f"at {each.table}" for each in named)
        raise WrongCall(
            f"--round: no round {name} is recorded on {stream}, but {at}"
            if named
            else f"--round: no round {name} is recorded here; its table's events name every round"
        )
    return sorted(found, key=lambda each: (each.partition, each.first_offset))


def _as_objects(events: Iterator[Event], unreadable: list[str]) -> Iterator[dict[str, Any]]:
    """Events as JSON has them; one whose body was damaged by whoever wrote it is named in `unreadable`."""
    for event in events:
        try:
            yield to_json(event)
        except (msgspec.MsgspecError, ValueError):
            unreadable.append(f"{event.stream} seq {event.seq}")


def _write(objects: Iterator[dict[str, Any]], *, as_array: bool) -> None:
    """JSON lines, each whole whatever comes after it, or the same lines as the elements of one array."""
    encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=ascii_only()).encode
    write = sys.stdout.write
    if not as_array:
        for each in objects:
            write(f"{encode(each)}\n")
        return
    write("[")
    between = ""
    for each in objects:
        write(f"{between}{encode(each)}")
        between = ",\n"
    write("]\n")


def _of_stream(log: Log, stream: str) -> Iterator[Event]:
    """The events of a stream; of one that nobody has written nothing can be meant."""
    values = read_counted(log, stream)
    first = next(values, None)
    if first is None:
        raise WrongCall(f"--stream {stream}: nothing is recorded there; write it like table:HCF-01")
    return map(read_header, chain((first,), values))


def _all(where: Location, left_out: Counter[str]) -> Iterator[Event]:
    """Everything that counts, past what is damaged: who needs the rest needs it most then."""
    source = bulk_source(where, past_damage=True, topics=(EVENTS,))
    for partition in range(source.partitions(EVENTS)):
        chains = Chains()
        for record in source.records(EVENTS, partition, 0, source.end(EVENTS, partition)):
            judged = chains.judge(record.offset, record.key, record.value)
            if judged.verdict not in _LEFT_OUT and judged.event is not None:
                yield judged.event
            elif judged.verdict is not Verdict.REPEAT:
                left_out[judged.verdict.value] += 1
