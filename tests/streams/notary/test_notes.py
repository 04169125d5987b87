"""Signed notes, keys, checkpoints, proof files: read back as written, refused with anything changed."""

import subprocess

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from streams.notary.tlog.checkpoints import (
    Checkpoint,
    consistency_file,
    inclusion_file,
    open_checkpoint,
    read_checkpoint_text,
    read_consistency_file,
    read_inclusion_file,
    require_consistent,
    require_included,
)
from streams.notary.tlog.notes import BadNote, Signer, open_note, read_verifier_key, sign_note
from streams.notary.tlog.proofs import TreeView
from streams.notary.tlog.tiles import StoredTiles
from streams.notary.tlog.tree import leaf_hash
from tests.streams.notary.written_log import ORIGIN, SIGNER, VKEY, entry, grown

OTHER = Signer("other.example/log", Ed25519PrivateKey.from_private_bytes(b"o" * 32))
hashes = st.binary(min_size=32, max_size=32)
texts = st.text(st.characters(min_codepoint=32, exclude_categories=["Cs"]), max_size=60).map(
    lambda t: t + "\n"
)


@given(
    st.binary(min_size=32, max_size=32),
    st.from_regex(r"[a-z]{1,9}(\.[a-z]{1,5}){0,2}(/[a-z0-9]{1,5})?", fullmatch=True),
)
def test_a_key_is_read_back(secret, name):
    key = Signer(name, Ed25519PrivateKey.from_private_bytes(secret)).verifier
    assert read_verifier_key(key.text) == key


def test_the_key_of_gos_checksum_database_is_read():
    """A key that we did not make: that of sum.golang.org, as Go's own sources have it."""
    text = "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8"
    key = read_verifier_key(text)
    assert (key.name, key.key_id.hex(), key.text) == ("sum.golang.org", "033de0ae", text)


@pytest.mark.parametrize(
    "text",
    [
        "", "a", "a+b+c", VKEY.text[1:], VKEY.text[:-1], VKEY.text + "=", VKEY.text.replace("+", "+0", 1),
        VKEY.text.replace("casino", "ca sino"), VKEY.text.upper(), VKEY.text + "\n",
    ],
)  # fmt: skip
def test_what_is_not_a_key_is_refused(text):
    with pytest.raises(BadNote):
        read_verifier_key(text)


def test_a_signer_shows_no_part_of_its_key():
    assert repr(SIGNER) == str(SIGNER) == f"Signer('{ORIGIN}')"


@given(texts, st.booleans())
def test_a_note_is_opened_by_the_keys_that_signed_it(text, both):
    note = sign_note(text, [SIGNER, OTHER] if both else [SIGNER])

    opened = open_note(note, [VKEY, OTHER.verifier])
    assert opened.text == text
    assert opened.signed_by == ((VKEY, OTHER.verifier) if both else (VKEY,))
    if not both:
        with pytest.raises(BadNote, match="none of the keys"):
            open_note(note, [OTHER.verifier])


def test_no_bit_of_a_note_can_be_changed():
    note = sign_note("first\n\nsecond — line\n", [SIGNER])
    for at in range(len(note)):
        for bit in range(8):
            changed = bytearray(note)
            changed[at] ^= 1 << bit
            with pytest.raises(BadNote):
                open_note(bytes(changed), [VKEY])


@pytest.mark.parametrize(
    "note",
    [
        b"", b"\n", b"text\n", b"text\n\n",
        sign_note("t\n", [SIGNER])[:-1], sign_note("t\n", [SIGNER]) + b"x",
        sign_note("t\n", [SIGNER]) + b"\n", sign_note("t\n", [SIGNER]).replace("—".encode(), b"-"),
        sign_note("t\n", [SIGNER]).replace(b"t\n", b"t\t\n"), sign_note("t\n", [SIGNER]) + b"\xff\n",
        sign_note("t\n", [SIGNER] * 101), b"x" * 2_000_000 + sign_note("t\n", [SIGNER]),
    ],
)  # fmt: skip
def test_what_is_not_a_note_is_refused(note):
    with pytest.raises(BadNote):
        open_note(note, [VKEY])


@pytest.mark.parametrize("text", ["", "no end", "tab\t\n", "a\rb\n"])
def test_a_text_that_is_none_is_not_signed(text):
    with pytest.raises(BadNote, match="cannot be signed"):
        sign_note(text, [SIGNER])


def test_a_known_key_that_has_not_signed_spoils_a_note_that_another_has():
    note = sign_note("t\n", [SIGNER, OTHER])
    lines = note.decode().splitlines()
    lines[3] = lines[3][:-4] + ("AAA=" if not lines[3].endswith("AAA=") else "BBA=")
    forged = ("\n".join(lines) + "\n").encode()

    assert open_note(forged, [VKEY]).signed_by == (VKEY,)
    with pytest.raises(BadNote, match=r"other\.example/log is not good"):
        open_note(forged, [VKEY, OTHER.verifier])


@given(st.integers(0, 1 << 60), hashes)
def test_a_checkpoint_is_read_back(size, root):
    checkpoint = Checkpoint(ORIGIN, size, root)
    assert read_checkpoint_text(checkpoint.text) == checkpoint
    assert open_checkpoint(checkpoint.signed([SIGNER]), [VKEY]) == checkpoint
    assert read_checkpoint_text(checkpoint.text + "extension\n") == checkpoint


@pytest.mark.parametrize(
    "change", [("7", "07"), ("7", "-7"), ("7", "7.0"), ("7", ""), ("\n7\n", "\n"), ("=", "")]
)
def test_what_is_not_a_checkpoint_is_refused(change):
    text = Checkpoint(ORIGIN, 7, bytes(32)).text
    with pytest.raises(BadNote):
        read_checkpoint_text(text.replace(*change))


def test_a_checkpoint_must_be_signed_by_the_log_that_it_names():
    note = Checkpoint(ORIGIN, 7, bytes(32)).signed([OTHER])
    with pytest.raises(BadNote, match="has not signed this checkpoint itself"):
        open_checkpoint(note, [OTHER.verifier])


@given(st.integers(0, 1 << 60), st.lists(hashes, max_size=63))
def test_proof_files_are_read_back(number, proof):
    note = Checkpoint(ORIGIN, 7, bytes(32)).signed([SIGNER])
    assert read_inclusion_file(inclusion_file(number, proof, note)) == (number, proof, note)
    assert read_consistency_file(consistency_file(number, proof, note)) == (number, proof, note)


@pytest.mark.parametrize(
    ("read", "content"),
    [
        (read_inclusion_file, b""), (read_inclusion_file, b"c2sp.org/tlog-proof@v1\n\nx"),
        (read_inclusion_file, b"c2sp.org/tlog-proof@v2\nindex 1\n\nx"),
        (read_inclusion_file, b"c2sp.org/tlog-proof@v1\nindex 01\n\nx"),
        (read_inclusion_file, b"c2sp.org/tlog-proof@v1\nold 1\n\nx"),
        (read_inclusion_file, b"c2sp.org/tlog-proof@v1\nindex 1\nAAAA\n\nx"),
        (read_consistency_file, b""), (read_consistency_file, b"index 1\n\nx"),
        (read_consistency_file, "öld 1\n\nx".encode()),
        (read_consistency_file, consistency_file(1, [bytes(32)] * 64, b"x")),
    ],
)  # fmt: skip
def test_what_is_not_a_proof_file_is_refused(read, content):
    with pytest.raises(BadNote):
        read(content)


def test_proof_files_show_what_they_say_and_nothing_else(tmp_path):
    notes = grown(tmp_path, [100, 300])
    view = TreeView(StoredTiles(tmp_path), 300)
    inclusion = inclusion_file(70, view.inclusion(70), notes[300])
    consistency = consistency_file(100, view.consistency(100), notes[300])
    old = open_checkpoint(notes[100], [VKEY])

    assert require_included(inclusion, leaf_hash(entry(70)), [VKEY]).size == 300
    with pytest.raises(BadNote, match="not at index 70"):
        require_included(inclusion, leaf_hash(entry(71)), [VKEY])
    assert require_consistent(consistency, old, [VKEY]).size == 300
    for wrong in (old._replace(root=bytes(32)), old._replace(size=99), old._replace(origin="other")):
        with pytest.raises(BadNote, match="does not continue"):
            require_consistent(consistency, wrong, [VKEY])


def test_openssl_verifies_a_checkpoint(tmp_path):
    """The text above the blank line, the last 64 bytes of the signature, the key as PEM."""
    note = Checkpoint(ORIGIN, 7, bytes(32)).signed([SIGNER])
    key, text, signature = tmp_path / "key.pem", tmp_path / "text", tmp_path / "signature"
    text.write_bytes(note[: note.index(b"\n\n") + 1])
    shell = f"tail -n 1 note | cut -d ' ' -f 3 | base64 -d | tail -c 64 > {signature.name}"
    (tmp_path / "note").write_bytes(note)
    subprocess.run(["sh", "-c", shell], cwd=tmp_path, check=True)
    key.write_bytes(
        SIGNER.secret.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
    )
    command = [
        "openssl",
        "pkeyutl",
        "-verify",
        "-rawin",
        "-pubin",
        "-inkey",
        key,
        "-in",
        text,
        "-sigfile",
        signature,
    ]

    assert (
        "Verified Successfully" in subprocess.run(command, capture_output=True, text=True, check=True).stdout
    )
    text.write_bytes(text.read_bytes().replace(b"\n7\n", b"\n8\n"))
    assert subprocess.run(command, capture_output=True, check=False).returncode == 1
