"""`pitledger meters`: what stands on every progressive meter, what is owed, and what is missing."""

from __future__ import annotations

import argparse
from collections import defaultdict
from typing import Any

from console.instance import place
from console.output import print_json
from console.reading import open_read_model
from events.money import text
from events.times import time_text
from streams.read_store import ReadStore


def add_parser(subparsers: Any) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("meters", help="every progressive meter, and what is owed")
    parser.add_argument("link", nargs="?", help="one link only")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show the meters; a link that nobody knows is something found."""
    with open_read_model(place(args)) as store:
        links = [link for link in meters(store) if args.link in (None, link["link"])]
    if args.json:
        print_json({"links": links})
    else:
        _show(links)
    return 1 if args.link and not links else 0


def meters(store: ReadStore) -> list[dict[str, Any]]:
    """Every link with its meters, the awards that are locked and unpaid, and the tables not heard in full."""
    links: dict[str, dict[str, Any]] = defaultdict(
        lambda: {"meters": [], "payable_mc": 0, "awards": [], "incomplete": []}
    )
    for row in store.rows("SELECT * FROM meters ORDER BY link, meter"):
        links[row["link"]]["meters"].append(
            {
                "meter": row["meter"],
                "amount_mc": row["primary_mc"],
                "reserve_mc": row["reserve_mc"],
                "primary_residual": row["primary_residual"],
                "reserve_residual": row["reserve_residual"],
                "record": row["seq"],
                "as_of": time_text(row["recorded_at_us"]),
            }
        )
    unpaid = "SELECT * FROM awards WHERE status IN ('locked', 'validated') ORDER BY recorded_at_us"
    for row in store.rows(unpaid):
        link = links[row.pop("link")]
        row["recorded_at"] = time_text(row.pop("recorded_at_us"))
        link["awards"].append(row)
        link["payable_mc"] += row["amount_mc"]
    for row in store.rows("SELECT * FROM gaps WHERE from_number > 0 ORDER BY link"):
        links[row.pop("link")]["incomplete"].append(row)
    return [{"link": name, **rest} for name, rest in sorted(links.items())]


def _show(links: list[dict[str, Any]]) -> None:
    if not links:
        print("No link has been opened here.")
    for link in links:
        for meter in link["meters"]:
            print(f"{link['link']:<12} {meter['meter']:<14} {text(meter['amount_mc']):>18}", end="")
            print(f"   reserve {text(meter['reserve_mc'])}   record {meter['record']}, {meter['as_of']}")
        for award in link["awards"]:
            print(
                f"{'':<12} owed {text(award['amount_mc'])} to {award['table']} seat {award['seat']}", end=""
            )
            print(
                f" ({award['hand']}, {award['status']}; round {award['round']}, claim {award['claim_seq']})"
            )
        for gap in link["incomplete"]:
            print(f"{'':<12} incomplete: {gap['table']} from {gap['what']} number {gap['from_number']}")
