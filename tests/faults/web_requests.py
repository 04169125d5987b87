"""Odd requests to the console in the browser, in full: none meets a defect."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.console.pages.disputed_floor import disputed_floor
from tests.console.web.conftest import Console, give_accounts, give_badges, serving
from tests.console.web.odd_requests import ANSWERS, ask_oddly

SEED = 10_000


@contextmanager
def _console() -> Iterator[Console]:
    with tempfile.TemporaryDirectory() as folder:
        data = disputed_floor(Path(folder) / "house")
        give_badges(data)
        give_accounts(data)
        yield from serving(data)


def run(count: int | None) -> dict[str, Any]:
    """Ask; what is not one of the answers that there are is wrong."""
    asked = 10_000 if count is None else count
    with _console() as console:
        statuses = ask_oddly(console.signed_in("compliance"), asked, SEED)
    wrong = sum(times for status, times in statuses.items() if status not in ANSWERS)
    return {
        "name": "web-requests",
        "runs": 1,
        "faults": asked,
        "lost": 0,
        "doubled": 0,
        "wrong": wrong,
        "seed": SEED,
        "statuses": dict(statuses),
    }


RUNS = {"web-requests": run}
