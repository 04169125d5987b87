"""Houses: what stands behind the floor, records its facts and answers for its meters.

Both go through the recorder and then wait for what the keeper says on `meters` about that very claim. On an
embedded instance the keeper is run when it is asked; on Kafka it is a worker of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from events.body import newest_fields
from events.envelope import read_header
from events.errors import MalformedEvent
from events.jsonform import Draft
from events.topics import METERS
from floor.errors import FloorError
from floor.steps import Award, Outcome
from streams.engines.embedded import Embedded
from streams.log import Log
from streams.recorder.recorder import Recorder

LINK_OPENED: Final = "link_opened"
T = TypeVar("T")
Claim = tuple[str, str, int]
"""Link, table, and the claim's number in the table's stream."""
Pause = Callable[[int], None]
"""Waits a moment before the next look at the meters, or gives up by an error; told how often it waited."""


class Answers:
    """What keepers have said about claims; each is handed out by its claim."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._next = dict.fromkeys(range(log.partitions(METERS)), 0)
        self._heard: dict[Claim, Award] = {}
        self._opened: set[str] = set()

    def opened(self, link: str) -> bool:
        """Whether the keeper has opened a link."""
        if link not in self._opened:
            self._listen()
        return link in self._opened

    def to(self, claim: Claim, now_us: int) -> Award | None:
        """The answer to a claim; None while there is none."""
        if claim not in self._heard:
            self._listen()
        found = self._heard.get(claim)
        return None if found is None else Award(claim[2], now_us, found.amount_mc, found.reason)

    def _listen(self) -> None:
        for partition, start in self._next.items():
            for record in self._log.read(METERS, partition, start):
                self._next[partition] = record.offset + 1
                self._hear(record.value)

    def _hear(self, value: bytes) -> None:
        decided = read_header(value)
        if decided.type == "meter_opened":
            self._opened.add(decided.owner)
        if decided.type not in ("award_locked", "leg_refused"):
            return
        fields = newest_fields(decided)
        claim = (decided.owner, fields["table"], fields["claim_seq"])
        if decided.type == "award_locked":
            self._heard.setdefault(claim, Award(claim[2], 0, fields["amount_mc"]))
        elif fields["attempted"] == "claim":
            self._heard.setdefault(claim, Award(claim[2], 0, None, fields["reason"]))


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
        return self._answers.to((link, table, claim_seq), now_us)


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
        if list(drafts[: len(opening)]) != opening:
            raise FloorError("a link was opened after its tables had begun: open links first")
        outcomes = recorded(self._recorder, opening)
        links = {draft.stream.removeprefix("link:") for draft in opening}
        self._until(lambda: True if all(map(self._answers.opened, links)) else None)
        return [*outcomes, *recorded(self._recorder, drafts[len(opening) :])]

    def award(self, link: str, table: str, claim_seq: int, now_us: int) -> Award | None:
        """What the keeper decided about this claim, as soon as it stands on `meters`."""
        return self._until(lambda: self._answers.to((link, table, claim_seq), now_us))

    def _until(self, ask: Callable[[], T | None]) -> T:
        """Ask until there is an answer."""
        waited = 0
        while (answer := ask()) is None:
            waited += 1
            self._pause(waited)
        return answer


def recorded(recorder: Recorder, drafts: Sequence[Draft]) -> list[Outcome]:
    """Record drafts; one that is no event is a defect of the floor and stops it."""
    outcomes = []
    for result in recorder.record_many(drafts):
        if isinstance(result, MalformedEvent):
            raise result
        outcomes.append(Outcome(result.seq, result.event.type))
    return outcomes
