"""A gaming day as accounting reconciles it: meters, markers, late postings, readings, house money."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from console.columns import exact
from console.commands.ledger.entries import entry_json
from console.commands.ledger.statement import statement_json, statement_lines
from console.instance import open_read_model
from console.options import GlobalOptions
from console.output import print_json
from events.money import MC_PER_CENT, text
from events.times import SECOND_US, time_text
from projections.ledger.accounts import ON_A_METER
from streams.clock import GamingDays
from streams.read_model.ledger import Statement, books, late_entries, statement, totals_of_days
from streams.read_model.store import ReadStore

HOUSE: Final = ("fixed_awards", "envy")
"""Accounts of house money in the books of tables."""
_HOUR_US: Final = 3_600 * SECOND_US


def reconcile(day: str, options: GlobalOptions) -> int:
    """Show what the day comes to; 1 where a link is not closed for it, or a reading differs."""
    days = options.gaming_days()
    with open_read_model(options.location()) as store, store.at_one_moment():
        report = reconciliation(store, days, day)
        statements = {
            link["link"]: [
                statement(store, link["link"], meter["meter"], day, day) for meter in link["meters"]
            ]
            for link in report["links"]
        }
    if options.json:
        print_json(report)
    else:
        show(report, statements)
    return 0 if report["reconciled"] else 1


def reconciliation(store: ReadStore, days: GamingDays, day: str) -> dict[str, Any]:
    """Everything that a gaming day comes to, as scripts read it."""
    start_us, end_us = days.bounds(day)
    links = [_link(store, row, day) for row in links_of(store, day)]
    return {
        "day": day,
        "begins": time_text(start_us),
        "ends": time_text(end_us),
        "hours": (end_us - start_us) / _HOUR_US,
        "closed": _closes(store, day),
        "links": links,
        "house_money": _house_money(store, day),
        "reconciled": all(link["closed"] and not link["variances"] for link in links),
    }


def links_of(store: ReadStore, day: str) -> list[dict[str, Any]]:
    """The links that had something posted by the end of a day."""
    rows = store.rows("SELECT * FROM links ORDER BY link")
    return [row for row in rows if totals_of_days(store, row["link"], None, day)]


def _link(store: ReadStore, row: Mapping[str, Any], day: str) -> dict[str, Any]:
    link = row["link"]
    tables = store.rows('SELECT * FROM table_progress WHERE link = ? ORDER BY "table"', (link,))
    readings = [_reading(each) for each in _readings(store, link, day)]
    late_here, late_since = late_entries(store, link, day)
    return {
        "link": link,
        "closed": row["closed_day"] >= day,
        "ended": [each["table"] for each in tables if each["ended_day"] >= day],
        "missing": [each["table"] for each in tables if each["open_day"] and each["open_day"] <= day],
        "meters": [
            statement_json(statement(store, link, meter["meter"], day, day), day, day)
            for meter in store.rows("SELECT meter FROM meters WHERE link = ? ORDER BY meter", (link,))
        ],
        "other_accounts": _other_accounts(store, link, day),
        "late_here": [entry_json(entry) for entry in late_here],
        "late_since": [entry_json(entry) for entry in late_since],
        "readings": readings,
        "variances": sum(1 for each in readings if each["explained"] is False),
    }


def _other_accounts(store: ReadStore, link: str, day: str) -> list[dict[str, Any]]:
    """What the day did to the accounts that are no meter's: the house, contributions, awards, payments."""
    return [
        {"account": account, "meter": meter, "cause": cause, "amount_mc": mc, "nano": nano}
        for (account, meter, cause), (mc, nano) in sorted(totals_of_days(store, link, day, day).items())
        if account not in ON_A_METER
    ]


def _readings(store: ReadStore, link: str, day: str) -> list[dict[str, Any]]:
    return store.rows(
        """SELECT r.*, v.expected_mc, v.variance_mc FROM readings AS r LEFT JOIN variances AS v
          ON v.stream = r.stream AND v.reading_seq = r.seq
        WHERE r.link = ? AND r.day = ? ORDER BY r.meter, r.read_at_us, r.stream, r.seq""",
        (link, day),
    )


def _reading(row: Mapping[str, Any]) -> dict[str, Any]:
    """A display shows whole cents: what lies below one explains itself. What was not compared is null."""
    variance_mc = row["variance_mc"]
    return {
        "meter": row["meter"],
        "seq": row["seq"],
        "read_mc": row["read_mc"],
        "read_by": row["read_by"],
        "read_at": time_text(row["read_at_us"]),
        "expected_mc": row["expected_mc"],
        "variance_mc": variance_mc,
        "explained": variance_mc is not None and abs(variance_mc) < MC_PER_CENT,
    }


def _closes(store: ReadStore, day: str) -> list[dict[str, Any]]:
    return [
        {
            "stream": row["stream"],
            "seq": row["seq"],
            "missing_tables": json.loads(row["missing_tables"]),
            "authorised_by": json.loads(row["authorised_by"]),
            "reason": row["reason"],
            "recorded_at": time_text(row["recorded_at_us"]),
        }
        for row in store.rows("SELECT * FROM day_closes WHERE day = ? ORDER BY recorded_at_us", (day,))
    ]


def _house_money(store: ReadStore, day: str) -> list[dict[str, Any]]:
    """Fixed awards and envy, table by table."""
    return [
        {"book": book, "account": account, "meter": meter, "amount_mc": mc}
        for book in books(store)
        for (account, meter, _), (mc, _) in sorted(totals_of_days(store, book, day, day).items())
        if account in HOUSE
    ]


# --- for people -------------------------------------------------------------------------------------------


def show(report: Mapping[str, Any], statements: Mapping[str, list[Statement]]) -> None:
    """The reconciliation in lines; `statements` are those of the report, link by link."""
    hours = report["hours"]
    print(f"Gaming day {report['day']}: {report['begins']} to {report['ends']} ({hours:g} hours)")
    for link in report["links"]:
        print(f"\n{link['link']}: {_markers(link)}")
        for found in statements[link["link"]]:
            print(f"  {found.meter}")
            for line in statement_lines(found):
                print(f"    {line}")
        for each in link["other_accounts"]:
            place = f"{each['account']} {each['meter']}".rstrip().replace("_", " ")
            print(f"  {place:<40} {each['cause']:<14} {exact(each['amount_mc'], each['nano']):>18}")
        for reading in link["readings"]:
            print(f"  {_reading_text(reading)}")
        for entry in link["late_here"]:
            print(f"  late: record {entry['record']}, {entry['type']}, belongs to {entry['of_day']}")
        for entry in link["late_since"]:
            print(f"  came after the close: record {entry['record']}, {entry['type']}, on {entry['day']}")
    _show_house(report)


def _markers(link: Mapping[str, Any]) -> str:
    state = "closed" if link["closed"] else "open"
    if link["missing"] and not link["closed"]:
        state += f", no end-of-day marker from {', '.join(link['missing'])}"
    return state


def _reading_text(reading: Mapping[str, Any]) -> str:
    read = f"reading of {reading['meter']}: {text(reading['read_mc'])} by {reading['read_by']}"
    if reading["variance_mc"] is None:
        return f"{read}, not compared"
    variance = "" if reading["explained"] else ": look into it"
    return (
        f"{read}, expected {text(reading['expected_mc'])}, variance {text(reading['variance_mc'])}{variance}"
    )


def _show_house(report: Mapping[str, Any]) -> None:
    for account in HOUSE:
        total = sum(each["amount_mc"] for each in report["house_money"] if each["account"] == account)
        if total:
            print(f"\nHouse money, {account.replace('_', ' ')}: {text(total)}")
    for close in report["closed"]:
        without = f", without {', '.join(close['missing_tables'])}" if close["missing_tables"] else ""
        print(f"\nClosed by {', '.join(close['authorised_by'])}{without}: {close['reason']}")
