"""647a.11(j) and 647a.12(e): the Five Card Hand Bonus, its meter, the Magic Card and the Lucky Bonus."""

import pytest

from games.describing.describe import parse
from games.procedure.awards import award_duties, check_source
from games.registry import by_name as game_called
from games.rulebook import by_name
from games.settlement import MeterAward

BOOK = by_name("647a@2019-08-31")
STEPS = game_called("texas_holdem_bonus").award_steps
ROWS = BOOK.paytable("five_card_hand_bonus").rows
PAID, LOST, EXTRA = "647a.11(j)(3)", "647a.11(j)", "647a.12(e)(3)"
FIXED = [
    ("9s 9h", "9d 9c 4h", 500),
    ("9s 9h", "9d 4c 4h", 100),
    ("As 9s", "7s 4s 2s", 50),
]
LOSERS = [("9s 8d", "7c 6h 5s"), ("9s 9h", "9d 4c 7h"), ("As 9s", "7s 4s 2d")]
SPADES = "7s 6s 5s"
DIVIDED = (
    "647a.12(e)(2): dealer_hand_jackpot = "
    "equally a player, drawn once at the first wagering seat after its own award, shares floored"
)
WITHOUT_WIN = "647a.12(e)(3): magic_and_lucky_without_win = true"


def on_player(stake=100):
    return {"ante": 1000, "fchb_player": stake}


def on_dealer(stake=100):
    return {"ante": 1000, "fchb_dealer": stake}


BOTH = {"ante": 1000, "fchb_player": 100, "fchb_dealer": 100}


@pytest.mark.reg("58 Pa. Code §§ 647a.12(e)(1), 647a.11(j)(3)")
@pytest.mark.parametrize(("cards", "flop", "for_1"), FIXED)
def test_fixed_awards_on_the_players_hand(settle, place, cards, flop, for_1):
    verdict = settle([place(1, cards, on_player(200), "fold")], flop, meters={"five_card": 500})
    assert verdict("fchb_player") == ("win", 200 * for_1, 0, f"{for_1} for 1", PAID)
    assert verdict.meters == {"five_card": 500}
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code § 647a.12(e)(1)")
@pytest.mark.parametrize(("cards", "flop", "for_1"), FIXED)
def test_fixed_awards_on_the_dealers_hand_go_by_each_wager(settle, place, cards, flop, for_1):
    seats = [place(1, "Kd Qh", on_dealer(100), "fold"), place(2, "Kc Qd", on_dealer(300), "fold")]
    verdict = settle(seats, flop, cards)
    assert verdict("fchb_dealer", 1) == ("win", 100 * for_1, 0, f"{for_1} for 1", PAID)
    assert verdict("fchb_dealer", 2) == ("win", 300 * for_1, 0, f"{for_1} for 1", PAID)
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code § 647a.7(d)(4)")
@pytest.mark.parametrize(("cards", "flop"), LOSERS)
def test_less_than_a_flush_loses(settle, place, cards, flop):
    assert settle([place(1, cards, on_player(), "fold")], flop)("fchb_player") == ("lose", 0, 0, "-", LOST)
    verdict = settle([place(1, "Kd Qh", on_dealer(), "fold")], flop, cards)
    assert verdict("fchb_dealer") == ("lose", 0, 0, "-", LOST)


@pytest.mark.reg("58 Pa. Code §§ 647a.12(e)(1), 647a.12(e)(4)")
def test_royal_takes_the_meter_and_the_reserve_moves_up(settle, place):
    """Reseed $0: the reserve of $3,000 is the next meter."""
    meter = {"amount": 2_000_000, "reserve": 300_000}
    verdict = settle([place(1, "As Ks", on_player(), "fold")], "Qs Js Ts", meters={"five_card": meter})
    assert verdict("fchb_player") == ("win", 2_000_000, 0, "100% of meter", PAID)
    assert verdict.meters == {"five_card": 300_000}
    assert verdict.switches() == ["647a.12(e)(4): reserve_at_reseed = reserve moves to the primary"]


@pytest.mark.reg("58 Pa. Code § 647a.12(e)(1)")
def test_straight_flush_takes_a_tenth_floored_to_the_cent(settle, place):
    seats = [place(1, "9s 8s", on_player(), "fold")]
    verdict = settle(seats, SPADES, meters={"five_card": {"amount": 1_234_567, "reserve": 9}})
    assert verdict("fchb_player") == ("win", 123_456, 0, "10% of meter", PAID)
    assert verdict.meters == {"five_card": 1_111_111}
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code § 647a.12(e)(4)")
def test_meter_parameters():
    (meter,) = BOOK.progressive(table="five_card_hand_bonus").meters
    assert (meter.name, meter.seed_for_1, meter.reseed_for_1) == ("five_card", 10_000, 0)
    assert (meter.primary_bp, meter.reserve_bp) == (1300, 800)
    assert (meter.seed_cents(500), meter.reseed_cents(500)) == (5_000_000, 0)


@pytest.mark.reg("58 Pa. Code § 647a.12(e)(2)")
def test_wagers_on_both_hands_are_both_paid(settle, place):
    verdict = settle([place(1, "As 2s", BOTH, "fold")], SPADES, "Ks Qs")
    assert verdict.paid("fchb_player") == 5000
    assert verdict.paid("fchb_dealer") == 5000
    assert verdict.total() == 10_000


@pytest.mark.reg("58 Pa. Code § 647a.12(e)(2)")
def test_only_the_highest_hand_pays(settle, place):
    """A straight flush is a flush too: a tenth of the meter, and not 50 for 1 beside it."""
    verdict = settle([place(1, "9s 8s", on_player(), "fold")], SPADES, meters={"five_card": 1000})
    assert verdict.paid("fchb_player") == 100


@pytest.mark.reg("58 Pa. Code § 647a.11(j)")
def test_paid_whoever_wins_the_contest_and_by_the_flop_alone(settle, place):
    """Flush on the Flop, beaten by a full house; a flush that the Turn completes is too late."""
    verdict = settle([place(1, "As 2s", on_player())], "7s 6s 5s 7d 7h", "6d 6h")
    assert verdict.outcome("flop") == "lose"
    assert verdict.paid("fchb_player") == 5000
    verdict = settle([place(1, "As 2s", on_player())], "7s 6s 5d 9s 7h", "6d 6h")
    assert verdict.outcome("fchb_player") == "lose"


@pytest.mark.reg("58 Pa. Code § 647a.11(b)(2)(i)(C)")
def test_folded_player_keeps_both_wagers(settle, place):
    verdict = settle([place(1, "As 2s", BOTH, "fold")], SPADES, "Ks Qs")
    assert verdict("ante") == ("lose", 0, 0, "-", "647a.11(b)(2)")
    assert verdict.total() == 10_000


@pytest.mark.reg("58 Pa. Code § 647a.12(e)(2)")
def test_dealers_straight_flush_is_divided_equally_whatever_the_stakes(settle, place):
    """A tenth of $10,000.01 is $1,000.00, a third of that $333.33, and one cent stays on the meter."""
    seats = [
        place(1, "Ah 2c", on_dealer(100), "fold"),
        place(3, "Ad 2h", on_dealer(500), "fold"),
        place(6, "Kh 2d", on_dealer(100), "fold"),
    ]
    verdict = settle(seats, SPADES, "9s 8s", meters={"five_card": 1_000_001})
    for seat in (1, 3, 6):
        assert verdict("fchb_dealer", seat) == ("win", 33_333, 0, "10% of meter", PAID)
    assert verdict.meters == {"five_card": 900_002}
    assert verdict.switches() == [DIVIDED]


@pytest.mark.reg("58 Pa. Code § 647a.12(e)(2)")
def test_dealers_royal_is_drawn_once_and_what_a_share_leaves_stays(settle, place):
    """$10,000.01 for two: $5,000.00 each; the odd cent and the reserve of 50 cents are the next meter."""
    seats = [place(1, "Ah 2c", on_dealer(), "fold"), place(3, "Ad 2h", on_dealer(), "fold")]
    meter = {"amount": 1_000_001, "reserve": 50}
    verdict = settle(seats, "Qs Js Ts", "As Ks", meters={"five_card": meter})
    assert [verdict.paid("fchb_dealer", seat) for seat in (1, 3)] == [500_000, 500_000]
    assert verdict.meters == {"five_card": 51}
    assert DIVIDED in verdict.switches()


@pytest.mark.cites("58 Pa. Code § 647a.12(e)(2)")
def test_every_share_is_an_award_of_its_own_in_the_order_of_settlement(describe, place):
    seats = [
        place(1, "Ah 2c", on_dealer(), "fold", "Ann"),
        place(2, "Ad 2h", on_dealer(), "fold", "Ann"),
        place(5, "4s 3s", BOTH, "fold"),
    ]
    round_, game, book = parse(describe(seats, SPADES, "9s 8s", meters={"five_card": 1_000_000}))
    assert game.settle(round_, book).awards == [
        MeterAward(5, "fchb_player", "five_card", 1000, 100_000),
        MeterAward(5, "fchb_dealer", "five_card", 1000, 45_000),
        MeterAward(2, "fchb_dealer", "five_card", 1000, 45_000),
    ]


@pytest.mark.reg("58 Pa. Code § 647a.12(e)(2)")
def test_single_backer_takes_it_all_and_nothing_depends_on_the_division(settle, place):
    seats = [place(1, "Ah 2c", on_dealer(), "fold"), place(3, "Ad 2h", on_player(), "fold")]
    verdict = settle(seats, SPADES, "9s 8s", meters={"five_card": 1_000_001})
    assert verdict.paid("fchb_dealer") == 100_000
    assert verdict.meters == {"five_card": 900_001}
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code § 647a.12(e)(2)")
def test_first_backers_own_award_comes_before_the_dealers_draw(settle, place):
    """Seat 5 takes a tenth of $10,000 itself; the dealer's tenth is then of $9,000, half for each."""
    seats = [place(2, "Ah 2c", on_dealer(), "fold"), place(5, "4s 3s", BOTH, "fold")]
    verdict = settle(seats, SPADES, "9s 8s", meters={"five_card": 1_000_000})
    assert verdict.paid("fchb_player", 5) == 100_000
    assert verdict.paid("fchb_dealer", 5) == 45_000
    assert verdict.paid("fchb_dealer", 2) == 45_000
    assert verdict.meters == {"five_card": 810_000}
    assert verdict.switches() == [DIVIDED]


@pytest.mark.reg("58 Pa. Code § 647a.12(e)(2)")
def test_later_seats_own_award_comes_after_the_dealers_draw(settle, place):
    """Seat 5 backs the dealer and gets a tenth of $10,000; seat 2's own hand then a tenth of $9,000."""
    seats = [place(2, "Js Ts", on_player(), "fold"), place(5, "Ah 2c", on_dealer(), "fold")]
    verdict = settle(seats, "9s 8s 7s", "6s 5s", meters={"five_card": 1_000_000})
    assert verdict.paid("fchb_dealer", 5) == 100_000
    assert verdict.paid("fchb_player", 2) == 90_000
    assert verdict.switches() == [DIVIDED]


@pytest.mark.reg("58 Pa. Code § 647a.12(e)(2)")
def test_player_with_two_boxes_has_one_share(settle, place):
    seats = [
        place(1, "Ah 2c", on_dealer(), "fold", "Ann"),
        place(2, "Ad 2h", on_dealer(), "fold", "Ann"),
        place(3, "Kh 2d", on_dealer(), "fold", "Bob"),
    ]
    verdict = settle(seats, SPADES, "9s 8s", meters={"five_card": 1_000_000})
    assert verdict.paid("fchb_dealer", 3) == 50_000
    assert verdict.paid("fchb_dealer", 2) == 50_000
    assert verdict("fchb_dealer", 1) == ("win", 0, 0, "10% of meter", PAID)
    assert verdict.meters == {"five_card": 900_000}


@pytest.mark.reg("58 Pa. Code §§ 647a.12(e)(2), 647a.7(b)")
def test_player_who_left_has_no_share(settle, place):
    seats = [place(1, "Ah 2c", on_dealer(), "fold"), place(3, "Ad 2h", on_dealer(), "abandon")]
    verdict = settle(seats, SPADES, "9s 8s", meters={"five_card": 1_000_000})
    assert verdict.paid("fchb_dealer") == 100_000
    assert verdict.outcome("fchb_dealer", 3) == "lose"


@pytest.mark.reg("58 Pa. Code § 647a.12(e)(1)")
def test_its_meter_and_the_progressives_are_two(settle, place):
    seats = [place(1, "9s 8s", {"ante": 1000, "progressive": 100, "fchb_player": 100})]
    meters = {"progressive": 1_000_000, "five_card": 2_000_000}
    verdict = settle(seats, "7s 6s 5s 2d Kc", "Th 3h", meters=meters)
    assert verdict.paid("progressive") == 100_000
    assert verdict.paid("fchb_player") == 200_000
    assert verdict.meters == {"progressive": 900_000, "five_card": 1_800_000}


@pytest.mark.reg("58 Pa. Code §§ 647a.1, 647a.12(e)(3)")
@pytest.mark.parametrize(
    ("magic", "results"),
    [
        ("As", {"fchb_player_magic"}),
        ("2s", {"fchb_player_magic"}),
        ("Ks", {"fchb_dealer_magic"}),
        ("6s", {"fchb_player_magic", "fchb_dealer_magic"}),
        ("9d", set()),  # the Turn
        ("4c", set()),  # the River
        ("Th", set()),
    ],
)
def test_magic_card_among_the_hand_or_the_flop(settle, place, magic, results):
    """Both hands are flushes, so that no switch is needed."""
    verdict = settle([place(1, "As 2s", BOTH)], "7s 6s 5s 9d 4c", "Ks Qs", magic_card=magic)
    assert {name for name in verdict.wagers() if name.endswith("_magic")} == results
    for name in results:
        assert verdict(name) == ("win", 2000, 0, "20 for 1", EXTRA)
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code § 647a.12(e)(3)")
def test_magic_card_is_paid_on_a_wager_that_loses_unless_the_switch_says_otherwise(settle, place):
    seats = [place(1, "As 2d", on_player(300), "fold")]
    verdict = settle(seats, SPADES, magic_card="As")
    assert verdict.outcome("fchb_player") == "lose"
    assert verdict.paid("fchb_player_magic") == 6000
    assert verdict.switches() == [WITHOUT_WIN]
    verdict = settle(seats, SPADES, magic_card="As", options={"magic_and_lucky_without_win": False})
    assert verdict.wagers() == ["ante", "fchb_player"]
    assert verdict.total() == 0


@pytest.mark.reg("58 Pa. Code § 647a.1")
def test_magic_card_of_the_same_rank_is_the_other_reading(settle, place):
    seats = [place(1, "As 2s", on_player(), "fold")]
    verdict = settle(seats, SPADES, magic_card="Ah")
    assert "fchb_player_magic" not in verdict.wagers()
    assert verdict.switches() == ["647a.1: magic_card_match = exact"]
    verdict = settle(seats, SPADES, magic_card="Ah", options={"magic_card_match": "rank"})
    assert verdict.paid("fchb_player_magic") == 2000


@pytest.mark.reg("58 Pa. Code § 647a.12(e)(3)")
def test_rank_of_the_magic_card_does_not_matter_beside_a_wager_that_pays_none(settle, place):
    """The wager loses, and then no Magic Card is paid: by its rank, only the other switch would."""
    seats, only_wins = [place(1, "As 2d", on_player(), "fold")], {"magic_and_lucky_without_win": False}
    verdict = settle(seats, SPADES, magic_card="Ah", options=only_wins)
    assert verdict.total() == 0
    assert verdict.switches() == []
    verdict = settle(seats, SPADES, magic_card="Ah", options=only_wins | {"magic_card_match": "rank"})
    assert verdict.total() == 0
    assert verdict.switches() == ["647a.12(e)(3): magic_and_lucky_without_win = false"]


@pytest.mark.reg("58 Pa. Code §§ 647a.1, 647a.12(e)(3)")
def test_lucky_bonus_of_a_seat(settle, place):
    seats = [place(1, "As 2s", BOTH, "fold"), place(4, "Js Ts", BOTH, "fold")]
    verdict = settle(seats, SPADES, "Ks Qs", lucky_position=4)
    assert verdict("fchb_player_lucky", 4) == ("win", 500, 0, "5 for 1", EXTRA)
    assert not [name for name in verdict.wagers(1) + verdict.wagers(4) if "dealer_lucky" in name]
    assert "fchb_player_lucky" not in verdict.wagers(1)
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code §§ 647a.1, 647a.12(e)(3)")
def test_lucky_bonus_of_the_dealer_is_for_everybody_who_backed_him(settle, place):
    seats = [
        place(1, "As 2s", on_dealer(100), "fold"),
        place(4, "Js Ts", on_dealer(200), "fold"),
        place(5, "Ah 2h", on_player(), "fold"),
    ]
    verdict = settle(seats, SPADES, "Ks Qs", lucky_position="dealer")
    assert verdict.paid("fchb_dealer_lucky", 1) == 500
    assert verdict.paid("fchb_dealer_lucky", 4) == 1000
    assert "fchb_player_lucky" not in verdict.wagers(5)


@pytest.mark.reg("58 Pa. Code § 647a.12(e)(3)")
def test_lucky_bonus_on_a_wager_that_loses_is_the_same_switch(settle, place):
    seats = [place(1, "As 2d", on_player(), "fold")]
    verdict = settle(seats, SPADES, lucky_position=1)
    assert verdict.paid("fchb_player_lucky") == 500
    assert verdict.switches() == [WITHOUT_WIN]
    verdict = settle(seats, SPADES, lucky_position=1, options={"magic_and_lucky_without_win": False})
    assert verdict.wagers() == ["ante", "fchb_player"]


@pytest.mark.reg("58 Pa. Code § 647a.12(e)(3)")
def test_both_extras_come_on_top_of_the_award(settle, place):
    """50 + 20 + 5 for 1."""
    seats = [place(1, "As 2s", on_player(), "fold")]
    assert settle(seats, SPADES, magic_card="As", lucky_position=1).total() == 7500


@pytest.mark.cites("58 Pa. Code § 647a.1")
def test_extras_need_a_five_card_wager(settle, place):
    verdict = settle([place(1, "As 2s", {"ante": 1000}, "fold")], SPADES, magic_card="As", lucky_position=1)
    assert verdict.wagers() == ["ante"]


@pytest.mark.reg("58 Pa. Code § 647a.1")
@pytest.mark.parametrize("position", [0, 7, -1, "player", True])
def test_lucky_position_is_a_seat_or_the_dealer(refused, place, position):
    seats = [place(1, "As 2s", on_player(), "fold")]
    assert refused(seats, SPADES, lucky_position=position)[0] == "lucky_position"


@pytest.mark.reg("58 Pa. Code § 647a.11(j)")
@pytest.mark.parametrize(
    ("wagers", "cards", "board", "dealer", "field"),
    [
        (on_player(), "As", SPADES, "", "seats[0].cards"),
        (on_player(), "As 2s", "7s 6s", "", "community"),
        (on_dealer(), "As 2s", "7s 6s", "9s 8s", "community"),
        (on_player(), "As 2s", "7s 6s 5s 2d 3d 4d", "", "community"),
        (on_dealer(), "As 2s", SPADES, "9s", "dealer"),
        (on_dealer(), "As 2s", SPADES, "9s 8s", "meters.five_card"),
        (on_player(), "9s 8s", SPADES, "", "meters.five_card"),
    ],
)
def test_what_the_wager_depends_on_must_be_there(refused, place, *, wagers, cards, board, dealer, field):
    assert refused([place(1, cards, wagers, "fold")], board, dealer)[0] == field


@pytest.mark.reg("58 Pa. Code § 647a.11(j)")
def test_wager_on_the_dealers_hand_does_not_need_the_players_cards(settle, place):
    assert settle([place(1, "", on_dealer(), "fold")], SPADES, "Ks Qs").paid("fchb_dealer") == 5000


@pytest.mark.cites("58 Pa. Code §§ 647a.11(j)(1), 647a.11(j)(2)")
@pytest.mark.parametrize("wager", ["fchb_player", "fchb_dealer"])
@pytest.mark.parametrize(
    ("row", "validated"), [("flush", False), ("full_house", False), ("four_of_a_kind", True)]
)
def test_floorperson_verifies_from_500_for_1_and_no_light_is_asked_for(wager, row, validated):
    duties = award_duties(STEPS[wager], ROWS[row], from_inventory=True)
    validation = [("validate", "647a.11(j)(2)")] if validated else []
    expected = [("verify_hand", "647a.11(j)(1)"), *validation, ("pay", "647a.11(j)(3)")]
    assert [(duty.step, duty.section) for duty in duties] == expected


@pytest.mark.cites("58 Pa. Code §§ 647a.11(j)(2), 647a.11(j)(3)")
@pytest.mark.parametrize("row", ["royal_flush", "straight_flush"])
def test_share_of_the_meter_is_verified_documented_and_never_credited_to_the_game_account(row):
    duties = award_duties(STEPS["fchb_player"], ROWS[row], from_inventory=False)
    steps = ["verify_hand", "validate", "keep_cards_on_table", "document", "pay"]
    assert [duty.step for duty in duties] == steps
    breach = check_source(STEPS["fchb_dealer"], ROWS[row], from_inventory=True)
    assert breach is not None
    assert breach.section == "647a.11(j)(3)"
    assert "game account" in breach.message
    assert check_source(STEPS["fchb_dealer"], ROWS["four_of_a_kind"], from_inventory=True) is None
