"""`pitledger link mend-table`: a payment of a table's own book never happened, came back, or is written off.

It is recorded on the table's own stream. There is no keeper to answer: the recorder refuses what is wrong.
"""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import Parameter

from console.acts.payments import on_table
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.commands.link.changes import Signing
from console.commands.link.mending import TABLE_STREAM, Mending, Payment
from console.instances.instance import require_instance
from console.printing.output import print_json, print_message
from console.recording.clerk import Clerk, open_clerk, refused_because
from console.recording.signing import UNIDENTIFIED, Identified
from events.body import body_fields, read_body
from events.envelope import Event
from events.money import text
from events.vocabulary.links import PaymentCorrected
from projections.house_money import mended_mc
from streams.recorder.recorder import Recorded


def mend_table_payment(
    table: Annotated[str, Parameter(help="the table")],
    /,
    *,
    payment: Payment,
    mending: Mending,
    signing: Signing,
    recording: Identified = UNIDENTIFIED,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    r"""Mend a payment of a table's own book: a fixed award, envy, or cash for a link it never fed.

    Examples:
        pitledger link mend-table HCF-01 --payment 1188 --recovered --amount 5.00 \
          --document V-19 --sign A-2:accounting --sign S-1:slots --reason "a chip too many"
        pitledger link mend-table HCF-01 --payment 1190 --written-off \
          --document V-20 --sign A-2:accounting --sign S-1:slots --reason "the player has left"
    """
    table = table.removeprefix(TABLE_STREAM)
    fields = mending.fields(table, payment)
    fact = on_table(table, fields, signing.sign, signing.reason)
    require_instance(options.location())
    with open_clerk(options, recording.facility) as clerk:
        if not _is_recorded(clerk, table):
            return _not_recorded(table, options)
        recorded = fact.record(clerk, recording.id)
        clerk.process()
    refused = refused_because(recorded.event) if recorded.refused else None
    if options.json:
        print_json(_document(recorded, refused))
    else:
        _show(recorded)
    if refused is not None:
        print_message(f"pitledger link: refused: {refused}")
    return 0 if refused is None else 1


def _is_recorded(clerk: Clerk, table: str) -> bool:
    """Whether anything was recorded at that table: a mistyped one would have a stream for ever."""
    return clerk.log.head(f"table:{table}") is not None


def _not_recorded(table: str, options: GlobalOptions) -> int:
    mistaken = f"nothing is recorded at the table {table}: check how it is spelt"
    if options.json:
        nothing = {"stream": f"table:{table}", "seq": None, "recorded": None, "existed": False}
        print_json({"action": "mend-table", **nothing, "refused": mistaken, "correction": None})
    print_message(f"pitledger link mend-table: {mistaken}. Nothing was recorded.")
    return 2


def _correction(event: Event) -> PaymentCorrected | None:
    body = read_body(event)
    return body if isinstance(body, PaymentCorrected) else None


def _document(recorded: Recorded, refused: str | None) -> dict[str, Any]:
    correction = _correction(recorded.event)
    return {
        "action": "mend-table",
        "stream": recorded.event.stream,
        "seq": recorded.seq,
        "recorded": recorded.event.type,
        "existed": recorded.existed,
        "refused": refused,
        "correction": None if correction is None else body_fields(correction),
    }


def _show(recorded: Recorded) -> None:
    before = " (recorded before)" if recorded.existed else ""
    print(f"{recorded.event.stream} seq {recorded.seq}: {recorded.event.type}{before}")
    correction = _correction(recorded.event)
    if correction is None or correction.found is None:
        return
    found, mc = correction.found, mended_mc(correction, correction.found)
    what = " ".join((found.kind.replace("_", " "), found.wager)).rstrip()
    outcome = correction.outcome.replace("_", " ")
    print(f"  payment {correction.payment_seq}, {what}: {text(mc)} {outcome}", end="")
    print(f", {text(found.left_mc - mc)} left")
