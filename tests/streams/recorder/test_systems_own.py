"""What the system alone decides or works out: no client records it in the system's name, copies carry it."""

import pytest

from events.body import TYPES, parse_body
from events.errors import MalformedEvent
from streams.recorder.admission import Taking
from streams.recorder.recorder import Recorder, draft
from streams.sqlite.log import SqliteLog
from tests.events.bodies import EXAMPLES
from tests.streams.recorder.table_drafts import AT, LinkDrafts, TableDrafts

DECIDED = {
    "wager_refused": "table:T1",
    "table_refused": "table:T1",
    "link_change_refused": "link:HCF",
    "badge_refused": "desk:badges",
    "record_refused": "desk:pit",
    "reading_compared": "desk:accounting",
    "restore_signed": "desk:restore",
    "read_model_accepted": "desk:operations",
    "findings_accepted": "desk:operations",
    "dispute_paid": "table:T1",
    "openings_disclosed": "desk:vault",
    "openings_forgotten": "desk:vault",
    "signature_requested": "desk:signatures",
    "signature_given": "desk:signatures",
    "signature_declined": "desk:signatures",
}

OTHERS = {"meter", "router", "finding"}
"""Streams that no recorder writes."""


@pytest.fixture
def recorder(log):
    return Recorder(log, "PA-01", clock=lambda: AT)


def made(type_, source_id="client#1"):
    body = parse_body(type_, EXAMPLES[type_])
    return draft(DECIDED[type_], body, occurred_at_us=AT, actor="S-1", source_id=source_id)


def test_each_of_them_is_declared_beside_its_class():
    ours = {name for name, body in TYPES.items() if body.BY_SYSTEM}
    assert {name for name in ours if not TYPES[name].STREAMS & OTHERS} == set(DECIDED)
    assert ours >= {name for name, body in TYPES.items() if body.STREAMS & OTHERS}


@pytest.mark.parametrize("mode", ["live", "test", "training"])
@pytest.mark.parametrize("type_", DECIDED)
def test_a_clients_draft_is_named_as_bad_and_leaves_nothing(recorder, log, type_, mode):
    with pytest.raises(MalformedEvent, match=f"{type_} is for the system alone to record") as error:
        recorder.record(made(type_)._replace(mode=mode))
    assert error.value.field == "type"
    assert log.head(DECIDED[type_]) is None


def test_the_drafts_beside_it_are_recorded(recorder):
    table = TableDrafts()
    first, bad, last = recorder.record_many([table.open(), made("wager_refused"), table.open_round()])
    assert (first.seq, last.seq) == (1, 2)
    assert isinstance(bad, MalformedEvent)


def test_a_command_of_ours_records_it(recorder):
    assert recorder.record(made("reading_compared"), by_system=True).event.type == "reading_compared"


def test_a_file_that_tells_a_whole_past_tells_what_was_decided_then(log):
    told = Recorder(log, "PA-01", clock=lambda: AT, taking=Taking.AS_RECORDED)
    assert told.record(made("wager_refused")._replace(recorded_at_us=AT)).event.type == "wager_refused"


def test_copies_of_refusals_are_taken(recorder, tmp_path):
    table = TableDrafts()
    recorded = recorder.record_many(
        [LinkDrafts().open(), table.open(), table.open_round(), table.no_more_bets(), table.wager(1)]
    )
    assert recorded[-1].event.type == "wager_refused"
    copies = [made("wager_refused")._replace(**each.event._asdict()) for each in recorded]
    with SqliteLog(tmp_path / "copy.sqlite", writable=True) as other:
        taken = Recorder(other, "PA-01", clock=lambda: AT).record_many(copies)
        assert [each.event for each in taken] == [each.event for each in recorded]
