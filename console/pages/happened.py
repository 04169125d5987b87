"""The events of a round for documents about it: each with its times and words, and the phases they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from console.pages.drawn import plain
from console.pages.told_round import ToldRound
from console.wording.local_time import local_clock, local_time
from events.body import decode_body
from events.envelope import Event
from events.times import time_text
from events.vocabulary.dealing import CommunityCardsRevealed
from projections.examining.finding import Finding
from projections.rounds.view import Happening

_PHASES: Final = {
    "round_opened": "opened",
    "bets_closed": "no more bets",
    "card_dealt": "deal",
    "stack_delivered": "deal",
    "decision_made": "decisions",
    "hand_revealed": "reveal",
    "irregularity_called": "irregularity",
    "wager_settled": "settlement",
    "progressive_claimed": "claim",
    "round_voided": "voided",
    "round_closed": "closed",
}
"""What begins with the first event of a type."""
_LETTERS: Final = {"irregularity": "!", "claim": "P", "voided": "V"}
"""Where the first letter of a phase would be another's, or say too little."""
_APART_US: Final = 1_000_000
"""From here on the two clocks of an event are both shown."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An event in the timeline. `marks` are the findings and differences that rest on it."""

    seq: int
    at_us: int
    at: str
    utc: str
    recorded: str
    type: str
    actor: str
    words: str
    marks: tuple[tuple[str, str], ...]

    @property
    def aloud(self) -> str:
        """The event in a sentence, without what the envelope repeats."""
        return ", ".join(filter(None, (self.type, self.words)))


@dataclass(frozen=True, slots=True)
class Phase:
    """A stretch of the round, by its first event."""

    name: str
    seq: int

    @property
    def letter(self) -> str:
        """The phase on the rail, where there is no room for its name."""
        return _LETTERS.get(self.name, self.name[:1].upper())


def entries(told: ToldRound) -> list[Entry]:
    """The timeline, by the device's clock."""
    marks = _marks(told)
    return [
        Entry(
            happening.seq,
            happening.occurred_at_us,
            local_clock(happening.occurred_at_us)[:-3],
            time_text(happening.occurred_at_us),
            _recorded(happening),
            plain(happening.type),
            happening.actor,
            happening.words,
            tuple(marks.get(happening.seq, ())),
        )
        for happening in told.view.timeline
    ]


def _recorded(happening: Happening) -> str:
    """When it was recorded, where that is not when it happened."""
    apart = happening.recorded_at_us - happening.occurred_at_us
    return f"recorded {local_time(happening.recorded_at_us)}" if abs(apart) >= _APART_US else ""


def _marks(told: ToldRound) -> dict[int, list[tuple[str, str]]]:
    """Tone and words of what is to be seen at an event: findings there, and wagers settled wrongly."""
    found: dict[int, list[tuple[str, str]]] = {}
    wrong = {(row.seat, row.wager) for row in told.verdict.rows if row.difference_cents}
    for event in told.events:
        body = decode_body(event)
        place = (getattr(body, "seat", None), getattr(body, "wager", None))
        if event.type == "wager_settled" and place in wrong:
            found.setdefault(event.seq, []).append(("bad", "differs from what was due"))
    for finding in told.findings:
        for seq in finding.events[-1:] if finding.is_of_table else ():
            found.setdefault(seq, []).append((finding_tone(finding), finding_words(finding)))
    return found


def finding_tone(finding: Finding) -> str:
    """The status that a finding has."""
    return {"money": "bad", "procedure": "warn", "record": "unknown"}[finding.severity]


def finding_words(finding: Finding) -> str:
    """What was found, and the section."""
    return finding.message + (f" ({finding.section})" if finding.section else "")


def phases(events: Sequence[Event]) -> list[Phase]:
    """The phases of a round, in the order in which they began."""
    found: dict[str, int] = {}
    for event in events:
        name = _PHASES.get(event.type)
        body = decode_body(event) if event.type == CommunityCardsRevealed.TYPE else None
        if isinstance(body, CommunityCardsRevealed):
            name = plain(body.street)
        if name:
            found.setdefault(name, event.seq)
    return [Phase(name, seq) for name, seq in found.items()]
