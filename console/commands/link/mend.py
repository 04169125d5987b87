"""`pitledger link mend`: a payment that a link has posted never happened, came back, or is written off."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from console.acts.link_changes import Change
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.commands.link.changes import Link, Signing, record
from console.commands.link.mending import TABLE_STREAM, Mending, Payment
from console.recording.signing import RECORDED_NOW, Recording


def mend_payment(
    link: Link,
    /,
    *,
    table: Annotated[str, Parameter(metavar="TABLE", help="the table that recorded the payment")],
    payment: Payment,
    mending: Mending,
    signing: Signing,
    recording: Recording = RECORDED_NOW,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    r"""Mend a payment of a link's awards: it never happened, came back, or the house bears it.

    What came back or is written off is what stands beyond entitlement. Of a payment that never happened
    the share that it had settled is owed again.

    Examples:
        pitledger link mend HCF --table HCF-01 --payment 1207 --recovered --amount 1.00 \
          --document V-17 --sign A-2:accounting --sign S-1:slots --reason "a dollar too much"
        pitledger link mend HCF --table HCF-01 --payment 1207 --never-happened \
          --document V-18 --sign A-2:accounting --sign S-1:slots --reason "entered twice"
    """
    fields = mending.fields(table.removeprefix(TABLE_STREAM), payment)
    return record(Change("mend", link, "payment_corrected", fields), signing, recording, options)
