"""One round of each game, told step by step so that something can go wrong at any of them.

One seat with every kind of wager. `played` is what each wager is due where nothing goes wrong, `staked` what
was wagered, and `standing` what the bonus wagers are due that a chapter leaves in play; worked out by hand
beside each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from projections.rounds.terms import Terms
from projections.rounds.verdict import Known, judge
from tests.projections.rounds.played import Told


@dataclass(frozen=True)
class Example:
    """A round of a game: its terms, its cards, its wagers and what they are due."""

    chapter: str
    terms: Terms
    cards: str
    dealer: str
    wagers: dict[str, int]
    decision: tuple[str, str, int, str]
    """Action, wager, cents and street."""
    played: dict[str, int]
    standing: dict[str, int]
    board: str = ""
    six_cards: str = ""
    set_hand: dict[str, list[str]] = field(default_factory=dict)

    @property
    def staked(self):
        """Every stake, that of the decision included."""
        _, wager, cents, _ = self.decision
        return self.wagers | {wager: cents}


GAMES = {
    # Five diamonds beat three hearts, queen high, which qualify: Ante and Raise 1 to 1. Flush Bonus A: five
    # cards 10 to 1. No three suited in a row: the other two lose.
    "high_card_flush": Example(
        "678a",
        Terms(
            "high_card_flush",
            "678a@2019-11-02",
            {"flush_bonus": "A", "straight_flush_bonus": "A", "progressive": "A"},
            {},
            None,
            1,
        ),
        "Ad Kd 9d 2d 5d 3c 7h",
        "Qh Jh Th 2c 3s 4d 6s",
        {"ante": 1_000, "flush_bonus": 500, "straight_flush_bonus": 500, "progressive": 100},
        ("raise", "raise", 1_000, "deal"),
        {"ante": 2_000, "raise": 2_000, "flush_bonus": 5_500, "straight_flush_bonus": 0, "progressive": 0},
        {"flush_bonus": 5_500, "straight_flush_bonus": 0, "progressive": 0},
    ),
    # Three aces beat a pair of sevens: Ante and Raise 1 to 1, Odds push with three of a kind. Pocket Bonus A:
    # two aces 30 to 1. Trips Plus A: three of a kind 3 to 1.
    "heads_up_holdem": Example(
        "677a",
        Terms("heads_up_holdem", "677a@2015-proposed", {"pocket_bonus": "A", "trips_plus": "A"}, {}, None, 1),
        "As Ah",
        "Kc 7s",
        {"ante": 1_000, "odds": 1_000, "pocket_bonus": 500, "trips_plus": 500},
        ("raise", "raise", 3_000, "preflop"),
        {"ante": 2_000, "odds": 1_000, "raise": 6_000, "pocket_bonus": 15_500, "trips_plus": 2_000},
        {"pocket_bonus": 15_500, "trips_plus": 2_000},
        board="Ac 7d 2h 9s 4c",
    ),
    # High 10 + 10 + 9 = 29 against 10 + 8 + 7 = 25, low 3 + 2 = 5 against 5 + 3 = 8: both are better, Ante
    # and Play 1 to 1. No tie. Poker Bonus A: a pair of kings 1 to 1.
    "five_card_hi_lo": Example(
        "663a",
        Terms("five_card_hi_lo", "663a@2014-02-01", {"poker_bonus": "A"}, {}, None, 1),
        "Ks Kd 9h 3h 2c",
        "Td 8c 7h 5s 3d",
        {"ante": 1_000, "tie": 500, "poker_bonus": 500},
        ("play", "play", 1_000, "deal"),
        {"ante": 2_000, "play": 2_000, "tie": 0, "poker_bonus": 1_000},
        {},
        set_hand={"high": ["Ks", "Kd", "9h"], "low": ["3h", "2c"]},
    ),
    # Three kings beat two pair, nines and sevens: Flop 1 to 1; the Ante goes back below a straight. Bonus A:
    # two kings 10 to 1. Progressive A, two cards and the Flop: three of a kind 9 for 1. The Five Card wager
    # needs a flush. Six cards: K K 3 5 8 T is a pair, which loses.
    "texas_holdem_bonus": Example(
        "647a",
        Terms(
            "texas_holdem_bonus",
            "647a@2019-08-31",
            {"bonus": "A", "six_card_bonus": "A", "progressive": "A"},
            {},
            None,
            1,
        ),
        "Ks Kh",
        "7c 9d",
        {"ante": 1_000, "bonus": 500, "progressive": 100, "six_card_bonus": 500, "fchb_player": 500},
        ("play", "flop", 2_000, "preflop"),
        {
            "ante": 1_000,
            "flop": 4_000,
            "bonus": 5_500,
            "progressive": 900,
            "six_card_bonus": 0,
            "fchb_player": 0,
        },
        {"bonus": 5_500},
        board="Kd 7s 2c 9h 4s",
        six_cards="3h 5d 8c Td",
    ),
    # A pair of queens against a dealer who does not qualify: the Ante pushes, Play 1 to 1. A black and a red
    # queen lose the Prime. Pair Bonus B, with a two as the fourth card: a pair 2 to 1. Six cards: no three of
    # a kind.
    "three_card_prime": Example(
        "679a",
        Terms(
            "three_card_prime",
            "679a@2019-08-31",
            {"bad_beat": "A", "pair_bonus": "B", "all_six": "A"},
            {},
            None,
            1,
        ),
        "Qc Qd 4s 2h",
        "Jh 9c 3s",
        {"ante": 1_000, "prime": 500, "pair_bonus": 500, "all_six": 500},
        ("play", "play", 1_000, "deal"),
        {"ante": 1_000, "play": 2_000, "prime": 0, "pair_bonus": 1_500, "all_six": 0},
        {"prime": 0, "pair_bonus": 1_500, "all_six": 0},
    ),
}
WENT_ON: Callable[[Told], object] = Told.closes


def rows_of(
    game,
    *,
    before_deal=(),
    dealt=(),
    decided=(),
    shown=(),
    dealing="",
    end=WENT_ON,
    decides=True,
    cards=None,
    dealer=None,
    board=None,
):
    """The verdict on the round of a game in which these facts are told at their moments; by wager."""
    example = GAMES[game]
    told = Told().wagers(1, **example.wagers).says("bets_closed", legs=[])
    _tell(told, before_deal)
    hands = [cards or example.cards, dealer or example.dealer]
    told.deals(1, hands[0], shown=False).deals(None, hands[1], shown=False)
    _tell(told, dealt)
    if decides:
        action, wager, cents, at = example.decision
        told.decides(1, action, wager=wager, cents=cents, at=at)
        if example.set_hand:
            told.says("hand_set", hand="seat", seat=1, **example.set_hand)
    _tell(told, decided)
    _show_board(told, board or example.board, example.six_cards)
    told.says("hand_revealed", hand="dealer", cards=hands[1].split())
    told.says("hand_revealed", hand="seat", seat=1, cards=hands[0].split())
    _tell(told, shown)
    end(told)
    known = Known(example.terms, meters={"progressive": 0, "five_card": 0}, dealing=dealing)
    return {row.wager: row for row in judge(told.view, known).rows}


def _tell(told, facts):
    for type_, fields in facts:
        told.says(type_, **fields)


def _show_board(told, board, six_cards):
    cards = board.split()
    if cards:
        told.says("community_cards_revealed", street="flop", cards=cards[:3])
        told.says("community_cards_revealed", street="turn_and_river", cards=cards[3:])
    if six_cards:
        told.says("community_cards_revealed", street="six_card_bonus", cards=six_cards.split())


def due(rows):
    """What each wager is due."""
    return {wager: row.due_cents for wager, row in rows.items()}
