"""Learns which test reaches which function of `games/`, and how long each takes, from the unbroken code.

What was learnt of a test file is kept in `mutants/reach.json` until it, what tests share or the code changes.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

import mutmut
import pytest

KEPT = Path("reach.json")
Learnt = dict[str, list]  # a test's node id -> [seconds, functions that it reaches]


def learn(session: pytest.Session) -> tuple[dict[str, list[int]], list[float]]:
    """The places of the tests (in `session.items`) that reach a function, and the seconds of every test."""
    learnt: Learnt = {}
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    now = {}
    for path, items in groupby(session.items, key=lambda item: item.path):
        digest = _digest(path)
        if kept.get(str(path), [None])[0] != digest:
            kept[str(path)] = [digest, _of_file(session, list(items))]
        now[str(path)] = kept[str(path)]
        learnt |= kept[str(path)][1]
    KEPT.write_text(json.dumps(now))
    reached = defaultdict(list)
    for place, item in enumerate(session.items):
        for function in learnt[item.nodeid][1]:
            reached[function].append(place)
    return dict(reached), [learnt[item.nodeid][0] for item in session.items]


def _digest(test_file: Path) -> str:
    """What a test file stands on: itself, what tests share, the code and the rulebooks."""
    shared = (file for file in Path("tests/games").rglob("*.py") if not file.name.startswith("test_"))
    files = [test_file, *sorted(shared), *sorted(Path("games").rglob("*.py"))]
    files += sorted(Path("games").rglob("*.toml"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def _of_file(session: pytest.Session, items: list[pytest.Item]) -> Learnt:
    """Run the tests of one file in a child, so that this process stays as the imports have left it."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        learnt = {}
        caches = Caches()
        for item in items:
            caches.forget()
            mutmut._stats.clear()
            started = time.process_time()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            learnt[item.nodeid] = [time.process_time() - started, sorted(mutmut._stats)]
        with os.fdopen(writing, "w") as answer:
            json.dump(learnt, answer)
        os._exit(session.testsfailed and 1)
    os.close(writing)
    with os.fdopen(reading) as answer:
        learnt = answer.read()
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
        raise session.Failed(f"{items[0].path} fails on the unbroken code")
    return json.loads(learnt)


class Caches:
    """What modules of `games` remember from call to call: a test that finds it there reaches less."""

    def __init__(self) -> None:
        self.dicts = [(value, dict(value)) for value in _values() if isinstance(value, dict)]

    def forget(self) -> None:
        """Back to what was remembered when this was made, `functools` caches excepted: those are emptied."""
        for value in _values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()
        for value, before in self.dicts:
            value.clear()
            value.update(before)


def _values() -> Iterator[object]:
    modules: Iterable[str] = [name for name in sys.modules if name.split(".")[0] == "games"]
    for name in modules:
        for key, value in list(vars(sys.modules[name]).items()):
            if not key.startswith(("__", "mutants_")):
                yield value
