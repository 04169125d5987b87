"""What people at a desk, and the recorder for them, put on record: resumptions, day marks, readings,
refusals."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from events.body import Body, event_types_on
from events.facts import Part
from events.kinds import Badge, Count, Department, Money, Name, Several, Sha256, SignedTotal, Text, Total
from events.times import MAX_TIME_US
from events.vocabulary.legs import Legs
from events.vocabulary.links import Signatures
from events.vocabulary.terms import AttemptHash, Day, Reason, Seq, Stamps, StreamName

_at_table = event_types_on("table")
_at_desk = event_types_on("desk")
_anywhere = event_types_on("table", "link", "desk")
_of_commands = event_types_on("desk", by_system=True)
_answer = event_types_on("table", "link", "desk", by_system=True)

RefusalCode = Literal[
    "duplicate", "malformed", "wrong_stream", "day_not_begun", "other_day", "signatures", "other"
]


@_anywhere("stream_resumed")
class StreamResumed(Body):
    """Two people resumed a halted stream, on that stream itself: its events from here on count again.

    It is appended at the head of the stream; `from_seq` and `from_hash` name the event after the gap that
    counts first.
    """

    stream: StreamName
    from_seq: Annotated[Seq, "The first number that counts again."]
    from_hash: Annotated[Sha256, "SHA-256 of the event at `from_seq`, 64 hex digits."]
    authorised_by: Annotated[Several[Badge], "Badges of the two who signed."]
    reason: Reason
    stamps: Stamps = ()


@_at_table("table_day_ended")
class TableDayEnded(Body):
    """A table sent its end-of-day marker: nothing more of that gaming day will come from it."""

    day: Day
    rounds: Annotated[Count, "Rounds that the table opened that day."]
    legs: Legs = ()


@_at_desk("gaming_day_closed")
class GamingDayClosed(Body):
    """A gaming day was closed by two people of two departments. What comes later posts to the next day."""

    day: Day
    missing_tables: Annotated[Several[Name], "Tables whose end-of-day marker had not come."]
    signed_by: Signatures
    reason: Reason
    stamps: Stamps = ()


@_at_desk("reading_entered")
class ReadingEntered(Body):
    """A person read a meter at the table's display and entered the amount (§ 605a.7).

    It is of the gaming day in which it was read, or of the one before, whose close it then shows.
    """

    day: Day
    link: Annotated[Name, "The link."]
    meter: Annotated[Name, "The meter of that link."]
    read_mc: Annotated[Money, "The amount on the display, in millicents."]
    read_by: Badge
    stamps: Stamps = ()


@_of_commands("reading_compared")
class ReadingCompared(Body):
    """A reading was compared with the meter as the log has it; the variance is a fact to be explained."""

    day: Day
    link: Annotated[Name, "The link."]
    meter: Annotated[Name, "The meter of that link."]
    reading_seq: Annotated[Seq, "The reading's number in this stream."]
    read_mc: Annotated[Money, "What was read, in millicents."]
    expected_mc: Annotated[Total, "What the log has at that moment, in millicents."]
    variance_mc: Annotated[SignedTotal, "Read less expected, in millicents."]


@_at_desk("reading_withdrawn")
class ReadingWithdrawn(Body):
    """Two people of two departments withdrew a reading: it was misread, mistyped, or of another meter.

    It stays on record with its variance, and keeps its day unreconciled no more.
    """

    day: Annotated[Day, "The gaming day of the reading, `YYYY-MM-DD`."]
    link: Annotated[Name, "The link."]
    meter: Annotated[Name, "The meter of that link."]
    reading_seq: Annotated[Seq, "The reading's number in this stream."]
    signed_by: Signatures
    reason: Reason
    stamps: Stamps = ()


@_at_desk("variance_explained")
class VarianceExplained(Body):
    """Two people of two departments explained why a reading differs from the meter: the reading stands.

    The variance keeps its day unreconciled no more.
    """

    day: Annotated[Day, "The gaming day of the reading, `YYYY-MM-DD`."]
    link: Annotated[Name, "The link."]
    meter: Annotated[Name, "The meter of that link."]
    reading_seq: Annotated[Seq, "The reading's number in this stream."]
    signed_by: Signatures
    reason: Reason
    stamps: Stamps = ()


@_of_commands("read_model_accepted")
class ReadModelAccepted(Body):
    """A read model that was built again differed from the old one; a named person accepted the new one."""

    old_digest: Annotated[Sha256, "Digest of the old read model, 64 hex digits."]
    new_digest: Annotated[Sha256, "Digest of the new one, at the end of the log."]
    accepted_by: Badge
    reason: Reason
    stamps: Stamps = ()


class FindingsPosition(Part):
    """How far a partition of `findings` had been read when findings were compared."""

    partition: Annotated[Count, "The partition."]
    next_offset: Annotated[Count, "The offset after the last finding that was looked at."]


_List = Annotated[int, Meta(ge=1, le=2**31 - 1)]


@_of_commands("findings_accepted")
class FindingsAccepted(Body):
    """A named person accepted what another version of the list of checks finds: from now on that is shown."""

    old_version: Annotated[_List, "The version of the list whose findings were shown."]
    new_version: Annotated[_List, "The version whose findings are shown from now on."]
    new: Annotated[Count, "How many the new list finds and the old one did not."]
    gone: Annotated[Count, "How many the old list found and the new one does not."]
    digest: Annotated[Sha256, "SHA-256 over the findings of the new list, 64 hex digits."]
    positions: Annotated[Several[FindingsPosition], "How far both were compared."]
    accepted_by: Badge
    reason: Reason
    stamps: Stamps = ()


@_of_commands("restore_signed")
class RestoreSigned(Body):
    """Two people of two departments had copies from a file taken into an instance that records by itself.

    It is recorded before the first of them, on a desk of its own for each file.
    """

    sha256: Annotated[Sha256, "SHA-256 of the file, 64 hex digits."]
    signed_by: Signatures
    reason: Reason
    stamps: Stamps = ()


@_anywhere("note_recorded")
class NoteRecorded(Body):
    """A person put something on record that no other event type holds."""

    subject: Annotated[Text, "What it is about: a stream, a round, a device."]
    text: Annotated[Text, "The note."]


@_answer("record_refused")
class RecordRefused(Body):
    """The recorder refused something it was given: a repeat of a source id with other content, a malformed
    one, the end of a gaming day that has not begun by its clock, a reading for a day that its time does not
    belong to, the withdrawal of a reading that is not there, or what the wrong people signed.

    The same content again is not refused: it is answered with the event that exists.
    """

    attempted_type: Annotated[Text, "The event type that was attempted."]
    attempted_source_id: Annotated[Text, "The source id that came with it."]
    attempted_sha256: AttemptHash
    code: Annotated[RefusalCode, "The rule that the recorder enforced."]
    existing_seq: Annotated[Seq | None, "The event that has that source id, if there is one."] = None
    reason: Reason


class AskedFact(Part):
    """A fact as one person has signed it: with a second signature it is recorded so, and not otherwise."""

    stream: StreamName
    type: Annotated[Text, "The event type."]
    actor: Badge
    occurred_at: Annotated[Text, "When it occurred, RFC 3339; empty where that is when it is recorded."]
    body: Annotated[str, Meta(max_length=24_000), "Its body as JSON, signed by the first person alone."]


class TypedField(Part):
    """A field of a form, as it was typed."""

    name: Annotated[Text, "The field."]
    text: Annotated[Text, "What was typed."]


_Rising = Annotated[int, Meta(ge=0, le=2**53)]


class SeenRecord(Part):
    """Something that a request rests on, as it stood then."""

    what: Annotated[Text, "What it is, in words."]
    number: Annotated[_Rising, "A number that rises when it changes: of a record, or of an event."]
    words: Annotated[Text, "How it stood."]


_Request = Annotated[Seq, "The number of the request in this stream."]
_AskedHash = Annotated[Sha256, "SHA-256 of `facts` as one JSON document, 64 hex digits: what both sign."]


@_of_commands("signature_requested")
class SignatureRequested(Body):
    """Somebody signed what needs two signatures, in a form of the console. None of it is recorded yet.

    A second person, of another department, sees the same facts and the same hash, and signs or declines.
    After its time nobody signs it any more.
    """

    asks: Annotated[Text, "What is asked for, in words."]
    form: Annotated[Text, "The address of the form."]
    typed: Annotated[Several[TypedField], "What was typed into it."]
    facts: Annotated[Several[AskedFact], "What is recorded once both have signed, in this order."]
    sha256: _AskedHash
    seen: Annotated[Several[SeenRecord], "What it rests on, as the first person saw it."]
    why: Annotated[Text, "Why a second signature is needed."]
    badge: Annotated[Badge, "Badge of the person who signed first."]
    department: Annotated[Department, "The department that the badge signed for."]
    until_us: Annotated[int, Meta(ge=0, le=MAX_TIME_US), "Until when it can be signed, microseconds UTC."]


class RecordedAs(Part):
    """Where something was recorded."""

    stream: StreamName
    seq: Seq


@_of_commands("signature_given")
class SignatureGiven(Body):
    """A second person signed what was asked for; what came of it is recorded beside it, by both badges."""

    request_seq: _Request
    sha256: _AskedHash
    badge: Annotated[Badge, "Badge of the person who signed second."]
    department: Annotated[Department, "The department that the badge signed for."]
    recorded: Annotated[Several[RecordedAs], "What was recorded, refusals of it among them."]
    refused: Annotated[Text, "Why it was refused although both had signed; empty where it was not."] = ""


@_of_commands("signature_declined")
class SignatureDeclined(Body):
    """A signature that was asked for was declined, or whoever had asked took the request back."""

    request_seq: _Request
    declined_by: Badge
    reason: Reason
