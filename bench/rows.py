"""The row of a benchmark's result: every field always there, null where nothing was measured."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any, Final

FIELDS: Final = (
    "name",
    "unit",
    "ours",
    "peer",
    "peer_name",
    "limit",
    "limit_name",
    "ratio_to_peer",
    "ratio_to_limit",
    "goal",
    "n",
    "machine",
)
Row = dict[str, Any]


def row(
    name: str,
    unit: str,
    ours: float | None,
    *,
    n: int,
    goal: str | None = None,
    peer: float | None = None,
    peer_name: str | None = None,
    limit: float | None = None,
    limit_name: str | None = None,
) -> Row:
    """One result. Ratios are ours to theirs: where less is better (milliseconds), below 1 is good."""
    return complete(
        {
            "name": name,
            "unit": unit,
            "ours": ours,
            "peer": peer,
            "peer_name": peer_name,
            "limit": limit,
            "limit_name": limit_name,
            "goal": goal,
            "n": n,
        }
    )


def complete(measured: Row) -> Row:
    """A row with every field, figures rounded for people and ratios worked out from what was measured."""
    strange = set(measured) - set(FIELDS)
    if strange or not measured.get("name") or not measured.get("unit"):
        raise ValueError(f"{measured.get('name')!r}: a row needs a name and a unit and knows no {strange}")
    whole = {field: measured.get(field) for field in FIELDS}
    for other in ("peer", "limit"):
        whole[f"ratio_to_{other}"] = _ratio(whole["ours"], whole[other])
    for figure in ("ours", "peer", "limit"):
        whole[figure] = _rounded(whole[figure])
    return whole


def _ratio(ours: float | None, theirs: float | None) -> float | None:
    return round(ours / theirs, 2) if ours is not None and theirs else None


def _rounded(figure: float | None) -> float | None:
    """Whole numbers where there are many digits, two decimals where there are few."""
    if figure is None:
        return None
    return round(figure) if abs(figure) >= 1_000 else round(figure, 2)


def machine() -> str:
    """What the figures were measured on, in words that give away no name and no path."""
    return (
        f"{_cpu_model()}, {os.cpu_count()} CPUs, load {os.getloadavg()[0]:.1f} at start, "
        f"Python {platform.python_version()}, {platform.system()} {platform.release()}"
    )


def _cpu_model() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.machine()
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.machine())
