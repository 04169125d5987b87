"""The examiner finds nothing on a faultless floor; on another each planted mistake once, and nothing else."""

from __future__ import annotations

from collections import Counter

import pytest

from floor.drawing import EQUIPMENT
from floor.life import Stop
from floor.night import HOUR_US
from floor.plan import START_US
from floor.play.registry import all_plays
from floor.round import dealt_round
from floor.trouble.erring import Rates
from floor.trouble.mistakes import (
    MISTAKES,
    ON_REQUEST,
    THEMES,
    UNPLANTED,
    awards,
    decks,
    opening,
    rulings,
    settlement,
    shuffling,
    streets,
    turns,
    wagering,
)
from projections.examining.check_list import CHECKS, NEVER_ALONE, NOT_VISIBLE
from tests.floor.findings_clean import examined
from tests.floor.findings_planted import EXAMINED, LUCKY, erred, opened

SELDOM = {
    *("dealing_changed", "wager_withdrawn"),
    *("sign_posted", "sign_removed", "selections_changed"),
}
"""What is said seldom, and rightly."""


@pytest.mark.parametrize("game", all_plays())
def test_nothing_is_found_where_things_happen_and_nobody_errs(game):
    """Cards face up, devices that jam and fail, short decks: dealers and floorpersons do as they must. With
    every way to deal and to shuffle, one deck and two, preshuffled and not."""
    floor = examined(game, seed=1, tables=30, rounds=12, irregularities_ppm=300_000)

    assert floor.found == []
    ways = {(each.dealing, each.shuffling) for each in floor.submissions}
    assert ways == set(EQUIPMENT)
    assert {each.decks for each in floor.submissions} == {1, 2}
    assert {each.preshuffled for each in floor.submissions} == {True, False}
    happened = {"irregularity_called", "round_voided", "deck_removed", "device_failed", "deck_spread"}
    assert happened | SELDOM <= floor.types.keys()


@pytest.mark.parametrize(
    ("game", "seed", "one_in"),
    [("texas_holdem_bonus", 11, 5), ("high_card_flush", 12, 5), ("texas_holdem_bonus", 1, 30)],
)
def test_nothing_is_found_where_players_leave_as_they_please(game, seed, one_in, monkeypatch):
    """The last one leaves before cards are found face up, or a device jams, or a deck is replaced."""
    monkeypatch.setattr(dealt_round, "LEAVES_ONE_IN", one_in)
    floor = examined(game, seed=seed, tables=20, rounds=25, irregularities_ppm=300_000)

    assert floor.found == []


def test_a_claim_that_was_entered_too_soon_is_sent_back_and_entered_again():
    """Of lucky players there are enough for that to happen; every award is paid by the claim that stands."""
    floor = erred(
        [], seed=2, tables=4, stop=Stop(rounds=40), games=("texas_holdem_bonus",), rates=Rates(1), hands=LUCKY
    )

    assert floor.found == []
    assert floor.types["progressive_rejected"] > 0
    claimed, rejected = floor.types["progressive_claimed"], floor.types["progressive_rejected"]
    assert floor.types["progressive_validated"] == claimed - rejected


LINKED = ("high_card_flush", "texas_holdem_bonus")
SMALL = {"tables": 4, "stop": Stop(rounds=20), "leaves_one_in": 30}


@pytest.mark.parametrize(
    ("mistakes", "on"),
    [
        # What no link hears of: a Progressive Wager went back, or cash went out for one that was never fed.
        ([rulings.link_not_told_of_a_seat], {"seed": 5, "games": LINKED}),
        ([awards.award_paid_for_a_link_never_fed], {"seed": 5, "games": LINKED, "hands": LUCKY}),
        # Of shoes that deliver stacks of four there are few.
        ([streets.top_card_not_discarded], {"seed": 5, "games": ("three_card_prime",), "tables": 12}),
        # A win that was taken is S15, but for the Bad Beat of a hand that lost (S23).
        ([settlement.winning_wager_taken], {"seed": 7, "games": ("three_card_prime",)}),
        ([settlement.special_payout_missed], {"seed": 7, "games": ("three_card_prime",)}),
        # Preshuffled decks are cut beside a device that shuffles again, and x.5(d) does not apply there.
        ([shuffling.cut_without_cover_card], {"seed": 1, "games": LINKED[:1], "tables": 12}),
        # Players leave, some of two boxes, and then an irregularity ends the round or does not.
        ([wagering.left_without_ruling], {"seed": 6, "games": LINKED}),
        # The last player has left with the cards, and then a card too many is due.
        ([wagering.left_without_ruling], {"seed": 3, "games": LINKED}),
        # Whoever has left is settled before the others, and has no contest.
        ([turns.optional_before_contest], {"seed": 2, "games": ("three_card_prime",)}),
        # What stands would be told again after a round from the hand, and what is offered may be taken.
        ([opening.shoe_not_approved, opening.by_hand_without_device], {"seed": 1, "games": LINKED[:1]}),
        ([opening.boxes_too_many_offered, wagering.box_too_many], {"seed": 1, "games": ("heads_up_holdem",)}),
        # A box too many is one's own for a round, in which its player or the other one leaves for good.
        ([wagering.box_too_many], {"seed": 7, "games": ("heads_up_holdem",), **SMALL}),
        # A round that is void before its first card leaves nothing in the rack.
        ([decks.two_decks_in_rack], {"seed": 6, "games": ("five_card_hi_lo",), **SMALL}),
        # Where no payout limit is named, one that is too low is refused all the same.
        ([opening.payout_limit_not_named, opening.payout_limit_too_low], {"seed": 1, "games": LINKED[1:]}),
    ],
    ids=lambda each: each[-1].kind if isinstance(each, list) else "",
)
def test_what_a_floor_seldom_has_is_found(mistakes, on, monkeypatch):
    on = {"tables": 8, "stop": Stop(rounds=25), "leaves_one_in": 50, **on}
    monkeypatch.setattr(dealt_round, "LEAVES_ONE_IN", on.pop("leaves_one_in"))
    floor = erred(mistakes, rates=Rates(1_000_000, 500_000), **on)

    assert floor.planted
    assert floor.differences() == (Counter(), Counter())


def test_a_wager_that_is_taken_back_in_time_is_not_made_late(monkeypatch):
    monkeypatch.setattr(dealt_round, "TAKEN_BACK_ONE_IN", 2)
    games, rates = ("three_card_prime",), Rates(1_000_000)
    floor = erred([wagering.late_wager], seed=1, tables=4, stop=Stop(rounds=25), games=games, rates=rates)

    assert floor.planted
    assert floor.types["wager_withdrawn"] > 0
    assert floor.differences() == (Counter(), Counter())


def test_what_the_floor_tells_only_when_it_is_wrong_is_found():
    """Designs of decks, chips that go elsewhere, a card that was found face up and is not in the rack."""
    rates = Rates(1_000_000, 300_000)
    floor = erred(ON_REQUEST, seed=2, tables=25, stop=Stop(rounds=6), rates=rates, shares=len(ON_REQUEST))

    assert {each.kind for each in floor.planted} == {each.kind for each in ON_REQUEST}
    assert floor.differences() == (Counter(), Counter())


def test_a_floor_tells_of_designs_chips_and_face_up_cards_only_where_that_is_asked_for():
    """What is drawn for a seed, and so its night, stays what it was before there were such facts."""
    floor = erred(seed=4, tables=10, stop=Stop(rounds=5))

    assert floor.planted
    assert not {"deck_described", "chips_placed", "face_up_card_placed"} & floor.types.keys()
    assert not {each.kind for each in MISTAKES} & {each.kind for each in ON_REQUEST}


OLD = [decks.deck_not_changed_in_time]
RATES = Rates(1_000_000, 200_000)


@pytest.fixture(scope="module")
def nights():
    """Tables that open wrongly, tables where people err as they play, lucky players, decks that are old."""
    return [
        opened(seed=1),
        erred(seed=4, tables=5 * 18, stop=Stop(rounds=30), shares=18, rates=RATES),
        erred(
            [each for each in MISTAKES if each.theme in ("awards", "settlement", "streets", "no_more_bets")],
            seed=5,
            tables=32,
            stop=Stop(rounds=30),
            games=("high_card_flush", "texas_holdem_bonus"),
            hands=LUCKY,
            shares=4,
        ),
        erred(OLD, seed=3, tables=2, stop=Stop(at_us=START_US + 9 * HOUR_US), games=("high_card_flush",)),
    ]


def test_each_planted_mistake_is_named_once_with_its_round_and_nothing_else_is(nights):
    """By table, check, round and section."""
    for night in nights:
        missed, beside = night.differences()
        assert not missed
        assert not beside
    assert sum(len(night.planted) for night in nights) > 1_500


def test_mistakes_of_every_theme_are_planted_and_name_a_check(nights):
    """A small floor has most of them; `make faults NAME=floor-findings` has them all."""
    planted = [each for night in nights for each in night.planted]
    kinds = {each.kind for each in planted}

    assert len(kinds) > len(MISTAKES) * 3 // 4
    assert nights[1].types["recut_ordered"] > 0
    assert {theme for theme in THEMES if not kinds & {each.kind for each in theme.MISTAKES}} == set()
    checks = {each.kind: each.checks for each in MISTAKES}
    assert [each for each in planted if each.check not in checks[each.kind]] == []


def test_every_check_has_its_mistake_or_a_reason_why_not():
    planted = {id_ for each in (*MISTAKES, *ON_REQUEST) for id_ in each.checks}

    assert {check.id for check in CHECKS} <= planted | UNPLANTED.keys() | NEVER_ALONE.keys()
    assert planted & (UNPLANTED.keys() | NEVER_ALONE.keys() | NOT_VISIBLE.keys()) == set()
    assert EXAMINED & UNPLANTED.keys() == EXAMINED - planted - NEVER_ALONE.keys()
