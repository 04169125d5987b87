"""`pitledger audit policy`: which witnesses are to cosign the audit log, and how many of them must."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from console.calls.arguments import input_file, one
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.calls.wrong_call import WrongCall
from console.commands.audit.opening import audit_folder, policy_of
from console.printing.output import print_json
from streams.notary.folder import POLICY_FILE, disk_errors_as_ours, write_durably
from streams.notary.keys import read_vkey
from streams.notary.tlog.notes import VerifierKey
from streams.notary.tlog.policies import MOST_BYTES, BadPolicy, Policy, read_policy
from streams.notary.witness.asking import address_of


def policy(
    file: Annotated[
        Path | None, one(input_file, "FILE", "the new policy, in the form of C2SP tlog-policy; - is stdin")
    ] = None,
    /,
    *,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Say which witnesses cosign this audit log, and how many must before a checkpoint is published.

    Without FILE, print the policy in force, as it is handed to those who check the log.

    Examples:
        pitledger audit policy
        pitledger audit policy our.policy
        pitledger audit policy > for-the-auditor.policy
    """
    folder = audit_folder(options.location())
    key = read_vkey(folder)
    if file is not None:
        content = _content_of(file)
        _require_usable(file, content, key)
        with disk_errors_as_ours(folder):
            write_durably(folder / POLICY_FILE, content)
    in_force = policy_of(folder)
    if options.json:
        print_json(
            {
                "policy": _for_others(in_force, key),
                "witnesses": [
                    {"name": each.name, "vkey": each.key.text, "url": each.url or None}
                    for each in in_force.witnesses
                ],
                "quorum": in_force.quorum,
            }
        )
    else:
        print(_for_others(in_force, key), end="")
    return 0


def _content_of(file: Path) -> bytes:
    if str(file) == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with file.open("rb") as opened:
        return opened.read(MOST_BYTES + 1)


def _require_usable(file: Path, content: bytes, key: VerifierKey) -> None:
    """Refuse a policy of another log, or one whose witnesses cannot be asked."""
    try:
        given = read_policy(content)
    except BadPolicy as error:
        raise WrongCall(f"FILE: {file}: {error}") from None
    if given.logs and key not in [log.key for log in given.logs]:
        raise WrongCall(f"FILE: {file}: its logs are others: name this one, or none. This one is {key.text}")
    for witness in given.witnesses:
        try:
            address_of(witness.url)
        except ValueError as error:
            raise WrongCall(f"FILE: {file}: witness {witness.name}: {error}") from None


def _for_others(policy: Policy, key: VerifierKey) -> str:
    """The policy as a file, with the key that signs now."""
    lines = [f"log {key.text}"]
    lines += [f"witness {each.name} {each.key.text} {each.url}".rstrip() for each in policy.witnesses]
    lines += [f"group {each.name} {each.threshold} {' '.join(each.members)}" for each in policy.groups]
    return "".join(f"{line}\n" for line in [*lines, f"quorum {policy.quorum}"])
