"""647a.7 and 647a.11(b)–(f): which wagers exist, when and with what, boxes, who is asked, folded cards."""

import pytest

from games.describing.describe import parse
from games.registry import by_name as game_called
from games.rulebook import by_name
from games.settlement import Decision, Seat
from games.texas_holdem_bonus.streets import asked, fold_duties

GAME = game_called("texas_holdem_bonus")
BOOK = by_name("647a@2019-08-31")
WAGERS = {wager.name: wager for wager in GAME.wagers}
ANTE = {"ante": 1000}
CONTEST_WITHOUT_TURN = ("ante", "flop", "river")
PLACED = ("ante", "bonus", "progressive", "fchb_player", "fchb_dealer", "six_card_bonus")


def seat(number, decision="play", player=None, **wagers):
    return Seat(number, player or f"seat {number}", (), {"ante": 1000, **wagers}, Decision(decision))


@pytest.mark.cites("58 Pa. Code §§ 647a.7(c), 647a.7(d)")
def test_every_wager_and_its_deadline():
    """The Six Card Bonus is missing from the list of 647a.7(c) and has the same deadline."""
    by_timing = {}
    for wager in GAME.wagers:
        by_timing.setdefault(wager.timing, set()).add(wager.name)
    assert by_timing == {
        "before_no_more_bets": set(PLACED),
        "decision": {"flop", "turn", "river"},
        "result": {
            "envy_bonus",
            "fchb_player_magic",
            "fchb_player_lucky",
            "fchb_dealer_magic",
            "fchb_dealer_lucky",
        },
    }
    assert BOOK.settings["six_card_deadline"] == "no_more_bets"
    assert BOOK.settings["five_card_lock_out"] == "no_more_bets"


@pytest.mark.cites("58 Pa. Code § 647a.7(d)(1)")
def test_only_the_ante_is_required():
    assert [name for name in PLACED if not WAGERS[name].optional] == ["ante"]


@pytest.mark.cites("58 Pa. Code §§ 647a.7(a), 647a.7(d)(3), 647a.7(d)(4)")
def test_instruments():
    instruments = {name: WAGERS[name].instrument for name in PLACED}
    assert instruments == {
        "ante": "chips",
        "bonus": "chips",
        "progressive": "value_chip",
        "fchb_player": "electronic",
        "fchb_dealer": "electronic",
        "six_card_bonus": "chips",
    }


@pytest.mark.cites("58 Pa. Code §§ 647a.2(c), 647a.2(d)")
def test_progressive_wagers_are_those_with_a_meter_and_award_steps():
    assert {w.name for w in GAME.wagers if w.progressive} == set(GAME.award_steps)
    assert set(GAME.award_steps) == {"progressive", "fchb_player", "fchb_dealer"}


@pytest.mark.cites("58 Pa. Code § 647a.11(b)(2)")
def test_what_a_fold_leaves_standing():
    kept = {name for name in PLACED if WAGERS[name].kept_on_fold}
    assert kept == {"bonus", "fchb_player", "fchb_dealer", "six_card_bonus"}


@pytest.mark.reg("58 Pa. Code § 647a.7(d)(1)")
@pytest.mark.parametrize("wagers", [{}, {"bonus": 500}, {"ante": 0, "bonus": 500}])
def test_nobody_is_dealt_in_without_an_ante(refused, place, wagers):
    seats = [place(1, "As Ad", ANTE, "fold"), place(2, "Ks Kd", wagers, "fold")]
    assert refused(seats)[0] == "seats[1].wagers.ante"


@pytest.mark.reg("58 Pa. Code § 647a.7(d)")
@pytest.mark.parametrize("wager", ["trips_plus", "flop", "turn", "river", "envy_bonus", "Ante"])
def test_wagers_of_other_games_of_the_decision_and_results_are_refused(refused, place, wager):
    seats = [place(1, "As Ad", {"ante": 1000, wager: 500}, "fold")]
    assert refused(seats)[0] == f"seats[0].wagers.{wager}"


@pytest.mark.reg("58 Pa. Code § 647a.7(d)")
@pytest.mark.parametrize("amount", [-1, 10.5, "1000", True, None])
def test_amounts_are_whole_cents(refused, place, amount):
    assert refused([place(1, "", {"ante": amount}, "fold")])[0] == "seats[0].wagers.ante"


@pytest.mark.reg("58 Pa. Code § 647a.7(e)")
def test_boxes_are_adjacent_and_as_many_as_the_rules_submission_says(settle, refused, place):
    two = [place(1, "", ANTE, "fold", "Ann"), place(2, "", ANTE, "fold", "Ann")]
    assert settle(two, options={"boxes": 2}).total() == 0
    field, message = refused(two, options={"boxes": 1})
    assert field == "seats[1].player"
    assert "647a.7(e) allows 1" in message
    apart = [place(1, "", ANTE, "fold", "Ann"), place(3, "", ANTE, "fold", "Ann")]
    field, message = refused(apart)
    assert field == "seats[1].player"
    assert "not adjacent" in message


@pytest.mark.reg("58 Pa. Code § 647a.2(a)")
@pytest.mark.parametrize("number", [0, 7])
def test_table_has_six_positions(settle, refused, place, number):
    assert settle([place(6, "", ANTE, "fold")]).total(6) == 0
    assert refused([place(number, "", ANTE, "fold")])[0] == "seats[0].seat"


@pytest.mark.reg("58 Pa. Code § 647a.3(a)")
@pytest.mark.parametrize(
    ("board", "dealer", "field"),
    [("As 9d 7h 4s 2c", "Qd Jh", "community[0]"), ("Kc 9d 7h 4s 2c", "Qd Ad", "dealer[1]")],
)
def test_no_card_is_in_two_places(refused, place, board, dealer, field):
    assert refused([place(1, "As Ad", ANTE)], board, dealer)[0] == field


@pytest.mark.reg("58 Pa. Code § 647a.1")
def test_magic_card_is_drawn_by_the_system_and_may_be_on_the_table(settle, refused, place):
    seats = [place(1, "As Ad", ANTE, "fold")]
    assert settle(seats, magic_card="As").total() == 0
    assert refused(seats, magic_card="1s")[0] == "magic_card"


@pytest.mark.reg("58 Pa. Code § 647a.7(d)")
@pytest.mark.parametrize("field", ["fourth_card", "pair_bonus_community_card"])
def test_fields_of_other_games_are_refused(refused, place, field):
    seats = [place(1, "As Ad", ANTE, "fold")]
    if field == "fourth_card":
        assert refused([seats[0] | {field: "2c"}])[0] == "seats[0].fourth_card"
    else:
        assert refused(seats, **{field: "2c"})[0] == field


@pytest.mark.cites("58 Pa. Code §§ 647a.11(b), 647a.11(d), 647a.11(f)")
def test_stakes_of_a_seat():
    playing = seat(1, bonus=500)
    playing.decision = Decision("play", turn=False, river=True)
    assert GAME.stakes(playing) == {"ante": 1000, "flop": 2000, "river": 1000, "bonus": 500}
    assert GAME.stakes(seat(1, "fold", bonus=500)) == {"ante": 1000, "bonus": 500}


@pytest.mark.cites("58 Pa. Code §§ 647a.11(b), 647a.11(d), 647a.11(f)")
def test_dealer_asks_clockwise_from_his_left_and_later_only_those_with_a_flop_wager():
    seats = [seat(5), seat(1, "fold"), seat(3), seat(2)]
    assert asked(seats, "flop") == [1, 2, 3, 5]
    assert asked(seats, "turn") == [2, 3, 5]
    assert asked(seats, "river") == [2, 3, 5]


@pytest.mark.cites(
    "58 Pa. Code §§ 647a.11(b)(2)(i)(A), 647a.11(b)(2)(i)(B), 647a.11(b)(2)(i)(C), 647a.11(b)(2)(ii)"
)
@pytest.mark.parametrize(
    ("own", "others", "step", "section"),
    [
        ({"bonus": 500}, {}, "cards_under_wager", "(i)(A)"),
        ({"six_card_bonus": 500}, {}, "cards_under_wager", "(i)(A)"),
        ({"six_card_bonus": 500, "progressive": 100}, {}, "cards_under_wager", "(i)(A)"),
        ({"progressive": 100}, {}, "cards_stay_on_table", "(i)(B)"),
        ({"fchb_player": 100}, {}, "cards_stay_on_table", "(i)(C)"),
        ({"fchb_dealer": 100}, {"progressive": 100}, "cards_stay_on_table", "(i)(C)"),
        ({}, {"progressive": 100}, "cards_stay_on_table", "(ii)"),
        ({}, {"bonus": 500, "fchb_player": 100}, "cards_to_discard_rack", "(ii)"),
    ],
)
def test_folded_cards(own, others, step, section):
    ante, cards = fold_duties(seat(2, "fold", **own), [seat(4, **others)])
    assert (ante.step, ante.section) == ("collect_ante", "647a.11(b)(2)")
    assert (cards.step, cards.by, cards.section) == (step, "dealer", f"647a.11(b)(2){section}")


@pytest.mark.cites("58 Pa. Code § 647a.11(b)(2)(ii)")
def test_folded_cards_do_not_stay_for_the_players_own_other_box():
    folded, other = seat(2, "fold", "Ann"), seat(3, "play", "Ann", progressive=100)
    assert fold_duties(folded, [other])[1].step == "cards_to_discard_rack"


@pytest.mark.cites("58 Pa. Code §§ 647a.11(h), 647a.11(h)(3), 647a.11(i), 647a.11(j), 647a.11(k)")
def test_settlement_goes_from_the_dealers_right_and_each_seat_in_succession(place):
    everything = {
        "six_card_bonus": 1,
        "fchb_dealer": 1,
        "fchb_player": 1,
        "progressive": 100,
        "bonus": 1,
        "ante": 1000,
    }
    described = {
        "game": "texas_holdem_bonus",
        "rulebook": BOOK.name,
        "paytables": {"bonus": "A", "progressive": "A", "six_card_bonus": "A"},
        "seats": [
            place(1, "", everything, river=True),
            place(6, "", {"ante": 1000, "bonus": 1}, "fold"),
            place(3, "", ANTE, "fold"),
            place(4, "", ANTE, turn=True),
        ],
    }
    round_, game, book = parse(described)
    contest_and_all = (*CONTEST_WITHOUT_TURN, "bonus", "progressive", "fchb_player", "fchb_dealer")
    assert game.settlement_order(round_, book) == [
        (6, ("bonus",)),
        (4, ("ante", "flop", "turn")),
        (1, (*contest_and_all, "six_card_bonus")),
    ]
