"""A sixth game: new files only. High Card is a toy with one wager and one rule, the higher card wins."""

from dataclasses import replace

import pytest

from games import registry, rulebook
from games.deal import hands
from games.describing.describe import answer, parse, wagers_to_place
from games.errors import GamesError, UnknownGame
from games.game import Deal, Game, Shape, Wager
from games.judgement import Judgement, expect_cards, in_turn
from games.rates import EVEN_MONEY
from games.settlement import SeatResult
from games.stakes import stakes
from games.verdicts import lost, pushed, won

TOML = """
chapter = "1a"
version = "2000-01-01"
effective_from = "2000-01-01"
game = "high_card"
title = "High Card"
source = "tests"
positions = 2
equipment = []

[boxes]
section = "1a.7"
most = 1

[paytables]

[irregularities.shoe_jam]
section = "1a.13"
returned = "all"
cards = "reshuffled"

[cards]
cover_cards = 0
dealer_under_cover_card = false
cut_at_least = 10
stub_count_every_rounds = 5
change_after_hours = { hand = 4, manual_shoe = 8, automated_shoe = 8 }
device_exempts = []
preshuffled_needs_cut = true
idle_clears_shoe_and_rack = false
no_more_bets = { manual_shoe = "1a.8", hand = "1a.9", automated_shoe = "1a.10" }
stub_due = { manual_shoe = "1a.8", hand = "1a.9", automated_shoe = "1a.10" }
stub_right = { manual_shoe = "1a.8", hand = "1a.9", automated_shoe = "1a.10" }
stub_wrong = { manual_shoe = "1a.8", hand = "1a.9", automated_shoe = "1a.10" }
"""


def settle(round_, book):
    judgement = Judgement(round_, book)
    if judgement.is_void():
        return judgement.void_all(stakes)
    (theirs,) = expect_cards(round_.dealer, 1, None)
    results = []
    for seat in judgement.seats():
        (ours,) = expect_cards(seat.cards, 1, seat.index)
        difference = ours // 4 - theirs // 4
        stake = seat.wagers["ante"]
        verdict = pushed(stake, "1a.11")
        if difference:
            verdict = won(stake, EVEN_MONEY, "1a.11") if difference > 0 else lost("1a.11")
        results.append(SeatResult(seat.seat, seat.player, {"ante": verdict}))
    return judgement.finish(results)


HIGH_CARD = Game(
    name="high_card",
    chapter="1a",
    wagers=(Wager("ante", "1a.7", "before_no_more_bets", optional=False),),
    shape=Shape(seat_cards=1, dealer_cards=1, actions={"play": ("play",)}),
    deal_order=lambda procedure, seats, _options: hands(procedure, seats, 1),
    stakes=stakes,
    lost_by_folding=lambda _seat: {},
    fold_duties=lambda _seat, _in_play: [],
    settle=settle,
    settlement_order=lambda round_, _book: in_turn(round_, lambda _seat: ("ante",)),
)


@pytest.fixture
def high_card():
    """The toy at the table, for one test."""
    game, book = HIGH_CARD, rulebook.read("1a@2000-01-01.toml", TOML.encode())
    registry.all_games()
    registry.register(game)
    rulebook.add(book)
    yield game
    del registry._GAMES[game.name]
    del rulebook.shelf()[book.name]


def high_card_round(**more):
    cards = {"seats": [seat(1, "Kd"), seat(2, "7d")], "dealer": ["7s"]}
    return {"game": "high_card", "rulebook": "1a@2000-01-01", **cards, **more}


def seat(number, card):
    decision = {"action": "play", "play": 0}
    return {"seat": number, "cards": [card], "wagers": {"ante": 100}, "decision": decision}


def test_toy_game_is_settled_like_any_other(high_card):
    verdict = answer(high_card_round())
    assert [s["total_returned_to_player_cents"] for s in verdict["seats"]] == [200, 100]
    assert rulebook.choose("1a", "2001-01-01").game == "high_card"


def test_toy_game_has_irregularities_boxes_and_errors_for_free(high_card):
    void = answer(high_card_round(event={"type": "shoe_jam"}))
    assert [s["wagers"]["ante"]["outcome"] for s in void["seats"]] == ["void", "void"]
    assert void["notes"] == ["1a.13: reshuffled"]
    seats = [{**seat(1, "Kd"), "player": "Ann"}, {**seat(2, "7d"), "player": "Ann"}]
    assert answer(high_card_round(seats=seats))["error"]["field"] == "seats[1].player"
    assert answer(high_card_round(dealer=["Kd"]))["error"]["field"] == "dealer[0]"
    missing = answer(high_card_round(dealer=[]))["error"]
    assert (missing["field"], missing["message"]) == ("dealer", "expected one card, found 0")


def test_toy_game_is_dealt_without_a_payout_limit_or_a_jackpot(high_card):
    assert list(high_card.deal_order("hand", [2, 1], {})) == [Deal(1), Deal(2), Deal("dealer")]
    book = rulebook.by_name("1a@2000-01-01")
    assert high_card.payout_limit_floor_cents(book, {"minimum_wager_cents": 500}) is None
    round_, game, _ = parse(high_card_round())
    assert game is high_card
    assert high_card.settlement_order(round_, book) == [(2, ("ante",)), (1, ("ante",))]
    with pytest.raises(GamesError, match="high_card has no progressive wager 'ante' that seat 1 could win"):
        high_card.progressive_hand(round_, book, round_.seats[0], "ante")


def test_wagers_are_those_of_the_game_itself_not_of_another_by_its_name():
    assert list(wagers_to_place(HIGH_CARD)) == ["ante"]
    side = Wager("side", "1a.7", "before_no_more_bets")
    assert list(wagers_to_place(replace(HIGH_CARD, wagers=(*HIGH_CARD.wagers, side)))) == ["ante", "side"]
    assert list(wagers_to_place(HIGH_CARD)) == ["ante"]


def test_name_is_taken_once(high_card):
    registry.register(high_card)  # the same again changes nothing
    with pytest.raises(GamesError, match="registered already"):
        registry.register(replace(high_card))


def test_unknown_game_says_which_there_are():
    with pytest.raises(UnknownGame, match="high_card_flush"):
        registry.by_name("baccarat")
