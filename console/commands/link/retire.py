"""`pitledger link retire`: a link given up for good."""

from __future__ import annotations

from console.acts.link_changes import Change
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.commands.link.changes import Link, Signing, record
from console.recording.signing import RECORDED_NOW, Recording


def retire_link(
    link: Link,
    /,
    *,
    signing: Signing,
    recording: Recording = RECORDED_NOW,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    r"""Give a link up for good: it must be closed, empty and owe nothing.

    Examples:
        pitledger link retire HCF \
          --sign A-2:accounting --sign S-1:slots --reason "replaced by BIG"
    """
    return record(Change("retire", link, "link_retired", {}), signing, recording, options)
