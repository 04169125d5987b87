"""`pitledger case show`: a case with all that was done about it; that it was looked at is recorded."""

from __future__ import annotations

from console.calls.options import NO_OPTIONS, GlobalOptions
from console.calls.wrong_call import WrongCall
from console.commands.case.recording import By, CaseArgument, opened_case, record_view
from console.commands.case.replying import today
from console.commands.case.shown import case_json, entry_json, payment_json, show_case
from console.instances.read_model import open_read_model
from console.printing.output import print_json
from streams.read_model.queries.cases import cases


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
    day = today(options)
    if options.json:
        entries = [*map(entry_json, found[0].entries)]
        payments = [*map(payment_json, found[0].payments)]
        print_json({**case_json(found[0], day), "entries": entries, "payments": payments})
    else:
        show_case(found[0], day)
    return 0
