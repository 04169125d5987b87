"""What a table and the casino exchange: facts out, answers back, and time that passes.

A table is a generator. It puts facts into its outbox, each with the moment at which it happened, and moves
its own clock on as it goes; nothing is read from outside. It yields only where it cannot go on by itself:

| it yields | because | and is sent |
|---|---|---|
| `Pause()` | the others should catch up first, at least once a round | `None` |
| `AwaitAward(link)` | its last fact is a claim, and the meter decides what it is worth | an `Award` |

The casino takes facts out in the order of their moments, over all tables, so a table may run a round ahead of
the others without anybody noticing: except through a meter, which is why it waits there.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, NamedTuple


class Fact(NamedTuple):
    """Something that happened at a table; `fields` are those of the body, without those left at defaults."""

    at_us: int
    type: str
    fields: dict[str, Any]
    actor: str
    round: str | None = None
    ahead_us: int = 0
    """By how much the clock of who says so is ahead."""


class Outcome(NamedTuple):
    """What became of a fact: its number in the stream, and the type that it was recorded as (a refusal)."""

    seq: int
    type: str


@dataclass(frozen=True, slots=True)
class Pause:
    """Nothing is needed; the others may catch up."""


@dataclass(frozen=True, slots=True)
class AwaitAward:
    """What did the link lock for the claim that was recorded last?"""

    link: str


@dataclass(frozen=True, slots=True)
class Award:
    """What the link answered, and when: an amount, or None with the reason of the refusal."""

    claim_seq: int
    at_us: int
    amount_mc: int | None
    reason: str = ""


PAUSE = Pause()

Step = Pause | AwaitAward
Answer = None | Award
Steps = Generator[Step, Answer, None]
"""A course of steps that gives nothing back, such as a whole round."""
AwardSteps = Generator[Step, Answer, Award]
"""A course of steps that ends with an award."""
