"""Cases through the recorder: what a case takes and when, who must sign, whom the register knows."""

import pytest
from msgspec.structs import replace

from events import MalformedEvent, decode_body
from events.vocabulary.cases import (
    CaseDecided,
    CaseHoldLifted,
    CaseHoldPlaced,
    CaseNoted,
    CaseOpened,
    CaseReopened,
    CaseRoundRuledOut,
    CaseViewed,
    DisputePaid,
)
from events.vocabulary.links import Signature
from streams.recorder.known_stream import LOOKED_BACK
from streams.recorder.recorder import draft
from tests.amounts import dollars
from tests.streams.recorder.at_hand import fresh
from tests.streams.recorder.table_drafts import AT
from tests.streams.recorder.test_badges import in_force, stamps

CASE = "desk:case-1"
FLOOR = Signature(badge="F-3", department="table games")
DEALER = Signature(badge="D-17", department="table games")
ACCOUNTING = Signature(badge="A-9", department="accounting")
OPENED = CaseOpened(
    table="HCF-01",
    seat=4,
    disputed_at_us=AT,
    claim="the raise was not paid",
    claimed_mc=dollars(30),
    player="P-17",
    reply_by="2026-04-01",
    two_sign_over_mc=dollars(100),
    opened_by="F-3",
)
PAYMENT = CaseDecided(
    outcome="payment",
    amount_mc=dollars(30),
    round="HCF-01-3",
    seat=4,
    wager="raise",
    reason="it won",
    signed_by=(FLOOR,),
)
NO_PAYMENT = CaseDecided(outcome="no_payment", amount_mc=0, reason="paid as due", signed_by=(FLOOR,))
RULED_OUT = CaseRoundRuledOut(table="HCF-01", round="HCF-01-1", reason="lost", ruled_out_by="F-3")
RULED_OUT_LATER = replace(RULED_OUT, round="HCF-01-2")
HOLD = CaseHoldPlaced(keep="camera 11", placed_by="F-3")
LIFTED = CaseHoldLifted(hold_seq=2, reason="copied", lifted_by="F-3")
NOTE = CaseNoted(text="told the player", noted_by="F-3")
VIEW = CaseViewed(viewed_by="F-3")
AGAIN = CaseReopened(reason="a photograph", reply_by="2026-05-01", reopened_by="F-3")


def of_case(body, stream=CASE, mode="live"):
    return draft(stream, body, occurred_at_us=AT, actor="F-3", mode=mode)


def records(recorder, *bodies):
    """All of them are recorded as they are."""
    results = [recorder.record(of_case(body)) for body in bodies]
    assert [result.event.type for result in results] == [body.TYPE for body in bodies]
    return results


def refusal(recorder, body, **more):
    """Code and reason of the refusal."""
    recorded = recorder.record(of_case(body, **more))
    assert recorded.refused
    found = decode_body(recorded.event)
    assert found.attempted_type == body.TYPE
    return found.code, found.reason


def test_a_case_goes_from_the_claim_to_the_decision_and_is_opened_again(recorder):
    records(recorder, OPENED, HOLD, VIEW, RULED_OUT, NOTE, PAYMENT, NOTE, VIEW, LIFTED)
    records(recorder, AGAIN, RULED_OUT_LATER, NO_PAYMENT)


@pytest.mark.parametrize("body", [HOLD, VIEW, RULED_OUT, NOTE, PAYMENT, LIFTED, AGAIN])
def test_a_case_that_nobody_has_opened_takes_nothing(recorder, body):
    code, reason = refusal(recorder, body)
    assert code == "other"
    assert "nobody has opened a case 1" in reason


def test_a_case_is_opened_once(recorder):
    records(recorder, OPENED)
    assert "was opened before" in refusal(recorder, replace(OPENED, seat=5))[1]


@pytest.mark.parametrize("body", [HOLD, RULED_OUT, PAYMENT, NO_PAYMENT])
def test_a_decided_case_takes_notes_alone(recorder, body):
    records(recorder, OPENED, NO_PAYMENT)
    code, reason = refusal(recorder, body)
    assert code == "other"
    assert "is decided (entry 2)" in reason
    assert "pitledger case reopen 1" in reason


def test_a_case_that_is_open_is_not_opened_again(recorder):
    records(recorder, OPENED)
    assert "no decision to go back on" in refusal(recorder, AGAIN)[1]


def test_a_hold_is_lifted_once_and_only_if_it_is_one(recorder):
    records(recorder, OPENED, HOLD)
    assert (
        "entry 1 of the case 1 is not a hold that stands" in refusal(recorder, replace(LIFTED, hold_seq=1))[1]
    )
    records(recorder, LIFTED)
    assert "is not a hold that stands" in refusal(recorder, LIFTED)[1]


def test_a_round_is_ruled_out_once_and_told_by_its_table(recorder):
    records(recorder, OPENED, RULED_OUT, replace(RULED_OUT, table="HCF-02"))
    assert "ruled out before (entry 2 of the case 1)" in refusal(recorder, RULED_OUT)[1]


@pytest.mark.parametrize(
    ("decision", "says"),
    [
        (replace(NO_PAYMENT, amount_mc=1_000), "no payment is due, and yet an amount is named"),
        (replace(PAYMENT, amount_mc=0), "a payment of nothing is none"),
        (replace(PAYMENT, round=None), "name its round, seat and wager"),
        (replace(PAYMENT, seat=None), "name its round, seat and wager"),
        (replace(PAYMENT, wager=None), "name its round, seat and wager"),
    ],
)
def test_a_decision_that_contradicts_itself_is_refused(recorder, decision, says):
    records(recorder, OPENED)
    code, reason = refusal(recorder, decision)
    assert (code, says in reason) == ("other", True), reason


CENT = 1_000


@pytest.mark.parametrize(
    ("claimed_mc", "paid_mc", "needs_two"),
    [
        (dollars(100), dollars(100), False),
        (dollars(100), dollars(100) + CENT, True),
        (dollars(100) + CENT, CENT, True),
        (0, dollars(100), False),
    ],
)
def test_above_the_amount_two_decide_whether_it_is_claimed_or_paid(recorder, claimed_mc, paid_mc, needs_two):
    records(recorder, replace(OPENED, claimed_mc=claimed_mc))
    decision = replace(PAYMENT, amount_mc=paid_mc)
    if needs_two:
        code, reason = refusal(recorder, decision)
        assert code == "signatures"
        assert "over $100.00, so two decide: two people must sign" in reason
        decision = replace(decision, signed_by=(FLOOR, ACCOUNTING))
    records(recorder, decision)


def test_a_large_claim_that_is_denied_needs_two_as_well(recorder):
    records(recorder, replace(OPENED, claimed_mc=dollars(5_000)))
    assert refusal(recorder, NO_PAYMENT)[0] == "signatures"
    records(recorder, replace(NO_PAYMENT, signed_by=(FLOOR, ACCOUNTING)))


@pytest.mark.parametrize(
    ("signed_by", "reason", "says"),
    [
        ((), "it won", "two people must sign"),
        ((FLOOR, FLOOR), "it won", "two different badges"),
        ((FLOOR, DEALER), "it won", "same department"),
        ((FLOOR, ACCOUNTING, DEALER), "it won", "two people must sign"),
        ((FLOOR,), " ", "no reason is given"),
    ],
)
def test_who_signs_is_one_person_or_two_of_two_departments(recorder, signed_by, reason, says):
    records(recorder, OPENED)
    code, why = refusal(recorder, replace(PAYMENT, signed_by=signed_by, reason=reason))
    assert (code, says in why) == ("signatures", True), why


@pytest.mark.parametrize(
    "body",
    [
        replace(OPENED, opened_by="X-9"),
        replace(VIEW, viewed_by="X-9"),
        replace(NOTE, noted_by="X-9"),
        replace(RULED_OUT, ruled_out_by="X-9"),
        replace(HOLD, placed_by="X-9"),
        replace(LIFTED, lifted_by="X-9"),
        replace(AGAIN, reopened_by="X-9"),
        replace(PAYMENT, signed_by=(Signature(badge="X-9", department="cage"),)),
    ],
    ids=lambda body: body.TYPE,
)
def test_a_badge_that_the_register_does_not_know_does_nothing_about_a_case(recorder, body):
    in_force(recorder)
    if body.TYPE != CaseOpened.TYPE:
        records(recorder, OPENED, HOLD)
    code, reason = refusal(recorder, body)
    assert (code, "badge X-9 is not in the register" in reason) == ("signatures", True), reason


def test_who_did_it_is_stamped_with_what_the_register_has(recorder):
    in_force(recorder)
    opened, _, decided = records(recorder, OPENED, HOLD, replace(PAYMENT, signed_by=(FLOOR, ACCOUNTING)))
    assert [stamp[:3] for stamp in stamps(opened)] == [("F-3", "table games", "floorperson")]
    assert [stamp[:2] for stamp in stamps(decided)] == [("F-3", "table games"), ("A-9", "accounting")]


def test_who_signs_for_another_department_than_their_own_is_refused(recorder):
    in_force(recorder)
    records(recorder, OPENED)
    wrong = Signature(badge="F-3", department="cage")
    assert "is of 'table games' by the register" in refusal(recorder, replace(PAYMENT, signed_by=(wrong,)))[1]


def test_a_case_has_a_stream_of_its_own(recorder):
    code, reason = refusal(recorder, OPENED, stream="desk:accounting")
    assert (code, "desk:case-NAME" in reason) == ("wrong_stream", True)


def test_training_is_recorded_as_it_comes_and_changes_no_case(recorder):
    records(recorder, OPENED)
    assert not recorder.record(of_case(NO_PAYMENT, mode="training")).refused
    records(recorder, PAYMENT)


def test_a_long_case_is_known_from_its_first_event(recorder, log):
    records(recorder, OPENED)
    recorder.record_many([of_case(NOTE) for _ in range(LOOKED_BACK + 5)])
    again = fresh(log)
    records(again, PAYMENT)
    assert "is decided" in refusal(again, HOLD)[1]


def test_two_cases_do_not_know_each_other(recorder):
    records(recorder, OPENED, NO_PAYMENT)
    other = recorder.record(of_case(OPENED, stream="desk:case-2"))
    assert not other.refused
    assert not recorder.record(of_case(HOLD, stream="desk:case-2")).refused


def test_cash_of_a_dispute_is_for_our_commands_to_record(recorder):
    paid = DisputePaid(
        case="1",
        decision_seq=2,
        decided_mc=dollars(30),
        round="HCF-01-3",
        seat=4,
        wager="raise",
        amount_mc=dollars(30),
        slip="CS-1",
        paid_from="cage",
        paid_by="C-1",
    )
    with pytest.raises(MalformedEvent, match="for the system alone"):
        recorder.record(of_case(paid, stream="table:HCF-01"))
    assert not recorder.record(of_case(paid, stream="table:HCF-01"), by_system=True).refused
