"""x.8 to x.10 of every chapter: what is announced before the first card, and the count of the stub.

Which card goes to whom is each game's own, and so are its tests.
"""

import pytest

from games.procedure import dealing
from tests.games.chapters import BOOKS, steps

PROGRESSIVE = {"647a", "678a"}
STUB_AND_DEALT = {
    "647a": (38, 14),  # two players, dealer, board and burns
    "663a": (37, 15),  # two players and the dealer with five each
    "677a": (41, 11),  # two players, dealer and board
    "678a": (31, 21),  # two players and the dealer with seven each
    "679a": (41, 11),  # two players with fourth cards, and the dealer
}
"""A round of each game that makes 52."""
RULES = ("no_more_bets", "counted", "right", "wrong")
SECTIONS = {
    ("647a", "manual_shoe"): ("8(b)", "8(f)", "8(g)", "8(h)"),
    ("647a", "hand"): ("9(b)", "9(f)", "9(g)", "9(h)"),
    ("647a", "automated_shoe"): ("10(a)(2)", "10(d)", "10(e)", "10(f)"),
    ("663a", "manual_shoe"): ("8(b)", "8(f)", "8(g)", "8(h)"),
    ("663a", "hand"): ("9(a)(3)", "9(d)", "9(e)", "9(f)"),
    ("663a", "automated_shoe"): ("10(a)(2)", "10(d)", "10(e)", "10(f)"),
    ("677a", "manual_shoe"): ("8(b)", "8(e)", "8(f)", "8(g)"),
    ("677a", "hand"): ("9(b)", "9(d)", "9(e)", "9(f)"),
    ("677a", "automated_shoe"): ("10(a)(2)", "10(d)", "10(e)", "10(f)"),
    ("678a", "manual_shoe"): ("8(b)", "8(f)", "8(g)", "8(h)"),
    ("678a", "hand"): ("9(b)", "9(d)", "9(e)", "9(f)"),
    ("678a", "automated_shoe"): ("10(a)(2)", "10(d)", "10(e)", "10(f)"),
    ("679a", "manual_shoe"): ("8(b)", "8(e)", "8(f)", "8(g)"),
    ("679a", "hand"): ("9(a)(3)", "9(d)", "9(e)", "9(f)"),
    ("679a", "automated_shoe"): ("10(a)(2)", "10(d)", "10(e)", "10(f)"),
}
"""Where each way of dealing has "no more bets", the count of the stub, and what follows from it."""


def of_every_procedure(rule):
    """Parametrizes a test by chapter, procedure, and the section that has the rule for them."""
    column = RULES.index(rule)
    rows = [(*where, f"{where[0]}.{parts[column]}") for where, parts in SECTIONS.items()]
    return pytest.mark.parametrize(("chapter", "procedure", "section"), rows)


@pytest.mark.cites("58 Pa. Code §§ 647a.9(a)(1), 663a.9(a)(1), 677a.9(a)(1), 678a.9(a)(1), 679a.9(a)(1)")
@pytest.mark.parametrize("chapter", BOOKS)
def test_dealing_from_the_hand_needs_a_device(chapter):
    assert dealing.check_procedure(BOOKS[chapter], "hand", "device") is None
    assert dealing.check_procedure(BOOKS[chapter], "manual_shoe", "manual") is None
    for shuffling in ("manual", "preshuffled"):
        assert dealing.check_procedure(BOOKS[chapter], "hand", shuffling).section == f"{chapter}.9(a)(1)"


@pytest.mark.cites(
    "58 Pa. Code §§ 647a.8(b), 647a.9(b), 647a.10(a)(2), 663a.8(b), 663a.9(a)(3), 663a.10(a)(2), 677a.8(b), "
    "677a.9(b), 677a.10(a)(2), 678a.8(b), 678a.9(b), 678a.10(a)(2), 679a.8(b), 679a.9(a)(3), 679a.10(a)(2)"
)
@of_every_procedure("no_more_bets")
def test_no_more_bets_is_announced_before_the_first_card_and_chips_are_counted(chapter, procedure, section):
    """Where there is a progressive wager, the chips equal the wagers that its system has accepted."""
    assert BOOKS[chapter].cards.no_more_bets[procedure] == section
    assert set(BOOKS[chapter].cards.no_more_bets) == {"manual_shoe", "hand", "automated_shoe"}
    if chapter in PROGRESSIVE:
        assert dealing.check_progressive_chips(BOOKS[chapter], procedure, 3, 3) is None
        assert dealing.check_progressive_chips(BOOKS[chapter], procedure, 3, 2).section == section


@pytest.mark.cites(
    "58 Pa. Code §§ 647a.8(f), 647a.9(f), 647a.10(d), 663a.8(f), 663a.9(d), 663a.10(d), 677a.8(e), "
    "677a.9(d), 677a.10(d), 678a.8(f), 678a.9(d), 678a.10(d), 679a.8(e), 679a.9(d), 679a.10(d)"
)
@of_every_procedure("counted")
def test_stub_is_counted_at_least_every_fifth_round(chapter, procedure, section):
    assert dealing.check_stub_count(BOOKS[chapter], procedure, "device", 4) is None
    assert dealing.check_stub_count(BOOKS[chapter], procedure, "device", 5).section == section
    assert dealing.check_stub_count(BOOKS[chapter], procedure, "counting_device", 50) is None


@pytest.mark.cites(
    "58 Pa. Code §§ 647a.8(g), 647a.9(g), 647a.10(e), 663a.8(g), 663a.9(e), 663a.10(e), 677a.8(f), "
    "677a.9(e), 677a.10(e), 678a.8(g), 678a.9(e), 678a.10(e), 679a.10(e), 679a.8(f), 679a.8(d), 679a.9(e), "
    "679a.9(c)"
)
@of_every_procedure("right")
def test_stub_that_is_right_goes_to_the_discard_rack(chapter, procedure, section):
    stub, dealt = STUB_AND_DEALT[chapter]
    duty = dealing.judge_stub(BOOKS[chapter], procedure, stub, dealt)
    assert steps([duty]) == [("stub_to_discard_rack", "dealer", section)]


@pytest.mark.cites(
    "58 Pa. Code §§ 647a.8(h), 647a.9(h), 647a.10(f), 663a.8(h), 663a.9(f), 663a.10(f), 677a.8(g), "
    "677a.9(f), 677a.10(f), 678a.8(h), 678a.9(f), 678a.10(f), 679a.8(g), 679a.9(f), 679a.10(f)"
)
@of_every_procedure("wrong")
def test_count_that_is_wrong_voids_the_hands_and_removes_a_deck_that_is_not_52(chapter, procedure, section):
    book, (stub, dealt) = BOOKS[chapter], STUB_AND_DEALT[chapter]
    for counted, given in ((stub, dealt), (stub - 1, dealt + 1)):
        duty = dealing.judge_stub(book, procedure, counted, given, misdealt=True)
        assert steps([duty]) == [("void_and_return", "dealer", section)]
    for counted, misdealt in ((stub - 1, False), (stub + 1, False), (stub - 1, True)):
        duty = dealing.judge_stub(book, procedure, counted, dealt, misdealt=misdealt)
        assert steps([duty]) == [("void_return_and_remove_deck", "dealer", section)]
