"""`pitledger link transfer`: money sent from a meter to a meter of another link."""

from __future__ import annotations

from typing import Annotated

from console.acts.link_changes import Change
from console.calls.arguments import amount as read_amount
from console.calls.arguments import link_and_meter, one, some
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.calls.wrong_call import WrongCall
from console.commands.link.changes import Link, Signing, record
from console.commands.link.meter_account import MeterAccount
from console.recording.signing import RECORDED_NOW, Recording


def transfer(
    link: Link,
    /,
    *,
    of: MeterAccount,
    to: Annotated[tuple[str, str], one(link_and_meter, "LINK:METER", "where it goes")],
    amount: Annotated[int, one(some(read_amount), "AMOUNT", "what is sent")],
    signing: Signing,
    recording: Recording = RECORDED_NOW,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    r"""Send money from a meter to a meter of another link.

    Examples:
        pitledger link transfer HCF --meter progressive --to BIG:progressive --amount 150000.00 \
          --sign A-2:accounting --sign S-1:slots --reason "moved to BIG"
    """
    to_link, to_meter = to
    if to_link == link:
        raise WrongCall(f"--to {to_link}:{to_meter}: the money would stay in this link: name another link")
    fields = {**of.fields(), "to_link": to_link, "to_meter": to_meter, "amount_mc": amount}
    change = Change("transfer", link, "link_transferred", fields, other_link=to_link)
    return record(change, signing, recording, options)
