"""Records that a halted stream is resumed, or the refusal, at the head of that very stream.

A recorder cannot: the chain is broken there, so the rest of the stream's rules do not find their way. Those
about resumptions need none of it.
"""

from __future__ import annotations

from events.body import read_body
from events.envelope import Event
from events.jsonform import Draft
from events.vocabulary.desk import StreamResumed
from projections.recording.completing import DayOf, StreamEnd, complete
from projections.recording.stream_rules import decide_resumption
from streams.clock import Clock, now_us
from streams.log import Log, seal
from streams.recorder.recorder import Recorded
from streams.recorder.register import RegisterReader


def record_resumption(
    log: Log, resumption: Draft, last: Event, day_of: DayOf, clock: Clock = now_us
) -> Recorded:
    """Record the draft of a resumption behind `last`, the event that is the stream's head now."""
    head = log.head(resumption.stream)
    assert head is not None, "a stream with an event has a head"
    body = read_body(resumption)
    assert isinstance(body, StreamResumed)
    registers = RegisterReader(log).read_to_resume(resumption.stream, body.from_seq)
    decided = decide_resumption(resumption, *registers)
    end = StreamEnd.after(last._replace(seq=head.seq), head.hash)
    event = complete(decided, end, last.facility, clock(), day_of)
    log.append([seal(event)])
    return Recorded(event.seq, event, existed=False, refused=decided.type != resumption.type)
