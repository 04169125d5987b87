"""`pitledger audit verify`: an export checked, by the program that is part of every export."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from console.arguments import input_file, one
from console.exports.verify_bag import Bad, read_key
from console.exports.verify_bag import verify as verify_bag
from console.names import something
from console.options import NO_OPTIONS, GlobalOptions
from console.output import print_json
from console.wrong_call import WrongCall
from events.times import MAX_TIME_US, time_text
from streams.notary.tlog.checkpoints import open_checkpoint
from streams.notary.tlog.notes import BadNote
from streams.notary.tlog.policies import BadPolicy, Policy, read_policy


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
    """Check an export: files, signature, tree, history, streams. The first thing that does not hold is named.

    Examples:
        pitledger audit verify var/for-the-regulator --key pitledger/PA-01+1c2d3e4f+AZ
    """
    try:
        trusted = read_key(key)
    except ValueError as error:
        raise WrongCall(f"--key: {error}") from None
    if not bag.is_dir():
        raise WrongCall(f"BAG: {bag} is not a folder: name that of an export")
    older = None if since is None else since.read_bytes()
    demanded = None if policy is None else _policy(policy)
    try:
        checked, bad = verify_bag(bag, trusted, older), None
        if demanded is not None:
            checked.append(_met((bag / "data/checkpoint").read_bytes(), demanded))
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


def _policy(file: Path) -> Policy:
    try:
        return read_policy(file.read_bytes())
    except BadPolicy as error:
        raise WrongCall(f"--policy: {file}: {error}") from None


def _met(checkpoint: bytes, policy: Policy) -> str:
    """That the logs and witnesses of a policy have signed what was found good; says so."""
    try:
        if policy.logs:
            open_checkpoint(checkpoint, [log.key for log in policy.logs])
        found = policy.cosigners_of(checkpoint)
    except BadNote as error:
        raise Bad("file data/checkpoint", str(error)) from None
    names = ", ".join(f"{name} at {_time(each.seconds)}" for name, each in found.items())
    if not policy.is_met_by([*found]):
        raise Bad(
            "file data/checkpoint",
            f"the policy demands {policy.demand}, and it is cosigned by {names or 'nobody'}",
        )
    return f"policy: {policy.demand} is demanded, cosigned by {names or 'nobody'}"


def _time(seconds: int) -> str:
    return time_text(min(1_000_000 * seconds, MAX_TIME_US))
