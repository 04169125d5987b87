"""A case decided, and the player paid by its decision."""

from __future__ import annotations

from typing import Final, get_args

from console.cases.deciding import NO_PAYMENT_DUE, Decided, Mending, payment_decided, reason_with
from console.cases.entries import Entry
from console.cases.paying import Cash, Payment, beyond_decision, decision_to_pay, left_to_pay, said_of_slip
from console.recording.clerk import Clerk, refused_because
from console.web.acting.form import Filled, Line, Move, Outcome, Plan, Seen, Sheet, require
from console.web.asked import Asked
from console.web.forms.of_case import about, back, case_of, in_log, plan_of, require_open
from console.web.forms.short_paid import Shortfall, line_of, shortfall_in
from console.web.frame.words import dollars, plain
from console.web.showing.cases.around import rounds_around
from console.web.showing.cases.looking import require_may_see
from events.vocabulary.cases import CaseDecided
from events.vocabulary.terms import PaidFrom
from projections.cases import needs_two
from streams.read_model.queries.cases import Case
from streams.read_model.queries.rounds import rounds_named

PAY: Final = "pay"
REFUSE: Final = "refuse"
OUTCOMES: Final = (PAY, REFUSE)
_OF_PAYMENT: Final = ("amount", "round", "wager", "seat")


def decide_sheet(asked: Asked) -> Sheet:
    """The case, and what the verdict on the round that is most likely meant says; it is filled in."""
    of = case_of(asked)
    short = _likely(asked, of)
    typed = {}
    lines = list(about(asked, of))
    if short is not None:
        lines.append(Line("round", short.round, f"/rounds/{short.round}"))
        lines.append(line_of(short, short.seat))
    if short is not None and short.short_mc > 0:
        typed = {
            "outcome": PAY,
            "amount": short.amount,
            "round": short.round,
            "seat": str(short.seat),
            "wager": short.wager,
            "section": short.section,
        }
    lines.append(
        Line("who signs", f"over {dollars(of.two_sign_over_mc)} two people of two departments, else one")
    )
    note = "Amount, round, seat and wager are of a payment; to refuse they are left out."
    return Sheet(f"Decide case {of.name}", back(of), lines, {"outcome": OUTCOMES}, typed, note)


def _likely(asked: Asked, of: Case) -> Shortfall | None:
    """The round near the claim that was not settled as due, first one that is as claimed."""
    wrong = [each for each in rounds_around(asked, of) if each.difference_mc and not each.is_ruled_out]
    wrong.sort(key=lambda each: not each.is_as_claimed)
    for each in wrong[:1]:
        for located in rounds_named(asked.store, each.round):
            if located.table == each.table:
                return shortfall_in(asked, located, of.seat)
    return None


def decide_plan(asked: Asked, filled: Filled) -> Plan:
    """The decision; what the rules say otherwise is said before it is signed."""
    of = case_of(asked)
    require_open(of)
    _, opened = in_log(asked, of)
    decided = _decided(asked, of, filled)
    amount_mc = decided.fields["amount_mc"]
    fields = {
        **decided.fields,
        "reason": reason_with(filled["reason"], filled["section"]),
        "signed_by": filled.signatures,
    }
    entry = Entry("decide", of.name, CaseDecided.TYPE, fields, filled.badge)
    becomes = f"decided: {dollars(amount_mc)} to be paid" if amount_mc else "decided: no payment is due"
    over = f"The claim or the payment is over {dollars(opened.two_sign_over_mc)}, so two people decide."
    said = f"Nobody has paid it yet: Pay on the page of case {of.name} records that." if amount_mc else ""
    return plan_of(
        of,
        entry,
        f"decide case {of.name}: {_in_words(decided)}",
        said=said,
        moves=(Move(f"case {of.name}", "open", becomes),),
        second=over if needs_two(opened, amount_mc) else "",
        warnings=decided.remarks,
    )


def _decided(asked: Asked, of: Case, filled: Filled) -> Decided:
    named = [name for name in _OF_PAYMENT if filled[name] is not None]
    if filled["outcome"] == REFUSE:
        left_out = f"No payment is due, so this is left out: {', '.join(named)}."
        return NO_PAYMENT_DUE._replace(remarks=(left_out,) if named else ())
    missing = [name for name in ("amount", "round", "wager") if filled[name] is None]
    require(f"{', '.join(missing)}: a payment needs this." if missing else "")
    mending = Mending(filled["amount"], filled["round"], filled["seat"], filled["wager"])
    return payment_decided(asked.log, asked.store, in_log(asked, of)[0], mending)


def _in_words(decided: Decided) -> str:
    fields = decided.fields
    if not fields["amount_mc"]:
        return "no payment"
    wager = plain(fields["wager"])
    return f"pay {dollars(fields['amount_mc'])} to seat {fields['seat']} for {wager} of {fields['round']}"


# --- the cash ---------------------------------------------------------------------------------------------


def pay_sheet(asked: Asked) -> Sheet:
    """What was decided, what of it is paid."""
    of = case_of(asked)
    require_may_see(asked, of.name)
    seq, decided = decision_to_pay(of.name, in_log(asked, of)[0], None)
    lines = (
        *about(asked, of),
        Line("decided", f"{dollars(decided.amount_mc)} for {decided.wager} of {decided.round} (entry {seq})"),
        Line("still to be paid", dollars(of.unpaid_mc), tone="warn" if of.unpaid_mc else "ok"),
    )
    typed = {"paid_from": "cage"}
    if of.unpaid_mc > 0:
        typed["amount"] = dollars(of.unpaid_mc).replace("$", "").replace(",", "")
    note = "The player has the cash: it stands in the table's own book, on the day on which it was paid."
    return Sheet(f"Pay case {of.name}", back(of), lines, {"paid_from": get_args(PaidFrom)}, typed, note)


def pay_plan(asked: Asked, filled: Filled) -> Plan:
    """The cash that has moved: a fact, which is not refused; what goes beyond the decision is said."""
    of = case_of(asked)
    found, opened = in_log(asked, of)
    seq, decided = decision_to_pay(of.name, found, None)
    before = [each for each in of.payments if each.decision_seq == seq]
    cash = Cash(slip=filled["slip"], paid_by=filled["paid_by"], paid_from=filled["paid_from"])
    amount_mc = filled["amount"] or left_to_pay(of.name, decided.amount_mc, before, cash.slip)
    payment = Payment(of.name, opened.table, seq, decided, amount_mc, cash)
    fact = payment.fact(filled.badge)
    same, beyond_mc = said_of_slip(payment, before), beyond_decision(payment, before)
    beyond = f"{dollars(beyond_mc)} of this is more than was decided: it stands beyond entitlement."
    left_mc = of.unpaid_mc - (0 if same else amount_mc - beyond_mc)

    def record(clerk: Clerk, id_: str) -> Outcome:
        recorded = fact.record(clerk, id_)
        if recorded.refused:
            return Outcome((recorded,), refused=refused_because(recorded.event))
        return Outcome((recorded,), said=f"It stands in the book of {opened.table}.")

    return Plan(
        asks=f"pay {dollars(amount_mc)} by case {of.name}",
        facts=(fact,),
        record=record,
        moves=(Move("still to be paid", dollars(of.unpaid_mc), dollars(left_mc)),),
        seen=(Seen(f"payments of case {of.name}", len(of.payments), f"{len(of.payments)} so far"),),
        warnings=tuple(filter(None, (same, beyond if beyond_mc else ""))),
    )
