"""Awards of a moment in the past have the amounts of that moment, whatever corrected them since."""

import pytest

from events.topics import METERS
from projections.read_model.tables import AwardPastRow, AwardRow, Changes
from streams.read_model.queries.unpaid_awards import unpaid_awards
from streams.read_model.store import ReadStore


@pytest.fixture
def store(tmp_path):
    """Claimed for $100 at 10, corrected to $90 at 20 and to $120 at 30, and open."""
    opened = ReadStore(tmp_path / "read.sqlite")
    award = AwardRow(
        link="L",
        table="T-1",
        claim_seq=7,
        round="R",
        seat=2,
        hand="royal_flush",
        meter="progressive",
        amount_mc=12_000_000,
        status="locked",
        recorded_at_us=30,
        wager="progressive",
        paid_mc=0,
        owed="[[2,12000000]]",
    )
    past = [
        AwardPastRow("L", "T-1", 7, seq, mc, "locked", 0, f"[[2,{mc}]]", at_us)
        for seq, mc, at_us in ((3, 10_000_000, 10), (5, 9_000_000, 20), (6, 12_000_000, 30))
    ]
    opened.commit(METERS, 0, 0, Changes(3, b"", award, *past))
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("at_us", "mc"),
    [
        (10, 10_000_000),
        (15, 10_000_000),
        (20, 9_000_000),
        (29, 9_000_000),
        (30, 12_000_000),
        (None, 12_000_000),
    ],
)
def test_the_amount_is_that_of_the_moment(store, at_us, mc):
    (award,) = unpaid_awards(store, at_us)

    assert (award.amount_mc, award.owed_mc) == (mc, mc)


def test_before_it_was_claimed_there_was_none(store):
    assert unpaid_awards(store, 9) == []
