"""A bad line between the tables and the recorder, and clocks that go wrong: trouble on the way to the log.

Every delivery carries the number that its table gave it, so a recorder recognises what comes twice: one that
died meanwhile still knows those of the round. So a table waits for its answers before it opens another round.
It keeps its own facts in order, and sends again what nobody has answered; between tables nothing is in order.
Nothing here changes what is recorded, except the times of clocks: a rough night has the log of a calm one.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from events.jsonform import Draft
from events.vocabulary.play import RoundOpened
from floor.casino import House
from floor.steps import Award, Outcome
from floor.table.table import luck

MILLION: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Trouble:
    """How rough the night is: chances in a million, a delivery each, and by the append for crashes."""

    repeated_ppm: int = 0
    """A delivery that comes again, at once or later in its round."""
    delayed_ppm: int = 0
    """A delivery that, with all that its table sends next, comes after those of others."""
    crashed_ppm: int = 0
    """An append at which the recorder dies: before it, after it, or having been sent a part."""
    drift_ppm: int = 0
    """The most by which a table's clock runs fast or slow."""
    offset_us: int = 0
    """The most by which a table's clock is off when the floor opens."""


@dataclass(slots=True)
class Happened:
    """What went wrong so far."""

    repeated: int = 0
    delayed: int = 0
    crashed: int = 0


class RoughHouse:
    """A house at the end of a bad line. `open_house` starts its recorder, and again after each crash."""

    def __init__(self, open_house: Callable[[], House], trouble: Trouble, seed: int) -> None:
        self.happened = Happened()
        self._open = open_house
        self._house = open_house()
        self._trouble = trouble
        self._luck = luck(seed, "transport")
        self._numbers: dict[str, int] = defaultdict(int)
        self._clocks = Clocks(seed, trouble)
        self._sent: dict[str, list[Draft]] = defaultdict(list)

    def record(self, drafts: Sequence[Draft]) -> Sequence[Outcome]:
        """Deliver them by the bad line; what it answers is in the order in which they were given."""
        numbered = [self._numbered(draft) for draft in drafts]
        line = self._repeated(self._delayed(numbered))
        outcomes = [outcome for portion in _portions(line) for outcome in self._deliver(portion)]
        answers = dict(zip(((draft.stream, draft.source_id) for draft in line), outcomes, strict=True))
        return [answers[draft.stream, draft.source_id] for draft in numbered]

    def award(self, link: str, table: str, claim_seq: int, now_us: int) -> Award | None:
        """The house's own answer."""
        return self._house.award(link, table, claim_seq, now_us)

    def _numbered(self, draft: Draft) -> Draft:
        """As its table sends it: with the table's own number and the table's own time."""
        self._numbers[draft.stream] += 1
        return draft._replace(
            source_id=f"{draft.stream}#{self._numbers[draft.stream]}",
            occurred_at_us=self._clocks.read(draft.stream, draft.occurred_at_us),
        )

    def _delayed(self, drafts: list[Draft]) -> list[Draft]:
        """Some tables fall behind: from some delivery on, all that they send comes after the others."""
        behind: set[str] = set()
        now: list[Draft] = []
        late: list[Draft] = []
        for draft in drafts:
            table = draft.stream.startswith("table:")
            if table and draft.stream not in behind and self._happens(self._trouble.delayed_ppm):
                behind.add(draft.stream)
                self.happened.delayed += 1
            (late if draft.stream in behind else now).append(draft)
        return now + late

    def _repeated(self, drafts: list[Draft]) -> list[Draft]:
        """Some deliveries come again: that of just now, or an earlier one of the round."""
        line: list[Draft] = []
        for draft in drafts:
            line.append(draft)
            sent = self._sent[draft.stream]
            if draft.type == RoundOpened.TYPE:
                sent.clear()
            sent.append(draft)
            if self._happens(self._trouble.repeated_ppm):
                line.append(self._luck.choice((draft, self._luck.choice(sent))))
                self.happened.repeated += 1
        return line

    def _deliver(self, line: list[Draft]) -> Sequence[Outcome]:
        """Send until somebody answers: a recorder that died knows nothing but what the log has."""
        while self._happens(self._trouble.crashed_ppm):
            self.happened.crashed += 1
            part = self._luck.randrange(len(line) + 1)
            if part:
                self._house.record(line[:part])
            self._house = self._open()
        return self._house.record(line)

    def _happens(self, ppm: int) -> bool:
        return bool(ppm) and self._luck.randrange(MILLION) < ppm


def _portions(line: list[Draft]) -> list[list[Draft]]:
    """The line, cut where a table opens a round while facts before it are still on their way."""
    portions: list[list[Draft]] = [[]]
    under_way: set[str] = set()
    for draft in line:
        if draft.type == RoundOpened.TYPE and draft.stream in under_way:
            portions.append([])
            under_way.clear()
        portions[-1].append(draft)
        under_way.add(draft.stream)
    return portions


@dataclass(slots=True)
class Clocks:
    """A clock a table, each wrong in its own way."""

    seed: int
    trouble: Trouble
    _wrong: dict[str, tuple[int, int, int]] = field(default_factory=dict)

    def read(self, stream: str, at_us: int) -> int:
        """What the clock of a stream's table shows at a moment."""
        wrong = self._wrong.get(stream)
        if wrong is None:
            rng = luck(self.seed, f"{stream}/clock")
            wrong = (at_us, _within(rng, self.trouble.offset_us), _within(rng, self.trouble.drift_ppm))
            self._wrong[stream] = wrong
        since_us, offset_us, drift_ppm = wrong
        return at_us + offset_us + (at_us - since_us) * drift_ppm // MILLION


def _within(rng: random.Random, most: int) -> int:
    return rng.randrange(-most, most + 1)
