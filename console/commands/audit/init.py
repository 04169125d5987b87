"""`pitledger audit init`: begin the audit log of a facility with a key of its own, or give it a new key."""

from __future__ import annotations

import os
from typing import Annotated

from cyclopts import Parameter

from console.calls.arguments import one
from console.calls.options import NO_OPTIONS, GlobalOptions, Location
from console.calls.wrong_call import WrongCall
from console.commands.audit.opening import (
    audit_folder,
    new_passphrase,
    open_notary,
    passphrase_of,
    policy_of,
)
from console.instances.instance import open_log
from console.printing.lines import print_row
from console.printing.output import print_json, print_message
from console.recording import on_record
from console.recording.recorders import facility_of
from streams.notary.folder import KEY_FILE, VKEY_FILE
from streams.notary.keys import (
    NEW_PASSPHRASE_VARIABLE,
    PASSPHRASE_VARIABLE,
    begin_audit_log,
    load_signer,
)
from streams.notary.tlog.notes import VerifierKey, is_key_name


def _origin(text: str) -> str:
    if not is_key_name(text):
        raise ValueError(
            f"{text!r} is not an origin: write a name without blanks and +, such as casino.org/pit"
        )
    return text


def init(
    *,
    origin: Annotated[
        str | None, one(_origin, "NAME", "what the log is called (default: pitledger/ and the facility)")
    ] = None,
    passphrase: Annotated[
        bool, Parameter(help="put the key behind a passphrase (PITLEDGER_AUDIT_PASSPHRASE, or asked for)")
    ] = False,
    rotate: Annotated[
        bool, Parameter(help="a new key for the log that is there; both sign the change")
    ] = False,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Begin the audit log: make its secret key, and print the public one that others check it with.

    Examples:
        pitledger audit init
        pitledger audit init --origin casino.org/pit --passphrase
        pitledger audit init --rotate
    """
    where = options.location()
    if rotate and origin is not None:
        raise WrongCall("--rotate keeps the origin: leave out --origin")
    key = _rotated(where, passphrase) if rotate else _begun(where, origin, passphrase)
    on_record.done(
        f"the key of {key.name} is {'changed' if rotate else 'made'}",
        f"the file {audit_folder(where) / VKEY_FILE}",
        doubles=True,
    )
    if options.json:
        print_json({"origin": key.name, "vkey": key.text})
    else:
        print_row(key.text)
        print_row(
            f"Hand this key to whoever is to check {key.name}. The secret one is in "
            f"{audit_folder(where) / KEY_FILE}: keep a copy in a safe, and show it to nobody."
        )
    return 0


def _begun(where: Location, origin: str | None, passphrase: bool) -> VerifierKey:
    folder = audit_folder(where)
    if origin is None:
        with open_log(where) as log:
            facility = facility_of(log)
        if facility is None:
            raise WrongCall("nothing is recorded yet that says whose log this is: name it with --origin")
        origin = f"pitledger/{facility}"
    return begin_audit_log(folder, origin, new_passphrase() if passphrase else None)


def _rotated(where: Location, passphrase: bool) -> VerifierKey:
    folder = audit_folder(where)
    given = passphrase_of(folder)
    variable = NEW_PASSPHRASE_VARIABLE if os.environ.get(NEW_PASSPHRASE_VARIABLE) else PASSPHRASE_VARIABLE
    new = new_passphrase(variable=variable) if passphrase else given
    with open_notary(where) as notary:
        key = notary.change_key(load_signer(folder, given), new)
    if witnesses := ", ".join(each.name for each in policy_of(folder).witnesses):
        print_message(
            f"{witnesses}: hand the new key to each witness of the policy, too (`pitledger audit witness "
            "FOLDER --log VKEY`): what it alone has signed, they refuse until they know it"
        )
    return key
