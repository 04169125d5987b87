"""Whether an event continues its stream: one rule for every log, with the texts of its refusals.

Pure. A log finds its heads in its own way and stores in its own way; what it accepts is decided here.
"""

from __future__ import annotations

from collections.abc import Callable

from streams.errors import Conflict
from streams.log import NO_GAPS, Gaps, Head, Sealed


def continues(
    event: Sealed, head: Head, stored_hash: Callable[[Sealed], bytes], gaps: Gaps = NO_GAPS
) -> bool:
    """Whether the event is its stream's next; False for a repeat of what is stored; raises `Conflict` if not.

    An event in `gaps` goes on behind a gap.
    `stored_hash` is asked only for a number that the stream has already reached: the hash of what is there.
    """
    if event.seq == head.seq + 1:
        if event.prev == head.hash:
            return True
        problem, ours, theirs = "its prev is not the hash of the event before it", event.prev, head.hash
    elif event.seq > head.seq + 1:
        if (event.stream, event.seq) in gaps:
            return True
        problem, ours, theirs = f"a gap, the stream ends at seq {head.seq}", event.hash, head.hash
    elif event.seq < 1:
        problem, ours, theirs = "numbers start at 1", event.hash, head.hash
    else:
        problem, ours, theirs = "another event is stored there", event.hash, stored_hash(event)
        if ours == theirs:
            return False
    raise Conflict(event.stream, event.seq, problem, ours, theirs)
