"""A few of the faults of `make faults` at every run of the tests: each kind, all over the history."""

import pytest

from tests.faults import sqlite_syscalls


@pytest.fixture(scope="module")
def cases():
    return sqlite_syscalls.cases()


def test_the_history_writes_syncs_and_moves_pages(cases):
    calls = {case.call for case in cases}
    assert {"pwrite64", "fdatasync", "ftruncate", "unlink"} <= calls
    assert {case.fault for case in cases} == set(sqlite_syscalls.FAULTS)
    assert len(cases) > 500


@pytest.mark.parametrize("fault", sqlite_syscalls.FAULTS)
def test_what_was_acknowledged_is_there_and_the_file_opens(cases, fault):
    mine = [case for case in cases if case.fault == fault]
    syncs = [case for case in mine if case.call == "fdatasync"]
    for case in [*mine[3::50], *syncs[2::20]]:
        verdict = sqlite_syscalls.meet(case)
        assert (verdict.lost, verdict.doubled, verdict.wrong) == (0, 0, []), case


def test_the_row_of_make_faults_counts_its_runs():
    row = sqlite_syscalls.RUNS["sqlite-syscalls"](3)
    assert row == {
        "name": "sqlite-syscalls", "runs": 3, "faults": 3, "lost": 0, "doubled": 0, "wrong": 0, "seed": None,
    }  # fmt: skip


def test_an_acknowledged_event_that_is_gone_would_be_found(tmp_path):
    """The inspection itself can fail: a log lacks what was acknowledged, or holds a commit in part."""
    steps = sqlite_syscalls.history()
    case = sqlite_syscalls.Case("killed", "pwrite64", 1)
    for number, (batches, acknowledged) in enumerate([([], 2), ([steps[0].batch, steps[1].batch], 3)]):
        path = tmp_path / f"{number}.db"
        with sqlite_syscalls.SqliteLog(path, writable=True) as log:
            for batch in batches:
                log.append(batch)
        verdict = sqlite_syscalls.inspect(case, path, acknowledged, [])
        assert verdict.lost == (2, 30)[number]
        assert verdict.wrong
    with sqlite_syscalls.SqliteLog(tmp_path / "part.db", writable=True) as log:
        log.append([*steps[0].batch, *steps[1].batch, *steps[2].batch[:7]])
    verdict = sqlite_syscalls.inspect(case, tmp_path / "part.db", 2, [])
    assert verdict.lost == 0
    assert verdict.wrong[0] == "it holds 9 events and 0 links"
