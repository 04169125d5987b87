"""`pitledger account remove BADGE`: nobody signs in by it any more."""

from __future__ import annotations

from typing import Annotated

from console.calls.arguments import one
from console.calls.names import person
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.calls.wrong_call import WrongCall, did_you_mean
from console.instances.instance import open_log
from console.printing.output import print_json
from console.web.entry.accounts import load_accounts, store_accounts
from events.naming import comparable


def remove_account(
    badge: Annotated[str, one(person, "BADGE", "whose account it is", name="BADGE")],
    /,
    *,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Take an account away: its sessions end within seconds. The badge stays in the register.

    Examples:
        pitledger account remove A-7
    """
    where = options.location()
    with open_log(where):
        pass  # what is no instance has no accounts
    accounts = load_accounts(where.data)
    removed = accounts.pop(comparable(badge), None)
    if removed is None:
        near = did_you_mean(badge, [account.badge for account in accounts.values()])
        raise WrongCall(f"{badge} has no account{near}: `pitledger account list` shows who has one")
    store_accounts(where.data, accounts)
    if options.json:
        print_json({"badge": removed.badge, "role": removed.role})
    else:
        print(f"{removed.badge} may not sign in any more.")
    return 0
