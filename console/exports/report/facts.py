"""What the report says, as plain values in words: asked of the read model, nothing worked out that it has.

Amounts are those of the ledger that stands beside the report; the caller asks for both at one moment.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from typing import Any, Final

from console.exports.accounts import account_path
from console.exports.report.curve import Curve
from console.exports.totals import Totals, by_account
from console.wording.local_time import local_time
from events.money import exact, text
from projections.ledger.accounts import ON_A_METER
from streams.notary.tlog.checkpoints import Checkpoint
from streams.read_model.findings import counted_findings
from streams.read_model.ledger import Money, entries, statement
from streams.read_model.queries.awards import Award, awards_of
from streams.read_model.queries.hits import hits
from streams.read_model.queries.meters import LinkMeters, link_meters
from streams.read_model.store import ReadStore

_AWARDS_SHOWN: Final = 500
_KINDS: Final = {"meter": "", "fixed_award": "fixed awards", "envy": "envy", "no_award": "cash for no award"}


def report_facts(store: ReadStore, checkpoint: Checkpoint, totals: Totals) -> dict[str, Any]:
    """Everything that the template shows."""
    awards = awards_of(store)
    return {
        "title": f"The audit log {checkpoint.origin}",
        "span": _span(totals),
        "log": [
            ["entries in the log", f"{checkpoint.size:,}"],
            ["root over them", b64encode(checkpoint.root).decode()],
        ],
        "links": [_link(store, link) for link in link_meters(store, None, None)],
        "awards": [_award(award) for award in awards[-_AWARDS_SHOWN:]],
        "awards_left_out": max(0, len(awards) - _AWARDS_SHOWN),
        "award_totals": [
            [
                " ".join(filter(None, (total.link, total.meter, _KINDS[total.kind]))),
                f"{total.hits:,}",
                text(total.awarded_mc),
                text(total.paid_mc),
                text(total.owed_mc),
            ]
            for total in hits(store, None, None, None).totals()
        ],
        "findings": [
            [
                found.severity,
                found.id,
                found.check.replace("_", " "),
                found.section or "–",
                f"{found.times:,}",
                text(found.difference_mc) if found.difference_mc else "",
            ]
            for found in counted_findings(store)
        ],
        **_control(totals),
    }


def _span(totals: Totals) -> str:
    if totals.first_day is None:
        return "No money has moved yet."
    return f"Gaming days {totals.first_day} to {totals.last_day}"


def _control(totals: Totals) -> dict[str, Any]:
    """The figures by which the report, the journals and the tables are held against each other."""
    accounts = by_account(totals.closing)
    debits = [Money(*amount) for amount in accounts.values() if amount > (0, 0)]
    credits_ = [Money(-mc, -nano) for mc, nano in accounts.values() if (mc, nano) < (0, 0)]
    return {
        "control": [
            ["entries of the ledger", f"{totals.entries:,}"],
            ["postings", f"{totals.postings:,}"],
            ["accounts", f"{len(accounts):,}"],
        ],
        "trial": [[account_path(*key), *_sides(Money(*amount))] for key, amount in accounts.items()],
        "trial_total": ["all accounts", _sum(debits), _sum(credits_)],
    }


def _sides(money: Money) -> tuple[str, str]:
    return (exact(*money), "") if money >= (0, 0) else ("", exact(-money.mc, -money.nano))


def _sum(amounts: list[Money]) -> str:
    return exact(sum(each.mc for each in amounts), sum(each.nano for each in amounts))


def _link(store: ReadStore, found: LinkMeters) -> dict[str, Any]:
    link = found.link
    state = "retired" if link.retired else "in play" if link.live else "closed"
    curves = _curves(store, link.link)
    return {
        "link": link.link,
        "terms": f"{link.rulebook}, paytable {link.paytable}, {text(link.unit_wager_mc)} a wager, {state}",
        "owed": f"{text(found.payable_mc)} of awards unpaid, {text(found.in_transit_mc)} in transit",
        "meters": [
            {
                "meter": meter.meter,
                "amount": text(meter.amount_mc),
                "reserve": text(meter.reserve_mc),
                "statement": _statement(store, link.link, meter.meter),
                "plot": _plot(curves.get(meter.meter, Curve())),
            }
            for meter in found.meters
        ],
    }


def _statement(store: ReadStore, link: str, meter: str) -> list[list[str]]:
    """What each cause added to a meter, and what that comes to."""
    said = statement(store, link, meter, None, None)
    rows = [[line.cause.replace("_", " "), *_amounts(line.amounts)] for line in said.lines]
    return [*rows, ["balance", *_amounts(said.closing)]]


def _amounts(of: dict[str, Money]) -> Iterator[str]:
    return (exact(*of[account]) if any(of.get(account, ())) else "" for account in ON_A_METER)


def _curves(store: ReadStore, link: str) -> dict[str, Curve]:
    """What was on display on each meter of a link, from its first entry to its last."""
    curves: dict[str, Curve] = {}
    amounts: dict[str, int] = {}
    for entry in entries(store, link):
        moved = {posting.meter for posting in entry.postings if posting.account == "primary"}
        for posting in entry.postings:
            if posting.account == "primary":
                amounts[posting.meter] = amounts.get(posting.meter, 0) - posting.mc
        for meter in sorted(moved):
            curves.setdefault(meter, Curve()).add(entry.at_us, amounts[meter])
    return curves


def _plot(curve: Curve) -> dict[str, Any] | None:
    """A curve as shares of the width and the height, in 1/10,000, and what its edges stand for."""
    points = curve.points()
    if not points:
        return None
    start, end = points[0][0], points[-1][0]
    low, high = min(amount for _, amount in points), max(amount for _, amount in points)
    return {
        "points": [
            [10_000 * (at - start) // max(1, end - start), 10_000 * (high - amount) // max(1, high - low)]
            for at, amount in points
        ],
        "low": text(low),
        "high": text(high),
        "start": local_time(start),
        "end": local_time(end),
    }


def _award(award: Award) -> list[str]:
    return [
        "" if award.locked_at_us is None else local_time(award.locked_at_us),
        f"{award.link} {award.meter}",
        award.round,
        str(award.seat),
        award.hand.replace("_", " "),
        text(award.amount_mc),
        text(award.paid_mc),
        award.standing.replace("_", " "),
    ]
