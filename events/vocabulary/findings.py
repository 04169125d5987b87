"""What the examiner found: facts on the stream `finding:table:TABLE`, `finding:meter:LINK` (what its keeper
decided), `finding:link:LINK` or `finding:desk:DESK`.

They are numbered densely by `seq` and chained, in each version of the list of checks by itself. What was
found is never edited or withdrawn: a later list of checks writes its own series beside this one.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from events.body import Body, event_types_on
from events.kinds import Name, Seat, Several, SignedTotal, Text
from events.vocabulary.terms import Seq, StreamName

event_type = event_types_on("finding", by_system=True)

MOST_EVENTS = 1_024
Severity = Literal["money", "procedure", "record"]
Remedy = Literal["", "void", "removal"]
"""What the text answers a breach with, where it does: a void round, a deck off the table."""


@event_type("finding_issued")
class FindingIssued(Body):
    """A rule was not kept, and the breach is complete; the envelope says when, in which round and mode."""

    check: Annotated[Name, "The check in words, e.g. `odds_not_shown`."]
    id: Annotated[Name, "The check's id in the list of checks, e.g. `T03`."]
    version: Annotated[int, Meta(ge=1, le=2**31 - 1), "The version of the list of checks."]
    severity: Annotated[
        Severity, "`money` where amounts differ, `record` where the rule is of the record alone."
    ]
    section: Annotated[Text | None, "The section that was not kept; null where no section sets the rule."]
    stream: Annotated[StreamName, "The stream that it was found in."]
    table: Annotated[Name | None, "The table that it is about; null for a link or a desk alone."]
    source_seq: Annotated[Seq, "The event of that stream at which it was issued."]
    events: Annotated[
        Several[Seq], Meta(max_length=MOST_EVENTS), "The events of that stream that it rests on."
    ]
    seat: Annotated[Seat | None, "The seat that it is about; null for none or all."]
    wager: Annotated[Text | None, "The wager that it is about; null for none or all."]
    due_mc: Annotated[SignedTotal | None, "What was due, in millicents; null where it is not about money."]
    done_mc: Annotated[SignedTotal | None, "What was done instead; null where it is not about money."]
    message: Annotated[Text, "What was wrong, in one sentence."]
    remedy: Annotated[
        Remedy, "What the text answers it with: a void round, a deck removed; empty for neither."
    ]
