"""A moment that somebody names must have been: by this machine's clock, or by those of the tables."""

from __future__ import annotations

from console.calls.wrong_call import WrongCall
from console.wording.local_time import local_time
from streams.clock import now_us


def require_past(at_us: int | None, last_played_us: int | None) -> None:
    """Refuse a moment that has not come; the tables of a simulated floor may be ahead of this machine."""
    if at_us is not None and at_us > max(now_us(), last_played_us or 0):
        raise WrongCall(f"--at: {local_time(at_us)} has not come yet")
