"""`pitledger case hold` and `pitledger case lift`: what is to be kept for a case, and no longer."""

from __future__ import annotations

from typing import Annotated

from console.calls.arguments import one, whole_number
from console.calls.names import words
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.cases.entries import Entry
from console.commands.case.recording import By, CaseArgument, record_entry
from console.recording.signing import REASON, UNIDENTIFIED, Identified
from events.vocabulary.cases import CaseHoldLifted, CaseHoldPlaced


def _entry_number(text: str) -> int:
    number = whole_number(text)
    if number < 1:
        raise ValueError(
            f"{text!r} is not the number of an entry: `pitledger case show CASE` has it, such as 3"
        )
    return number


def hold(
    case: CaseArgument,
    keep: Annotated[
        str, one(words, "TEXT", "what is to be kept: cameras and times, a deck, a paper", name="TEXT")
    ],
    /,
    *,
    by: By,
    identified: Identified = UNIDENTIFIED,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Place a hold: video, cards or papers are to be kept. The events are kept anyway.

    Examples:
        pitledger case hold 1 "cameras 11 and 12, 18:30 to 19:30" --by S-3
    """
    entry = Entry("hold", case, CaseHoldPlaced.TYPE, {"keep": keep, "placed_by": by}, by)
    return record_entry(entry, identified, options)


def lift(
    case: CaseArgument,
    entry: Annotated[
        int, one(_entry_number, "ENTRY", "the hold, by the number that `case show` has", name="ENTRY")
    ],
    /,
    *,
    reason: Annotated[str, REASON],
    by: By,
    identified: Identified = UNIDENTIFIED,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Lift a hold: what it named need not be kept for this case any longer.

    Examples:
        pitledger case lift 1 3 --reason "copied to the file" --by S-3
    """
    fields = {"hold_seq": entry, "reason": reason, "lifted_by": by}
    return record_entry(Entry("lift", case, CaseHoldLifted.TYPE, fields, by), identified, options)
