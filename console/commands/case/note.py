"""`pitledger case note`: something put on record about a case, before its decision or after it."""

from __future__ import annotations

from typing import Annotated

from console.calls.arguments import one
from console.calls.names import words
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.cases.entries import Entry
from console.commands.case.recording import By, CaseArgument, record_entry
from console.recording.signing import UNIDENTIFIED, Identified
from events.vocabulary.cases import CaseNoted


def note_on_case(
    case: CaseArgument,
    text: Annotated[str, one(words, "TEXT", "the note; no name of a person", name="TEXT")],
    /,
    *,
    by: By,
    identified: Identified = UNIDENTIFIED,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Note something about a case. Notes are taken after its decision, too.

    Examples:
        pitledger case note 1 "camera 11 shows the chips" --by S-3
    """
    entry = Entry("note", case, CaseNoted.TYPE, {"text": text, "noted_by": by}, by)
    return record_entry(entry, identified, options)
