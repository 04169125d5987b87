"""What stands beside a bag: securesystemslib accepts the envelope, and Go that the export is on record."""

import json
import subprocess
from base64 import b64decode, b64encode
from hashlib import sha256

import msgpack
import pytest
from securesystemslib.dsse import Envelope
from securesystemslib.exceptions import VerificationError
from securesystemslib.signer import SSlibKey

from streams.notary.tlog.notes import read_verifier_key
from tests.console.calling import pitledger
from tests.go_judge import GOOD, answers
from tests.ledger_judges import bean_check, frictionless_validate, hledger_check, posted, trial_balance

BY_HAND = r"""
sed 's/.*"payload":"\([^"]*\)".*/\1/' bag.dsse.json | base64 -d > statement
sed 's/.*"sig":"\([^"]*\)".*/\1/' bag.dsse.json | base64 -d > signature
(printf 'DSSEv1 28 application/vnd.in-toto+json %s ' "$(wc -c < statement)"; cat statement) > signed
openssl pkeyutl -verify -rawin -pubin -keyform DER -inkey public.der -in signed -sigfile signature
grep -o "$(sha256sum < bag/tagmanifest-sha256.txt | cut -d ' ' -f 1)" statement
"""


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    """A demo, exported: the directory of the bag, and the log's key."""
    here = tmp_path_factory.mktemp("export")
    assert pitledger("demo", "--rounds", 30, "--seed", 3, "--no-console", "--data", here / "data").code == 0
    vkey = pitledger("audit", "init", "--json", "--data", here / "data").document["vkey"]
    called = pitledger("audit", "export", "--out", here / "bag", "--json", "--data", here / "data")
    assert called.code == 0, called.err
    assert called.document["envelope"] == str(here / "bag.dsse.json")
    return here, read_verifier_key(vkey), called.document


def envelope(here):
    return Envelope.from_dict(json.loads((here / "bag.dsse.json").read_bytes()))


def judge(key):
    return SSlibKey(key.key_id.hex(), "ed25519", "ed25519", {"public": key.public.hex()})


def test_the_envelope_is_signed_by_the_logs_key_and_names_the_bag(exported):
    here, key, document = exported
    found = envelope(here)
    assert found.verify([judge(key)], 1)
    statement = json.loads(found.payload)
    digest = sha256((here / "bag/tagmanifest-sha256.txt").read_bytes()).hexdigest()
    assert found.payload_type == "application/vnd.in-toto+json"
    assert statement["_type"] == "https://in-toto.io/Statement/v1"
    assert statement["subject"] == [{"name": "tagmanifest-sha256.txt", "digest": {"sha256": digest}}]
    origin, size, root = (here / "bag/data/checkpoint").read_text().splitlines()[:3]
    assert statement["predicate"] == {"origin": origin, "size": int(size), "root": root}
    assert int(size) == document["size"]


def test_a_changed_envelope_and_another_key_are_refused(exported):
    here, key, _ = exported
    plain = json.loads((here / "bag.dsse.json").read_bytes())
    payload = b64decode(plain["payload"])
    changed = plain | {"payload": b64encode(payload.replace(b"tagmanifest", b"fagmanifest")).decode()}
    other = plain | {"payloadType": "application/vnd.in-toto+jsom"}
    for each in (changed, other):
        copy = json.loads(json.dumps(each))
        with pytest.raises(VerificationError):
            Envelope.from_dict(copy).verify([judge(key)], 1)
    with pytest.raises(VerificationError):
        envelope(here).verify([judge(key._replace(public=bytes(32)))], 1)


def test_openssl_checks_it_by_hand(exported, tmp_path):
    here, key, _ = exported
    (here / "public.der").write_bytes(bytes.fromhex("302a300506032b6570032100") + key.public)
    done = subprocess.run(["sh", "-ec", BY_HAND], cwd=here, capture_output=True, text=True, check=True)
    assert "Verified Successfully" in done.stdout
    assert len(done.stdout.splitlines()[-1]) == 64


def test_the_export_is_on_record_and_a_later_bag_has_it(exported):
    here, key, _ = exported
    entry = (here / "bag.entry").read_bytes()
    assert msgpack.unpackb(entry) == {"kind": "export", "value": envelope(here).payload}
    question = {"Kind": "inclusion", "Vkey": key.text, "Entry": entry}
    assert answers([question | {"Content": (here / "bag.tlog-proof").read_bytes()}]) == [GOOD]
    again = pitledger("audit", "export", "--out", here / "later", "--events-only", "--data", here / "data")
    assert again.code == 0
    good = pitledger("audit", "verify", here / "later", "--key", key.text)
    assert good.code == 0, good.out
    assert "wrapped: 1 entries" in good.out


def test_every_judge_accepts_the_ledger_in_the_bag(exported):
    ledger = exported[0] / "bag/data/ledger"
    assert bean_check(ledger / "ledger.beancount") == ""
    assert hledger_check(ledger / "ledger.journal") == ""
    assert frictionless_validate(ledger / "csv") == ""
    sums = posted(ledger / "parquet", "book", "account", "meter")
    assert sums == trial_balance(ledger / "parquet", "book", "account", "meter")
    assert len(sums) > 10


def test_the_secret_key_is_in_nothing_that_is_handed_out(exported):
    here, _, _ = exported
    secret = (here / "data/audit/key.pem").read_bytes().splitlines()[1]
    raw = b64decode(secret)[-32:]
    for path in [*here.glob("bag.*"), *(here / "bag").rglob("*")]:
        if path.is_file():
            content = path.read_bytes()
            assert secret not in content
            assert raw not in content


def test_the_command_says_that_it_goes_on_and_what_vouches_for_the_bag(exported):
    here, _, _ = exported
    (here / "third.partial").mkdir()
    (here / "third.partial/NOT-FINISHED.txt").touch()
    called = pitledger("audit", "export", "--out", here / "third", "--events-only", "--data", here / "data")
    assert called.code == 0
    assert "going on where it was cut off" in called.err
    assert f"{here}/third.dsse.json" in "".join(called.out.split("\n  ")).replace("\n", "")
    assert {path.name for path in here.glob("third*")} == {
        "third", "third.dsse.json", "third.entry", "third.tlog-proof",
    }  # fmt: skip
