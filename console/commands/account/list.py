"""`pitledger account list`: who may sign in to the console in the browser."""

from __future__ import annotations

from console.calls.options import NO_OPTIONS, GlobalOptions
from console.instances.instance import open_log
from console.printing.columns import print_columns
from console.printing.output import print_json
from console.web.entry.accounts import load_accounts, why_shut
from streams.recorder.register import RegisterReader


def list_accounts(*, options: GlobalOptions = NO_OPTIONS) -> int:
    """Show who may sign in and as what, and whom the register shuts out.

    Examples:
        pitledger account list
    """
    where = options.location()
    with open_log(where) as log:
        register = RegisterReader(log).read()
    accounts = sorted(load_accounts(where.data).values(), key=lambda each: (each.role, each.badge.casefold()))
    if options.json:
        print_json(
            [
                {
                    "badge": each.badge,
                    "department": each.department,
                    "role": each.role,
                    "shut": why_shut(each, register) or None,
                }
                for each in accounts
            ]
        )
    elif accounts:
        rows = [
            (each.badge, each.department, each.role, why_shut(each, register) or "-") for each in accounts
        ]
        print_columns(("badge", "department", "role", "shut out~"), rows)
    else:
        print("Nobody may sign in yet: `pitledger account set BADGE --role ROLE` lets somebody.")
    return 0
