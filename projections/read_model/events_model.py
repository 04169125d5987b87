"""The read model of `events`: the round index, what was played and awarded, the streams that are halted."""

from __future__ import annotations

from typing import Final

import msgspec

from events.body import may_be_on
from projections.ledger.play import WATCHED, PlayRow, RangePlay
from projections.ledger.rows import BookRows, RunningBook
from projections.ledger.table_books import TableBook, TableBooks
from projections.read_model.bulk import RangeFold, join
from projections.read_model.log_troubles import HaltRow
from projections.read_model.tables import Changes
from projections.records import Record
from projections.rounds.index import RoundChange, RoundChanges
from projections.routing.chain import ChainHead, Chains, Judged, Verdict
from projections.state_versions import StateFormat


class EventsState(msgspec.Struct, array_like=True):
    """The heads of the chains, the tables, and the totals of their books; each by stream."""

    chains: dict[str, ChainHead]
    tables: dict[str, TableBook]
    books: dict[str, RunningBook]


STATE: Final = StateFormat(2, EventsState)


class EventsModel:
    """Folds a partition of `events`; the state is the chain heads, and the tables with their books.

    What does not continue its stream, or cannot be on it, the router quarantines; here it is left out, by the
    same rules.
    """

    def __init__(self, dumped: bytes | None) -> None:
        state = STATE.load(dumped) if dumped else EventsState({}, {}, {})
        self.chains = Chains(state.chains)
        self.tables = TableBooks(state.tables)
        self._books = BookRows(state.books)
        self._play = RangePlay()
        self._rounds = RoundChanges()
        self._halts: dict[str, HaltRow] = {}

    def step(self, record: Record) -> int | None:
        """Judge one record and count it in its round."""
        judged = self.chains.judge(record.offset, record.key, record.value)
        self._follow(record, judged)
        return judged.replay_from

    def replay(self, record: Record) -> None:
        """As `step`, for a record of a stream that was halted."""
        self._follow(record, self.chains.replay(record.offset, record.key, record.value))

    def _follow(self, record: Record, judged: Judged) -> None:
        event = judged.event
        if event is None:
            return
        if judged.verdict is Verdict.NEXT:
            if may_be_on(event.type, event.stream):
                self._rounds.add(record.partition, record.offset, event)
                if event.type in WATCHED:
                    self._play.take(event)
            if judged.resumed:
                self._halts[event.stream] = HaltRow(event.stream, 0, event.recorded_at_us)
        elif judged.verdict is Verdict.GAP:
            missing = self.chains.heads[event.stream].seq + 1
            self._halts[event.stream] = HaltRow(event.stream, missing, event.recorded_at_us)

    def take(self, fold: RangeFold, next_offset: int) -> Changes | None:
        """The changes of a clean range that follows; None, and nothing taken, if it does not follow."""
        if not join(self.chains, fold):
            return None
        self._play = fold.play
        changes = self.changes(next_offset)
        changes.add_all(RoundChange, fold.rounds.values())
        return changes

    def changes(self, next_offset: int) -> Changes:
        """What the events since the last call, taken as a range, add to the rows."""
        played = self.tables.join(self._play)
        for entry in played.entries:
            self._books.post(entry)
        state = EventsState(self.chains.heads, self.tables.tables, self._books.books)
        changes = Changes(next_offset, STATE.dump(state))
        changes.add_all(PlayRow, played.play)
        changes.add(*self._play.rows, *played.rows, *self._books.rows())
        changes.add_all(RoundChange, self._rounds.changes.values())
        changes.add_all(HaltRow, self._halts.values())
        self._play = RangePlay()
        self._rounds = RoundChanges()
        self._halts = {}
        return changes
