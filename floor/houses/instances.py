"""Houses that are instances: an embedded one in this process, or Kafka.

Both go through the recorder and then wait for what the keeper decides about that very claim. On an
embedded instance the keeper is run when it is asked; on Kafka it is a worker of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from events.errors import MalformedEvent
from events.jsonform import Draft
from floor.errors import FloorError
from floor.houses.answers import Answers, Claim
from floor.steps import Award, Outcome
from streams.engines.embedded import Embedded
from streams.log import Log
from streams.recorder.recorder import Recorder

LINK_OPENED: Final = "link_opened"
T = TypeVar("T")
Pause = Callable[[int], None]
"""Waits a moment before the next look at the meters, or gives up by an error; given how often it waited."""


class EmbeddedHouse:
    """An embedded instance in this process: recorded is durable, and a meter answers at once."""

    def __init__(self, embedded: Embedded, recorder: Recorder) -> None:
        self._embedded = embedded
        self._recorder = recorder
        self._answers = Answers(embedded.log)

    def record(self, drafts: Sequence[Draft]) -> Sequence[Outcome]:
        """Through the recorder, with one append."""
        return recorded(self._recorder, drafts)

    def award(self, link: str, table: str, claim_seq: int, now_us: int) -> Award | None:
        """Process what is recorded, then look for what the link decided about this claim."""
        self._embedded.process()
        return self._answers.to(Claim(link, table, claim_seq), now_us)


class KafkaHouse:
    """A log whose keepers run elsewhere: a table that claims waits, and the floor waits with it.

    Tables play only when their links are open: on Kafka nothing puts a table's stream behind a link's, and
    wagers that come first feed no meter. With `at_once` nobody waits for that.
    """

    def __init__(self, log: Log, recorder: Recorder, pause: Pause, *, at_once: bool = False) -> None:
        self._recorder = recorder
        self._pause = pause
        self._at_once = at_once
        self._answers = Answers(log)

    def record(self, drafts: Sequence[Draft]) -> Sequence[Outcome]:
        """Through the recorder; returns when the brokers have it."""
        opening = [draft for draft in drafts if draft.type == LINK_OPENED]
        if self._at_once or not opening:
            return recorded(self._recorder, drafts)
        first = drafts[: drafts.index(opening[-1]) + 1]
        if any(draft.stream.startswith("table:") for draft in first):
            raise FloorError("a link was opened after its tables had begun: open links first")
        outcomes = recorded(self._recorder, first)
        links = {draft.stream.removeprefix("link:") for draft in opening}
        self._until(lambda: True if all(map(self._answers.opened, links)) else None)
        return [*outcomes, *recorded(self._recorder, drafts[len(first) :])]

    def award(self, link: str, table: str, claim_seq: int, now_us: int) -> Award | None:
        """What the keeper decided about this claim, as soon as it is on `meters`."""
        return self._until(lambda: self._answers.to(Claim(link, table, claim_seq), now_us))

    def _until(self, ask: Callable[[], T | None]) -> T:
        """Ask until there is an answer."""
        waited = 0
        while (answer := ask()) is None:
            waited += 1
            self._pause(waited)
        return answer


def recorded(recorder: Recorder, drafts: Sequence[Draft]) -> list[Outcome]:
    """Record drafts in the casino's virtual time; one that is not an event is a defect of the floor."""
    moments = [draft.recorded_at_us or 0 for draft in drafts]
    outcomes = []
    for result in recorder.record_many(drafts, moments):
        if isinstance(result, MalformedEvent):
            raise result
        outcomes.append(Outcome(result.seq, result.event.type))
    return outcomes
