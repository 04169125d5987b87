"""`pitledger findings`: what broke which section, by the checks of procedure."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from itertools import chain
from typing import Annotated

from cyclopts import Parameter

from console.calls.arguments import day as gaming_day
from console.calls.arguments import one
from console.calls.names import something
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.calls.wrong_call import WrongCall
from console.findings.asked import mode_name, require_known, severity_name
from console.findings.lists import SHOWN, Lists, accept_list, tell_of_lists
from console.findings.patterns import NO_PATTERNS, PatternsAsked, check_patterns, show_patterns
from console.findings.shown import CSV_COLUMNS, csv_row, finding_document, print_csv
from console.instances.instance import open_log
from console.instances.read_model import open_read_model
from console.printing.columns import print_columns
from console.printing.lines import print_row
from console.printing.output import print_json, print_json_line, print_message
from console.wording.local_time import local_clock
from projections.examining.finding import Finding
from streams.errors import Trouble
from streams.log import Log
from streams.read_model.findings import FindingsToCome, Wanted, find
from streams.read_model.store import ReadStore


def findings(
    *,
    table: Annotated[str | None, one(something, "TABLE", "only of this table")] = None,
    day: Annotated[str | None, one(gaming_day, "DATE", "only of this gaming day")] = None,
    round_: Annotated[str | None, one(something, "ROUND", "only of this round", name="--round")] = None,
    section: Annotated[
        str | None, one(something, "SECTION", "only of this section and its parts: 678a.5, 678a.5(c)")
    ] = None,
    severity: Annotated[str | None, one(severity_name, "SEVERITY", "money, procedure or record")] = None,
    mode: Annotated[str | None, one(mode_name, "MODE", "live, test or training (default: all)")] = None,
    all_: Annotated[
        bool, Parameter(name="--all", negative="", help="each by itself, with its round")
    ] = False,
    follow: Annotated[
        bool, Parameter(negative="", help="then those that come, until Ctrl-C; with --json a line each")
    ] = False,
    csv: Annotated[bool, Parameter(negative="", help="each as a row of CSV, for a spreadsheet")] = False,
    patterns: PatternsAsked = NO_PATTERNS,
    lists: Lists = SHOWN,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """What broke which section, found in the events of tables and at links by the checks of procedure.

    Grouped by day, table and check; --all and --follow list each. Exit code 1: something was found;
    2: no such table, round or chapter. --patterns counts them over rounds instead, and its exit code is 0.

    Examples:
        pitledger findings
        pitledger findings --table HCF-01 --section 678a.5 --all
        pitledger findings --day 2026-03-02 --severity money --json
        pitledger findings --follow --severity money
        pitledger findings --csv > findings.csv
        pitledger findings --patterns --by dealer
    """
    wanted, where = Wanted(table, day, round_, section, severity, mode), options.location()
    if lists.reason and lists.accept is None:
        raise WrongCall("--reason belongs to --accept BADGE: who accepts what the newest list finds?")
    if csv and options.json:
        raise WrongCall("--csv and --json: one of the two")
    check_patterns(patterns, wanted, all_=all_, follow=follow, csv=csv)
    if lists.accept is not None:
        if patterns.patterns:
            raise WrongCall("--patterns shows, and --accept records: one of the two")
        return accept_list(lists, options)
    with open_read_model(where, examined=True) as store:
        tell_of_lists(store, lists)
        require_known(store, wanted)
        if patterns.patterns:
            return show_patterns(store, wanted, patterns, lists.version, options)
        if follow:
            with open_log(where) as log:
                return _follow(store, log, wanted, lists.version, _telling(options, csv=csv))
        found = find(store, wanted, lists.version)
    if options.json:
        print_json([*map(finding_document, found)])
    elif csv:
        print_csv([CSV_COLUMNS, *map(csv_row, found)])
    else:
        (_list if all_ else _group)(found)
        print_message(f"{len(found):,} finding{'s' * (len(found) != 1)}.")
    return 1 if found else 0


def _telling(options: GlobalOptions, *, csv: bool) -> Callable[[Finding], None]:
    """How each finding is told to whoever follows: as a line of JSON, a row of CSV, or in words."""
    if csv:
        print_csv([CSV_COLUMNS])
        return lambda finding: print_csv([csv_row(finding)])
    if options.json:
        return lambda finding: print_json_line(finding_document(finding))
    return _print_line


def _print_line(finding: Finding) -> None:
    print_row(" ".join(_line(finding)), 0, 2)
    sys.stdout.flush()


def _follow(
    store: ReadStore, log: Log, wanted: Wanted, version: int | None, tell: Callable[[Finding], None]
) -> int:
    """What was found, and what is found from then on; Ctrl-C is how it ends."""
    shown = 0
    try:
        with store.at_one_moment():
            found, to_come = find(store, wanted, version), FindingsToCome(store, log, version)
        for finding in chain(found, filter(wanted.takes, to_come.follow(_tell_of_outage))):
            shown += 1
            tell(finding)
    except KeyboardInterrupt:
        print_message(f"{shown:,} finding{'s' * (shown != 1)}.")
    return 1 if shown else 0


def _tell_of_outage(trouble: Trouble) -> None:
    """Who follows stays: what is found meanwhile is in the log, and comes when it can be read again."""
    print_message(f"{trouble}. What is found meanwhile comes as soon as it can be read; Ctrl-C ends this.")


def _group(found: list[Finding]) -> None:
    """How often each check spoke at a table on a day, in the order of the first."""
    counts = Counter((each.gaming_day, _place(each), each.id) for each in found)
    first = {(each.gaming_day, _place(each), each.id): each for each in reversed(found)}
    rows = [
        (*key, str(count), first[key].section or "-", first[key].check.replace("_", " "), first[key].severity)
        for key, count in sorted(counts.items(), key=lambda item: item[0][:2])
    ]
    if rows:
        print_columns(("day", "table", "id", "times>", "section", "check", "severity"), rows)


def _place(each: Finding) -> str:
    """The table that a finding is about, or the stream of the link that it is about alone."""
    return each.table or each.stream


def _list(found: list[Finding]) -> None:
    """One after the other, those first that weigh most."""
    if found:
        print_columns(("day", "at", "round", "id", "section", "what~"), [*map(_line, found)])


def _line(each: Finding) -> tuple[str, ...]:
    return (
        each.gaming_day,
        local_clock(each.at_us),
        each.round or _place(each),
        each.id,
        each.section or "-",
        each.message,
    )
