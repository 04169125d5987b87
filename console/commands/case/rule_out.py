"""`pitledger case rule-out`: a round that the claim is not about."""

from __future__ import annotations

from typing import Annotated

from console.calls.arguments import one
from console.calls.names import something
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.cases.entries import Entry, opened_case
from console.cases.rounds import find_round
from console.commands.case.recording import By, CaseArgument, TableOption, record_entry
from console.instances.read_model import open_read_model
from console.recording.signing import REASON, UNIDENTIFIED, Identified
from events.vocabulary.cases import CaseRoundRuledOut


def rule_out(
    case: CaseArgument,
    round_: Annotated[
        str, one(something, "ROUND", "the round, as `pitledger rounds` shows it", name="ROUND")
    ],
    /,
    *,
    reason: Annotated[str, REASON],
    by: By,
    table: TableOption = None,
    identified: Identified = UNIDENTIFIED,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Rule a round out: it was looked at, and the claim is not about it.

    Examples:
        pitledger case rule-out 1 HCF-01-7 --reason "paid as due" --by S-3
    """
    where = options.location()
    _, opened = opened_case(where, case)
    with open_read_model(where) as store:
        found = find_round(store, round_, table, opened.table)
    fields = {"table": found.table, "round": found.round, "reason": reason, "ruled_out_by": by}
    return record_entry(Entry("rule-out", case, CaseRoundRuledOut.TYPE, fields, by), identified, options)
