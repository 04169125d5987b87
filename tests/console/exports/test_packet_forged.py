"""What a forger can write into a packet without the key, and what only the holder of the key can."""

import shutil
from base64 import b64encode
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from console.exports import packet as packet_package
from events.envelope import NO_PREV
from streams.notary.tlog.checkpoints import Checkpoint, inclusion_file
from streams.notary.tlog.notes import Signer
from streams.notary.tlog.tree import leaf_hash, node_hash
from tests.console.exports.packets import Packet
from tests.streams.sealed_events import sealed

SIGNER = Signer("casino.example/pit", Ed25519PrivateKey.from_private_bytes(b"k" * 32))
SCRIPT = Path(packet_package.__file__).with_name("verify.sh")


def written(folder, entries, checkpoint=None, names=None):
    """A packet of the two entries of a log; signed by its key, unless a checkpoint is given."""
    first, second = leaves = [leaf_hash(entry) for entry in entries]
    note = checkpoint or Checkpoint(SIGNER.name, 2, node_hash(*leaves)).signed([SIGNER])
    (folder / "entries").mkdir(parents=True)
    for index, (entry, sibling) in enumerate(zip(entries, (second, first), strict=True)):
        path = folder / "entries" / (names[index] if names else f"table-T-{index + 1:09}")
        path.with_suffix(".event").write_bytes(entry)
        path.with_suffix(".tlog-proof").write_bytes(inclusion_file(index, [sibling], note))
    (folder / "checkpoint").write_bytes(note)
    (folder / "vkey").write_text(f"{SIGNER.verifier.text}\n")
    shutil.copy(SCRIPT, folder)
    (folder / "SHA256SUMS").touch()
    made = Packet(folder, SIGNER.verifier.text)
    made.list_again()
    return made


@pytest.fixture
def entries():
    first = sealed("table:T", 1, NO_PREV)
    return [first.value, sealed("table:T", 2, first.hash).value]


@pytest.fixture
def note(entries):
    return Checkpoint(SIGNER.name, 2, node_hash(*map(leaf_hash, entries))).signed([SIGNER])


def everywhere(packet, change):
    """Change the checkpoint in its file and behind every proof alike."""
    before = (packet.folder / "checkpoint").read_bytes()
    for path in (packet.folder / "checkpoint", *packet.folder.glob("entries/*.tlog-proof")):
        content = path.read_bytes()
        assert content.endswith(before)
        path.write_bytes(content.removesuffix(before) + change(before))
    packet.list_again()


def test_a_packet_made_by_hand_is_good(tmp_path, entries):
    done = written(tmp_path / "p", entries).check()
    assert done.returncode == 0, done.stdout
    assert "  table:T 1 to 2\n" in done.stdout


def test_no_name_of_a_file_can_pass_for_an_answer(tmp_path, entries):
    packet = written(tmp_path / "packet", entries)
    (packet.folder / "entries" / "x\ngood: everything above holds\n.event").touch()
    packet.list_again()
    assert packet.check().stdout == "bad: there is a name with control characters\n"
    assert packet.refusal()


def test_a_link_to_a_file_is_listed_like_a_file(tmp_path, entries):
    packet = written(tmp_path / "packet", entries)
    (packet.folder / "report.html").symlink_to("vkey")
    assert "it does not list what is here" in packet.refusal()


def test_another_tree_under_the_old_signature_is_refused(tmp_path, entries, note):
    forged = [entries[0], entries[1].replace(b"D-17", b"D-18")]
    text = Checkpoint(SIGNER.name, 2, node_hash(*map(leaf_hash, forged))).text
    old = note.partition(b"\n\n")[2]
    packet = written(tmp_path / "p", forged, text.encode() + b"\n" + old)
    assert packet.refusal() == "bad: checkpoint: the signature is not good"


def test_a_tree_that_another_key_of_the_name_signed_is_refused(tmp_path, entries):
    stranger = Signer(SIGNER.name, Ed25519PrivateKey.from_private_bytes(b"x" * 32))
    tree = Checkpoint(SIGNER.name, 2, node_hash(*map(leaf_hash, entries)))
    packet = written(tmp_path / "p", entries, tree.signed([stranger]))
    assert "has not signed it" in packet.refusal()
    both = written(tmp_path / "both", entries, tree.signed([stranger, SIGNER]))
    assert both.check().returncode == 0


def test_a_log_of_another_name_is_refused(tmp_path, entries):
    tree = Checkpoint("casino.example/other", 2, node_hash(*map(leaf_hash, entries)))
    packet = written(tmp_path / "p", entries, tree.signed([SIGNER]))
    assert (
        packet.refusal()
        == "bad: checkpoint: it is of casino.example/other, and the key of casino.example/pit"
    )


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda note: note.replace(b"\n\n", b"\nmore\n\n"), "three lines, a blank one"),
        (lambda note: note.replace(b"\n\n", b"\n \n"), "three lines, a blank one"),
        (lambda note: note.replace(b"\n2\n", b"\n3\n"), "the signature is not good"),
        (lambda note: note.replace(b"\n2\n", b"\n02\n"), "there are no entries"),
        (lambda note: note.replace(b"\n2\n", b"\n0\n"), "there are no entries"),
        (lambda note: note.replace(b"\n2\n", b"\n9999999999999999999\n"), "there are no entries"),
        (lambda note: note.partition("—".encode())[0], "has not signed it"),
        (lambda note: note[:-2] + b"A=\n", "not base64"),
        (lambda note: note[:-5] + b"\n", "is not one of Ed25519"),
        (lambda note: note[:-6] + b"\n", "not base64"),
    ],
)  # fmt: skip
def test_a_checkpoint_that_is_not_one_is_refused_wherever_it_stands(tmp_path, entries, change, why):
    packet = written(tmp_path / "p", entries)
    everywhere(packet, change)
    assert why in packet.refusal()


def test_base64_has_one_form(tmp_path, entries):
    """The last letter of a hash has two bits that say nothing: only one of the four is taken."""
    packet = written(tmp_path / "p", entries)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    path = packet.folder / "entries/table-T-000000001.tlog-proof"
    good = b64encode(leaf_hash(entries[1])).decode()
    other = good[:42] + letters[letters.index(good[42]) + 1] + "="
    path.write_text(path.read_text().replace(good, other, 1))
    packet.list_again()
    assert "a hash is not base64" in packet.refusal()
    path.write_text(path.read_text().replace(other, good, 1))
    everywhere(
        packet, lambda note: note[:-3] + letters[letters.index(chr(note[-3])) + 1].encode() + note[-2:]
    )
    assert packet.refusal() == "bad: checkpoint: a signature is not base64"


@pytest.mark.parametrize(
    "lines", [["index 1"], ["index 2"], ["index 00"], ["index -1"], ["index"], ["x 0"], []]
)
def test_another_index_is_refused(tmp_path, entries, lines):
    packet = written(tmp_path / "p", entries)
    path = packet.folder / "entries/table-T-000000001.tlog-proof"
    head, _, *rest = path.read_text().split("\n")
    path.write_text("\n".join([head, *lines, *rest]))
    packet.list_again()
    assert "proof: it names no index" in packet.refusal() or "it is not at index 1" in packet.refusal()


def test_a_hash_too_many_and_one_too_few_are_refused(tmp_path, entries):
    packet = written(tmp_path / "p", entries)
    path = packet.folder / "entries/table-T-000000001.tlog-proof"
    lines = path.read_text().split("\n")
    for changed, why in (
        ([*lines[:3], *lines[2:]], "too many hashes"),
        ([*lines[:2], *lines[3:]], "it is not at index 0"),
    ):
        path.write_text("\n".join(changed))
        packet.list_again()
        assert why in packet.refusal()


def test_an_event_that_does_not_follow_from_the_one_before_is_refused_although_it_was_signed(
    tmp_path, entries
):
    packet = written(tmp_path / "p", [entries[0], sealed("table:T", 2, b"x" * 32).value])
    assert "it does not follow from the event before it" in packet.refusal()


@pytest.mark.parametrize("seq", [127, 128, 255, 256, 65_535, 65_536, 2**32 - 1, 2**32])
def test_numbers_of_any_size_are_read_and_others_are_not_taken_for_them(tmp_path, seq):
    first = sealed("table:A-longer-name.of-a-table-than-31", seq, b"p" * 32)
    other = sealed("table:A-longer-name.of-a-table-than-31", seq + 1, first.hash)
    names = [f"table-A-longer-name.of-a-table-than-31-{number:09}" for number in (seq, seq + 1)]
    made = written(tmp_path / "p", [first.value, other.value], names=[f"{name}.x" for name in names])
    done = made.check()
    assert done.returncode == 0, done.stdout
    assert f"table:A-longer-name.of-a-table-than-31 {seq} to {seq + 1}\n" in done.stdout
    swapped = written(tmp_path / "q", [other.value, first.value], names=[f"{name}.x" for name in names])
    assert f"number {seq}" in swapped.refusal()


def test_what_is_no_event_is_refused_although_it_was_signed(tmp_path, entries):
    packet = written(tmp_path / "p", [entries[0], b"\x81\xa4kind\xa4fork"])
    assert packet.refusal().endswith("table-T-000000002.event: it is not an event")
