"""`pitledger ledger liability`: what the house owes by its links: meters, awards unpaid, money in transit."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final

from console.columns import columns, exact
from console.commands.ledger.span import At, OneLink, is_unknown
from console.instance import open_read_model
from console.options import NO_OPTIONS, GlobalOptions
from console.output import print_json, say
from events.money import text
from events.times import time_text
from streams.read_model.ledger import trial_balance
from streams.read_model.store import ReadStore

OWED: Final = ("primary", "reserve", "residual", "payable", "in_transit")
"""The accounts that are liabilities."""


def liability(*, link: OneLink = None, at: At = None, options: GlobalOptions = NO_OPTIONS) -> int:
    """What is owed, link by link: meters, awards locked and unpaid, money in transit.

    Exit code 1: the awards and the account of awards payable do not agree.

    Examples:
        pitledger ledger liability
        pitledger ledger liability --link HCF --at 2025-06-15T15:00:00Z
    """
    with open_read_model(options.location()) as store, store.at_one_moment():
        links = liabilities(store, at, link)
        unknown = is_unknown(store, link)
    total_mc, total_nano = (sum(each[key] for each in links) for key in ("total_mc", "total_nano"))
    if options.json:
        as_of = None if at is None else time_text(at)
        print_json({"at": as_of, "links": links, "total_mc": total_mc, "total_nano": total_nano})
    else:
        _show(links, exact(total_mc, total_nano))
    return 1 if _disagree(links, at) or unknown else 0


def liabilities(store: ReadStore, at_us: int | None, only: str | None = None) -> list[dict[str, Any]]:
    """Link by link: each liability account by meter, and the awards that are behind what is payable."""
    accounts: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for (book, account, meter), (mc, nano) in trial_balance(store, at_us, only).items():
        if account in OWED and (mc or nano):
            accounts[book].append({"account": account, "meter": meter, "amount_mc": -mc, "nano": -nano})
    awards = defaultdict(list)
    for award in open_awards(store, at_us):
        awards[award["link"]].append(award)
    return [
        {
            "link": link,
            "accounts": owed,
            "awards": awards[link],
            "payable_mc": sum(each["amount_mc"] for each in owed if each["account"] == "payable"),
            "total_mc": sum(each["amount_mc"] for each in owed),
            "total_nano": sum(each["nano"] for each in owed),
        }
        for link, owed in sorted(accounts.items())
    ]


def open_awards(store: ReadStore, at_us: int | None = None) -> list[dict[str, Any]]:
    """The awards locked and unpaid at a moment, or now, with what was still owed of each.

    An award's amount is the one that is right by now: a correction since then shows in the account alone.
    """
    rows = store.rows(
        """SELECT a.*, claim.recorded_at_us AS locked_at_us, (
            SELECT coalesce(sum(step.amount_mc), 0) FROM award_steps AS step
            WHERE step.stream = 'table:' || a."table" AND step.claim_seq = a.claim_seq
              AND step.step = 'paid' AND step.recorded_at_us > ?1
              AND NOT EXISTS (
                SELECT 1 FROM refusals AS r WHERE r.link = a.link AND r."table" = a."table"
                  AND r.attempted = 'payment' AND r.recorded_at_us = step.recorded_at_us)
          ) AS paid_since_mc
        FROM awards AS a LEFT JOIN award_steps AS claim
          ON claim.stream = 'table:' || a."table" AND claim.seq = a.claim_seq
        ORDER BY a.link, locked_at_us""",
        (at_us,),
    )
    found = []
    for row in rows:
        is_open = row["status"] in ("locked", "validated")
        if at_us is not None:
            is_open = row["locked_at_us"] <= at_us and (is_open or row["recorded_at_us"] > at_us)
        if is_open:
            paid_mc = row["paid_mc"] - row["paid_since_mc"] if at_us is not None else row["paid_mc"]
            seats = json.loads(row["owed"]) if at_us is None else ()
            found.append(
                {**_award(row, max(0, paid_mc)), "seats": [seat for seat, _ in seats] or [row["seat"]]}
            )
    return found


def _award(row: dict[str, Any], paid_mc: int) -> dict[str, Any]:
    return {
        "link": row["link"],
        "table": row["table"],
        "claim_seq": row["claim_seq"],
        "round": row["round"],
        "seat": row["seat"],
        "hand": row["hand"],
        "meter": row["meter"],
        "amount_mc": row["amount_mc"],
        "paid_mc": paid_mc,
        "owed_mc": row["amount_mc"] - paid_mc,
        "status": row["status"],
        "locked_at": None if row["locked_at_us"] is None else time_text(row["locked_at_us"]),
    }


def _disagree(links: list[dict[str, Any]], at_us: int | None) -> bool:
    """Whether the account of awards payable and the list of awards part, so that somebody must look.

    At a past moment they may: an award was corrected since, or a table's clock was behind its link's.
    """
    for link in links:
        listed = sum(award["owed_mc"] for award in link["awards"])
        if listed != link["payable_mc"]:
            what = (
                "run `pitledger check`" if at_us is None else "an award was corrected since, or clocks differ"
            )
            say(
                f"pitledger ledger: {link['link']}: awards unpaid come to {text(listed)}, the account "
                f"`payable` to {text(link['payable_mc'])}: {what}."
            )
            if at_us is None:
                return True
    return False


def _show(links: list[dict[str, Any]], total: str) -> None:
    rows = [
        (
            link["link"],
            each["account"].replace("_", " "),
            each["meter"],
            exact(each["amount_mc"], each["nano"]),
        )
        for link in links
        for each in link["accounts"]
    ]
    for line in columns(("link", "account", "meter", "owed>"), [*rows, ("total", "", "", total)]):
        print(line)
    for award in (award for link in links for award in link["awards"]):
        print(
            f"{award['link']}: {text(award['owed_mc'])} to {to_whom(award)} for {award['hand']}, "
            f"round {award['round']}: {award['status']}, locked {award['locked_at']}"
        )


def to_whom(award: Mapping[str, Any]) -> str:
    """The table and the seats that an award is owed to."""
    seats = ", ".join(map(str, award["seats"]))
    return f"{award['table']} seat{'s' if len(award['seats']) > 1 else ''} {seats}"
