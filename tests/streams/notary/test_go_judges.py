"""Go's own sumdb/note and sumdb/tlog accept what we sign and prove, and refuse it with anything changed."""

from base64 import b64decode, b64encode

import pytest

from streams.notary.tlog.checkpoints import Checkpoint, consistency_file, inclusion_file
from streams.notary.tlog.proofs import TreeView
from streams.notary.tlog.tiles import StoredTiles, bundle
from streams.notary.tlog.tree import EMPTY_ROOT
from tests.go_judge import GOOD, answers
from tests.streams.notary.written_log import ORIGIN, SIGNER, VKEY, entry, grown

LAST = 256


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    """The folder, the checkpoint of every size up to 256, and a view of each tree."""
    folder = tmp_path_factory.mktemp("log")
    notes = grown(folder, range(1, LAST + 1))
    tiles = StoredTiles(folder)
    return folder, notes, {size: TreeView(tiles, size) for size in notes}


def flipped(content: bytes, at: int, bit: int) -> bytes:
    """The content with one bit changed."""
    changed = bytearray(content)
    changed[at] ^= 1 << bit
    return bytes(changed)


def other_hash(line: bytes, number: int) -> bytes:
    """A hash in base64 with one bit changed that is in it, not in its spelling."""
    digest = b64decode(line)
    return b64encode(flipped(digest, number % 32, number % 8))


def corrupted(content: bytes, number: int) -> bytes:
    """A proof with one thing wrong, each in turn: a hash, one less, one more, number, root, signature."""
    above, _, note = content.partition(b"\n\n")
    head, *hashes = above.split(b"\n")
    if head.startswith(b"c2sp.org"):
        head += b"\n" + hashes.pop(0)
    kind = number % 6
    if kind == 0 and hashes:
        hashes[number % len(hashes)] = other_hash(hashes[number % len(hashes)], number)
    elif kind == 1 and hashes:
        del hashes[number % len(hashes)]
    elif kind == 2:
        hashes.insert(number % (len(hashes) + 1), b64encode(bytes([number % 251]) * 32))
    elif kind == 3:
        word, _, value = head.rpartition(b" ")
        head = word + b" %d" % (int(value) + 1)
    elif kind == 4:
        origin, size, root, *rest = note.split(b"\n")
        note = b"\n".join([origin, size, other_hash(root, number), *rest])
    else:
        text, signature = note[: note.rindex(b" ") + 1], b64decode(note[note.rindex(b" ") + 1 :])
        note = text + b64encode(flipped(signature, 4 + number % 64, number % 8)) + b"\n"
    return b"\n".join([head, *hashes]) + b"\n\n" + note


def test_every_checkpoint_up_to_256_entries_is_accepted_and_no_changed_one(log):
    _, notes, _ = log
    empty = Checkpoint(ORIGIN, 0, EMPTY_ROOT).signed([SIGNER])
    all_notes = [empty, *notes.values()]
    good = [{"Kind": "checkpoint", "Vkey": VKEY.text, "Content": note} for note in all_notes]
    sample = notes[201]
    bad = [
        {"Kind": "checkpoint", "Vkey": VKEY.text, "Content": flipped(sample, at, at % 8)}
        for at in range(len(sample) - 1)
    ]

    assert set(answers(good)) == {GOOD}
    assert GOOD not in answers(bad)


def test_every_inclusion_up_to_256_entries_is_accepted_and_no_changed_one(log):
    _, notes, views = log
    files = [
        (index, inclusion_file(index, view.inclusion(index), notes[size]))
        for size, view in views.items()
        for index in range(size)
    ]
    good = [
        {"Kind": "inclusion", "Vkey": VKEY.text, "Content": file, "Entry": entry(index)}
        for index, file in files
    ]
    bad = [
        {"Kind": "inclusion", "Vkey": VKEY.text, "Content": changed, "Entry": entry(index)}
        for number, (index, file) in enumerate(files)
        if (changed := corrupted(file, number)) != file
    ]

    assert len(files) == LAST * (LAST + 1) // 2
    assert set(answers(good)) == {GOOD}
    assert len(bad) > len(files) - 3
    assert GOOD not in answers(bad)


def test_every_consistency_up_to_256_entries_is_accepted_and_no_changed_one(log):
    _, notes, views = log
    files = [
        (old, consistency_file(old, view.consistency(old), notes[size]))
        for size, view in views.items()
        for old in range(1, size + 1)
    ]
    good = [
        {"Kind": "consistency", "Vkey": VKEY.text, "Content": file, "Old": notes[old]} for old, file in files
    ]
    bad = [
        {"Kind": "consistency", "Vkey": VKEY.text, "Content": changed, "Old": notes[old]}
        for number, (old, file) in enumerate(files)
        if (changed := corrupted(file, number)) != file
    ]

    assert len(files) == LAST * (LAST + 1) // 2
    assert set(answers(good)) == {GOOD}
    assert len(bad) > len(files) - 100  # between equal sizes there is no hash that could be wrong
    assert GOOD not in answers(bad)


def test_go_reads_our_tiles_over_several_levels_and_finds_every_entry(tmp_path):
    size = 256 * 256 + 256 * 3 + 17
    note = grown(tmp_path, [5, 300, size])[size]
    question = {
        "Kind": "tiles",
        "Vkey": VKEY.text,
        "Content": note,
        "Folder": str(tmp_path),
        "Expected": bundle(map(entry, range(size))),
    }
    assert answers([question]) == [GOOD]

    tile = tmp_path / "tile/1/000"
    tile.write_bytes(flipped(tile.read_bytes(), 100, 3))
    assert answers([question]) != [GOOD]
