"""`pitledger resume STREAM`: let a halted stream go on after a gap, on the word of two people.

The event stands at the head of the halted stream itself. It names the first event after the gap that counts
again; what was lost before it stays lost, and every link is told so.
"""

from __future__ import annotations

import argparse
from typing import Any

from console.instance import open_for_recording, place
from console.output import print_json, say
from events.body import checked
from events.envelope import Event
from events.errors import PitledgerError
from events.topics import EVENTS
from events.vocabulary.desk import StreamResumed
from projections.records import Record
from projections.routing.chain import Chains, Judged, Verdict
from streams.clock import GamingDays, now_us
from streams.log import Log, Sealed, seal


class NotHalted(PitledgerError):
    """The stream runs, or nobody knows it: there is nothing to resume."""


def add_parser(subparsers: Any) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("resume", help="let a halted stream go on, on the word of two people")
    parser.add_argument("stream", help="the stream, e.g. table:HCF-01")
    parser.add_argument("--by", action="append", required=True, metavar="BADGE", help="who signs; twice")
    parser.add_argument("--reason", required=True, help="what happened to the events that are missing")
    parser.add_argument("--from-seq", type=int, metavar="SEQ", help="the first event that counts again")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Find the gap, record the resumption, process it."""
    if len(set(args.by)) < 2:
        say("pitledger resume: two different badges must sign: give --by twice.")
        return 2
    with open_for_recording(place(args)) as opened:
        first = _after_the_gap(opened.log, args.stream, args.from_seq)
        sealed = _resumption(opened.log, first, args)
        opened.log.append([sealed])
        opened.process()
    assert first.event is not None
    report = {"stream": args.stream, "from_seq": first.event.seq, "recorded_seq": sealed.seq}
    if args.json:
        print_json(report)
    else:
        print(f"{args.stream} goes on from seq {report['from_seq']}; recorded as seq {sealed.seq}.")
    return 0


def _after_the_gap(log: Log, stream: str, from_seq: int | None) -> Judged:
    """The event of a halted stream that is to count first: the one asked for, or the first after the gap."""
    halted: list[Judged] = []
    for partition in range(log.partitions(EVENTS)):
        chains = Chains()
        for record in log.read(EVENTS, partition, 0):
            if record.key != stream:
                continue
            judged = chains.judge(record.offset, record.key, record.value)
            if judged.replay_from is not None:
                halted = _replayed(log, chains, record, judged.replay_from)
            elif judged.verdict in (Verdict.GAP, Verdict.HALTED):
                halted.append(judged)
    if not halted:
        raise NotHalted(f"{stream} is not halted: there is nothing to resume.")
    for judged in halted:
        if judged.event is not None and from_seq in (None, judged.event.seq):
            return judged
    raise NotHalted(f"{stream} has no event with seq {from_seq} after its gap.")


def _replayed(log: Log, chains: Chains, resumption: Record, start: int) -> list[Judged]:
    """What still stands still after an earlier resumption."""
    again = (
        chains.replay(record.offset, record.key, record.value)
        for record in log.read(EVENTS, resumption.partition, start, resumption.offset + 1)
        if record.key == resumption.key
    )
    return [after for after in again if after.verdict in (Verdict.GAP, Verdict.HALTED)]


def _resumption(log: Log, first: Judged, args: argparse.Namespace) -> Sealed:
    """The event, at the head of the stream as the log has it."""
    event = first.event
    head = log.head(args.stream)
    assert event is not None
    assert head is not None
    body = checked(
        StreamResumed(
            stream=args.stream,
            from_seq=event.seq,
            from_hash=first.hash.hex(),
            authorised_by=tuple(args.by),
            reason=args.reason,
        )
    )
    now = now_us()
    return seal(
        Event(
            facility=event.facility,
            stream=args.stream,
            seq=head.seq + 1,
            prev=head.hash,
            type=body.TYPE,
            schema=body.SCHEMA,
            occurred_at_us=now,
            recorded_at_us=now,
            gaming_day=GamingDays()(now),
            round=None,
            actor=args.by[0],
            source_id=f"{args.stream}#{head.seq + 1}",
            mode=event.mode,
            body=body.to_bytes(),
        )
    )
