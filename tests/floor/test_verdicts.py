"""The verdict on every round of a floor: right where nobody erred, whatever went wrong with the cards."""

from __future__ import annotations

from collections import Counter

import pytest

from events.body import decode_body
from events.envelope import read_header
from floor.houses.bulk import as_sealed, made
from floor.night import Night
from floor.play.registry import all_plays
from floor.trouble.erring import Rates
from projections.rounds.done import Locked
from projections.rounds.replay import replay
from projections.rounds.terms import terms_of
from projections.rounds.verdict import Known, judge
from streams.clock import GamingDays
from tests.floor.rebuilt import rounds_of

TABLES, ROUNDS, IRREGULAR_PPM = 10, 15, 400_000


def rows_of(rebuilt):
    """The rows of a round's verdict; what a link locked is taken to be what was paid."""
    view = replay(rebuilt.events)
    paid = {}
    for event in rebuilt.events:
        if event.type == "progressive_paid":
            body = decode_body(event)
            paid.setdefault(body.claim_seq, {})[body.seat] = body.amount_mc
    locked = {seq: Locked(shares, paid=True) for seq, shares in paid.items()}
    meters = dict.fromkeys(rebuilt.book.meter_names, 0)
    return judge(view, Known(terms_of(rebuilt.opening), rebuilt.player_of, meters, locked)).rows


@pytest.fixture(scope="module")
def rounds():
    night = Night(11, TABLES, rounds=ROUNDS, rates=Rates(0, IRREGULAR_PPM))
    rows = (sealed for part in made(night, "PA-01", GamingDays()) for sealed in as_sealed(part))
    events = [read_header(sealed.value) for sealed in rows]
    return rounds_of([event for event in events if event.kind == "table"])


def test_every_wager_of_a_floor_without_mistakes_is_right(rounds):
    found = Counter()
    for name, rebuilt in rounds.items():
        for row in rows_of(rebuilt):
            if row.judged:
                assert row.difference_cents == 0, (name, row)
            else:
                assert "the rule is silent about" in row.why, (name, row)
            found[rebuilt.game.name, rebuilt.view.status] += 1

    assert {(game, status) for game in all_plays() for status in ("closed", "voided")} <= found.keys()


def test_every_settlement_that_is_a_dollar_short_is_found(rounds):
    """The same rounds, in each of which one winner was paid a dollar less."""
    found = 0
    for rebuilt in rounds.values():
        short = _a_dollar_short(rebuilt)
        if short is not None:
            found += 1
            wrong = {(row.seat, row.wager): row.difference_cents for row in rows_of(rebuilt)}
            assert wrong[short] == -100, (rebuilt.view.round, short)
    assert found > len(rounds) // 4


def _a_dollar_short(rebuilt):
    """Take a dollar from the last wager that was paid in the round; its place, None where there is none."""
    for at in range(len(rebuilt.events) - 1, -1, -1):
        event = rebuilt.events[at]
        body = decode_body(event)
        if event.type == "wager_settled" and body.paid_mc >= 100_000 and body.wager == "ante":
            less = type(body)(**{**_fields(body), "paid_mc": body.paid_mc - 100_000})
            rebuilt.events[at] = event._replace(body=less.to_bytes())
            return body.seat, body.wager
    return None


def _fields(body):
    return {name: getattr(body, name) for name in body.__struct_fields__}
