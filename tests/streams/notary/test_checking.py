"""`check` reads an audit log through: whatever is missing, damaged, old or of another history is named."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from events.topics import METERS
from projections.records import Output
from streams.notary.checking import audit_problems
from streams.notary.folder import CHECKPOINT_FILE, INDEX_FILE, KEY_FILE, RECORD_FILE, VKEY_FILE
from streams.notary.keys import begin_audit_log, load_signer
from streams.notary.leaves import Leaf, Wrapped, wrapped
from streams.notary.publishing import CheckpointFile
from streams.notary.record import load_record, store_record
from streams.sqlite.file import LOG_FILE
from tests.console.calling import pitledger
from tests.streams.notary.embedded_log import AuditedLog
from tests.streams.sealed_events import Chains, sealed, spread


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> AuditedLog:
    """Two checkpoints; a repeat and a fork, as Kafka's workers leave them; an entry of the notary's own."""
    log = AuditedLog(tmp_path_factory.mktemp("whole"))
    log.append(spread(700, 3))
    log.checkpoint()
    chains = Chains()
    decided = [chains.next("meter:L1") for _ in range(3)]
    fork = sealed("meter:L1", 2, b"\1" * 32)
    outputs = [Output(METERS, "L1", each.value) for each in (*decided, decided[1], fork)]
    log.append([Chains().next("table:late")], outputs)
    with log.notary() as notary:
        notary.catch_up(log.source())
        notary.add(Leaf(wrapped(Wrapped.EXPORT, b"a statement")))
        notary.checkpoint([load_signer(log.folder, None)])
    return log


@pytest.fixture
def audited(whole, tmp_path) -> AuditedLog:
    """A copy, to be broken."""
    shutil.copytree(whole.data, tmp_path / "copy")
    copy = object.__new__(AuditedLog)
    copy.data, copy.folder, copy.vkey = tmp_path / "copy", tmp_path / "copy" / "audit", whole.vkey
    return copy


def found(log: AuditedLog) -> list[str]:
    published = CheckpointFile(log.folder).published
    return [f"{each.place}: {each.detail}" for each in audit_problems(log.folder, log.source(), published)]


def test_a_whole_one_has_no_problem_and_goes_on_beside_a_log_that_does(audited):
    assert found(audited) == []
    audited.append([Chains().next("table:later")])
    assert found(audited) == []


def test_where_none_was_begun_there_is_nothing_to_say(tmp_path):
    (tmp_path / "audit").mkdir()
    assert list(audit_problems(tmp_path / "audit", None, list)) == []


def damage(path: Path, at: int = -10) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)


def bundle_of(log: AuditedLog, number: str) -> Path:
    return log.folder / "tile" / "entries" / number


def old_record(log: AuditedLog) -> None:
    """As a folder of which the record alone was restored."""
    record = load_record(log.folder)
    record.size -= 1
    store_record(log.folder, record)


def another_key(log: AuditedLog) -> None:
    begin_audit_log(log.data / "other", "other.example/log", None)
    shutil.copy(log.data / "other" / KEY_FILE, log.folder / KEY_FILE)


def another_checkpoint(log: AuditedLog) -> None:
    """Signed by the right key, over another tree of a size that there was."""
    other = AuditedLog(log.data.parent / "forged")
    shutil.copy(log.folder / KEY_FILE, other.folder / KEY_FILE)
    shutil.copy(log.folder / VKEY_FILE, other.folder / VKEY_FILE)
    other.append(spread(600, 2))
    (log.folder / CHECKPOINT_FILE).write_bytes(other.checkpoint())


def other_value(log: AuditedLog) -> None:
    """Somebody has changed an event of the log, and knows how to chain the rest."""
    with sqlite3.connect(log.data / LOG_FILE) as db:
        (value,) = db.execute("SELECT value FROM events WHERE offset = 300").fetchone()
        db.execute("UPDATE events SET value = ? WHERE offset = 300", (value.replace(b"D-17", b"D-18"),))


def shorter_log(log: AuditedLog) -> None:
    with sqlite3.connect(log.data / LOG_FILE) as db:
        db.execute("DELETE FROM events WHERE offset >= 650")


def positions_beyond(log: AuditedLog) -> None:
    record = load_record(log.folder)
    record.positions["events"] = [699]
    store_record(log.folder, record)


BROKEN = {
    "no public key": (lambda log: (log.folder / VKEY_FILE).unlink(), "there is no audit log here"),
    "no secret key": (lambda log: (log.folder / KEY_FILE).unlink(), "key.pem: the secret key is missing"),
    "a key for all": (lambda log: (log.folder / KEY_FILE).chmod(0o644), "other users may read this key"),
    "another key": (another_key, "this is another key than that of"),
    "no key": (lambda log: damage(log.folder / KEY_FILE, 60), "key.pem: "),
    "a next key for all": (
        lambda log: (log.folder / "next-key.pem").write_text("x"),
        "next-key.pem: this is no key",
    ),
    "a damaged record": (
        lambda log: damage(log.folder / RECORD_FILE),
        "record: the record of the audit log is",
    ),
    "an old record": (old_record, "checkpoint: it is over 706 entries, and the record over 705"),
    "a damaged checkpoint": (lambda log: damage(log.folder / CHECKPOINT_FILE), "checkpoint: "),
    "a checkpoint of another tree": (another_checkpoint, "checkpoint: the 600 entries do not have the root"),
    "a damaged entry": (lambda log: damage(bundle_of(log, "001")), "entry 511 does not have its hash"),
    "a bundle that is gone": (
        lambda log: bundle_of(log, "000").unlink(),
        "entries/000: this tile of the audit log",
    ),
    "a tile that is gone": (
        lambda log: (log.folder / "tile/0/001").unlink(),
        "tile/0/001: this tile of the audit",
    ),
    "a damaged tile": (lambda log: damage(log.folder / "tile/0/000"), "entry 255 does not have its hash"),
    "a damaged tile above": (
        lambda log: damage(log.folder / "tile/1/000.p/2"),
        "its hashes are not those of the",
    ),
    "no index": (lambda log: (log.folder / INDEX_FILE).unlink(), "index.sqlite: it is missing"),
    "an event that was changed": (other_value, "index 300: the log has no such record"),
    "a log that is shorter": (
        shorter_log,
        "events[0]: it ends at 650, and 701 records of it are in the audit log",
    ),
    "a record that reads less than it took": (
        positions_beyond,
        "the log has no such record where it should be",
    ),
}


@pytest.mark.parametrize(("how", "said"), BROKEN.values(), ids=BROKEN)
def test_what_is_broken_is_named(audited, how, said):
    how(audited)
    problems = found(audited)
    assert any(said in problem for problem in problems), problems


def test_records_that_were_left_out_are_named(audited):
    """The record claims to have read more than its entries show."""
    audited.append([Chains().next("table:unseen")])
    record = load_record(audited.folder)
    record.positions["events"] = [702]
    store_record(audited.folder, record)
    assert [each.partition(":")[0] for each in found(audited)] == ["events[0]"]


def test_one_damaged_entry_is_one_problem_and_the_rest_is_read_on(audited):
    damage(bundle_of(audited, "000"))
    damage(audited.folder / "tile/1/000.p/2")
    assert [each.partition(":")[0].partition("audit/")[2] for each in found(audited)] == [
        "tile/entries/000",
        "tile/1/000.p/2",
    ]


def test_the_command_names_them_with_the_rest(tmp_path):
    here = ("--data", tmp_path)
    for call in (("floor", "--rounds", 2, "--tables", 1), ("audit", "init"), ("audit", "checkpoint")):
        assert pitledger(*call, *here).code == 0
    assert pitledger("check", *here).code == 0
    bundles = [path for path in (tmp_path / "audit/tile/entries").rglob("*") if path.is_file()]
    damage(min(bundles))
    (tmp_path / "audit" / KEY_FILE).chmod(0o640)
    checked = pitledger("check", *here, "--json")
    assert checked.code == 1
    assert [each["check"] for each in checked.document["problems"]] == ["audit", "audit"]
