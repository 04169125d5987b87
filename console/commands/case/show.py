"""`pitledger case show`: a case with all that was done about it; that it was looked at is recorded."""

from __future__ import annotations

from console.calls.options import NO_OPTIONS, GlobalOptions
from console.calls.wrong_call import WrongCall
from console.cases.entries import opened_case
from console.cases.reply_clock import clock_text, today
from console.cases.shown import case_document, steps
from console.commands.case.recording import By, CaseArgument, record_view
from console.instances.read_model import open_read_model
from console.printing.lines import print_lines, print_row
from console.printing.output import print_json
from console.wording.local_time import local_time
from console.wording.people import shortly
from events.money import text
from streams.read_model.queries.cases import Case, cases


def show(case: CaseArgument, /, *, by: By, options: GlobalOptions = NO_OPTIONS) -> int:
    """Show a case: the claim, what was looked at, noted, held, decided and paid.

    That somebody looked is recorded first; where it cannot be, nothing is shown.

    Examples:
        pitledger case show 1 --by S-3
    """
    where = options.location()
    opened_case(where, case)
    if not record_view(case, by, options):
        return 1
    with open_read_model(where) as store, store.at_one_moment():
        found = cases(store, case)
    if not found:
        raise WrongCall(f"the case {case} has not reached the read model yet: call this again")
    day = today(options.gaming_days())
    if options.json:
        print_json(case_document(found[0], day))
    else:
        _show(found[0], day)
    return 0


def _show(case: Case, day: str) -> None:
    """The case with all its entries, in order."""
    print_row(f"Case {case.name}: {case.table}, seat {case.seat}, {local_time(case.disputed_at_us)}")
    player = f", player {shortly(case.player)}" if case.player else ""
    print_lines(f"claims {text(case.claimed_mc)}{player}: {case.claim}", 2)
    clock = clock_text(case, day)
    reply = clock if case.decision is not None else f"reply by {case.reply_by}, {clock}"
    print_row(f"opened by {case.opened_by}, {local_time(case.opened_at_us)}; {reply}", 2)
    for step in steps(case):
        number = str(step.seq) if step.seq else ""
        print_lines(f"{number:>4}  {local_time(step.at_us)}  {step.words}", further=6)
    for hold in case.holds:
        print_lines(f"to be kept (hold {hold.seq}): {hold.said}", 2)
    if case.unpaid_mc:
        print_lines(f"still to be paid: {text(case.unpaid_mc)}: `pitledger case pay {case.name}`", 2)
