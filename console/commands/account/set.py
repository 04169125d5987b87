"""`pitledger account set BADGE --role ROLE`: an account for a badge of the register."""

from __future__ import annotations

import getpass
import sys
from typing import Annotated

from console.calls.arguments import one
from console.calls.names import person
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.calls.wrong_call import WrongCall
from console.instances.instance import open_log
from console.printing.output import print_json, print_message
from console.web.entry.accounts import Account, hash_of, load_accounts, password_of, store_accounts
from console.web.entry.roles import ROLES, Role, role_named
from events.naming import comparable
from streams.recorder.register import RegisterReader


def set_account(
    badge: Annotated[str, one(person, "BADGE", "a badge of the register", name="BADGE")],
    /,
    *,
    role: Annotated[Role, one(role_named, "ROLE", f"which pages it opens: {', '.join(ROLES)}")],
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Let the holder of a badge sign in to `pitledger serve`, or give the account another role or password.

    The password is asked for at a terminal, and else read from standard input, one line. The account is for
    the department that the register has the badge in: where that changes, it has to be set again.

    Examples:
        pitledger account set S-2 --role surveillance
        pitledger account set A-7 --role accounting < password
    """
    where = options.location()
    with open_log(where) as log:
        held = RegisterReader(log).read().holder(badge)
    if held is None:
        raise WrongCall(
            f"{badge}: the register does not have this badge, or it was withdrawn: `pitledger badge issue` "
            "issues one, and `pitledger badge list` shows who holds one"
        )
    try:
        password = password_of(_typed_password())
    except ValueError as error:
        raise WrongCall(f"the password: {error}") from error
    accounts = load_accounts(where.data)
    existed = comparable(badge) in accounts
    account = Account(held.badge, held.department, role, hash_of(password))
    store_accounts(where.data, {**accounts, comparable(badge): account})
    if options.json:
        print_json(
            {"badge": account.badge, "department": account.department, "role": role, "existed": existed}
        )
    else:
        print(f"{account.badge} of {account.department} may sign in for {role}.")
    if existed:
        print_message("The account was there before: whoever had signed in with it has to sign in again.")
    return 0


def _typed_password() -> str:
    """What is typed, unseen, at a terminal; else a line of standard input."""
    if sys.stdin.isatty():
        typed = getpass.getpass("Password: ")
        if getpass.getpass("Again: ") != typed:
            raise ValueError("the two are not the same: type it again")
        return typed
    return sys.stdin.readline().rstrip("\r\n")
