"""663a.11(h), (j) and 663a.12(b)–(d): Ante Bonus, Tie and Poker Bonus, every row of every paytable."""

import pytest

ANTE = {"ante": 1000}
DEALER = "5s Kd 8h 4d 9c"  # 27 high, 9 low
# As 663a.12(b) prints them: four aces and one 2, four aces, three aces.
ANTE_BONUS = {"A": (1000, 100, 10), "B": (500, 50, 5), "C": (200, 50, 5), "D": (100, 50, 5)}
ACES = ("Ac Ad Ah / As 2c", "Ac Ad Ah / As 3c", "Ac Ad 9h / As 2c")
# As 663a.12(d) prints them, from the royal flush to two pair.
POKER_BONUS = {"A": (250, 50, 25, 15, 10, 8, 5, 3), "B": (500, 100, 40, 15, 8, 6, 4, 3)}
POKER_HANDS = (
    ["As Ks Qs Js Ts"],
    ["9s 8s 7s 6s 5s", "Ks Qs Js Ts 9s", "As 2s 3s 4s 5s"],
    ["9c 9d 9h 9s 2c"],
    ["9c 9d 9h 2s 2c", "2h 2s 2c 9c 9d"],
    ["Ks 9s 7s 4s 2s", "Qs Ks As 2s 3s"],
    ["9s 8d 7c 6h 5s", "As Kd Qc Jh Ts", "As 2d 3c 4h 5s"],
    ["9c 9d 9h 4s 2c", "2c 2d 2h 4s 9c"],
    ["9c 9d 4s 4h 2c", "3c 3d 2s 2h Ac"],
)


def ante_bonus_rows():
    return [
        pytest.param((letter, cards, times), id=f"{letter}-{cards}")
        for letter, column in ANTE_BONUS.items()
        for cards, times in zip(ACES, column, strict=True)
    ]


@pytest.mark.reg("58 Pa. Code §§ 663a.12(b), 663a.11(h)")
@pytest.mark.parametrize("row", ante_bonus_rows())
def test_ante_bonus_pays_the_row_of_its_paytable(settle, place, row):
    """Each hand beats 27 and 9 (33 or 31 high, 3 or 4 low); the bonus comes on top, no stake with it."""
    letter, cards, times = row
    verdict = settle([place(1, cards, ANTE)], DEALER, paytables={"ante_bonus": letter})
    text = f"{times:,} for 1"
    assert verdict("ante_bonus") == ("win", 1000 * times, 0, text, "663a.11(h)")
    assert verdict.total() == 4000 + 1000 * times
    assert verdict.switches() == [
        "663a.12(b): ante_bonus_for_1 = an extra payout of that multiple of the Ante"
    ]


@pytest.mark.reg("58 Pa. Code § 663a.11(h)")
def test_ante_bonus_is_paid_whatever_the_ante_does(settle, place):
    """33 above 27, but 9 and 2 are 11 above 9: a tie, and 10 for 1."""
    verdict = settle([place(1, "Ac Ad Ah / 9h 2c", ANTE)], DEALER)
    assert verdict.outcome("ante") == "push"
    assert verdict.paid("ante_bonus") == 10_000
    assert verdict.total() == 2000 + 10_000


@pytest.mark.reg("58 Pa. Code § 663a.11(h)")
def test_ante_bonus_does_not_wait_for_a_ruling_on_the_setting(settle, place):
    """A, A, 2 high with A, 9 low is against the rule; three aces are three aces."""
    verdict = settle([place(1, "Ac Ad 2h / As 9h", ANTE)], DEALER)
    assert verdict.outcome("ante") == "void"
    assert verdict.paid("ante_bonus") == 10_000


@pytest.mark.cites("58 Pa. Code § 663a.11(h)")
def test_two_aces_have_no_bonus_and_need_no_paytable(settle, place):
    verdict = settle([place(1, "Ac Ad 9h / 5c 2c", ANTE)], DEALER, paytables={})
    assert not verdict.has("ante_bonus")
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code § 663a.12(b)")
def test_three_aces_need_the_paytable(refused, place):
    field, message = refused([place(1, "Ac Ad 9h / As 2c", ANTE)], DEALER, paytables={})
    assert field == "paytables.ante_bonus"
    assert "seats[0]" in message


@pytest.mark.reg("58 Pa. Code § 663a.11(h)")
def test_ante_bonus_after_a_forfeit_is_a_switch(settle, refused, place):
    seats = [place(1, "Ac Ad As 9h 2c", ANTE, "forfeit")]
    verdict = settle(seats, paytables={})
    assert verdict.total() == 0
    assert not verdict.has("ante_bonus")
    assert verdict.switches() == ["663a.11(h): ante_bonus_after_forfeit = not_paid"]
    paid = {"ante_bonus_after_forfeit": "paid"}
    other = settle(seats, options=paid)
    assert other.paid("ante_bonus") == other.total() == 10_000
    assert other.switches()[0] == "663a.11(h): ante_bonus_after_forfeit = paid"
    # Where it is paid, the cards of a forfeited hand matter.
    assert refused([place(1, "", ANTE, "forfeit")], options=paid)[0] == "seats[0].cards"
    assert settle([place(1, "Ac Ad 3s 9h 2c", ANTE, "forfeit")], options=paid).notes == []


@pytest.mark.reg("58 Pa. Code §§ 663a.12(c), 663a.11(j)(1)(i), 663a.7(e)(1)")
@pytest.mark.parametrize(
    ("cards", "payout", "rate"),
    [
        ("Qc 9d 9h / 5c 4c", 2000, "4 to 1"),  # 28 and 9: low hands tie
        ("Qc 9d 7c / 5c 4c", 2000, "4 to 1"),  # 26 and 9: low hands tie, the Ante loses
        ("Qc 9d 8c / 5c 3c", 2000, "4 to 1"),  # 27 and 8: high hands tie
        ("Qc 9d 8c / 6c 4c", 2000, "4 to 1"),  # 27 and 10: high hands tie, the Ante loses
        ("Qc 9d 8c / 5c 4c", 10_000, "20 to 1"),  # 27 and 9: both tie, the Ante loses
    ],
)
def test_tie_wager_wins_when_like_hands_tie(settle, place, cards, payout, rate):
    verdict = settle([place(1, cards, {"ante": 1000, "tie": 500})], DEALER)
    assert verdict("tie") == ("win", payout, 500, rate, "663a.11(j)(1)(i)")


@pytest.mark.reg("58 Pa. Code § 663a.11(j)(1)(ii)")
@pytest.mark.parametrize("cards", ["Qc 9d 9h / 5c 3c", "Qc 9d 9h / 6c 4c", "Qc 9d 7c / 5c 3c"])
def test_tie_wager_loses_one_point_away(settle, place, cards):
    verdict = settle([place(1, cards, {"ante": 1000, "tie": 500})], DEALER)
    assert verdict("tie") == ("lose", 0, 0, "-", "663a.11(j)(1)(ii)")
    assert verdict.notes == []


@pytest.mark.cites("58 Pa. Code §§ 663a.7(e)(1), 663a.11(j)(1)(ii)")
@pytest.mark.parametrize(
    ("cards", "dealer"),
    [
        ("7c 6d 6h / 3c 2c", "Kd Qd Jh Ts 9d"),  # the player's high 19 equals the dealer's low 19
        ("Kc Qc Jc / Tc Th", "7d 7h 6s 3d 2d"),  # the player's low 20 equals the dealer's high 20
    ],
)
def test_hands_that_tie_across_do_not_tie(settle, place, cards, dealer):
    verdict = settle([place(1, cards, {"ante": 1000, "tie": 500})], dealer)
    assert verdict.outcome("tie") == "lose"
    assert verdict.switches() == ["663a.11(j)(1): tie_across = like with like"]


@pytest.mark.reg("58 Pa. Code § 663a.11(j)(1)(i)")
def test_tie_that_stands_does_not_depend_on_ties_across(settle, place):
    """Low hands tie at 19; the dealer's high 30 is nobody's."""
    verdict = settle([place(1, "Kc Qc Jc / Tc 9c", {"ante": 1000, "tie": 500})], "Kd Qd Jh Ts 9d")
    assert verdict.paid("tie") == 10_000
    assert verdict.notes == []


def poker_rows():
    return [
        pytest.param((letter, cards, odds), id=f"{letter}-{cards}")
        for letter, column in POKER_BONUS.items()
        for odds, hands in zip(column, POKER_HANDS, strict=True)
        for cards in hands
    ]


@pytest.mark.reg(
    "58 Pa. Code §§ 663a.12(d), 663a.11(j)(2)(i), 663a.7(e)(2), 663a.6(b)(1), 663a.6(b)(2), 663a.6(b)(3), "
    "663a.6(b)(4), 663a.6(b)(5), 663a.6(b)(6), 663a.6(b)(7), 663a.6(b)(8)"
)
@pytest.mark.parametrize("row", poker_rows())
def test_poker_bonus_pays_the_row_of_its_paytable(settle, place, row):
    letter, cards, odds = row
    seats = [place(1, cards, {"ante": 1000, "poker_bonus": 200}, "forfeit")]
    verdict = settle(seats, paytables={"poker_bonus": letter})
    assert verdict("poker_bonus") == ("win", 200 * odds, 200, f"{odds} to 1", "663a.11(j)(2)(i)")
    assert verdict.total() == 200 * odds + 200


@pytest.mark.reg("58 Pa. Code §§ 663a.12(d), 663a.6(b)(9), 663a.11(j)(2)(ii)")
@pytest.mark.parametrize(
    ("letter", "cards", "wins"),
    [
        ("A", "7c 7d Kh 4s 2c", True),
        ("A", "6c 6d Kh 4s 2c", False),
        ("A", "Kc Kd 7h 4s 2c", True),
        ("B", "7c 7d Kh 4s 2c", True),
        ("B", "6c 6d Kh 4s 2c", True),
        ("B", "5c 5d Ah Ks Qc", False),
        ("B", "2c 2d Ah Ks Qc", False),
        ("A", "Ac Kd Qh Js 9c", False),
        ("B", "Qs Kd Ac 2h 3s", False),  # the ace does not go round the corner
    ],
)
def test_lowest_pair_that_pays_is_the_paytable_s(settle, place, letter, cards, wins):
    seats = [place(1, cards, {"ante": 1000, "poker_bonus": 200}, "forfeit")]
    verdict = settle(seats, paytables={"poker_bonus": letter})
    if wins:
        assert verdict("poker_bonus") == ("win", 200, 200, "1 to 1", "663a.11(j)(2)(i)")
    else:
        assert verdict("poker_bonus") == ("lose", 0, 0, "-", "663a.11(j)(2)(ii)")
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code § 663a.6(b)(9)")
@pytest.mark.parametrize("letter", ["A", "B"])
def test_pair_of_aces_is_better_by_default_and_the_verdict_says_so(settle, place, letter):
    seats = [place(1, "Ac Ad 9h 4s 2c", {"ante": 1000, "poker_bonus": 200}, "forfeit")]
    verdict = settle(seats, paytables={"poker_bonus": letter})
    assert verdict.paid("poker_bonus") == 200
    assert verdict.switches() == ["663a.6(b)(9): pair_of_aces_is_better = true"]
    other = settle(seats, paytables={"poker_bonus": letter}, options={"pair_of_aces_is_better": False})
    assert other("poker_bonus") == ("lose", 0, 0, "-", "663a.11(j)(2)(ii)")


@pytest.mark.reg("58 Pa. Code § 663a.6(b)(8)")
def test_aces_among_two_pair_depend_on_nothing(settle, place):
    seats = [place(1, "Ac Ad 9h 9s 2c", {"ante": 1000, "poker_bonus": 200}, "forfeit")]
    verdict = settle(seats, options={"pair_of_aces_is_better": False})
    assert verdict.paid("poker_bonus") == 600
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code §§ 663a.11(j)(2), 663a.11(k)")
def test_all_optional_wagers_are_settled_beside_ante_and_play(settle, place):
    """27 and 9 tie both hands: Ante and Play lose, Tie pays 20 to 1; the Poker Bonus has no pair."""
    wagers = {"ante": 1000, "tie": 500, "poker_bonus": 300}
    verdict = settle([place(1, "Qc 9d 8c / 5c 4c", wagers)], DEALER)
    assert list(verdict.seats[1]["wagers"]) == ["ante", "play", "tie", "poker_bonus"]
    assert verdict.outcome("ante") == verdict.outcome("play") == verdict.outcome("poker_bonus") == "lose"
    assert verdict.total() == 10_500


@pytest.mark.reg("58 Pa. Code § 663a.12(d)")
def test_poker_bonus_needs_its_paytable_and_the_tie_wager_has_only_one(settle, refused, place):
    seats = [place(1, "Qc 9d 8c / 5c 4c", {"ante": 1000, "poker_bonus": 300})]
    assert "poker_bonus" in refused(seats, DEALER, paytables={})[0]
    for tables in ({"poker_bonus": "C"}, {"ante_bonus": "E"}, {"tie": "only"}):
        assert refused(seats, DEALER, paytables=tables)[0] == f"paytables.{next(iter(tables))}"
    tie = [place(1, "Qc 9d 8c / 5c 4c", {"ante": 1000, "tie": 500})]
    assert settle(tie, DEALER, paytables={}).paid("tie") == 10_000
