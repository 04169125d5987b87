"""Proofs in a bag, and files of which only the hash counts: whoever has no key can change none of them."""

import json
import os
import shutil
import subprocess
import sys
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from console.exports.audit_bag import TAG_MANIFEST, write_bag
from console.exports.bag_part import Asked, Part
from console.exports.envelope import record_export, write_beside
from console.exports.verify_bag import Bad, Key, Trust, by_hash, is_last, read_key, verify
from events.envelope import NO_PREV, decode, encode, event_hash
from events.topics import FINDINGS
from projections.records import Output
from streams.notary.keys import load_signer
from streams.notary.leaves import Wrapped, wrapped
from streams.notary.proving import Prover, last_events
from streams.notary.statements import envelope, export_statement
from streams.notary.tlog.notes import Signer, sign_note
from tests.faults.bag_forgeries import list_again
from tests.streams.notary.embedded_log import AuditedLog
from tests.streams.sealed_events import sealed, spread

SIGNED = "by hash alone: 3 files, for which the log's key has signed in bag.dsse.json:"
ALONE = "by hash alone: 3 files, for which nobody vouches, since bag.dsse.json is not beside the bag:"
FILES = "  README.txt, report.pdf, verify_bag.py"
LAST = "data/proofs/table-T-01.tlog-proof"


class Exported(NamedTuple):
    """A bag with a report and what vouches for it, the log's key, and who has the secret one."""

    bag: Path
    key: Key
    signer: Signer
    statement: bytes
    older: bytes
    """A good proof of the last event but one of the table."""


def export(audited, bag, part=None):
    """A bag with its envelope beside it, as `audit export` makes them; returns the statement."""
    signer, digests = load_signer(audited.folder, None), []
    with Prover(audited.folder) as prover:
        write_bag(
            bag,
            prover,
            [("table:T-00", 10), ("table:T-01", 10)],
            None,
            lambda _: None,
            report=lambda: b"%PDF-1.7\n",
            part=None if part is None else Part(part, prover),
            vouch=digests.append,
        )
        statement = export_statement(TAG_MANIFEST, digests[0], prover.checkpoint)
    with audited.notary() as notary:
        index = record_export(notary, signer, statement)
    with Prover(audited.folder) as prover:
        write_beside(bag, prover, index, signer, statement)
    return statement


def make(folder):
    """The log of two tables in a folder, exported with what vouches for it."""
    audited = AuditedLog(folder)
    audited.append(spread(20, 2))
    audited.checkpoint()
    with Prover(audited.folder) as prover:
        older = prover.inclusion(prover.event("table:T-01", 9).leaf_index)
    statement = export(audited, folder / "bag")
    key = read_key(audited.vkey.text)
    return Exported(folder / "bag", key, load_signer(audited.folder, None), statement, older)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return make(tmp_path_factory.mktemp("beside"))


@pytest.fixture
def copy(made, tmp_path):
    """A copy of the bag and of its envelope, to be changed."""
    shutil.copy(made.bag.with_name("bag.dsse.json"), tmp_path)
    return Path(shutil.copytree(made.bag, tmp_path / "bag"))


def refused(bag, key):
    with pytest.raises(Bad) as found:
        verify(bag, key, None)
    return found.value


def test_what_no_entry_shows_is_named_and_the_envelope_vouches_for_it(made):
    assert verify(made.bag, made.key, None)[-3:] == [
        "proofs: 2, each of the last event of its stream",
        SIGNED,
        FILES,
    ]


def test_without_the_envelope_it_is_said_that_nobody_vouches(copy, made):
    copy.with_name("bag.dsse.json").unlink()
    (copy / "data/report.pdf").write_bytes(b"%PDF of a forger")
    list_again(copy)
    assert verify(copy, made.key, None)[-2:] == [ALONE, FILES]


@pytest.mark.parametrize("name", ["report.pdf", "README.txt", "tables/csv/hits.csv", "CERTIFIED.txt"])
def test_a_file_that_is_changed_or_put_in_is_refused_although_it_is_listed(copy, made, name):
    file = copy / "data" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"paid out in full\n")
    list_again(copy)
    assert refused(copy, made.key).place == "file ../bag.dsse.json"


def test_a_file_that_is_taken_out_is_missed(copy, made):
    (copy / "data/report.pdf").unlink()
    list_again(copy)
    assert refused(copy, made.key).place == "file ../bag.dsse.json"


@pytest.mark.parametrize("bag", [".", "../bag", "../bag/", "data/.."])
def test_the_envelope_is_found_however_the_bag_is_named(made, monkeypatch, bag):
    monkeypatch.chdir(made.bag)
    assert SIGNED in verify(Path(bag), made.key, None)
    (made.bag.with_name("forged.dsse.json")).write_text("{}")
    assert SIGNED in verify(Path(bag), made.key, None)


def test_the_envelope_of_the_bag_that_a_link_leads_to_counts(made, tmp_path):
    (tmp_path / "link").symlink_to(made.bag)
    assert SIGNED in verify(tmp_path / "link", made.key, None)


def _other_payload(made, said):
    """A forger's statement over the old signature."""
    payload = b64decode(said["payload"]).replace(b'"size":20', b'"size":21')
    return said | {"payload": b64encode(payload).decode()}


def _of_another_key(made, said):
    """The statement, signed by a key of the same name."""
    return json.loads(envelope(made.statement, Signer(made.key.name, Ed25519PrivateKey.generate())))


def _of_another_bag(made, said):
    """What the log's key has signed of another bag."""
    return json.loads(envelope(made.statement.replace(b'"sha256":"', b'"sha256":"0'), made.signer))


def _of_another_log(made, said):
    """What the log's key has signed of this manifest, by a checkpoint of another size."""
    return json.loads(envelope(made.statement.replace(b'"size":20', b'"size":19'), made.signer))


WRONG = {
    "a signature less": lambda _, said: said | {"signatures": []},
    "no list of signatures": lambda _, said: said | {"signatures": 7},
    "another type": lambda _, said: said | {"payloadType": "application/vnd.in-toto+jsom"},
    "no payload": lambda _, said: {"signatures": said["signatures"]},
    "a list": lambda *_: [],
    "a forger's statement": _other_payload,
    "another key": _of_another_key,
    "another bag": _of_another_bag,
    "another checkpoint": _of_another_log,
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_an_envelope_that_does_not_vouch_for_this_bag_is_refused(copy, made, change):
    beside = copy.with_name("bag.dsse.json")
    beside.write_text(json.dumps(change(made, json.loads(beside.read_text()))))
    assert refused(copy, made.key).place == "file ../bag.dsse.json"


NO_ENVELOPES = [b"", b"x", b"\xff", b"[" * 50_000]


@pytest.mark.parametrize("content", NO_ENVELOPES)
def test_what_is_no_envelope_is_named(copy, made, content):
    copy.with_name("bag.dsse.json").write_bytes(content)
    assert refused(copy, made.key).place == "file ../bag.dsse.json"


def test_another_signature_beside_the_logs_does_no_harm(copy, made):
    beside = copy.with_name("bag.dsse.json")
    said = json.loads(beside.read_text())
    said["signatures"].insert(0, {"keyid": "00", "sig": b64encode(bytes(64)).decode()})
    beside.write_text(json.dumps(said))
    assert SIGNED in verify(copy, made.key, None)


# --- proofs ----------------------------------------------------------------------------------------------


def _lines(change):
    """The proof of the last event with its lines changed above the checkpoint."""

    def changed(proof, _):
        above, _, below = proof.partition(b"\n\n")
        return b"\n".join(change(above.split(b"\n"))) + b"\n\n" + below

    return changed


FORGED = {
    "of an older event": lambda _, made: made.older,
    "of another stream": lambda _, made: (made.bag / LAST.replace("01", "00")).read_bytes(),
    "a hash changed": _lines(lambda lines: [*lines[:-1], b64encode(bytes(32))]),
    "a hash less": _lines(lambda lines: lines[:-1]),
    "a hash more": _lines(lambda lines: [*lines, b64encode(bytes(32))]),
    "a hash too short": _lines(lambda lines: [*lines[:-1], b64encode(bytes(31))]),
    "another index": _lines(lambda lines: [lines[0], b"index 18", *lines[2:]]),
    "an index of no entry": _lines(lambda lines: [lines[0], b"index 20", *lines[2:]]),
    "an index far away": _lines(lambda lines: [lines[0], b"index 70000", *lines[2:]]),
    "no number": _lines(lambda lines: [lines[0], b"index x", *lines[2:]]),
    "no index": _lines(lambda lines: lines[:1]),
    "another title": _lines(lambda lines: [b"c2sp.org/tlog-proof@v2", *lines[1:]]),
    "no text": lambda *_: b"\xff\n\n",
    "another checkpoint": lambda proof, _: proof.replace(b"\n20\n", b"\n21\n"),
    "nothing": lambda *_: b"",
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED)
def test_a_proof_of_anything_but_the_last_event_of_its_stream_is_named(copy, made, forge):
    copy.with_name("bag.dsse.json").unlink()
    (copy / LAST).write_bytes(forge((copy / LAST).read_bytes(), made))
    list_again(copy)
    assert refused(copy, made.key).place == f"file {LAST}"


def test_a_proof_under_another_name_is_named(copy, made):
    copy.with_name("bag.dsse.json").unlink()
    (copy / LAST).rename(copy / "data/proofs/table-T-02.tlog-proof")
    list_again(copy)
    assert refused(copy, made.key).place == "file data/proofs/table-T-02.tlog-proof"


def test_the_proofs_of_a_part_are_of_the_last_events_that_it_has(tmp_path):
    audited = AuditedLog(tmp_path)
    audited.append(spread(20, 2))
    audited.checkpoint()
    with Prover(audited.folder) as prover:
        other = prover.inclusion(prover.event("table:T-00", 10).leaf_index)
    export(audited, tmp_path / "bag", Asked(tables=("T-01",)))
    key = read_key(audited.vkey.text)
    assert verify(tmp_path / "bag", key, None)[-3:] == [
        "proofs: 1, each of the last event of its run",
        SIGNED,
        FILES,
    ]
    (tmp_path / "bag" / LAST).write_bytes(other)
    list_again(tmp_path / "bag")
    assert refused(tmp_path / "bag", key).place == f"file {LAST}"


def found_by(version, count):
    """Findings of a table by one list of checks, chained."""
    prev = NO_PREV
    for seq in range(1, count + 1):
        event = decode(sealed("finding:table:T", seq, prev).value)
        value = encode(event._replace(actor=f"examiner@{version}", source_id="table:T#1"))
        prev = event_hash(value)
        yield Output(FINDINGS, "finding:table:T", value)


def test_of_findings_the_proof_is_of_the_newest_list_of_checks_though_its_name_sorts_before(tmp_path):
    audited = AuditedLog(tmp_path)
    audited.append([sealed("table:T", 1, NO_PREV)], [*found_by(9, 3), *found_by(10, 2)])
    audited.checkpoint()
    with audited.notary() as notary:
        heads = [*last_events(notary.record.heads)]
    assert heads == [("finding:table:T", 2), ("table:T", 1)]
    with Prover(audited.folder) as prover:
        write_bag(tmp_path / "bag", prover, heads, None, lambda _: None)
    said = verify(tmp_path / "bag", read_key(audited.vkey.text), None)
    assert "proofs: 2, each of the last event of its stream" in said


def test_what_is_wrong_with_the_log_comes_before_its_proofs(copy, made):
    (copy / LAST).write_bytes(b"")
    (copy / "data/tile/0/000.p/20").write_bytes(bytes(640))
    list_again(copy)
    assert refused(copy, made.key).place == "index 0"


def test_the_last_event_is_that_of_its_own_stream_or_list_of_checks():
    event = decode(sealed("finding:table:T", 1, NO_PREV).value)
    entry = encode(event._replace(actor="examiner@2"))
    here, of_list = (f"data/proofs/finding-table-T{end}.tlog-proof" for end in ("", "-examiner@2"))
    last = {"finding:table:T examiner@2": (1, sha256(entry).digest())}
    assert is_last(here, entry, last)
    assert is_last(of_list, entry, last)
    assert not is_last(here, entry, {"finding:table:T examiner@2": (2, bytes(32))})
    table = sealed("table:T-1", 1, NO_PREV).value
    assert is_last("data/proofs/table-T-1.tlog-proof", table, {"table:T-1": (1, sha256(table).digest())})
    assert not is_last(here, wrapped(Wrapped.EXPORT, b"a statement"), last)


def test_files_of_which_the_hash_counts_are_told_folder_by_folder():
    names = {"data/a/b/c.csv", "data/a/b/d.csv", "data/e.txt", "data/f/g.json"}
    assert by_hash(Path("/x/bag"), names, vouched=False) == [
        "by hash alone: 4 files, for which nobody vouches, since bag.dsse.json is not beside the bag:",
        "  a/b (2), e.txt, f/g.json",
    ]


# --- keys -------------------------------------------------------------------------------------------------


def key_change(signers, title="pitledger key change", names=("log", "log")):
    """A note that one key signs from here on instead of another, by some signers; and both keys."""
    old, new = (
        Signer(name, Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32)) for n, name in enumerate(names)
    )
    text = f"{title}\n{old.name}\nold {old.verifier.text}\nnew {new.verifier.text}\n"
    note = sign_note(text, [(old, new)[each] for each in signers])
    return note, *(read_key(each.verifier.text) for each in (old, new))


def test_a_key_hands_over_by_a_note_that_both_have_signed():
    note, old, new = key_change((0, 1))
    for given, trusted in ((old, [old, new]), (new, [new])):
        trust = Trust(given)
        trust.take(note)
        assert (trust.keys, trust.older) == (trusted, [old])


@pytest.mark.parametrize(
    "change",
    [
        {"signers": (0,)},
        {"signers": (1,)},
        {"signers": (0, 1), "title": "pitledger key charge"},
        {"signers": (0, 1), "names": ("log", "gol")},
        {"signers": (0, 1), "names": ("gol", "gol")},
    ],
)
def test_no_key_hands_over_by_anything_else(change):
    """A note of the old key alone is what somebody has who stole it and knows no more."""
    note, old, new = key_change(**change)
    for given in (old._replace(name="log"), new._replace(name="log")):
        trust = Trust(given)
        trust.take(note)
        assert (trust.keys, trust.older) == ([given], [])


# --- how it is called ------------------------------------------------------------------------------------


def test_a_python_that_lacks_what_it_needs_is_a_call_that_could_not_run(made):
    call = [sys.executable, "-S", "-I", made.bag / "data/verify_bag.py", made.bag, "--key", "K"]
    done = subprocess.run(call, capture_output=True, text=True, check=False, env={**os.environ})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("verify_bag: Python 3.11 and its package `cryptography` are due")
    assert len(done.stderr.splitlines()) == 1
