"""Facts of a table are stamped as they are recorded, by a register that is asked for seldom where that takes
a round trip."""

from __future__ import annotations

import pytest

from events import decode_body
from events.vocabulary.badges import REGISTER, BadgeIssued, BadgeWithdrawn
from events.vocabulary.cards import DecksReceived, InspectionVerified
from events.vocabulary.table import DealerChanged
from streams.recorder.recorder import Recorder, draft
from streams.recorder.register import RegisterReader
from streams.sqlite.log import SqliteLog
from tests.streams.recorder.table_drafts import AT, SIGNED
from tests.streams.recorder.test_badges import PEOPLE
from tests.streams.recorder.test_link_looks import Asked


@pytest.fixture
def log(tmp_path):
    with SqliteLog(tmp_path / "log.sqlite", writable=True) as opened:
        yield opened


def desk(body):
    return draft(REGISTER, body, occurred_at_us=AT, actor="F-3")


def issue(recorder: Recorder, *people: tuple[str, str, str]) -> None:
    for badge, department, rank in people:
        body = BadgeIssued(badge=badge, department=department, rank=rank, signed_by=SIGNED, reason="new")
        assert not recorder.record(desk(body)).refused


def ranks(recorder: Recorder, body, source_id=None) -> list[tuple[str, str | None]]:
    made = draft("table:T-1", body, occurred_at_us=AT, actor="D-17", source_id=source_id)
    return [(stamp.badge, stamp.rank) for stamp in decode_body(recorder.record(made).event).stamps]


CREW = DealerChanged(dealer="D-17", floorperson="F-3")


def test_crews_and_decks_are_stamped_and_an_unknown_badge_without_a_rank(log):
    recorder = Recorder(log, "PA-01", clock=lambda: AT)
    assert ranks(recorder, CREW) == []
    issue(recorder, *PEOPLE)

    assert ranks(recorder, CREW) == [("D-17", "dealer"), ("F-3", "floorperson")]
    assert ranks(recorder, InspectionVerified(deck="red-1", verified_by="f-3")) == [("f-3", "floorperson")]
    received = DecksReceived(decks=(), cover_cards=2, received_by="X-9")
    assert ranks(recorder, received) == [("X-9", None)]


def test_the_same_again_is_a_repeat_though_the_client_sent_no_stamps(log):
    recorder = Recorder(log, "PA-01", clock=lambda: AT)
    issue(recorder, *PEOPLE)
    first = draft("table:T-1", CREW, occurred_at_us=AT, actor="D-17", source_id="device-7#1")

    assert [recorder.record(first).existed for _ in range(3)] == [False, True, True]
    assert Recorder(log, "PA-01", clock=lambda: AT).record(first).existed


def test_a_recent_register_is_asked_for_no_more_often_than_it_may_be(log):
    recorder = Recorder(log, "PA-01", clock=lambda: AT)
    issue(recorder, *PEOPLE)
    asked, now_s = Asked(log, look_again_s=1.0), [10.0]
    reader = RegisterReader(asked, lambda: now_s[0])
    assert reader.read_recent().holder("D-17") is not None
    withdrawn = BadgeWithdrawn(badge="D-17", signed_by=SIGNED, reason="left")
    assert not recorder.record(desk(withdrawn)).refused

    now_s[0] = 10.9
    assert reader.read_recent().holder("D-17") is not None, "late by less than a second"
    assert asked.heads == 1
    now_s[0] = 11.0
    assert reader.read_recent().holder("D-17") is None
    issue(recorder, ("D-17", "table games", "dealer"))
    assert reader.read_recent().holder("D-17") is None
    reader.written("table:T-1")
    assert reader.read_recent().holder("D-17") is None
    reader.written(REGISTER)
    assert reader.read_recent().holder("D-17") is not None
