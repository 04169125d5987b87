"""Who claims an award does not validate it: refused at the way in, on SQLite and on Kafka."""

import pytest
from msgspec.structs import replace

from events import decode_body
from events.body import read_body
from events.vocabulary.badges import REGISTER, BadgeIssued
from events.vocabulary.progressive import ProgressiveRejected
from events.vocabulary.table import DealerChanged
from streams.recorder.recorder import Recorder, draft
from tests.streams.recorder.table_drafts import AT, SIGNED, LinkDrafts, TableDrafts

PEOPLE = (
    ("F-3", "table games", "floorperson"),
    ("A-9", "accounting", "staff"),
    ("F-4", "table games", "floorperson"),
)


@pytest.fixture
def recorder(any_log):
    return Recorder(any_log, "PA-01", clock=lambda: AT)


@pytest.fixture
def table(recorder):
    """A table in the middle of a round whose dealer is D-17."""
    table = TableDrafts()
    recorder.record_many(
        [LinkDrafts().open(), table.open(), table.open_round(), table.wager(2), table.no_more_bets()]
    )
    return table


def keep_register(recorder) -> None:
    for badge, department, rank in PEOPLE:
        body = BadgeIssued(badge=badge, department=department, rank=rank, signed_by=SIGNED, reason="new")
        recorder.record(draft(REGISTER, body, occurred_at_us=AT, actor="F-3"))


def claimed(recorder, table, actor: str) -> int:
    """The number of a claim that somebody records."""
    return recorder.record(table.claim(2)._replace(actor=actor)).seq


def validated(recorder, table, claim_seq: int, by: str):
    validation = read_body(table.validate(claim_seq, 2))
    return recorder.record(table.draft_of(replace(validation, validated_by=by)))


def why(recorded) -> str:
    """The reason of a refusal; empty for what was recorded."""
    if not recorded.refused:
        return ""
    refusal = decode_body(recorded.event)
    assert (recorded.event.type, refusal.code) == ("record_refused", "signatures")
    return refusal.reason


@pytest.mark.parametrize("badge", ["F-3", " f-3", "F\u20113"])
@pytest.mark.parametrize("register", [False, True])
def test_who_claims_does_not_validate(recorder, table, badge, register):
    if register:
        keep_register(recorder)
    seq = claimed(recorder, table, "F-3")

    refused = why(validated(recorder, table, seq, badge))

    assert f"claim {seq}" in refused
    assert "have another floorperson or above validate it" in refused
    assert why(validated(recorder, table, seq, "F-4")) == ""


def test_the_dealer_claims_where_a_device_does(recorder, table):
    keep_register(recorder)
    by_device = claimed(recorder, table, "tablet-7")

    assert "d-17 claimed it" in why(validated(recorder, table, by_device, "d-17"))
    assert why(validated(recorder, table, by_device, "F-3")) == ""


def test_a_person_of_the_register_who_claims_is_no_device(recorder, table):
    keep_register(recorder)
    seq = claimed(recorder, table, "F-4")

    assert why(validated(recorder, table, seq, "F-4"))
    assert why(validated(recorder, table, seq, "D-17")) == "", "of the dealer the keeper refuses the rank"


def test_without_a_register_neither_the_actor_nor_the_dealer_validates(recorder, table):
    seq = claimed(recorder, table, "tablet-7")

    assert why(validated(recorder, table, seq, "tablet-7"))
    assert why(validated(recorder, table, seq, "D-17"))
    assert why(validated(recorder, table, seq, "F-3")) == ""


def test_it_holds_rounds_later_and_after_a_restart(any_log, recorder, table):
    seq = claimed(recorder, table, "F-3")
    recorder.record_many([table.close_round(), table.open_round(dealer="D-18"), table.close_round()])
    later = Recorder(any_log, "PA-01", clock=lambda: AT)

    assert why(validated(later, table, seq, "F-3"))
    assert why(validated(later, table, seq, "D-17")), "the dealer of the claim's own round"
    assert why(validated(later, table, seq, "D-18")) == ""


def test_what_a_client_says_of_who_claimed_is_replaced(recorder, table):
    claim = table.claim(2)
    said = claim._replace(body=replace(read_body(claim), claimed_by=("X-9",)).to_bytes())

    first, again = recorder.record(said), recorder.record(claim)

    assert decode_body(first.event).claimed_by == ("D-17",)
    assert (again.existed, again.refused) == (True, False)


def test_tests_and_training_are_not_refused(recorder, table):
    claim = recorder.record(table.draft_of(read_body(table.claim(2)), mode="training"))
    validation = read_body(table.validate(claim.seq, 2))

    assert decode_body(claim.event).claimed_by == ()
    own = table.draft_of(replace(validation, validated_by="D-17"), mode="training")
    assert why(recorder.record(own)) == ""


def test_one_batch_is_judged_like_many(recorder, table):
    claim = table.claim(2)
    end = recorder.record(table.deal(2)).seq
    validation = table.draft_of(replace(read_body(table.validate(end + 1, 2)), validated_by="D-17"))

    recorded = recorder.record_many([claim, validation])

    assert [bool(why(each)) for each in recorded] == [False, True]


def test_who_claimed_by_mistake_may_reject(recorder, table):
    seq = claimed(recorder, table, "F-3")
    rejection = ProgressiveRejected(
        link="L-1", leg=0, claim_seq=seq, seat=2, rejected_by="F-3", reason="misread"
    )

    assert why(recorder.record(table.draft_of(rejection))) == ""


def test_what_is_not_a_claim_is_the_keepers_to_refuse(recorder, table):
    assert [why(validated(recorder, table, seq, "D-17")) for seq in (0, 1, 999)] == ["", "", ""]


@pytest.mark.parametrize("named", ["its own", "none", "another"])
def test_whoever_has_dealt_the_last_round_does_not_validate_what_a_device_claims(recorder, table, named):
    """Two dealers: D-17 opened the round, D-18 took over. Whatever round the claim names."""
    keep_register(recorder)
    recorder.record(table.draft_of(DealerChanged(dealer="D-18", floorperson="F-4")))
    rounds = {"its own": table.round, "none": None, "another": "R-0"}
    claim = table.claim(2)._replace(actor="device-7", round=rounds[named])
    seq = recorder.record(claim).seq
    for dealer in ("D-17", "d-18"):
        assert "claim" in why(validated(recorder, table, seq, dealer))
    assert why(validated(recorder, table, seq, "F-4")) == ""


def later_rounds(table, count: int) -> list:
    """Rounds of another dealer, with enough events that the log is read back more than once."""
    made = []
    for _ in range(count):
        made += [table.open_round(dealer="D-1"), *(table.deal(1, n) for n in range(1, 40))]
        made += [table.no_more_bets(), table.close_round()]
    return made


@pytest.mark.parametrize("rounds", [1, 9])
@pytest.mark.parametrize("at_once", [False, True])
def test_who_dealt_the_round_that_a_late_claim_names_does_not_validate_it(recorder, table, rounds, at_once):
    """D-17 opened the round and D-18 took over; a device claims it when D-1 deals a later one."""
    keep_register(recorder)
    name = table.round
    changed = table.draft_of(DealerChanged(dealer="D-18", floorperson="F-4"))
    claim = table.claim(2)._replace(actor="device-7", round=name)
    drafts = [changed, *later_rounds(table, rounds), claim]
    recorded = recorder.record_many(drafts) if at_once else [recorder.record(each) for each in drafts]
    assert set(decode_body(recorded[-1].event).claimed_by) == {"device-7", "D-1", "D-17", "D-18"}
    for dealer in ("D-17", "d-18", "D-1"):
        assert "claimed it" in why(validated(recorder, table, recorded[-1].seq, dealer))
    assert why(validated(recorder, table, recorded[-1].seq, "F-3")) == ""


def test_a_round_that_was_opened_without_a_name_is_found_by_what_its_events_name(recorder, table):
    keep_register(recorder)
    table.round = None
    unnamed = table.open_round(dealer="D-5")._replace(round=None)
    late = [unnamed, table.wager(2), table.no_more_bets()]
    name = table.round
    drafts = [*late, *later_rounds(table, 2), table.claim(2)._replace(actor="device-7", round=name)]
    claim = recorder.record_many(drafts)[-1]
    assert set(decode_body(claim.event).claimed_by) == {"device-7", "D-1", "D-5"}


def test_a_round_that_nobody_opened_names_only_who_deals_now(recorder, table):
    recorder.record_many(later_rounds(table, 2))
    claim = recorder.record(table.claim(2)._replace(actor="device-7", round="R-0"))
    assert decode_body(claim.event).claimed_by == ("device-7", "D-1")
