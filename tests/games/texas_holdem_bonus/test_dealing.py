"""647a.3–647a.5 and 647a.8–647a.10: the order of the cards, burns, and what the chapter says of the deck."""

from itertools import groupby, pairwise

import pytest

from games import dealing
from games.errors import GamesError
from games.game import Deal
from games.registry import by_name as game_called
from games.rulebook import by_name

GAME = game_called("texas_holdem_bonus")
BOOK = by_name("647a@2019-08-31")
HOUR_US = 3_600_000_000
BOARD = [
    ("burn", 1, False),
    ("community", 3, True),
    ("burn", 1, False),
    ("community", 1, True),
    ("burn", 1, False),
    ("community", 1, True),
]
SIX_CARD = [("six_card_bonus", 1, False)] * 4


def order(procedure, *seats, **options):
    return [(deal.to, deal.cards, deal.face_up) for deal in GAME.deal_order(procedure, seats, options)]


def singles(*seats):
    return [(to, 1, False) for to in (*seats, "dealer")] * 2


def stacks(*seats):
    return [(to, 2, False) for to in (*seats, "dealer")]


@pytest.mark.reg("58 Pa. Code § 647a.8(d)")
@pytest.mark.reg("58 Pa. Code § 647a.8(e)")
@pytest.mark.reg("58 Pa. Code § 647a.9(d)")
@pytest.mark.reg("58 Pa. Code § 647a.9(e)")
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand"])
def test_one_card_at_a_time_clockwise_then_the_board(procedure):
    assert order(procedure, 5, 1, 3) == singles(1, 3, 5) + BOARD


@pytest.mark.reg("58 Pa. Code § 647a.8(d)")
@pytest.mark.reg("58 Pa. Code § 647a.9(d)")
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand"])
def test_six_card_bonus_cards_come_first(procedure):
    assert order(procedure, 2, six_card_bonus=True) == SIX_CARD + singles(2) + BOARD


@pytest.mark.reg("58 Pa. Code § 647a.10(b)")
@pytest.mark.reg("58 Pa. Code § 647a.10(c)")
def test_automated_shoe_gives_stacks_of_two_then_six_card_cards_then_the_board():
    assert order("automated_shoe", 4, 2) == stacks(2, 4) + BOARD
    assert order("automated_shoe", 2, six_card_bonus=True) == stacks(2) + SIX_CARD + BOARD


@pytest.mark.reg("58 Pa. Code § 647a.11(c)")
@pytest.mark.reg("58 Pa. Code § 647a.11(e)")
@pytest.mark.reg("58 Pa. Code § 647a.11(g)")
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand", "automated_shoe"])
def test_card_is_burned_face_down_before_flop_turn_and_river(procedure):
    deals = GAME.deal_order(procedure, [1], {})
    before = [a for a, b in pairwise(deals) if b.to == "community"]
    assert before == [Deal("burn")] * 3
    assert [deal.cards for deal in deals if deal.to == "community"] == [3, 1, 1]


@pytest.mark.reg("58 Pa. Code § 647a.10(b)")
@pytest.mark.reg("58 Pa. Code § 647a.11(h)")
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand", "automated_shoe"])
def test_dealers_cards_lie_under_a_cover_card(procedure):
    deals = GAME.deal_order(procedure, [1, 2], {})
    assert all(deal.under_cover_card == (deal.to == "dealer") for deal in deals)


@pytest.mark.reg("58 Pa. Code § 647a.10(g)")
def test_reshuffling_shoe_may_dispense_the_board_first_without_burns():
    first = [("community", 5, False)]
    assert order("automated_shoe", 2, community_first=True) == first + stacks(2)
    assert order("automated_shoe", 2, community_first=True, six_card_bonus=True) == (
        first + stacks(2) + SIX_CARD
    )
    assert BOOK.settings["community_first"] is False
    assert BOOK.settings["community_first_burns"] == "not_required"


@pytest.mark.reg("58 Pa. Code § 647a.10(g)")
def test_burns_of_a_board_dispensed_first_are_a_switch():
    found = order("automated_shoe", 2, community_first=True, community_first_burns="required")
    assert found == [(to, cards, False) for to, cards, _ in BOARD] + stacks(2)


@pytest.mark.reg("58 Pa. Code § 647a.10(g)")
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand"])
def test_board_comes_first_from_an_automated_shoe_only(procedure):
    with pytest.raises(GamesError, match=rf"647a\.10\(g\)\), not from {procedure}"):
        GAME.deal_order(procedure, [1], {"community_first": True})


@pytest.mark.reg("58 Pa. Code § 647a.8(d)")
@pytest.mark.parametrize("procedure", ["manual_shoe", "hand", "automated_shoe"])
@pytest.mark.parametrize("seats", [[1], [1, 2, 3, 4, 5, 6]])
def test_how_many_cards_everybody_gets(procedure, seats):
    deals = sorted(GAME.deal_order(procedure, seats, {"six_card_bonus": True}), key=lambda d: str(d.to))
    counts = {to: sum(d.cards for d in group) for to, group in groupby(deals, key=lambda d: d.to)}
    two_each = dict.fromkeys((*seats, "dealer"), 2)
    assert counts == {**two_each, "community": 5, "burn": 3, "six_card_bonus": 4}


@pytest.mark.reg("58 Pa. Code § 647a.3(a)")
def test_two_cover_cards():
    assert dealing.check_cover_cards(BOOK, 2) is None
    assert dealing.check_cover_cards(BOOK, 1).section == "647a.3(a)"


@pytest.mark.reg("58 Pa. Code § 647a.3(b)")
@pytest.mark.reg("58 Pa. Code § 647a.3(b)(1)")
@pytest.mark.reg("58 Pa. Code § 647a.3(b)(2)")
@pytest.mark.reg("58 Pa. Code § 647a.3(b)(3)")
@pytest.mark.reg("58 Pa. Code § 647a.3(b)(4)")
def test_two_decks_need_a_device_two_colours_turns_and_a_rack_of_one():
    assert dealing.check_decks(BOOK, ["red"], "manual") == []
    assert dealing.check_decks(BOOK, ["red", "blue"], "device") == []
    assert [b.section for b in dealing.check_decks(BOOK, ["red", "blue"], "manual")] == ["647a.3(b)"]
    assert [b.section for b in dealing.check_decks(BOOK, ["red", "red"], "device")] == ["647a.3(b)(1)"]
    assert dealing.check_alternation(BOOK, "red", "blue", 2) is None
    assert dealing.check_alternation(BOOK, "red", "red", 2).section == "647a.3(b)(3)"
    assert dealing.check_discard_rack(BOOK, ["red", "blue"]).section == "647a.3(b)(4)"


@pytest.mark.reg("58 Pa. Code § 647a.3(c)(1)")
@pytest.mark.reg("58 Pa. Code § 647a.3(c)(2)")
@pytest.mark.parametrize(
    ("procedure", "hours", "section"),
    [("hand", 4, "647a.3(c)(1)"), ("manual_shoe", 8, "647a.3(c)(2)"), ("automated_shoe", 8, "647a.3(c)(2)")],
)
def test_deck_is_changed_in_time(procedure, hours, section):
    assert dealing.check_deck_age(BOOK, procedure, hours * HOUR_US) is None
    assert dealing.check_deck_age(BOOK, procedure, hours * HOUR_US + 1).section == section


@pytest.mark.reg("58 Pa. Code § 647a.4(a)")
@pytest.mark.reg("58 Pa. Code § 647a.4(b)")
@pytest.mark.reg("58 Pa. Code § 647a.4(c)")
@pytest.mark.reg("58 Pa. Code § 647a.4(d)")
@pytest.mark.reg("58 Pa. Code § 647a.5(a)")
@pytest.mark.reg("58 Pa. Code § 647a.5(c)(2)")
def test_from_receipt_to_the_cut():
    """The duties are those of one deck; of two, each goes through them."""
    assert [(d.step, d.by, d.section) for d in dealing.opening_duties(BOOK, "manual")] == [
        ("inspect", "dealer", "647a.4(a)"),
        ("verify_inspection", "floorperson", "647a.4(a)"),
        ("spread_face_up", "dealer", "647a.4(b)"),
        ("wash", "dealer", "647a.4(c)"),
        ("shuffle", "dealer", "647a.5(a)"),
        ("cut", "dealer", "647a.5(d)"),
    ]


@pytest.mark.reg("58 Pa. Code § 647a.4(e)")
@pytest.mark.reg("58 Pa. Code § 647a.5(c)(1)")
@pytest.mark.reg("58 Pa. Code § 647a.5(c)(2)")
def test_preshuffled_deck_is_cut_only_and_a_device_needs_no_cut():
    assert [d.step for d in dealing.opening_duties(BOOK, "device", preshuffled=True)] == ["cut"]
    assert not dealing.cut_required(BOOK, "device")
    assert dealing.cut_required(BOOK, "manual")


@pytest.mark.reg("58 Pa. Code § 647a.5(b)")
@pytest.mark.reg("58 Pa. Code § 647a.5(d)")
@pytest.mark.reg("58 Pa. Code § 647a.5(e)")
def test_count_cut_and_recut():
    assert dealing.check_device_count(BOOK, "counting_device", 52) is None
    assert dealing.check_device_count(BOOK, "counting_device", 51).section == "647a.5(b)"
    assert dealing.check_device_count(BOOK, "reshuffling_device", 51).section == "647a.5(b)"
    assert dealing.check_cut(BOOK, 10) is None
    assert dealing.check_cut(BOOK, 9).section == "647a.5(d)"
    assert dealing.check_recut(BOOK, 0) is None
    assert dealing.check_recut(BOOK, 1).section == "647a.5(e)"


@pytest.mark.reg("58 Pa. Code § 647a.5(f)")
@pytest.mark.reg("58 Pa. Code § 647a.5(g)")
def test_idle_table_spreads_its_cards_unless_a_device_reshuffles():
    duties = [(d.step, d.section) for d in dealing.idle_duties(BOOK, "device")]
    assert duties == [("spread", "647a.5(f)"), ("wash", "647a.4(c)"), ("shuffle", "647a.5(a)")]
    assert dealing.idle_duties(BOOK, "reshuffling_device") == []
    assert not dealing.cut_required(BOOK, "reshuffling_device")


@pytest.mark.reg("58 Pa. Code § 647a.9(a)(1)")
def test_dealing_from_the_hand_needs_a_shuffling_device():
    assert dealing.check_procedure(BOOK, "hand", "manual").section == "647a.9(a)(1)"
    assert dealing.check_procedure(BOOK, "hand", "device") is None
    assert dealing.check_procedure(BOOK, "manual_shoe", "manual") is None


STUB = [
    ("manual_shoe", "647a.8(f)", "647a.8(g)", "647a.8(h)"),
    ("hand", "647a.9(f)", "647a.9(g)", "647a.9(h)"),
    ("automated_shoe", "647a.10(d)", "647a.10(e)", "647a.10(f)"),
]


@pytest.mark.reg("58 Pa. Code § 647a.8(f)")
@pytest.mark.reg("58 Pa. Code § 647a.8(g)")
@pytest.mark.reg("58 Pa. Code § 647a.8(h)")
@pytest.mark.reg("58 Pa. Code § 647a.9(f)")
@pytest.mark.reg("58 Pa. Code § 647a.9(g)")
@pytest.mark.reg("58 Pa. Code § 647a.9(h)")
@pytest.mark.reg("58 Pa. Code § 647a.10(d)")
@pytest.mark.reg("58 Pa. Code § 647a.10(e)")
@pytest.mark.reg("58 Pa. Code § 647a.10(f)")
@pytest.mark.parametrize(("procedure", "due", "right", "wrong"), STUB)
def test_stub_is_counted_every_five_rounds_and_judged(procedure, due, right, wrong):
    """Two players, dealer, board and burns are 14 cards: 38 are left."""
    assert dealing.check_stub_count(BOOK, procedure, "device", 4) is None
    assert dealing.check_stub_count(BOOK, procedure, "device", 5).section == due
    assert dealing.check_stub_count(BOOK, procedure, "counting_device", 50) is None
    verdicts = [
        dealing.judge_stub(BOOK, procedure, 38, 14),
        dealing.judge_stub(BOOK, procedure, 38, 14, misdealt=True),
        dealing.judge_stub(BOOK, procedure, 37, 14),
    ]
    assert [(v.step, v.section) for v in verdicts] == [
        ("stub_to_discard_rack", right),
        ("void_and_return", wrong),
        ("void_return_and_remove_deck", wrong),
    ]


@pytest.mark.reg("58 Pa. Code § 647a.8(b)")
@pytest.mark.reg("58 Pa. Code § 647a.9(b)")
@pytest.mark.reg("58 Pa. Code § 647a.10(a)(2)")
@pytest.mark.parametrize(
    ("procedure", "section"),
    [("manual_shoe", "647a.8(b)"), ("hand", "647a.9(b)"), ("automated_shoe", "647a.10(a)(2)")],
)
def test_progressive_chips_are_counted_against_the_wagers_accepted(procedure, section):
    assert dealing.check_progressive_chips(BOOK, procedure, 3, 3) is None
    assert dealing.check_progressive_chips(BOOK, procedure, 3, 2).section == section
