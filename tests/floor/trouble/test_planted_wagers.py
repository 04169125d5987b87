"""What is planted about a payment names the wager of the claim that it pays, whatever else was wagered."""

from __future__ import annotations

import pytest

from events.body import decode_body
from events.envelope import read_header
from floor.houses.bulk import as_sealed, made
from floor.night import HOUR_US
from floor.trouble.erring import Rates
from streams.clock import GamingDays
from tests.floor.payment_day import GAMES, PaymentNight, due
from tests.floor.watched import FACILITY


@pytest.mark.parametrize("seed", [141, 142])
def test_every_mistake_about_a_payment_is_found_by_its_wager(seed):
    """In both nights a seat has wagers on its own hand and on the dealer's, and the dealer's wins."""
    night = PaymentNight(seed, 6, span_us=2 * HOUR_US, games=GAMES[1:], rates=Rates(900_000), every=1)
    planted = []
    rows = (
        sealed
        for part in made(night, FACILITY, GamingDays(), 1, planted.append)
        for sealed in as_sealed(part)
    )
    events = [read_header(sealed.value) for sealed in rows]
    claims = {
        (event.owner, event.seq): decode_body(event).wager
        for event in events
        if event.type == "progressive_claimed"
    }

    named = due(events, planted).named

    assert "fchb_dealer" in claims.values()
    assert len(named) == len(planted) > 0
