"""An award that the link refuses is not paid: not validated, not documented, not settled, and on record."""

import pytest

from events.body import decode_body
from events.envelope import read_header
from events.topics import EVENTS, METERS
from floor.casino import Casino
from floor.houses.folding import FoldingHouse
from floor.houses.instances import EmbeddedHouse
from floor.life import Stop
from floor.plan import START_US, lay_out
from streams.clock import GamingDays
from streams.engines.embedded import Embedded
from streams.recorder.recorder import Recorder
from tests.floor.watched import FACILITY, lucky

SIX = "4h 5h 6h 7h 8h 9h Kc"


def casino(house):
    """Two tables whose link nobody has opened, where box 2 makes a six-card straight flush all the time."""
    plan = lay_out(1, 2, ["high_card_flush"])
    tables = plan.tables(START_US, GamingDays())
    for table in tables:
        table.make_deck = lucky({2: SIX})
    return Casino(house, tables, [], Stop(12))


@pytest.fixture(scope="module")
def refused(tmp_path_factory):
    """The events, and what the keeper decided."""
    with Embedded(tmp_path_factory.mktemp("refused")) as embedded:
        house = EmbeddedHouse(embedded, Recorder(embedded.log, FACILITY, day_of=GamingDays()))
        casino(house).run()
        embedded.process()
        return [[read_header(r.value) for r in embedded.log.read(topic, 0, 0)] for topic in (EVENTS, METERS)]


def test_the_reason_of_each_refusal_is_noted_by_the_floorperson(refused):
    events, decided = refused
    reasons = {
        (body.table, body.claim_seq): body.reason
        for body in map(decode_body, decided)
        if body.TYPE == "leg_refused" and body.attempted == "claim"
    }
    claims = [event for event in events if event.type == "progressive_claimed"]
    notes = {event.round: decode_body(event) for event in events if event.type == "note_recorded"}

    assert len(claims) > 2
    for claim in claims:
        note = notes[claim.round]
        assert note.subject == claim.round
        assert reasons[claim.owner, claim.seq] in note.text
        assert f"claim {claim.seq}" in note.text


def test_nothing_is_validated_documented_paid_or_settled(refused):
    events, _ = refused
    claimed = {(e.round, decode_body(e).seat) for e in events if e.type == "progressive_claimed"}
    settled = {
        (event.round, body.seat)
        for event in events
        if event.type == "wager_settled" and (body := decode_body(event)).wager == "progressive"
    }

    assert not {"progressive_validated", "award_documented", "progressive_paid"} & {e.type for e in events}
    assert claimed
    assert not claimed & settled
    assert settled, "those who lost are settled as ever"


def test_the_light_of_a_refused_award_was_verified(refused):
    events, _ = refused
    claimed, verified = (
        {(event.round, decode_body(event).seat) for event in events if event.type == type_}
        for type_ in ("progressive_claimed", "progressive_light_verified")
    )

    assert claimed <= verified


def test_the_house_without_a_log_refuses_the_same(refused):
    events, _ = refused
    folded = []

    casino(
        FoldingHouse(FACILITY, GamingDays(), lambda sealed: folded.extend(one.value for one in sealed))
    ).run()

    assert [read_header(value) for value in folded] == events
