"""Cases as rows, and what their decisions paid: every cent stands on an account of the table's own book."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

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
from events.vocabulary.links import PaymentCorrected, PaymentFound, Signature
from projections.dispute_cash import DECISIONS_KEPT, DisputeCash
from projections.ledger.accounts import Posting, postings_of
from projections.state_versions import StateFormat
from tests.amounts import dollars
from tests.projections.ledger.playing import PlayDesk
from tests.projections.ledger.test_play import STREAM, model_in_bulk, model_of
from tests.scenario import GAMING_DAY, SIGNED, START_US, Desk

PAID = DisputePaid(
    case="1",
    decision_seq=6,
    decided_mc=dollars(30),
    round="T1-R1",
    seat=4,
    wager="raise",
    amount_mc=dollars(30),
    slip="CS-1",
    paid_from="cage",
    paid_by="cage-1",
)


def posted(table):
    """The postings of every entry of the table's book, in order."""
    entries = model_of(table.recorded).tables["entries"]
    return [postings_of(entries[key].postings) for key in sorted(entries)]


def covered(mc, wager="raise"):
    return Posting("disputes", wager, "dispute", mc, 0), Posting("paid", wager, "dispute", -mc, 0)


def payment(table, seq):
    return model_of(table.recorded).tables["payments"]["", "T1", seq]


def test_a_case_is_a_row_and_every_entry_one_more():
    desk = Desk("desk", "case-14")
    desk.records(
        CaseOpened(
            table="T1",
            seat=4,
            disputed_at_us=START_US,
            claim="the raise was not paid",
            claimed_mc=dollars(30),
            player=None,
            reply_by="2026-04-13",
            two_sign_over_mc=dollars(100),
            opened_by="floor-3",
        )
    )
    desk.records(CaseHoldPlaced(keep="camera 11", placed_by="eye-1"))
    desk.records(CaseViewed(viewed_by="eye-1", table="T1", round="T1-R1"))
    desk.records(CaseRoundRuledOut(table="T1", round="T1-R0", reason="folded", ruled_out_by="eye-1"))
    desk.records(CaseNoted(text="seen", noted_by="eye-2"))
    desk.records(
        CaseDecided(
            outcome="payment",
            amount_mc=dollars(30),
            round="T1-R1",
            seat=4,
            wager="raise",
            reason="it won",
            signed_by=(Signature(badge="floor-3", department="table games"),),
        )
    )
    desk.records(CaseHoldLifted(hold_seq=2, reason="copied", lifted_by="eye-1"))
    desk.records(CaseReopened(reason="a photograph", reply_by="2026-05-01", reopened_by="eye-1"))
    desk.records(CaseDecided(outcome="no_payment", amount_mc=0, reason="nothing new", signed_by=SIGNED))

    tables = model_of(desk.recorded).tables
    (case,) = tables["cases"].values()
    assert (case.stream, case.name, case.table, case.seat) == ("desk:case-14", "14", "T1", 4)
    assert (case.claimed_mc, case.player, case.reply_by) == (dollars(30), "", "2026-04-13")
    assert (case.disputed_at_us, case.two_sign_over_mc) == (START_US, dollars(100))
    entries = [tables["case_entries"][key] for key in sorted(tables["case_entries"])]
    assert [(each.seq, each.entry, each.said, each.by) for each in entries] == [
        (2, "hold", "camera 11", '["eye-1"]'),
        (3, "view", "", '["eye-1"]'),
        (4, "ruled_out", "folded", '["eye-1"]'),
        (5, "note", "seen", '["eye-2"]'),
        (6, "payment", "it won", '["floor-3"]'),
        (7, "lifted", "copied", '["eye-1"]'),
        (8, "reopened", "a photograph", '["eye-1"]'),
        (9, "no_payment", "nothing new", '["pit-1", "finance-4"]'),
    ]
    assert [(each.table, each.round) for each in entries[1:3]] == [("T1", "T1-R1"), ("T1", "T1-R0")]
    decision, lifted, again = entries[4:7]
    assert (decision.round, decision.seat, decision.wager) == ("T1-R1", 4, "raise")
    assert (decision.amount_mc, lifted.hold_seq, again.reply_by) == (dollars(30), 2, "2026-05-01")
    assert model_in_bulk(desk.recorded, [4]).rows() == model_of(desk.recorded).rows()


def test_what_a_decision_pays_is_the_house_s_and_stands_in_the_book_of_the_table():
    table = PlayDesk("T1")
    table.records(PAID)
    assert posted(table) == [covered(dollars(30))]
    (entry,) = model_of(table.recorded).tables["entries"].values()
    assert (entry.book, entry.seq, entry.day, entry.type) == (STREAM, 1, GAMING_DAY, "dispute_paid")
    row = payment(table, 1)
    assert (row.amount_mc, row.settled_mc, row.beyond_mc, row.slip) == (dollars(30), dollars(30), 0, "CS-1")
    assert (row.book, row.round, row.seat, row.paid_by) == (STREAM, "T1-R1", 4, "cage-1")
    (of,) = model_of(table.recorded).tables["case_payments"].values()
    assert (of.stream, of.seq, of.name, of.decision_seq, of.wager) == (STREAM, 1, "1", 6, "raise")
    assert of.decided_mc == dollars(30)


def test_a_payment_after_the_end_of_the_day_is_posted_to_the_next_and_says_which_it_is_of():
    table = PlayDesk("T1")
    table.ends_day()
    table.records(PAID)
    (entry,) = model_of(table.recorded).tables["entries"].values()
    assert (entry.day, entry.of_day) == ("2026-03-15", GAMING_DAY)


def test_what_goes_beyond_the_decision_is_beyond_entitlement():
    table = PlayDesk("T1")
    table.records(replace(PAID, amount_mc=dollars(20)))
    table.records(replace(PAID, amount_mc=dollars(15), slip="CS-2"))
    assert posted(table) == [
        covered(dollars(20)),
        (
            Posting("disputes", "raise", "dispute", dollars(10), 0),
            Posting("beyond_entitlement", "raise", "dispute", dollars(5), 0),
            Posting("paid", "raise", "dispute", -dollars(15), 0),
        ),
    ]
    row = payment(table, 2)
    assert (row.settled_mc, row.beyond_mc, row.reason) == (dollars(10), dollars(5), "too_much")


def test_two_decisions_are_covered_each_for_itself():
    table = PlayDesk("T1")
    table.records(PAID)
    table.records(replace(PAID, decision_seq=9, slip="CS-2"))
    table.records(replace(PAID, case="2", slip="CS-3"))
    assert posted(table) == [covered(dollars(30))] * 3


def test_the_same_slip_is_the_same_cash_also_beside_cash_for_a_link_never_fed():
    table = PlayDesk("T1")
    table.records(PAID)
    table.records(replace(PAID, slip=" cs-1 "))
    table.pays_for_nothing(dollars(1), "S-9")
    table.records(replace(PAID, slip="S-9"))
    assert len(posted(table)) == 2
    refusals = model_of(table.recorded).tables["refusals"]
    assert sorted(key[1] for key in refusals) == [2, 4]
    assert "slip cs-1 is that of payment 1 of T1" in refusals[STREAM, 2].reason


def mends(table, seq, outcome, left_mc, *, covered_mc=0, amount_mc=None):
    found = PaymentFound(
        kind="dispute", wager="raise", link="", left_mc=left_mc, decision="1#6", covered_mc=covered_mc
    )
    table.records(
        PaymentCorrected(
            signed_by=SIGNED,
            reason="as found",
            table="T1",
            payment_seq=seq,
            outcome=outcome,
            amount_mc=amount_mc,
            document="V-1",
            found=found,
        )
    )


def test_a_payment_that_never_happened_is_owed_again_and_its_slip_is_free():
    table = PlayDesk("T1")
    table.records(replace(PAID, amount_mc=dollars(35)))
    mends(table, 1, "never_happened", dollars(35), covered_mc=dollars(30))
    table.records(PAID)
    assert posted(table)[1:] == [
        (
            Posting("paid", "raise", "payment_correction", dollars(35), 0),
            Posting("beyond_entitlement", "raise", "payment_correction", -dollars(5), 0),
            Posting("disputes", "raise", "payment_correction", -dollars(30), 0),
        ),
        covered(dollars(30)),
    ]
    first = payment(table, 1)
    assert (first.settled_mc, first.beyond_mc, first.undone_mc) == (0, 0, dollars(35))
    assert first.is_whole


def test_what_was_too_much_comes_back_or_is_written_off():
    table = PlayDesk("T1")
    table.records(replace(PAID, amount_mc=dollars(35)))
    mends(table, 1, "recovered", dollars(5), amount_mc=dollars(2))
    mends(table, 1, "written_off", dollars(3))
    balance = Counter()
    for entry in posted(table):
        for account, _, _, mc, _ in entry:
            balance[account] += mc
    assert balance == {
        "disputes": dollars(30),
        "beyond_entitlement": 0,
        "house": dollars(3),
        "paid": -dollars(33),
    }
    row = payment(table, 1)
    assert (row.settled_mc, row.recovered_mc, row.written_off_mc) == (dollars(30), dollars(2), dollars(3))
    assert row.is_whole


CENTS = st.integers(1, 5_000).map(lambda cents: cents * 1_000)


@given(
    st.lists(
        st.tuples(st.sampled_from("12"), st.integers(1, 2), CENTS, CENTS, st.integers(1, 4)), max_size=12
    ),
    st.lists(st.integers(0, 12), max_size=2),
)
def test_every_cent_stands_once_and_no_decision_covers_more_than_it_awards(payments, cuts):
    """Whatever is paid, by whatever decision, slip by slip: the accounts add up to the cash."""
    table, cash, owed = PlayDesk("T1"), {}, {}
    for case, decision, said_mc, amount_mc, slip in payments:
        decided_mc = owed.setdefault((case, decision), said_mc)
        body = replace(
            PAID,
            case=case,
            decision_seq=decision,
            decided_mc=decided_mc,
            amount_mc=amount_mc,
            slip=f"S-{slip}",
        )
        table.records(body)
        cash.setdefault(slip, (case, decision, amount_mc))
    balance = Counter()
    for entry in posted(table):
        assert sum(mc for *_, mc, _ in entry) == 0
        for account, _, _, mc, _ in entry:
            balance[account] += mc
    paid = Counter()
    for case, decision, amount_mc in cash.values():
        paid[case, decision] += amount_mc
    due_mc = sum(min(mc, owed[key]) for key, mc in paid.items())
    assert balance["paid"] == -sum(paid.values())
    assert balance["disputes"] == due_mc
    assert balance["beyond_entitlement"] == sum(paid.values()) - due_mc
    cuts = sorted({cut for cut in cuts if 0 < cut < len(table.recorded)})
    assert model_in_bulk(table.recorded, cuts).rows() == model_of(table.recorded).rows()


def test_of_more_decisions_than_are_kept_the_one_that_was_paid_longest_ago_is_forgotten():
    form, cash = StateFormat(1, DisputeCash), DisputeCash()
    for seq in range(1, DECISIONS_KEPT + 2):
        assert cash.pay(seq, replace(PAID, case=str(1_000 - seq))) == dollars(30)
        cash = form.load(form.dump(cash))
    assert len(cash.paid) == DECISIONS_KEPT
    assert cash.pay(DECISIONS_KEPT + 2, replace(PAID, case="998")) == 0
    assert cash.pay(DECISIONS_KEPT + 3, replace(PAID, case="999")) == dollars(30)


@pytest.mark.parametrize("mode", ["test", "training"])
def test_what_is_not_live_makes_no_row_and_moves_nothing(mode):
    table, desk = PlayDesk("T1"), Desk("desk", "case-1")
    table.mode = desk.mode = mode
    table.records(PAID)
    desk.records(CaseNoted(text="a rehearsal", noted_by="eye-1"))
    tables = model_of([*table.recorded, *desk.recorded]).tables
    assert not any(tables[name] for name in ("entries", "payments", "case_payments", "cases", "case_entries"))
