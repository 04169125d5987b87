"""The ledger: trial balance, a meter's statement, what is owed, hits, what was kept."""

from __future__ import annotations

from typing import Final

from console.calls.arguments import day_or_moment
from console.commands.ledger.liability import liability_document
from console.commands.ledger.span import Span
from console.commands.ledger.statement import statement_json
from console.commands.ledger.trial import total_of, trial_document
from console.web.asked import Asked
from console.web.frame.lists import Cell, Column, row
from console.web.frame.words import plain
from console.web.showing.asked_of_pages import links, require_link
from console.web.view import NotFound, View
from events.money import exact
from projections.ledger.spans import Bound
from streams.read_model.ledger import Money, statement, trial_balance
from streams.read_model.queries.liability import all_beyond_entitlement, liabilities
from streams.read_model.queries.links import is_meter, meter_names
from streams.read_model.queries.stakes import stakes_due_back

NOTHING_POSTED: Final = "Nothing is posted yet: no link was opened, and no table has paid anything."
TRIAL: Final = (
    Column("book", "book", "id"),
    Column("account", "account"),
    Column("meter", "meter"),
    Column("debit", "debit", "money"),
    Column("credit", "credit", "money"),
)
STATEMENT: Final = (
    Column("cause", "what moved it"),
    Column("primary", "primary", "money"),
    Column("reserve", "reserve", "money"),
    Column("residual", "residual", "id"),
)
OWED: Final = (
    Column("link", "link", "id"),
    Column("account", "account"),
    Column("meter", "meter"),
    Column("amount", "owed", "money"),
)


def trial(asked: Asked) -> View:
    """Every account with its balance."""
    require_link(asked, asked.get("link"))
    at = asked.get("at")
    balance = trial_balance(asked.store, at, asked.get("link"))
    rows = [
        row(
            "/".join(key),
            book=key[0],
            account=plain(key[1]),
            meter=plain(key[2]),
            debit=money.mc if money > (0, 0) else Cell(None),
            credit=-money.mc if money < (0, 0) else Cell(None),
        )
        for key, money in balance.items()
    ]
    total = total_of(balance)
    values = {"links": links(asked), "off": exact(*total) if any(total) else "", "at_us": at}
    return View(
        "trial.html",
        "Trial balance",
        lambda: trial_document(balance, at),
        values,
        asked.listed(TRIAL, rows, NOTHING_POSTED),
    )


def meter_statement(asked: Asked) -> View:
    """A meter over a span: opening, a line a cause, closing."""
    link, meter = asked.places["link"], asked.places["meter"]
    if not is_meter(asked.store, link, meter):
        raise NotFound(
            f"There is no meter {meter} of a link {link}. The page of all meters shows those that there are."
        )
    span = Span(start=asked.get("from"), end=asked.get("to"))
    found = statement(asked.store, link, meter, span.start, span.end)
    lines = [("opening", found.opening), *found.lines, ("closing", found.closing)]
    rows = [
        row(
            str(number),
            cause=plain(cause),
            primary=amounts.get("primary", Money()).mc,
            reserve=amounts.get("reserve", Money()).mc,
            residual=exact(*amounts.get("residual", Money())),
        )
        for number, (cause, amounts) in enumerate(lines)
    ]
    others = [(each, name) for each in links(asked) for name in meter_names(asked.store, each)]
    list_ = asked.listed(STATEMENT, rows, NOTHING_POSTED)
    values = {"link": link, "meter": meter, "others": others}
    return View(
        "statement.html",
        f"Statement {link} {meter}",
        lambda: statement_json(found, span.start, span.end),
        values,
        list_,
    )


def bound(text: str) -> Bound:
    """An end of a span: a gaming day, or a moment."""
    return day_or_moment(text)


def liability(asked: Asked) -> View:
    """What is owed, link by link."""
    at, link = asked.get("at"), asked.get("link")
    require_link(asked, link)
    owed = liabilities(asked.store, at, link)
    beyond = all_beyond_entitlement(asked.store, at, link)
    stakes = stakes_due_back(asked.store, link, at)
    rows = [
        row(
            f"{each.link}/{account.account}/{account.meter}",
            link=each.link,
            account=plain(account.account),
            meter=plain(account.meter),
            amount=account.amount_mc,
        )
        for each in owed
        for account in each.accounts
    ]
    values = {
        "links": links(asked),
        "total": exact(sum(each.total_mc for each in owed), sum(each.total_nano for each in owed)),
        "awards": [award for each in owed for award in each.awards],
        "beyond": beyond,
        "stakes": stakes,
        "at_us": at,
    }
    list_ = asked.listed(OWED, rows, NOTHING_POSTED)
    return View(
        "liability.html", "Liability", lambda: liability_document(owed, beyond, stakes, at), values, list_
    )
