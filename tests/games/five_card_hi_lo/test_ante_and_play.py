"""663a.11(b)–(g) and 663a.12(a): forfeits, how hands are set, and who wins; worked out by hand."""

import pytest

ANTE = {"ante": 1000}
# King 10, 9, 8 are 27 high; 5 and 4 are 9 low.
DEALER = "5s Kd 8h 4d 9c"
WIN, LOSE = ("win", 1000, 1000, "1 to 1", "663a.11(g)(1)"), ("lose", 0, 0, "-", "663a.11(g)(2)")
HIGHER_ONLY = ("push", 0, 1000, "-", "663a.11(g)(3)(i)")
LOWER_ONLY = ("push", 0, 1000, "-", "663a.11(g)(3)(ii)")


@pytest.mark.reg(
    "58 Pa. Code §§ 663a.11(g)(1), 663a.11(g)(2), 663a.11(g)(3)(i), 663a.11(g)(3)(ii), 663a.11(f), 663a.1"
)
@pytest.mark.parametrize(
    ("cards", "verdict"),
    [
        ("Qc 9d 9h / 5c 3c", WIN),  # 28 above 27, 8 below 9
        ("Qc 9d 9h / 5c 4c", HIGHER_ONLY),  # 28, 9 ties
        ("Qc 9d 9h / 6c 4c", HIGHER_ONLY),  # 28, 10 is higher
        ("Qc 9d 8c / 5c 3c", LOWER_ONLY),  # 27 ties, 8
        ("Qc 9d 7c / 5c 3c", LOWER_ONLY),  # 26 is lower, 8
        ("Qc 9d 8c / 5c 4c", LOSE),  # 27 and 9: both tie
        ("Qc 9d 8c / 6c 4c", LOSE),  # 27 ties, 10 is higher
        ("Qc 9d 7c / 5c 4c", LOSE),  # 26 is lower, 9 ties
        ("Qc 9d 7c / 6c 4c", LOSE),  # 26 is lower, 10 is higher
    ],
)
def test_every_way_in_which_two_totals_can_meet(settle, place, cards, verdict):
    found = settle([place(1, cards, ANTE)], DEALER)
    assert found("ante") == found("play") == verdict
    assert found.total() == {"win": 4000, "push": 2000, "lose": 0}[verdict[0]]
    assert found.notes == []


@pytest.mark.reg("58 Pa. Code § 663a.12(a)")
def test_ante_and_play_pay_even_money(settle, place):
    verdict = settle([place(1, "Qc 9d 9h / 5c 3c", {"ante": 1234})], DEALER)
    assert verdict("ante") == verdict("play") == ("win", 1234, 1234, "1 to 1", "663a.11(g)(1)")
    assert verdict.total() == 4 * 1234


@pytest.mark.cites("58 Pa. Code §§ 663a.6(a), 663a.11(g)(1)")
@pytest.mark.parametrize("face", ["Jc", "Qc", "Kc", "Tc"])
def test_faces_count_ten(settle, place, face):
    """10 + 9 + 9 = 28 above 27."""
    assert settle([place(1, f"{face} 9d 9h / 5c 3c", ANTE)], DEALER).outcome("ante") == "win"


@pytest.mark.reg("58 Pa. Code §§ 663a.11(d), 663a.6(a)")
def test_player_may_put_one_ace_low(settle, place):
    """The example of the text: J, 10, 9 are 29 high and A, 2 are 3 low, so both hands win."""
    verdict = settle([place(1, "Jc Td 9h / As 2c", ANTE)], DEALER)
    assert verdict("ante") == WIN


@pytest.mark.reg("58 Pa. Code § 663a.11(d)")
def test_player_may_keep_the_ace_high(settle, place):
    """A, J, 10 are 31 high, but 9 and 2 are 11 low: a tie."""
    assert settle([place(1, "As Jc Td / 9h 2c", ANTE)], DEALER)("ante") == HIGHER_ONLY


@pytest.mark.reg("58 Pa. Code § 663a.11(d)")
def test_player_with_two_aces_may_split_them(settle, place):
    """A, 10, 9 are 30 high and A, 2 are 3 low."""
    assert settle([place(1, "Ac Td 9h / As 2c", ANTE)], DEALER)("ante") == WIN


@pytest.mark.reg("58 Pa. Code § 663a.11(e)")
def test_dealer_keeps_the_ace_high(settle, place):
    """A, K, 9 are 30 high and 5, 4 are 9 low: the player's 29 is not enough, 3 low is lower."""
    assert settle([place(1, "Jc Td 9h / As 2c", ANTE)], "5s Kd Ah 4d 9c")("ante") == LOWER_ONLY


@pytest.mark.reg("58 Pa. Code § 663a.11(e)")
def test_dealer_with_three_aces_has_thirty_three(settle, place):
    """The two lower cards, 5 and 4, are low all the same."""
    verdict = settle([place(1, "Kc Qc Jc / 3c 2c", ANTE)], "Ad Ah 4d As 5s")
    assert verdict("ante") == LOWER_ONLY
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code § 663a.11(e)")
@pytest.mark.parametrize(
    ("cards", "result"),
    [
        ("Kc Qc Jc / 3c 2c", LOSE),  # 30 below 33, 5 ties 1 + 4
        ("Kc Qc Jc / 2h 2c", LOWER_ONLY),  # 4 is lower than 5
    ],
)
def test_dealer_sets_four_aces_three_high_and_one_low(settle, place, cards, result):
    verdict = settle([place(1, cards, ANTE)], "Ad Ah 4d As Ac")
    assert verdict("ante") == result
    assert verdict.switches() == ["663a.11(e): dealer_four_aces = three high and one low"]


@pytest.mark.reg("58 Pa. Code § 663a.11(f)")
def test_seats_are_settled_one_by_one_against_the_same_dealer(settle, place):
    seats = [
        place(2, "Qc 9d 9h / 5c 3c", ANTE),
        place(6, "Qh 9s 7c / 6c 4c", ANTE),
        place(3, "", ANTE, "forfeit"),
        place(1, "Jc Td 7h / 3d 2c", {"ante": 500}),
    ]
    verdict = settle(seats, DEALER)
    assert list(verdict.seats) == [2, 6, 3, 1]  # as described
    assert [verdict.total(seat) for seat in (1, 2, 3, 6)] == [1000, 4000, 0, 0]  # 27 ties, 5 is lower: a tie


@pytest.mark.reg("58 Pa. Code § 663a.11(b)")
def test_forfeit_costs_the_ante(settle, place):
    verdict = settle([place(1, "", ANTE, "forfeit")])
    assert verdict("ante") == ("lose", 0, 0, "-", "663a.11(b)")
    assert not verdict.has("play")
    assert verdict.total() == 0
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code § 663a.11(b)(1)")
def test_forfeit_costs_the_tie_wager_too(settle, place):
    """The hands would have tied both ways."""
    wagers = {"ante": 1000, "tie": 500}
    verdict = settle([place(1, "Qc 9d 8c 5c 4c", wagers, "forfeit")], DEALER)
    assert verdict("ante") == verdict("tie") == ("lose", 0, 0, "-", "663a.11(b)(1)")
    assert verdict.total() == 0


@pytest.mark.reg("58 Pa. Code §§ 663a.11(b)(2), 663a.11(c)")
def test_forfeit_keeps_the_poker_bonus(settle, place):
    """Three nines pay 5 to 1 in paytable A."""
    verdict = settle([place(1, "9s 9d 9h 5c 4c", {"ante": 1000, "poker_bonus": 300}, "forfeit")])
    assert verdict("ante") == ("lose", 0, 0, "-", "663a.11(b)(2)")
    assert verdict("poker_bonus") == ("win", 1500, 300, "5 to 1", "663a.11(j)(2)(i)")
    assert verdict.total() == 1800


@pytest.mark.reg("58 Pa. Code §§ 663a.11(b)(1), 663a.11(b)(2)")
def test_forfeit_with_both_optional_wagers(settle, place):
    wagers = {"ante": 1000, "tie": 500, "poker_bonus": 300}
    verdict = settle([place(1, "9s 9d 9h 5c 4c", wagers, "forfeit")])
    assert verdict.outcome("tie") == verdict.outcome("ante") == "lose"
    assert verdict.total() == 1800


@pytest.mark.reg("58 Pa. Code § 663a.7(b)")
def test_player_who_left_loses_everything(settle, place):
    wagers = {"ante": 1000, "tie": 500, "poker_bonus": 300}
    verdict = settle([place(1, "As Ad Ah 5c 4c", wagers, "abandon")], DEALER)
    assert set(verdict.seats[1]["wagers"]) == set(wagers)
    for wager in wagers:
        assert verdict(wager) == ("lose", 0, 0, "-", "663a.7(b)")


@pytest.mark.reg("58 Pa. Code § 663a.11(d)")
@pytest.mark.parametrize(
    "cards",
    [
        "As Jc 9h / Td 2c",  # the 10 belongs high
        "Jc Td 2c / As 9h",  # the ace may go low, the 9 not
        "Kc Qc 3c / Ac As",  # two aces low
    ],
)
def test_hand_set_against_the_rule_waits_for_the_house(settle, place, cards):
    """What depends on the setting goes back meanwhile; a pair and ace high decide the Poker Bonus anyway."""
    wagers = {"ante": 1000, "tie": 500, "poker_bonus": 300}
    verdict = settle([place(1, cards, wagers)], DEALER)
    assert verdict("ante") == verdict("play") == ("void", 0, 1000, "-", "663a.11(d)")
    assert verdict("tie") == ("void", 0, 500, "-", "663a.11(d)")
    assert verdict.outcome("poker_bonus") == ("win" if "Ac As" in cards else "lose")
    assert verdict.wagers() == ["ante", "tie", "play", "poker_bonus"]  # the one that is settled comes last
    assert "663a.11(d): illegal_setting = house ruling required" in verdict.switches()
    assert "663a.11(d): rule silent: house ruling required on seat 1, set against the rule" in verdict.notes


@pytest.mark.reg("58 Pa. Code § 663a.11(d)")
def test_house_may_rule_that_a_hand_stands_as_it_was_set(settle, place):
    """A, J, 9 are 30 above 27; 10 and 2 are 12 above 9."""
    seats = [place(1, "As Jc 9h / Td 2c", {"ante": 1000, "tie": 500})]
    verdict = settle(seats, DEALER, options={"illegal_setting": "settled as set"})
    assert verdict("ante") == HIGHER_ONLY
    assert verdict.outcome("tie") == "lose"
    assert verdict.switches() == ["663a.11(d): illegal_setting = settled as set"]


@pytest.mark.reg("58 Pa. Code § 663a.11(d)")
def test_house_may_rule_that_a_hand_set_against_the_rule_loses(settle, place):
    """Three nines still pay the Poker Bonus."""
    seats = [place(1, "9d 9h 2c / 9s 3c", {"ante": 1000, "tie": 500, "poker_bonus": 300})]
    verdict = settle(seats, DEALER, options={"illegal_setting": "lost"})
    for wager in ("ante", "play", "tie"):
        assert verdict(wager) == ("lose", 0, 0, "-", "663a.11(d)")
    assert verdict.paid("poker_bonus") == 1500
    assert verdict.switches() == ["663a.11(d): illegal_setting = lost"]


@pytest.mark.cites("58 Pa. Code § 663a.11(d)")
@pytest.mark.parametrize("cards", ["Kc Qc Jc / Th 2c", "9h 9d 9s / 9c 2c", "Ac Ad Ah / As 2c"])
def test_cards_of_equal_value_may_change_places(settle, place, cards):
    verdict = settle([place(1, cards, ANTE)], "5s Kd 8h 4d 6c")
    assert "illegal_setting" not in "".join(verdict.notes)
