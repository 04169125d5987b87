"""`python -m bench`: run the benchmarks one after the other, write results.json, print the same as a table.

A benchmark is a module bench/bench_*.py with `run(quick) -> rows`. One that fails says why on standard error
and costs the exit code; the others are still measured.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bench.rows import Row, complete, machine

HERE: Final = Path(__file__).parent
RESULTS: Final = HERE / "results.json"
SHOWN: Final = {
    "name": "name",
    "unit": "unit",
    "ours": "ours",
    "peer": "peer",
    "limit": "limit",
    "ratio_to_peer": "to peer",
    "ratio_to_limit": "to limit",
    "goal": "goal",
    "n": "n",
}


def modules() -> list[str]:
    """The benchmarks there are, by name."""
    return sorted(path.stem.removeprefix("bench_") for path in HERE.glob("bench_*.py"))


def measure(name: str, *, quick: bool) -> list[Row]:
    """The rows of one benchmark, on a machine that is described as it was at the start."""
    on = machine()
    print(f"{name}: measuring …", file=sys.stderr, flush=True)
    started = time.monotonic()
    rows = [
        complete({**each, "machine": on})
        for each in importlib.import_module(f"bench.bench_{name}").run(quick)
    ]
    print(f"{name}: {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    return rows


def chosen(name: str | None) -> tuple[list[str], str]:
    """The modules to run and what the rows' names must start with.

    NAME is a module's name, or the beginning of rows' names, which begin with their module's name.
    """
    everyone = modules()
    if name is None:
        return everyone, ""
    wanted = name.removeprefix("bench_")
    if wanted in everyone:
        return [wanted], ""
    return [each for each in everyone if wanted.startswith(each) or each.startswith(wanted)], wanted


def show(rows: Sequence[Row]) -> None:
    """The table, and below it who the peers and limits are."""
    from rich.console import Console  # noqa: PLC0415 - parallel processes import this module
    from rich.table import Table  # noqa: PLC0415

    table = Table(box=None, pad_edge=False)
    for field, title in SHOWN.items():
        table.add_column(title, justify="left" if field in ("name", "unit", "goal") else "right")
    for each in rows:
        table.add_row(*(_cell(each[field]) for field in SHOWN))
    # Wide enough that nothing is cut when the output goes to a file.
    console = Console() if sys.stdout.isatty() else Console(width=180)
    console.print(table)
    for each in rows:
        names = [f"{what}: {each[f'{what}_name']}" for what in ("peer", "limit") if each[f"{what}_name"]]
        if names:
            console.print(f"{each['name']}: {'; '.join(names)}", highlight=False)


def _cell(value: object) -> str:
    if value is None:
        return "–"
    return f"{value:,}" if isinstance(value, int | float) else str(value)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--name", help=f"a benchmark ({', '.join(modules())}) or the beginning of rows' names"
    )
    parser.add_argument(
        "--quick", action="store_true", help="tiny amounts: shows that it runs, measures nothing"
    )
    parser.add_argument(
        "--out", type=Path, default=RESULTS, help="where the results go (default: %(default)s)"
    )
    options = parser.parse_args(arguments)
    names, prefix = chosen(options.name)
    if not names:
        parser.error(f"no benchmark is called {options.name!r}: there are {', '.join(modules())}")
    rows: list[Row] = []
    failed = []
    for name in names:
        try:
            rows += [each for each in measure(name, quick=options.quick) if each["name"].startswith(prefix)]
        except Exception:  # noqa: BLE001 - the figures of the others are worth having
            failed.append(name)
            traceback.print_exc()
    options.out.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n")
    show(rows)
    for name in failed:
        print(f"{name}: FAILED, see above", file=sys.stderr)
    return 2 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
