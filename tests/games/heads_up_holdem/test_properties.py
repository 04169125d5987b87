"""What holds for every round of Heads-Up Hold 'Em, whatever the cards; hands ranked here by another way."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import rank, suit, text
from games.describing.describe import answer

NINE_CARDS = st.lists(st.integers(0, 51), min_size=9, max_size=9, unique=True)
STREETS = st.sampled_from([("preflop", 3000), ("preflop", 1000), ("flop", 2000), ("river", 1000)])
ODDS = {"royal": 500_000, "straight flush": 50_000, "four": 10_000, "full house": 3000, "flush": 1500}
BAD_BEAT = {"straight flush": 500_000, "four": 25_000, "full house": 6000, "flush": 5000, "straight": 4000}
TRIPS_A = {"royal": 100, "straight flush": 40, "four": 30, "full house": 9, "flush": 7, "straight": 4}
KINDS = ("high", "pair", "two pair", "three", "straight", "flush", "full house", "four", "straight flush")


def strength(five):
    """Kind and ranks of five cards, by counting: compared as a tuple."""
    counts = sorted(Counter(map(rank, five)).items(), key=lambda item: (item[1], item[0]), reverse=True)
    ranks = [r for r, _ in counts]
    shape = tuple(count for _, count in counts)
    flush = len(set(map(suit, five))) == 1
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]
    straight = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    kinds = {(1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7}
    kind = kinds[shape]
    if flush or straight:
        kind = 8 if flush and straight else 5 if flush else 4
    return kind, ranks


def best(seven):
    return max(strength(five) for five in combinations(seven, 5))


def name(hand):
    kind, ranks = hand
    return "royal" if kind == 8 and ranks[0] == 12 else KINDS[kind]


def settled(cards, raised, bonus=True):
    street, amount = raised
    names = [text(card) for card in cards]
    wagers = {"ante": 1000, "odds": 1000} | ({"pocket_bonus": 500, "trips_plus": 500} if bonus else {})
    decision = {"action": "raise", "at": street, "raise": amount}
    verdict = answer(
        {
            "game": "heads_up_holdem",
            "rulebook": "677a@2015-proposed",
            "paytables": {"pocket_bonus": "A", "trips_plus": "A"},
            "seats": [{"seat": 3, "cards": names[:2], "wagers": wagers, "decision": decision}],
            "dealer": names[2:4],
            "community": names[4:],
        }
    )
    return verdict["seats"][0]


@pytest.mark.reg("58 Pa. Code §§ 677a.11(h), 677a.12(b), 677a.12(c)")
@settings(deadline=None)
@given(NINE_CARDS, STREETS)
def test_contest_follows_from_the_two_hands(cards, raised):
    ours, theirs = best(cards[:2] + cards[4:]), best(cards[2:4] + cards[4:])
    wagers = settled(cards, raised)["wagers"]
    raise_outcome = "win" if ours > theirs else "lose" if ours < theirs else "push"
    assert wagers["raise"]["outcome"] == raise_outcome
    assert wagers["ante"]["outcome"] == (raise_outcome if theirs[0] >= 1 else "push")
    if ours > theirs:
        due = 1000 if name(ours) == "straight" else ODDS.get(name(ours), 0)
    else:
        due = BAD_BEAT.get(name(ours), 0) if ours < theirs else 0
    assert wagers["odds"]["payout_cents"] == due
    collected = ours < theirs and due == 0
    assert wagers["odds"]["returned_stake_cents"] == (0 if collected else 1000)


@pytest.mark.reg("58 Pa. Code §§ 677a.7(d)(3), 677a.12(e)")
@settings(deadline=None)
@given(NINE_CARDS, STREETS)
def test_trips_plus_depends_on_the_player_s_seven_cards_alone(cards, raised):
    kind = name(best(cards[:2] + cards[4:]))
    trips = settled(cards, raised)["wagers"]["trips_plus"]
    assert trips["payout_cents"] == 500 * (3 if kind == "three" else TRIPS_A.get(kind, 0))


@pytest.mark.reg("58 Pa. Code § 677a.7(d)(2)")
@settings(deadline=None)
@given(NINE_CARDS, STREETS)
def test_bonus_wagers_change_nothing_else_and_totals_add_up(cards, raised):
    with_bonus, bare = settled(cards, raised), settled(cards, raised, bonus=False)
    for wager, result in bare["wagers"].items():
        assert with_bonus["wagers"][wager] == result
    for seat in (with_bonus, bare):
        parts = [w["payout_cents"] + w["returned_stake_cents"] for w in seat["wagers"].values()]
        assert seat["total_returned_to_player_cents"] == sum(parts)
