"""A day of 200 tables whose payments are short, over, twice and for nothing, held against every report:
`make faults NAME=floor-payments [COUNT=hours]`.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

from floor.night import HOUR_US
from floor.trouble.erring import Rates
from tests.floor.payment_day import GAMES, PaymentNight, play, summary, wrong_in

TABLES, HOURS = 200, 24
EVERY, MISTAKES_PPM = 20, 30_000
"""A lucky round in twenty, and a mistake about payments for three rounds in a hundred."""


def run(count: int | None = None) -> dict[str, Any]:
    """Play the day, and ask: `runs` are hours of a table, `faults` what was planted, `wrong` what differs."""
    hours, seed = count or HOURS, random.randrange(1_000_000)
    night = PaymentNight(
        seed, TABLES, span_us=hours * HOUR_US, games=GAMES, rates=Rates(MISTAKES_PPM), every=EVERY
    )
    with tempfile.TemporaryDirectory() as folder:
        planted = play(Path(folder) / "instance", night, os.cpu_count() or 1)
        print(f"  planted: {summary(planted)}", flush=True)
        wrong = list(wrong_in(Path(folder) / "instance", planted, Path(folder) / "journals"))
    for problem in wrong:
        print(problem, file=sys.stderr)
    return {
        "name": "floor-payments",
        "runs": TABLES * hours,
        "faults": len(planted),
        "lost": 0,
        "doubled": 0,
        "wrong": len(wrong),
        "seed": seed,
    }


RUNS = {"floor-payments": run}
