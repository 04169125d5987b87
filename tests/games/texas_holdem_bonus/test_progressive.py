"""647a.11(i) and 647a.12(d): the Progressive Payout Wager, its tiers, and the order of their awards."""

import pytest

from games.procedure.awards import award_duties, check_source
from games.registry import by_name as game_called
from games.rulebook import by_name

BOOK = by_name("647a@2019-08-31")
STEPS = game_called("texas_holdem_bonus").award_steps["progressive"]
PAID = "647a.11(i)(4)"
DEALER = "Th 3h"
HANDS = {
    "royal_flush": ("As Ks", "Qs Js Ts 2d 3c"),
    "straight_flush": ("9s 8s", "7s 6s 5s 2d Kc"),
    "four_of_a_kind": ("9s 9h", "9d 9c 4h 2d Kc"),
    "full_house": ("9s 9h", "9d 4c 4h 2d Kc"),
    "flush": ("As 9s", "7s 4s 2s Kd Jc"),
    "straight": ("9s 8d", "7c 6h 5s 2d Kc"),
    "three_of_a_kind": ("9s 9h", "9d 4c 7h 2d Kc"),
}
STRAIGHT = {"ante_pays_on": "straight"}
TIERS = {"mega": 3_456_789, "major": 345_678, "minor": 34_567}
FIXED = {
    "A": {"four_of_a_kind": 300, "full_house": 50, "flush": 40, "straight": 30, "three_of_a_kind": 9},
    "B": {"four_of_a_kind": 300, "full_house": 50, "flush": 40, "straight": 30, "three_of_a_kind": 9},
    "C": {"full_house": 50, "flush": 40, "straight": 30, "three_of_a_kind": 10},
    "D": {"full_house": 50, "flush": 40, "straight": 30, "three_of_a_kind": 9},
}


def wagers(progressive=100):
    return {"ante": 1000, "progressive": progressive}


@pytest.mark.reg("58 Pa. Code § 647a.12(d)(1)")
@pytest.mark.parametrize("stake", [100, 500])
@pytest.mark.parametrize(
    ("letter", "name", "for_1"), [(letter, *row) for letter, rows in FIXED.items() for row in rows.items()]
)
def test_fixed_awards_are_the_whole_amount_and_leave_the_meters_alone(
    settle, place, *, letter, name, for_1, stake
):
    cards, board = HANDS[name]
    meters = {"progressive": 1_234_567, **TIERS}
    verdict = settle(
        [place(1, cards, wagers(stake))],
        board,
        DEALER,
        paytables={"progressive": letter},
        meters=meters,
        options=STRAIGHT,
    )
    assert verdict("progressive") == ("win", stake * for_1, 0, f"{for_1} for 1", PAID)
    assert verdict.meters == meters


@pytest.mark.reg("58 Pa. Code § 647a.11(i)")
@pytest.mark.parametrize("letter", ["A", "B", "C", "D"])
def test_two_pair_loses(settle, place, letter):
    seats = [place(1, "9s 9h", wagers())]
    verdict = settle(seats, "4d 4c 7h 2d Kc", DEALER, paytables={"progressive": letter})
    assert verdict("progressive") == ("lose", 0, 0, "-", "647a.11(i)")
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code §§ 647a.12(d)(1), 647a.12(d)(3)")
@pytest.mark.parametrize(("stake", "reseed"), [(100, 1_000_000), (500, 5_000_000)])
def test_royal_takes_the_meter_of_paytable_a_and_leaves_the_reseed(settle, place, stake, reseed):
    """$10,000 for 1: a $5 wager reseeds $50,000."""
    cards, board = HANDS["royal_flush"]
    verdict = settle([place(1, cards, wagers(stake))], board, DEALER, meters={"progressive": 12_345_678})
    assert verdict("progressive") == ("win", 12_345_678, 0, "100% of meter", PAID)
    assert verdict.meters == {"progressive": reseed}
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code § 647a.12(d)(1)")
def test_straight_flush_takes_a_tenth_of_paytable_a_floored_to_the_cent(settle, place):
    cards, board = HANDS["straight_flush"]
    verdict = settle([place(1, cards, wagers())], board, DEALER, meters={"progressive": 1_234_567})
    assert verdict("progressive") == ("win", 123_456, 0, "10% of meter", PAID)
    assert verdict.meters == {"progressive": 1_111_111}


TIER_ROWS = [
    ("B", "royal_flush", "mega", 1_000_000),
    ("B", "straight_flush", "major", 100_000),
    ("C", "royal_flush", "mega", 1_000_000),
    ("C", "straight_flush", "major", 100_000),
    ("C", "four_of_a_kind", "minor", 25_000),
    ("D", "royal_flush", "mega", 1_000_000),
    ("D", "straight_flush", "major", 100_000),
    ("D", "four_of_a_kind", "minor", 25_000),
]


@pytest.mark.reg("58 Pa. Code §§ 647a.12(d)(1), 647a.12(d)(3)")
@pytest.mark.parametrize("times", [1, 5])
@pytest.mark.parametrize(("letter", "name", "tier", "reseed"), TIER_ROWS)
def test_each_tier_is_taken_whole_and_the_others_stay(settle, place, *, letter, name, tier, reseed, times):
    cards, board = HANDS[name]
    verdict = settle(
        [place(1, cards, wagers(100 * times))],
        board,
        DEALER,
        paytables={"progressive": letter},
        meters=TIERS,
    )
    assert verdict("progressive") == ("win", TIERS[tier], 0, f"100% {tier} jackpot", PAID)
    assert verdict.meters == {**TIERS, tier: reseed * times}


@pytest.mark.reg("58 Pa. Code § 647a.12(d)(3)")
@pytest.mark.parametrize(
    ("letter", "meters"),
    [
        ("A", [("progressive", 10_000, 2100)]),
        ("B", [("mega", 10_000, 1100), ("major", 1000, 1000)]),
        ("C", [("mega", 10_000, 900), ("major", 1000, 700), ("minor", 250, 300)]),
        ("D", [("mega", 10_000, 1000), ("major", 1000, 800), ("minor", 250, 300)]),
    ],
)
def test_seed_reseed_and_incrementation_rates(letter, meters):
    found = BOOK.progressive(letter).meters
    assert [(m.name, m.seed_for_1, m.primary_bp) for m in found] == meters
    assert all(m.reseed_for_1 == m.seed_for_1 and m.reserve_bp == 0 for m in found)


@pytest.mark.reg("58 Pa. Code § 647a.12(d)(3)")
def test_seed_goes_by_the_wager_that_is_offered():
    minor = BOOK.progressive("C").meters[2]
    assert (minor.seed_cents(100), minor.seed_cents(500)) == (25_000, 125_000)


@pytest.mark.reg("58 Pa. Code § 647a.12(d)(4)")
def test_meter_is_what_the_seats_before_have_left(settle, place):
    """Seat 6 is paid first: a tenth of $10,000; seat 1 then gets a tenth of $9,000."""
    seats = [place(1, "4s 3s", wagers()), place(6, "9s 8s", wagers())]
    verdict = settle(seats, "7s 6s 5s 2d Kc", DEALER, meters={"progressive": 1_000_000})
    assert verdict.paid("progressive", 6) == 100_000
    assert verdict.paid("progressive", 1) == 90_000
    assert verdict.meters == {"progressive": 810_000}


@pytest.mark.reg("58 Pa. Code § 647a.12(d)(4)")
def test_second_major_jackpot_of_a_round_is_the_reseed(settle, place):
    seats = [place(1, "4s 3s", wagers()), place(6, "9s 8s", wagers())]
    verdict = settle(
        seats, "7s 6s 5s 2d Kc", DEALER, paytables={"progressive": "B"}, meters={"major": 400_000}
    )
    assert verdict.paid("progressive", 6) == 400_000
    assert verdict.paid("progressive", 1) == 100_000
    assert verdict.meters == {"major": 100_000}


@pytest.mark.reg("58 Pa. Code § 647a.12(d)(4)")
@pytest.mark.parametrize(
    ("royal_at", "straight_flush_at", "royal", "straight_flush", "after"),
    [(2, 4, 1_800_000, 200_000, 1_000_000), (4, 2, 2_000_000, 100_000, 900_000)],
)
def test_order_is_money(settle, place, *, royal_at, straight_flush_at, royal, straight_flush, after):
    """A tenth of $20,000 before the royal takes the rest, or a tenth of the $10,000 reseed after it."""
    seats = [place(royal_at, "As Ks", wagers()), place(straight_flush_at, "9s 8s", wagers())]
    verdict = settle(seats, "Qs Js Ts 2d 3c", DEALER, meters={"progressive": 2_000_000})
    assert verdict.paid("progressive", royal_at) == royal
    assert verdict.paid("progressive", straight_flush_at) == straight_flush
    assert verdict.meters == {"progressive": after}


@pytest.mark.reg("58 Pa. Code § 647a.12(d)(3)")
def test_given_reseed_replaces_the_rulebooks(settle, place):
    cards, board = HANDS["royal_flush"]
    meters = {"progressive": {"amount": 2_000_000, "reseed": 1_500_000}}
    verdict = settle([place(1, cards, wagers())], board, DEALER, meters=meters)
    assert verdict.meters == {"progressive": 1_500_000}


@pytest.mark.reg("58 Pa. Code § 647a.11(i)")
def test_paid_whether_or_not_the_hand_beats_the_dealers(settle, place):
    """Three 9s lose to three kings."""
    cards, board = HANDS["three_of_a_kind"]
    verdict = settle([place(1, cards, wagers())], board, "Kd Kh")
    assert verdict.outcome("flop") == "lose"
    assert verdict.paid("progressive") == 900


@pytest.mark.reg("58 Pa. Code §§ 647a.1, 647a.11(i)")
def test_three_of_a_kind_on_the_turn_is_too_late(settle, place):
    """9-9 with 9 as the Turn card: nothing by two cards and the Flop, 9 for 1 by seven."""
    seats, board = [place(1, "9s 9h", wagers())], "4d 7h 2c 9d Kc"
    verdict = settle(seats, board, DEALER)
    assert verdict.outcome("progressive") == "lose"
    assert verdict.switches() == ["647a.11(i): progressive_hand = two_and_flop"]
    verdict = settle(seats, board, DEALER, options={"progressive_hand": "seven"})
    assert verdict.paid("progressive") == 900
    assert verdict.switches() == ["647a.11(i): progressive_hand = seven"]


@pytest.mark.reg("58 Pa. Code § 647a.11(i)")
def test_hand_that_improves_after_the_flop_is_paid_as_on_the_flop(settle, place):
    """Three 9s on the Flop, 9-9-9-K-K on the River: 9 for 1, or 50 for 1 by seven cards."""
    seats, board = [place(1, "9s 9h", wagers())], "9d 4c 7h Kd Kc"
    verdict = settle(seats, board, DEALER)
    assert verdict.paid("progressive") == 900
    assert len(verdict.notes) == 1
    assert settle(seats, board, DEALER, options={"progressive_hand": "seven"}).paid("progressive") == 5000


@pytest.mark.cites("58 Pa. Code § 647a.11(i)")
def test_nothing_is_noted_where_both_readings_pay_the_same(settle, place):
    """A pair on the Flop, two pair on the River: no Progressive Payout Hand either way."""
    assert settle([place(1, "9s 9h", wagers())], "4d 7h 2c Jd Jc", DEALER).notes == []


@pytest.mark.reg("58 Pa. Code § 647a.12(d)(2)")
def test_only_the_highest_hand_pays(settle, place):
    """9-9-9-4-4 holds three of a kind too: 50 for 1, not 59."""
    cards, board = HANDS["full_house"]
    assert settle([place(1, cards, wagers())], board, DEALER).paid("progressive") == 5000


@pytest.mark.reg("58 Pa. Code § 647a.11(b)(2)(i)(B)")
def test_folded_player_is_not_paid_and_the_meter_stays(settle, place):
    cards, board = HANDS["royal_flush"]
    meters = {"progressive": 2_000_000}
    verdict = settle([place(1, cards, wagers(), "fold")], board, DEALER, meters=meters)
    assert verdict("progressive") == ("lose", 0, 0, "-", "647a.11(b)(2)(i)(B)")
    assert verdict.total() == 0
    assert verdict.meters == meters
    assert verdict.switches() == [
        "647a.11(b)(2)(i)(B): folded_progressive = progressive lost, envy kept both ways"
    ]


@pytest.mark.cites("58 Pa. Code § 647a.11(b)(2)(i)(B)")
@pytest.mark.parametrize("board", ["9d 4c 7h", "9d 4c 7h 2d", "9d 4c 7h 2d Kc"])
def test_folded_three_of_a_kind_is_noted_however_far_the_board_is_known(settle, place, board):
    assert len(settle([place(1, "9s 9h", wagers(), "fold")], board).notes) == 1


@pytest.mark.cites("58 Pa. Code § 647a.11(b)(2)(i)(B)")
@pytest.mark.parametrize(
    ("cards", "board"),
    [
        ("9s 9h", "4d 7h 2c Jd Jc"),
        ("", ""),
        ("", "9d 9c 7h"),
        ("9s 9h", "9d 9c"),
        ("9s 9h", "9d 9c 7h 2d Kc Kd"),
    ],
)
def test_folded_hand_that_won_nothing_or_was_not_seen_needs_no_note(settle, place, cards, board):
    verdict = settle([place(1, cards, wagers(), "fold")], board)
    assert verdict.outcome("progressive") == "lose"
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code § 647a.12(d)(5)")
@pytest.mark.parametrize("amount", [50, 99, 101, 200, 499, 501, 1000])
def test_amount_without_an_envy_bonus_is_refused(refused, place, amount):
    field, message = refused([place(1, "9s 9h", wagers(amount), "fold")])
    assert field == "seats[0].wagers.progressive"
    assert "100 or 500" in message


@pytest.mark.reg("58 Pa. Code § 647a.12(d)(4)")
@pytest.mark.parametrize(("letter", "missing"), [("A", "progressive"), ("B", "mega"), ("C", "mega")])
def test_meter_must_be_given_once_somebody_wins_of_it(refused, place, letter, missing):
    cards, board = HANDS["royal_flush"]
    field, _ = refused(
        [place(1, cards, wagers())],
        board,
        DEALER,
        paytables={"progressive": letter},
        meters={"five_card": 100, "major": 100},
    )
    assert field == f"meters.{missing}"


@pytest.mark.reg("58 Pa. Code § 647a.12(d)(1)")
def test_paytable_must_be_selected_and_exist(refused, place):
    seats = [place(1, "9s 9h", wagers(), "fold")]
    assert refused(seats, paytables={})[0] == "paytables.progressive"
    assert refused(seats, paytables={"progressive": "E"})[0] == "paytables.progressive"


@pytest.mark.reg("58 Pa. Code § 647a.11(i)")
@pytest.mark.parametrize("option", ["two_and_flop", "seven"])
@pytest.mark.parametrize("board", ["", "9d 4c", "9d 4c 7h 2d Kc Kd"])
def test_progressive_needs_its_board(refused, place, board, option):
    seats = [place(1, "9s 9h", wagers())]
    assert refused(seats, board, DEALER, options={"progressive_hand": option})[0] == "community"


@pytest.mark.cites("58 Pa. Code §§ 647a.11(i)(1), 647a.11(i)(2), 647a.11(i)(3), 647a.11(i)(4)")
def test_steps_of_an_award():
    rate = BOOK.paytable("progressive", "A").rows["three_of_a_kind"]
    assert [(d.step, d.by, d.section) for d in award_duties(STEPS, rate, from_inventory=True)] == [
        ("verify_hand", "dealer", "647a.11(i)(1)"),
        ("verify_light", "dealer", "647a.11(i)(2)"),
        ("validate", "floorperson", "647a.11(i)(3)"),
        ("pay", "dealer", "647a.11(i)(4)"),
    ]
    duties = award_duties(STEPS, rate, from_inventory=False)
    assert [d.step for d in duties][3:] == ["keep_cards_on_table", "document", "pay"]


@pytest.mark.cites("58 Pa. Code § 647a.11(i)(4)")
@pytest.mark.parametrize("letter", ["A", "C"])
def test_share_of_a_meter_is_not_paid_from_the_table_inventory(letter):
    rows = BOOK.paytable("progressive", letter).rows
    breach = check_source(STEPS, rows["straight_flush"], from_inventory=True)
    assert breach is not None
    assert breach.section == "647a.11(i)(4)"
    assert check_source(STEPS, rows["straight_flush"], from_inventory=False) is None
    assert check_source(STEPS, rows["full_house"], from_inventory=True) is None
