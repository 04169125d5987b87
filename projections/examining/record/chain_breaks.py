"""R03, R04: what the chain rule does not apply: forks, gaps, and bytes that are not an event of their stream.

A stale recorder goes on behind its first event that lost: that one is told, and none that follows it. Of
bytes one is told between two events of the stream, however many there are.
"""

from __future__ import annotations

from events.envelope import LIVE, NO_PREV, Event
from projections.examining.check import Found
from projections.routing.chain import Judged, Verdict
from projections.routing.marks import remembers


def told_of(judged: Judged, forks_before: bytes) -> Found | None:
    """What is to be said of a record that is not its stream's next event; None where that was said before,
    or where nothing is wrong. `forks_before` are the marks of what had lost until then."""
    event = judged.event
    if event is None:
        return None
    if judged.verdict is Verdict.GAP:
        said = f"{judged.detail.capitalize()}. The stream is halted until two people resume it."
        return Found(None, said)
    if judged.verdict is Verdict.FORK:
        if any(remembers(forks_before, each) for each in (judged.hash, event.prev)):
            return None
        said = f"Two recorders wrote event {event.seq}: {judged.hash.hex()[:16]} lost, and is in quarantine."
        return Found(None, said)
    return None


def bytes_found(judged: Judged, seq: int) -> Found:
    """What is to be said of bytes behind an event of the stream that they name."""
    digest = judged.hash.hex()[:16]
    return Found(None, f"Bytes behind event {seq} are not an event ({digest}), and are in quarantine.")


def place_in(stream: str, seq: int, facility: str, recorded_at_us: int, gaming_day: str) -> Event:
    """The place of a stream that bytes are found behind: they have no time and no day of their own."""
    times = (recorded_at_us, recorded_at_us, gaming_day)
    return Event(facility, stream, seq, NO_PREV, "", 1, *times, None, "", "", LIVE, b"")
