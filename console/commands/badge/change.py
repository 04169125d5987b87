"""`pitledger badge change`: the holder of a badge has another department or rank."""

from __future__ import annotations

from console.calls.options import NO_OPTIONS, GlobalOptions
from console.commands.badge.changes import UNSIGNED, Badge, Department, OfRank, Signing, record
from console.recording.signing import UNIDENTIFIED, Identified


def change_badge(
    badge: Badge,
    /,
    *,
    department: Department,
    rank: OfRank,
    signing: Signing = UNSIGNED,
    identified: Identified = UNIDENTIFIED,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    r"""Change the department or the rank of somebody who holds a badge: give both.

    Examples:
        pitledger badge change D-117 --department "table games" --rank floorperson \
          --sign A-2:accounting --sign S-1:slots --reason "promoted"
    """
    fields = {"badge": badge, "department": department, "rank": rank}
    return record("badge_changed", fields, signing, identified, options)
