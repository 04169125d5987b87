"""How an entry of a case is recorded and answered, whichever it is.

What the system refuses is on record too, and printed with its reason; a name that no case can be meant by
leaves nothing behind.
"""

from __future__ import annotations

from typing import Annotated, Any

from console.calls.arguments import one
from console.calls.names import case_name, person, something
from console.calls.options import GlobalOptions
from console.cases.entries import Entry, add_entry, case_in_log, opened_case, view_of
from console.printing.output import print_json, print_message
from console.recording.clerk import open_clerk, refused_because
from console.recording.signing import Identified
from streams.recorder.recorder import Recorded

CaseArgument = Annotated[str, one(case_name, "CASE", "the case, as `pitledger case list` shows it")]
By = Annotated[str, one(person, "BADGE", "who does this")]
Round = Annotated[str, one(something, "ROUND", "the round, as `pitledger rounds` shows it")]
TableOption = Annotated[
    str | None, one(something, "TABLE", "its table, where it is another than that of the case")
]


def record_entry(entry: Entry, identified: Identified, options: GlobalOptions) -> int:
    """Record an entry of a case and show what came of it; 1 where it was refused."""
    opened_case(options.location(), entry.case)
    with open_clerk(options, identified.facility) as clerk:
        recorded = add_entry(clerk, entry, identified.id)
        clerk.process()
    return show_recorded(entry, recorded, options)


def show_recorded(entry: Entry, recorded: Recorded, options: GlobalOptions, **more: Any) -> int:
    """Print what was recorded, or why it was refused; `more` is for scripts alone."""
    refused = refused_because(recorded.event) if recorded.refused else None
    if options.json:
        print_json(recorded_json(entry, recorded, refused) | more)
    else:
        before = " (recorded before)" if recorded.existed else ""
        print(f"{recorded.event.stream} seq {recorded.seq}: {recorded.event.type}{before}")
    if refused is not None:
        print_message(f"pitledger case: refused: {refused}")
        return 1
    return 0


def recorded_json(entry: Entry, recorded: Recorded, refused: str | None) -> dict[str, Any]:
    """What was recorded, as scripts read it."""
    return {
        "action": entry.action,
        "case": entry.case,
        "stream": recorded.event.stream,
        "seq": recorded.seq,
        "recorded": recorded.event.type,
        "existed": recorded.existed,
        "refused": refused,
    }


def record_view(case: str, by: str, options: GlobalOptions, **what: str) -> bool:
    """Record that somebody looks at a case, or at a round for it; False where that was refused."""
    with open_clerk(options) as clerk:
        case_in_log(clerk.log, case)
        recorded = add_entry(clerk, view_of(case, by, **what))
        clerk.process()
    if recorded.refused:
        print_message(f"pitledger case: refused: {refused_because(recorded.event)}")
    return not recorded.refused
