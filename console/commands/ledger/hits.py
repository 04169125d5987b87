"""`pitledger ledger hits`: every award with its steps and payments, and what is missing of which section."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any, Final

from cyclopts import Parameter

from console.calls.arguments import one
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.calls.wrong_call import WrongCall
from console.commands.ledger.payments import payment_json, where_it_stands, whose
from console.commands.ledger.shortfalls import borne_in_words, borne_json
from console.commands.ledger.span import ALWAYS, OneLink, Span, require_link, require_table
from console.instances.read_model import open_read_model
from console.printing.columns import print_columns
from console.printing.lines import print_lines, print_row
from console.printing.output import print_json, print_message
from console.wording.gaming_days import day as read_day
from console.wording.local_time import local_time
from events.money import text
from events.times import time_text
from games.procedure.duties import Duty
from projections.ledger.award_steps import StepTaken
from streams.read_model.queries.awards import AwardChange
from streams.read_model.queries.hits import Hit, Hits, HitsTotal, RefusedClaim, RepeatedPayment
from streams.read_model.queries.hits import hits as hits_of
from streams.read_model.queries.house_awards import Change, HouseAward
from streams.read_model.queries.payments import Mended

_STEP: Final = 27
"""Where a line that goes on about a step begins."""
_TOTAL_OF: Final = {
    "fixed_award": "house money, fixed awards",
    "envy": "house money, envy",
    "no_award": "cash for no award",
}


_NAMED: Final = 10
"""How many rounds in which a step is missing are named at the end."""


def hits(
    *,
    link: OneLink = None,
    table: Annotated[str | None, Parameter(metavar="TABLE", help="one table only")] = None,
    day: Annotated[str | None, one(read_day, "DATE", "of this gaming day")] = None,
    only_open: Annotated[
        bool,
        Parameter(name="--open", negative="", help="what is not paid in full, not answered or not mended"),
    ] = False,
    span: Span = ALWAYS,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Every award with its steps and payments, and which step of which section is missing.

    Awards of meters and of house money (fixed awards, envy), claims that were refused and why, cash
    that no award was there for, and slips that came again. With --link those of the link alone.

    Exit code 1: an award was paid, all or in part, without a step that its section demands.

    Examples:
        pitledger ledger hits
        pitledger ledger hits --table HCF-01 --day 2025-06-15 --open
        pitledger ledger hits --link HCF --from 2025-06-15 --to 2025-06-15
    """
    if day is not None and span != ALWAYS:
        raise WrongCall("--day is a span of its own: leave --from and --to out")
    start, end = (span.start, span.end) if day is None else (day, day)
    with open_read_model(options.location()) as store, store.at_one_moment():
        require_link(store, link)
        require_table(store, table)
        found = hits_of(store, link, start, end)
    found = found if table is None else found.of_table(table)
    found = found.still_open() if only_open else found
    if options.json:
        print_json(hits_document(found))
    else:
        _show(found)
    without = found.paid_without_a_step
    if without:
        rounds = list(dict.fromkeys(without))
        named = ", ".join(rounds[:_NAMED]) + (", …" if len(rounds) > _NAMED else "")
        print_message(
            f"pitledger ledger: {len(without):,} paid without a step that the section demands, in {named}"
        )
    return 1 if without else 0


def hits_document(found: Hits) -> dict[str, Any]:
    """All of it as scripts read it: awards in the order of their time."""
    return {
        "hits": [award_json(each, found) for each in found.in_order_of_time()],
        "refused_claims": [_refused_claim_json(each) for each in found.refused_claims],
        "payments_for_no_award": [payment_json(payment) for payment in found.for_no_award],
        "repeated_slips": [_repeated_json(each) for each in found.repeated],
        "totals": [asdict(total) for total in found.totals()],
    }


def award_json(award: Hit | HouseAward, found: Hits) -> dict[str, Any]:
    """An award of a meter or of the house as scripts read it."""
    return hit_json(award, found) if isinstance(award, Hit) else house_award_json(award)


def hit_json(hit: Hit, found: Hits) -> dict[str, Any]:
    """An award of a meter as scripts read it."""
    award = hit.award
    return {
        "kind": "meter",
        "link": award.link,
        "meter": award.meter,
        "table": award.table,
        "claim_seq": award.claim_seq,
        "round": award.round,
        "seat": award.seat,
        "wager": award.wager,
        "hand": award.hand,
        "amount_mc": award.amount_mc,
        "paid_mc": award.paid_mc,
        "owed": [{"seat": seat, "amount_mc": owed_mc} for seat, owed_mc in award.owed],
        "status": award.standing,
        "validated": award.validated,
        "steps": [_step_json(step) for step in hit.steps],
        "payments": [payment_json(payment) for payment in hit.payments],
        "changes": _changes_json(hit, found),
        "missing": _missing_json(hit.missing),
    }


def _changes_json(hit: Hit, found: Hits) -> list[dict[str, Any]]:
    """What became of the award, then of its payments."""
    changes = [
        {
            "change": change.change,
            "seq": change.seq,
            "before_mc": change.before_mc,
            "amount_mc": change.amount_mc,
            "document": "",
            "by": [change.by] if change.by else [],
            "reason": change.reason,
            "because": [change.because_table, change.because_claim_seq] if change.because_table else None,
            "borne_by_house": [*map(borne_json, found.borne.get((hit.award.link, change.seq), ()))],
            "at": time_text(change.recorded_at_us),
        }
        for change in hit.changes
    ]
    mended = (each for payment in hit.payments for each in found.mended_of(payment))
    return changes + [
        {
            "change": each.outcome,
            "payment_seq": each.payment_seq,
            "amount_mc": each.amount_mc,
            "document": each.document,
            "by": list(each.signed_by),
            "reason": each.why,
            "at": time_text(each.at_us),
        }
        for each in mended
    ]


def house_award_json(award: HouseAward) -> dict[str, Any]:
    """An award of house money as scripts read it: of no link and no meter."""
    return {
        "kind": award.kind,
        "link": "",
        "meter": "",
        "table": award.table,
        "claim_seq": 0,
        "payment_seq": award.payment_seq,
        "round": award.round,
        "seat": award.seat,
        "wager": award.wager,
        "hand": award.hand,
        "amount_mc": award.amount_mc,
        "paid_mc": award.paid_mc,
        "owed": [],
        "status": award.status,
        "validated": None,
        "steps": [_step_json(step) for step in award.steps],
        "payments": [],
        "changes": [
            {
                "change": change.change,
                "seq": change.seq,
                "amount_mc": change.amount_mc,
                "document": change.document,
                "by": list(change.signed_by),
                "reason": change.reason,
                "at": time_text(change.at_us),
            }
            for change in award.changes
        ],
        "missing": _missing_json(award.missing),
    }


def _step_json(step: StepTaken) -> dict[str, Any]:
    return {
        "step": step.step,
        "seq": step.seq,
        "badge": step.badge,
        "seat": step.seat,
        "amount_mc": step.amount_mc,
        "said": step.said,
        "refused": step.refused,
        "recorded_at": time_text(step.recorded_at_us),
    }


def _missing_json(missing: Sequence[Duty] | None) -> list[dict[str, str]] | None:
    if missing is None:
        return None
    return [{"step": duty.step, "by": duty.by, "section": duty.section} for duty in missing]


def _refused_claim_json(refused: RefusedClaim) -> dict[str, Any]:
    claim = refused.claim
    return {
        "table": refused.table,
        "link": claim.link,
        "claim_seq": claim.seq,
        "round": claim.round,
        "seat": claim.seat,
        "wager": claim.wager,
        "hand": claim.hand,
        "badge": claim.badge,
        "reason": claim.refused,
        "recorded_at": time_text(claim.recorded_at_us),
    }


def _repeated_json(repeated: RepeatedPayment) -> dict[str, Any]:
    step = repeated.payment
    return {
        "table": repeated.table,
        "link": step.link,
        "payment_seq": step.seq,
        "claim_seq": step.claim_seq,
        "seat": step.seat,
        "amount_mc": step.amount_mc,
        "said": step.said,
        "reason": repeated.reason,
        "recorded_at": time_text(step.recorded_at_us),
    }


# --- for people -------------------------------------------------------------------------------------------


def _show(found: Hits) -> None:
    if not (found.awards or found.house):
        print("No award has been locked or paid that you ask for.")
    for hit in found.awards:
        _show_hit(hit, found)
    for award in found.house:
        _show_house_award(award)
    for refused in found.refused_claims:
        _show_refused_claim(refused)
    for payment in found.for_no_award:
        claim = f", claim {payment.claim_seq}" if payment.claim_seq else ""
        print_lines(
            f"no award: {text(payment.amount_mc)}, {whose(payment)}{claim}, in the book of {payment.book}"
        )
        print_lines(where_it_stands(payment), 2)
        _show_mended(found.mended_of(payment))
    shown = {(hit.award.table, step.seq) for hit in found.awards for step in hit.steps}
    for repeated in found.repeated:
        step = repeated.payment
        if (repeated.table, step.seq) not in shown:
            print_lines(f"not posted: {text(step.amount_mc)}, payment {step.seq} of {repeated.table}")
            print_lines(repeated.reason, 2)
    _show_totals(found.totals())


def _show_totals(totals: Sequence[HitsTotal]) -> None:
    """What all of it comes to: the column `paid` is what the accounts of that name have of it."""
    if not totals:
        return
    sums = [(each.hits, each.awarded_mc, each.paid_mc, each.owed_mc) for each in totals]
    names = [_TOTAL_OF.get(each.kind, f"{each.link} {each.meter}") for each in totals]
    all_of_it = [sum(column) for column in zip(*sums, strict=True)]
    lines = [
        (name, f"{hits:,}", *map(text, amounts))
        for name, (hits, *amounts) in zip([*names, "total"], [*sums, all_of_it], strict=True)
    ]
    print()
    print_columns(("hits of", "number>", "awarded>", "paid>", "owed>"), lines)


def _show_hit(hit: Hit, found: Hits) -> None:
    award = hit.award
    before = any(step.step == "validated" and step.refused is None for step in hit.steps)
    again = ", to be validated again" if award.validated is False and before else ""
    print_lines(
        f"{award.link} {award.meter}: {text(award.amount_mc)} for {award.hand} at {award.table} "
        f"seat {award.seat}, round {award.round}, claim {award.claim_seq}: "
        f"{award.standing.replace('_', ' ')}{again}"
    )
    payments = {payment.payment_seq: payment for payment in hit.payments}
    for step in hit.steps:
        _show_step(step)
        if step.step == "paid" and step.seq in payments:
            print_lines(f"payment {step.seq}: {where_it_stands(payments[step.seq])}", _STEP)
            _show_mended(found.mended_of(payments[step.seq]))
    for change in hit.changes:
        _show_change(change)
        for borne in found.borne.get((award.link, change.seq), ()):
            print_lines(borne_in_words(borne), _STEP)
    for seat, owed_mc in award.owed:
        print(f"  owed to seat {seat}: {text(owed_mc)}")
    _show_missing(hit.missing)


def _show_change(change: AwardChange) -> None:
    """A rejection is among the steps already."""
    if change.change == "corrected":
        words = (
            f"corrected from {text(change.before_mc)} to {text(change.amount_mc)}, because claim "
            f"{change.because_claim_seq} of {change.because_table} was returned"
        )
    elif change.change == "voided":
        words = f"returned {text(change.amount_mc)}, ruled void by {change.by}: {change.reason}"
    else:
        return
    print_lines(f"{local_time(change.recorded_at_us)}  {words}", 2, _STEP)


def _show_mended(mended: Sequence[Mended]) -> None:
    for each in mended:
        print_lines(
            f"{local_time(each.at_us)}  {each.outcome.replace('_', ' ')} {text(each.amount_mc)}, "
            f"{each.document}, signed by {', '.join(each.signed_by)}: {each.why}",
            *(2, _STEP),
        )


def _show_house_award(award: HouseAward) -> None:
    hand = f" for {award.hand}" if award.hand else ""
    print_lines(
        f"house money, {award.wager or 'envy'}: {text(award.amount_mc)}{hand} at {award.table} seat "
        f"{award.seat}, round {award.round}: {award.status}"
    )
    for step in award.steps:
        _show_step(step)
    for change in award.changes:
        print_lines(
            f"{local_time(change.at_us)}  {_became(change)}"
            + (f", {change.document}, signed by {', '.join(change.signed_by)}: " if change.signed_by else "")
            + change.reason,
            *(2, _STEP),
        )
    _show_missing(award.missing)


def _show_refused_claim(refused: RefusedClaim) -> None:
    claim = refused.claim
    print_lines(
        f"claim {'refused' if claim.refused else 'unanswered'}: {claim.hand} at {refused.table} seat "
        f"{claim.seat}, round {claim.round}, claim {claim.seq} of {claim.link}, by {claim.badge}"
    )
    if claim.refused is not None:
        why = claim.refused
    elif refused.asked:
        why = f"no answer yet: `pitledger meters {claim.link}` says what the link waits for"
    else:
        why = f"no answer: {refused.table} never fed {claim.link}, so the link was not asked"
    print_lines(f"{local_time(claim.recorded_at_us)}  {why}", 2, _STEP)


def _became(change: Change) -> str:
    """What became of a payment of house money, in words."""
    if change.amount_mc < 0:
        return f"no longer claimed {text(-change.amount_mc)}"
    return f"{change.change.replace('_', ' ')} {text(change.amount_mc)}"


def _show_step(step: StepTaken) -> None:
    amount = f" {text(step.amount_mc)}" if step.amount_mc else ""
    if step.step == "paid":
        amount += f" to seat {step.seat}"
    said = f" ({step.said})" if step.said else ""
    print_lines(f"{local_time(step.recorded_at_us)}  {step.step}{amount} by {step.badge}{said}", 2, _STEP)
    if step.refused is not None:
        print_lines(f"refused: {step.refused}", _STEP)


def _show_missing(missing: Sequence[Duty] | None) -> None:
    if missing is None:
        print("  no rulebook here names the steps that it needs")
    for duty in missing or ():
        print_row(f"missing: {duty.step.replace('_', ' ')} by the {duty.by} ({duty.section})", 2)
