"""`pitledger audit witness` and `policy` as they are typed: cosigned, exported, verified, an old backup."""

import shutil
import signal
import subprocess
import time
from contextlib import contextmanager

import pytest

from tests.console.bad_calls.every_command import KEY, WITNESS_KEY
from tests.console.calling import COMMAND, environment, pitledger
from tests.go_judge import GOOD, answers
from tests.streams.notary.test_cosignatures import asked

START_S = 90


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A demo with an audit log; nobody changes it."""
    data = tmp_path_factory.mktemp("played") / "data"
    assert pitledger("demo", "--rounds", 1, "--tables", 2, "--no-console", "--data", data).code == 0
    begun = pitledger("audit", "init", "--json", "--data", data)
    assert begun.code == 0, begun.err
    return data, begun.document["vkey"]


@pytest.fixture
def instance(played, tmp_path):
    """A copy of it for one test."""
    shutil.copytree(played[0], tmp_path / "data")
    return tmp_path / "data", played[1]


@contextmanager
def witness(folder, *words):
    """The witness of a folder as a process: what it prints first, and the process."""
    out = folder.with_suffix(".out")
    with out.open("w") as printed, folder.with_suffix(".err").open("a") as said:
        process = subprocess.Popen(
            [*COMMAND, "audit", "witness", str(folder), "--port", "0", *map(str, words)],
            stdout=printed,
            stderr=said,
            env=environment(),
        )
    try:
        end = time.monotonic() + START_S
        while "listens at" not in out.read_text():
            assert time.monotonic() < end
            assert process.poll() is None, folder.with_suffix(".err").read_text()
            time.sleep(0.05)
        vkey, said = out.read_text().split("\n", 1)
        yield vkey, " ".join(said.split()).partition("listens at ")[2].partition(",")[0], process
    finally:
        process.kill()
        process.wait()


def record_something(data, badge="X-1"):
    """A refusal is an event too."""
    called = pitledger("badge", "issue", badge, "--department", "slots", "--rank", "staff", "--data", data)
    assert called.code == 1


def set_policy(data, text):
    called = pitledger("audit", "policy", "-", "--data", data, stdin=text)
    assert called.code == 0, called.err
    return called.out


def test_cosigned_exported_and_verified_by_the_policy_and_an_old_backup_is_noticed(instance, tmp_path):
    data, vkey = instance
    begun = ("--name", "board.example/w1", "--log", vkey)
    with witness(tmp_path / "w", *begun) as (witness_key, url, process):
        policy = f"log {vkey}\nwitness board {witness_key} {url}\nquorum board\n"
        assert set_policy(data, policy.partition("\n")[2]) == policy
        (tmp_path / "policy").write_text(policy)
        first = pitledger("audit", "checkpoint", "--json", "--data", data)
        assert (first.code, first.document["cosigned_by"]) == (0, ["board"]), first.err
        assert answers([asked(first.document["checkpoint"].encode(), witness_key, vkey)]) == [GOOD]
        shutil.copytree(data, tmp_path / "backup")
        process.kill()
        process.wait()

    record_something(data)
    away = pitledger("audit", "checkpoint", "--data", data)
    assert (away.code, away.out, away.err.count("\n")) == (2, "", 1)
    assert "is signed and kept back: the policy demands board, and nobody has cosigned" in away.err

    with witness(tmp_path / "w") as (same_key, url, process):
        assert same_key == witness_key
        set_policy(data, f"witness board {witness_key} {url}\nquorum board\n")
        newer = pitledger("audit", "checkpoint", "--data", data)
        assert newer.code == 0, newer.err
        (tmp_path / "kept").write_text(newer.out)
        exported = pitledger("audit", "export", "--out", tmp_path / "bag", "--events-only", "--data", data)
        assert exported.code == 0, exported.err
        assert (tmp_path / "bag/data/checkpoint").read_text() == newer.out

        shutil.rmtree(data)
        shutil.copytree(tmp_path / "backup", data)
        set_policy(data, f"witness board {witness_key} {url}\nquorum none\n")
        record_something(data, "Y-2")
        old = pitledger("audit", "checkpoint", "--data", data)
        assert (old.code, old.out, old.err.count("\n")) == (2, "", 1)
        assert "restored from an old copy" in old.err
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0

    away = pitledger("audit", "checkpoint", "--data", data)
    assert (away.code, away.err.count("\n")) == (0, 1)
    assert away.err.startswith("witness board has not cosigned (Connection refused)")
    exported = pitledger("audit", "export", "--out", tmp_path / "old", "--events-only", "--data", data)
    assert exported.code == 0
    verify = ("audit", "verify", "--key", vkey, "--policy", tmp_path / "policy")
    good = pitledger(*verify, tmp_path / "bag", "--since", tmp_path / "kept")
    assert good.code == 0, good.out
    assert "policy: board is demanded, cosigned by board at 2" in good.out
    unseen = pitledger(*verify, tmp_path / "old")
    assert (unseen.code, unseen.out) == (
        1, "file data/checkpoint: the policy demands board, and it is cosigned by nobody\n",
    )  # fmt: skip
    forked = pitledger("audit", "verify", "--key", vkey, tmp_path / "old", "--since", tmp_path / "kept")
    assert forked.code == 1
    assert "does not continue the checkpoint" in forked.out


def test_two_processes_on_one_folder_are_refused_and_the_first_goes_on(played, tmp_path):
    _, vkey = played
    begun = ("--name", "board.example/w1", "--log", vkey)
    with witness(tmp_path / "w", *begun) as (_, url, process):
        second = pitledger("audit", "witness", tmp_path / "w")
        assert (second.code, second.out) == (2, "")
        assert f"process {process.pid} is the witness of this folder, and there is only one" in second.err
        taken = url.rpartition(":")[2]
        other = pitledger(
            "audit", "witness", tmp_path / "v", "--name", "v.example", "--log", vkey, "--port", taken
        )
        assert (other.code, other.out) == (2, "")
        assert f"--port {taken}: nothing can listen there" in other.err
        assert process.poll() is None


def test_a_witness_with_a_passphrase_starts_with_it_alone(played, tmp_path):
    begin = ("audit", "witness", tmp_path / "w", "--name", "w.example", "--log", played[1], "--passphrase")
    secret = {"PITLEDGER_AUDIT_PASSPHRASE": "a board's secret"}
    without = pitledger(*begin)
    assert (without.code, "PITLEDGER_AUDIT_PASSPHRASE" in without.err) == (2, True)
    here = ("--host", "256.0.0.1")  # so that it ends there
    assert "nothing can listen there" in pitledger(*begin, *here, **secret).err
    assert b"ENCRYPTED" in (tmp_path / "w/key.pem").read_bytes()
    wrong = pitledger("audit", "witness", tmp_path / "w", *here, PITLEDGER_AUDIT_PASSPHRASE="another")
    assert "the passphrase is wrong" in wrong.err
    assert "nothing can listen there" in pitledger("audit", "witness", tmp_path / "w", *here, **secret).err


def test_the_policy_of_a_log_is_printed_for_others(instance, tmp_path):
    data, vkey = instance
    assert pitledger("audit", "policy", "--data", data).out == f"log {vkey}\nquorum none\n"
    key = "w.example+2c8ba1c4+BJ2bxMsRwUpqLqsCE5U="
    called = pitledger("audit", "policy", "-", "--data", data, stdin=f"witness w {key} http://127.0.0.1:1\n")
    assert (called.code, called.out) == (2, "")
    assert pitledger("audit", "policy", "--json", "--data", data).document == {
        "policy": f"log {vkey}\nquorum none\n", "witnesses": [], "quorum": "none",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("quorum none", "line 1 has no end"),
        ("witness w KEY\nquorum w\n", "FILE: -: witness w: '' is not the address of a witness"),
        ("witness w KEY ftp://127.0.0.1\nquorum w\n", "write it such as http://127.0.0.1:8731"),
        ("log OTHER\nquorum none\n", "its logs are others: name this one, or none"),
        ("log KEY\nquorum none\n", "line 1: 'w1.example+"),
        ("quorum all\n", "line 1: 'all' is no witness"),
    ],
)
def test_a_policy_that_cannot_work_is_refused_and_the_old_one_stays(instance, text, why):
    data, _ = instance
    set_policy(data, f"witness a {WITNESS_KEY} http://127.0.0.1:1/a\nquorum none\n")
    text = text.replace("KEY", WITNESS_KEY).replace("OTHER", KEY)
    called = pitledger("audit", "policy", "-", "--data", data, stdin=text)
    assert (called.code, called.out, called.err.count("\n")) == (2, "", 1)
    assert why in called.err
    assert "http://127.0.0.1:1/a" in pitledger("audit", "policy", "--data", data).out


def test_a_policy_goes_with_the_key_that_signs(instance):
    data, vkey = instance
    line = f"witness a {WITNESS_KEY} http://127.0.0.1:1/a\n"
    assert set_policy(data, f"log {vkey}\n{line}quorum none\n").startswith(f"log {vkey}\n")
    rotated = pitledger("audit", "init", "--rotate", "--json", "--data", data)
    assert "a: hand the new key to each witness of the policy" in rotated.err
    new = rotated.document["vkey"]
    assert pitledger("audit", "policy", "--data", data).out == f"log {new}\n{line}quorum none\n"


def test_a_damaged_policy_stops_what_would_sign(instance):
    data, _ = instance
    (data / "audit/policy").write_text("quorum board\n")
    called = pitledger("audit", "checkpoint", "--data", data)
    assert (called.code, called.out) == (2, "")
    assert "audit/policy: line 1: 'board' is no witness" in called.err
    assert not (data / "audit/checkpoint").exists()
