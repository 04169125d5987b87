"""Tries mutants: in a forked process each, the tests that reach the broken function run until one fails.

mutmut's own `run` starts pytest anew for every mutant, and forks it from a process that has run all tests and
whose caches (rulebooks, hands already ranked) then hide what is broken. Here the tests are collected once and
each trial is forked before any has run. A function that is called while modules are imported has left its
marks by then, so its mutants that survive are tried once more in a process that imports everything anew.
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path

import mutmut
import pytest

from tests.mutants.figures import PREFIX, break_figure, game_of
from tests.mutants.reach import learn

TESTS = "tests/games"
GRACE = 60
"""CPU seconds that any test may take: the first may have to work out what others of its file share."""
SURVIVED, KILLED, NO_TESTS, TIMEOUT = 0, 1, 33, 36
# The comparisons with phevaluator take longer than all other tests together, and those find the same faults.
PYTEST = ("-q", "-s", "-p", "no:cacheprovider", "--tb=no", f"--confcutdir={TESTS}", "-k", "not phevaluator")
Tell = Callable[[str, int], None]


def try_all(mutants: list[str], tell: Tell) -> None:
    """Try every mutant and tell its exit code. Imports nothing of ours into this process."""
    root = Path.cwd()
    sys.path[:] = [str(root / "mutants"), *(p for p in sys.path if Path(p).resolve() != root)]
    with contextlib.chdir("mutants"):
        for name in _from_one_collection(mutants, tell):
            tell(name, _trial(lambda name=name: _everything(name)))


def _from_one_collection(mutants: list[str], tell: Tell) -> list[str]:
    """Try the mutants as fast as can be; those that must be tried once more are returned, not told."""
    once_more = []
    reading, writing = os.pipe()
    server = os.fork()
    if server == 0:
        os.close(reading)
        _serve(mutants, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as answers:
        while (answer := _next(answers)) is not None:
            name, code, imported = answer
            if code == SURVIVED and imported:
                once_more.append(name)
            else:
                tell(name, code)
    if os.waitstatus_to_exitcode(os.waitpid(server, 0)[1]):
        raise SystemExit("the tests do not pass on the unbroken code, or could not be collected: see above")
    return once_more


def _next(answers) -> tuple[str, int, bool] | None:
    try:
        return pickle.load(answers)
    except EOFError:
        return None


def _serve(mutants: list[str], writing: int) -> None:
    os.environ["MUTANT_UNDER_TEST"] = "stats"
    try:
        code = pytest.main([*PYTEST, TESTS], plugins=[FromOneCollection(mutants, writing)])
        os._exit(int(code))
    finally:  # an error of pytest's own: this child must not go on as if it were its parent
        traceback.print_exc()
        os._exit(1)


def _everything(mutant: str) -> None:
    """All tests that may know the mutant, with everything imported again: not those of the other games."""
    os.environ["MUTANT_UNDER_TEST"] = mutant
    games = {table.parent for table in Path(TESTS).glob("*/conftest.py")}
    own = Path(TESTS, mutant.split(".")[1])
    paths = [TESTS]
    if own in games:
        shared = {path for path in Path(TESTS).iterdir() if path.is_dir() or path.name.startswith("test_")}
        paths = sorted(map(str, shared - games | {own}))
    os._exit(int(pytest.main([*PYTEST, "-x", *paths], plugins=[FirstFailure()])) and KILLED)


def _trial(body: Callable[[], None]) -> int:
    """Run `body` in a child that is quiet and may not take for ever; its exit code."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (600, 605))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        silence = os.open(os.devnull, os.O_RDWR)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        try:
            body()
        finally:
            os._exit(KILLED)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code in (-signal.SIGVTALRM, -signal.SIGXCPU, -signal.SIGKILL):
        return TIMEOUT
    return KILLED if code else SURVIVED


class SameExamples:
    """Has Hypothesis draw the same examples in every trial, and shrink none."""

    def pytest_sessionstart(self):
        """Before the tests are imported; not earlier, since pytest is not yet ready for Hypothesis."""
        from hypothesis import Phase, settings

        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", database=None, derandomize=True, deadline=None, phases=phases)
        settings.load_profile("mutants")


class FirstFailure(SameExamples):
    """Ends the process at the first failure: nobody reads the report of a trial."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, call):
        """A test that failed in any phase."""
        if call.excinfo is not None:
            os._exit(KILLED)

    def pytest_collectreport(self, report):
        """A module that could not be imported."""
        if report.failed:
            os._exit(KILLED)


class FromOneCollection(SameExamples):
    """Takes over once the tests are collected: learns which test reaches what, then tries the mutants."""

    def __init__(self, mutants: list[str], writing: int) -> None:
        self.mutants = mutants
        self.answers = os.fdopen(writing, "wb")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """All trials, instead of the tests."""
        if session.testsfailed:
            raise session.Interrupted("not every test could be collected")
        imported = frozenset(mutmut._stats)
        gc.collect()
        gc.freeze()
        reached, seconds = learn(session)
        for name in self.mutants:
            function = name.partition("__mutmut_")[0]
            places = reached.get(function, ())
            if name.startswith(PREFIX):
                places = of_game(session, game_of(name))
            items = sorted(places, key=seconds.__getitem__)
            code = NO_TESTS
            if items:
                code = _trial(lambda n=name, i=items: self.judge(session, n, i, seconds))
            if code == NO_TESTS and function in imported:
                code = SURVIVED
            pickle.dump((name, code, function in imported), self.answers)
            self.answers.flush()
        return True

    @staticmethod
    def judge(session: pytest.Session, mutant: str, items: Iterable[int], seconds: list[float]) -> None:
        """In the child: run these tests on the mutant, the quick ones first."""
        if mutant.startswith(PREFIX):
            break_figure(mutant)
        else:
            os.environ["MUTANT_UNDER_TEST"] = mutant
        session.config.pluginmanager.register(FirstFailure())
        for index in items:
            item = session.items[index]
            signal.setitimer(signal.ITIMER_VIRTUAL, GRACE + 20 * seconds[index])  # SIGVTALRM ends the process
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        os._exit(SURVIVED)


def of_game(session: pytest.Session, game: str) -> list[int]:
    """The tests of one game and of all, without those of the files as such, which would see any change."""
    others = {table.parent.name for table in Path(TESTS).glob("*/conftest.py")} - {game} | {"rulebooks"}
    return [place for place, item in enumerate(session.items) if item.path.parent.name not in others]
