"""`pitledger case list`: the cases that somebody has to do something about, and how long there is."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import Parameter

from console.calls.options import NO_OPTIONS, GlobalOptions
from console.cases.reply_clock import clock_text, is_overdue, is_waiting, today
from console.cases.shown import case_json
from console.instances.read_model import open_read_model
from console.printing.columns import columns
from console.printing.lines import page_width
from console.printing.output import print_in_red, print_json
from console.wording.local_time import local_time
from events.money import text
from streams.read_model.queries.cases import Case, cases


def list_cases(
    *,
    everything: Annotated[bool, Parameter(name="--all", help="those that are done with, too")] = False,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """List the cases that are open or not paid yet: by when a reply is due, and how many days that leaves.

    Exit code 1: a reply is overdue.

    Examples:
        pitledger case list
        pitledger case list --all --json
    """
    with open_read_model(options.location()) as store:
        found = [each for each in cases(store) if everything or is_waiting(each)]
    day = today(options.gaming_days())
    if options.json:
        print_json([case_json(each, day) for each in found])
    else:
        _show(found, day, everything=everything)
    return 1 if any(is_overdue(each, day) for each in found) else 0


def _show(found: list[Case], day: str, *, everything: bool) -> None:
    if not found:
        print("No case." if everything else "No case is open.")
        return
    headings = ("case", "table", "seat>", "claimed>", "disputed", "reply by", "clock", "decided>", "unpaid>")
    rows = [
        (
            each.name,
            each.table,
            str(each.seat),
            text(each.claimed_mc),
            local_time(each.disputed_at_us),
            each.reply_by,
            clock_text(each, day),
            "-" if each.decision is None else text(each.decision.amount_mc),
            text(each.unpaid_mc) if each.unpaid_mc else "-",
        )
        for each in found
    ]
    for line in columns(headings, rows, page_width(sys.stdout)):
        (print_in_red if "overdue" in line else print)(line)
