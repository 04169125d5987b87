"""Under what check a mistake is entered, or that it is not made, by what had happened at its table before.

Each has been seen once in thousands of planted mistakes: `make faults NAME=floor-findings`.
"""

from __future__ import annotations

import random

import pytest

from floor.plan import START_US, lay_out
from floor.steps import Fact
from floor.trouble.mistakes import awards, decks, settlement, shuffling
from floor.trouble.spot import Spot
from games.settlement import WagerResult
from streams.clock import GamingDays

DECK = {"deck": "red-1"}


def at_a_table(game, fits=lambda _table: True):
    """A table of a seed, before anything happened there, and what is planted at it."""
    planted = []
    for seed in range(50):
        for table in lay_out(seed, 4, (game,)).tables(START_US, GamingDays()):
            if fits(table):
                return Spot(table, random.Random(1), planted.append), planted
    raise AssertionError(f"no such table of {game}")


def said(spot, type_, **fields):
    fact = Fact(START_US, type_, fields, "D-1", fields.pop("round", None))
    spot.follow(fact)
    spot.see(fact)
    return fact


def errs(spot, mistake, fact):
    spot.mistake = mistake
    return mistake.make(spot, fact)


def dealt(spot):
    """The first card of the deck: whatever was left out shows."""
    said(spot, "round_opened", **DECK, round="R-1")
    said(spot, "card_dealt", to="dealer", seat=None, position=1, round="R-1")


def by_hand(table):
    return table.submission.shuffling == "manual" and not table.submission.preshuffled


@pytest.mark.parametrize(
    ("before", "check", "section"),
    [
        (("cards_shuffled", "cards_cut"), "D38", "679a.5(f)"),
        # Everybody left before it was cut for its next round: it has not been cut since the last one.
        (("cards_shuffled",), "D28", "679a.5(c)(2)"),
    ],
)
def test_a_deck_that_was_spread_before_it_was_cut_is_not_cut_at_all(before, check, section):
    spot, planted = at_a_table("three_card_prime", by_hand)
    dealt(spot)
    for type_ in before:
        said(spot, type_, **DECK)
    for type_, more in (("deck_spread", {"occasion": "idle"}), ("deck_washed", {}), ("cards_shuffled", {})):
        said(spot, type_, **DECK, **more)
    errs(spot, shuffling.cut_missing, said(spot, "cards_cut", **DECK))
    dealt(spot)

    assert [(each.check, each.section) for each in planted] == [(check, section)]


def test_a_new_deck_that_was_not_washed_is_washed_when_somebody_comes():
    """Left out twice it would break two sections: x.4(c) and x.5(f)."""
    spot, _ = at_a_table("three_card_prime", by_hand)
    said(spot, "deck_spread", **DECK, occasion="opening")
    assert errs(spot, decks.wash_missing, said(spot, "deck_washed", **DECK)) == ()

    said(spot, "cards_shuffled", **DECK)
    said(spot, "deck_spread", **DECK, occasion="idle")
    assert errs(spot, decks.wash_missing, said(spot, "deck_washed", **DECK)) is None


def test_a_deck_that_was_never_shuffled_is_shuffled_when_somebody_comes():
    spot, _ = at_a_table("three_card_prime", by_hand)
    said(spot, "deck_spread", **DECK, occasion="idle")
    assert errs(spot, shuffling.first_shuffle_missing, said(spot, "cards_shuffled", **DECK)) is None


def test_a_deck_that_waits_is_shuffled_at_last_in_a_round_that_no_cards_are_collected_in():
    """The other deck's round is void, so cards of both are never in the rack (x.3(b)(4))."""
    spot, planted = at_a_table("three_card_prime", decks.two_decks)
    dealt(spot)
    said(spot, "round_closed", round="R-1")
    shuffled = said(spot, "cards_shuffled", **DECK)
    assert errs(spot, decks.two_decks_in_rack, shuffled) == ()

    opened = said(spot, "round_opened", deck="blue-1", round="R-2")
    assert spot.later(opened) == (opened,)
    voided = said(spot, "round_voided", round="R-2")
    assert spot.later(voided) == (shuffled._replace(round="R-2"), voided)
    assert spot.later is None
    assert planted == []


def test_a_deck_is_shuffled_in_its_own_name_where_cards_are_dealt_by_hand_from_now_on():
    """A removed deck was used; then the shoe fails, and the new one, preshuffled, is shuffled first."""
    spot, _ = at_a_table("three_card_prime")
    removed = said(spot, "deck_removed", deck="red-0", counted=51)
    errs(spot, decks.removed_deck_used, removed)
    opened = said(spot, "round_opened", **DECK, round="R-1")
    (used,) = spot.later(opened)
    assert used.fields["deck"] == "red-0"

    changed = said(spot, "dealing_changed", dealing="hand")
    assert spot.later(changed) == (changed,)
    assert spot.later is None


def test_a_short_deck_stays_by_the_section_of_how_its_round_was_dealt():
    """The shoe was out of order for that round, and is back before the deck would have left."""
    shoe = "automated_shoe"
    spot, planted = at_a_table(
        "three_card_prime",
        lambda table: table.submission.dealing == shoe and table.submission.shuffling == "device",
    )
    said(spot, "round_opened", **DECK, dealing="hand")
    errs(spot, decks.deck_not_removed, said(spot, "deck_removed", **DECK, counted=51))
    said(spot, "round_opened", **DECK)

    assert [(each.check, each.section) for each in planted] == [("C35", "679a.9(f)")]


def test_an_award_of_a_dollar_or_less_is_not_paid_a_dollar_short():
    spot, planted = at_a_table("texas_holdem_bonus")
    paid = Fact(START_US, "progressive_paid", {"amount_mc": 100_000, "seat": 1}, "D-1", "R-1")

    assert errs(spot, awards.award_of_a_wrong_amount, paid) is None
    assert planted == []


@pytest.mark.parametrize("mistake", [settlement.underpaid, settlement.overpaid], ids=lambda each: each.kind)
@pytest.mark.parametrize(("payout_cents", "is_made"), [(37_500, True), (29_762, False)])
def test_a_payout_that_the_limit_has_cut_is_paid_as_it_is(mistake, payout_cents, is_made):
    """$375 at 1 to 1; what is paid otherwise than the limit leaves it is not as the limit has it (S21)."""
    spot, planted = at_a_table("texas_holdem_bonus")
    spot.due[3, "flop"] = WagerResult("win", payout_cents, 37_500, "1 to 1", "647a.12(a)")
    fields = {"seat": 3, "wager": "flop", "outcome": "win", "stake_mc": 37_500_000}
    more = {"returned_mc": 37_500_000, "paid_mc": payout_cents * 1_000, "paid_from": "table_inventory"}
    fact = Fact(START_US, "wager_settled", fields | more, "D-1", "R-1")

    assert (errs(spot, mistake, fact) is not None) == is_made
    assert len(planted) == is_made
