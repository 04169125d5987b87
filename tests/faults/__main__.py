"""`make faults [NAME=…] [COUNT=…]`: every scenario of real and simulated failure, in full.

Writes tests/faults/results.json and prints the same as a table; exit code 1 if anything was lost, doubled or
wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import warnings
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

RESULTS = Path(__file__).with_name("results.json")
FIELDS = ("name", "runs", "faults", "lost", "doubled", "wrong", "seed")


def scenarios() -> dict:
    """Every scenario by name: modules of this folder list theirs in `RUNS`."""
    found = {}
    for module in iter_modules([str(Path(__file__).parent)]):
        if not module.name.startswith("_"):
            found.update(getattr(import_module(f"tests.faults.{module.name}"), "RUNS", {}))
    return found


def main() -> int:
    """Run the scenarios asked for, one after the other."""
    warnings.filterwarnings("ignore", category=DeprecationWarning)  # kafka-python at import
    known = scenarios()
    parser = argparse.ArgumentParser(prog="make faults", description=__doc__)
    parser.add_argument("--name", choices=sorted(known), help="one scenario only")
    parser.add_argument("--count", type=int, help="how many faults or seeds, instead of the scenario's own")
    args = parser.parse_args()
    results = []
    for name, run in sorted(known.items()):
        if args.name in (None, name):
            print(f"{name} …", flush=True)
            started = time.monotonic()
            result = run(args.count)
            results.append({field: result[field] for field in FIELDS})
            print(f"  {result} ({time.monotonic() - started:.0f} s)", flush=True)
            RESULTS.write_text(json.dumps(results, indent=2) + "\n")
    print("".join(f"{field:>12}" if field != "name" else f"{field:<24}" for field in FIELDS))
    for result in results:
        print("".join(f"{result[f]!s:>12}" if f != "name" else f"{result[f]:<24}" for f in FIELDS))
    return int(any(result["lost"] or result["doubled"] or result["wrong"] for result in results))


if __name__ == "__main__":
    sys.exit(main())
