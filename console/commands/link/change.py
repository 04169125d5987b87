"""`pitledger link change`: the terms of a closed link replaced; amounts stay."""

from __future__ import annotations

from console.acts.link_changes import Change
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.commands.link.changes import Link, Signing, record
from console.commands.link.terms import Terms
from console.recording.signing import RECORDED_NOW, Recording


def change_link(
    link: Link,
    /,
    *,
    terms: Terms,
    signing: Signing,
    recording: Recording = RECORDED_NOW,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    r"""Replace the terms of a link that is closed; the amounts of its meters stay.

    Examples:
        pitledger link change HCF --rulebook 678a@2019-11-02 --paytable B --unit 5.00 \
          --sign A-2:accounting --sign S-1:slots --reason "paytable B from Monday"
    """
    return record(Change("change", link, "link_terms_changed", terms.fields()), signing, recording, options)
