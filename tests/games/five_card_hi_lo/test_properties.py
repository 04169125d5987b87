"""What holds for every round of Five Card Hi-Lo, whatever the cards."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import text
from games.describing.describe import answer
from games.ranking.hi_lo import legal_settings

POINTS = dict(zip("23456789TJQK", (*range(2, 11), 10, 10, 10), strict=True))
TEN_CARDS = st.lists(st.integers(0, 51), min_size=10, max_size=10, unique=True)


def total(cards, ace):
    """Points counted from the names of the cards."""
    return sum(POINTS.get(text(card)[0], ace) for card in cards)


def settled(cards, setting, wagers=None):
    decision = {
        "action": "play",
        "play": 1000,
        "high": [text(card) for card in setting.high],
        "low": [text(card) for card in setting.low],
    }
    seat = {
        "seat": 1,
        "cards": [text(card) for card in cards[:5]],
        "wagers": wagers or {"ante": 1000, "tie": 500, "poker_bonus": 300},
        "decision": decision,
    }
    verdict = answer(
        {
            "game": "five_card_hi_lo",
            "rulebook": "663a@2014-02-01",
            "paytables": {"ante_bonus": "D", "poker_bonus": "B"},
            "seats": [seat],
            "dealer": [text(card) for card in cards[5:]],
        }
    )
    return verdict["seats"][0]


@pytest.mark.reg("58 Pa. Code §§ 663a.11(g), 663a.11(j)(1)")
@settings(deadline=None)
@given(TEN_CARDS)
def test_outcome_follows_from_the_two_comparisons(cards):
    dealer = sorted(cards[5:], key=lambda card: (total([card], 11), card), reverse=True)
    high, low = total(dealer[:3], 11), total(dealer[3:], 1)
    for setting in legal_settings(cards[:5]):
        ours = total(setting.high, 11), total(setting.low, 1)
        hands_won = (ours[0] > high) + (ours[1] < low)
        wagers = settled(cards, setting)["wagers"]
        outcome = ("lose", "push", "win")[hands_won]
        assert wagers["ante"]["outcome"] == wagers["play"]["outcome"] == outcome
        ties = (ours[0] == high) + (ours[1] == low)
        assert wagers["tie"]["payout_cents"] == (0, 2000, 10_000)[ties]


@pytest.mark.cites("58 Pa. Code § 663a.7(e)")
@settings(deadline=None)
@given(TEN_CARDS)
def test_optional_wagers_change_nothing_else(cards):
    for setting in legal_settings(cards[:5]):
        with_all, bare = settled(cards, setting), settled(cards, setting, {"ante": 1000})
        for wager, result in bare["wagers"].items():
            assert with_all["wagers"][wager] == result


@pytest.mark.reg("58 Pa. Code § 663a.11(j)")
@settings(deadline=None)
@given(TEN_CARDS)
def test_total_is_what_the_wagers_say(cards):
    for setting in legal_settings(cards[:5]):
        seat = settled(cards, setting)
        parts = [w["payout_cents"] + w["returned_stake_cents"] for w in seat["wagers"].values()]
        assert seat["total_returned_to_player_cents"] == sum(parts)
