"""Seeds and reseeds in cents, from the parameters that a rulebook gives a meter."""

import pytest

from games.chapter import MeterParameters


def meter(**given):
    nothing = dict.fromkeys(("seed_for_1", "reseed_for_1", "seed_at_least_cents", "primary_bp"))
    return MeterParameters("m", "678a.12(d)", **(nothing | {"reserve_bp": 0} | given))


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(1)")
def test_seed_for_1_scales_with_the_wager():
    parameters = meter(seed_for_1=30_000, reseed_for_1=20_000, primary_bp=2300)
    assert (parameters.seed_cents(100), parameters.seed_cents(500)) == (3_000_000, 15_000_000)
    assert (parameters.reseed_cents(100), parameters.reseed_cents(500)) == (2_000_000, 10_000_000)


@pytest.mark.reg("58 Pa. Code § 647a.12(e)(4)")
def test_reseed_of_nothing_is_nothing():
    assert meter(seed_for_1=10_000, reseed_for_1=0, primary_bp=1300).reseed_cents(100) == 0


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(2)")
@pytest.mark.parametrize("least", [0, 1, 500_000])
def test_flat_minimum_is_the_seed_whatever_the_wager(least):
    parameters = meter(seed_at_least_cents=least)
    assert parameters.seed_cents(100) == parameters.seed_cents(500) == least
    assert parameters.reseed_cents(100) == parameters.reseed_cents(500) == least


def test_meter_without_any_seed_starts_empty():
    assert (meter().seed_cents(100), meter().reseed_cents(100)) == (0, 0)
