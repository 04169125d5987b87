"""The notary takes in what is recorded, once and in order, signs no second history, and goes on."""

import shutil
import stat
import tracemalloc
from contextlib import suppress
from itertools import pairwise

import pytest
from msgpack import unpackb

from events.topics import FINDINGS, METERS, QUARANTINE
from projections.records import Output
from streams.errors import BeingWritten, LogError
from streams.notary import notary as notary_module
from streams.notary.folder import (
    KEY_CHANGE_FILE,
    KEY_FILE,
    NEXT_KEY_FILE,
    RECORD_FILE,
    ManyFiles,
    write_durably,
)
from streams.notary.key_change import read_key_change
from streams.notary.keys import (
    KeyRefused,
    begin_audit_log,
    load_key,
    load_signer,
    needs_passphrase,
    read_vkey,
)
from streams.notary.leaves import series_of_entry
from streams.notary.notary import WillNotSign
from streams.notary.record import load_record, store_record
from streams.notary.tlog.checkpoints import consistency_file, open_checkpoint
from streams.notary.tlog.notes import BadNote
from streams.notary.tlog.proofs import TreeView
from streams.notary.tlog.tiles import StoredTiles, bundle
from streams.notary.tlog.tree import leaf_hashes
from tests.go_judge import GOOD, answers
from tests.streams.notary.embedded_log import ORIGIN, AuditedLog, entries_of
from tests.streams.notary.written_log import plain_root
from tests.streams.sealed_events import Chains, sealed, spread


class Killed(BaseException):
    """The process ends here."""


def killed(*_):
    """Where the process ends."""
    raise Killed


@pytest.fixture
def audited(tmp_path):
    return AuditedLog(tmp_path)


def judged_good(audited, note, entries):
    """What Go says to the tiles under a checkpoint."""
    question = {
        "Kind": "tiles",
        "Vkey": audited.vkey.text,
        "Content": note,
        "Folder": str(audited.folder),
        "Expected": bundle(entries),
    }
    return answers([question]) == [GOOD]


def test_all_sources_are_taken_in_and_go_reads_the_tiles(audited):
    chains = Chains()
    events = [chains.next(f"table:T-{number % 7}") for number in range(600)]
    meters = [Output(METERS, "L1", chains.next("meter:L1").value) for _ in range(30)]
    findings = [Output(FINDINGS, "finding:table:T-0", chains.next("finding:table:T-0").value)]
    audited.append(events, [*meters, *findings, Output(QUARANTINE, "x", b"poison")])

    note = audited.checkpoint()

    entries = audited.entries()
    assert entries[:600] == [event.value for event in events]
    assert entries[600:631] == [output.value for output in [*meters, *findings]]
    assert len(entries) == 632
    assert series_of_entry(entries[631]) is None
    checkpoint = open_checkpoint(note, [audited.vkey])
    assert (checkpoint.origin, checkpoint.size) == (ORIGIN, 632)
    assert checkpoint.root == plain_root(leaf_hashes(entries))
    assert judged_good(audited, note, entries)


def test_it_goes_on_where_it_was_and_every_checkpoint_continues_the_one_before(audited):
    events = spread(700, 5)
    notes = []
    for start, stop in ((0, 1), (1, 255), (255, 256), (256, 257), (257, 700)):
        audited.append(events[start:stop])
        notes.append(audited.checkpoint())
    questions = []
    for old, new in pairwise(notes):
        before, after = (open_checkpoint(note, [audited.vkey]) for note in (old, new))
        view = TreeView(StoredTiles(audited.folder), after.size)
        proof = notary_proof(before.size, view, new)
        questions.append({"Kind": "consistency", "Vkey": audited.vkey.text, "Content": proof, "Old": old})

    assert set(answers(questions)) == {GOOD}
    assert audited.entries() == [event.value for event in events]
    assert judged_good(audited, notes[-1], audited.entries())
    partial = {path.parent.as_posix()[-10:] for path in audited.folder.rglob("*.p/*")}
    assert partial == {"ries/002.p", "le/0/002.p", "le/1/000.p"}, "what has grown is gone"


def notary_proof(old_size, view, note):
    """A consistency proof as it is handed out."""
    return consistency_file(old_size, view.consistency(old_size), note)


def test_no_file_that_the_record_needs_is_ever_written_again(audited, monkeypatch):
    """A crash in the middle of that would leave it torn: an upper tile often stays as it is."""
    events = spread(1_000, 3)
    write, written = ManyFiles.write, []

    def once(files, path, content):
        assert not path.exists()
        written.append(path)
        write(files, path, content)

    monkeypatch.setattr(ManyFiles, "write", once)
    for start, stop in ((0, 300), (300, 310), (310, 311), (311, 600), (600, 1_000)):
        audited.append(events[start:stop])
        audited.checkpoint()
    assert len(written) > 10
    assert audited.entries() == [event.value for event in events]


def test_nothing_new_is_the_same_checkpoint(audited):
    audited.append(spread(10, 2))
    note = audited.checkpoint()
    assert audited.checkpoint() == note
    with audited.notary() as notary:
        assert notary.behind(audited.source()) == 0


def test_repeats_are_dropped_and_forks_wrapped_after_a_restart_too(audited):
    chains = Chains()
    meters = [chains.next("meter:L1").value for _ in range(200)]
    other = sealed("meter:L1", 70, chains.heads["meter:L1"][1], body=b"\x90").value
    audited.append([], [Output(METERS, "L1", value) for value in meters])
    audited.checkpoint()
    again = [*meters[60:140], other, *meters[150:], chains.next("meter:L1").value]
    audited.append([], [Output(METERS, "L1", value) for value in again])
    audited.checkpoint()

    entries = audited.entries()

    assert entries[:200] == meters
    assert series_of_entry(entries[200]) is None
    assert other in entries[200]
    assert entries[201:] == [again[-1]]


def test_repeats_within_what_is_not_recorded_yet_are_dropped(audited):
    chains = Chains()
    meters = [chains.next("meter:L1").value for _ in range(20)]
    audited.append([], [Output(METERS, "L1", value) for value in [*meters, *meters[5:], *meters]])
    audited.checkpoint()
    assert audited.entries() == meters


def test_the_index_is_made_again_where_it_is_lost_or_damaged(audited):
    chains = Chains()
    meters = [chains.next("meter:L1").value for _ in range(300)]
    audited.append([], [Output(METERS, "L1", value) for value in meters])
    audited.checkpoint()
    for damage in (lambda path: path.unlink(), lambda path: path.write_bytes(b"not SQLite" * 999)):
        damage(audited.folder / "index.sqlite")
        audited.append([], [Output(METERS, "L1", meters[7]), Output(METERS, "L1", meters[250])])
        audited.checkpoint()
    assert audited.entries() == meters


def test_it_holds_little_in_memory(audited, monkeypatch):
    monkeypatch.setattr(notary_module, "COMMIT_ENTRIES", 500)
    peaks = []
    events = spread(12_000, 10)
    for start, stop in ((0, 2_000), (2_000, 12_000)):
        audited.append(events[start:stop])
        with audited.notary() as notary:
            tracemalloc.start()
            notary.catch_up(audited.source())
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
    assert peaks[1] < peaks[0] * 1.5


# --- no second history ------------------------------------------------------------------------------------


def test_one_process_a_facility(audited):
    with audited.notary(), pytest.raises(BeingWritten, match="is the notary of this audit log"):
        audited.notary()
    audited.notary().close()


def test_tiles_beyond_the_record_are_cut_off(audited, monkeypatch):
    events = spread(900, 3)
    audited.append(events[:300])
    audited.checkpoint()
    audited.append(events[300:])
    with monkeypatch.context() as patch, audited.notary() as notary:
        patch.setattr("streams.notary.growth.store_record", killed)
        with pytest.raises(Killed):
            notary.catch_up(audited.source())
    assert (audited.folder / "tile/0/002").exists()

    audited.notary().close()

    files = {
        path.relative_to(audited.folder).as_posix()
        for path in audited.folder.rglob("tile/**/*")
        if path.is_file()
    }
    assert files == {
        "tile/entries/000", "tile/entries/001.p/44", "tile/0/000", "tile/0/001.p/44", "tile/1/000.p/1",
    }  # fmt: skip
    assert audited.checkpoint()
    assert audited.entries() == [event.value for event in events]


def test_a_partial_tile_that_the_record_needs_and_is_gone_is_named(audited):
    audited.append(spread(300, 3))
    audited.checkpoint()
    (audited.folder / "tile/0/001.p/44").unlink()
    with pytest.raises(LogError, match=r"tile/0/001\.p/44: this tile of the audit log is damaged"):
        audited.notary()


@pytest.mark.parametrize("name", ["tile/0/001.p/44", "tile/entries/001.p/44", "tile/1/000.p/1"])
def test_a_changed_tile_at_the_edge_is_not_signed_over(audited, name):
    audited.append(spread(300, 3))
    audited.checkpoint()
    path = audited.folder / name
    path.write_bytes(path.read_bytes()[:-1] + b"!")
    with pytest.raises(LogError, match=r"do not have the (root|hashes)"):
        audited.notary()


def test_a_record_that_is_behind_what_was_published_is_not_signed(audited):
    events = spread(400, 3)
    audited.append(events[:300])
    audited.checkpoint()
    old = (audited.folder / RECORD_FILE).read_bytes()
    audited.append(events[300:])
    published = audited.checkpoint()
    (audited.folder / RECORD_FILE).write_bytes(old)

    with pytest.raises(
        WillNotSign, match="a checkpoint over 400 entries was published, and the record is of 300"
    ):
        audited.notary()
    assert (audited.folder / "checkpoint").read_bytes() == published
    assert (audited.folder / "tile/0/001.p/144").exists(), "nothing is cut off either"


def test_another_tree_of_the_same_size_is_not_signed(tmp_path):
    one, other = AuditedLog(tmp_path / "1"), AuditedLog(tmp_path / "2")
    one.append(spread(5, 1))
    other.append(spread(5, 2))
    one.checkpoint()
    for name in (KEY_FILE, "vkey", "checkpoint"):
        shutil.copy(one.folder / name, other.folder / name)
    with pytest.raises(WillNotSign, match="another history"):
        other.checkpoint()


def test_a_checkpoint_that_somebody_else_signed_is_not_continued(audited):
    audited.append(spread(5, 1))
    note = audited.checkpoint()
    (audited.folder / "checkpoint").write_bytes(note.replace(b"\n5\n", b"\n4\n"))
    with pytest.raises(BadNote, match="is not good"):
        audited.notary()


def test_a_log_that_is_shorter_than_what_was_notarised_is_refused(audited):
    events = spread(40, 3)
    audited.append(events[:20])
    shutil.copy(audited.data / "log.sqlite", audited.data / "old")
    audited.append(events[20:])
    audited.checkpoint()
    shutil.copy(audited.data / "old", audited.data / "log.sqlite")
    with pytest.raises(WillNotSign, match=r"events\[0\] ends at offset 20, and 40 records"):
        audited.checkpoint()


def test_a_damaged_record_and_one_of_another_log_are_refused(audited, tmp_path):
    audited.append(spread(5, 1))
    audited.checkpoint()
    path = audited.folder / RECORD_FILE
    good = path.read_bytes()
    for bad in (b"", good[:-1], good[:40] + bytes([good[40] ^ 1]) + good[41:], good + b"x"):
        path.write_bytes(bad)
        with pytest.raises(LogError, match="the record of the audit log is damaged"):
            audited.notary()
    record = load_record_of(path, good)
    record.origin = "somebody.else/log"
    store_record(audited.folder, record)
    with pytest.raises(WillNotSign, match=r"the record is of somebody\.else/log"):
        audited.notary()


def load_record_of(path, content):
    path.write_bytes(content)
    return load_record(path.parent)


# --- keys -------------------------------------------------------------------------------------------------


def test_the_key_is_for_its_owner_alone_and_is_made_once(audited):
    assert stat.S_IMODE((audited.folder / KEY_FILE).stat().st_mode) == 0o600
    assert stat.S_IMODE(audited.folder.stat().st_mode) == 0o700
    with pytest.raises(LogError, match="there is an audit log here already"):
        begin_audit_log(audited.folder, ORIGIN, None)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620])
def test_a_key_that_others_may_use_is_refused(audited, mode):
    (audited.folder / KEY_FILE).chmod(mode)
    with pytest.raises(KeyRefused, match=rf"mode {mode:o}\).*chmod 600"):
        load_signer(audited.folder, None)


def test_a_key_that_is_gone_damaged_or_another_is_refused(audited, tmp_path):
    path = audited.folder / KEY_FILE
    begin_audit_log(tmp_path / "other", ORIGIN, None)
    shutil.copy(tmp_path / "other" / KEY_FILE, path)
    with pytest.raises(KeyRefused, match="another key than that of"):
        load_signer(audited.folder, None)
    path.write_bytes(b"-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----\n")
    with pytest.raises(KeyRefused, match="the file is damaged"):
        load_signer(audited.folder, None)
    for content in (b"", b"<!doctype html>\n"):
        path.write_bytes(content)
        for mode in (0o644, 0o600):
            path.chmod(mode)
            with pytest.raises(KeyRefused, match="this is no key"):
                load_signer(audited.folder, None)
    path.unlink()
    with pytest.raises(KeyRefused, match="is missing"):
        load_signer(audited.folder, None)


def test_a_passphrase_is_needed_and_must_be_right(tmp_path):
    folder = tmp_path / "audit"
    vkey = begin_audit_log(folder, ORIGIN, "open sesame")

    assert needs_passphrase(folder)
    assert b"ENCRYPTED" in (folder / KEY_FILE).read_bytes()
    assert load_signer(folder, "open sesame").verifier == vkey
    for wrong in (None, "", "open  sesame"):
        with pytest.raises(KeyRefused):
            load_signer(folder, wrong)


def test_an_init_that_was_killed_before_its_public_key_was_written_begins_anew(tmp_path):
    folder = tmp_path / "audit"
    begin_audit_log(folder, ORIGIN, None)
    (folder / "vkey").unlink()
    assert begin_audit_log(folder, ORIGIN, None) == read_vkey(folder)


def test_both_keys_sign_their_change_which_is_in_the_log(audited):
    audited.append(spread(5, 1))
    audited.checkpoint()
    old = audited.vkey
    with audited.notary() as notary:
        new = notary.change_key(load_signer(audited.folder, None), None)
    note = (audited.folder / "checkpoint").read_bytes()

    assert open_checkpoint(note, [old]) == open_checkpoint(note, [new])
    assert open_checkpoint(note, [new]).size == 6
    assert load_signer(audited.folder, None).verifier == new == read_vkey(audited.folder)
    assert not (audited.folder / NEXT_KEY_FILE).exists()
    assert not (audited.folder / KEY_CHANGE_FILE).exists()
    wrapped = unpackb(audited.entries()[5])
    assert wrapped["kind"] == "key_change"
    assert read_key_change(wrapped["value"], old) == (old, new)
    with pytest.raises(BadNote):
        read_key_change(wrapped["value"].replace(b"new", b"neu"), old)
    audited.append(spread(6, 1)[5:])
    after = audited.checkpoint()
    assert open_checkpoint(after, [new]).size == 7
    with pytest.raises(BadNote, match="none of the keys"):
        open_checkpoint(after, [old])


@pytest.mark.parametrize("step", range(1, 9))
def test_a_change_of_keys_that_was_killed_anywhere_goes_on(audited, monkeypatch, step):
    audited.append(spread(5, 1))
    audited.checkpoint()
    left = step

    def maybe_killed(function):
        def called(*args, **more):
            nonlocal left
            left -= 1
            if left == 0:
                raise Killed
            return function(*args, **more)

        return called

    signer = load_signer(audited.folder, None)
    with audited.notary() as notary, monkeypatch.context() as patch:
        for place in ("keys", "key_change", "record", "publishing"):
            patch.setattr(f"streams.notary.{place}.write_durably", maybe_killed(write_durably))
        patch.setattr("streams.notary.key_change.sync_folder", maybe_killed(lambda _: None))
        with suppress(Killed):
            notary.change_key(signer, None)
    with audited.notary() as notary:
        signer = load_signer(audited.folder, None)
        if notary.vkey == audited.vkey:  # it had not come so far
            assert notary.change_key(signer, None) != audited.vkey
    now = load_signer(audited.folder, None)
    note = audited.checkpoint()
    assert now.verifier != audited.vkey
    assert open_checkpoint(note, [now.verifier]).size >= 6
    assert load_key(audited.folder / KEY_FILE, ORIGIN, None).verifier == now.verifier
    assert len(entries_of(audited.folder, open_checkpoint(note, [now.verifier]).size)) in (6, 7)
