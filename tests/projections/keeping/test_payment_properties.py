"""Cash is conserved in any order of payments, validations, rejections and corrections; what never happened
leaves nothing, and of lawful cash it makes no difference whether it came before or after the validation.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.projections.judging import usd
from tests.projections.paying import PLAIN, PaidLink

SEATS = (1, 3)
HALF = usd("2,617.02")
"""What each of the two seats is owed of T1's award; T2's is a tenth of what is left, for one seat."""

amounts = st.one_of(st.sampled_from((0, 1, HALF - 1, HALF, HALF + 1, 2 * HALF)), st.integers(1, 3 * HALF))
lawful = st.sampled_from(("cage", "hand_pay"))
sources = st.sampled_from(("cage", "cage", "hand_pay", "table_inventory", "game_account"))
slips = st.sampled_from(("", "", "7", " 7", "8"))
tables = st.sampled_from(("T1", "T2"))
pays = st.tuples(st.just("pay"), tables, st.sampled_from((1, 2, 3)), amounts, sources, slips)
validates = st.tuples(st.just("validate"), tables)
steps = st.one_of(
    pays,
    validates,
    st.tuples(st.just("reject"), tables),
    st.tuples(st.just("claim"), tables),
    st.tuples(
        st.just("mend"),
        st.integers(0, 30),
        st.sampled_from(("never_happened", "recovered", "written_off")),
        st.sampled_from((None, None, 1, HALF, 2)),
    ),
)


class Cashier:
    """A link with two awards, and whatever people do about them; soundness is asserted at every step."""

    def __init__(self) -> None:
        self.at = PaidLink(PLAIN)
        self.claims = {"T1": self.at.locked("T1", SEATS), "T2": self.at.locked("T2")}
        self.payments: list[bytes] = []
        self.cash_mc = 0
        """Cash that left, less what came back or never left, by what the people did."""

    def do(self, step: Any) -> None:
        match step:
            case ("pay", table, seat, amount_mc, source, slip):
                desk = self.at.table(table)
                value = desk.pays(self.claims[table], amount_mc, source, seat=seat, slip=slip)
                ((type_, _),) = self.at.records(value)
                if type_ == "award_paid":
                    self.payments.append(value)
                    self.cash_mc += amount_mc
            case ("mend", which, outcome, amount_mc):
                self.mend(which, outcome, amount_mc)
            case ("claim", table):
                seats = SEATS if table == "T1" else (1,)
                self.claims[table] = self.at.table(table).claims(
                    1, link="HCF", sharing=seats if table == "T1" else ()
                )
                self.at.records(self.claims[table])
            case (how, table):
                desk = self.at.table(table)
                self.at.records((desk.validates if how == "validate" else desk.rejects)(self.claims[table]))

    def mend(self, which: int, outcome: Any, amount_mc: int | None) -> None:
        if not self.payments:
            return
        payment = self.payments[which % len(self.payments)]
        for type_, body in self.at.records(self.at.link.mends(payment, outcome, amount_mc)):
            if type_ == "payment_mended" and outcome != "written_off":
                self.cash_mc -= body.beyond_mc + body.unsettled_mc


@settings(max_examples=150, deadline=None)
@given(st.lists(steps, max_size=25))
def test_every_cent_that_left_stands_on_an_account_in_any_order(history):
    """`PaidLink` holds keeper, ledger and rows against each other; here against what people did."""
    cashier = Cashier()
    for step in history:
        cashier.do(step)
        assert -cashier.at.counted.balance("paid") == cashier.cash_mc


@settings(max_examples=100, deadline=None)
@given(st.lists(st.one_of(pays, pays, validates), max_size=12), st.randoms())
def test_payments_that_never_happened_leave_what_is_owed_as_it_was(history, random):
    """Undone in whatever order, nothing is paid, nothing beyond entitlement, and all of it is owed."""
    cashier = Cashier()
    owed = cashier.at.accounts()[0]
    for step in history:
        cashier.do(step)
    for payment in random.sample(cashier.payments, len(cashier.payments)):
        cashier.at.mend(payment, "never_happened")
    assert cashier.at.accounts() == (owed, 0, 0, 0)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from((1, 2, 3)), amounts, lawful), min_size=1, max_size=8),
    st.integers(0, 8),
    st.integers(0, 8),
)
def test_one_payment_that_never_happened_leaves_what_the_others_make_without_it(paid, validated_at, undone):
    """As without it: the same is owed, and the same stands beyond entitlement for each seat."""
    undone %= len(paid)

    def outcome(without: bool) -> Any:
        cashier = Cashier()
        for number, (seat, amount_mc, source) in enumerate(paid):
            if number == min(validated_at, len(paid) - 1):
                cashier.do(("validate", "T1"))
            if number != undone or not without:
                cashier.do(("pay", "T1", seat, amount_mc, source, ""))
        if not without:
            cashier.at.mend(cashier.payments[undone], "never_happened")
        settled, beyond = Counter(), Counter()
        for row in cashier.at.counted.rows.values():
            settled[row.seat] += row.settled_mc
            beyond[row.seat] += row.beyond_mc
        return cashier.at.accounts(), +settled, +beyond

    assert outcome(without=False) == outcome(without=True)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.sampled_from((1, 2, 3)), amounts, lawful), max_size=8), st.integers(0, 8))
def test_a_validation_settles_alike_before_and_after_the_payments(paid, validated_at):
    """By hand: each seat with a share has min(its half, what it got) settled; the rest is beyond."""
    cashier = Cashier()
    for number, (seat, amount_mc, source) in enumerate(paid):
        if number == validated_at:
            cashier.do(("validate", "T1"))
        cashier.do(("pay", "T1", seat, amount_mc, source, ""))
    if validated_at >= len(paid):
        cashier.do(("validate", "T1"))
    got = Counter()
    for seat, amount_mc, _ in paid:
        got[seat] += amount_mc
    settled = sum(min(HALF, got[seat]) for seat in SEATS)
    owed, beyond, left, house = cashier.at.accounts()
    of_t2 = usd("4,710.63")  # a tenth of $47,106.36
    assert (owed, beyond) == (2 * HALF - settled + of_t2, sum(got.values()) - settled)
    assert (left, house) == (sum(got.values()), 0)


@pytest.mark.parametrize("order", ["pay, validate", "validate, pay"])
def test_the_property_is_about_something(order):
    cashier = Cashier()
    for step in order.split(", "):
        cashier.do((step, "T1") if step == "validate" else ("pay", "T1", 3, HALF + 1, "cage", ""))
    assert cashier.at.accounts()[1] == 1
