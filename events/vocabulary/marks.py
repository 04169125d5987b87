"""Marks of the router about the streams it reads, on a stream of kind `router`, and what it sends to keepers.

A mark holds no position in any log: two engines that read the same events write the same marks.
"""

from __future__ import annotations

from typing import Annotated

from events.body import Body, event_types_on
from events.kinds import Name, Seat
from events.vocabulary.terms import Seq, StreamName

event_type = event_types_on("router", by_system=True)


@event_type("stream_halted")
class StreamHalted(Body):
    """A later event proved a gap: from this number on the stream is halted, its events unapplied in
    the log."""

    stream: StreamName
    from_seq: Annotated[Seq, "The first number that is missing."]


@event_type("stream_continued")
class StreamContinued(Body):
    """A halted stream goes on, by the missing events or by `stream_resumed`."""

    stream: StreamName
    from_seq: Annotated[Seq, "The number it goes on from."]


@event_type("claim_while_halted")
class ClaimWhileHalted(Body):
    """A claim came from a table whose stream is halted: its link must refuse it at once, never leave
    it waiting."""

    link: Annotated[Name, "The link that was asked."]
    table: Annotated[Name, "The table that asked."]
    claim_seq: Annotated[Seq, "The claim's number in the table's stream."]
    seat: Seat


RouterMark = StreamHalted | StreamContinued | ClaimWhileHalted
"""Marks about a stream that the router sends to a link."""
