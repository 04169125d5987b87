"""Money in millicents, and how people read it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.money import MAX_MC, cents, floor_to_cent, text
from tests.amounts import dollars


@pytest.mark.parametrize(
    ("amount_mc", "expected"),
    [
        (0, "$0.00"),
        (1, "$0.00001"),
        (230, "$0.00230"),
        (1_000, "$0.01"),
        (1_001, "$0.01001"),
        (35_500, "$0.35500"),
        (100_000, "$1.00"),
        (15_000_000_000, "$150,000.00"),
        (-2_500, "-$0.02500"),
        (-100_000_000, "-$1,000.00"),
        (MAX_MC, "$92,233,720,368,547.75807"),
    ],
)
def test_dollars_to_the_last_millicent_that_counts(amount_mc, expected):
    assert text(amount_mc) == expected


@given(st.integers(-MAX_MC, MAX_MC))
def test_no_millicent_is_lost_in_the_text(amount_mc):
    digits = text(amount_mc).replace("$", "").replace(",", "")
    whole, _, fraction = digits.partition(".")

    assert int(whole + fraction.ljust(5, "0")) == amount_mc


def test_units():
    assert cents(1) == 1_000
    assert dollars(1) == cents(100) == 100_000


@given(st.integers(0, MAX_MC))
def test_a_payout_is_whole_cents_and_the_rest_is_less_than_one(amount_mc):
    paid = floor_to_cent(amount_mc)

    assert paid % cents(1) == 0
    assert 0 <= amount_mc - paid < cents(1)
