"""Amounts and moments as pages show them."""

from __future__ import annotations

from typing import Final

from console.wording.local_time import at_local_clock, local_time
from events.money import MC_PER_DOLLAR, floor_to_cent, text

dollars: Final = text
moment: Final = local_time


def in_a_list(time_us: int) -> str:
    """A moment in a row of many; the zone stands at the head of the page."""
    local = at_local_clock(time_us)
    return local_time(time_us) if local is None else f"{local:%Y-%m-%d %H:%M:%S}"


def display(amount_mc: int) -> str:
    """An amount as the display in the pit has it: whole cents; what is below stays on the meter."""
    return text(floor_to_cent(amount_mc))


def exact_dollars(amount_mc: int) -> str:
    """An amount for other programs, to the last millicent: `150000.00000`."""
    whole, rest = divmod(abs(amount_mc), MC_PER_DOLLAR)
    return f"{'-' if amount_mc < 0 else ''}{whole}.{rest:05d}"


def clock(time_us: int) -> str:
    """The time of day to the second."""
    local = at_local_clock(time_us)
    return local_time(time_us) if local is None else f"{local:%H:%M:%S}"


def heading_time(time_us: int) -> str:
    """The moment at the head of every page: `Mon 2 Mar 2026 06:08 EST`."""
    local = at_local_clock(time_us)
    return local_time(time_us) if local is None else f"{local:%a} {local.day} {local:%b %Y %H:%M %Z}"


def plain(name: str) -> str:
    """A name of the vocabulary as people write it."""
    return name.replace("_", " ")
