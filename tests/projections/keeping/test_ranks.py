"""Who validates and rejects an award: a floorperson or above, by what the recorder stamped."""

import pytest

from events.vocabulary.terms import RANKS, Stamp
from tests.projections.keeping.at_link import At


@pytest.fixture
def locked():
    """A link with a locked award, and its claim."""
    at = At()
    at.bets([1])
    claim, _ = at.claims(1)
    return at, claim


def stamped(rank, badge: str = "floor-3") -> tuple[Stamp, ...]:
    department = None if rank is None else "table games"
    return (Stamp(badge=badge, department=department, rank=rank, register_seq=7),)


@pytest.mark.reg("58 Pa. Code § 678a.11(e)(3)(iii)")
@pytest.mark.parametrize("action", ["validates", "rejects"])
@pytest.mark.parametrize("rank", ["staff", "dealer", None])
def test_nobody_below_a_floorperson_validates_or_rejects(locked, action, rank):
    at, claim = locked
    before = at.meters
    refusal = at.refusal(getattr(at.table, action)(claim, stamps=stamped(rank)))
    assert refusal.startswith("validation:" if action == "validates" else "rejection:")
    assert ("not in the register" if rank is None else f"floor-3 is {rank}") in refusal
    assert "a floorperson or above must do it" in refusal
    assert at.meters == before
    assert at.cash(at.table.pays(claim, 1)) == (0, 1, "not_validated")


@pytest.mark.parametrize("rank", RANKS[2:])
@pytest.mark.parametrize(
    ("action", "record"), [("validates", "award_validated"), ("rejects", "award_returned")]
)
def test_a_floorperson_or_above_does(locked, action, record, rank):
    at, claim = locked
    ((type_, _),) = at.keeper.takes(getattr(at.table, action)(claim, stamps=stamped(rank, " FLOOR-3")))
    assert type_ == record


def test_the_stamp_of_somebody_else_says_nothing_about_who_validates(locked):
    at, claim = locked
    others = (*stamped("dealer", "dealer-17"), *stamped("floorperson"))
    ((type_, _),) = at.keeper.takes(at.table.validates(claim, stamps=others))
    assert type_ == "award_validated"


@pytest.mark.parametrize("by", ["dealer-17", " Dealer-17", "DEALER\u201117"])
@pytest.mark.parametrize("stamps", [(), stamped("games_manager", "dealer-17")])
def test_who_claimed_does_not_validate_however_the_leg_came(locked, by, stamps):
    """Without what the recorder writes into a claim, its actor is who claimed."""
    at, claim = locked
    refusal = at.refusal(at.table.validates(claim, by=by, stamps=stamps))
    assert refusal.startswith("validation:")
    assert "have another floorperson or above validate it" in refusal
    ((type_, _),) = at.keeper.takes(at.table.validates(claim))
    assert type_ == "award_validated"


def test_the_keeper_remembers_who_claimed_by_the_recorder():
    at = At()
    at.bets([1])
    claim, _ = at.claims(1, claimed_by=("floor-3", "dealer-18"))
    for by in ("floor-3", "dealer-18"):
        assert f"{by} claimed it" in at.refusal(at.table.validates(claim, by=by))
    ((type_, _),) = at.keeper.takes(at.table.validates(claim, by="dealer-17"))
    assert type_ == "award_validated"
