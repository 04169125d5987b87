"""`pitledger ledger hits`: every award of a meter with its steps, and which step of which section is missing.

What has to be done for an award is the chapter's (`games.procedure.awards`); what was done: `award_steps`.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Final

from console.arguments import Bound, within
from console.commands.ledger.span import ALWAYS, OneLink, Span, is_unknown
from console.instance import open_read_model
from console.options import NO_OPTIONS, GlobalOptions
from console.output import print_json
from events.money import text
from events.times import time_text
from games import registry, rulebook
from games.errors import GamesError
from games.procedure.awards import award_duties
from games.procedure.duties import Duty
from games.rates import Rate
from streams.read_model.store import ReadStore

Row = Mapping[str, Any]

_PERCENTAGE: Final = Rate("percent", 100, 100, None, "of the meter")
_CARDS_GONE: Final = ", cards gone"
_ATTEMPTED: Final = {"validated": "validation", "rejected": "rejection", "paid": "payment"}
"""What a keeper calls the steps that it may refuse."""


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
        print_json({"hits": found})
    else:
        _show(found)
    return 1 if unknown or any(hit["status"] == "paid" and hit["missing"] for hit in found) else 0


def hits_of(store: ReadStore, link: str | None, start: Bound, end: Bound) -> list[dict[str, Any]]:
    """Every award of a link, or of all, that was claimed within the span."""
    steps = _steps_by_round(store)
    rulebooks = {row["link"]: row["rulebook"] for row in store.rows("SELECT link, rulebook FROM links")}
    refusals = _refusals(store)
    awards = store.rows(
        'SELECT * FROM awards WHERE link = coalesce(?, link) ORDER BY link, "table", claim_seq', (link,)
    )
    found = []
    for award in awards:
        taken = _of_award(award, steps[f"table:{award['table']}", award["round"]])
        claim = next((step for step in taken if step["step"] == "claimed"), None)
        if claim is None or not within(claim["gaming_day"], claim["recorded_at_us"], start, end):
            continue
        duties = duties_of(rulebooks.get(award["link"], ""), award["wager"] or claim["wager"])
        for step in taken:
            step["refused"] = refusals.get(
                (award["link"], award["table"], _ATTEMPTED.get(step["step"], ""), step["recorded_at_us"])
            )
        found.append(_hit(award, taken, duties))
    return sorted(found, key=lambda hit: hit["steps"][0]["recorded_at"])


def duties_of(rulebook_name: str, wager: str) -> list[Duty] | None:
    """What a percentage award of a wager demands; None where the rulebook is not on the shelf."""
    try:
        steps = registry.by_name(rulebook.by_name(rulebook_name).game).award_steps[wager]
    except (GamesError, KeyError):
        return None
    return award_duties(steps, _PERCENTAGE, from_inventory=False)


def missing(duties: Iterable[Duty], steps: Iterable[Row]) -> list[Duty]:
    """The duties that no step fulfils, in the order of the chapter."""
    done = {duty for step in steps if step["refused"] is None for duty in _fulfils(step)}
    return [duty for duty in duties if duty.step not in done]


def _fulfils(step: Row) -> tuple[str, ...]:
    """The duties that a step is the proof of."""
    match step["step"]:
        case "claimed":
            return ("verify_hand",)
        case "light verified":
            return ("verify_light",) if step["said"] == "lit" else ()
        case "validated":
            return ("validate",)
        case "documented":
            gone = step["said"].endswith(_CARDS_GONE)
            return ("document",) if gone else ("document", "keep_cards_on_table")
    return ()


def _steps_by_round(store: ReadStore) -> dict[tuple[str, str], list[dict[str, Any]]]:
    steps: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for row in store.rows("SELECT * FROM award_steps WHERE mode = 'live' ORDER BY stream, seq"):
        steps[row["stream"], row["round"]].append(row)
    return steps


def _refusals(store: ReadStore) -> dict[tuple[str, str, str, int], str]:
    """Why a link refused what a table sent, by what it was and when: a keeper copies its source's time."""
    return {
        (row["link"], row["table"], row["attempted"], row["recorded_at_us"]): row["reason"]
        for row in store.rows("SELECT * FROM refusals")
    }


def _of_award(award: Row, steps: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The steps of one award: those that name its claim, and the light of its seat in its round."""
    return [
        step
        for step in steps
        if step["claim_seq"] == award["claim_seq"]
        or (step["step"] == "light verified" and step["seat"] == award["seat"])
    ]


def _hit(award: Row, steps: list[dict[str, Any]], duties: list[Duty] | None) -> dict[str, Any]:
    return {
        "link": award["link"],
        "meter": award["meter"],
        "table": award["table"],
        "claim_seq": award["claim_seq"],
        "round": award["round"],
        "seat": award["seat"],
        "hand": award["hand"],
        "amount_mc": award["amount_mc"],
        "paid_mc": award["paid_mc"],
        "owed": [{"seat": seat, "amount_mc": owed} for seat, owed in json.loads(award["owed"])],
        "status": award["status"],
        "steps": [
            {
                "step": step["step"],
                "seq": step["seq"],
                "badge": step["badge"],
                "seat": step["seat"],
                "amount_mc": step["amount_mc"],
                "said": step["said"],
                "refused": step["refused"],
                "recorded_at": time_text(step["recorded_at_us"]),
            }
            for step in steps
        ],
        "missing": None if duties is None else _missing(award, duties, steps),
    }


def _missing(award: Row, duties: list[Duty], steps: list[dict[str, Any]]) -> list[dict[str, str]]:
    """What is still to be done; an award that went back to the meter needs nothing more.

    It is paid when the link says so: a share of it is not all of it.
    """
    if award["status"] == "returned":
        return []
    return [
        {"step": duty.step, "by": duty.by, "section": duty.section}
        for duty in missing(duties, steps)
        if duty.step != "pay" or award["status"] != "paid"
    ]


def _show(found: list[dict[str, Any]]) -> None:
    if not found:
        print("No award has been locked in that span.")
    for hit in found:
        print(
            f"{hit['link']} {hit['meter']}: {text(hit['amount_mc'])} for {hit['hand']} at {hit['table']} "
            f"seat {hit['seat']}, round {hit['round']}: {hit['status']}"
        )
        for step in hit["steps"]:
            amount = f" {text(step['amount_mc'])}" if step["amount_mc"] else ""
            said = f" ({step['said']})" if step["said"] else ""
            print(f"  {step['recorded_at']}  {step['step']}{amount} by {step['badge']}{said}")
            if step["refused"] is not None:
                print(f"  {'':<27}  refused: {step['refused']}")
        for owed in hit["owed"]:
            print(f"  owed to seat {owed['seat']}: {text(owed['amount_mc'])}")
        if hit["missing"] is None:
            print("  no rulebook here says which steps it needs")
        for duty in hit["missing"] or ():
            print(f"  missing: {duty['step'].replace('_', ' ')} by the {duty['by']} ({duty['section']})")
