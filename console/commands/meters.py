"""`pitledger meters`: what stands on every meter, what the next hand would win, what is owed and missing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, Final

from cyclopts import Parameter

from console.arguments import moment, one
from console.columns import sparkline
from console.commands.ledger.liability import open_awards, to_whom
from console.instance import open_read_model
from console.options import NO_OPTIONS, GlobalOptions
from console.output import print_json
from events.money import RATE_UNIT, floor_to_cent, text
from events.times import time_text
from projections.keeping.link_state import OVERFLOW
from projections.ledger.accounts import Totals
from streams.read_model.completeness import link_completeness
from streams.read_model.ledger import history, standing, totals_at
from streams.read_model.store import ReadStore

POINTS: Final = 32
"""Moments of a meter's past that its sparkline shows."""


def meters(
    link: Annotated[str | None, Parameter(help="one link only")] = None,
    /,
    *,
    at: Annotated[int | None, one(moment, "TIME", "as of then, e.g. 2025-06-15T15:00:00Z")] = None,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Every progressive meter, what each hand would win now, what is owed, in transit and missing.

    Exit code 1: no such link.

    Examples:
        pitledger meters
        pitledger meters HCF --at 2025-06-15T15:00:00Z
    """
    with open_read_model(options.location()) as store, store.at_one_moment():
        links = meters_of(store, link, at)
    if options.json:
        print_json({"at": None if at is None else time_text(at), "links": links})
    else:
        _show(links)
    return 1 if link and not links else 0


def meters_of(store: ReadStore, only: str | None = None, at_us: int | None = None) -> list[dict[str, Any]]:
    """Every link, or one, with its meters, the awards that are locked and unpaid, and what is missing."""
    awards = open_awards(store, at_us)
    rows = store.rows("SELECT * FROM links WHERE link = coalesce(?, link) ORDER BY link", (only,))
    return [_link(store, row, awards, at_us) for row in rows]


def _link(
    store: ReadStore, row: dict[str, Any], awards: list[dict[str, Any]], at_us: int | None
) -> dict[str, Any]:
    link = row["link"]
    totals = totals_at(store, link, at_us)
    latest = {
        meter["meter"]: meter
        for meter in store.rows("SELECT * FROM meters WHERE link = ? ORDER BY meter", (link,))
    }
    found = [
        _meter(store, meter, totals, json.loads(row["awards"]), at_us)
        for name, meter in latest.items()
        if not (name.endswith(OVERFLOW) and name.removesuffix(OVERFLOW) in latest)
    ]
    return {
        "link": link,
        "rulebook": row["rulebook"],
        "paytable": row["paytable"],
        "unit_wager_mc": row["unit_wager_mc"],
        "live": bool(row["live"]),
        "retired": bool(row["retired"]),
        "closed_day": row["closed_day"] or None,
        "meters": found,
        "payable_mc": _owed(totals, "payable"),
        "in_transit_mc": _owed(totals, "in_transit"),
        "awards": [award for award in awards if award["link"] == link],
        **_complete(store, link),
    }


def _owed(totals: Totals, account: str) -> int:
    return -sum(mc for (name, _, _), (mc, _) in totals.items() if name == account)


def _meter(
    store: ReadStore,
    row: Mapping[str, Any],
    totals: Totals,
    hands: list[dict[str, Any]],
    at_us: int | None,
) -> dict[str, Any]:
    link, name = row["link"], row["meter"]
    amounts, overflow = standing(totals, name), standing(totals, name + OVERFLOW)
    amount_mc = amounts["primary"].mc
    past = history(store, link, name, POINTS, at_us)
    return {
        "meter": name,
        "amount_mc": amount_mc,
        "reserve_mc": amounts["reserve"].mc,
        "overflow_mc": overflow["primary"].mc,
        "residual_nano": amounts["residual"].nano + overflow["residual"].nano,
        "record": row["seq"],
        "as_of": time_text(row["recorded_at_us"] if at_us is None else at_us),
        "history": [{"at": time_text(at), "amount_mc": then} for at, then in past],
        "next_awards": [next_award(hand, amount_mc) for hand in hands if hand["meter"] == name],
    }


def next_award(hand: Mapping[str, Any], amount_mc: int) -> dict[str, Any]:
    """What a hand would win now: its share of the meter, floored to the cent."""
    share_mc = floor_to_cent(amount_mc * hand["percent_bp"] // RATE_UNIT)
    return {"hand": hand["hand"], "percent_bp": hand["percent_bp"], "amount_mc": share_mc}


def _complete(store: ReadStore, link: str) -> dict[str, Any]:
    """Up to when all tables have been heard, which hold it back, and what is known to be missing."""
    gaps = store.rows('SELECT * FROM gaps WHERE link = ? AND from_number > 0 ORDER BY "table"', (link,))
    complete = link_completeness(store, link)
    return {
        "complete_to": None if complete.to_us is None else time_text(complete.to_us),
        "behind": list(complete.behind),
        "missing": dict(complete.missing),
        "incomplete": [
            {"table": gap["table"], "what": gap["what"], "from_number": gap["from_number"]} for gap in gaps
        ],
    }


# --- for people -------------------------------------------------------------------------------------------


def _show(links: list[dict[str, Any]]) -> None:
    if not links:
        print("No link has been opened here.")
    for link in links:
        for meter in link["meters"]:
            _show_meter(link, meter)
        _show_owed(link)
        if link["complete_to"]:
            behind = f", as far as {link['behind'][0]} has been heard" if link["behind"] else ""
            print(f"{'':<12} complete to {link['complete_to']}{behind}")
        for gap in link["incomplete"]:
            print(f"{'':<12} incomplete: {gap['table']} from {gap['what']} number {gap['from_number']}")


def _show_meter(link: Mapping[str, Any], meter: Mapping[str, Any]) -> None:
    print(f"{link['link']:<12} {meter['meter']:<14} {text(meter['amount_mc']):>18}", end="")
    print(f"   reserve {text(meter['reserve_mc'])}", end="")
    print(f"   overflow {text(meter['overflow_mc'])}" if meter["overflow_mc"] else "", end="")
    print(f"   record {meter['record']}, {meter['as_of']}{_state(link)}")
    past = [point["amount_mc"] for point in meter["history"]]
    if len(past) > 1:
        print(f"{'':<12} {sparkline(past)}  {text(min(past))} to {text(max(past))}")
    for award in meter["next_awards"]:
        percent = f"{award['percent_bp'] // 100} %"
        print(f"{'':<12} {percent:>5} {text(award['amount_mc']):>27}   {award['hand']}")


def _state(link: Mapping[str, Any]) -> str:
    return ", retired" if link["retired"] else "" if link["live"] else ", closed"


def _show_owed(link: Mapping[str, Any]) -> None:
    for award in link["awards"]:
        print(
            f"{'':<12} owed {text(award['owed_mc'])} to {to_whom(award)} "
            f"({award['hand']}, {award['status']}; round {award['round']}, claim {award['claim_seq']})"
        )
    if link["in_transit_mc"]:
        print(f"{'':<12} in transit to another link: {text(link['in_transit_mc'])}")
