"""`pitledger link adjust`: a meter's amount corrected, at the house's cost or gain."""

from __future__ import annotations

from typing import Annotated

from console.acts.link_changes import Change
from console.calls.arguments import cash, one, some
from console.calls.names import paper
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.calls.wrong_call import WrongCall
from console.commands.link.changes import Link, Signing, record
from console.commands.link.meter_account import MeterAccount
from console.recording.signing import RECORDED_NOW, Recording


def adjust_meter(
    link: Link,
    /,
    *,
    of: MeterAccount,
    add: Annotated[int | None, one(some(cash), "AMOUNT", "what is added, e.g. 12.50")] = None,
    take: Annotated[int | None, one(some(cash), "AMOUNT", "what is taken")] = None,
    document: Annotated[str, one(paper, "TEXT", "the document that it rests on")],
    signing: Signing,
    recording: Recording = RECORDED_NOW,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    r"""Correct the amount of a meter, at the house's cost or gain: give either --add or --take.

    Examples:
        pitledger link adjust HCF --meter progressive --add 12.50 --document V-17 \
          --sign A-2:accounting --sign S-1:slots --reason "display was reset"
    """
    if add is not None and take is None:
        amount_mc = add
    elif take is not None and add is None:
        amount_mc = -take
    else:
        raise WrongCall("give either --add AMOUNT or --take AMOUNT, and not both")
    fields = {**of.fields(), "amount_mc": amount_mc, "document": document}
    return record(Change("adjust", link, "link_adjusted", fields), signing, recording, options)
