"""The read model of `events`: the round index, what was played and awarded, the streams that stand still."""

from __future__ import annotations

import msgspec

from projections.ledger.play import WATCHED, PlayRow, RangePlay
from projections.ledger.rows import BookRows
from projections.ledger.table_books import TableBooks
from projections.read_model.bulk import RangeFold, join
from projections.read_model.tables import Changes, HaltRow, pack_state, unpack_state
from projections.records import Record
from projections.rounds.index import RoundChange, RoundChanges
from projections.routing.chain import ChainHead, Chains, Judged, Verdict


class EventsModel:
    """Folds a partition of `events`; the state is the chain heads, and the tables with their books.

    What does not continue its stream is the router's to put aside; here it is left out, by the same rule.
    """

    def __init__(self, dumped: bytes | None) -> None:
        heads, tables, books = unpack_state(dumped) if dumped else ({}, [], [])
        self.chains = Chains(msgspec.convert(heads, dict[str, ChainHead]))
        self.tables = TableBooks(tables)
        self._books = BookRows(books)
        self._play = RangePlay()
        self._rounds = RoundChanges()
        self._halts: dict[str, HaltRow] = {}

    def step(self, record: Record) -> int | None:
        """Judge one record and count it in its round."""
        judged = self.chains.judge(record.offset, record.key, record.value)
        self._follow(record, judged)
        return judged.replay_from

    def replay(self, record: Record) -> None:
        """As `step`, for a record that stood still."""
        self._follow(record, self.chains.replay(record.offset, record.key, record.value))

    def _follow(self, record: Record, judged: Judged) -> None:
        event = judged.event
        if event is None:
            return
        if judged.verdict is Verdict.NEXT:
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
        heads = msgspec.to_builtins(self.chains.heads, builtin_types=(bytes,), order="deterministic")
        state = [heads, self.tables.dump(), self._books.dump()]
        changes = Changes(next_offset, pack_state(state))
        changes.add_all(PlayRow, played.play)
        changes.add(*self._play.rows, *self._books.rows())
        changes.add_all(RoundChange, self._rounds.changes.values())
        changes.add_all(HaltRow, self._halts.values())
        self._play = RangePlay()
        self._rounds = RoundChanges()
        self._halts = {}
        return changes
