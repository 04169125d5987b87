"""`pitledger ledger hits`: every award of a meter with its steps, and what is missing of which section."""

from __future__ import annotations

from typing import Any

from console.commands.ledger.span import ALWAYS, OneLink, Span, is_unknown
from console.instance import open_read_model
from console.options import NO_OPTIONS, GlobalOptions
from console.output import print_json
from events.money import text
from events.times import time_text
from streams.read_model.queries.hits import Hit
from streams.read_model.queries.hits import hits as hits_of


def hits(*, link: OneLink = None, span: Span = ALWAYS, options: GlobalOptions = NO_OPTIONS) -> int:
    """Every award with its steps, badges and amounts, and which step of which section is missing.

    Exit code 1: an award was paid without a step that its section demands.

    Examples:
        pitledger ledger hits
        pitledger ledger hits --link HCF --from 2025-06-15 --to 2025-06-15
    """
    with open_read_model(options.location()) as store, store.at_one_moment():
        found = hits_of(store, link, span.start, span.end)
        unknown = is_unknown(store, link)
    if options.json:
        print_json({"hits": [hit_json(hit) for hit in found]})
    else:
        _show(found)
    return 1 if unknown or any(hit.award.status == "paid" and hit.missing for hit in found) else 0


def hit_json(hit: Hit) -> dict[str, Any]:
    """An award as scripts read it."""
    award = hit.award
    return {
        "link": award.link,
        "meter": award.meter,
        "table": award.table,
        "claim_seq": award.claim_seq,
        "round": award.round,
        "seat": award.seat,
        "hand": award.hand,
        "amount_mc": award.amount_mc,
        "paid_mc": award.paid_mc,
        "owed": [{"seat": seat, "amount_mc": owed_mc} for seat, owed_mc in award.owed],
        "status": award.status,
        "steps": [
            {
                "step": step.step,
                "seq": step.seq,
                "badge": step.badge,
                "seat": step.seat,
                "amount_mc": step.amount_mc,
                "said": step.said,
                "refused": step.refused,
                "recorded_at": time_text(step.recorded_at_us),
            }
            for step in hit.steps
        ],
        "missing": None
        if hit.missing is None
        else [{"step": duty.step, "by": duty.by, "section": duty.section} for duty in hit.missing],
    }


def _show(found: list[Hit]) -> None:
    if not found:
        print("No award has been locked in that span.")
    for hit in found:
        award = hit.award
        print(
            f"{award.link} {award.meter}: {text(award.amount_mc)} for {award.hand} at {award.table} "
            f"seat {award.seat}, round {award.round}: {award.status}"
        )
        for step in hit.steps:
            amount = f" {text(step.amount_mc)}" if step.amount_mc else ""
            said = f" ({step.said})" if step.said else ""
            print(f"  {time_text(step.recorded_at_us)}  {step.step}{amount} by {step.badge}{said}")
            if step.refused is not None:
                print(f"  {'':<27}  refused: {step.refused}")
        for seat, owed_mc in award.owed:
            print(f"  owed to seat {seat}: {text(owed_mc)}")
        if hit.missing is None:
            print("  no rulebook here names the steps that it needs")
        for duty in hit.missing or ():
            print(f"  missing: {duty.step.replace('_', ' ')} by the {duty.by} ({duty.section})")
