"""`pitledger link open`: a link put into play, its meters funded with their seeds."""

from __future__ import annotations

from console.acts.link_changes import Change
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.commands.link.changes import Link, Signing, record
from console.commands.link.terms import Terms
from console.recording.signing import RECORDED_NOW, Recording


def open_link(
    link: Link,
    /,
    *,
    terms: Terms,
    signing: Signing,
    recording: Recording = RECORDED_NOW,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    r"""Put a link into play, its meters funded with their seeds.

    Amounts are dollars and cents, without sign or comma. What the text fixes need not be given.

    Examples:
        pitledger link open HCF --rulebook 678a@2019-11-02 --paytable A --unit 5.00 \
          --sign A-2:accounting --sign S-1:slots --reason "new link"
        pitledger link open BIG --rulebook 678a@2019-11-02 --paytable A --unit 5.00 \
          --limit progressive=250000.00 --sign A-2:accounting --sign S-1:slots --reason "capped"
    """
    return record(Change("open", link, "link_opened", terms.fields()), signing, recording, options)
