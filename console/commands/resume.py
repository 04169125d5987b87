"""`pitledger resume STREAM`: lets a halted stream go on after a gap, signed by two people.

The event is put at the head of the halted stream itself. It names the first event after the gap that counts
again; what was lost before it stays lost, and every link is informed.
"""

from __future__ import annotations

from typing import Annotated

from console.calls.arguments import many, number, one
from console.calls.names import person, stream_named, words
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.calls.wrong_call import WrongCall
from console.instances.instance import require_instance
from console.printing.output import print_json, print_message
from console.recording.clerk import open_clerk, refused_because
from events.envelope import Event
from events.errors import PitledgerError
from events.vocabulary.desk import StreamResumed
from projections.routing.chain import Judged
from projections.signatures import two_people_problem
from streams.log import Log
from streams.recorder.gaps import CountedStream


class NotHalted(PitledgerError):
    """The stream runs, or does not exist: there is nothing to resume."""


def resume(
    stream: Annotated[str, one(stream_named, "STREAM", "the stream, e.g. table:HCF-01")],
    /,
    *,
    by: Annotated[tuple[str, ...], many(person, "BADGE", "who signs; given twice, with two badges")],
    reason: Annotated[str, one(words, "TEXT", "what happened to the events that are missing")],
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
    require_instance(options.location())
    with open_clerk(options) as clerk:
        first, last = _after_the_gap(clerk.log, stream, from_seq)
        assert first.event is not None
        body = StreamResumed(
            stream=stream,
            from_seq=first.event.seq,
            from_hash=first.hash.hex(),
            authorised_by=by,
            reason=reason,
        )
        recorded = clerk.resume(body, last)
        clerk.process()
    refused = refused_because(recorded.event) if recorded.refused else None
    if refused is not None:
        if options.json:
            print_json({"stream": stream, "recorded_seq": recorded.seq, "refused": refused})
        else:
            print(f"{stream} seq {recorded.seq}: {recorded.event.type}")
        print_message(f"pitledger resume: refused: {refused}")
        return 1
    if options.json:
        print_json({"stream": stream, "from_seq": first.event.seq, "recorded_seq": recorded.seq})
    else:
        print(f"{stream} goes on from seq {first.event.seq}; recorded as seq {recorded.seq}.")
    return 0


def _after_the_gap(log: Log, stream: str, from_seq: int | None) -> tuple[Judged, Event]:
    """The event of a halted stream that is to count first, and the stream's last.

    The first is the one asked for, or else the first after the gap.
    """
    counted = CountedStream(log, stream)
    for _ in counted.values():
        pass
    if counted.last is None and not counted.behind:
        raise NotHalted(f"{stream}: nothing is recorded there. `pitledger check` names every halted stream.")
    if not counted.behind or counted.last is None:
        raise NotHalted(f"{stream} is not halted: there is nothing to resume.")
    for judged in counted.behind:
        if judged.event is not None and from_seq in (None, judged.event.seq):
            return judged, counted.last
    raise NotHalted(f"{stream} has no event with seq {from_seq} after its gap.")
