"""`pitledger case open`: a player's claim taken down."""

from __future__ import annotations

from typing import Annotated

from console.calls.arguments import one
from console.calls.names import case_name
from console.calls.options import NO_OPTIONS, GlobalOptions, Location
from console.calls.wrong_call import WrongCall
from console.cases.entries import add_entry
from console.cases.opening import BY_DEFAULT, Claim, Terms, next_name, opening_entry, require_table
from console.commands.case.recording import By, show_recorded
from console.instances.instance import read_model_file, require_instance
from console.instances.read_model import open_read_model
from console.recording.clerk import open_clerk
from console.recording.signing import UNIDENTIFIED, Identified
from streams.read_model.queries.cases import cases
from streams.read_model.queries.found_rounds import last_played_us


def open_case(
    name: Annotated[
        str | None, one(case_name, "CASE", "a name of your own (default: the next number)", name="CASE")
    ] = None,
    /,
    *,
    claim: Claim,
    by: By,
    terms: Terms = BY_DEFAULT,
    identified: Identified = UNIDENTIFIED,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    r"""Take down what a player claims: table, seat, time, and how much is missing.

    Examples:
        pitledger case open --table HCF-01 --seat 4 --at 19:00 --amount 30.00 \
          --claim "the raise was not paid" --player P-17 --by F-12
    """
    where = options.location()
    require_instance(where)
    if identified.id is not None and name is None:
        raise WrongCall("--id: a repeat is known by its case; name the case, too")
    days, (last_us, names) = options.gaming_days(), _known(where, claim.table)
    entry = opening_entry(name or "", claim, terms, by, days=days, last_us=last_us)
    with open_clerk(options, identified.facility) as clerk:
        require_table(clerk.log, claim.table)
        entry = entry._replace(case=name or next_name(clerk.log, names))
        recorded = add_entry(clerk, entry, identified.id)
        clerk.process()
    return show_recorded(entry, recorded, options, reply_by=entry.fields["reply_by"])


def _known(where: Location, table: str) -> tuple[int | None, list[str]]:
    """When the table played last, and which cases there are; nothing before the sinks on Kafka ever ran."""
    if not read_model_file(where).exists():
        return None, []
    with open_read_model(where) as store:
        return last_played_us(store, table), [case.name for case in cases(store)]
