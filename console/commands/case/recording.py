"""How an entry of a case is recorded and answered, whichever it is.

Each is an event on the stream of the case. What the system refuses is on record too, and printed with its
reason; a name that no case can be meant by leaves nothing behind.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from console.calls.arguments import one
from console.calls.names import case_name, person, something
from console.calls.options import GlobalOptions, Location
from console.calls.wrong_call import WrongCall
from console.instances.instance import open_log
from console.printing.output import print_json, print_message
from console.recording.clerk import Clerk, open_clerk, refused_because
from console.recording.signing import Identified
from events.envelope import read_header
from events.vocabulary.cases import CaseOpened, CaseViewed, case_stream
from projections.cases import Case, fold
from streams.log import Log
from streams.recorder.gaps import read_counted
from streams.recorder.recorder import Recorded

CaseArgument = Annotated[str, one(case_name, "CASE", "the case, as `pitledger case list` shows it")]
By = Annotated[str, one(person, "BADGE", "who does this")]
Round = Annotated[str, one(something, "ROUND", "the round, as `pitledger rounds` shows it")]
TableOption = Annotated[
    str | None, one(something, "TABLE", "its table, where it is another than that of the case")
]


class Entry(NamedTuple):
    """What is to be recorded of a case: by which action, its event type and fields, and who does it."""

    action: str
    case: str
    type: str
    fields: dict[str, Any]
    actor: str


def case_in_log(log: Log, name: str) -> Case:
    """A case by its own stream, read to its end; `WrongCall` where nobody has opened it."""
    found = read_case(log, name)
    if found.opened is None:
        raise WrongCall(f"there is no case {name}: `pitledger case list --all` has those that there are")
    return found


def read_case(log: Log, name: str) -> Case:
    """The same, also where there is nothing of it yet."""
    stream = case_stream(name)
    head = log.head(stream)
    values = () if head is None else read_counted(log, stream, 1, head.seq + 1)
    return fold(map(read_header, values))


def opened_case(where: Location, name: str) -> tuple[Case, CaseOpened]:
    """A case, and how it was opened."""
    with open_log(where) as log:
        case = case_in_log(log, name)
    assert case.opened is not None
    return case, case.opened


def record_entry(entry: Entry, identified: Identified, options: GlobalOptions) -> int:
    """Record an entry of a case and show what came of it; 1 where it was refused."""
    opened_case(options.location(), entry.case)
    with open_clerk(options, identified.facility) as clerk:
        recorded = add_entry(clerk, entry, identified.id)
        clerk.process()
    return show_recorded(entry, recorded, options)


def add_entry(clerk: Clerk, entry: Entry, id_: str | None = None) -> Recorded:
    """Record an entry of a case that is there."""
    return clerk.record(case_stream(entry.case), entry.type, entry.fields, entry.actor, source_id=id_)


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
        recorded = add_entry(clerk, Entry("view", case, CaseViewed.TYPE, {"viewed_by": by, **what}, by))
        clerk.process()
    if recorded.refused:
        print_message(f"pitledger case: refused: {refused_because(recorded.event)}")
    return not recorded.refused
