"""Cosignatures: made as C2SP has them, accepted by Go's sumdb/note and by openssl, refused when changed."""

import struct
import subprocess
from base64 import b64decode
from hashlib import sha256

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from streams.notary.tlog.cosignatures import (
    CosignerKey,
    cosignature_of,
    cosigned,
    cosigner_of,
    read_cosigner_key,
)
from streams.notary.tlog.notes import BadNote, NotSigned, Signer, VerifierKey, read_note, read_verifier_key
from tests.go_judge import GOOD, answers
from tests.streams.notary.witnessing import MONDAY, NAME, signed
from tests.streams.notary.written_log import ORIGIN, VKEY

WITNESS = Signer(NAME, Ed25519PrivateKey.from_private_bytes(b"w" * 32))
KEY = cosigner_of(WITNESS)
NOTE = signed([b"a", b"b", b"c"])
TEXT = read_note(NOTE)[0]
COSIGNED = NOTE + cosigned(TEXT, WITNESS, MONDAY).line.encode()


def asked(note, witness=KEY.text, log=VKEY.text):
    return {"Kind": "cosigned", "Vkey": log, "Witness": witness, "Content": note}


def test_a_key_of_a_witness_is_of_type_4_and_is_not_that_of_a_log():
    name, key_id, encoded = KEY.text.split("+", 2)
    typed = b64decode(encoded)

    assert (name, typed) == (NAME, b"\x04" + WITNESS.secret.public_key().public_bytes_raw())
    assert bytes.fromhex(key_id) == sha256(NAME.encode() + b"\n" + typed).digest()[:4]
    assert read_cosigner_key(KEY.text) == KEY
    assert VerifierKey(*(KEY.name, KEY.public)) != KEY
    for read, text in ((read_verifier_key, KEY.text), (read_cosigner_key, VKEY.text)):
        with pytest.raises(BadNote, match="not an Ed25519 key of that type"):
            read(text)


def test_a_line_is_the_time_and_the_signature_over_a_head_of_its_own():
    line = COSIGNED.decode().splitlines()[-1]
    content = b64decode(line.split(" ")[2])

    assert line.startswith(f"— {NAME} ")
    assert (content[:4], struct.unpack(">Q", content[4:12])[0], len(content)) == (KEY.key_id, MONDAY, 76)
    message = f"cosignature/v1\ntime {MONDAY}\n{ORIGIN}\n3\n".encode()
    assert (message + NOTE.split(b"\n")[2] + b"\n") == b"cosignature/v1\ntime %d\n" % MONDAY + TEXT.encode()
    WITNESS.secret.public_key().verify(content[12:], message + NOTE.split(b"\n")[2] + b"\n")
    assert cosignature_of(COSIGNED, KEY) == (MONDAY, line + "\n")
    assert cosignature_of(NOTE, KEY) is None


def test_go_accepts_it_and_nothing_changed():
    other = cosigner_of(Signer(NAME, Ed25519PrivateKey.from_private_bytes(b"x" * 32)))
    line = len(COSIGNED) - COSIGNED.rindex("—".encode())
    changed = [
        COSIGNED[:at] + bytes([COSIGNED[at] ^ 1 << at % 8]) + COSIGNED[at + 1 :]
        for at in range(len(COSIGNED) - line, len(COSIGNED) - 1)
    ]

    assert answers([asked(COSIGNED)]) == [GOOD]
    assert GOOD not in answers([asked(NOTE), asked(COSIGNED, other.text), *map(asked, changed)])
    accepted = []
    for note in changed:
        try:
            accepted.append(cosignature_of(note, KEY))
        except BadNote:
            continue
    assert not any(accepted)


def test_openssl_accepts_it_by_hand(tmp_path):
    """What docs/how-to/have-the-log-witnessed.md types, but for the names of the files."""
    (tmp_path / "note").write_bytes(COSIGNED)
    script = f"""
        tail -n 1 note | cut -d ' ' -f 3 | base64 -d > cosignature
        time=$((16#$(tail -c +5 cosignature | head -c 8 | od -An -v -tx1 | tr -d ' \\n')))
        tail -c 64 cosignature > signature
        (printf 'cosignature/v1\\ntime %s\\n' "$time"; sed '/^$/,$d' note) > text
        printf '%s' '{KEY.text}' | cut -d + -f 3- | base64 -d | tail -c 32 > public
        (printf '\\060\\052\\060\\005\\006\\003\\053\\145\\160\\003\\041\\000'; cat public) > public.der
        openssl pkeyutl -verify -rawin -pubin -keyform DER -inkey public.der -in text -sigfile signature
        echo "$time"
    """
    done = subprocess.run(["bash", "-ec", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "Verified Successfully" in done.stdout, done.stderr
    assert done.stdout.split()[-1] == str(MONDAY)


def test_what_is_not_good_is_refused():
    line = cosigned(TEXT, WITNESS, MONDAY).line
    other = signed([b"a", b"b", b"d"])
    later = cosigned(TEXT, WITNESS, 2**63).line
    by_log = NOTE.decode().splitlines()[-1].replace(ORIGIN, NAME)
    for note in (other + line.encode(), NOTE + later.encode()):
        with pytest.raises(NotSigned):
            cosignature_of(note, KEY)
    assert cosignature_of(NOTE + f"{by_log}\n".encode(), KEY) is None, "a signature of another type of key"
    assert not CosignerKey(NAME, KEY.public).has_signed(TEXT.encode(), WITNESS.secret.sign(TEXT.encode()))
    pem = serialization.Encoding.PEM
    assert WITNESS.secret.private_bytes(
        pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode() not in repr(WITNESS)
