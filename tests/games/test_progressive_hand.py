"""The hand that a progressive wager is paid by, as its paytable names it: what a claim says."""

import pytest

from games import registry
from games.describing.describe import answer, parse
from games.errors import DescriptionError, GamesError

THIRTY_THOUSAND = 3_000_000


def flush_round(cards, **options):
    seat = {"seat": 2, "cards": cards.split(), "wagers": {"ante": 1000, "progressive": 100}}
    return {
        "game": "high_card_flush",
        "rulebook": "678a@2019-11-02",
        "paytables": {"progressive": "A"},
        "meters": {"progressive": THIRTY_THOUSAND},
        "seats": [seat | {"decision": {"action": "fold"}}],
        "options": options,
    }


def holdem_round(wager, cards, board, dealer="", **options):
    seat = {"seat": 3, "cards": cards.split(), "wagers": {"ante": 1000, wager: 100}}
    return {
        "game": "texas_holdem_bonus",
        "rulebook": "647a@2019-08-31",
        "paytables": {"progressive": "A"},
        "seats": [seat | {"decision": {"action": "fold"}}],
        "community": board.split(),
        "dealer": dealer.split(),
        "options": options,
    }


def named(description, wager="progressive"):
    round_, game, book = parse(description)
    return game.progressive_hand(round_, book, round_.seats[0], wager)


@pytest.mark.cites("58 Pa. Code § 678a.12(d)(2)")
@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("As Ks Qs Js Ts 9s 8s", "seven_card_straight_flush"),
        ("9s 8s 7s 6s 5s 2h 3d", "five_card_straight_flush"),
        ("As 2s 3s 5h 7h 9d Kc", "three_card_straight_flush"),
        ("As 3s 5s 7h 9h Jd Kc", "one_card_straight_flush"),
    ],
)
def test_longest_straight_flush_is_the_hand(cards, hand):
    assert named(flush_round(cards)) == hand


@pytest.mark.cites("58 Pa. Code § 678a.6(d)")
def test_ace_below_the_deuce_is_a_switch():
    cards = "As 2s 3s 5h 7h 9d Kc"
    assert named(flush_round(cards, straight_flush_ace_low=False)) == "two_card_straight_flush"


@pytest.mark.cites("58 Pa. Code § 678a.12(d)(2)")
def test_row_of_that_name_is_what_the_verdict_pays():
    description = flush_round("9s 8s 7s 6s 5s 2h 3d")
    _, _, book = parse(description)
    rate = book.paytable("progressive", "A").rows[named(description)]
    assert answer(description)["seats"][0]["wagers"]["progressive"]["rate"] == rate.text


@pytest.mark.cites("58 Pa. Code § 647a.11(i)")
def test_two_cards_and_the_flop_make_the_progressive_hand():
    board = "9d 4c 7h 9c 2s"
    assert named(holdem_round("progressive", "9s 9h", board)) == "three_of_a_kind"
    assert named(holdem_round("progressive", "9s 9h", board, progressive_hand="seven")) == "four_of_a_kind"


@pytest.mark.cites("58 Pa. Code § 647a.11(j)")
def test_five_card_hand_bonus_names_the_hand_that_was_wagered_on():
    board = "9d 4c 4h 2s 3s"
    on_dealer = holdem_round("fchb_dealer", "Kd Qh", board, "9s 9h", progressive_hand="seven")
    assert named(on_dealer, "fchb_dealer") == "full_house"
    assert named(holdem_round("fchb_player", "Kd Qh", board, "9s 9h"), "fchb_player") == "pair"


def test_hand_whose_cards_are_not_known_has_no_name():
    with pytest.raises(DescriptionError, match=r"^seats\[0\].cards: expected seven cards, found 0"):
        named(flush_round(""))
    with pytest.raises(DescriptionError, match=r"^community: expected the Flop"):
        named(holdem_round("progressive", "9s 9h", ""))
    with pytest.raises(DescriptionError, match=r"^seats\[0\].cards: expected two cards, found 1$"):
        named(holdem_round("progressive", "9s", "9d 4c 7h"))
    with pytest.raises(DescriptionError, match=r"^dealer: expected two cards, found 1$"):
        named(holdem_round("fchb_dealer", "9s 9h", "9d 4c 7h", "As"), "fchb_dealer")


@pytest.mark.parametrize("name", ["five_card_hi_lo", "heads_up_holdem", "three_card_prime"])
def test_game_without_a_progressive_wager_names_none(name):
    round_, _, book = parse(flush_round(""))
    round_.game = name
    with pytest.raises(GamesError, match=f"{name} has no progressive wager 'ante' that seat 2 could win"):
        registry.by_name(name).progressive_hand(round_, book, round_.seats[0], "ante")
