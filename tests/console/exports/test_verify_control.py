"""The verifier on days that a link closes, and on payments that it has forgotten: what was asked, no more."""

import pytest

from console.exports.verify_bag import MUST_CHANGE, Answering, Link, Said

BOTH = [{"badge": "S-1", "department": "slots"}, {"badge": "A-2", "department": "accounting"}]
TODAY = "2026-03-02"


def said(stream, type_, **facts):
    """An event of today as the verifier has it."""
    return Said(7, stream, 1, type_, 0, TODAY, "", "X", facts)


def change(link, asked, decided):
    """What a decision on what is asked must change; `ValueError` where it does not follow."""
    return MUST_CHANGE[decided.type](link, decided, Answering(asked, asked.facts))


def test_a_link_is_closed_once_and_only_when_it_is_in_play():
    link, leg = Link("L1"), said("link:L1", "link_closed")
    with pytest.raises(ValueError, match="that it is in play"):
        change(link, leg, said("meter:L1", "meter_closed"))
    link.live = True
    change(link, leg, said("meter:L1", "meter_closed"))
    assert link.live is False


# --- gaming days --------------------------------------------------------------------------------------------


def closed(day, signed_by=(), missing=()):
    return said(
        "meter:L1",
        "meter_day_closed",
        day=day,
        signed_by=[*signed_by],
        missing_tables=[*missing],
    )


def test_a_day_that_tables_ended_is_closed_and_one_that_two_signed_for():
    marker = said("table:T", "table_day_ended", day="2026-03-01")
    change(Link("L1"), marker, closed("2026-03-01"))
    signed = said("link:L1", "link_day_closed", day=TODAY, signed_by=BOTH, missing_tables=["T", "U"])
    change(Link("L1"), signed, closed(TODAY, BOTH, ["T"]))


@pytest.mark.parametrize(
    ("before", "asked", "day", "why"),
    [
        ("", "2026-03-01", "2026-02-28", "day is '2026-02-28'"),
        ("", "2026-03-01", "2031-12-31", "day is '2031-12-31'"),
        ("", "2031-12-31", "2031-12-31", "2031-12-31 is closed already, or has not begun"),
        ("2026-03-01", "2026-03-01", "2026-03-01", "2026-03-01 is closed already, or has not begun"),
    ],
)
def test_no_other_day_is_closed_than_the_one_that_ended(before, asked, day, why):
    """Or what a link takes in later would be booked on a day of somebody's choice."""
    link = Link("L1")
    link.closed_day = before
    with pytest.raises(ValueError, match=why):
        change(link, said("table:T", "table_day_ended", day=asked), closed(day))


@pytest.mark.parametrize(
    ("asked_by", "signed_by", "missing", "why"),
    [
        (None, BOTH, ["T"], "signed_by"),
        (BOTH, [], ["T"], "signed_by"),
        (None, [], ["T"], "it is not signed by two"),
        (BOTH[:1] * 2, BOTH[:1] * 2, ["T"], "it is not signed by two"),
        (BOTH, BOTH, ["U"], "it does without U, for which nobody signed"),
    ],
)
def test_a_day_without_a_tables_marker_is_closed_by_two_who_signed_for_that_table(
    asked_by, signed_by, missing, why
):
    facts = {"day": TODAY} if asked_by is None else {"day": TODAY, "signed_by": asked_by}
    asked = said("link:L1", "link_day_closed", **facts, missing_tables=["T"])
    with pytest.raises(ValueError, match=why):
        change(Link("L1"), asked, closed(TODAY, signed_by, missing))


# --- payments that a link no longer remembers ---------------------------------------------------------------


def mended(mc, unsettled=0):
    return said(
        "meter:L1",
        "payment_mended",
        table="T",
        payment_seq=0,
        claim_seq=0,
        seat=0,
        meter="m",
        outcome="written_off",
        beyond_mc=mc,
        unsettled_mc=unsettled,
        house_mc=0,
        award_mc=0,
        set_against=[],
        document="C-1",
        signed_by=BOTH,
        reason="nobody knows",
    )


def test_of_forgotten_payments_no_more_is_mended_than_was_asked_and_no_share():
    facts = {"table": "T", "payment_seq": 0, "outcome": "written_off", "document": "C-1"}
    facts |= {"signed_by": BOTH, "reason": "nobody knows", "amount_mc": 5_000}
    leg = said("link:L1", "payment_corrected", **facts)
    asked, link = Answering(leg, facts), Link("L1")
    mend = MUST_CHANGE["payment_mended"]
    mend(link, mended(3_000), asked)
    mend(link, mended(2_000), asked)
    with pytest.raises(ValueError, match="6000 mc are mended, 5000 mc were asked"):
        mend(link, mended(1_000), asked)
    with pytest.raises(ValueError, match="unsettled_mc"):
        mend(link, mended(0, 1), asked)
