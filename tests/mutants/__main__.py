"""`make mutants [NAME=…] [SAMPLE=…]`: break the rules in `games/` in many small ways; the tests must notice.
With `NAME=verify_bag` it is the verifier of bags that is broken (`tests/mutants/verifier.py`).

Prints the share that the tests in tests/games catch and every mutant that survived; exit code 1 below 95 %.
`mutmut show NAME` shows one of them. docs/mutants.md says how it works and why the known survivors live.
"""

from __future__ import annotations

import argparse
import contextlib
import fnmatch
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from types import ModuleType

from mutmut.mutation.data import SourceFileMutationData

from tests.mutants.figures import Figures, all_figures
from tests.mutants.making import ILL_TYPED, make
from tests.mutants.trials import KILLED, NO_TESTS, SURVIVED, TIMEOUT, try_all

Mutants = SourceFileMutationData | Figures
AIM = 95
VERIFIER = "verify_bag"
"""Names that begin so are of console/exports/verify_bag.py."""
ALIVE = (SURVIVED, NO_TESTS)
SAVED_EVERY = 100
WORDS = {KILLED: "caught", TIMEOUT: "never ended", SURVIVED: "SURVIVED", NO_TESTS: "NO TEST REACHES IT"}


def main() -> int:
    """Make the mutants, try those asked for, and say what was found."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--name", default="*", help="pattern, e.g. games.ranking.* or rulebooks/678a*")
    parser.add_argument("--sample", type=int, help="so many of each module at most, drawn at random")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--again", action="store_true", help="only those that survived the last time")
    which.add_argument("--left", action="store_true", help="go on: those not tried yet; reports on all")
    args = parser.parse_args()
    if args.name.startswith(VERIFIER):
        pattern = f"{VERIFIER}.*" if args.name == VERIFIER else args.name
        return verifier().run(pattern, args.sample, args.seed)

    files = make() | all_figures()
    chosen: dict[str, Mutants] = {}
    tried: dict[str, int] = {}
    ill_typed: Counter[str] = Counter()
    for path, data in files.items():
        names = [n for n in data.exit_code_by_key if args.name == n or fnmatch.fnmatchcase(n, args.name)]
        ill_typed[path] = sum(data.exit_code_by_key[n] == ILL_TYPED for n in names)
        names = [n for n in names if data.exit_code_by_key[n] != ILL_TYPED]
        if args.again:
            names = [n for n in names if data.exit_code_by_key[n] in ALIVE]
        if args.sample is not None and len(names) > args.sample:
            names = random.Random(f"{args.seed} {path}").sample(sorted(names), args.sample)
        chosen |= dict.fromkeys(names, data)
    if not chosen:
        print(f"no mutant is called {args.name}")
        return 2
    if args.left:
        codes = ((name, data.exit_code_by_key[name]) for name, data in chosen.items())
        tried = {name: code for name, code in codes if code is not None}
    # In any order, so that a run that is stopped has tried a fair sample.
    order = random.Random(args.seed).sample(sorted(chosen.keys() - tried.keys()), len(chosen) - len(tried))
    results = tried | trials(order, chosen)
    share = report(results, chosen, ill_typed)
    return int(share < AIM)


def verifier() -> ModuleType:
    """The mutants of the verifier of bags: imported here, since those of `games` import nothing of ours."""
    return import_module("tests.mutants.verifier")


def trials(order: list[str], chosen: dict[str, Mutants]) -> dict[str, int]:
    """Try the mutants in this order, keep each result where `mutmut results` and `mutmut browse` find it."""
    results: dict[str, int] = {}
    started = time.monotonic()

    def tell(name: str, code: int) -> None:
        results[name] = chosen[name].exit_code_by_key[name] = code
        if code in ALIVE:
            print(f"{len(results)}/{len(order)} {name}: {WORDS[code]}", flush=True)
        elif len(results) % SAVED_EVERY == 0:
            print(f"{len(results)}/{len(order)} in {time.monotonic() - started:.0f} s", flush=True)
        if len(results) % SAVED_EVERY == 0:
            save(chosen)

    try:
        try_all(order, tell)
    except KeyboardInterrupt:
        print("stopped")
    finally:
        save(chosen)
    return results


def save(chosen: dict[str, Mutants]) -> None:
    """Keep what became of each, so that a later run can go on (`--left`)."""
    with contextlib.chdir(Path(__file__).parents[2]):  # trials run inside `mutants/`
        for data in {id(data): data for data in chosen.values()}.values():
            data.save()


def report(results: dict[str, int], chosen: dict[str, Mutants], ill_typed: Counter[str]) -> float:
    """Print a line a module, the survivors and the share caught, in per cent."""
    modules: dict[str, Counter[str]] = {}
    for name, code in results.items():
        modules.setdefault(str(chosen[name].path), Counter())["alive" if code in ALIVE else "caught"] += 1
    print(f"\n{'module':<44}{'tried':>7}{'caught':>8}{'alive':>7}{'share':>8}{'ill-typed':>11}")
    for path, found in sorted(modules.items()):
        print(row(path, [found], ill_typed[path]))
    print(row("all", modules.values(), ill_typed.total()))
    survivors = sorted(name for name, code in results.items() if code in ALIVE)
    print(
        f"\n{len(survivors)} survivors" + "".join(f"\n  {name}: {WORDS[results[name]]}" for name in survivors)
    )
    return 100 * (1 - len(survivors) / len(results))


def row(name: str, found: Iterable[Counter[str]], ill_typed: int) -> str:
    """One line of the table."""
    total = sum(found, Counter())
    tried = total["caught"] + total["alive"]
    share = 100 * total["caught"] / tried
    return f"{name:<44}{tried:>7}{total['caught']:>8}{total['alive']:>7}{share:>7.1f}%{ill_typed:>11}"


if __name__ == "__main__":
    sys.exit(main())
