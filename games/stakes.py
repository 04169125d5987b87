"""What the chapters say alike of the Ante and of the wager that a decision adds to it (x.7, x.11)."""

from __future__ import annotations

from games.errors import DescriptionError
from games.judgement import Judgement
from games.settlement import Seat

ADDS_A_WAGER = frozenset({"raise", "play"})
"""Decisions that are also the name of the one wager that they add."""


def stakes(seat: Seat) -> dict[str, int]:
    """Everything at risk on a seat: its wagers, and the one of its decision."""
    action = seat.decision.action
    if action in ADDS_A_WAGER:
        return {**seat.wagers, action: seat.decision.amount}
    return seat.wagers


def ante_of(seat: Seat) -> int:
    """The Ante, without which nobody is dealt in (x.7(d))."""
    ante = seat.wagers.get("ante")
    if ante is None:
        raise DescriptionError(f"{seat.field}.wagers.ante", "missing: nobody is dealt in without an Ante")
    return ante


def check_play(seat: Seat, section: str) -> None:
    """An Ante on the box, and a Play Wager of the same amount, where there is one."""
    ante = ante_of(seat)
    if seat.decision.action == "play" and seat.decision.amount != ante:
        message = f"{seat.decision.amount}: the Play Wager equals the Ante of {ante} ({section})"
        raise DescriptionError(f"{seat.field}.decision.play", message)


def check_raise_steps(seat: Seat, judgement: Judgement) -> None:
    """Whether a Raise may be something between whole multiples of the Ante is a switch."""
    ante, amount = seat.wagers["ante"], seat.decision.amount
    if amount % ante and judgement.note("raise_steps") == "whole_antes":
        message = f"{amount} is not a multiple of the Ante of {ante}, and raise_steps asks for one"
        raise DescriptionError(f"{seat.field}.decision.raise", message)
