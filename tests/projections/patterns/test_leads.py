"""Which groups are leads: a dealer who errs more is, a clean floor has none, and sums agree."""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from projections.patterns.leads import CONFIDENCE, FOUND, KINDS, TOO_LITTLE, TOO_MUCH, Group, compare


def group(name, rounds, found=0, too_much=0, too_little=0, *, by="dealer"):
    return Group(by, name, rounds, found, too_much, too_little, found, 0, 0)


def told(lines):
    return [(line.group.by, line.group.name, line.kind) for line in lines if line.lead]


def test_two_dealers_by_hand():
    """Ann 3 of 4, Bob 1 of 4: 17/70 for Ann, 69/70 for Bob; of six looks Ann's counts six times: beyond 1."""
    lines = compare([group("Ann", 4, 3), group("Bob", 4, 1)])
    ann, bob = (next(x for x in lines if (x.group.name, x.kind) == (n, FOUND)) for n in ("Ann", "Bob"))
    assert (ann.hits, ann.rate, ann.others) == (3, Fraction(3, 4), Fraction(1, 4))
    assert (ann.chance, ann.corrected, ann.lead) == (Fraction(17, 70), 1, False)
    assert (bob.rate, bob.others, bob.chance) == (Fraction(1, 4), Fraction(3, 4), Fraction(69, 70))
    assert len(lines) == 6
    assert lines[0] is ann


def test_dealer_who_errs_more_is_at_the_top_and_the_only_lead():
    honest = [group(f"D-{n}", 1_000, 10) for n in range(12)]
    lines = compare([*honest, group("D-99", 1_000, 40)])
    assert told(lines) == [("dealer", "D-99", FOUND)]
    assert lines[0].group.name == "D-99"
    assert lines[0].low > lines[0].others == Fraction(120, 12_000)


@pytest.mark.parametrize("kind", [TOO_MUCH, TOO_LITTLE])
def test_money_is_looked_at_by_its_direction(kind):
    """As many findings as the others, and all of them to one side."""
    others = [group(f"D-{n}", 2_000, 30, 3, 3) for n in range(5)]
    odd = group("D-9", 2_000, 30, *((30, 0) if kind == TOO_MUCH else (0, 30)))
    assert told(compare([*others, odd])) == [("dealer", "D-9", kind)]


def test_clean_floor_has_no_lead():
    """Nothing found, or the same of everybody."""
    assert told(compare([group(f"D-{n}", 500) for n in range(8)])) == []
    assert told(compare([group(f"D-{n}", 500, 7, 3, 2) for n in range(8)])) == []


def test_floor_on_which_all_err_alike_has_a_lead_in_fewer_than_one_of_a_hundred_nights():
    """Two hundred nights of ten dealers with one rate: leads by chance alone, corrected for thirty looks."""
    chance = random.Random(7)
    nights = [
        [group(f"D-{n}", 300, sum(chance.random() < 0.03 for _ in range(300))) for n in range(10)]
        for _ in range(200)
    ]
    assert sum(bool(told(compare(night))) for night in nights) <= 6  # more has less than 1 in 200


def test_looking_at_more_groups_asks_for_more():
    def lead_among(count):
        others = [group(f"D-{n}", 1_000, 10) for n in range(count)]
        return told(compare([*others, group("D-99", 1_000, 25)]))

    assert lead_among(5) == [("dealer", "D-99", FOUND)]
    crowd = [group(f"T-{n}", 1_000, 10, by="table") for n in range(400)]
    assert told(compare([group("A", 1_000, 10), group("B", 1_000, 25)])) == []
    assert (
        told(compare([*(group(f"D-{n}", 1_000, 10) for n in range(5)), group("D-99", 1_000, 25), *crowd]))
        == []
    )


def test_sorts_of_groups_are_held_against_their_own_kind():
    lines = compare([group("A", 10, 1), group("B", 30, 3), group("T-1", 40, 4, by="table")])
    found = {line.group.name: line.others for line in lines if line.kind == FOUND}
    assert found == {"A": Fraction(3, 30), "B": Fraction(1, 10), "T-1": None}


def test_group_that_played_nothing_is_left_out():
    assert compare([group("A", 0)]) == []
    assert {line.group.name for line in compare([group("A", 0), group("B", 5)])} == {"B"}


GROUPS = st.lists(
    st.tuples(st.integers(1, 40), st.integers(0, 40), st.integers(0, 40)).map(
        lambda drawn: (drawn[0], min(drawn[:2]), min(drawn))
    ),
    min_size=1,
    max_size=6,
)


@settings(deadline=None, max_examples=40)
@given(GROUPS)
def test_what_must_hold_of_every_line(drawn):
    groups = [group(f"D-{n}", rounds, found, much) for n, (rounds, found, much) in enumerate(drawn)]
    lines = compare(groups)
    assert len(lines) == len(KINDS) * len(groups)
    assert sum(line.hits for line in lines if line.kind == FOUND) == sum(each.found for each in groups)
    for line in lines:
        assert line.low <= line.rate <= line.high
        assert 0 < line.chance <= line.corrected <= 1
        assert line.lead == (line.corrected <= 1 - CONFIDENCE)
        if line.lead:
            assert line.others is not None
            assert line.rate > line.others
