"""The read model of `events`: the round index, and the streams that stand still."""

from __future__ import annotations

from projections.bulk import RangeFold, join
from projections.chain import Chains, Judged, Verdict
from projections.outputs import Source
from projections.read_model import Changes, HaltRow, pack_state, unpack_state
from projections.rounds import RoundChange, RoundChanges


class EventsModel:
    """Folds a partition of `events` into the round index; the state is the chain heads.

    What does not continue its stream is the router's to put aside; here it is left out, by the same rule.
    """

    def __init__(self, dumped: bytes | None) -> None:
        self.chains = Chains.load(unpack_state(dumped)) if dumped else Chains()
        self._rounds = RoundChanges()
        self._halts: dict[str, HaltRow] = {}

    def step(self, source: Source) -> int:
        """Judge one record and count it in its round."""
        judged = self.chains.judge(source.offset, source.key, source.value)
        self._follow(source, judged)
        return judged.replay_from

    def replay(self, source: Source) -> None:
        """As `step`, for a record that stood still."""
        self._follow(source, self.chains.replay(source.offset, source.key, source.value))

    def _follow(self, source: Source, judged: Judged) -> None:
        event = judged.event
        if event is None:
            return
        if judged.verdict is Verdict.NEXT:
            self._rounds.add(source.partition, source.offset, event)
            if judged.resumed:
                self._halts[event.stream] = HaltRow(event.stream, 0, event.recorded_at_us)
        elif judged.verdict is Verdict.GAP:
            missing = self.chains.tracks[event.stream].seq + 1
            self._halts[event.stream] = HaltRow(event.stream, missing, event.recorded_at_us)

    def take(self, fold: RangeFold, next_offset: int) -> Changes | None:
        """The changes of a clean range that follows; None, and nothing taken, if it does not follow."""
        if not join(self.chains, fold):
            return None
        changes = self.changes(next_offset)
        changes.add_all(RoundChange, fold.rounds.values())
        return changes

    def changes(self, next_offset: int) -> Changes:
        """Rounds and halts since the last call."""
        changes = Changes(next_offset, pack_state(self.chains.dump()))
        changes.add_all(RoundChange, self._rounds.changes.values())
        changes.add_all(HaltRow, self._halts.values())
        self._rounds = RoundChanges()
        self._halts = {}
        return changes
