"""Poker hands evaluated per second: ours against phevaluator, treys and pokerkit, in the same run.

Everyone gets the same hands in the form that he likes best, prepared beforehand, through his public
function; the answers are compared before anything is timed.  The limit is phevaluator's C function called
directly, past its public interface: what a compiled evaluator does when Python only makes the call.  Rounds
of all contestants alternate and the best of each counts, so that a busy neighbour slows nobody in particular.
"""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import pairwise
from typing import Any

import phevaluator
import pokerkit
import treys
from phevaluator import _pheval

from bench.rows import Row, row
from games.cards import NAMES
from games.ranking import poker

HANDS = 50_000
ROUNDS = 7
SEED = 58


@dataclass(frozen=True)
class Contestant:
    """Someone who evaluates hands: `prepare` makes his form of a hand, `evaluate` is timed."""

    name: str
    prepare: Callable[[Sequence[int]], Any]
    evaluate: Callable[[Any], Any]
    higher_is_better: bool
    hands: int = HANDS
    spread: bool = False  # whether the cards are separate arguments


def contestants(cards: int) -> tuple[Contestant, list[Contestant], Contestant]:
    """Ours, the peers and the limit, for hands of five or of seven cards."""
    ours = Contestant("pitledger", tuple, poker.five if cards == 5 else poker.best_of_seven, True)
    public = phevaluator.evaluate_5cards if cards == 5 else phevaluator.evaluate_7cards
    private = _pheval.evaluate_5cards if cards == 5 else _pheval.evaluate_7cards
    evaluator = treys.Evaluator().hand_size_map[cards]
    kit = pokerkit.StandardHighHand.from_game if cards == 7 else pokerkit.StandardHighHand.lookup.get_entry
    peers = [
        Contestant(f"phevaluator {version('phevaluator')}", tuple, public, False, spread=True),
        Contestant(f"treys {version('treys')}", _for_treys, evaluator, False),
        # It tries all 21 fives of seven cards, so fewer hands will do.
        Contestant(
            f"pokerkit {version('pokerkit')}",
            _for_pokerkit,
            kit,
            True,
            hands=HANDS // (50 if cards == 7 else 5),
        ),
    ]
    return ours, peers, Contestant("phevaluator's private C function", tuple, private, False, spread=True)


def run(quick: bool = False) -> list[Row]:
    """One row for each peer and size of hand."""
    count, rounds = (500, 1) if quick else (HANDS, ROUNDS)
    rows: list[Row] = []
    for cards in (5, 7):
        ours, peers, limit = contestants(cards)
        everyone = [ours, *peers, limit]
        draw = random.Random(SEED)
        hands = [tuple(draw.sample(range(52), cards)) for _ in range(count)]
        for other in everyone[1:]:
            check_same_answers(ours, other, hands[:1000])
        speed = measure(everyone, hands, rounds)
        fastest = max(peers, key=lambda peer: speed[peer.name])
        rows.extend(
            row(
                f"hands_{cards}_cards" + ("" if peer is fastest else f"_{peer.name.split()[0]}"),
                "hands/s",
                speed[ours.name],
                n=count,
                goal="≥ 1 × peer",
                peer=speed[peer.name],
                peer_name=peer.name + (" (the fastest of three)" if peer is fastest else ""),
                limit=speed[limit.name],
                limit_name=limit.name,
            )
            for peer in sorted(peers, key=lambda peer: -speed[peer.name])
        )
    return rows


def measure(everyone: Sequence[Contestant], hands: Sequence[Sequence[int]], rounds: int) -> dict[str, float]:
    """Hands per second of each contestant: the best of alternating rounds, after one to warm up."""
    prepared = {c.name: [c.prepare(hand) for hand in hands[: c.hands]] for c in everyone}
    best = {contestant.name: 0.0 for contestant in everyone}
    for number in range(rounds + 1):
        for contestant in everyone:
            mine = prepared[contestant.name]
            loop = _loop_spread if contestant.spread else _loop
            started = time.perf_counter()
            loop(contestant.evaluate, mine)
            taken = time.perf_counter() - started
            if number:
                best[contestant.name] = max(best[contestant.name], len(mine) / taken)
    return best


def check_same_answers(ours: Contestant, other: Contestant, hands: Sequence[Sequence[int]]) -> None:
    """Refuse to time an evaluator that orders or ties these hands differently."""
    sign = 1 if other.higher_is_better else -1
    theirs_by_ours: dict[int, Any] = {}
    for hand in hands:
        mine = other.prepare(hand)
        theirs = other.evaluate(*mine) if other.spread else other.evaluate(mine)
        known = theirs_by_ours.setdefault(ours.evaluate(hand), theirs)
        if known != theirs:
            raise RuntimeError(f"{other.name} and {ours.name} tie other hands: {hand}")
    in_order = [theirs_by_ours[strength] for strength in sorted(theirs_by_ours)]
    if not all(low < high if sign == 1 else low > high for low, high in pairwise(in_order)):
        raise RuntimeError(f"{other.name} and {ours.name} order hands differently")


def _loop(evaluate: Callable[[Any], Any], hands: Sequence[Any]) -> None:
    for hand in hands:
        evaluate(hand)


def _loop_spread(evaluate: Callable[..., Any], hands: Sequence[Any]) -> None:
    for hand in hands:
        evaluate(*hand)


def _for_treys(hand: Sequence[int]) -> list[int]:
    return [treys.Card.new(NAMES[card]) for card in hand]


def _for_pokerkit(hand: Sequence[int]) -> tuple[pokerkit.Card, ...]:
    return tuple(pokerkit.Card.parse("".join(NAMES[card] for card in hand)))
