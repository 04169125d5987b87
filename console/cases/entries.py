"""Entries of a case: each is an event on the stream of the case, whoever has it recorded.

A case is read from its own stream, to its end: a read model may be behind.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from console.acts.fact import Fact
from console.calls.options import Location
from console.calls.wrong_call import WrongCall
from console.instances.instance import open_log
from console.recording.clerk import Clerk
from events.envelope import read_header
from events.vocabulary.cases import CaseOpened, CaseViewed, case_stream
from projections.cases import Case, fold
from streams.log import Log
from streams.recorder.gaps import read_counted
from streams.recorder.recorder import Recorded


class Entry(NamedTuple):
    """What is to be recorded of a case: by which action, its event type and fields, and who does it."""

    action: str
    case: str
    type: str
    fields: dict[str, Any]
    actor: str

    @property
    def fact(self) -> Fact:
        """The event, as it is given to the recorder."""
        return Fact(case_stream(self.case), self.type, self.fields, self.actor)


def view_of(case: str, by: str, **what: str) -> Entry:
    """That somebody looks at a case, or at a round for it."""
    return Entry("view", case, CaseViewed.TYPE, {"viewed_by": by, **what}, by)


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


def add_entry(clerk: Clerk, entry: Entry, id_: str | None = None) -> Recorded:
    """Record an entry of a case that is there."""
    return entry.fact.record(clerk, id_)
