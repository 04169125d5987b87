"""R02 at a table: a badge that the register of badges does not know, by the stamps of the recorder.

Without a register nothing is stamped, and nothing said; nor of what is not about awards or cash.
"""

from __future__ import annotations

from collections.abc import Iterator

from projections.examining.check import Check, Found, Moment

STAMPED = (
    "progressive_validated",
    "progressive_rejected",
    "progressive_paid",
    "fixed_award_validated",
    "award_documented",
    "dispute_paid",
    "payment_corrected",
)
"""What a table says with stamps."""


def badge_not_registered(moment: Moment) -> Iterator[Found]:
    """R02: somebody signed whom the register does not know; told once for each badge at an open table."""
    for stamp in moment.body.stamps:
        if stamp.department is None:
            signed = moment.event.type.replace("_", " ")
            said = f"{stamp.badge.strip()} is not in the register of badges, and signed: {signed}."
            seat, round_ = (getattr(moment.body, name, None) for name in ("seat", "round"))
            yield Found(None, said, stamp.badge, seat=seat, round=round_)


CHECKS = (
    Check(
        *("R02", "badge_not_registered", STAMPED, "stamps"),
        badge_not_registered,
        severity="record",
        without_book=True,
    ),
)
