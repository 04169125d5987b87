"""A witness that is killed at any moment keeps its promise; what it writes is safe before it answers."""

import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from streams.notary.witness.memory import WitnessFolder
from tests.faults import witness_kills
from tests.streams.notary.witnessing import post, request, serving

ROOT = Path(__file__).parents[3]
ENTRIES = [b"entry %d" % number for number in range(20)]


def test_killed_between_requests_and_in_the_middle_of_two_forks_it_stands_by_what_it_answered(tmp_path):
    told = witness_kills.run_kills(tmp_path / "witness", 36, random.Random(15))

    assert (told.lost, told.doubled, told.wrong) == (0, 0, [])
    assert told.answers > 36
    assert told.most > 12


def test_a_witness_that_forgets_or_signs_both_would_be_found(tmp_path, monkeypatch):
    """The judge can fail: here the witness remembers nothing."""
    monkeypatch.setattr(WitnessFolder, "remember", lambda *_: None)
    sides = [[b"a", b"b"], [b"a", b"c"]]
    with serving(tmp_path / "w") as witness:
        told = witness_kills.Told(witness.key)
        for entries in sides:
            told.take(entries, witness_kills.asked(witness.url, 0, entries).body)
        assert told.doubled == 1
        witness_kills.standing(witness.url, told, sides)
        assert told.wrong[-1] == "it stands by none of the logs that were tried"
        post(witness.url, request(0, [b"a"]))
    told.trees[7] = bytes(32)
    monkeypatch.setattr(witness_kills, "asked", lambda *_: witness_kills.Answered(200, "", ""))
    witness_kills.standing("", told, sides)
    assert told.lost == 1


def traced(tmp_path, *options):
    """A witness under strace, and its address."""
    told = tmp_path / "told"
    command = ["strace", "-f", "-qq", "-y", "-o", str(tmp_path / "trace"), *options]
    command += [sys.executable, "-B", "-m", "tests.faults.witness_serving", str(tmp_path / "w"), str(told)]
    process = subprocess.Popen(command, cwd=ROOT)
    end = time.monotonic() + 120
    while not told.exists():
        assert time.monotonic() < end
        assert process.poll() is None
        time.sleep(0.05)
    return process, told.read_text()


def end_of(process):
    """Kill the witness below strace, and strace ends with it."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    for child in children:
        os.kill(int(child), 9)
    process.wait()


def test_file_and_folder_are_synced_before_the_answer_is_sent(tmp_path):
    process, url = traced(tmp_path, "-e", "trace=write,fsync,rename,sendto")
    assert post(url, request(0, ENTRIES[:5])).status == 200
    end_of(process)
    calls = [
        match[1]
        for line in (tmp_path / "trace").read_text().splitlines()
        if (match := re.match(r"\d+ +(\w+)\(", line)) and ("w/seen" in line or match[1] == "sendto")
    ]
    # strace writes a call when it returns: write, fsync of the new file, rename, fsync of the folder, answer.
    at = calls.index("write")
    assert calls[at : at + 5] == ["write", "fsync", "rename", "fsync", "sendto"], calls


@pytest.mark.parametrize("call", ["fsync", "rename"])
def test_with_a_broken_disk_it_signs_nothing_and_with_a_good_one_it_goes_on(tmp_path, call):
    with serving(tmp_path / "w") as witness:
        assert post(witness.url, request(0, ENTRIES[:5])).status == 200
    path = tmp_path / "w/seen"
    process, url = traced(
        tmp_path, "--seccomp-bpf", "-e", f"trace={call}", "-P", str(path), "-P", _new_file(path),
        "-e", f"inject={call}:error=EIO:when=2+" if call == "fsync" else f"inject={call}:error=EIO",
    )  # fmt: skip
    answered = post(url, request(5, ENTRIES[:9]))
    end_of(process)
    assert (answered.status, "—" in answered.body) == (500, False)
    with serving(tmp_path / "w") as witness:
        known = int(post(witness.url, request(0, ENTRIES)).body)
        assert known in (5, 9), "it may be there, but nobody has its cosignature"
        assert post(witness.url, request(known, ENTRIES[:12])).status == 200


def _new_file(folder):
    """The file beside the one that it will take the place of."""
    (path,) = folder.iterdir()
    return f"{path}.new"
