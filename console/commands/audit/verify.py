"""`pitledger audit verify`: an export checked, by the program that is part of every export."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from console.calls.arguments import input_file, one
from console.calls.names import something
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.calls.wrong_call import WrongCall
from console.exports.verify_bag import Bad, Policy, read_key, read_policy, read_since
from console.exports.verify_bag import verify as verify_bag
from console.printing.output import print_json


def verify(
    bag: Annotated[Path, one(input_file, "BAG", "the folder of an export")],
    /,
    *,
    key: Annotated[str, one(something, "VKEY", "the public key of the log, from whoever answers for it")],
    since: Annotated[
        Path | None,
        one(input_file, "FILE", "an older checkpoint that you have kept; the log must continue it"),
    ] = None,
    policy: Annotated[
        Path | None, one(input_file, "FILE", "whose cosignatures the checkpoint must have (C2SP tlog-policy)")
    ] = None,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Check an export: files, signature, tree, history, streams, decisions, money, ledger, proofs.

    The first thing that does not hold is named. For files that no entry shows, such as the report, the
    envelope vouches, if it lies beside the bag.

    Examples:
        pitledger audit verify var/for-the-regulator --key pitledger/PA-01+1c2d3e4f+AZ
    """
    try:
        trusted = read_key(key)
    except ValueError as error:
        raise WrongCall(f"--key: {error}") from None
    if not bag.is_dir():
        raise WrongCall(f"BAG: {bag} is not a folder: name that of an export")
    older = None if since is None else _since(since)
    demanded = None if policy is None else _policy(policy)
    try:
        checked, bad = verify_bag(bag, trusted, older, demanded), None
    except Bad as found:
        checked, bad = [], found
    if options.json:
        problem = None if bad is None else {"place": bad.place, "why": bad.why}
        print_json({"good": bad is None, "checked": checked, "bad": problem})
    elif bad is not None:
        print(bad)
    else:
        print("\n".join(checked))
        print("good: everything above holds")
    return 1 if bad is not None else 0


def _since(file: Path) -> bytes:
    try:
        return read_since(file)
    except ValueError as error:
        raise WrongCall(str(error)) from None


def _policy(file: Path) -> Policy:
    try:
        return read_policy(file.read_bytes())
    except ValueError as error:
        raise WrongCall(f"--policy: {file}: {error}") from None
