"""679a.11(b), (c) and 679a.12(a)–(c): qualifying, winning, tying, losing, and the Bad Beat Bonus."""

import pytest

QUEEN_HIGH = "Qh 3c 2d"  # the lowest hand that qualifies
JACK_HIGH = "Jh Tc 8d"  # the highest that does not (J-10-9 is a straight)
ANTE = {"ante": 1000}


@pytest.mark.reg("58 Pa. Code §§ 679a.11(c)(3)(i), 679a.12(a)")
@pytest.mark.parametrize("cards", ["2s 4d 5h", "Qs Js 9d", "7s 7d 2h", "As Ks Qs"])
def test_dealer_without_a_queen_pushes_the_ante_and_pays_the_play_wager_even(settle, place, cards):
    """Whatever the player holds: even a mini-royal has 1 to 1."""
    verdict = settle([place(1, cards, ANTE)], JACK_HIGH)
    assert verdict("ante") == ("push", 0, 1000, "-", "679a.11(c)(3)(i)")
    assert verdict("play") == ("win", 1000, 1000, "1 to 1", "679a.11(c)(3)(i)")
    assert verdict.total() == 3000
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code §§ 679a.1, 679a.11(c)(3)")
@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [
        (JACK_HIGH, False),
        ("5h 3c 2d", False),  # the lowest hand of all
        (QUEEN_HIGH, True),
        ("Qh Tc 9d", True),
        ("Kh 3c 2d", True),
        ("Ah 4c 2d", True),
        ("2c 2d 3h", True),  # a pair is better than a queen high, however low
        ("4d 5d 7d", True),  # a flush
        ("2h 3c 4d", True),  # a straight
        ("2h 2c 2d", True),
    ],
)
def test_queen_high_or_better_qualifies(settle, place, dealer, qualifies):
    verdict = settle([place(1, "As Ks Qs", ANTE)], dealer)
    assert verdict.outcome("ante") == ("win" if qualifies else "push")
    assert verdict.paid("play") == (10_000 if qualifies else 1000)


@pytest.mark.reg("58 Pa. Code §§ 679a.11(c)(3)(ii), 679a.12(a), 679a.12(b)")
@pytest.mark.parametrize(
    ("cards", "rate", "payout"),
    [
        ("As Ks Qs", "10 to 1", 10_000),
        ("Ks Qs Js", "6 to 1", 6000),
        ("As 2s 3s", "6 to 1", 6000),
        ("As Ad Ah", "5 to 1", 5000),
        ("2s 2c 2h", "5 to 1", 5000),
        ("As Kd Qs", "2 to 1", 2000),
        ("As 2c 3s", "2 to 1", 2000),
        ("As Js 9s", "1 to 1", 1000),
        ("2s 3s 5s", "1 to 1", 1000),
        ("As Ad Kh", "1 to 1", 1000),
        ("2s 2c 4h", "1 to 1", 1000),
        ("Ks 4c 2h", "1 to 1", 1000),
    ],
)
def test_play_wager_is_paid_by_the_hand_when_the_dealer_qualifies(settle, place, cards, rate, payout):
    verdict = settle([place(1, cards, ANTE)], QUEEN_HIGH)
    assert verdict("ante") == ("win", 1000, 1000, "1 to 1", "679a.11(c)(3)(ii)")
    assert verdict("play") == ("win", payout, 1000, rate, "679a.11(c)(3)(ii)")
    assert verdict.total() == 3000 + payout


@pytest.mark.reg("58 Pa. Code §§ 679a.11(c)(3)(ii), 679a.6(c)")
@pytest.mark.parametrize(
    ("cards", "dealer", "payout"),
    [
        ("Qs 7d 4h", "Qh 7c 4d", 1000),
        ("9s 9d Kh", "9h 9c Kd", 1000),
        ("Ks 9s 4s", "Kh 9h 4h", 1000),
        ("8s 7d 6h", "8h 7c 6d", 2000),
        ("8s 7s 6s", "8h 7h 6h", 6000),
        ("As Ks Qs", "Ah Kh Qh", 10_000),
    ],
)
def test_player_wins_ties(settle, place, cards, dealer, payout):
    verdict = settle([place(1, cards, ANTE)], dealer)
    assert verdict.paid("ante") == 1000
    assert verdict.paid("play") == payout


# Each hand beats the one after it by the least: a kicker, a rank of the category, or the category.
DESCENDING = [
    "As Ks Qs",
    "Kd Qd Jd",
    "Ah 2h 3h",
    "Ac Ad Ah",
    "2s 2d 2h",
    "Ad Ks Qc",
    "Kh Qs Jc",
    "4s 3d 2h",
    "Ac 2d 3s",
    "Ah Kh Jh",
    "Ad Kd Td",
    "5s 3s 2s",
    "As Ad Kc",
    "Ah Ac Qs",
    "Ks Kd As",
    "2s 2d 3c",
    "As Kd Jc",
    "Ah Kc Td",
    "Qs 7d 4h",
    "Qd 7h 3s",
]


@pytest.mark.reg(
    "58 Pa. Code §§ 679a.6(a), 679a.6(b)(1), 679a.6(b)(2), 679a.6(b)(3), 679a.6(b)(4), 679a.6(b)(5), "
    "679a.6(b)(6), 679a.6(c)"
)
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (a, b)
        for i, a in enumerate(DESCENDING)
        for b in DESCENDING[i + 1 :]
        if not set(a.split()) & set(b.split())
    ],
)
def test_higher_hand_wins_from_either_side_of_the_table(settle, place, better, worse):
    assert settle([place(1, better, ANTE)], worse).paid("ante") == 1000
    assert settle([place(1, worse, ANTE)], better).outcome("ante") == "lose"


@pytest.mark.reg("58 Pa. Code § 679a.6(a)")
@pytest.mark.parametrize(("cards", "play"), [("Ks Ad 2h", 1000), ("As 2c 3h", 2000), ("Qs Kd Ah", 2000)])
def test_ace_does_not_go_round_the_corner(settle, place, cards, play):
    assert settle([place(1, cards, ANTE)], "Qh 4c 2d").paid("play") == play


@pytest.mark.reg("58 Pa. Code § 679a.11(c)(3)(iii)")
@pytest.mark.parametrize("letter", "ABCD")
@pytest.mark.parametrize(
    ("cards", "dealer"),
    [
        ("Qs 7d 3h", "Qh 7c 4d"),  # one pip short of a tie
        ("Js 7d 3h", QUEEN_HIGH),
        ("As Ad Kh", "4d 5d 7d"),  # the highest pair against a low flush
    ],
)
def test_pair_or_lower_loses_under_every_paytable(settle, place, letter, cards, dealer):
    verdict = settle([place(1, cards, ANTE)], dealer, paytables={"bad_beat": letter})
    assert verdict("ante") == ("lose", 0, 0, "-", "679a.11(c)(3)(iii)")
    assert verdict("play") == ("lose", 0, 0, "-", "679a.11(c)(3)(iii)")
    assert verdict.total() == 0


@pytest.mark.reg("58 Pa. Code §§ 679a.11(c)(3)(iii), 679a.12(c)")
@pytest.mark.parametrize("letter", "AC")
@pytest.mark.parametrize("cards", ["2s 3s 5s", "As Ks Js"])
def test_flush_has_no_bad_beat_under_a_and_c(settle, place, letter, cards):
    verdict = settle([place(1, cards, ANTE)], "2h 3c 4d", paytables={"bad_beat": letter})
    assert verdict("ante") == ("lose", 0, 0, "-", "679a.11(c)(3)(iii)")
    assert verdict("play") == ("lose", 0, 0, "-", "679a.11(c)(3)(iii)")


@pytest.mark.reg("58 Pa. Code §§ 679a.11(c)(3)(iv), 679a.12(c)")
@pytest.mark.parametrize(
    ("letter", "odds"),
    [("A", (12, 10, 4, None)), ("B", (12, 10, 4, 1)), ("C", (6, 5, 2, None)), ("D", (6, 5, 2, 1))],
)
@pytest.mark.parametrize(
    "beaten",
    [
        (0, "Ks Qs Js", "Ah Kh Qh"),
        (0, "As 2s 3s", "2h 3h 4h"),
        (1, "As Ad Ac", "2h 3h 4h"),
        (1, "2s 2d 2c", "3s 3d 3c"),
        (2, "As Kd Qc", "2h 2d 2c"),
        (2, "2s 3d 4c", "3h 4d 5c"),
        (3, "As Ks Js", "2h 3d 4c"),
        (3, "As Ks 9s", "Ah Kh Th"),
    ],
)
def test_bad_beat_bonus(settle, place, letter, odds, beaten):
    row, cards, dealer = beaten
    if odds[row] is None:
        assert settle([place(1, cards, ANTE)], dealer, paytables={"bad_beat": letter}).total() == 0
        return
    verdict = settle([place(1, cards, ANTE)], dealer, paytables={"bad_beat": letter})
    rate, payout = f"{odds[row]} to 1", odds[row] * 1000
    assert verdict("ante") == ("lose", 0, 0, "-", "679a.11(c)(3)(iv)")
    assert verdict("play") == ("win", payout, 1000, rate, "679a.11(c)(3)(iv)")
    assert verdict.total() == 1000 + payout


@pytest.mark.reg("58 Pa. Code § 679a.12(c)")
def test_bad_beat_paytable_is_needed_only_where_it_decides(settle, refused, place):
    lost_flush = [place(3, "As Ks Js", ANTE)]
    field, message = refused(lost_flush, "2h 3d 4c", paytables={})
    assert field == "paytables.bad_beat"
    assert "seats[0]" in message
    assert settle(lost_flush, QUEEN_HIGH, paytables={}).total(3) == 4000
    assert settle([place(1, "As Ad Js", ANTE)], "2h 3d 4c", paytables={}).total() == 0


@pytest.mark.reg("58 Pa. Code § 679a.11(b)")
def test_player_without_a_play_wager_forfeits_the_ante(settle, place):
    """No cards are needed to know it, nor the dealer's."""
    verdict = settle([place(1, "", ANTE, "forfeit")])
    assert verdict("ante") == ("lose", 0, 0, "-", "679a.11(b)")
    assert verdict.wagers() == ["ante"]
    assert verdict.total() == 0


@pytest.mark.reg("58 Pa. Code § 679a.11(b)")
def test_forfeit_costs_the_ante_even_when_the_dealer_does_not_qualify(settle, place):
    seats = [place(1, "As Ks Qs", ANTE, "forfeit"), place(2, "2s 4d 5h", ANTE)]
    verdict = settle(seats, JACK_HIGH)
    assert verdict.total(1) == 0
    assert verdict.total(2) == 3000


@pytest.mark.reg("58 Pa. Code §§ 679a.11(b), 679a.7(d)(1)")
@pytest.mark.parametrize("amount", [999, 1001, 2000, 0])
def test_play_wager_equals_the_ante(refused, place, amount):
    seat = place(1, "As Ks Qs", ANTE) | {"decision": {"action": "play", "play": amount}}
    assert refused([seat], QUEEN_HIGH)[0] == "seats[0].decision.play"


@pytest.mark.reg("58 Pa. Code § 679a.11(b)")
def test_finished_round_needs_a_decision(refused, place):
    seats = [place(1, "As Ks Qs", ANTE), place(2, "2s 4d 5h", ANTE, "none")]
    assert refused(seats, QUEEN_HIGH)[0] == "seats[1].decision.action"


@pytest.mark.reg("58 Pa. Code §§ 679a.11(c)(1), 679a.11(c)(2)")
@pytest.mark.parametrize("cards", ["", "As Ks", "As Ks Qs Js"])
def test_hands_that_decide_have_three_cards(refused, place, cards):
    assert refused([place(1, cards, ANTE)], QUEEN_HIGH)[0] == "seats[0].cards"
    assert refused([place(1, "9s 9d 9c", ANTE)], cards)[0] == "dealer"


@pytest.mark.reg("58 Pa. Code § 679a.11(c)(3)(i)")
def test_players_cards_do_not_matter_against_an_unqualified_dealer(settle, place):
    assert settle([place(1, "", ANTE)], JACK_HIGH).total() == 3000


@pytest.mark.cites("58 Pa. Code § 679a.6(c)")
@pytest.mark.parametrize(
    ("cards", "dealer", "outcome"),
    [
        ("2s 2d Ah", "Kh Kc Qd", "lose"),  # literally the ace would win
        ("Ks Kd Qh", "2h 2c Ad", "win"),
        ("As 2d 3h", "4h 5c 6d", "lose"),
        ("4s 5d 6h", "Ah 2c 3d", "win"),
        ("As 2s 3s", "Kh Qh Jh", "lose"),
    ],
)
def test_verdict_says_where_the_literal_reading_would_part(settle, place, cards, dealer, outcome):
    verdict = settle([place(1, cards, ANTE)], dealer)
    assert verdict.outcome("ante") == outcome
    assert verdict.switches() == ["679a.6(c): comparison_within_rank = category_first"]


@pytest.mark.cites("58 Pa. Code § 679a.6(c)")
@pytest.mark.parametrize(
    ("cards", "dealer"),
    [
        ("Ks Kd 2h", "Qh Qc Kc"),  # the second king decides either way
        ("9s 9d Kh", "9h 9c Qd"),
        ("As 2d 3h", "Ah Kc Qd"),  # both have an ace, the king decides
        ("As 2d 3h", "Ah 2c 3d"),
        ("Ks 9s 4s", "Kh 9h 3h"),
        ("Ks 9d 4s", "Kh 9c 3h"),
        ("4s 4d 4h", "3h 3c 3d"),
        ("As Kd Qs", "2h 2c Ad"),  # different ranks of hands
    ],
)
def test_verdict_is_silent_where_both_readings_agree(settle, place, cards, dealer):
    assert settle([place(1, cards, ANTE)], dealer).notes == []
    assert settle([place(1, dealer, ANTE)], cards).notes == []


@pytest.mark.reg("58 Pa. Code § 679a.7(b)")
def test_player_who_left_loses_everything_wagered(settle, place):
    wagers = {"ante": 1000, "prime": 500, "pair_bonus": 300, "all_six": 200}
    verdict = settle([place(1, "As Ks Qs", wagers, "abandon")], JACK_HIGH)
    assert verdict.total() == 0
    assert {verdict(name)[4] for name in wagers} == {"679a.7(b)"}


@pytest.mark.reg("58 Pa. Code § 679a.11(c)")
def test_every_seat_is_settled_by_its_own_hand_and_reported_in_the_order_described(settle, place):
    seats = [place(2, "Js 7d 3h", ANTE), place(5, "9s 9d 4h", ANTE), place(1, "As 7h 6s", {"ante": 700})]
    verdict = settle(seats, QUEEN_HIGH)
    assert list(verdict.seats) == [2, 5, 1]
    assert [verdict.total(seat) for seat in (2, 5, 1)] == [0, 4000, 2800]
