"""What somebody reads whose description is refused, word for word: the words are all there is to go by."""

import pytest

from games.describing.describe import answer
from tests.games.describing.descriptions import HIGH_CARD_FLUSH, with_change
from tests.games.on_disk import GAMES, RULEBOOKS

SEAT = ("seats", 0)
TO_PLACE = "ante, flush_bonus, straight_flush_bonus, progressive"
DECISION = ("seats", 0, "decision")


def changed(path, value):
    return with_change(HIGH_CARD_FLUSH, path, value)


@pytest.mark.parametrize(
    ("path", "value", "field", "message"),
    [
        (("rulebook",), "663a@2014-02-01", "rulebook",
         "663a@2014-02-01 is a rulebook of five_card_hi_lo, not of high_card_flush"),
        (("comment",), "hello", "comment", "unknown field for high_card_flush"),
        (("seats",), [], "seats", "expected a list of at least one seat"),
        (SEAT, "Ann", "seats[0]", "expected an object, found 'Ann'"),
        ((*SEAT, "name"), "Ann", "seats[0].name", "unknown field for high_card_flush"),
        ((*SEAT, "seat"), "1", "seats[0].seat", "expected a seat number, found '1'"),
        ((*SEAT, "seat"), 7, "seats[0].seat", "seat 7 is taken or not one of 1 to 6"),
        ((*SEAT, "player"), "", "seats[0].player", "expected a name, found ''"),
        ((*SEAT, "wagers"), 1000, "seats[0].wagers", "expected an object, found 1000"),
        ((*SEAT, "wagers", "ante"), -1, "seats[0].wagers.ante",
         "expected a whole number, not negative, found -1"),
        ((*SEAT, "wagers", "raise"), 1000, "seats[0].wagers.raise", "raise is given by the decision alone"),
        ((*SEAT, "wagers", "odds"), 1000, "seats[0].wagers.odds",
         f"high_card_flush has no such wager: it has {TO_PLACE}"),
        ((*SEAT, "cards"), "2s", "seats[0].cards", "expected a list of cards, found '2s'"),
        ((*SEAT, "cards", 0), "1s", "seats[0].cards[0]",
         "'1s' is not a card: write a rank of 23456789TJQKA and a suit of cdhs"),
        (("dealer",), "9h", "dealer", "expected a list of cards, found '9h'"),
        (("community",), ["9d"], "community", "high_card_flush has no community cards"),
        (("community",), "9d", "community", "expected a list of cards, found '9d'"),
        (DECISION, "fold", "seats[0].decision", "expected an object, found 'fold'"),
        ((*DECISION, "action"), "check", "seats[0].decision.action",
         "expected raise, fold, none or abandon, found 'check'"),
        ((*DECISION, "at"), "river", "seats[0].decision.at", "raise has no such field"),
        (DECISION, {"action": "raise"}, "seats[0].decision.raise", "missing: raise needs raise"),
        ((*DECISION, "raise"), 1.5, "seats[0].decision.raise",
         "expected a whole number, not negative, found 1.5"),
        (("paytables",), "A", "paytables", "expected an object, found 'A'"),
        (("paytables",), {}, "paytables.flush_bonus", "missing: seat 1 has placed flush_bonus"),
        (("paytables", "trips_plus"), "A", "paytables.trips_plus",
         "678a@2019-11-02 has no such paytable: it has flush_bonus, straight_flush_bonus, progressive"),
        (("paytables", "progressive"), "Z", "paytables.progressive", "expected one of A, B, found 'Z'"),
        (("options",), [], "options", "expected an object, found []"),
        (("options", "payout_limit_cents"), 4_999_999, "options.payout_limit_cents",
         "below the 5000000 cents of 678a.12(e)"),
        (("options", "boxes"), 7, "options.boxes", "expected 1 to 6 (678a.7(e)), found 7"),
        (("options", "all_six_wheel"), True, "options.all_six_wheel", "678a@2019-11-02 has no such option"),
        (("options", "straight_flush_ace_low"), 1, "options.straight_flush_ace_low",
         "expected one of [True, False], found 1"),
        (("options", "folded_ante"), "kept", "options.folded_ante",
         "expected one of ['returned', 'lost'], found 'kept'"),
        (("meters",), 3, "meters", "expected an object, found 3"),
        (("meters", "mega"), 3, "meters.mega",
         "678a@2019-11-02 has no such meter: it has progressive"),
        (("meters", "progressive"), -1, "meters.progressive",
         "expected a whole number, not negative, found -1"),
        (("meters", "progressive"), {"amount": 3, "seed": 3}, "meters.progressive.seed",
         "unknown field: a meter has amount, reserve and reseed"),
        (("event",), "shoe_jam", "event", "expected an object, found 'shoe_jam'"),
        (("event",), {"type": "shoe_jam", "when": 3}, "event.when", "unknown field"),
        (("event",), {"type": "stub_count_wrong", "misdealt": 1}, "event.misdealt",
         "expected true or false, found 1"),
        (("event",), {"type": "stub_count_wrong", "procedure": "shoe"}, "event.procedure",
         "expected one of manual_shoe, hand, automated_shoe, found 'shoe'"),
    ],
)  # fmt: skip
def test_refusal_says_what_and_where(path, value, field, message):
    assert answer(changed(path, value)) == {"error": {"field": field, "message": message}}


def test_description_that_is_no_object():
    assert answer([]) == {"error": {"field": "$", "message": "expected an object, found []"}}


def test_unknown_game_and_rulebook_name_those_that_there_are():
    message = answer(changed(("game",), "poker"))["error"]["message"]
    assert message.startswith(f"no game 'poker': there are {', '.join(GAMES)}")
    message = answer(changed(("rulebook",), "678a"))["error"]["message"]
    assert message.startswith(f"no rulebook '678a': there are {', '.join(RULEBOOKS)}")


def test_unknown_irregularity_names_those_that_there_are():
    error = answer(changed(("event",), {"type": "earthquake"}))["error"]
    assert error["field"] == "event.type"
    assert error["message"].startswith("678a@2019-11-02 has no irregularity 'earthquake': it has dealer_")
    assert ", drawn_in_error, " in error["message"]


def test_long_value_is_shown_in_sixty_characters():
    sixty = "x" * 58  # with its quotes
    message = answer(changed((*SEAT, "player"), ["x"]))["error"]["message"]
    assert message == "expected a name, found ['x']"
    assert answer(changed(("dealer",), sixty))["error"]["message"].endswith(f"found '{sixty}'")
    message = answer(changed(("dealer",), sixty + "x"))["error"]["message"]
    assert message == f"expected a list of cards, found '{'x' * 56}..."


@pytest.mark.cites("58 Pa. Code § 678a.7(e)")
def test_boxes_of_one_player():
    def boxes(*numbers):
        seats = [
            {"seat": n, "player": "Ann", "cards": [], "wagers": {"ante": 500}, "decision": {"action": "fold"}}
            for n in numbers
        ]
        return answer(changed(("seats",), seats) | {"options": {"boxes": 2}})["error"]

    assert boxes(1, 3) == {
        "field": "seats[1].player",
        "message": "the boxes [1, 3] of Ann are not adjacent",
    }
    assert boxes(1, 2, 3) == {
        "field": "seats[2].player",
        "message": "Ann plays 3 boxes, 678a.7(e) allows 2",
    }


def test_flop_wager_of_a_player_who_plays_is_no_question():
    seat = {
        "seat": 1,
        "cards": ["As", "Ah"],
        "wagers": {"ante": 1000},
        "decision": {"action": "play", "flop": False, "turn": True, "river": True},
    }
    description = {"game": "texas_holdem_bonus", "rulebook": "647a@2019-08-31", "seats": [seat]}
    assert answer(description)["error"] == {
        "field": "seats[0].decision.flop",
        "message": "a player who plays has placed the Flop wager; use fold otherwise",
    }
    seat["decision"]["flop"] = 1
    assert answer(description)["error"] == {
        "field": "seats[0].decision.flop",
        "message": "expected true or false, found 1",
    }
    seat["decision"] |= {"flop": True, "turn": 0}
    assert answer(description)["error"]["field"] == "seats[0].decision.turn"
    seat["decision"] |= {"turn": True, "river": "no"}
    assert answer(description)["error"]["field"] == "seats[0].decision.river"


def test_lucky_position_is_a_seat_or_the_dealer():
    seat = {"seat": 1, "cards": ["As", "Ah"], "wagers": {"ante": 1000}, "decision": {"action": "fold"}}
    description = {
        "game": "texas_holdem_bonus",
        "rulebook": "647a@2019-08-31",
        "seats": [seat],
        "lucky_position": "first",
    }
    assert answer(description)["error"] == {
        "field": "lucky_position",
        "message": "expected a seat or \"dealer\", found 'first'",
    }
    for extra in ("magic_card", "six_card_bonus_cards"):
        error = answer({**description, "lucky_position": 1, extra: "1x"})["error"]
        assert error["field"] == extra


def test_pair_bonus_community_card_is_a_card():
    seat = {"seat": 1, "cards": ["As", "Ah", "9d"], "wagers": {"ante": 1000}, "decision": {"action": "none"}}
    description = {"game": "three_card_prime", "rulebook": "679a@2019-08-31", "seats": [seat]}
    assert answer({**description, "pair_bonus_community_card": "1x"})["error"] == {
        "field": "pair_bonus_community_card",
        "message": "'1x' is not a card: write a rank of 23456789TJQKA and a suit of cdhs",
    }


def test_street_of_a_raise_is_one_of_the_game():
    seat = {
        "seat": 1,
        "cards": ["As", "Ah"],
        "wagers": {"ante": 1000, "odds": 1000},
        "decision": {"action": "raise", "at": "noon", "raise": 1000},
    }
    description = {"game": "heads_up_holdem", "rulebook": "677a@2015-proposed", "seats": [seat]}
    error = answer(description)["error"]
    assert error["field"] == "seats[0].decision.at"
    assert error["message"].startswith("expected one of ")
    assert error["message"].endswith(", found 'noon'")


def test_what_is_left_out_is_not_there():
    seat = {"seat": 1, "wagers": {"ante": 500}, "decision": {"action": "fold"}}
    least = {"game": "high_card_flush", "rulebook": "678a@2019-11-02", "seats": [seat]}
    assert answer(least)["seats"][0]["wagers"]["ante"]["section"] == "678a.11(c)(2)"
    del seat["wagers"]
    message = "missing: nobody is dealt in without an Ante"
    assert answer(least) == {"error": {"field": "seats[0].wagers.ante", "message": message}}
