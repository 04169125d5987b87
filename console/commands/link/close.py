"""`pitledger link close`: a link taken out of play; its meters keep their amounts."""

from __future__ import annotations

from console.acts.link_changes import Change
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.commands.link.changes import Link, Signing, record
from console.recording.signing import RECORDED_NOW, Recording


def close_link(
    link: Link,
    /,
    *,
    signing: Signing,
    recording: Recording = RECORDED_NOW,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    r"""Take a link out of play; its meters keep their amounts.

    Examples:
        pitledger link close HCF \
          --sign A-2:accounting --sign S-1:slots --reason "end of promotion"
    """
    return record(Change("close", link, "link_closed", {}), signing, recording, options)
