"""A round as the checks of play look at it: who wagered what, decided, folded, showed, was settled and when.

Made once when a round is done. It copies and orders what was recorded and judges nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from games.game import Game
from projections.examining.memory.table_state import OpenRound, Step

GIVEN_UP = ("fold", "forfeit")


@dataclass(slots=True)
class RoundDigest:
    """One round. Seats are those of the layout; steps are in the order in which they were recorded."""

    staked: dict[int, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    """What was placed and not taken back, by seat and wager; wagers of decisions are not in it."""
    decisions: list[Step] = field(default_factory=list)
    gave_up: dict[int, Step] = field(default_factory=dict)
    """The fold or forfeit of a seat."""
    abandoned: set[int] = field(default_factory=set)
    dealer_shown: Step | None = None
    """When the dealer's hand was turned up."""
    shown: dict[int, Step] = field(default_factory=dict)
    """When each hand was turned up first."""
    settled: list[Step] = field(default_factory=list)
    collected: dict[int, list[Step]] = field(default_factory=lambda: defaultdict(list))
    interrupted: bool = False
    """Whether hands were void, ruled so or only handled so, or the round was: what was not done then was not
    due."""

    def decided(self, seat: int) -> list[Step]:
        """The decisions of a seat."""
        return [step for step in self.decisions if step.body.seat == seat]

    def ante_mc(self, seat: int) -> int:
        """The Ante of a seat."""
        return self.staked.get(seat, {}).get("ante", 0)

    def optional(self, seat: int, game: Game) -> set[str]:
        """The optional wagers of a seat."""
        names = {each.name for each in game.wagers if each.optional and each.timing != "decision"}
        return {wager for wager, mc in self.staked.get(seat, {}).items() if mc and wager in names}


def digest_of(round_: OpenRound, ending: str) -> RoundDigest:
    """A round, seen as a whole; `ending` is the type of the event that completes it."""
    interrupted = "round_voided" in (round_.ended, ending) or round_.is_handled_as_void
    digest = RoundDigest(interrupted=interrupted)
    for step in round_.steps:
        take = _TAKES.get(step.type)
        if take is not None:
            take(digest, step)
    return digest


def _placed(digest: RoundDigest, step: Step) -> None:
    _stake(digest, step.body.seat, step.body.wager, step.body.amount_mc)


def _withdrawn(digest: RoundDigest, step: Step) -> None:
    _stake(digest, step.body.seat, step.body.wager, -step.body.amount_mc)


def _abandoned(digest: RoundDigest, step: Step) -> None:
    digest.abandoned.add(step.body.seat)


def _decided(digest: RoundDigest, step: Step) -> None:
    """A hand is given up by a decision that was open to its player, not by one more at the same street."""
    body = step.body
    if body.action in GIVEN_UP and not any(each.body.at == body.at for each in digest.decided(body.seat)):
        digest.gave_up.setdefault(body.seat, step)
    digest.decisions.append(step)


def _revealed(digest: RoundDigest, step: Step) -> None:
    if step.body.seat is not None:
        digest.shown.setdefault(step.body.seat, step)
    elif step.body.hand == "dealer" and digest.dealer_shown is None:
        digest.dealer_shown = step


def _settled(digest: RoundDigest, step: Step) -> None:
    digest.settled.append(step)


def _collected(digest: RoundDigest, step: Step) -> None:
    if step.body.seat is not None:
        digest.collected[step.body.seat].append(step)


def _ruled(digest: RoundDigest, step: Step) -> None:
    digest.interrupted |= step.body.ruling in ("hands_void", "round_void")


def _jammed(digest: RoundDigest, step: Step) -> None:
    digest.interrupted |= step.body.during == "deal"


_TAKES: Final[dict[str, Callable[[RoundDigest, Step], None]]] = {
    "wager_placed": _placed,
    "wager_withdrawn": _withdrawn,
    "wager_abandoned": _abandoned,
    "decision_made": _decided,
    "hand_revealed": _revealed,
    "wager_settled": _settled,
    "hand_collected": _collected,
    "irregularity_ruled": _ruled,
    "device_jammed": _jammed,
}


def _stake(digest: RoundDigest, seat: int, wager: str, mc: int) -> None:
    placed = digest.staked[seat]
    placed[wager] = placed.get(wager, 0) + mc
