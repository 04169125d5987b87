"""678a.11(e)(3) and 678a.12(d): the Progressive Jackpot Wager, its meter, and whose turn it is."""

import pytest

from games.procedure.awards import award_duties, check_source
from games.registry import by_name as game_called
from games.rulebook import by_name

SEVEN = "2s 3s 4s 5s 6s 7s 8s"
SEVEN_CLUBS = "3c 4c 5c 6c 7c 8c 9c"
SIX_DIAMONDS = "8d 9d Td Jd Qd Kd 6h"
FIVE = "4s 5s 6s 7s 8s Jd Jc"
FOUR = "4s 5s 6s 7s 9s Jd Jc"
THREE = "4s 5s 6s 8s Ts Jd Jc"
TWO = "4s 5s 7s 8s Ts Jd Jc"


def wagers(progressive=100):
    return {"ante": 1000, "progressive": progressive}


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(1)")
@pytest.mark.parametrize("book", ["678a@2019-11-02", "678a@2015-proposed"])
@pytest.mark.parametrize(
    "row",
    [("A", FIVE, 250), ("A", FOUR, 40), ("A", THREE, 3), ("B", FIVE, 900), ("B", FOUR, 50)],
)
def test_fixed_awards_are_the_whole_amount_and_leave_the_meter_alone(settle, place, book, row):
    letter, cards, for_1 = row
    verdict = settle(
        [place(1, cards, wagers(500), "fold")],
        rulebook=book,
        paytables={"progressive": letter},
        meters={"progressive": 3_000_000},
    )
    assert verdict("progressive") == ("win", 500 * for_1, 0, f"{for_1} for 1", "678a.11(e)(3)(iv)")
    assert verdict.total() == 500 * for_1
    assert verdict.meters == {"progressive": 3_000_000}


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(1)")
def test_three_card_straight_flush_loses_on_paytable_b(settle, place):
    verdict = settle([place(1, THREE, wagers(), "fold")], paytables={"progressive": "B"})
    assert verdict("progressive") == ("lose", 0, 0, "-", "678a.11(e)(3)")


@pytest.mark.cites("58 Pa. Code § 678a.11(e)(3)")
def test_two_card_straight_flush_loses(settle, place):
    assert settle([place(1, TWO, wagers(), "fold")]).outcome("progressive") == "lose"


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(2)")
def test_only_the_highest_straight_flush_pays(settle, place):
    """Spades 2-3-4-5 and hearts T-J-Q: 40 for 1, not 43."""
    verdict = settle([place(1, "2s 3s 4s 5s Th Jh Qh", wagers(), "fold")])
    assert verdict.paid("progressive") == 4000


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(1)")
@pytest.mark.parametrize("letter", ["A", "B"])
def test_seven_card_straight_flush_takes_the_meter(settle, place, letter):
    verdict = settle(
        [place(1, SEVEN, wagers(), "fold")],
        paytables={"progressive": letter},
        meters={"progressive": 4_567_891},
    )
    assert verdict("progressive") == ("win", 4_567_891, 0, "100% of meter", "678a.11(e)(3)(iv)")
    assert verdict.meters == {"progressive": 0}  # reseed $0, no reserve


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(1)")
@pytest.mark.parametrize("letter", ["A", "B"])
def test_six_card_straight_flush_takes_a_tenth_floored_to_the_cent(settle, place, letter):
    verdict = settle(
        [place(1, SIX_DIAMONDS, wagers(), "fold")],
        paytables={"progressive": letter},
        meters={"progressive": 4_567_899},
    )
    assert verdict("progressive") == ("win", 456_789, 0, "10% of meter", "678a.11(e)(3)(iv)")
    assert verdict.meters == {"progressive": 4_567_899 - 456_789}


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(4)")
def test_meter_is_what_the_seats_before_have_left(settle, place):
    """Seat 6 is paid first and takes a tenth of $40,000; seat 1 then takes a tenth of $36,000."""
    seats = [
        place(1, "2s 3s 4s 5s 6s 7s Jc", wagers(), "fold"),
        place(6, SIX_DIAMONDS, wagers(), "fold"),
    ]
    verdict = settle(seats, meters={"progressive": 4_000_000})
    assert verdict.paid("progressive", seat=6) == 400_000
    assert verdict.paid("progressive", seat=1) == 360_000
    assert verdict.meters == {"progressive": 3_240_000}


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(4)")
def test_second_jackpot_of_a_round_gets_reseed_and_reserve(settle, place):
    """Seat 4 takes $50,000; the reserve of $7,000 funds the meter for seat 2."""
    seats = [place(2, SEVEN, wagers(), "fold"), place(4, SEVEN_CLUBS, wagers(), "fold")]
    meter = {"amount": 5_000_000, "reserve": 700_000}
    verdict = settle(seats, meters={"progressive": meter})
    assert verdict.paid("progressive", seat=4) == 5_000_000
    assert verdict.paid("progressive", seat=2) == 700_000
    assert verdict.meters == {"progressive": 0}
    assert [note.split(" (")[0] for note in verdict.notes] == [
        "678a.12(d)(3): reserve_at_reseed = reserve moves to the primary"
    ]


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(3)")
def test_given_reseed_comes_on_top_of_the_reserve(settle, place):
    meter = {"amount": 5_000_000, "reserve": 700_000, "reseed": 1_000_000}
    verdict = settle([place(2, SEVEN, wagers(), "fold")], meters={"progressive": meter})
    assert verdict.meters == {"progressive": 1_700_000}


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(4)")
def test_a_tenth_leaves_the_reserve_where_it_is(settle, place):
    """Seat 3 takes a tenth, seat 1 the rest; only then does the reserve move."""
    seats = [place(1, SEVEN, wagers(), "fold"), place(3, SIX_DIAMONDS, wagers(), "fold")]
    verdict = settle(seats, meters={"progressive": {"amount": 1_000_000, "reserve": 50_000}})
    assert verdict.paid("progressive", seat=3) == 100_000
    assert verdict.paid("progressive", seat=1) == 900_000
    assert verdict.meters == {"progressive": 50_000}


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(3)")
def test_2015_meter_is_reset_to_thirty_thousand_dollars(settle, place):
    seats = [place(2, SEVEN, wagers(), "fold"), place(4, SEVEN_CLUBS, wagers(500), "fold")]
    verdict = settle(seats, rulebook="678a@2015-proposed", meters={"progressive": 9_000_000})
    assert verdict.paid("progressive", seat=4) == 9_000_000
    assert verdict.paid("progressive", seat=2) == 3_000_000
    assert verdict.meters == {"progressive": 3_000_000}
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(1)")
def test_meter_must_be_given_once_somebody_wins_of_it(refused, place):
    assert refused([place(1, SEVEN, wagers(), "fold")])[0] == "meters.progressive"
    assert refused([place(1, SIX_DIAMONDS, wagers(), "fold")])[0] == "meters.progressive"


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(1)")
def test_meter_that_nobody_wins_is_handed_back_unchanged(settle, place):
    verdict = settle([place(1, TWO, wagers(), "fold")], meters={"progressive": {"amount": 77, "reserve": 5}})
    assert verdict.meters == {"progressive": 77}


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(1)")
def test_ace_low_jackpot_depends_on_the_switch(settle, place):
    seats = [place(1, "Ad 2d 3d 4d 5d 6d 8s", wagers(), "fold")]
    meters = {"progressive": 1_000_000}
    assert settle(seats, meters=meters).paid("progressive") == 100_000
    other = settle(seats, meters=meters, options={"straight_flush_ace_low": False})
    assert other.paid("progressive") == 25_000  # 2 to 6: five cards, 250 for 1


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(3)")
@pytest.mark.parametrize("letter", ["A", "B"])
def test_parameters_scale_with_the_wager(letter):
    progressive = by_name("678a@2019-11-02").progressive(letter)
    (meter,) = progressive.meters
    assert (meter.primary_bp, meter.reserve_bp) == (2300, 500)
    assert meter.seed_cents(100) == 3_000_000  # a $1 wager: $30,000
    assert meter.seed_cents(500) == 15_000_000  # a $5 wager: $150,000
    assert meter.reseed_cents(500) == 0


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(3)")
@pytest.mark.parametrize("letter", ["A", "B"])
def test_2015_parameters_are_flat_and_the_rate_is_free(letter):
    (meter,) = by_name("678a@2015-proposed").progressive(letter).meters
    assert (meter.primary_bp, meter.reserve_bp) == (None, 0)
    assert meter.seed_cents(100) == meter.seed_cents(500) == meter.reseed_cents(500) == 3_000_000


@pytest.mark.cites("58 Pa. Code § 678a.12(d)(1)")
def test_awards_of_the_rulebook_say_what_each_hand_draws_on():
    awards = by_name("678a@2019-11-02").progressive("B").awards
    assert awards == {
        "seven_card_straight_flush": ("percent", "progressive", 10_000),
        "six_card_straight_flush": ("percent", "progressive", 1_000),
        "five_card_straight_flush": ("for", 900),
        "four_card_straight_flush": ("for", 50),
    }


@pytest.mark.cites(
    "58 Pa. Code §§ 678a.11(e)(3)(i), 678a.11(e)(3)(ii), 678a.11(e)(3)(iii), 678a.11(e)(3)(iv)"
)
def test_award_from_the_rack_needs_hand_light_and_floorperson_but_no_documents():
    steps = game_called("high_card_flush").award_steps["progressive"]
    three_for_1 = by_name("678a@2019-11-02").paytable("progressive", "A").rows["three_card_straight_flush"]
    duties = award_duties(steps, three_for_1, from_inventory=True)
    assert [(duty.step, duty.by, duty.section) for duty in duties] == [
        ("verify_hand", "dealer", "678a.11(e)(3)(i)"),
        ("verify_light", "dealer", "678a.11(e)(3)(ii)"),
        ("validate", "floorperson", "678a.11(e)(3)(iii)"),
        ("pay", "dealer", "678a.11(e)(3)(iv)"),
    ]


@pytest.mark.cites("58 Pa. Code § 678a.11(e)(3)(iv)")
def test_share_of_the_meter_is_documented_and_never_comes_from_the_rack():
    steps = game_called("high_card_flush").award_steps["progressive"]
    rows = by_name("678a@2019-11-02").paytable("progressive", "A").rows
    share, fixed = rows["six_card_straight_flush"], rows["five_card_straight_flush"]
    steps_done = [duty.step for duty in award_duties(steps, share, from_inventory=False)]
    assert steps_done[-3:] == ["keep_cards_on_table", "document", "pay"]
    assert check_source(steps, share, from_inventory=True).section == "678a.11(e)(3)(iv)"
    assert check_source(steps, share, from_inventory=False) is None
    assert check_source(steps, fixed, from_inventory=True) is None
