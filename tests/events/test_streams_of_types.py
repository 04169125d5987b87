"""On which streams each event type may be: its class says it, and the way in asks."""

import pytest

from events.body import TYPES, may_be_on, require_own_stream
from events.envelope import KINDS
from events.errors import MalformedEvent
from events.vocabulary.badges import REGISTER
from events.vocabulary.vault import VAULT

RECORDED = ("table", "link", "desk")


def test_every_type_names_kinds_of_streams_or_the_one_stream_that_is_its_own():
    for name, body in TYPES.items():
        assert body.STREAMS, f"{name} could be recorded nowhere"
        assert {*KINDS, REGISTER, VAULT} >= body.STREAMS, name


@pytest.mark.parametrize(
    ("type_", "kinds"),
    [
        ("bets_closed", ("table",)),
        ("table_day_ended", ("table",)),
        ("device_failed", ("table",)),
        ("link_opened", ("link",)),
        ("link_change_refused", ("link",)),
        ("gaming_day_closed", ("desk",)),
        ("reading_entered", ("desk",)),
        ("restore_signed", ("desk",)),
        ("badge_issued", ()),
        ("award_locked", ("meter",)),
        ("transfer_sent", ("meter",)),
        ("stream_halted", ("router",)),
        ("finding_issued", ("finding",)),
        ("note_recorded", RECORDED),
        ("record_refused", RECORDED),
        ("stream_resumed", RECORDED),
    ],
)
def test_a_type_may_be_on_its_own_kinds_alone(type_, kinds):
    assert tuple(kind for kind in KINDS if may_be_on(type_, f"{kind}:badge")) == tuple(
        kind for kind in KINDS if kind in kinds
    )


def test_badges_are_on_the_register_alone():
    assert may_be_on("badge_withdrawn", REGISTER)
    assert not may_be_on("badge_withdrawn", "desk:accounting")


def test_what_is_done_with_the_vault_is_on_its_desk_alone():
    assert may_be_on("openings_forgotten", VAULT)
    assert not may_be_on("openings_forgotten", "desk:accounting")


def test_of_a_type_that_nobody_knows_nothing_is_refused():
    assert may_be_on("moon_phase_noted", "table:T1")


def test_the_refusal_names_the_field_and_where_the_event_belongs():
    with pytest.raises(MalformedEvent) as error:
        require_own_stream("gaming_day_closed", "table:T1")
    assert error.value.field == "stream"
    assert str(error.value) == "stream: gaming_day_closed cannot be on table:T1: it belongs on desk:NAME"
    with pytest.raises(MalformedEvent, match="it belongs on desk:badges"):
        require_own_stream("badge_issued", "desk:pit")
