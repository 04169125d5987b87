"""A round of each game for the irregularities that every chapter foresees: one seat has placed every wager.

The figures are worked out by hand from the chapters.
"""

from copy import deepcopy

TABLES = {
    "647a": {
        "game": "texas_holdem_bonus",
        "rulebook": "647a@2019-08-31",
        "paytables": {"bonus": "A", "progressive": "A", "six_card_bonus": "A"},
        "dealer": ["Qd", "Jh"],
        "community": ["Kc", "9d", "7h", "4s", "2c"],
        "six_card_bonus_cards": ["3c", "5d", "8h", "Th"],
        "magic_card": "Ks",
        "lucky_position": 1,
    },
    "663a": {
        "game": "five_card_hi_lo",
        "rulebook": "663a@2014-02-01",
        "paytables": {"ante_bonus": "A", "poker_bonus": "A"},
        "dealer": ["5s", "Kd", "8h", "4d", "9c"],
    },
    "677a": {
        "game": "heads_up_holdem",
        "rulebook": "677a@2015-proposed",
        "paytables": {"pocket_bonus": "A", "trips_plus": "A"},
        "dealer": ["2c", "Ah"],
        "community": ["9h", "6h", "5s", "2d", "Kc"],
    },
    "678a": {
        "game": "high_card_flush",
        "rulebook": "678a@2019-11-02",
        "paytables": {"flush_bonus": "A", "straight_flush_bonus": "A", "progressive": "A"},
        "dealer": ["9h", "3h", "2h", "Kc", "Qc", "As", "7d"],
    },
    "679a": {
        "game": "three_card_prime",
        "rulebook": "679a@2019-08-31",
        "paytables": {"bad_beat": "A", "pair_bonus": "A", "all_six": "A"},
        "dealer": ["Qh", "3c", "2d"],
    },
}
SEATS = {
    "647a": {
        "cards": ["Ks", "Kd"],
        "decision": {"action": "play", "flop": True, "turn": True, "river": True},
    },
    "663a": {
        "cards": ["5c", "3c", "Qc", "9d", "9h"],
        "decision": {"action": "play", "play": 1000, "high": ["Qc", "9d", "9h"], "low": ["5c", "3c"]},
    },
    "677a": {"cards": ["9c", "9d"], "decision": {"action": "raise", "at": "preflop", "raise": 3000}},
    "678a": {
        "cards": ["4s", "5s", "6s", "7s", "8s", "Jd", "Jc"],
        "decision": {"action": "raise", "raise": 2000},
    },
    "679a": {
        "cards": ["Ks", "9s", "4s"],
        "fourth_card": "3d",
        "decision": {"action": "play", "play": 1000},
    },
}
WAGERS = {
    "647a": {
        "ante": 1000,
        "bonus": 500,
        "progressive": 100,
        "fchb_player": 200,
        "fchb_dealer": 300,
        "six_card_bonus": 400,
    },
    "663a": {"ante": 1000, "tie": 500, "poker_bonus": 300},
    "677a": {"ante": 1000, "odds": 1000, "pocket_bonus": 500, "trips_plus": 300},
    "678a": {"ante": 1000, "flush_bonus": 500, "straight_flush_bonus": 300, "progressive": 100},
    "679a": {"ante": 1000, "prime": 500, "pair_bonus": 300, "all_six": 200},
}
PLAIN = {"647a": {"ante": 1000, "bonus": 500}}
"""The wagers that a verdict settles without naming a switch, where they are not all."""
PLACED = {
    "647a": {"flop": 2000, "turn": 1000, "river": 1000},
    "663a": {"play": 1000},
    "677a": {"raise": 3000},
    "678a": {"raise": 2000},
    "679a": {"play": 1000},
}
"""What the decision of the seat has placed beside its wagers."""
TOTAL = {"647a": 6500, "663a": 2800, "677a": 5800, "678a": 3900, "679a": 3000}
"""Wagers and decision together."""
CONTEST = {
    "647a": ("ante",),
    "663a": ("ante",),
    "677a": ("ante", "odds"),
    "678a": ("ante",),
    "679a": ("ante",),
}
WON = {
    # Three kings: the Ante needs a straight to be paid; Bonus A pays a pair of kings 10 to 1.
    "647a": {
        "ante": ("push", 0),
        "bonus": ("win", 5000),
        "flop": ("win", 2000),
        "turn": ("win", 1000),
        "river": ("win", 1000),
    },
    # 28 high and 8 low against 27 and 9: both hands win, the Tie loses, a pair of nines pays 1 to 1.
    "663a": {"ante": ("win", 1000), "tie": ("lose", 0), "poker_bonus": ("win", 300), "play": ("win", 1000)},
    # Three nines against a pair of twos: Pocket Bonus A pays nines 5 to 1, Trips Plus A pays 3 to 1.
    "677a": {
        "ante": ("win", 1000),
        "odds": ("push", 0),
        "pocket_bonus": ("win", 2500),
        "trips_plus": ("win", 900),
        "raise": ("win", 3000),
    },
    # A straight flush of five against a nine-high flush of three: 10 to 1, 100 to 1 and 250 for 1.
    "678a": {
        "ante": ("win", 1000),
        "flush_bonus": ("win", 5000),
        "straight_flush_bonus": ("win", 30_000),
        "progressive": ("win", 25_000),
        "raise": ("win", 2000),
    },
    # A black flush against a queen: Prime and Pair Bonus 3 to 1, All-Six lost.
    "679a": {
        "ante": ("win", 1000),
        "prime": ("win", 1500),
        "pair_bonus": ("win", 900),
        "all_six": ("lose", 0),
        "play": ("win", 1000),
    },
}
"""Outcome and payout of each wager when the round is settled."""


def played(chapter, *, plain=False):
    """The round as it would be settled, with every wager or with the plain ones."""
    wagers = PLAIN.get(chapter, WAGERS[chapter]) if plain else WAGERS[chapter]
    return deepcopy(TABLES[chapter] | {"seats": [{"seat": 1, "wagers": wagers, **SEATS[chapter]}]})


def undecided(chapter, *others):
    """The round before its player, and those of other seats, have decided."""
    described = played(chapter, plain=True)
    described["seats"][0]["decision"] = {"action": "none"}
    described["seats"] += others
    return described


def contest(chapter, seat, action, stake):
    """A seat without cards that has placed what the game asks for, and nothing else."""
    wagers = dict.fromkeys(CONTEST[chapter], stake)
    return {"seat": seat, "cards": [], "wagers": wagers, "decision": {"action": action}}
