"""What came of a floor: for scripts, and for people."""

from __future__ import annotations

import time
from typing import Any

from console.commands.floor.plan import Tally
from console.commands.meters import link_json
from console.printing.lines import print_row
from events.money import text
from floor.night import Night


def report_of(night: Night, into: str, tally: Tally) -> dict[str, Any]:
    """What was played, as scripts read it."""
    return {
        "into": into,
        "seed": night.seed,
        "tables": night.tables,
        "rounds": tally.rounds,
        "events": tally.events,
        "recorded": tally.recorded,
        "planted": len(tally.planted),
        "seconds": round(time.monotonic() - tally.started, 3),
        "events_per_second": round(tally.events / max(tally.made_s, 0.001)),
        "links": None if tally.links is None else [link_json(link) for link in tally.links],
    }


def show(report: dict[str, Any], tally: Tally) -> None:
    """The same for people."""
    before = tally.events - tally.recorded
    known = f"{before:,} of them recorded before, " if before else ""
    print_row(
        f"{_counted(report['tables'], 'table')}, {_counted(tally.rounds, 'round')}: "
        f"{_counted(tally.events, 'event')} into {report['into']}, {known}in {report['seconds']:.1f} s."
    )
    if tally.planted:
        were = "was" if len(tally.planted) == 1 else "were"
        print(f"{_counted(len(tally.planted), 'mistake')} {were} planted.")
    for found in tally.links or ():
        for meter in found.meters:
            print(f"  {found.link.link:<12} {meter.meter:<14} {text(meter.amount_mc):>18}")


def _counted(count: int, thing: str) -> str:
    return f"{count:,} {thing}{'s' * (count != 1)}"
