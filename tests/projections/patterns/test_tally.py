"""Rounds and findings counted by hand, and sums that agree with the findings."""

from hypothesis import given, settings
from hypothesis import strategies as st

from projections.examining.finding import Finding
from projections.patterns.leads import FOUND, TOO_LITTLE, TOO_MUCH
from projections.patterns.tally import SORTS, UNKNOWN, PlayedRound, tally


def finding(round_, seat=None, difference=None, table="T-1"):
    return Finding(
        check="x",
        id="S12",
        severity="money" if difference else "procedure",
        section=None,
        stream=f"table:{table}",
        table=table,
        round=round_,
        seat=seat,
        wager=None,
        at_us=1,
        gaming_day="2026-03-02",
        events=(1,),
        message="X.",
        mode="live",
        version=1,
        due_mc=None if difference is None else 1_000,
        done_mc=None if difference is None else 1_000 + difference,
    )


def played(round_, *seats, dealer="D-1", table="T-1", shift="06:00–14:00"):
    return PlayedRound(f"table:{table}", round_, seats, dealer, shift)


def counted(rounds, findings, sort):
    return {group.name: group for group in tally(rounds, findings, (sort,)).groups}


def test_round_counts_once_however_much_was_found_in_it():
    found = [finding("1", 1, 500), finding("1", 1, 700), finding("1", 2, -300), finding("1"), finding("2", 1)]
    (one, two) = counted(
        [played("1", 1, 2), played("2", 1, dealer="D-2"), played("3", 1)], found, "dealer"
    ).values()
    assert (one.name, one.rounds, one.found, one.too_much, one.too_little, one.findings) == (
        "D-1",
        2,
        1,
        1,
        1,
        4,
    )
    assert [one.difference_mc(kind) for kind in (FOUND, TOO_MUCH, TOO_LITTLE)] == [900, 1_200, -300]
    assert (two.name, two.rounds, two.found, two.too_much, two.too_little, two.findings) == (
        "D-2",
        1,
        1,
        0,
        0,
        1,
    )


def test_seat_is_that_of_a_table_and_was_in_the_round_if_it_was_found_there():
    found = [finding("1", 1), finding("1", 6), finding("1")]
    seats = counted([played("1", 1, 2), played("1", 1, table="T-2")], found, "seat")
    assert {name: (each.rounds, each.found) for name, each in seats.items()} == {
        "T-1 seat 1": (1, 1),
        "T-1 seat 2": (1, 0),
        "T-1 seat 6": (1, 1),
        "T-2 seat 1": (1, 0),
    }


def test_rounds_of_one_name_at_two_tables_are_two():
    tables = counted([played("1"), played("1", table="T-2")], [finding("1", table="T-2")], "table")
    assert {name: (each.rounds, each.found) for name, each in tables.items()} == {
        "T-1": (1, 0),
        "T-2": (1, 1),
    }


def test_what_belongs_to_no_round_or_seat_is_left_out_and_counted():
    found = [finding(None), finding("9", 1), finding("1"), finding("1", 1)]
    every = tally([played("1", 1, dealer="")], found)
    assert (every.rounds, every.findings) == (1, 4)
    assert every.left_out == {"dealer": 2, "table": 2, "seat": 3, "shift": 2}
    assert [group.name for group in every.groups] == [UNKNOWN, "T-1 seat 1", "06:00–14:00", "T-1"]


ROUNDS = st.lists(
    st.builds(
        lambda name, seats, dealer, table: played(str(name), *seats, dealer=dealer, table=table),
        st.integers(1, 8),
        st.sets(st.integers(1, 6)),
        st.sampled_from(["D-1", "D-2", ""]),
        st.sampled_from(["T-1", "T-2"]),
    ),
    max_size=12,
    unique_by=lambda each: (each.stream, each.round),
)
FINDINGS = st.lists(
    st.builds(
        finding,
        st.none() | st.integers(1, 9).map(str),
        st.none() | st.integers(1, 6),
        st.none() | st.integers(-500, 500),
        st.sampled_from(["T-1", "T-2"]),
    ),
    max_size=15,
)


@settings(deadline=None)
@given(ROUNDS, FINDINGS)
def test_sums_agree_with_rounds_and_findings(rounds, findings):
    every = tally(rounds, findings)
    of_rounds = {(each.stream, each.round) for each in rounds}
    inside = [each for each in findings if (each.stream, each.round) in of_rounds]
    for sort in SORTS:
        groups = [group for group in every.groups if group.by == sort]
        assert sum(group.findings for group in groups) + every.left_out[sort] == len(findings)
        its = inside if sort != "seat" else [each for each in inside if each.seat is not None]
        assert sum(group.difference_mc(FOUND) for group in groups) == sum(x.difference_mc or 0 for x in its)
        for group in groups:
            assert 0 <= max(group.too_much, group.too_little) <= group.found <= group.rounds
            assert group.difference_mc(TOO_LITTLE) <= 0 <= group.difference_mc(TOO_MUCH)
        if sort != "seat":
            assert sum(group.rounds for group in groups) == len(rounds)
