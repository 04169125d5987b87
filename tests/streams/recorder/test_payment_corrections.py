"""Corrections of payments through the recorder, on a link's stream and on a table's; and slips."""

import pytest

from events import MalformedEvent, decode_body
from events.vocabulary.links import PaymentCorrected, Signature
from events.vocabulary.progressive import ProgressivePaid
from tests.streams.recorder.table_drafts import SIGNED, UNIT, LinkDrafts, TableDrafts
from tests.streams.recorder.test_badges import in_force, stamps


def correction(**changes) -> PaymentCorrected:
    fields = {
        "table": "HCF-01",
        "payment_seq": 3,
        "outcome": "recovered",
        "document": "REC-4",
        "signed_by": SIGNED,
        "reason": "the player brought it back",
    }
    return PaymentCorrected(**{**fields, **changes})


@pytest.fixture
def links(recorder):
    """A link in play, and what its clients send."""
    drafts = LinkDrafts()
    recorder.record(drafts.open())
    return drafts


def refused(recorder, draft, type_: str, *words: str):
    recorded = recorder.record(draft)
    assert (recorded.refused, recorded.event.type) == (True, type_)
    reason = decode_body(recorded.event).reason
    assert all(word in reason for word in words), reason


def test_a_correction_is_recorded_on_its_link_and_stamped(recorder, links):
    in_force(recorder)
    recorded = recorder.record(links.draft_of(correction()))
    assert recorded.event.type == "payment_corrected"
    assert [stamp[:3] for stamp in stamps(recorded)] == [
        ("F-3", "table games", "floorperson"),
        ("A-9", "accounting", "staff"),
    ]


def test_the_same_correction_again_is_answered_again(recorder, links):
    in_force(recorder)
    draft = links.draft_of(correction())
    first = recorder.record(draft)
    again = recorder.record(draft)
    assert (again.existed, again.event.seq) == (True, first.event.seq)


def test_a_link_that_is_closed_or_retired_has_its_payments_mended(recorder, links):
    recorder.record_many([links.close(), links.retire()])
    assert not recorder.record(links.draft_of(correction())).refused


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"signed_by": SIGNED[:1]}, "two people must sign"),
        ({"signed_by": (SIGNED[0], Signature(badge="F-4", department="table games"))}, "same department"),
        ({"reason": " "}, "no reason"),
        ({"amount_mc": 0}, "nothing would be mended"),
        ({"outcome": "never_happened", "amount_mc": UNIT}, "undone whole"),
    ],
)
def test_a_correction_that_says_too_little_is_refused(recorder, links, changes, word):
    refused(recorder, links.draft_of(correction(**changes)), "link_change_refused", word)


def test_an_unknown_badge_does_not_sign_a_correction(recorder, links):
    in_force(recorder)
    signed = (SIGNED[0], Signature(badge="X-1", department="accounting"))
    refused(recorder, links.draft_of(correction(signed_by=signed)), "link_change_refused", "X-1")


def test_tests_and_training_mend_nothing_and_are_not_refused(recorder, links):
    draft = links.draft_of(correction(signed_by=()), mode="training")
    assert recorder.record(draft).event.type == "payment_corrected"


# --- a table's own stream --------------------------------------------------------------------------------


@pytest.fixture
def paid(recorder, links):
    """A table, its payment to the link that it feeds and one for a link that it never fed: their numbers."""
    table = TableDrafts()
    recorder.record_many([table.open(), table.open_round(), table.wager(1), table.no_more_bets()])
    fed, unfed = recorder.record_many([table.pay(9, 1), table.pay(9, 1, link="L-9")])
    assert [decode_body(each.event).leg for each in (fed, unfed)] == [3, 0]
    return table, fed.event.seq, unfed.event.seq


def test_a_payment_for_a_link_that_was_never_fed_is_mended_at_its_table(recorder, paid):
    table, _, unfed = paid
    recorded = recorder.record(table.draft_of(correction(payment_seq=unfed)))
    assert (recorded.refused, recorded.event.type) == (False, "payment_corrected")


def test_a_payment_that_a_link_has_is_mended_there(recorder, paid):
    table, fed, _ = paid
    refused(recorder, table.draft_of(correction(payment_seq=fed)), "record_refused", "link L-1")


def test_at_a_table_two_people_sign_too(recorder, paid):
    table, _, unfed = paid
    draft = table.draft_of(correction(payment_seq=unfed, signed_by=SIGNED[:1]))
    refused(recorder, draft, "record_refused", "two people must sign")


def test_a_payment_of_another_table_is_mended_there(recorder, paid):
    table, _, unfed = paid
    draft = table.draft_of(correction(payment_seq=unfed, table="HCF-02"))
    refused(recorder, draft, "record_refused", "HCF-02")


# --- slips -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slip", ["HP-20260314/0031", " 31 ", "№ 7", ""])
def test_a_slip_is_recorded_as_it_is_written(recorder, paid, slip):
    table, *_ = paid
    recorded = recorder.record(table.draft_of(payment(slip)))
    assert decode_body(recorded.event).slip == slip


def payment(slip: str) -> ProgressivePaid:
    return ProgressivePaid(
        link="L-1", leg=0, claim_seq=9, seat=1, amount_mc=1, paid_from="cage", paid_by="C-1", slip=slip
    )


@pytest.mark.parametrize("slip", ["31\n32", "\x1b[2J", "a\x00", "x" * 65])
def test_a_slip_that_would_steer_a_printer_is_malformed(recorder, paid, slip):
    table, *_ = paid
    with pytest.raises(MalformedEvent, match="slip"):
        recorder.record(table.draft_of(payment(slip)))
