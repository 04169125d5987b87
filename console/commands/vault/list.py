"""`pitledger vault list`: which references can be opened. It discloses nobody."""

from __future__ import annotations

from console.calls.options import NO_OPTIONS, GlobalOptions
from console.commands.vault.whom import forgotten_on_record
from console.instances.instance import open_log, open_vault
from console.printing.columns import print_columns
from console.printing.output import print_json, print_message


def list_openings(*, options: GlobalOptions = NO_OPTIONS) -> int:
    """Show the references that can be opened, player and accounts of a person under one number.

    No label is shown: that is `pitledger vault disclose`, which is on record. Exit code 1: the log has
    references as forgotten that can be opened, as after a copy of the vault was put back.

    Examples:
        pitledger vault list
        pitledger vault list --json
    """
    where = options.location()
    with open_log(where) as log, open_vault(where) as vault:
        forgotten = set(forgotten_on_record(log))
        kept = [*vault.kept()]
    back = [each for each in kept if each.opening.reference in forgotten]
    if options.json:
        print_json(
            {
                "vault": str(vault.path),
                "openings": [
                    {"person": each.person, "kind": each.opening.kind, "reference": each.opening.reference}
                    for each in kept
                ],
                "forgotten": sorted(forgotten),
            }
        )
    else:
        rows = [(str(each.person), each.opening.kind, each.opening.reference) for each in kept]
        if rows:
            print_columns(("person", "kind", "reference"), rows)
        people = len({each.person for each in kept})
        print(
            f"{len(kept):,} references of {people:,} people can be opened; {len(forgotten):,} were forgotten."
        )
    if back:
        print_message(
            f"pitledger vault: {len(back):,} of these were forgotten, and are here again: a copy of the "
            "vault was put back. `pitledger vault forget --on-record` deletes them"
        )
    return 1 if back else 0
