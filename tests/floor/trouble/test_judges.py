"""What is planted is found, where it can be found today, and nothing else is."""

import pytest

from floor.life import Stop
from floor.plan import START_US
from floor.table.people import HOUR_US
from floor.trouble.erring import Rates
from floor.trouble.mistakes import (
    awards,
    dealing,
    decisions,
    decks,
    no_more_bets,
    settlement,
    streets,
    turns,
    wagering,
)
from tests.floor.erred import floor
from tests.floor.judges import found
from tests.floor.trouble.test_mistakes import ALWAYS, FEW, LUCKY

MONEY = [
    settlement.underpaid,
    settlement.overpaid,
    settlement.losing_wager_paid,
    decisions.folded_hand_paid,
    settlement.winning_wager_taken,
    settlement.push_taken,
    settlement.wrong_stake_returned,
    settlement.wager_not_settled,
    turns.settled_out_of_turn,
]
WAGERS = [
    no_more_bets.progressive_wager_after_lock_out,
    wagering.progressive_wager_by_plaque,
    wagering.progressive_wager_of_another_unit,
    wagering.progressive_wager_twice,
    decisions.raise_above_what_is_allowed,
    no_more_bets.chip_count_wrong,
]
CARDS = [dealing.wrong_order_of_deal, dealing.card_too_many, streets.missing_burn]
GROUPS = [
    pytest.param(MONEY, {}, id="money"),
    pytest.param(WAGERS, {}, id="wagers"),
    pytest.param(CARDS, {}, id="cards"),
    pytest.param([settlement.envy_not_paid], {**FEW, "games": ("texas_holdem_bonus",)}, id="envy"),
    pytest.param([awards.award_paid_twice], FEW, id="paid twice"),
    pytest.param([awards.award_paid_by_two_slips], FEW, id="two slips"),
    pytest.param([awards.award_paid_to_another_too], FEW, id="another seat"),
    pytest.param([awards.award_paid_for_a_link_never_fed], FEW, id="a link never fed"),
    pytest.param([awards.award_of_a_wrong_amount], FEW, id="wrong amount"),
    pytest.param([awards.award_overpaid], FEW, id="too much"),
    pytest.param([awards.percentage_from_the_inventory], FEW, id="inventory"),
]


@pytest.mark.parametrize(("mistakes", "on"), GROUPS)
def test_what_is_planted_is_found_and_nothing_else(mistakes, on):
    on = {"stop": Stop(rounds=20), **on}
    wrong = floor(Rates(400_000), mistakes, hands=LUCKY if on.get("games") else None, **on)

    assert {planted.kind for planted in wrong.planted} == {each.kind for each in mistakes}
    assert found(wrong.events, wrong.decided) == {(each.table, each.round) for each in wrong.planted}


@pytest.mark.parametrize("hands", [None, LUCKY])
def test_a_floor_without_mistakes_has_nothing_to_find(hands):
    clean = floor(Rates(), hands=hands)

    assert found(clean.events, clean.decided) == set()


def test_a_deck_that_stays_too_long_is_found():
    """x.3(c): from the hand four hours. The round that closes last before the change is too late."""
    stop = Stop(at_us=START_US + 9 * HOUR_US)
    only = [decks.deck_not_changed_in_time]
    wrong = floor(Rates(ALWAYS), only, tables=2, stop=stop, games=("high_card_flush",))

    tables = {table for table, _ in found(wrong.events, wrong.decided)}
    assert wrong.planted
    assert tables == {planted.table for planted in wrong.planted}
