"""Hold: what was kept of each wager, against exact theory."""

from __future__ import annotations

from typing import Final

from console.calls.wrong_call import WrongCall
from console.commands.ledger.hold import as_json
from console.web.asked import Asked
from console.web.frame.lists import Cell, Column, row
from console.web.frame.words import plain
from console.web.view import View
from games.counting.hold import percent
from projections.ledger.actual_hold import ActualHold
from streams.read_model.hold import hold_report

COLUMNS: Final = (
    Column("rulebook", "rulebook", "id"),
    Column("wager", "wager"),
    Column("paytable", "paytable"),
    Column("wagers", "wagers", "number"),
    Column("staked", "staked", "money"),
    Column("actual", "actual %", "id"),
    Column("theory", "theory %", "id"),
    Column("interval", "99 % interval", "id"),
    Column("within", "within", "status"),
    Column("note", "note", wide=True),
)


def hold(asked: Asked) -> View:
    """What was kept of each wager, against theory."""
    first, last = asked.get("from"), asked.get("to")
    if first is not None and last is not None and first > last:
        raise WrongCall(f"from and to: the span ends before it begins ({first} to {last})")
    span = {
        name: asked.get(typed)
        for name, typed in (("first_day", "from"), ("last_day", "to"))
        if asked.get(typed) is not None
    }
    with asked.site.store() as store:  # which has a moment of its own
        report = hold_report(store, **span)
    rows = [
        row(
            str(number),
            rulebook=line.rulebook or "none",
            wager=plain(line.wager),
            paytable=line.paytable or "",
            wagers=line.wagers,
            staked=line.staked_mc,
            actual=percent(line.actual),
            theory="" if line.theoretical is None else percent(line.theoretical),
            interval=""
            if line.low is None or line.high is None
            else f"{percent(line.low)} to {percent(line.high)}",
            within=_within(line.within),
            note=line.note,
        )
        for number, line in enumerate(report)
    ]
    document = {"from": asked.get("from"), "to": asked.get("to"), "hold": [*map(as_json, report)]}
    nothing = "No wager has been settled in that span."
    return View("hold.html", "Hold", lambda: document, {}, asked.listed(COLUMNS, rows, nothing))


def _interval(line: ActualHold) -> str:
    if line.low is None or line.high is None:
        return ""
    return f"{percent(line.low)} to {percent(line.high)}"


def _within(within: bool | None) -> Cell:
    if within is None:
        return Cell("not judged", tone="unknown")
    return Cell("yes", tone="ok") if within else Cell("no", tone="bad")
