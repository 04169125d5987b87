"""`pitledger ledger statement LINK METER`: a meter's opening, a line for each cause, its closing."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import Parameter

from console.calls.options import NO_OPTIONS, GlobalOptions
from console.commands.ledger.span import ALWAYS, Span, require_meter, shown
from console.instances.read_model import open_read_model
from console.printing.columns import print_columns
from console.printing.lines import print_row
from console.printing.output import print_json
from events.money import exact
from events.times import time_text
from projections.ledger.accounts import ON_A_METER
from projections.ledger.spans import Bound
from streams.read_model.ledger import Money, Statement
from streams.read_model.ledger import statement as statement_of


def statement(
    link: Annotated[str, Parameter(help="the link")],
    meter: Annotated[str, Parameter(help="the meter of that link")],
    /,
    *,
    span: Span = ALWAYS,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """One meter over a span of gaming days or of moments.

    Examples:
        pitledger ledger statement HCF progressive
        pitledger ledger statement HCF progressive --from 2025-06-15 --to 2025-06-16
    """
    with open_read_model(options.location()) as store, store.at_one_moment():
        require_meter(store, link, meter)
        found = statement_of(store, link, meter, span.start, span.end)
    if options.json:
        print_json(statement_json(found, span.start, span.end))
    else:
        start = "its opening" if span.start is None else shown(span.start)
        end = "now" if span.end is None else shown(span.end)
        print_row(f"{link} {meter}: {start} to {end}")
        show_statement(found)
    return 0


def _bound(bound: Bound) -> str | None:
    return time_text(bound) if isinstance(bound, int) else bound


def statement_json(found: Statement, start: Bound, end: Bound) -> dict[str, Any]:
    """A statement as scripts read it: what is on the meter is positive."""
    return {
        "link": found.link,
        "meter": found.meter,
        "from": _bound(start),
        "to": _bound(end),
        "opening": _amounts(found.opening),
        "lines": [{"cause": line.cause, **_amounts(line.amounts)} for line in found.lines],
        "closing": _amounts(found.closing),
    }


def _amounts(amounts: dict[str, Money]) -> dict[str, int]:
    """By account; a residual is below a millicent, so it is in nanodollars."""
    return {
        "primary_mc": amounts.get("primary", Money()).mc,
        "reserve_mc": amounts.get("reserve", Money()).mc,
        "residual_nano": amounts.get("residual", Money()).nano,
    }


def show_statement(found: Statement, indent: int = 0) -> None:
    """Print a statement in columns: opening, a line a cause, closing."""
    rows = [("opening", found.opening), *found.lines, ("closing", found.closing)]
    lines = [
        (name.replace("_", " "), *(exact(*amounts.get(account, Money())) for account in ON_A_METER))
        for name, amounts in rows
    ]
    print_columns(("", *(f"{account}>" for account in ON_A_METER)), lines, indent)
