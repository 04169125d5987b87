"""`pitledger link set-aside`: a leg that cannot be read is not waited for any longer."""

from __future__ import annotations

from typing import Annotated

from console.acts.link_changes import Change
from console.calls.arguments import number, one
from console.calls.names import owner
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.calls.wrong_call import WrongCall
from console.commands.link.changes import Link, Signing, record
from console.recording.signing import RECORDED_NOW, Recording


def set_aside(
    link: Link,
    /,
    *,
    table: Annotated[str, one(owner, "TABLE", "the table whose legs are held")],
    leg: Annotated[int, number("the leg that is missing, as `pitledger meters` shows it", least=1)],
    to_leg: Annotated[int | None, number("the last of several that are missing", least=1)] = None,
    signing: Signing,
    recording: Recording = RECORDED_NOW,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    r"""Do not wait any longer for a leg that cannot be read; what was held behind it is decided.

    What the leg itself carried feeds no meter: `pitledger link adjust` corrects that.

    Examples:
        pitledger link set-aside HCF --table HCF-01 --leg 1188 \
          --sign A-2:accounting --sign S-1:slots --reason "leg 1188 was damaged on the disk"
    """
    if to_leg is not None and to_leg < leg:
        raise WrongCall(f"--to-leg {to_leg} is before --leg {leg}: give the first that is missing to --leg")
    fields = {"table": table, "leg": leg, "last_leg": leg if to_leg is None else to_leg}
    return record(Change("set-aside", link, "link_leg_set_aside", fields), signing, recording, options)
