"""`pitledger round ROUND`: a round rebuilt from its events, as it ended or as it was at one moment."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from console.calls.arguments import number, one
from console.calls.names import something
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.commands.case.viewing import FOR_NO_CASE, ForCase
from console.instances.instance import open_log
from console.instances.read_model import open_read_model
from console.pages.round_files import NO_FILES, RoundFiles
from console.pages.told_round import tell_round
from console.printing.lines import print_lines
from console.printing.output import print_json
from console.rounds.chosen import ANY_ROUND, WhichRound
from console.rounds.gathered import gather_round
from console.rounds.screen import show_round, show_timeline
from console.rounds.shown import round_document
from console.rounds.verdict import NOTHING_ELSE, WhatIf


def round_(
    name: Annotated[
        str, one(something, "ROUND", "the round, as `pitledger export-events` names it", name="ROUND")
    ],
    /,
    *,
    at: Annotated[int | None, number("as the table was after this event", "SEQ")] = None,
    which: WhichRound = ANY_ROUND,
    timeline: Annotated[
        bool, Parameter(negative=(), help="also what happened, event by event, by the table's clock")
    ] = False,
    asked: WhatIf = NOTHING_ELSE,
    files: RoundFiles = NO_FILES,
    looked: ForCase = FOR_NO_CASE,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """A round rebuilt from its events: cards, wagers, awards; due beside done for each wager; who was there.

    --rulebook, --paytable and --switch ask what would have been due under others: what if? With a file to
    write, such as --html, the round goes into that file instead; a page opens at --at. With --case and --by
    the case has on record who looked at the round. Exit code 2: no such round.

    Examples:
        pitledger round HCF-01-12
        pitledger round HCF-01-12 --timeline
        pitledger round HCF-01-12 --at 240 --json
        pitledger round HCF-01-12 --html HCF-01-12.html
        pitledger round HCF-01-12 --paytable flush_bonus=B --switch flush_comparison=all_seven
    """
    looked.require_both()
    where = options.location()
    files.require_places(where.data)
    found = which.named(where, name)
    if not looked.record(found.table, name, options):
        return 1
    with open_log(where) as log, open_read_model(where, as_it_is=True) as store:
        shown = gather_round(log, store, found, at, asked)
        if files.asked:
            files.write(tell_round(log, store, found, asked), at)
    if options.json:
        print_json(round_document(shown))
        return 0
    if files.asked:
        return 0
    show_round(shown)
    print()
    if timeline:
        show_timeline(shown.view)
    else:
        print_lines(f"{len(shown.view.timeline)} events: --timeline shows them one by one.", 2)
    return 0
