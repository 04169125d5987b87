"""Columns and bars: what people see at a glance must not lie."""

from hypothesis import given
from hypothesis import strategies as st

from console.printing.columns import BARS, columns, sparkline


def test_amounts_stand_to_the_right_and_names_to_the_left():
    assert list(columns(("meter", "amount>", "why"), [("mega", "$5.00", "a"), ("x", "$15.00", "")], 100)) == [
        "meter  amount  why",
        "mega    $5.00  a",
        "x      $15.00",
    ]


def test_a_table_without_rows_is_its_headings():
    assert list(columns(("a", "b>"), [], 100)) == ["a  b"]


def test_a_meter_that_falls_after_an_award_shows_it():
    assert sparkline([0, 50, 100, 0, 14]) == "▁▄█▁▁"
    assert sparkline([7, 7, 7]) == "▁▁▁"
    assert sparkline([]) == ""


@given(st.lists(st.integers(0, 2**63 - 1), min_size=2))
def test_the_lowest_and_the_highest_are_told_apart_and_order_is_kept(amounts):
    bars = sparkline(amounts)

    assert len(bars) == len(amounts)
    if min(amounts) != max(amounts):
        assert bars[amounts.index(min(amounts))] == BARS[0]
        assert bars[amounts.index(max(amounts))] == BARS[-1]
    for one, other in zip(sorted(amounts), sorted(amounts)[1:], strict=False):
        assert bars[amounts.index(one)] <= bars[amounts.index(other)]
