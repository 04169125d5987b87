"""`pitledger vault disclose`: who a reference stands for, for anybody to recompute. It is on record."""

from __future__ import annotations

from console.calls.options import NO_OPTIONS, GlobalOptions
from console.commands.vault.whom import By, Whom, Why, disclosed, found
from console.exports.openings import opening_json
from console.instances.instance import require_instance
from console.printing.lines import print_row
from console.printing.output import print_json
from console.recording.clerk import open_clerk
from console.recording.signing import Facility

_SCREEN = "the screen"


def disclose(
    whom: Whom,
    /,
    *,
    by: By,
    reason: Why,
    facility: Facility = None,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Show the openings of a person: label, salt, and the reference that follows from them.

    A reference is SHA-256 of the salt's bytes and the label's. A person's accounts are shown with the player,
    since they have the same salt. What is shown is on record first, with the badge and the reason.

    Examples:
        pitledger vault disclose 5f17cd0312 --by S-2 --reason "subpoena 2026-114"
        pitledger vault disclose P-17 --by S-2 --reason "which reference is it" --json
    """
    require_instance(options.location())
    with open_clerk(options, facility) as clerk:
        openings = [each.opening for each in found(clerk.vault, whom)]
        if not disclosed(clerk, openings, _SCREEN, by, reason):
            return 1
    if options.json:
        print_json({"openings": [opening_json(each) for each in openings]})
        return 0
    for each in openings:
        print_row(f"{each.kind} {each.label}")
        print_row(f"reference {each.reference}", 2)
        print_row(f"salt      {each.salt.hex()}", 2)
    return 0
