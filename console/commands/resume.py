"""`pitledger resume STREAM`: lets a halted stream go on after a gap, signed by two people.

The event is put at the head of the halted stream itself. It names the first event after the gap that counts
again; what was lost before it stays lost, and every link is informed.
"""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from console.arguments import many, number
from console.clerk import open_clerk
from console.options import NO_OPTIONS, GlobalOptions
from console.output import print_json, print_message
from console.wrong_call import WrongCall
from events.envelope import Event
from events.errors import PitledgerError
from events.topics import EVENTS
from events.vocabulary.desk import StreamResumed
from projections.recording.badges import authorising_problem
from projections.records import Record
from projections.routing.chain import Chains, Judged, Verdict
from projections.signatures import two_people_problem
from streams.log import Log


class NotHalted(PitledgerError):
    """The stream runs, or does not exist: there is nothing to resume."""


def resume(
    stream: Annotated[str, Parameter(help="the stream, e.g. table:HCF-01")],
    /,
    *,
    by: Annotated[tuple[str, ...], many(str, "BADGE", "who signs; given twice, with two badges")],
    reason: Annotated[str, Parameter(metavar="TEXT", help="what happened to the events that are missing")],
    from_seq: Annotated[
        int | None,
        number("the first event that counts again; the first after the gap if absent", "SEQ"),
    ] = None,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Let a halted stream go on after a gap, signed by two people.

    Examples:
        pitledger resume table:HCF-01 --by M-4 --by S-2 --reason "recorder lost power; the paper log is filed"
    """
    if two_people_problem(by):
        raise WrongCall("two different badges must sign: give --by twice")
    with open_clerk(options) as clerk:
        register = clerk.recorder.register()
        problem = authorising_problem(register, by)
        if problem:
            print_message(f"pitledger resume: refused: {problem}")
            return 1
        first, last = _after_the_gap(clerk.log, stream, from_seq)
        assert first.event is not None
        body = StreamResumed(
            stream=stream,
            from_seq=first.event.seq,
            from_hash=first.hash.hex(),
            authorised_by=by,
            reason=reason,
            stamps=register.stamps(by),
        )
        seq = clerk.record_at_head(body, last, by[0])
        clerk.process()
    if options.json:
        print_json({"stream": stream, "from_seq": first.event.seq, "recorded_seq": seq})
    else:
        print(f"{stream} goes on from seq {first.event.seq}; recorded as seq {seq}.")
    return 0


def _after_the_gap(log: Log, stream: str, from_seq: int | None) -> tuple[Judged, Event]:
    """The event of a halted stream that is to count first, and the stream's last.

    The first is the one asked for, or else the first after the gap.
    """
    halted: list[Judged] = []
    last: Event | None = None
    for partition in range(log.partitions(EVENTS)):
        chains = Chains()
        for record in log.read(EVENTS, partition, 0):
            if record.key != stream:
                continue
            judged = chains.judge(record.offset, record.key, record.value)
            if judged.event is not None and (last is None or judged.event.seq > last.seq):
                last = judged.event
            if judged.replay_from is not None:
                halted = _replayed(log, chains, record, judged.replay_from)
            elif judged.verdict in (Verdict.GAP, Verdict.HALTED):
                halted.append(judged)
    if not halted or last is None:
        raise NotHalted(f"{stream} is not halted: there is nothing to resume.")
    for judged in halted:
        if judged.event is not None and from_seq in (None, judged.event.seq):
            return judged, last
    raise NotHalted(f"{stream} has no event with seq {from_seq} after its gap.")


def _replayed(log: Log, chains: Chains, resumption: Record, start: int) -> list[Judged]:
    """What is still halted after an earlier resumption."""
    again = (
        chains.replay(record.offset, record.key, record.value)
        for record in log.read(EVENTS, resumption.partition, start, resumption.offset + 1)
        if record.key == resumption.key
    )
    return [after for after in again if after.verdict in (Verdict.GAP, Verdict.HALTED)]
