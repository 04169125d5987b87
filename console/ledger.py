"""`pitledger ledger REPORT`: what accounting reads: postings, balances, statements, awards, hold, exports."""

from __future__ import annotations

import argparse
from typing import Any

from console.arguments import day, day_or_moment, moment
from console.ledger_export import add_export_parser
from console.ledger_hits import run_hits
from console.ledger_hold import run_hold
from console.ledger_liability import run_liability
from console.ledger_views import run_postings, run_statement, run_trial


def add_parser(subparsers: Any) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "ledger", help="postings, trial balance, statements, hits, liability, hold"
    )
    reports = parser.add_subparsers(title="reports", metavar="REPORT", required=True)

    postings = _report(reports, "postings", "every movement as balanced postings", run_postings)
    book = postings.add_mutually_exclusive_group()
    _link_option(book)
    book.add_argument("--table", metavar="TABLE", help="the house money of one table, instead of a link")
    postings.add_argument("--meter", metavar="METER", help="one meter only")
    postings.add_argument("--day", type=day, metavar="DATE", help="what is posted to this gaming day")
    _span_options(postings)

    trial = _report(reports, "trial", "what stands on every account, debits and credits", run_trial)
    _link_option(trial)
    _at_option(trial)

    statement = _report(reports, "statement", "a meter: opening, what moved it, closing", run_statement)
    statement.add_argument("link", metavar="LINK", help="the link")
    statement.add_argument("meter", metavar="METER", help="the meter of that link")
    _span_options(statement)

    hits = _report(reports, "hits", "every award with its steps, and which are missing", run_hits)
    _link_option(hits)
    _span_options(hits)

    liability = _report(reports, "liability", "meters, awards unpaid, money in transit", run_liability)
    _link_option(liability)
    _at_option(liability)

    hold = _report(reports, "hold", "what was kept of each wager against theory", run_hold)
    hold.add_argument("--from", dest="start", type=day, metavar="WHEN", help="from this gaming day on")
    hold.add_argument("--to", dest="end", type=day, metavar="WHEN", help="to the end of this gaming day")

    add_export_parser(reports)


def _report(reports: Any, name: str, help_: str, run: Any) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = reports.add_parser(name, help=help_, description=help_)
    parser.set_defaults(run=run)
    return parser


def _link_option(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--link", metavar="LINK", help="one link only")


def _at_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--at", type=moment, metavar="TIME", help="as of then, e.g. 2025-06-15T15:00:00Z")


def _span_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--from",
        dest="start",
        type=day_or_moment,
        metavar="WHEN",
        help="from this gaming day on, or after this time",
    )
    parser.add_argument(
        "--to",
        dest="end",
        type=day_or_moment,
        metavar="WHEN",
        help="to the end of this gaming day, or up to this time",
    )
