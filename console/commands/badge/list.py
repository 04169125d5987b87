"""`pitledger badge list`: who is in the register, and whether it is in force."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from cyclopts import Parameter

from console.calls.options import NO_OPTIONS, GlobalOptions
from console.commands.badge.changes import state_of
from console.instances.instance import open_log
from console.printing.columns import print_columns
from console.printing.output import print_json
from console.wording.local_time import local_time
from events.times import time_text
from projections.recording.badges import Holder, Register
from streams.recorder.register import RegisterReader


def list_badges(
    *,
    everybody: Annotated[bool, Parameter(name="--all", help="those whose badge was withdrawn, too")] = False,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Show who holds a badge, since when, and whether the register is in force.

    Examples:
        pitledger badge list
        pitledger badge list --all --json
    """
    with open_log(options.location()) as log:
        register = RegisterReader(log).read()
    shown = list(register.everybody.values()) if everybody else register.holders
    shown.sort(key=in_order)
    if options.json:
        print_json(badges_document(register, shown))
    else:
        _show(register, shown)
    return 0


def in_order(holder: Holder) -> tuple[str, str]:
    """By department, then by badge."""
    return holder.department.casefold(), holder.badge.casefold()


def badges_document(register: Register, shown: list[Holder]) -> dict[str, Any]:
    """The register as plain values."""
    return {
        "in_force": register.in_force,
        "why_not": register.why_not_in_force or None,
        "seq": register.seq,
        "badges": [
            {
                "badge": holder.badge,
                "department": holder.department,
                "rank": holder.rank,
                "since": time_text(holder.since_us),
                "withdrawn": _withdrawn(holder, time_text) or None,
            }
            for holder in shown
        ],
    }


def _withdrawn(holder: Holder, shown: Callable[[int], str]) -> str:
    """When the badge was withdrawn; empty while it is held."""
    return "" if holder.withdrawn_at_us is None else shown(holder.withdrawn_at_us)


def _show(register: Register, shown: list[Holder]) -> None:
    if shown:
        rows = [
            (h.badge, h.department, h.rank, local_time(h.since_us), _withdrawn(h, local_time)) for h in shown
        ]
        print_columns(("badge", "department", "rank", "since", "withdrawn"), rows)
    print(state_of(register))
