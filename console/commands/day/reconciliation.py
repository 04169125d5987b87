"""`pitledger day DATE`: the gaming day as accounting reconciles it."""

from __future__ import annotations

from typing import Any, Final

from console.acts.reading_answers import reading_name
from console.calls.options import GlobalOptions
from console.cases.shown import payment_json, payment_text
from console.commands.day.own_bounds import warn_of_other_bounds
from console.commands.ledger.entries import entry_json
from console.commands.ledger.shortfalls import borne_in_words, borne_json
from console.commands.ledger.statement import show_statement, statement_json
from console.instances.read_model import open_read_model
from console.printing.columns import print_columns
from console.printing.lines import print_lines, print_row
from console.printing.output import print_json
from console.wording.local_time import local_time
from events.money import exact, text
from events.times import SECOND_US, time_text
from projections.ledger.accounts import HOUSE_MONEY, Entry
from streams.clock import now_us
from streams.read_model.queries.cases import CasePayment
from streams.read_model.queries.days import (
    DayClose,
    LinkDay,
    ReadingOfDay,
    Reconciliation,
    reconciliation,
)
from streams.read_model.queries.payments import Mended

_HOUR_US: Final = 3_600 * SECOND_US


def reconcile(day: str, options: GlobalOptions) -> int:
    """Show what the day comes to; 1 where a link is not closed for it, or a reading differs."""
    bounds = options.gaming_days().bounds(day)
    begun = bounds[0] <= now_us()
    with open_read_model(options.location()) as store, store.at_one_moment():
        found = reconciliation(store, day)
        warn_of_other_bounds(store, day, options)
    if options.json:
        print_json(day_document(found, bounds, begun=begun))
    else:
        _show(found, bounds, begun=begun)
    return 0 if found.reconciled else 1


def day_document(found: Reconciliation, bounds: tuple[int, int], *, begun: bool) -> dict[str, Any]:
    """Everything that a gaming day comes to, as scripts read it."""
    start_us, end_us = bounds
    return {
        "day": found.day,
        "begins": time_text(start_us),
        "ends": time_text(end_us),
        "hours": (end_us - start_us) / _HOUR_US,
        "closed": [_close_json(close) for close in found.closes],
        "links": [_link_json(link, found.day) for link in found.links],
        "house_money": [
            {"book": each.book, "account": each.account, "meter": each.meter, "amount_mc": each.amount_mc}
            for each in found.house_money
        ],
        "cash": [
            {
                "book": each.book,
                "table": each.table,
                "payments": each.payments,
                "paid_mc": each.paid_mc,
                "settled_mc": each.settled_mc,
                "beyond_mc": each.beyond_mc,
            }
            for each in found.cash
        ],
        "cash_mc": sum(each.paid_mc for each in found.cash),
        "beyond_after": [{"book": book, "amount_mc": mc} for book, mc in found.beyond.items()],
        "mended": [_mended_json(each) for each in found.mended],
        "disputes": [payment_json(each) for each in found.disputes],
        "tables": [
            {
                "table": each.table,
                "ended": each.ended,
                "late_here": [entry_json(entry) for entry in each.late_here],
                "late_since": [entry_json(entry) for entry in each.late_since],
            }
            for each in found.tables
        ],
        "reconciled": found.reconciled,
        "begun": begun,
    }


def _mended_json(mended: Mended) -> dict[str, Any]:
    return {
        "book": mended.book,
        "table": mended.table,
        "payment_seq": mended.payment_seq,
        "kind": mended.kind,
        "outcome": mended.outcome,
        "amount_mc": mended.amount_mc,
        "document": mended.document,
        "signed_by": list(mended.signed_by),
        "reason": mended.why,
        "day": mended.day,
        "of_day": mended.of_day,
        "at": time_text(mended.at_us),
    }


def _close_json(close: DayClose) -> dict[str, Any]:
    return {
        "stream": close.stream,
        "seq": close.seq,
        "missing_tables": list(close.missing_tables),
        "authorised_by": list(close.authorised_by),
        "reason": close.reason,
        "recorded_at": time_text(close.recorded_at_us),
    }


def _link_json(link: LinkDay, day: str) -> dict[str, Any]:
    return {
        "link": link.link,
        "closed": link.closed,
        "ended": list(link.ended),
        "missing": list(link.missing),
        "meters": [statement_json(each, day, day) for each in link.statements],
        "other_accounts": [
            {
                "account": each.account,
                "meter": each.meter,
                "cause": each.cause,
                "amount_mc": each.amount_mc,
                "nano": each.nano,
            }
            for each in link.other_accounts
        ],
        "late_here": [entry_json(entry) for entry in link.late_here],
        "late_since": [entry_json(entry) for entry in link.late_since],
        "readings": [_reading_json(reading) for reading in link.readings],
        "variances": link.variances,
        "refused": [
            {
                "attempted": each.attempted,
                "table": each.table,
                "source": each.source,
                "reason": each.reason,
            }
            for each in link.refused
        ],
        "borne_by_house": [borne_json(each) for each in link.borne],
    }


def _reading_json(reading: ReadingOfDay) -> dict[str, Any]:
    """A reading that was not compared has null in `expected_mc` and `variance_mc`."""
    return {
        "meter": reading.meter,
        "stream": reading.stream,
        "seq": reading.seq,
        "read_mc": reading.read_mc,
        "read_by": reading.read_by,
        "read_by_unknown": bool(reading.unknown),
        "read_at": time_text(reading.read_at_us),
        "expected_mc": reading.expected_mc,
        "variance_mc": reading.variance_mc,
        "explained": reading.explained,
        "withdrawn": reading.withdrawn,
        "changes": [
            {
                "change": each.change,
                "seq": each.seq,
                "signed_by": list(each.signed_by),
                "reason": each.reason,
                "recorded_at": time_text(each.recorded_at_us),
            }
            for each in reading.changes
        ],
    }


# --- for people -------------------------------------------------------------------------------------------


def _show(found: Reconciliation, bounds: tuple[int, int], *, begun: bool) -> None:
    start_us, end_us = bounds
    hours = (end_us - start_us) / _HOUR_US
    print_row(f"Gaming day {found.day}: {local_time(start_us)} to {local_time(end_us)} ({hours:g} hours)")
    if not begun:
        print("It has not begun.")
    for link in found.links:
        _show_link(link, found.day, begun=begun)
    for account in HOUSE_MONEY:
        total_mc = sum(each.amount_mc for each in found.house_money if each.account == account)
        if total_mc:
            print(f"\nHouse money, {account.replace('_', ' ')}: {text(total_mc)}")
    _show_cash(found)
    for each in found.mended:
        print_lines(mended_in_words(each))
    for paid in found.disputes:
        print_lines(case_payment_in_words(paid))
    for table in found.tables:
        for entry in (*table.late_here, *table.late_since):
            print_row(f"{table.table}: {late_in_words(entry, found.day, 'event', 'its end of day')}")
    for close in found.closes:
        without = f", without {', '.join(close.missing_tables)}" if close.missing_tables else ""
        print()
        signed_by, at = " and ".join(close.authorised_by), local_time(close.recorded_at_us)
        print_row(f"Closed by {signed_by}, {at}{without}: {close.reason}")


def _show_cash(found: Reconciliation) -> None:
    """What was paid for awards, as it stood when it was paid; what stood beyond entitlement after the day."""
    if found.cash:
        print("\nCash paid for awards, as it stood when it was paid")
        _show_payments(found)
    if found.beyond:
        books = ", ".join(f"{book} {text(mc)}" for book, mc in found.beyond.items())
        print_lines(f"Beyond entitlement after the day: {books}")


def _show_payments(found: Reconciliation) -> None:
    rows = [
        (
            each.book,
            each.table,
            f"{each.payments:,}",
            *map(text, (each.paid_mc, each.settled_mc, each.beyond_mc)),
        )
        for each in found.cash
    ]
    sums = (
        sum(each.paid_mc for each in found.cash),
        sum(each.settled_mc for each in found.cash),
        sum(each.beyond_mc for each in found.cash),
    )
    headings = ("book", "table", "payments>", "paid>", "settled>", "beyond entitlement>")
    print_columns(headings, [*rows, ("total", "", "", *map(text, sums))], 2)


def mended_in_words(mended: Mended) -> str:
    """A payment that was mended: how much of which, how, and by whom."""
    kind = mended.kind.replace("_", " ")
    return (
        f"Mended: {text(mended.amount_mc)} of payment {mended.payment_seq} of {mended.table} ({kind}), "
        f"{mended.outcome.replace('_', ' ')}, {mended.document}, signed by "
        f"{', '.join(mended.signed_by)}: {mended.why}"
    )


def case_payment_in_words(paid: CasePayment) -> str:
    """What was paid by the decision of a case."""
    return f"Case {paid.name}: paid at {paid.table}: {payment_text(paid)}"


def late_in_words(entry: Entry, day: str, what: str, after: str) -> str:
    """An entry that came after `after`: posted to this day though of an earlier one, or the other way."""
    if entry.day == day:
        return f"late: {what} {entry.seq}, {entry.type}, belongs to {entry.of_day}"
    return f"came after {after}: {what} {entry.seq}, {entry.type}, on {entry.day}"


def _show_link(link: LinkDay, day: str, *, begun: bool) -> None:
    state = "closed" if link.closed else "open" if begun else "not begun"
    if begun and link.missing:
        state += f", no end-of-day marker from {', '.join(link.missing)}"
    print()
    print_row(f"{link.link}: {state}")
    for statement in link.statements:
        print(f"  {statement.meter}")
        show_statement(statement, 4)
    for moved in link.other_accounts:
        account = f"{moved.account.replace('_', ' ')} {moved.meter}".rstrip()
        cause = moved.cause.replace("_", " ")
        print_row(f"{account:<40} {cause:<18} {exact(moved.amount_mc, moved.nano):>18}", 2)
    for reading in link.readings:
        _show_reading(reading)
    for entry in (*link.late_here, *link.late_since):
        print_row(late_in_words(entry, day, "record", "the close"), 2)
    for each in link.refused:
        event = each.source.rpartition("#")[2]
        print_lines(f"{each.attempted} refused: event {event} of {each.table}: {each.reason}", 2)
    for borne in link.borne:
        print_lines(borne_in_words(borne), 2)


def _show_reading(reading: ReadingOfDay) -> None:
    print_lines(_reading_text(reading), 2)
    for each in reading.changes:
        signed_by = " and ".join(each.signed_by)
        print_lines(f"{each.change} by {signed_by}, {local_time(each.recorded_at_us)}: {each.reason}", 4)


def _reading_text(reading: ReadingOfDay) -> str:
    at = local_time(reading.read_at_us)
    number = reading_name(reading.stream, reading.seq)
    read = f"reading {number} of {reading.meter} at {at}: {text(reading.read_mc)} by {reading.read_by}"
    if reading.unknown:
        read += ", whom the register does not have"
    if reading.variance_mc is None or reading.expected_mc is None:
        return f"{read}, not compared"
    variance = "" if reading.settled else ": look into it"
    return f"{read}, expected {text(reading.expected_mc)}, variance {text(reading.variance_mc)}{variance}"
