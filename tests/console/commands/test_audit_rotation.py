"""`pitledger audit init --rotate` as it is typed: bags across it, passphrases, crashes, no key anywhere."""

import shutil
from base64 import b64encode

import pytest
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from streams.notary import key_change
from streams.notary.key_change import finish_key_change
from streams.notary.tlog.checkpoints import open_checkpoint
from streams.notary.tlog.notes import read_verifier_key
from tests.console.calling import pitledger
from tests.console.commands.test_audit_witness import record_something


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A demo with an audit log, and its first checkpoint."""
    data = tmp_path_factory.mktemp("played") / "data"
    assert pitledger("demo", "--rounds", 1, "--tables", 2, "--no-console", "--data", data).code == 0
    vkey = pitledger("audit", "init", "--json", "--data", data).document["vkey"]
    return data, vkey, pitledger("audit", "checkpoint", "--data", data).out


@pytest.fixture
def instance(played, tmp_path):
    data, vkey, note = played
    shutil.copytree(data, tmp_path / "data")
    (tmp_path / "first").write_text(note)
    return tmp_path / "data", vkey


class Killed(BaseException):
    """The process ends here."""


def spellings(pem):
    """Every way in which a secret key could stand in a file."""
    raw = load_pem_private_key(pem, None).private_bytes_raw()
    lines = [line for line in pem.splitlines() if line and not line.startswith(b"-")]
    return [raw, raw.hex().encode(), raw.hex().upper().encode(), b64encode(raw)[:-2], *lines]


def test_a_bag_across_two_changes_is_good_by_every_key_and_has_no_secret_in_it(instance, tmp_path):
    data, oldest = instance
    secrets, keys = [(data / "audit/key.pem").read_bytes()], [oldest]
    for badge in ("X-1", "X-2"):
        record_something(data, badge)
        rotated = pitledger("audit", "init", "--rotate", "--json", "--data", data)
        assert rotated.code == 0, rotated.err
        keys.append(rotated.document["vkey"])
        secrets.append((data / "audit/key.pem").read_bytes())
        record_something(data, f"{badge}-later")
    bag = tmp_path / "bag"
    exported = pitledger("audit", "export", "--out", bag, "--data", data)
    assert exported.code == 0, exported.err

    first = tmp_path / "first"
    for key in keys:  # the oldest leads to the others, and each to the checkpoint that the oldest has signed
        called = pitledger("audit", "verify", bag, "--key", key, "--since", first)
        assert called.code == 0, (key, called.out)
        assert "history: continues the checkpoint" in called.out
    (tmp_path / "policy").write_text(f"log {keys[0]}\nquorum none\n")
    for (
        key
    ) in keys:  # a policy of before the changes, too, names a log that handed over to the one that signs
        called = pitledger("audit", "verify", bag, "--key", key, "--policy", tmp_path / "policy")
        assert called.code == 0, (key, called.out)
    stranger = keys[0].replace("pitledger/DEMO", "pitledger/OTHER")
    assert pitledger("audit", "verify", bag, "--key", stranger).code != 0

    files = [path for path in bag.rglob("*") if path.is_file()]
    found = [
        (path, number)
        for path in files
        for number, pem in enumerate(secrets)
        for spelt in spellings(pem)
        if spelt in path.read_bytes()
    ]
    assert len(files) > 20
    assert len({*secrets}) == 3
    assert found == []
    (bag / "leaked").write_bytes(secrets[1])
    assert any(spelt in (bag / "leaked").read_bytes() for spelt in spellings(secrets[1])), "it would be found"


@pytest.mark.parametrize("where", ["before it is finished", "before the key is in its place"])
def test_a_change_that_was_killed_late_is_finished_by_the_next_call(instance, monkeypatch, where):
    """The record has the new key in force, and the file of the key is the old one."""
    data, old = instance

    def killed(*_):
        raise Killed

    with monkeypatch.context() as patch:
        if where == "before it is finished":
            patch.setattr(
                "streams.notary.notary.finish_key_change",
                lambda folder, record: (
                    finish_key_change(folder, record)
                    if record.public_key == read_verifier_key(old).public
                    else killed()
                ),
            )
        else:
            patch.setattr(key_change, "sync_folder", lambda _: None)
            patch.setattr("pathlib.Path.replace", _replaced_but(data / "audit/next-key.pem", killed))
        with pytest.raises(Killed):
            pitledger("audit", "init", "--rotate", "--data", data)
    record_something(data)
    called = pitledger("audit", "checkpoint", "--json", "--data", data)

    assert called.code == 0, called.err
    assert called.document["vkey"] != old
    note = called.document["checkpoint"].encode()
    assert open_checkpoint(note, [read_verifier_key(called.document["vkey"])])
    assert pitledger("audit", "checkpoint", "--data", data).out.encode() == note


def _replaced_but(path, killed):
    from pathlib import Path

    replace = Path.replace
    return lambda self, target: killed() if self == path else replace(self, target)


def test_a_new_key_is_behind_the_passphrase_of_the_old_one_or_behind_a_new_one(played, tmp_path):
    data = tmp_path / "data"
    shutil.copytree(played[0], data, ignore=shutil.ignore_patterns("audit"))
    one, two = {"PITLEDGER_AUDIT_PASSPHRASE": "one"}, {"PITLEDGER_AUDIT_PASSPHRASE": "two"}
    begun = pitledger("audit", "init", "--passphrase", "--data", data, **one)
    assert begun.code == 0, begun.err
    assert pitledger("audit", "init", "--rotate", "--data", data).code == 2
    assert pitledger("audit", "init", "--rotate", "--data", data, **two).code == 2
    assert pitledger("audit", "init", "--rotate", "--data", data, **one).code == 0
    assert b"ENCRYPTED" in (data / "audit/key.pem").read_bytes(), "it does not fall away unsaid"
    assert pitledger("audit", "checkpoint", "--data", data).code == 2
    assert pitledger("audit", "checkpoint", "--data", data, **one).code == 0

    new = one | {"PITLEDGER_AUDIT_NEW_PASSPHRASE": "two"}
    assert pitledger("audit", "init", "--rotate", "--passphrase", "--data", data, **new).code == 0
    assert pitledger("audit", "checkpoint", "--data", data, **one).code == 2
    assert pitledger("audit", "checkpoint", "--data", data, **two).code == 0
