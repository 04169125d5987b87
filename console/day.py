"""`pitledger day DATE`: a gaming day reconciled; a reading entered and compared; the day closed."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, Final

from console.arguments import amount, day, moment
from console.day_view import links_of, reconcile, show
from console.gaming_days import gaming_days
from console.instance import place
from console.link import add_signing_options
from console.output import print_json, say
from console.reading import open_read_model
from console.recording import Clerk, answers_to, open_clerk, refused_because
from events.errors import PitledgerError
from events.money import MC_PER_CENT, text
from events.times import time_text
from streams.clock import GamingDays, now_us
from streams.read_model.ledger import standing, statement, totals_at
from streams.read_model.store import ReadStore

DESK: Final = "desk:accounting"
"""Where readings and day closes stand."""


class NotThisDay(PitledgerError):
    """A gaming day, or a moment, that has not come yet."""


class NoSuchMeter(PitledgerError):
    """A meter that nobody has opened."""


class _Reading(argparse.Action):
    """Takes LINK METER AMOUNT, the amount read exactly."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, _option: Any = None
    ) -> None:
        link, meter, typed = values
        try:
            setattr(namespace, self.dest, (link, meter, amount(typed)))
        except argparse.ArgumentTypeError as error:
            parser.error(f"argument --read: {error}")


def add_parser(subparsers: Any) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("day", help="the reconciliation of a gaming day; readings; its close")
    parser.add_argument("day", type=day, metavar="DATE", help="the gaming day, e.g. 2025-06-15")
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--read",
        action=_Reading,
        nargs=3,
        metavar=("LINK", "METER", "AMOUNT"),
        help="enter what a display shows; it is compared with the meter",
    )
    what.add_argument("--close", action="store_true", help="close the day on every link, and at the desk")
    parser.add_argument("--by", metavar="BADGE", help="who read the display")
    parser.add_argument("--at", type=moment, metavar="TIME", help="when it was read (default: now)")
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="TABLE",
        help="close although this table has sent no end-of-day marker",
    )
    add_signing_options(parser, required=False)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do what was asked for."""
    misplaced = _misplaced(args)
    if misplaced:
        say(f"pitledger day: {misplaced}")
        return 2
    if args.read:
        return _read(args)
    if args.close:
        return _close(args)
    days = gaming_days(args)
    with open_read_model(place(args)) as store, store.at_one_moment():
        report = reconcile(store, days, args.day)
        statements = {
            link["link"]: [
                statement(store, link["link"], meter["meter"], args.day, args.day) for meter in link["meters"]
            ]
            for link in report["links"]
        }
    if args.json:
        print_json(report)
    else:
        show(report, statements)
    return 0 if report["reconciled"] else 1


def _misplaced(args: argparse.Namespace) -> str:
    """An option that nothing would come of: better said than left out."""
    for option in ("by", "at"):
        if getattr(args, option) is not None and not args.read:
            return f"--{option} belongs to --read"
    for option in ("sign", "reason", "without"):
        if getattr(args, option) and not args.close:
            return f"--{option} belongs to --close"
    return ""


# --- a reading --------------------------------------------------------------------------------------------


def _read(args: argparse.Namespace) -> int:
    """Record what a person read, then the comparison; 1 where they differ by a cent or more."""
    if not args.by:
        say("pitledger day: --read needs --by BADGE: who read the display?")
        return 2
    link, meter, read_mc = args.read
    at_us = now_us() if args.at is None else args.at
    if at_us > now_us():
        raise NotThisDay(f"--at: {time_text(at_us)} has not come yet")
    about = {"day": args.day, "link": link, "meter": meter}
    with open_clerk(args) as clerk:
        clerk.process()
        with open_read_model(place(args)) as store:
            expected_mc = _expected(store, link, meter, at_us)
        entered = clerk.record(
            *(DESK, "reading_entered", {**about, "read_mc": read_mc, "read_by": args.by}, args.by),
            occurred_at_us=at_us,
            source_id=args.id,
        )
        variance_mc = read_mc - expected_mc
        comparison = {"reading_seq": entered.seq, "read_mc": read_mc, "expected_mc": expected_mc}
        clerk.record(
            *(DESK, "reading_compared", {**about, **comparison, "variance_mc": variance_mc}, args.by),
            occurred_at_us=at_us,
            source_id=None if args.id is None else f"{args.id}/compared",
        )
        clerk.process()
    if args.json:
        print_json({**about, **comparison, "variance_mc": variance_mc, "stream": DESK})
    else:
        print(
            f"{link} {meter} at {time_text(at_us)}: read {text(read_mc)}, expected {text(expected_mc)}",
            end="",
        )
        print(f", variance {text(variance_mc)}.")
    return 1 if abs(variance_mc) >= MC_PER_CENT else 0


def _expected(store: ReadStore, link: str, meter: str, at_us: int) -> int:
    """What stood on the meter at that moment, as far as the read model has come."""
    if not store.rows("SELECT 1 FROM meters WHERE link = ? AND meter = ?", (link, meter)):
        raise NoSuchMeter(f"--read: {link} has no meter {meter}: `pitledger meters` lists them")
    return standing(totals_at(store, link, at_us), meter)["primary"].mc


# --- the close --------------------------------------------------------------------------------------------


def _close(args: argparse.Namespace) -> int:
    """Close the day on every link that has not, then at the desk; 1 where a link refused."""
    if not args.sign or not args.reason:
        say("pitledger day: --close needs --sign BADGE:DEPARTMENT, twice, and --reason TEXT.")
        return 2
    _must_have_begun(gaming_days(args), args.day)
    with open_clerk(args) as clerk:
        clerk.process()
        with open_read_model(place(args)) as store:
            open_links = [row["link"] for row in links_of(store, args.day) if _is_open(row, args.day)]
        results = [_close_link(clerk, link, args) for link in open_links]
        refused = [result for result in results if result["refused"] is not None]
        seq = None if refused else _close_at_desk(clerk, args, results)
        clerk.process()
    report = {"day": args.day, "links": results, "closed": not refused, "stream": DESK, "seq": seq}
    if args.json:
        print_json(report)
    else:
        _show_close(report)
    for result in refused:
        say(f"pitledger day: {result['link']}: refused: {result['refused']}")
    return 1 if refused else 0


def _must_have_begun(days: GamingDays, wanted: str) -> None:
    """What is posted after a close goes to the next day: a day mistyped into the future would take it all."""
    today = days(now_us())
    if wanted > today:
        raise NotThisDay(f"{wanted} has not begun: the gaming day is {today}")


def _is_open(row: dict[str, Any], wanted: str) -> bool:
    return not row["retired"] and row["closed_day"] < wanted


def _close_link(clerk: Clerk, link: str, args: argparse.Namespace) -> dict[str, Any]:
    fields = {
        "day": args.day,
        "missing_tables": args.without,
        "signed_by": args.sign,
        "reason": args.reason,
    }
    recorded = clerk.record(
        *(f"link:{link}", "link_day_closed", fields, args.sign[0]["badge"]),
        source_id=None if args.id is None else f"{args.id}/{link}",
    )
    result: dict[str, Any] = {"link": link, "seq": recorded.seq, "refused": None, "missing_tables": []}
    if recorded.refused:
        return {**result, "refused": refused_because(recorded.event)}
    answer = clerk.answer(answers_to(recorded))
    if answer is None:
        return {**result, "refused": f"the keeper has not answered within {args.wait:g} s"}
    if answer.type != "meter_day_closed":
        return {**result, "refused": str(answer.fields["reason"])}
    return {**result, "missing_tables": list(answer.fields["missing_tables"])}


def _close_at_desk(clerk: Clerk, args: argparse.Namespace, results: Sequence[dict[str, Any]]) -> int:
    missing = sorted({table for result in results for table in result["missing_tables"]})
    badges = [signature["badge"] for signature in args.sign]
    fields = {"day": args.day, "missing_tables": missing, "authorised_by": badges, "reason": args.reason}
    recorded = clerk.record(
        *(DESK, "gaming_day_closed", fields, badges[0]),
        source_id=None if args.id is None else f"{args.id}/desk",
    )
    return recorded.seq


def _show_close(report: dict[str, Any]) -> None:
    for result in report["links"]:
        if result["refused"] is None:
            without = f" without {', '.join(result['missing_tables'])}" if result["missing_tables"] else ""
            print(f"{result['link']}: {report['day']} closed{without}.")
    if report["closed"]:
        print(f"{report['day']} is closed; recorded as {DESK} seq {report['seq']}.")
