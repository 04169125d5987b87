"""`pitledger ledger hold`: what the house kept of each wager against theory, and if chance explains it."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Annotated, Any

from console.calls.arguments import one
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.calls.wrong_call import WrongCall
from console.instances.read_model import open_read_model
from console.printing.columns import print_columns
from console.printing.lines import print_row
from console.printing.output import print_json
from console.wording.gaming_days import day
from events.money import RATE_UNIT, exact, text
from games.counting.hold import percent
from projections.ledger.actual_hold import ActualHold
from streams.read_model.hold import hold_report

HEADINGS = (
    *("rulebook", "wager", "paytable", "options~", "wagers>", "staked>", "cost>"),
    *("actual %>", "theory %>", "99 % interval>", "within"),
)


def hold(
    *,
    start: Annotated[str | None, one(day, "WHEN", "from this gaming day on", name="--from")] = None,
    end: Annotated[str | None, one(day, "WHEN", "to the end of this gaming day", name="--to")] = None,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """What was kept of each wager and paytable, against exact theory with its 99 % interval.

    Exit code 1: a wager lies outside its interval.

    Examples:
        pitledger ledger hold
        pitledger ledger hold --from 2025-06-15 --to 2025-06-21
    """
    if start and end and start > end:
        raise WrongCall("--from and --to: the span ends before it begins")
    span = {name: bound for name, bound in (("first_day", start), ("last_day", end)) if bound is not None}
    with open_read_model(options.location()) as store:
        report = hold_report(store, **span)
    if options.json:
        print_json({"from": start, "to": end, "hold": [as_json(line) for line in report]})
    else:
        _show(report)
    return 1 if any(line.within is False for line in report) else 0


def as_json(line: ActualHold) -> dict[str, Any]:
    """A line as scripts read it: shares of the stakes as fractions, amounts as integers."""
    paid_mc, paid_nano = _whole(line.paid_mc)
    return {
        "rulebook": line.rulebook,
        "wager": line.wager,
        "paytable": line.paytable,
        "options": dict(line.options),
        "wagers": line.wagers,
        "staked_mc": line.staked_mc,
        "cost_mc": paid_mc,
        "cost_nano": paid_nano,
        "actual": str(line.actual),
        "actual_percent": percent(line.actual),
        "theoretical": _maybe(line.theoretical, str),
        "theoretical_percent": _maybe(line.theoretical, percent),
        "low_percent": _maybe(line.low, percent),
        "high_percent": _maybe(line.high, percent),
        "within": line.within,
        "note": line.note,
    }


def _whole(amount_mc: Fraction) -> tuple[int, int]:
    """Millicents, and the rest in nanodollars: rates are basis points, so nothing is below."""
    whole = amount_mc.numerator // amount_mc.denominator
    return whole, int((amount_mc - whole) * RATE_UNIT)


def _maybe(share: Fraction | None, shown: Any) -> str | None:
    return None if share is None else shown(share)


def _show(report: list[ActualHold]) -> None:
    if not report:
        print("No wager has been settled in that span.")
        return
    rows = [
        (
            line.rulebook or "-",
            line.wager,
            line.paytable or "-",
            ", ".join(_settings(line)) or "-",
            f"{line.wagers:,}",
            text(line.staked_mc),
            exact(*_whole(line.paid_mc)),
            percent(line.actual),
            _maybe(line.theoretical, percent) or "-",
            "-" if line.low is None or line.high is None else f"{percent(line.low)} to {percent(line.high)}",
            "-" if line.within is None else "yes" if line.within else "no",
        )
        for line in report
    ]
    print_columns(HEADINGS, rows)
    for each in report:
        if each.note:
            print_row(f"{_row_name(each)}: {each.note}")


def _row_name(line: ActualHold) -> str:
    """The row that a note is about, by all that tells it from others."""
    wager = f"{line.rulebook or 'no rulebook'} {line.wager}"
    return ", ".join((wager, *([f"paytable {line.paytable}"] if line.paytable else []), *_settings(line)))


def _settings(line: ActualHold) -> list[str]:
    return [f"{name}={json.dumps(value)}" for name, value in line.options.items()]
