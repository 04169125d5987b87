"""What holds for every round of 679a: a plain reading of Ante, Play and Prime agrees, seats stand alone."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import DECK, text
from games.describing.describe import answer

RANKS = "23456789TJQKA"
PLAY = [1, 1, 1, 2, 5, 6, 10]
BAD_BEAT = {"A": [4, 10, 12], "B": [1, 4, 10, 12], "C": [2, 5, 6], "D": [1, 2, 5, 6]}
RUNS = [{12, 0, 1}, *({low, low + 1, low + 2} for low in range(11))]
OPTIONAL = ("prime", "pair_bonus", "all_six")


def rank(cards):
    """Category 0 to 6 and what decides within it, worked out the long way."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    one_suit = len({card[1] for card in cards}) == 1
    if set(ranks) in RUNS:
        place = RUNS.index(set(ranks))
        if one_suit:
            return (6 if place == 11 else 5), [place]
        return 3, [place]
    if len(set(ranks)) == 1:
        return 4, ranks
    if one_suit:
        return 2, ranks
    if len(set(ranks)) == 2:
        return 1, [ranks[1], sum(ranks) - 2 * ranks[1]]
    return 0, ranks


def contest(cards, dealer, letter):
    """What comes back of an Ante and a Play Wager of 1 each."""
    ours, theirs = rank(cards), rank(dealer)
    if theirs < (0, [RANKS.index("Q")]):
        return 1 + 2
    if ours >= theirs:
        return 2 + 1 + PLAY[ours[0]]
    rows = BAD_BEAT[letter]
    lowest = 6 - len(rows)
    return 1 + rows[ours[0] - lowest] if ours[0] >= lowest else 0


def prime(cards, dealer):
    """What comes back of a Prime Wager of 1."""
    colors = ["".join("r" if card[1] in "dh" else "b" for card in hand) for hand in (cards, dealer)]
    if colors[0] not in {"rrr", "bbb"}:
        return 0
    return 5 if colors[1] == colors[0] else 4


@st.composite
def rounds(draw):
    """A finished round; half of them from few suits or ranks, so that the rare hands come up."""
    deck = [text(card) for card in DECK]
    narrow = draw(
        st.sampled_from([deck, [c for c in deck if c[1] in "sh"], [c for c in deck if c[0] in "A23QKJ"]])
    )
    cards = iter(draw(st.permutations(narrow)))
    dealer = [next(cards) for _ in range(3)]
    seats = []
    for number in sorted(draw(st.sets(st.integers(1, 6), min_size=1, max_size=4))):
        wagers = {"ante": 100} | {name: 100 for name in OPTIONAL if draw(st.booleans())}
        action = draw(st.sampled_from(["play", "play", "forfeit", "abandon"]))
        decision = {"action": action} | ({"play": 100} if action == "play" else {})
        held, fourth = [next(cards) for _ in range(3)], next(cards)
        seat = {"seat": number, "cards": held, "fourth_card": fourth, "wagers": wagers, "decision": decision}
        seats.append(seat)
    letters = {name: draw(st.sampled_from("ABCD")) for name in ("bad_beat", "pair_bonus", "all_six")}
    return {
        "game": "three_card_prime",
        "rulebook": "679a@2019-08-31",
        "paytables": letters,
        "seats": seats,
        "dealer": dealer,
    }


def back(result):
    return result["payout_cents"] + result["returned_stake_cents"]


@pytest.mark.reg("58 Pa. Code §§ 679a.11(c)(3), 679a.11(d)(1)")
@given(rounds())
@settings(max_examples=200, deadline=None)
def test_plain_reading_of_the_rules_agrees(described):
    for seat, result in zip(described["seats"], answer(described)["seats"], strict=True):
        wagers, action = result["wagers"], seat["decision"]["action"]
        if action == "play":
            expected = contest(seat["cards"], described["dealer"], described["paytables"]["bad_beat"])
            assert back(wagers["ante"]) + back(wagers["play"]) == 100 * expected
        else:
            assert back(wagers["ante"]) == 0
        if "prime" in wagers and action != "abandon":
            assert back(wagers["prime"]) == 100 * prime(seat["cards"], described["dealer"])
        assert result["total_returned_to_player_cents"] == sum(map(back, wagers.values()))


@pytest.mark.cites("58 Pa. Code § 679a.11(c)")
@given(rounds())
@settings(max_examples=60, deadline=None)
def test_each_seat_is_settled_as_if_it_were_alone_and_in_any_order(described):
    verdict = answer(described)
    assert answer({**described, "seats": described["seats"][::-1]})["seats"] == verdict["seats"][::-1]
    for seat, result in zip(described["seats"], verdict["seats"], strict=True):
        assert answer({**described, "seats": [seat]})["seats"] == [result]


@pytest.mark.reg("58 Pa. Code § 679a.13")
@given(rounds(), st.sampled_from(["face_up_multiple", "incorrect_number", "shoe_jam"]))
@settings(max_examples=60, deadline=None)
def test_void_round_returns_every_stake_and_nothing_else(described, kind):
    for seat, result in zip(
        described["seats"], answer({**described, "event": {"type": kind}})["seats"], strict=True
    ):
        stakes = sum(seat["wagers"].values()) + seat["decision"].get("play", 0)
        assert result["total_returned_to_player_cents"] == stakes


@pytest.mark.cites("58 Pa. Code § 679a.13(d)")
@given(rounds())
@settings(max_examples=60, deadline=None)
def test_exposed_dealer_card_changes_ante_and_play_alone(described):
    before = answer(described)["seats"]
    after = answer({**described, "event": {"type": "dealer_card_exposed"}})["seats"]
    for old, new in zip(before, after, strict=True):
        assert {n: w for n, w in new["wagers"].items() if n in OPTIONAL} == {
            n: w for n, w in old["wagers"].items() if n in OPTIONAL
        }
        assert {w["outcome"] for n, w in new["wagers"].items() if n not in OPTIONAL} == {"void"}
