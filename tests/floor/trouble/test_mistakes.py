"""Mistakes: each does what it says it does and nothing else, at the rate that was asked for."""

import json
from collections import Counter

import pytest

from floor.errors import FloorError
from floor.life import Stop
from floor.plan import START_US, lay_out
from floor.table.conduct import RIGHT
from floor.trouble.erring import Rates, conduct, per_million
from floor.trouble.mistake import Mistake, Planted
from floor.trouble.mistakes import MISTAKES, THEMES, settlement
from tests.floor.erred import effects, floor

ALWAYS = 1_000_000
LUCKY = {2: "4h 5h 6h 7h 8h 9h Kc", 3: "Ah Kh", "community": "Qh Jh Th"}
"""A six card straight flush in one game, a royal flush on the Flop in another."""
PAID_ANYWAY = {("wager_settled", name) for name in ("outcome", "returned_mc", "paid_mc", "paid_from")}
SCALED = {("wager_settled", name) for name in ("stake_mc", "returned_mc", "paid_mc")}
VALIDATED = ("progressive_validated", "fixed_award_validated")

MAY_CHANGE = {
    "underpaid": {("wager_settled", "paid_mc"), ("wager_settled", "paid_from")},
    "overpaid": {("wager_settled", "paid_mc")},
    "losing_wager_paid": PAID_ANYWAY,
    "folded_hand_paid": PAID_ANYWAY,
    "winning_wager_taken": PAID_ANYWAY,
    "push_taken": {("wager_settled", "outcome"), ("wager_settled", "returned_mc")},
    "wrong_stake_returned": {("wager_settled", "returned_mc")},
    "void_not_returned": {("wager_settled", "returned_mc")},
    "wager_not_settled": {("wager_settled", "gone")},
    "settled_out_of_turn": {
        (type_, "at") for type_ in ("wager_settled", "hand_revealed", "hand_collected", "hand_set")
    },
    "envy_not_paid": {("envy_paid", "gone")},
    "envy_of_a_wrong_amount": {("envy_paid", "amount_mc")},
    "progressive_wager_after_lock_out": {("wager_placed", "new")},
    "progressive_wager_by_plaque": {("wager_placed", "new")},
    "progressive_wager_of_another_unit": {("wager_placed", "new")},
    "progressive_wager_twice": {("wager_placed", "new")},
    "wager_in_cash": {("wager_placed", "instrument")},
    "late_wager": {("wager_placed", "at"), ("bets_closed", "at")},
    "wager_above_the_maximum": SCALED
    | {("wager_placed", "amount_mc"), ("decision_made", "amount_mc"), ("wager_abandoned", "amount_mc")},
    "wager_below_the_minimum": SCALED
    | {("wager_placed", "amount_mc"), ("decision_made", "amount_mc"), ("wager_abandoned", "amount_mc")},
    "raise_above_what_is_allowed": SCALED | {("decision_made", "amount_mc")},
    "decision_out_of_turn": {("decision_made", "at")},
    "lock_out_missing": {("lock_out_engaged", "gone")},
    "chip_count_wrong": {("progressive_chips_counted", "chips")},
    "box_too_many": {("player_seated", "boxes"), ("boxes_changed", "new")},
    "wrong_order_of_deal": {("card_dealt", "at"), ("stack_delivered", "at")},
    "card_too_many": {
        ("card_dealt", "new"),
        ("stack_delivered", "cards"),
        ("hand_revealed", "cards"),
        ("hand_collected", "cards"),
        ("stub_counted", "stub_cards"),
    },
    "missing_burn": {("card_burned", "gone"), ("stub_counted", "stub_cards")},
    "missing_cover_card": {("cover_card_placed", "gone")},
    "stub_not_counted": {("stub_counted", "gone")},
    "stub_exposed": {("stub_discarded", "exposed")},
    "hand_not_revealed": {("hand_revealed", "gone")},
    "irregularity_not_ruled": {("irregularity_ruled", "gone")},
    "cut_too_shallow": {("cards_cut", "depth")},
    "cut_missing": {("cards_cut", "gone")},
    "shuffle_missing": {("cards_shuffled", "gone")},
    "wash_missing": {("deck_washed", "gone")},
    "inspection_not_verified": {("inspection_verified", "gone")},
    "deck_not_inspected": {("deck_inspected", "gone")},
    "cover_card_missing": {("decks_received", "cover_cards")},
    "backs_of_one_colour": {("decks_received", "decks")},
    "deck_not_removed": {("deck_removed", "gone")},
    "sign_missing": {("table_opened", "signs")},
    "device_not_marked": {("device_marked_out_of_order", "gone")},
    "award_without_validation": {(validated, "gone") for validated in VALIDATED},
    "award_validated_twice": {(validated, "new") for validated in VALIDATED},
    "light_not_verified": {("progressive_light_verified", "gone")},
    "paid_without_light": {("progressive_light_verified", "lit")},
    "document_missing": {("award_documented", "gone")},
    "cards_not_kept": {("award_documented", "cards_remained")},
    "award_of_a_wrong_amount": {("progressive_paid", "amount_mc"), ("wager_settled", "paid_mc")},
    "percentage_from_the_inventory": {("progressive_paid", "paid_from"), ("wager_settled", "paid_from")},
    "award_overpaid": {("progressive_paid", "amount_mc"), ("wager_settled", "paid_mc")},
    "award_paid_twice": {("progressive_paid", "new")},
    "award_paid_by_two_slips": {("progressive_paid", "new")},
    "award_paid_to_another_too": {("progressive_paid", "new")},
    "award_paid_for_a_link_never_fed": {("progressive_paid", "new")},
}
"""What a mistake may change of what a table says."""
BEYOND = {
    *("box_too_many", "boxes_apart", "two_players_on_a_box", "left_without_ruling", "stub_not_counted"),
    "progressive_before_ante",
}
"""What they change reaches beyond their round, as that of mistakes between rounds does, or the order in
one moment: see `test_found`."""
FEW = {"games": ("high_card_flush", "texas_holdem_bonus"), "tables": 4}
"""Tables with progressives."""


THEME = {theme.__name__.rpartition(".")[2]: theme.MISTAKES for theme in THEMES}
IN_ROUNDS = ("wagering", "no_more_bets", "dealing", "streets", "decisions", "settlement", "turns")
GROUPS = [*((name, {}) for name in IN_ROUNDS), ("awards", {**FEW, "stop": Stop(rounds=40)})]


@pytest.mark.parametrize(("theme", "on"), GROUPS)
def test_each_mistake_changes_its_own_round_and_nothing_else(theme, on):
    """And, of those that say what they change, nothing but that."""
    on = {"stop": Stop(rounds=20), **on}
    mistakes = [each for each in THEME[theme] if each.kind not in BEYOND]
    right = floor(Rates(), hands=LUCKY, **on)
    wrong = floor(Rates(ALWAYS), mistakes, hands=LUCKY, **on)
    found = effects(right, wrong)

    assert [place for place in found if not isinstance(place, Planted)] == [], "changed, and not planted"
    for planted in wrong.planted:
        changed = found[planted]
        assert changed, f"planted, and nothing changed: {planted}"
        assert changed <= MAY_CHANGE.get(planted.kind, changed), planted
        assert any(type_ == planted.type for type_, _ in changed), planted
    assert len({planted.kind for planted in wrong.planted}) >= len(mistakes) // 2


def test_every_mistake_is_in_the_list_and_described():
    written = [each for theme in THEMES for each in vars(theme).values() if isinstance(each, Mistake)]

    assert sorted(each.kind for each in written) == sorted(each.kind for each in MISTAKES)
    assert len({each.kind for each in MISTAKES}) == len(MISTAKES)
    assert {each.kind for each in MISTAKES} >= MAY_CHANGE.keys() | BEYOND
    assert all(each.make.__doc__ for each in MISTAKES)


def test_an_amount_that_was_planted_is_the_amount_that_was_paid():
    """Due and done are what the player gets in all: the stake that goes back and what is paid beside it."""
    kinds = [settlement.underpaid, settlement.overpaid, settlement.losing_wager_paid, settlement.push_taken]
    right = floor(Rates(), stop=Stop(rounds=12))
    wrong = floor(Rates(ALWAYS), kinds, stop=Stop(rounds=12))

    def given(of, planted):
        (fields,) = (
            dict(drafted.fields)
            for drafted in of.drafted[f"table:{planted.table}"]
            if (drafted.type, drafted.round, drafted.at_us) == ("wager_settled", planted.round, planted.at_us)
        )
        assert (fields["seat"], fields["wager"]) == (str(planted.seat), planted.wager)
        return int(fields["returned_mc"]) + int(fields["paid_mc"])

    assert {planted.kind for planted in wrong.planted} == {each.kind for each in kinds}
    for planted in wrong.planted:
        assert planted.due_mc == given(right, planted)
        assert planted.done_mc == given(wrong, planted) != planted.due_mc
        less = planted.done_mc < planted.due_mc
        assert less == (planted.kind in ("underpaid", "push_taken"))


def test_mistakes_come_at_the_rate_that_was_asked_for():
    """0.05 of 800 rounds and 10 openings: 40.5 on average, and a standard deviation below 7."""
    planted = floor(Rates(50_000, 50_000), stop=Stop(rounds=80), seed=7).planted

    assert 40 - 28 < len(planted) < 40 + 28
    assert max(Counter((p.table, p.round) for p in planted if p.round).values()) == 1
    assert len({p.kind for p in planted}) > 12


def test_the_same_seed_plants_the_same_and_another_seed_does_not():
    first, again, other = (floor(Rates(200_000, 100_000), seed=seed) for seed in (3, 3, 4))

    assert first.planted == again.planted
    assert first.events == again.events
    assert [p[:4] for p in first.planted] != [p[:4] for p in other.planted]


def test_without_rates_the_conduct_is_the_faultless_one():
    (table,) = lay_out(1, 1).tables(START_US, lambda _time: "2026-03-02")

    assert conduct(table, 1, Rates(), [].append) is RIGHT


def test_a_line_of_the_ledger_tells_all_of_it():
    planted = floor(Rates(ALWAYS), stop=Stop(rounds=3)).planted[-1]

    assert Planted(**json.loads(planted.line())) == planted


def test_a_rate_is_a_share_of_rounds():
    assert per_million("0.01") == 10_000
    assert per_million("1/500") == 2_000
    for wrong in ("-0.1", "1.5", "often", "1/0"):
        with pytest.raises(FloorError, match=r"write how often it happens a round"):
            per_million(wrong)
