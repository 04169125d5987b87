"""What a person at the table reads: each breach and refusal word for word, where and why."""

import pytest

from games.procedure import dealing
from games.procedure.awards import check_source
from games.procedure.duties import Breach
from games.procedure.equipment import Opening, breaches_at_opening
from games.registry import by_name as game_called
from games.rulebook import by_name

BOOK = by_name("678a@2019-11-02")
SIGNS = {"payout_odds", "dealer_qualifies", "raise_limits", "payout_limit"}
APPROVALS = {"layout", "progressive_system", "shoe_location", "reshuffling_device"}


@pytest.mark.cites("58 Pa. Code §§ 678a.3, 678a.5, 678a.9(a)(1)")
@pytest.mark.parametrize(
    ("check", "facts", "section", "message"),
    [
        (dealing.check_cut, [9], "5(d)", "cut 9 cards deep, at least 10 required"),
        (dealing.check_recut, [1], "5(e)", "recut after 1 cards had been dealt"),
        (
            dealing.check_device_count,
            ["counting_device", 51],
            "5(b)",
            "51 cards: the deck must be removed from the table",
        ),
        (
            dealing.check_procedure,
            ["hand", "manual"],
            "9(a)(1)",
            "dealt from the hand without an automated shuffling device",
        ),
        (
            dealing.check_deck_age,
            ["hand", 4 * dealing.HOUR_US + 1],
            "3(c)(1)",
            "in play for more than 4 hours",
        ),
        (dealing.check_cover_cards, [1], "3(a)", "1 cover cards, 2 required"),
        (
            dealing.check_alternation,
            ["red", "red", 2],
            "3(b)(3)",
            "deck red used in two rounds running",
        ),
        (
            dealing.check_discard_rack,
            [["red", "blue"]],
            "3(b)(4)",
            "cards of two decks in the discard rack",
        ),
    ],
)
def test_breach_of_a_rule_for_cards_says_what_is_wrong(check, facts, section, message):
    assert check(BOOK, *facts) == Breach(f"678a.{section}", message)


@pytest.mark.cites("58 Pa. Code §§ 678a.3(a), 678a.3(b)")
@pytest.mark.parametrize(
    ("check", "facts", "section", "message"),
    [
        (dealing.check_deck_number, [3], "3(a)", "3 decks at the table, one or two allowed"),
        (
            dealing.check_second_deck,
            [2, "manual"],
            "3(b)",
            "two decks without an automated card shuffling device",
        ),
        (dealing.check_backs, [["red", "red"]], "3(b)(1)", "the backs of the two decks are of one colour"),
    ],
)
def test_breach_of_a_rule_for_decks_says_what_is_wrong(check, facts, section, message):
    assert check(BOOK, *facts) == Breach(f"678a.{section}", message)


@pytest.mark.cites("58 Pa. Code § 678a.8")
def test_breach_of_the_count_says_what_is_wrong():
    late = dealing.check_stub_count(BOOK, "manual_shoe", "manual", 5)
    assert late == Breach(BOOK.cards.stub_due["manual_shoe"], "stub not counted for 5 rounds")
    short = dealing.check_progressive_chips(BOOK, "hand", 2, 3)
    assert short == Breach(
        BOOK.cards.no_more_bets["hand"], "2 chips collected, 3 progressive wagers accepted"
    )


@pytest.mark.cites("58 Pa. Code §§ 678a.2, 678a.5(g), 678a.8(a)")
def test_table_that_opens_with_nothing_reads_what_it_lacks():
    opening = Opening({"ante", "raise"}, SIGNS, {"layout"}, 7, "manual_shoe", "reshuffling_device")
    assert breaches_at_opening(BOOK, opening) == [
        Breach("678a.2(a)", "7 betting positions, 6 at most", "betting_positions"),
        Breach("678a.5(g)", "the reshuffling device is not approved", "reshuffling_device"),
        Breach("678a.8(a)", "the shoe's place on the table is not approved", "shoe_location"),
    ]
    bare = Opening(
        {"ante", "raise"}, SIGNS - {"dealer_qualifies"}, APPROVALS - {"layout"}, 6, "hand", "device"
    )
    words = [breach.message for breach in breaches_at_opening(BOOK, bare)]
    items = {r.section: r.item for r in BOOK.equipment}
    assert words == [f"not approved: {items['678a.2(b)']}", f"not shown: {items['678a.2(b)(7)(ii)']}"]


@pytest.mark.reg("58 Pa. Code § 678a.11(e)(3)")
def test_percentage_out_of_the_table_inventory_is_called_so():
    steps = game_called("high_card_flush").award_steps["progressive"]
    rate = BOOK.paytable("progressive", "A").rows["seven_card_straight_flush"]
    found = check_source(steps, rate, from_inventory=True)
    assert found == Breach(steps.paid, f"{rate.text} was paid from the table inventory")
