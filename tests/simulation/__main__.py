"""Replay a seed: `python -m tests.simulation --seed 17 --trace` prints the schedule that led to its end."""

from __future__ import annotations

import argparse
import sys

from tests.simulation.mistakes import MISTAKES
from tests.simulation.run import CODE, run_seed


def main() -> int:
    """Run the seeds asked for; 1 if something was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seed", type=int, required=True, help="the seed, or the first one")
    parser.add_argument("--count", type=int, default=1, help="how many seeds from there on")
    parser.add_argument("--mistake", choices=sorted(MISTAKES), help="with a mistake put in on purpose")
    parser.add_argument("--trace", action="store_true", help="print the schedule")
    asked = parser.parse_args()
    code = MISTAKES[asked.mistake].code if asked.mistake else CODE
    found = 0
    for seed in range(asked.seed, asked.seed + asked.count):
        outcome = run_seed(seed, code, print if asked.trace else None)
        if outcome.kind:
            found = 1
            print(f"seed {seed}: {outcome.text}")
        elif asked.count == 1:
            print(f"seed {seed}: {outcome.events} events, {outcome.faults} faults, nothing found")
    return found


if __name__ == "__main__":
    sys.exit(main())
