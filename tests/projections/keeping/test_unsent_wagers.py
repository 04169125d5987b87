"""Wagers that come to a link with what ended their round, since its "no more bets" was not recorded."""

import pytest

from events.vocabulary.legs import AcceptedWager, UnsentLeg, VoidedLeg
from events.vocabulary.play import RoundClosed, RoundOpened
from events.vocabulary.progressive import RoundVoided
from events.vocabulary.table import TableClosed
from tests.amounts import dollars
from tests.projections.keeping.at_link import At, small

UNIT = dollars(100)
ENDS = {
    "round_closed": lambda legs: RoundClosed(legs=legs),
    "round_opened": lambda legs: RoundOpened(dealer="D-1", legs=legs),
    "table_closed": lambda legs: TableClosed(
        closed_by="F-1", seats_occupied=(), reason="end of shift", legs=legs
    ),
}


@pytest.fixture
def at():
    """$1,000 on the meter; a wager of $100 adds $23."""
    return At(**small(seed_mc=dollars(1_000), unit_mc=UNIT))


@pytest.mark.parametrize("end", sorted(ENDS))
def test_they_feed_and_win_as_wagers_of_the_round_that_is_named(at, end):
    first, table = at.table.round, at.table
    wager = AcceptedWager(seat=4, wager="progressive", amount_mc=UNIT)
    sent = table.wager_leg("HCF", (wager,))
    legs = (UnsentLeg(**{name: getattr(sent, name) for name in sent.__struct_fields__}, round=first),)
    if end == "round_opened":
        table.opens_round()
    assert at.keeper.types(table.records(ENDS[end](legs))) == ["meter_contributed"]
    assert at.meters["progressive"][0] == dollars(1_023)
    table.round = first
    _, locked = at.claims(4)
    assert locked.amount_mc == dollars(102) + 30_000  # a tenth of $1,023


def test_a_void_of_wagers_that_had_not_come_reverses_and_refuses_nothing(at):
    leg = VoidedLeg(link="HCF", leg=at.table.leg("HCF"), seats=(4,), unfed=(4,))
    void = RoundVoided(reason="shoe jammed", section="678a.13(c)", ruled_by="F-1", legs=(leg,))
    assert at.keeper.types(at.table.records(void)) == []
    assert at.meters["progressive"][0] == dollars(1_000)
