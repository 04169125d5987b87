"""Faultless rounds of the five games, worked out by hand: what was wagered, dealt, decided and paid.

`round_lines` tells a round; scenarios leave lines out, change them or move them (`script`).

`PLAIN` has one player with the wagers that every round needs. `FULL` has three: seat 1 plays and wins, seat
3 folds or forfeits with no other wager, seat 5 plays with several.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

DOLLAR = 100_000
DEALER, FLOORPERSON = "D-1", "F-1"
SHOES = ("manual_shoe", "hand")
"""Procedures by which single cards are dealt."""
BOARD = "Kd Qc 9h 5s 3c"


class Paid(NamedTuple):
    """How a wager is settled, in dollars. The stake is what was wagered."""

    wager: str
    outcome: str
    returned: int = 0
    paid: int = 0


class Box(NamedTuple):
    """A betting position in a round: cards, wagers in dollars, decisions, and how it is settled."""

    cards: str
    wagers: Mapping[str, int]
    decisions: tuple[tuple[str, str, str | None, int], ...]
    """Each: at, action, the wager that it makes, and that in dollars."""
    settled: tuple[Paid, ...]

    @property
    def folds(self) -> bool:
        return self.decisions[-1][1] in ("fold", "forfeit")


class Round(NamedTuple):
    """A round of one chapter."""

    chapter: str
    boxes: Mapping[int, Box]
    dealer: str
    board: str = ""
    six_card: str = ""
    fourth: Mapping[int, str] = {}
    """679a: fourth cards by box."""


def _won(**dollars: int) -> tuple[Paid, ...]:
    """Wagers that win as much as was staked, in this order."""
    return tuple(Paid(wager, "win", amount, amount) for wager, amount in dollars.items())


def _lost(*wagers: str) -> tuple[Paid, ...]:
    return tuple(Paid(wager, "lose") for wager in wagers)


def _pushed(**dollars: int) -> tuple[Paid, ...]:
    return tuple(Paid(wager, "push", amount) for wager, amount in dollars.items())


# 678a: a four-card flush (ace high) beats the dealer's three-card flush, which is king high and qualifies.
_FLUSH = "Ah Jh 9h 7h 2c 3d 4s"
_FLUSH_DEALER = "Kd Qd 8d 2s 3c 4h 6c"
# 663a: 11 + 10 + 10 = 31 high and 3 + 2 = 5 low; the dealer has 29 and 15.
_HI_LO = "Ah Ks Qd 3c 2s"
_HI_LO_DEALER = "Jc Td 9h 8s 7c"
# 677a, 647a: two aces; the dealer has king high, which is no pair: the Ante is returned in 677a. In 647a it
# pays from a straight only and is returned here too.
_POCKET_DEALER = "7c 2d"
# 679a: a pair of aces against king high, which qualifies.
_PRIME_DEALER = "Kc Qd 9h"

PLAIN: dict[str, Round] = {
    "678a": Round(
        "678a",
        {1: Box(_FLUSH, {"ante": 10}, (("deal", "raise", "raise", 10),), _won(ante=10, **{"raise": 10}))},
        _FLUSH_DEALER,
    ),
    "663a": Round(
        "663a",
        {1: Box(_HI_LO, {"ante": 10}, (("deal", "play", "play", 10),), _won(ante=10, play=10))},
        _HI_LO_DEALER,
    ),
    "677a": Round(
        "677a",
        {
            1: Box(
                "As Ah",
                {"ante": 10, "odds": 10},
                (("preflop", "raise", "raise", 30),),
                (*_pushed(ante=10), *_won(**{"raise": 30}), *_pushed(odds=10)),
            )
        },
        _POCKET_DEALER,
        BOARD,
    ),
    "679a": Round(
        "679a",
        {1: Box("Ah Ad 4c", {"ante": 10}, (("deal", "play", "play", 10),), _won(ante=10, play=10))},
        _PRIME_DEALER,
    ),
    "647a": Round(
        "647a",
        {
            1: Box(
                "As Ah",
                {"ante": 10},
                (
                    ("preflop", "play", "flop", 20),
                    ("flop", "play", "turn", 10),
                    ("turn", "play", "river", 10),
                ),
                (*_pushed(ante=10), *_won(flop=20, turn=10, river=10)),
            )
        },
        _POCKET_DEALER,
        BOARD,
    ),
}

FULL: dict[str, Round] = {
    # Seat 1: Flush Bonus A pays a four-card flush 1 to 1; ace, jack, nine, seven are no straight flush.
    # Seat 5: eight to ten of spades, below the dealer's flush; 7 to 1 by Straight Flush Bonus A, 3 for 1 by
    # progressive A, from the table inventory.
    "678a": Round(
        "678a",
        {
            1: Box(
                _FLUSH,
                {"ante": 10, "flush_bonus": 5, "progressive": 5},
                (("deal", "raise", "raise", 10),),
                (*_won(ante=10, **{"raise": 10}, flush_bonus=5), *_lost("progressive")),
            ),
            3: Box("2h 5d 9c Js 3s 7d Kc", {"ante": 10}, (("deal", "fold", None, 0),), _lost("ante")),
            5: Box(
                "8s 9s Ts 2d 4d Qh Jc",
                {"ante": 20, "straight_flush_bonus": 5, "progressive": 5},
                (("deal", "raise", "raise", 20),),
                (
                    *_lost("ante", "raise"),
                    Paid("straight_flush_bonus", "win", 5, 35),
                    Paid("progressive", "win", 0, 15),
                ),
            ),
        },
        _FLUSH_DEALER,
    ),
    # Seat 5: 30 high, 6 low; nothing ties, nothing pairs.
    "663a": Round(
        "663a",
        {
            1: Box(
                _HI_LO,
                {"ante": 10, "poker_bonus": 5},
                (("deal", "play", "play", 10),),
                (*_won(ante=10, play=10), *_lost("poker_bonus")),
            ),
            3: Box("8d 6c 6s 5d 4h", {"ante": 10}, (("deal", "forfeit", None, 0),), _lost("ante")),
            5: Box(
                "Qc Jd Tc 4c 2h",
                {"ante": 20, "tie": 5, "poker_bonus": 5},
                (("deal", "play", "play", 20),),
                (*_won(ante=20, play=20), *_lost("tie", "poker_bonus")),
            ),
        },
        _HI_LO_DEALER,
    ),
    # Seat 1: two aces in the pocket are 30 to 1 by A. Seat 5: three nines are 3 to 1 by Trips Plus A; Odds
    # are returned below a straight.
    "677a": Round(
        "677a",
        {
            1: Box(
                "As Ah",
                {"ante": 10, "odds": 10, "pocket_bonus": 5},
                (("preflop", "raise", "raise", 30),),
                (
                    *_pushed(ante=10),
                    *_won(**{"raise": 30}),
                    *_pushed(odds=10),
                    Paid("pocket_bonus", "win", 5, 150),
                ),
            ),
            3: Box(
                "4h 8d",
                {"ante": 10, "odds": 10},
                (("preflop", "check", None, 0), ("flop", "check", None, 0), ("river", "fold", None, 0)),
                _lost("ante", "odds"),
            ),
            5: Box(
                "9c 9d",
                {"ante": 20, "odds": 20, "trips_plus": 5},
                (("preflop", "check", None, 0), ("flop", "raise", "raise", 40)),
                (
                    *_pushed(ante=20),
                    *_won(**{"raise": 40}),
                    *_pushed(odds=20),
                    Paid("trips_plus", "win", 5, 15),
                ),
            ),
        },
        _POCKET_DEALER,
        BOARD,
    ),
    # Seat 1: two red cards and a black one are no Prime. Seat 5: jack high loses, no pair in four cards; with
    # the dealer's it has king to nine: a straight, 10 to 1 by All-Six A.
    "679a": Round(
        "679a",
        {
            1: Box(
                "Ah Ad 4c",
                {"ante": 10, "prime": 5},
                (("deal", "play", "play", 10),),
                (*_won(ante=10, play=10), *_lost("prime")),
            ),
            3: Box("2s 5h 7c", {"ante": 10}, (("deal", "forfeit", None, 0),), _lost("ante")),
            5: Box(
                "Js Td 2c",
                {"ante": 20, "pair_bonus": 5, "all_six": 5},
                (("deal", "play", "play", 20),),
                (*_lost("ante", "play", "pair_bonus"), Paid("all_six", "win", 5, 50)),
            ),
        },
        _PRIME_DEALER,
        fourth={5: "6s"},
    ),
    # Seat 1: two aces are 30 to 1 by Bonus A. Seat 5: a pair of sixes beats king high; it wins no progressive
    # and no Six Card Bonus.
    "647a": Round(
        "647a",
        {
            1: Box(
                "As Ah",
                {"ante": 10, "bonus": 5},
                (
                    ("preflop", "play", "flop", 20),
                    ("flop", "play", "turn", 10),
                    ("turn", "play", "river", 10),
                ),
                (*_pushed(ante=10), *_won(flop=20, turn=10, river=10), Paid("bonus", "win", 5, 150)),
            ),
            3: Box("4h 8d", {"ante": 10}, (("preflop", "fold", None, 0),), _lost("ante")),
            5: Box(
                "6h 6d",
                {"ante": 20, "progressive": 1, "six_card_bonus": 5},
                (
                    ("preflop", "play", "flop", 40),
                    ("flop", "check", None, 0),
                    ("turn", "check", None, 0),
                ),
                (*_pushed(ante=20), *_won(flop=40), *_lost("progressive", "six_card_bonus")),
            ),
        },
        _POCKET_DEALER,
        BOARD,
        six_card="Tc 4s 8h Jd",
    ),
}

OFFERED: dict[str, dict[str, Any]] = {
    "678a": {"flush_bonus": "A", "straight_flush_bonus": "A", "progressive": "A"},
    "663a": {"tie": None, "poker_bonus": "A", "ante_bonus": "A"},
    "677a": {"pocket_bonus": "A", "trips_plus": "A"},
    "679a": {"prime": None, "pair_bonus": "A", "all_six": "A", "bad_beat": "A"},
    "647a": {"bonus": "A", "progressive": "A", "six_card_bonus": "A"},
}
"""What a table of a `FULL` round offers beside the wagers of every round, each with its paytable."""
LOCKED = {"progressive": "progressive", "fchb_player": "electronic_wagering"}
"""Wagers whose system is locked when no more bets are taken, offered or not made."""
UNIT_MC = {"678a": 5 * DOLLAR, "647a": DOLLAR}
ALWAYS = {
    "678a": ("ante", "raise"),
    "663a": ("ante", "play"),
    "677a": ("ante", "odds", "raise"),
    "679a": ("ante", "play"),
    "647a": ("ante", "flop", "turn", "river"),
}
"""The wagers of every round."""
BY_PAYTABLE_ALONE = ("ante_bonus", "bad_beat")
"""Paid without a wager of their own."""


def selections(chapter: str) -> dict[str, Any]:
    """What a table selects that offers all wagers of a `FULL` round."""
    offered = OFFERED[chapter]
    own = [wager for wager in offered if wager not in BY_PAYTABLE_ALONE]
    return {
        "wagers": [*ALWAYS[chapter], *own],
        "paytables": [{"wager": name, "paytable": letter} for name, letter in offered.items() if letter],
        "progressives": [
            {"wager": "progressive", "link": "L-1", "unit_wager_mc": unit}
            for unit in [UNIT_MC.get(chapter)]
            if unit
        ],
        "approvals": ("layout", "shoe_location", "reshuffling_device", "progressive_system"),
    }
