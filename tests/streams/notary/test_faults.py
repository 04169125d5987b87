"""A few of the faults of `make faults NAME=notary-syscalls` at every run; and two notaries at once."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from streams.notary.tlog.checkpoints import open_checkpoint
from tests.faults import notary_syscalls
from tests.streams.notary.embedded_log import AuditedLog
from tests.streams.sealed_events import spread

ROOT = Path(__file__).parents[3]
HOLDS = """
import sys
from pathlib import Path
from streams.notary.notary import Notary
from streams.notary.publishing import CheckpointFile
from streams.notary.keys import load_signer
from streams.read_model.bulk_sources import SqliteSource
data = Path(sys.argv[1])
with Notary(data / "audit", CheckpointFile(data / "audit")) as notary:
    print("open", flush=True)
    sys.stdin.readline()
    notary.catch_up(SqliteSource(data / "log.sqlite"))
    sys.stdout.write(notary.checkpoint([load_signer(data / "audit", None)]).decode())
"""
SIGNS = HOLDS.replace("    sys.stdin.readline()\n", "")


@pytest.fixture(scope="module")
def cases():
    return notary_syscalls.cases()


def test_the_history_writes_syncs_renames_and_removes(cases):
    assert {case.call for case in cases} == set(notary_syscalls.CALLS)
    assert {case.fault for case in cases} == set(notary_syscalls.FAULTS)
    assert len(cases) > 1_000


@pytest.mark.parametrize("fault", notary_syscalls.FAULTS)
def test_what_was_handed_out_is_the_beginning_of_the_log_and_it_goes_on(cases, fault):
    mine = [case for case in cases if case.fault == fault]
    renames = [case for case in mine if case.call == "rename"]
    for case in [*mine[7::120], renames[len(fault) % len(renames)], renames[-2]]:
        verdict = notary_syscalls.meet(case)
        assert (verdict.lost, verdict.doubled, verdict.wrong) == (0, 0, []), case


def test_a_second_tree_and_a_lost_entry_would_be_found(tmp_path):
    """The inspection itself can fail."""
    case = notary_syscalls.Case("killed", "write", 1)
    notary_syscalls.prepare(tmp_path)
    note = notary_syscalls.sign_to(tmp_path, 100, change_key=False)
    other = note.replace(b"\n100\n", b"\n99\n")
    (tmp_path / "handed").write_bytes(other.ljust(notary_syscalls.HANDED_BYTES, b"\0"))
    assert "is of another tree" in notary_syscalls.inspect(case, tmp_path, []).wrong[0]

    events = [*notary_syscalls.events(), b"never recorded"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(notary_syscalls, "events", lambda: events)
        assert notary_syscalls.inspect(case, tmp_path, []).lost == 1


def process(script, data):
    """A notary in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", script, str(data)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("paused", [False, True])
def test_two_notaries_at_once_sign_one_tree(tmp_path, paused):
    audited = AuditedLog(tmp_path)
    events = spread(300, 3)
    audited.append(events[:200])
    first = process(HOLDS, tmp_path)
    assert first.stdout.readline() == "open\n"
    if paused:
        os.kill(first.pid, signal.SIGSTOP)
    second = process(SIGNS, tmp_path)
    _, why = second.communicate(timeout=60)
    assert second.returncode == 1
    assert f"process {first.pid} is the notary of this audit log" in why
    audited.append(events[200:])
    if paused:
        os.kill(first.pid, signal.SIGCONT)
    note, _ = first.communicate("\n", timeout=60)

    assert open_checkpoint(note.encode(), [audited.vkey]).size == 300
    assert audited.checkpoint() == note.encode()


def test_a_notary_that_was_killed_holds_nothing(tmp_path):
    audited = AuditedLog(tmp_path)
    audited.append(spread(5, 1))
    first = process(HOLDS, tmp_path)
    assert first.stdout.readline() == "open\n"
    first.kill()
    first.communicate()
    assert open_checkpoint(audited.checkpoint(), [audited.vkey]).size == 5
