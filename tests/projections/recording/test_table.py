"""The rules of a table, type by type: what is filled in, what passes as it came, what counts as a repeat."""

from typing import get_args

import pytest

from events.body import parse_body, read_body
from events.envelope import NO_PREV, Event
from events.jsonform import Draft
from events.vocabulary.play import LinkFound, ProgressiveOpen
from events.vocabulary.unions import TableLeg
from projections.recording import table
from projections.recording.badges import Register
from projections.recording.repeats import same_content
from projections.recording.table_state import (
    HistoryNeeded,
    LinkOffer,
    RoundPlayed,
    Selections,
    TableState,
    TakenWager,
)
from projections.routing.legs import LEG_TYPES, legs_of
from streams.recorder.recorder import draft
from streams.recorder.surroundings import LogSurroundings
from tests.events.bodies import EXAMPLES

LEGS = sorted(kind.TYPE for kind in get_args(TableLeg))
FOUND = LinkFound(
    control_seq=3,
    open=True,
    unit_wager_mc=500_000,
    rulebook="678a@2019-11-02",
    paytable="A",
    wager="progressive",
)
OFFERED = ProgressiveOpen(
    wager="progressive", link="L-9", unit_wager_mc=500_000, paytable="A", legs_sent=3, found=FOUND
)
PLAYING = TableState(
    selected=Selections(2, "678a@2019-11-02", "ab" * 32, (LinkOffer("progressive", "L-9", 500_000, "A"),)),
    round=RoundPlayed("R-1", "678a@2019-11-02", 2, (OFFERED,), open=True),
    legs={"L-9": 4, "HCF-LINK": 1_000},
    taken=(TakenWager(3, "progressive", "L-9", 500_000),),
)

AROUND = LogSurroundings(lambda _: "2026-01-01", lambda _: FOUND, Register)


def draft_of(type_: str) -> Draft:
    body = parse_body(type_, EXAMPLES[type_])
    round_ = "R-2" if type_ == "round_opened" else "R-1"
    return draft("table:T", body, occurred_at_us=1, actor="D-1", round=round_)


def recorded(given: Draft) -> Event:
    return Event._make(
        given._replace(
            facility="F", seq=1, prev=NO_PREV, recorded_at_us=2, gaming_day="2026-01-01", source_id="x"
        )
    )


@pytest.mark.parametrize("type_", LEGS)
def test_every_leg_is_numbered_and_the_state_after_it_knows_the_number(type_):
    event = recorded(table.decide(PLAYING, draft_of(type_), AROUND))
    legs = legs_of(read_body(event))
    assert legs
    after = table.evolve(PLAYING, event)
    for leg in legs:
        assert leg.number == PLAYING.last_leg(leg.link) + 1 == after.last_leg(leg.link)


def test_the_router_sends_what_the_recorder_numbers():
    assert sorted(LEG_TYPES) == LEGS


@pytest.mark.parametrize("type_", LEGS)
def test_what_was_filled_in_is_the_same_content_as_what_came(type_):
    given = draft_of(type_)
    event = recorded(table.decide(PLAYING, given, AROUND))
    assert event.body != given.body
    assert same_content(given, event)
    assert not same_content(given._replace(actor="D-2"), event)


def test_everything_else_is_recorded_as_it_came():
    acted_on = {*LEGS, "wager_placed", "payment_corrected"}
    for type_ in sorted(EXAMPLES.keys() - acted_on):
        given = draft_of(type_)
        assert table.decide(PLAYING, given, AROUND) is given


@pytest.mark.parametrize("type_", ["progressive_claimed", "round_voided"])
def test_a_link_that_the_last_round_does_not_name_needs_the_whole_history(type_):
    with pytest.raises(HistoryNeeded):
        table.decide(TableState(every_link_known=False), draft_of(type_), AROUND)
