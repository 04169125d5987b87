"""x.3 to x.5 of every chapter: how many decks, how old, and what is done to them before the first card.

What the chapters have in common is tried on all of them; where one differs, a row says how.
"""

import pytest

from games.procedure import dealing
from games.procedure.dealing import HOUR_US
from games.rulebook import by_name
from tests.games.chapters import BOOKS, sections, steps

DEVICES = ("device", "counting_device", "reshuffling_device")


def received(chapter):
    """What every deck goes through before it is shuffled."""
    return [
        ("inspect", "dealer", f"{chapter}.4(a)"),
        ("verify_inspection", "floorperson", f"{chapter}.4(a)"),
        ("spread_face_up", "dealer", f"{chapter}.4(b)"),
        ("wash", "dealer", f"{chapter}.4(c)"),
    ]


def shuffled_by_hand(chapter):
    return [("shuffle", "dealer", f"{chapter}.5(a)"), ("cut", "dealer", f"{chapter}.5(d)")]


def shuffled_by_device(chapter):
    return [("shuffle", "device", f"{chapter}.5(a)")]


@pytest.mark.cites("58 Pa. Code §§ 647a.3(a), 663a.3(a), 677a.3(a), 678a.3(a), 679a.3(a)")
@pytest.mark.parametrize(
    ("chapter", "cover_cards"),
    [
        ("647a", 2),
        ("663a", 1),
        ("677a", 2),
        ("678a", 2),
        ("679a", 1),
    ],
)
def test_cover_cards_that_belong_to_a_deck(chapter, cover_cards):
    assert dealing.check_cover_cards(BOOKS[chapter], cover_cards) is None
    for other in {0, 1, 2, 3} - {cover_cards}:
        assert dealing.check_cover_cards(BOOKS[chapter], other).section == f"{chapter}.3(a)"


@pytest.mark.cites(
    "58 Pa. Code §§ 647a.3(a), 663a.3(a), 677a.3(a), 678a.3(a), 679a.3(a), 647a.3(b), 663a.3(b), 677a.3(b), "
    "678a.3(b), 679a.3(b), 647a.3(b)(1), 663a.3(b)(1), 677a.3(b)(1), 678a.3(b)(1), 679a.3(b)(1)"
)
@pytest.mark.parametrize("chapter", BOOKS)
@pytest.mark.parametrize(
    ("colours", "shuffling", "parts"),
    [
        (["red"], "manual", []),
        (["red", "blue"], "device", []),
        (["red", "blue"], "manual", ["3(b)"]),
        (["red", "blue"], "preshuffled", ["3(b)"]),
        (["red", "red"], "device", ["3(b)(1)"]),
        (["red", "red"], "counting_device", ["3(b)(1)"]),
        (["red", "blue", "green"], "device", ["3(a)"]),
    ],
)
def test_one_deck_or_two_of_different_backs_with_a_device(chapter, colours, shuffling, parts):
    book, decks = BOOKS[chapter], len(colours)
    breaches = [
        dealing.check_deck_number(book, decks),
        dealing.check_second_deck(book, decks, shuffling),
        dealing.check_backs(book, colours),
    ]
    found = sections(breach for breach in breaches if breach is not None)
    assert found == [f"{chapter}.{part}" for part in parts]


@pytest.mark.cites(
    "58 Pa. Code §§ 647a.3(b)(2), 679a.3(b)(2), 647a.3(b)(3), 663a.3(b)(3), 677a.3(b)(3), 678a.3(b)(3), "
    "679a.3(b)(3)"
)
@pytest.mark.parametrize("chapter", BOOKS)
def test_two_decks_take_turns(chapter):
    """A deck that was in play goes into the device for the next round, so it cannot be dealt from again."""
    assert dealing.check_alternation(BOOKS[chapter], "red", "blue", 2) is None
    assert dealing.check_alternation(BOOKS[chapter], None, "red", 2) is None
    assert dealing.check_alternation(BOOKS[chapter], "red", "red", 1) is None
    assert dealing.check_alternation(BOOKS[chapter], "red", "red", 2).section == f"{chapter}.3(b)(3)"


@pytest.mark.cites("58 Pa. Code §§ 647a.3(b)(4), 663a.3(b)(4), 677a.3(b)(4), 678a.3(b)(4), 679a.3(b)(4)")
@pytest.mark.parametrize("chapter", BOOKS)
def test_discard_rack_holds_one_deck(chapter):
    assert dealing.check_discard_rack(BOOKS[chapter], ["red", "red"]) is None
    assert dealing.check_discard_rack(BOOKS[chapter], []) is None
    assert dealing.check_discard_rack(BOOKS[chapter], ["red", "blue"]).section == f"{chapter}.3(b)(4)"


@pytest.mark.cites(
    "58 Pa. Code §§ 647a.3(c)(1), 663a.3(c)(1), 677a.3(c)(1), 678a.3(c)(1), 679a.3(c)(1), 647a.3(c)(2), "
    "663a.3(c)(2), 677a.3(c)(2), 678a.3(c)(2), 679a.3(c)(2)"
)
@pytest.mark.parametrize("chapter", BOOKS)
@pytest.mark.parametrize(
    ("procedure", "hours", "part"),
    [("hand", 4, "3(c)(1)"), ("manual_shoe", 8, "3(c)(2)"), ("automated_shoe", 8, "3(c)(2)")],
)
def test_deck_is_changed_in_time(chapter, procedure, hours, part):
    assert dealing.check_deck_age(BOOKS[chapter], procedure, hours * HOUR_US) is None
    late = dealing.check_deck_age(BOOKS[chapter], procedure, hours * HOUR_US + 1)
    assert late.section == f"{chapter}.{part}"


@pytest.mark.cites("58 Pa. Code ch. 678a")
def test_text_of_2015_treats_its_cards_as_that_of_2019():
    assert by_name("678a@2015-proposed").cards == BOOKS["678a"].cards


def test_hour_is_counted_in_microseconds():
    assert HOUR_US == 60 * 60 * 1_000_000


@pytest.mark.cites(
    "58 Pa. Code §§ 647a.4(a), 663a.4(a), 677a.4(a), 678a.4(a), 679a.4(a), 647a.4(b), 663a.4(b), 677a.4(b), "
    "678a.4(b), 679a.4(b), 647a.4(c), 663a.4(c), 677a.4(c), 678a.4(c), 679a.4(c), 647a.5(a), 663a.5(a), "
    "677a.5(a), 678a.5(a), 679a.5(a), 647a.5(c)(2), 663a.5(c)(2), 677a.5(c)(2), 678a.5(c)(2), 679a.5(c)(2)"
)
@pytest.mark.parametrize("chapter", BOOKS)
def test_new_deck_shuffled_by_hand(chapter):
    """The duties are those of one deck; of two, each goes through them."""
    duties = steps(dealing.opening_duties(BOOKS[chapter], "manual"))
    assert duties == received(chapter) + shuffled_by_hand(chapter)


@pytest.mark.cites(
    "58 Pa. Code §§ 647a.4(d), 663a.4(d), 677a.4(d), 678a.4(d), 679a.4(d), 647a.5(c)(1), 663a.5(c)(1), "
    "677a.5(c)(1), 678a.5(c)(1), 679a.5(c)(1)"
)
@pytest.mark.parametrize("chapter", BOOKS)
@pytest.mark.parametrize("shuffling", DEVICES)
def test_deck_shuffled_by_a_device_is_inspected_all_the_same_and_not_cut(chapter, shuffling):
    """The duties are each deck's: two decks are inspected, spread and washed twice."""
    duties = steps(dealing.opening_duties(BOOKS[chapter], shuffling))
    assert duties == received(chapter) + shuffled_by_device(chapter)
    assert steps(dealing.shuffle_duties(BOOKS[chapter], shuffling)) == shuffled_by_device(chapter)
    assert not dealing.cut_required(BOOKS[chapter], shuffling)


@pytest.mark.cites("58 Pa. Code §§ 647a.4(e), 663a.4(e), 677a.4(e), 678a.4(e), 679a.4(e)")
@pytest.mark.parametrize("chapter", BOOKS)
def test_only_a_deck_that_is_preinspected_and_preshuffled_is_spared_the_inspection(chapter):
    duties = steps(dealing.opening_duties(BOOKS[chapter], "device", preinspected=True))
    assert duties == received(chapter) + shuffled_by_device(chapter)
    both = steps(dealing.opening_duties(BOOKS[chapter], "device", preinspected=True, preshuffled=True))
    assert not {"inspect", "verify_inspection", "spread_face_up", "wash"} & {step for step, _, _ in both}


@pytest.mark.cites("58 Pa. Code §§ 647a.5(c)(2), 663a.5(c)(2), 677a.5(c)(2), 678a.5(c)(2), 679a.5(c)(2)")
@pytest.mark.parametrize(
    ("chapter", "cut"),
    [
        ("647a", True),
        ("663a", False),
        ("677a", True),
        ("678a", True),
        ("679a", True),
    ],
)
def test_preshuffled_deck_is_cut_unless_the_chapter_asks_only_after_a_manual_shuffle(chapter, cut):
    expected = [("cut", "dealer", f"{chapter}.5(d)")] if cut else []
    for shuffling in ("device", "manual"):
        duties = dealing.opening_duties(BOOKS[chapter], shuffling, preinspected=True, preshuffled=True)
        assert steps(duties) == expected
    assert dealing.cut_required(BOOKS[chapter], "preshuffled") is cut
    assert dealing.cut_required(BOOKS[chapter], "manual")


@pytest.mark.cites("58 Pa. Code §§ 647a.5(b), 663a.5(b), 677a.5(b), 678a.5(b), 679a.5(b)")
@pytest.mark.parametrize("chapter", BOOKS)
def test_deck_that_a_counting_device_finds_wrong_is_removed(chapter):
    assert dealing.check_device_count(BOOKS[chapter], "counting_device", 52) is None
    for count in (51, 53):
        found = dealing.check_device_count(BOOKS[chapter], "counting_device", count)
        assert found.section == f"{chapter}.5(b)"
        assert dealing.check_device_count(BOOKS[chapter], "device", count) is None  # it does not count


@pytest.mark.cites("58 Pa. Code §§ 647a.5(g), 663a.5(g), 677a.5(g), 678a.5(g), 679a.5(g)")
@pytest.mark.parametrize(
    ("chapter", "expected"),
    [
        ("647a", ["647a.5(b)"]),
        ("663a", []),
        ("677a", ["677a.5(b)"]),
        ("678a", ["678a.5(b)"]),
        ("679a", ["679a.5(b)"]),
    ],
)
def test_reshuffling_device_is_freed_of_d_to_f_and_by_one_chapter_of_b_too(chapter, expected):
    assert dealing.check_device_count(BOOKS[chapter], "reshuffling_device", 52) is None
    for count in (51, 53):
        found = dealing.check_device_count(BOOKS[chapter], "reshuffling_device", count)
        assert sections([found] if found else []) == expected


@pytest.mark.cites("58 Pa. Code §§ 647a.5(d), 663a.5(d), 677a.5(d), 678a.5(d), 679a.5(d)")
@pytest.mark.parametrize("chapter", BOOKS)
def test_cut_is_at_least_ten_cards_deep(chapter):
    assert dealing.check_cut(BOOKS[chapter], 10) is None
    assert dealing.check_cut(BOOKS[chapter], 9).section == f"{chapter}.5(d)"


@pytest.mark.cites("58 Pa. Code §§ 647a.5(e), 663a.5(e), 677a.5(e), 678a.5(e), 679a.5(e)")
@pytest.mark.parametrize("chapter", BOOKS)
def test_recut_comes_before_the_first_card(chapter):
    assert dealing.check_recut(BOOKS[chapter], 0) is None
    assert dealing.check_recut(BOOKS[chapter], 1).section == f"{chapter}.5(e)"


@pytest.mark.cites("58 Pa. Code §§ 647a.5(f), 663a.5(f), 677a.5(f), 678a.5(f), 679a.5(f)")
@pytest.mark.parametrize(
    ("chapter", "clears"),
    [
        ("647a", False),
        ("663a", True),
        ("677a", False),
        ("678a", False),
        ("679a", True),
    ],
)
def test_idle_table_spreads_its_deck_and_washes_it_for_the_first_player(chapter, clears):
    """Two chapters say that shoe and rack are cleared first."""
    spread = [("spread", "dealer", f"{chapter}.5(f)"), ("wash", "dealer", f"{chapter}.4(c)")]
    if clears:
        spread.insert(0, ("clear_shoe_and_rack", "dealer", f"{chapter}.5(f)"))
    assert steps(dealing.idle_duties(BOOKS[chapter], "manual")) == spread + shuffled_by_hand(chapter)
    assert steps(dealing.idle_duties(BOOKS[chapter], "device")) == spread + shuffled_by_device(chapter)


@pytest.mark.cites("58 Pa. Code §§ 647a.5(g), 663a.5(g), 677a.5(g), 678a.5(g), 679a.5(g)")
@pytest.mark.parametrize("chapter", BOOKS)
def test_idle_table_with_a_reshuffling_device_does_nothing(chapter):
    assert dealing.idle_duties(BOOKS[chapter], "reshuffling_device") == []
