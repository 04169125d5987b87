"""`pitledger findings`: what broke which section, by the checks of procedure."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any

from cyclopts import Parameter

from console.arguments import day as gaming_day
from console.arguments import one
from console.columns import print_columns
from console.instance import open_log
from console.names import something
from console.options import NO_OPTIONS, GlobalOptions
from console.output import print_json, print_message
from console.wording.local_time import local_clock
from events.envelope import MODES
from events.money import MC_PER_CENT
from events.times import time_text
from projections.examining.finding import Finding
from streams.read_model.findings import Wanted, find

SEVERITIES = ("money", "procedure", "record")


def _severity(text: str) -> str:
    return _one_of(text, SEVERITIES)


def _mode(text: str) -> str:
    return _one_of(text, MODES)


def _one_of(text: str, known: tuple[str, ...]) -> str:
    if text not in known:
        raise ValueError(f"{text!r} is not one of {', '.join(known)}")
    return text


def findings(
    *,
    table: Annotated[str | None, one(something, "TABLE", "only of this table")] = None,
    day: Annotated[str | None, one(gaming_day, "DATE", "only of this gaming day")] = None,
    round_: Annotated[str | None, one(something, "ROUND", "only of this round", name="--round")] = None,
    section: Annotated[
        str | None, one(something, "SECTION", "only of this section and its parts: 678a.5, 678a.5(c)")
    ] = None,
    severity: Annotated[str | None, one(_severity, "SEVERITY", "money, procedure or record")] = None,
    mode: Annotated[str | None, one(_mode, "MODE", "live, test or training (default: all)")] = None,
    all_: Annotated[
        bool, Parameter(name="--all", negative="", help="each by itself, with its round")
    ] = False,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """What broke which section, found in the events of the tables by the checks of procedure.

    Grouped by day, table and check; --all lists each. Exit code 1: something was found.

    Examples:
        pitledger findings
        pitledger findings --table HCF-01 --section 678a.5 --all
        pitledger findings --day 2026-03-02 --severity money --json
    """
    wanted = Wanted(table, day, round_, section, severity, mode)
    with open_log(options.location()) as log:
        found = find(log, wanted)
    if options.json:
        print_json([*map(finding_document, found)])
    else:
        (_list if all_ else _group)(found)
        print_message(f"{len(found):,} finding{'s' * (len(found) != 1)}.")
    return 1 if found else 0


def finding_document(finding: Finding) -> dict[str, Any]:
    """A finding as plain values."""
    return {
        "check": finding.check,
        "id": finding.id,
        "severity": finding.severity,
        "section": finding.section,
        "stream": finding.stream,
        "table": finding.table,
        "round": finding.round,
        "seat": finding.seat,
        "wager": finding.wager,
        "at": time_text(finding.at_us),
        "events": [*finding.events],
        "due_cents": _cents(finding.due_mc),
        "done_cents": _cents(finding.done_mc),
        "difference_cents": _cents(finding.difference_mc),
        "message": finding.message,
        "mode": finding.mode,
        "version": finding.version,
    }


def _cents(amount_mc: int | None) -> int | None:
    return None if amount_mc is None else amount_mc // MC_PER_CENT


def _group(found: list[Finding]) -> None:
    """How often each check spoke at a table on a day, in the order of the first."""
    counts = Counter((each.gaming_day, each.table, each.id) for each in found)
    first = {(each.gaming_day, each.table, each.id): each for each in reversed(found)}
    rows = [
        (*key, str(count), first[key].section or "-", first[key].check.replace("_", " "), first[key].severity)
        for key, count in sorted(counts.items(), key=lambda item: item[0][:2])
    ]
    if rows:
        print_columns(("day", "table", "id", "times>", "section", "check", "severity"), rows)


def _list(found: list[Finding]) -> None:
    """One after the other, those first that weigh most."""
    rows = [
        (
            each.gaming_day,
            local_clock(each.at_us),
            each.round or each.table,
            each.id,
            each.section or "-",
            each.message,
        )
        for each in found
    ]
    if rows:
        print_columns(("day", "at", "round", "id", "section", "what~"), rows)
