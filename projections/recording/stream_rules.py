"""Which rules belong to which kind of stream, held with what they know of the stream.

One object a stream; whoever records (`streams.recorder`, the floor's folds) gives it the stream's past.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from events.body import read_body
from events.envelope import LIVE, Event
from events.jsonform import Draft
from events.vocabulary.badges import REGISTER
from events.vocabulary.cases import case_of
from events.vocabulary.desk import StreamResumed
from events.vocabulary.play import RoundOpened
from projections.cases import NO_CASE
from projections.cases import evolve as evolve_case
from projections.recording import badges, cases, desk, link, table
from projections.recording.badges import Register, authorising_problem
from projections.recording.days import refuse_early_end, refuse_other_day
from projections.recording.drafts import refuse_record
from projections.recording.link import RecordedLink
from projections.recording.stamping import BADGES, stamped
from projections.recording.surroundings import Surroundings
from projections.recording.table_state import HistoryNeeded, TableState


class History(Protocol):
    """The events of a stream from its first, up to a number (exclusive) or all of them."""

    def __call__(self, before_seq: int | None = None) -> Iterator[Event]:
        """Read them."""


class StreamRules(Protocol):
    """The rules of one stream; made from its last events, which `evolve` is then given one by one."""

    def __init__(self, tail: Sequence[Event], history: History) -> None: ...

    def decide(self, draft: Draft, around: Surroundings) -> Draft:
        """The draft as it will be recorded."""

    def evolve(self, event: Event) -> None:
        """Follow what was recorded."""


LINKS_KEPT: Final = 64
"""Links whose last leg is kept in memory when a round opens; who fed more is looked up in the history."""


_DECIDED_OR_STAMPED: Final = table.DECIDED | BADGES.keys()
"""What a table's rules look at; all else, by far the most, is recorded as it comes."""


class TableRules:
    """A table has a state for each mode: a test inside a live round changes nothing of it.

    Its tail begins with its last live round. Another mode is known from its own round in the tail, or else
    from the history, which is read when that mode is first asked about.
    """

    __slots__ = ("_all_seen", "_history", "_states")

    def __init__(self, tail: Sequence[Event], history: History) -> None:
        self._history = history
        self._all_seen = not tail or tail[0].seq == 1
        self._states = {LIVE: TableState(every_link_known=self._all_seen)}

    def decide(self, draft: Draft, around: Surroundings) -> Draft:
        """By what the last round shows; by all the history where that is not enough."""
        if draft.type not in _DECIDED_OR_STAMPED:
            return draft
        decided = self._decided(draft, around) if draft.type in table.DECIDED else draft
        return stamped(decided, around.register, around.recent_register)

    def _decided(self, draft: Draft, around: Surroundings) -> Draft:
        too_early = refuse_early_end(draft, around)
        if too_early is not None:
            return too_early
        mode = draft.mode
        if mode not in self._states:
            self._states[mode] = TableState() if self._all_seen else self._from_history(mode)
        try:
            return table.decide(self._states[mode], draft, around)
        except HistoryNeeded:
            self._states[mode] = self._from_history(mode)
            return table.decide(self._states[mode], draft, around)

    def evolve(self, event: Event) -> None:
        """Follow what was recorded; of a mode that is not known, only a round of its own makes it so."""
        if event.type not in table.FOLLOWED:
            return
        state = self._states.get(event.mode)
        if state is None:
            if not self._all_seen and event.type != RoundOpened.TYPE:
                return
            state = TableState()
        state = table.evolve(state, event)
        if event.type == RoundOpened.TYPE and len(state.legs) > LINKS_KEPT:
            state = state.of_its_own_links()
        self._states[event.mode] = state

    def _from_history(self, mode: str) -> TableState:
        return table.fold(TableState(), (event for event in self._history() if event.mode == mode))


class LinkRules:
    """What is known of a link: what its tail does not show, its history does."""

    __slots__ = ("known",)

    def __init__(self, tail: Sequence[Event], history: History) -> None:
        self.known: RecordedLink | None = None
        if tail and tail[0].seq > 1 and not any(map(link.shows_all, tail)):
            for event in history(before_seq=tail[0].seq):
                self.evolve(event)

    def decide(self, draft: Draft, around: Surroundings) -> Draft:
        """As it came, or refused."""
        return stamped(link.decide(self.known, draft, around), around.register)

    def evolve(self, event: Event) -> None:
        """Follow what was recorded."""
        self.known = link.evolve(self.known, event)


class DeskRules:
    """Of a desk nothing is known, but for the register of badges and for a case, which are known from their
    first event."""

    __slots__ = ("case", "register")

    def __init__(self, tail: Sequence[Event], history: History) -> None:
        self.register = Register()
        self.case = NO_CASE
        if tail and tail[0].seq > 1 and (tail[0].stream == REGISTER or case_of(tail[0].stream)):
            for event in history(before_seq=tail[0].seq):
                self.evolve(event)

    def decide(self, draft: Draft, around: Surroundings) -> Draft:
        """As it came, or refused."""
        read = (lambda: self.register) if draft.stream == REGISTER else around.register
        of_another_day = refuse_early_end(draft, around) or refuse_other_day(draft, around)
        decided = of_another_day or desk.decide(cases.decide(self.case, draft, read), read, around)
        return stamped(decided, read)

    def evolve(self, event: Event) -> None:
        """Follow what was recorded."""
        if event.stream == REGISTER:
            self.register = badges.evolve(self.register, event)
        elif case_of(event.stream):
            self.case = evolve_case(self.case, event)


_RESUMED: Final = StreamResumed.TYPE
RULES: Final[dict[str, type[StreamRules]]] = {"table": TableRules, "link": LinkRules, "desk": DeskRules}
"""The kinds of streams that a recorder writes; processors write the others."""


def refuse_resumption(draft: Draft, around: Surroundings) -> Draft | None:
    """The refusal of a resumption that two people have not signed, or of another stream; else None.

    It is for every kind of stream, and for every mode: a stream goes on with all of its events.
    """
    if draft.type != _RESUMED:
        return None
    decided = decide_resumption(draft, around.register())
    return None if decided.type == draft.type else decided


def decide_resumption(draft: Draft, *registers: Register) -> Draft:
    """A resumption as it will be recorded: each of the registers must let these people sign, the last stamps.

    The rest of its stream's rules know nothing about it.
    """
    body = read_body(draft)
    assert isinstance(body, StreamResumed)
    if body.stream != draft.stream:
        reason = f"it resumes {body.stream}, and this is {draft.stream}: record it on that stream itself"
        return refuse_record(draft, "wrong_stream", reason)
    for register in registers:
        problem = authorising_problem(register, body.authorised_by)
        if problem:
            return refuse_record(draft, "signatures", problem)
    return stamped(draft, lambda: registers[-1])
