"""Houses: what stands behind the floor, records its facts and answers for its meters."""

from __future__ import annotations

from collections.abc import Sequence

from events.errors import MalformedEvent
from events.jsonform import Draft
from floor.steps import Award, Outcome
from streams.embedded import Embedded
from streams.recorder import Recorder

_LOCKED = 'SELECT amount_mc FROM awards WHERE link = ? AND "table" = ? AND claim_seq = ?'
_REFUSED = 'SELECT reason FROM refusals WHERE link = ? AND "table" = ? ORDER BY seq DESC LIMIT 1'


class EmbeddedHouse:
    """An embedded instance in this process: recorded is durable, and a meter answers at once."""

    def __init__(self, embedded: Embedded, recorder: Recorder) -> None:
        self._embedded = embedded
        self._recorder = recorder

    def record(self, drafts: Sequence[Draft]) -> Sequence[Outcome]:
        """Through the recorder, with one append."""
        outcomes = []
        for result in self._recorder.record_many(drafts):
            if isinstance(result, MalformedEvent):
                raise result
            outcomes.append(Outcome(result.seq, result.event.type))
        return outcomes

    def award(self, link: str, table: str, claim_seq: int, now_us: int) -> Award | None:
        """Process what is recorded, then read what the link decided."""
        self._embedded.process()
        for row in self._embedded.store.rows(_LOCKED, (link, table, claim_seq)):
            return Award(claim_seq, now_us, int(row["amount_mc"]))
        for row in self._embedded.store.rows(_REFUSED, (link, table)):
            return Award(claim_seq, now_us, None, str(row["reason"]))
        return None
