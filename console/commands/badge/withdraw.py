"""`pitledger badge withdraw`: somebody's badge is taken back."""

from __future__ import annotations

from console.calls.options import NO_OPTIONS, GlobalOptions
from console.commands.badge.changes import UNSIGNED, Badge, Signing, record
from console.recording.signing import UNIDENTIFIED, Identified


def withdraw_badge(
    badge: Badge,
    /,
    *,
    signing: Signing = UNSIGNED,
    identified: Identified = UNIDENTIFIED,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    r"""Take a badge back: it signs for nothing from now on. Two departments must stay in the register.

    Examples:
        pitledger badge withdraw D-117 \
          --sign A-2:accounting --sign S-1:slots --reason "left the company"
    """
    return record("badge_withdrawn", {"badge": badge}, signing, identified, options)
