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


@pytest.mark.reg("58 Pa. Code § 647a.9(a)(1)")
@pytest.mark.reg("58 Pa. Code § 663a.9(a)(1)")
@pytest.mark.reg("58 Pa. Code § 677a.9(a)(1)")
@pytest.mark.reg("58 Pa. Code § 678a.9(a)(1)")
@pytest.mark.reg("58 Pa. Code § 679a.9(a)(1)")
@pytest.mark.parametrize("chapter", BOOKS)
def test_dealing_from_the_hand_needs_a_device(chapter):
    assert dealing.check_procedure(BOOKS[chapter], "hand", "device") is None
    assert dealing.check_procedure(BOOKS[chapter], "manual_shoe", "manual") is None
    for shuffling in ("manual", "preshuffled"):
        assert dealing.check_procedure(BOOKS[chapter], "hand", shuffling).section == f"{chapter}.9(a)(1)"


@pytest.mark.parametrize(
    ("chapter", "procedure", "section"),
    [
        pytest.param("647a", "manual_shoe", "647a.8(b)", marks=pytest.mark.reg("58 Pa. Code § 647a.8(b)")),
        pytest.param("647a", "hand", "647a.9(b)", marks=pytest.mark.reg("58 Pa. Code § 647a.9(b)")),
        pytest.param(
            "647a", "automated_shoe", "647a.10(a)(2)", marks=pytest.mark.reg("58 Pa. Code § 647a.10(a)(2)")
        ),
        pytest.param("663a", "manual_shoe", "663a.8(b)", marks=pytest.mark.reg("58 Pa. Code § 663a.8(b)")),
        pytest.param("663a", "hand", "663a.9(a)(3)", marks=pytest.mark.reg("58 Pa. Code § 663a.9(a)(3)")),
        pytest.param(
            "663a", "automated_shoe", "663a.10(a)(2)", marks=pytest.mark.reg("58 Pa. Code § 663a.10(a)(2)")
        ),
        pytest.param("677a", "manual_shoe", "677a.8(b)", marks=pytest.mark.reg("58 Pa. Code § 677a.8(b)")),
        pytest.param("677a", "hand", "677a.9(b)", marks=pytest.mark.reg("58 Pa. Code § 677a.9(b)")),
        pytest.param(
            "677a", "automated_shoe", "677a.10(a)(2)", marks=pytest.mark.reg("58 Pa. Code § 677a.10(a)(2)")
        ),
        pytest.param("678a", "manual_shoe", "678a.8(b)", marks=pytest.mark.reg("58 Pa. Code § 678a.8(b)")),
        pytest.param("678a", "hand", "678a.9(b)", marks=pytest.mark.reg("58 Pa. Code § 678a.9(b)")),
        pytest.param(
            "678a", "automated_shoe", "678a.10(a)(2)", marks=pytest.mark.reg("58 Pa. Code § 678a.10(a)(2)")
        ),
        pytest.param("679a", "manual_shoe", "679a.8(b)", marks=pytest.mark.reg("58 Pa. Code § 679a.8(b)")),
        pytest.param("679a", "hand", "679a.9(a)(3)", marks=pytest.mark.reg("58 Pa. Code § 679a.9(a)(3)")),
        pytest.param(
            "679a", "automated_shoe", "679a.10(a)(2)", marks=pytest.mark.reg("58 Pa. Code § 679a.10(a)(2)")
        ),
    ],
)
def test_no_more_bets_is_announced_before_the_first_card_and_chips_are_counted(chapter, procedure, section):
    """Where there is a progressive wager, the chips equal the wagers that its system has accepted."""
    assert BOOKS[chapter].cards.no_more_bets[procedure] == section
    assert set(BOOKS[chapter].cards.no_more_bets) == {"manual_shoe", "hand", "automated_shoe"}
    if chapter in PROGRESSIVE:
        assert dealing.check_progressive_chips(BOOKS[chapter], procedure, 3, 3) is None
        assert dealing.check_progressive_chips(BOOKS[chapter], procedure, 3, 2).section == section


@pytest.mark.parametrize(
    ("chapter", "procedure", "section"),
    [
        pytest.param("647a", "manual_shoe", "647a.8(f)", marks=pytest.mark.reg("58 Pa. Code § 647a.8(f)")),
        pytest.param("647a", "hand", "647a.9(f)", marks=pytest.mark.reg("58 Pa. Code § 647a.9(f)")),
        pytest.param(
            "647a", "automated_shoe", "647a.10(d)", marks=pytest.mark.reg("58 Pa. Code § 647a.10(d)")
        ),
        pytest.param("663a", "manual_shoe", "663a.8(f)", marks=pytest.mark.reg("58 Pa. Code § 663a.8(f)")),
        pytest.param("663a", "hand", "663a.9(d)", marks=pytest.mark.reg("58 Pa. Code § 663a.9(d)")),
        pytest.param(
            "663a", "automated_shoe", "663a.10(d)", marks=pytest.mark.reg("58 Pa. Code § 663a.10(d)")
        ),
        pytest.param("677a", "manual_shoe", "677a.8(e)", marks=pytest.mark.reg("58 Pa. Code § 677a.8(e)")),
        pytest.param("677a", "hand", "677a.9(d)", marks=pytest.mark.reg("58 Pa. Code § 677a.9(d)")),
        pytest.param(
            "677a", "automated_shoe", "677a.10(d)", marks=pytest.mark.reg("58 Pa. Code § 677a.10(d)")
        ),
        pytest.param("678a", "manual_shoe", "678a.8(f)", marks=pytest.mark.reg("58 Pa. Code § 678a.8(f)")),
        pytest.param("678a", "hand", "678a.9(d)", marks=pytest.mark.reg("58 Pa. Code § 678a.9(d)")),
        pytest.param(
            "678a", "automated_shoe", "678a.10(d)", marks=pytest.mark.reg("58 Pa. Code § 678a.10(d)")
        ),
        pytest.param("679a", "manual_shoe", "679a.8(e)", marks=pytest.mark.reg("58 Pa. Code § 679a.8(e)")),
        pytest.param("679a", "hand", "679a.9(d)", marks=pytest.mark.reg("58 Pa. Code § 679a.9(d)")),
        pytest.param(
            "679a", "automated_shoe", "679a.10(d)", marks=pytest.mark.reg("58 Pa. Code § 679a.10(d)")
        ),
    ],
)
def test_stub_is_counted_at_least_every_fifth_round(chapter, procedure, section):
    assert dealing.check_stub_count(BOOKS[chapter], procedure, "device", 4) is None
    assert dealing.check_stub_count(BOOKS[chapter], procedure, "device", 5).section == section
    assert dealing.check_stub_count(BOOKS[chapter], procedure, "counting_device", 50) is None


@pytest.mark.parametrize(
    ("chapter", "procedure", "section"),
    [
        pytest.param("647a", "manual_shoe", "647a.8(g)", marks=pytest.mark.reg("58 Pa. Code § 647a.8(g)")),
        pytest.param("647a", "hand", "647a.9(g)", marks=pytest.mark.reg("58 Pa. Code § 647a.9(g)")),
        pytest.param(
            "647a", "automated_shoe", "647a.10(e)", marks=pytest.mark.reg("58 Pa. Code § 647a.10(e)")
        ),
        pytest.param("663a", "manual_shoe", "663a.8(g)", marks=pytest.mark.reg("58 Pa. Code § 663a.8(g)")),
        pytest.param("663a", "hand", "663a.9(e)", marks=pytest.mark.reg("58 Pa. Code § 663a.9(e)")),
        pytest.param(
            "663a", "automated_shoe", "663a.10(e)", marks=pytest.mark.reg("58 Pa. Code § 663a.10(e)")
        ),
        pytest.param("677a", "manual_shoe", "677a.8(f)", marks=pytest.mark.reg("58 Pa. Code § 677a.8(f)")),
        pytest.param("677a", "hand", "677a.9(e)", marks=pytest.mark.reg("58 Pa. Code § 677a.9(e)")),
        pytest.param(
            "677a", "automated_shoe", "677a.10(e)", marks=pytest.mark.reg("58 Pa. Code § 677a.10(e)")
        ),
        pytest.param("678a", "manual_shoe", "678a.8(g)", marks=pytest.mark.reg("58 Pa. Code § 678a.8(g)")),
        pytest.param("678a", "hand", "678a.9(e)", marks=pytest.mark.reg("58 Pa. Code § 678a.9(e)")),
        pytest.param(
            "678a", "automated_shoe", "678a.10(e)", marks=pytest.mark.reg("58 Pa. Code § 678a.10(e)")
        ),
        pytest.param(
            "679a",
            "manual_shoe",
            "679a.8(f)",
            marks=[pytest.mark.reg("58 Pa. Code § 679a.8(f)"), pytest.mark.reg("58 Pa. Code § 679a.8(d)")],
        ),
        pytest.param(
            "679a",
            "hand",
            "679a.9(e)",
            marks=[pytest.mark.reg("58 Pa. Code § 679a.9(e)"), pytest.mark.reg("58 Pa. Code § 679a.9(c)")],
        ),
        pytest.param(
            "679a", "automated_shoe", "679a.10(e)", marks=pytest.mark.reg("58 Pa. Code § 679a.10(e)")
        ),
    ],
)
def test_stub_that_is_right_goes_to_the_discard_rack(chapter, procedure, section):
    stub, dealt = STUB_AND_DEALT[chapter]
    duty = dealing.judge_stub(BOOKS[chapter], procedure, stub, dealt)
    assert steps([duty]) == [("stub_to_discard_rack", "dealer", section)]


@pytest.mark.parametrize(
    ("chapter", "procedure", "section"),
    [
        pytest.param("647a", "manual_shoe", "647a.8(h)", marks=pytest.mark.reg("58 Pa. Code § 647a.8(h)")),
        pytest.param("647a", "hand", "647a.9(h)", marks=pytest.mark.reg("58 Pa. Code § 647a.9(h)")),
        pytest.param(
            "647a", "automated_shoe", "647a.10(f)", marks=pytest.mark.reg("58 Pa. Code § 647a.10(f)")
        ),
        pytest.param("663a", "manual_shoe", "663a.8(h)", marks=pytest.mark.reg("58 Pa. Code § 663a.8(h)")),
        pytest.param("663a", "hand", "663a.9(f)", marks=pytest.mark.reg("58 Pa. Code § 663a.9(f)")),
        pytest.param(
            "663a", "automated_shoe", "663a.10(f)", marks=pytest.mark.reg("58 Pa. Code § 663a.10(f)")
        ),
        pytest.param("677a", "manual_shoe", "677a.8(g)", marks=pytest.mark.reg("58 Pa. Code § 677a.8(g)")),
        pytest.param("677a", "hand", "677a.9(f)", marks=pytest.mark.reg("58 Pa. Code § 677a.9(f)")),
        pytest.param(
            "677a", "automated_shoe", "677a.10(f)", marks=pytest.mark.reg("58 Pa. Code § 677a.10(f)")
        ),
        pytest.param("678a", "manual_shoe", "678a.8(h)", marks=pytest.mark.reg("58 Pa. Code § 678a.8(h)")),
        pytest.param("678a", "hand", "678a.9(f)", marks=pytest.mark.reg("58 Pa. Code § 678a.9(f)")),
        pytest.param(
            "678a", "automated_shoe", "678a.10(f)", marks=pytest.mark.reg("58 Pa. Code § 678a.10(f)")
        ),
        pytest.param("679a", "manual_shoe", "679a.8(g)", marks=pytest.mark.reg("58 Pa. Code § 679a.8(g)")),
        pytest.param("679a", "hand", "679a.9(f)", marks=pytest.mark.reg("58 Pa. Code § 679a.9(f)")),
        pytest.param(
            "679a", "automated_shoe", "679a.10(f)", marks=pytest.mark.reg("58 Pa. Code § 679a.10(f)")
        ),
    ],
)
def test_count_that_is_wrong_voids_the_hands_and_removes_a_deck_that_is_not_52(chapter, procedure, section):
    book, (stub, dealt) = BOOKS[chapter], STUB_AND_DEALT[chapter]
    for counted, given in ((stub, dealt), (stub - 1, dealt + 1)):
        duty = dealing.judge_stub(book, procedure, counted, given, misdealt=True)
        assert steps([duty]) == [("void_and_return", "dealer", section)]
    for counted, misdealt in ((stub - 1, False), (stub + 1, False), (stub - 1, True)):
        duty = dealing.judge_stub(book, procedure, counted, dealt, misdealt=misdealt)
        assert steps([duty]) == [("void_return_and_remove_deck", "dealer", section)]
