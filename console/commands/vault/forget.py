"""`pitledger vault forget`: the openings of a person are deleted, and nothing that is recorded changes."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from console.calls.arguments import one
from console.calls.names import person, something, words
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.calls.wrong_call import WrongCall
from console.commands.vault.whom import WHOM, forgotten_on_record, found, recorded
from console.instances.instance import open_log, open_vault, require_instance
from console.printing.output import print_json
from console.recording.clerk import open_clerk
from console.recording.signing import Facility
from events.vocabulary.vault import LISTED_AT_MOST, OpeningsForgotten


def forget(
    whom: Annotated[str | None, one(something, "WHOM", WHOM)] = None,
    /,
    *,
    by: Annotated[str | None, one(person, "BADGE", "who does this")] = None,
    reason: Annotated[str | None, one(words, "TEXT", "why; it stays on record")] = None,
    on_record: Annotated[
        bool,
        Parameter(negative="", help="again all whom the log has as forgotten, after a copy was put back"),
    ] = False,
    facility: Facility = None,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Delete the openings of a person, player and accounts, for good; it is on record first, without labels.

    Events, hashes and bags stay as they are; nobody can tell any more whom these references mean. Somebody
    who comes again under the same label is somebody new. Copies of the vault are yours to delete.

    Examples:
        pitledger vault forget P-17 --by S-2 --reason "asked for by the player, letter of March 3"
        pitledger vault forget --on-record
    """
    require_instance(options.location())
    if on_record:
        if whom is not None or by is not None or reason is not None:
            raise WrongCall("--on-record: it is on record already who and why; give nothing else")
        return _again(options)
    if whom is None or by is None or reason is None:
        raise WrongCall("say whom to forget, --by BADGE and --reason TEXT; or --on-record")
    with open_clerk(options, facility) as clerk:
        kept = found(clerk.vault, whom)
        references = sorted(each.opening.reference for each in kept)
        for start in range(0, len(references), LISTED_AT_MOST):
            part = references[start : start + LISTED_AT_MOST]
            fields = {"references": part, "reason": reason, "forgotten_by": by}
            if not recorded(clerk, OpeningsForgotten.TYPE, fields, by):
                return 1
        clerk.vault.forget(references)
    _say(references, options)
    return 0


def _again(options: GlobalOptions) -> int:
    where = options.location()
    with open_log(where) as log, open_vault(where) as vault:
        back = [each for each in forgotten_on_record(log) if vault.can_open(each)]
        if back:
            vault.forget(back)
    _say(back, options)
    return 0


def _say(references: list[str], options: GlobalOptions) -> None:
    if options.json:
        print_json({"forgotten": references})
        return
    print(f"Forgotten: {len(references)} reference{'' if len(references) == 1 else 's'}.")
    for each in references:
        print(f"  {each}")
