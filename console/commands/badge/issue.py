"""`pitledger badge issue`: somebody is given a badge."""

from __future__ import annotations

from console.calls.options import NO_OPTIONS, GlobalOptions
from console.commands.badge.changes import UNSIGNED, Badge, Department, OfRank, Signing, record
from console.recording.signing import UNIDENTIFIED, Identified


def issue_badge(
    badge: Badge,
    /,
    *,
    department: Department,
    rank: OfRank,
    signing: Signing = UNSIGNED,
    identified: Identified = UNIDENTIFIED,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    r"""Give somebody a badge. Until the register is in force, nobody need sign.

    Examples:
        pitledger badge issue A-2 --department accounting --rank staff
        pitledger badge issue F-12 --department "table games" --rank floorperson \
          --sign A-2:accounting --sign S-1:slots --reason "promoted"
    """
    fields = {"badge": badge, "department": department, "rank": rank}
    return record("badge_issued", fields, signing, identified, options)
