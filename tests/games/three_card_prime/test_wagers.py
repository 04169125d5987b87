"""679a.7 and 679a.11(b)–(d): the wagers, boxes, who is asked, forfeited cards, order of settling."""

import pytest

from games.describing.describe import parse
from games.registry import by_name as game_called
from games.rulebook import by_name
from games.settlement import Decision, Seat
from games.three_card_prime.wagers import asked, fold_duties

GAME = game_called("three_card_prime")
BOOK = by_name("679a@2019-08-31")
ANTE = {"ante": 1000}
OPTIONAL = ("prime", "pair_bonus", "all_six")


def seat(number, decision="play", **wagers):
    return Seat(number, f"seat {number}", (), {"ante": 1000, **wagers}, Decision(decision, 1000))


@pytest.mark.cites("58 Pa. Code §§ 679a.7(c), 679a.7(d)(1), 679a.7(d)(2), 679a.7(d)(3), 679a.7(d)(4)")
def test_every_wager_its_deadline_and_its_section(place):
    found = {w.name: (w.timing, w.optional, w.section) for w in GAME.wagers}
    assert found == {
        "ante": ("before_no_more_bets", False, "679a.7(d)(1)"),
        "play": ("decision", True, "679a.7(d)(1)"),
        "prime": ("before_no_more_bets", True, "679a.7(d)(2)"),
        "pair_bonus": ("before_no_more_bets", True, "679a.7(d)(3)"),
        "all_six": ("before_no_more_bets", True, "679a.7(d)(4)"),
    }


@pytest.mark.cites("58 Pa. Code § 679a.7(a)")
def test_every_wager_is_made_with_chips_and_none_feeds_a_meter():
    assert {(w.instrument, w.progressive) for w in GAME.wagers} == {("chips", False)}
    assert GAME.award_steps == {}
    assert not BOOK.meters


@pytest.mark.cites("58 Pa. Code § 679a.11(b)")
def test_what_a_forfeit_leaves_standing():
    assert {w.name for w in GAME.wagers if w.kept_on_fold} == set(OPTIONAL)


@pytest.mark.reg("58 Pa. Code § 679a.7(d)(1)")
@pytest.mark.parametrize("wagers", [{}, {"prime": 500}, {"ante": 0, "prime": 500}])
def test_nobody_is_dealt_in_without_an_ante(refused, place, wagers):
    seats = [place(1, "As Ad Ah", ANTE, "forfeit"), place(2, "Ks Kd Kh", wagers, "forfeit")]
    assert refused(seats)[0] == "seats[1].wagers.ante"


@pytest.mark.reg("58 Pa. Code § 679a.7(d)")
@pytest.mark.parametrize("wager", ["trips_plus", "play", "bad_beat", "Ante"])
def test_wagers_of_other_games_and_of_the_decision_are_refused(refused, place, wager):
    seats = [place(1, "As Ad Ah", {"ante": 1000, wager: 500}, "forfeit")]
    assert refused(seats)[0] == f"seats[0].wagers.{wager}"


@pytest.mark.reg("58 Pa. Code § 679a.7(d)")
@pytest.mark.parametrize("amount", [-1, 10.5, "1000", True, None])
def test_amounts_are_whole_cents(refused, place, amount):
    assert refused([place(1, "", {"ante": amount}, "forfeit")])[0] == "seats[0].wagers.ante"


@pytest.mark.reg("58 Pa. Code § 679a.7(c)")
@pytest.mark.parametrize(
    "decision", [{"action": "raise", "raise": 1000}, {"action": "fold"}, {"action": "play"}]
)
def test_decisions_of_other_games_are_refused(refused, place, decision):
    described = place(1, "As Ad Ah", ANTE) | {"decision": decision}
    assert refused([described])[0].startswith("seats[0].decision")


@pytest.mark.reg("58 Pa. Code § 679a.7(e)")
def test_boxes_are_adjacent_and_as_many_as_the_rules_submission_says(settle, refused, place):
    two = [place(n, "", ANTE, "forfeit", player="Ann") for n in (1, 2)]
    assert settle(two, options={"boxes": 2}).total() == 0
    field, message = refused(two, options={"boxes": 1})
    assert field == "seats[1].player"
    assert "679a.7(e) allows 1" in message
    apart = [place(n, "", ANTE, "forfeit", player="Ann") for n in (1, 3)]
    field, message = refused(apart)
    assert field == "seats[1].player"
    assert "not adjacent" in message


@pytest.mark.reg("58 Pa. Code § 679a.2(a)")
@pytest.mark.parametrize("number", [0, 7])
def test_table_has_six_positions(settle, refused, place, number):
    assert settle([place(6, "", ANTE, "forfeit")]).total(6) == 0
    assert refused([place(number, "", ANTE, "forfeit")])[0] == "seats[0].seat"


@pytest.mark.reg("58 Pa. Code § 679a.3(a)")
@pytest.mark.parametrize(
    "where",
    [
        ({}, {"dealer": "Qd As 2h"}, "dealer[1]"),
        ({"fourth_card": "As"}, {}, "seats[0].fourth_card"),
        ({}, {"pair_bonus_community_card": "As"}, "pair_bonus_community_card"),
    ],
)
def test_no_card_is_in_two_places(refused, place, where):
    of_seat, of_round, field = where
    assert refused([place(1, "As Kd 9h", ANTE, **of_seat)], **of_round)[0] == field


@pytest.mark.reg("58 Pa. Code § 679a.7(d)")
@pytest.mark.parametrize(
    ("field", "value"), [("community", ["2c"]), ("magic_card", "2c"), ("six_card_bonus_cards", ["2c"])]
)
def test_cards_of_other_games_are_refused(refused, place, field, value):
    assert refused([place(1, "As Ad Ah", ANTE, "forfeit")], **{field: value})[0] == field


@pytest.mark.cites("58 Pa. Code § 679a.11(b)")
def test_stakes_of_a_seat():
    assert GAME.stakes(seat(1, prime=500)) == {"ante": 1000, "play": 1000, "prime": 500}
    assert GAME.stakes(seat(1, "forfeit", prime=500)) == {"ante": 1000, "prime": 500}


@pytest.mark.cites("58 Pa. Code § 679a.11(b)")
def test_dealer_asks_clockwise_from_his_left():
    assert asked([seat(5), seat(1), seat(3)]) == [1, 3, 5]


@pytest.mark.cites("58 Pa. Code § 679a.11(c)")
@pytest.mark.parametrize("kept", [None, *OPTIONAL])
def test_forfeited_cards_stay_for_an_optional_wager(kept):
    wagers = {} if kept is None else {kept: 500}
    ante, cards = fold_duties(seat(2, "forfeit", **wagers), [])
    assert (ante.step, ante.by, ante.section) == ("collect_ante", "dealer", "679a.11(c)")
    expected = "cards_to_discard_rack" if kept is None else "cards_stay_on_table"
    assert (cards.step, cards.by, cards.section) == (expected, "dealer", "679a.11(c)")


@pytest.mark.cites("58 Pa. Code §§ 679a.11(c), 679a.11(d)")
def test_settlement_goes_from_the_dealers_right_and_each_seat_in_succession(place):
    everything = {"all_six": 1, "pair_bonus": 1, "prime": 1, "ante": 1000}
    described = {
        "game": "three_card_prime",
        "rulebook": BOOK.name,
        "paytables": {"bad_beat": "A", "pair_bonus": "A", "all_six": "A"},
        "seats": [
            place(1, "", everything),
            place(6, "", {"ante": 1000, "pair_bonus": 1}, "forfeit"),
            place(3, "", ANTE, "forfeit"),
            place(4, "", ANTE),
        ],
    }
    round_, game, book = parse(described)
    assert game.settlement_order(round_, book) == [
        (6, ("pair_bonus",)),
        (4, ("ante", "play")),
        (1, ("ante", "play", "prime", "pair_bonus", "all_six")),
    ]
