"""Rounds settled per second on one core, for each of the five games.

A round is a full table with every wager of the chapter placed, cards from a seeded shuffle. `settle_GAME` is
what a stream of events costs: `settle` on a typed round. `settle_GAME_described` adds what `pitledger settle`
does around it: the description parsed and checked, the verdict rendered. No other program settles these
games, so there is no peer; hands alone are measured against peers in bench_hands.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from bench.rows import Row, row
from games.cards import NAMES, NUMBERS
from games.describing.describe import answer_line, parse
from games.ranking.hi_lo import legal_settings

ROUNDS: Final = 2_000
REPEATS: Final = 7
SEATS: Final = 6
SEED: Final = 58

Description = dict[str, Any]


class Shoe:
    """A shuffled deck, dealt from the top."""

    def __init__(self, rng: random.Random) -> None:
        self._cards = list(NAMES)
        rng.shuffle(self._cards)

    def deal(self, count: int) -> list[str]:
        """The next cards."""
        dealt, self._cards = self._cards[:count], self._cards[count:]
        return dealt


def high_card_flush(rng: random.Random) -> Description:
    """Every wager of 678a."""
    shoe = Shoe(rng)
    wagers = {"ante": 1000, "flush_bonus": 500, "straight_flush_bonus": 500, "progressive": 500}
    seats = [_seat(n, shoe.deal(7), wagers, {"action": "raise", "raise": 1000}) for n in range(1, SEATS + 1)]
    return {
        "game": "high_card_flush",
        "rulebook": "678a@2019-11-02",
        "paytables": {"flush_bonus": "A", "straight_flush_bonus": "A", "progressive": "A"},
        "meters": {"progressive": 20_000_000},
        "seats": seats,
        "dealer": shoe.deal(7),
    }


def heads_up_holdem(rng: random.Random) -> Description:
    """Every wager of 677a."""
    shoe = Shoe(rng)
    wagers = {"ante": 1000, "odds": 1000, "pocket_bonus": 500, "trips_plus": 500}
    raised = {"action": "raise", "at": "river", "raise": 1000}
    return {
        "game": "heads_up_holdem",
        "rulebook": "677a@2015-proposed",
        "paytables": {"pocket_bonus": "A", "trips_plus": "A"},
        "seats": [_seat(n, shoe.deal(2), wagers, raised) for n in range(1, SEATS + 1)],
        "dealer": shoe.deal(2),
        "community": shoe.deal(5),
    }


def five_card_hi_lo(rng: random.Random) -> Description:
    """Every wager of 663a, hands set with the aces high."""
    shoe = Shoe(rng)
    seats = []
    for number in range(1, SEATS + 1):
        cards = shoe.deal(5)
        seats.append(_seat(number, cards, {"ante": 1000, "tie": 500, "poker_bonus": 500}, _hands_set(cards)))
    return {
        "game": "five_card_hi_lo",
        "rulebook": "663a@2014-02-01",
        "paytables": {"ante_bonus": "A", "poker_bonus": "A"},
        "seats": seats,
        "dealer": shoe.deal(5),
    }


def texas_holdem_bonus(rng: random.Random) -> Description:
    """The wagers of 647a, the Five Card Hand Bonus apart (its table has more equipment than this)."""
    shoe = Shoe(rng)
    wagers = {"ante": 1000, "bonus": 500, "progressive": 500, "six_card_bonus": 500}
    played = {"action": "play", "flop": True, "turn": True, "river": True}
    return {
        "game": "texas_holdem_bonus",
        "rulebook": "647a@2019-08-31",
        "paytables": {"bonus": "A", "progressive": "A", "six_card_bonus": "A"},
        "options": {"ante_pays_on": "straight"},
        "meters": {"progressive": 10_000_000},
        "seats": [_seat(n, shoe.deal(2), wagers, played) for n in range(1, SEATS + 1)],
        "dealer": shoe.deal(2),
        "community": shoe.deal(5),
        "six_card_bonus_cards": shoe.deal(4),
    }


def three_card_prime(rng: random.Random) -> Description:
    """Every wager of 679a."""
    shoe = Shoe(rng)
    wagers = {"ante": 1000, "prime": 500, "pair_bonus": 500, "all_six": 500}
    seats = [_seat(n, shoe.deal(3), wagers, {"action": "play", "play": 1000}) for n in range(1, SEATS + 1)]
    for seat in seats:
        seat["fourth_card"] = shoe.deal(1)[0]
    return {
        "game": "three_card_prime",
        "rulebook": "679a@2019-08-31",
        "paytables": {"bad_beat": "A", "pair_bonus": "A", "all_six": "A"},
        "seats": seats,
        "dealer": shoe.deal(3),
    }


GAMES: Final[tuple[Callable[[random.Random], Description], ...]] = (
    high_card_flush,
    heads_up_holdem,
    five_card_hi_lo,
    texas_holdem_bonus,
    three_card_prime,
)


def _seat(number: int, cards: list[str], wagers: dict[str, int], decision: dict[str, Any]) -> Description:
    return {"seat": number, "cards": cards, "wagers": wagers, "decision": decision}


def _hands_set(cards: list[str]) -> dict[str, Any]:
    setting = legal_settings([NUMBERS[card] for card in cards])[0]
    high, low = ([NAMES[card] for card in hand] for hand in setting)
    return {"action": "play", "play": 1000, "high": high, "low": low}


def measure(work: Callable[[Any], object], items: Sequence[Any], repeats: int) -> float:
    """Items per second of processor time: the best of some rounds, after one to warm up."""
    best = 0.0
    for number in range(repeats + 1):
        started = time.process_time()
        for item in items:
            work(item)
        taken = time.process_time() - started
        if number:
            best = max(best, len(items) / taken)
    return best


def run(quick: bool = False) -> list[Row]:
    """Two rows for each game."""
    count, repeats = (20, 1) if quick else (ROUNDS, REPEATS)
    rows = []
    for game in GAMES:
        rng = random.Random(SEED)
        described = [game(rng) for _ in range(count)]
        typed = [parse(description) for description in described]
        alone = measure(lambda each: each[1].settle(each[0], each[2]), typed, repeats)
        rows.append(row(f"settle_{game.__name__}", "rounds/s", alone, n=count))
        whole = measure(answer_line, described, repeats)
        rows.append(row(f"settle_{game.__name__}_described", "rounds/s", whole, n=count))
    return rows
