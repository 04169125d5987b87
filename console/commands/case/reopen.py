"""`pitledger case reopen`: a case that was decided is looked at again."""

from __future__ import annotations

from typing import Annotated

from console.calls.arguments import one
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.cases.entries import Entry
from console.cases.reply_clock import REPLY_DAYS, reply_day, today
from console.commands.case.recording import By, CaseArgument, record_entry
from console.recording.signing import REASON, UNIDENTIFIED, Identified
from console.wording.gaming_days import day as read_day
from events.vocabulary.cases import CaseReopened


def reopen_case(
    case: CaseArgument,
    /,
    *,
    reason: Annotated[str, REASON],
    by: By,
    reply_by: Annotated[
        str | None, one(read_day, "DATE", f"the new reply is due by this day (default: {REPLY_DAYS} days)")
    ] = None,
    identified: Identified = UNIDENTIFIED,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Open a decided case again. What was decided and paid before stays as it is.

    Examples:
        pitledger case reopen 1 --reason "the player brought a photograph" --by S-3
    """
    due = reply_day(reply_by, today(options.gaming_days()))
    fields = {"reason": reason, "reply_by": due, "reopened_by": by}
    return record_entry(Entry("reopen", case, CaseReopened.TYPE, fields, by), identified, options)
