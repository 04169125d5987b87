"""`pitledger audit` on an embedded instance: a key, checkpoints, and proofs that Go's own code accepts."""

import shutil
import subprocess
import sys

import pytest

from events.envelope import event_hash, read_header
from streams.notary.tlog.tiles import unbundle
from tests.console.calling import pitledger
from tests.go_judge import GOOD, answers
from tests.ledger_judges import bean_check, frictionless_validate


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A demo with an audit log, and its first checkpoint; nobody changes it."""
    data = tmp_path_factory.mktemp("played") / "data"
    assert pitledger("demo", "--rounds", 2, "--no-console", "--data", data).code == 0
    begun = pitledger("audit", "init", "--json", "--data", data)
    assert begun.code == 0, begun.err
    signed = pitledger("audit", "checkpoint", "--data", data)
    assert signed.code == 0, signed.err
    return data, begun.document["vkey"], signed.out.encode()


@pytest.fixture
def instance(played, tmp_path):
    """A copy of it for one test."""
    data, vkey, note = played
    shutil.copytree(data, tmp_path / "data")
    return tmp_path / "data", vkey, note


def test_init_prints_origin_and_key_and_never_the_secret(played):
    data, vkey, _ = played
    secret = (data / "audit/key.pem").read_text().splitlines()[1]

    assert vkey.startswith("pitledger/DEMO+")
    again = pitledger("audit", "init", "--data", data)
    assert again.code == 2
    assert "there is an audit log here already" in again.err
    assert secret not in again.out + again.err


def test_a_checkpoint_is_accepted_by_go_and_by_openssl(played, tmp_path):
    _, vkey, note = played
    assert answers([{"Kind": "checkpoint", "Vkey": vkey, "Content": note}]) == [GOOD]

    (tmp_path / "note").write_bytes(note)
    # The instructions of docs/how-to/prove-it-to-an-outsider.md, word for word.
    script = f"""
        sed '/^$/,$d' note > text
        tail -n 1 note | cut -d ' ' -f 3 | base64 -d | tail -c 64 > signature
        printf '%s' '{vkey}' | cut -d + -f 3- | base64 -d | tail -c 32 > public
        (printf '\\060\\052\\060\\005\\006\\003\\053\\145\\160\\003\\041\\000'; cat public) > public.der
        openssl pkeyutl -verify -rawin -pubin -keyform DER -inkey public.der -in text -sigfile signature
    """
    done = subprocess.run(["sh", "-ec", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "Verified Successfully" in done.stdout, done.stderr


def test_the_checkpoint_as_a_document(instance):
    data, vkey, note = instance
    document = pitledger("audit", "checkpoint", "--json", "--data", data).document
    origin, size, root = note.decode().splitlines()[:3]
    assert document == {
        "origin": origin, "vkey": vkey, "size": int(size), "root": root, "checkpoint": note.decode(),
        "cosigned_by": [],
    }  # fmt: skip


def test_an_event_is_proved_by_its_number(played):
    data, vkey, note = played
    proved = pitledger(
        "audit", "prove", "--stream", "table:HCF-01", "--seq", 3, "--json", "--data", data
    ).document
    event = read_header(bytes.fromhex(proved["entry"]))

    assert (event.stream, event.seq) == ("table:HCF-01", 3)
    question = {"Kind": "inclusion", "Vkey": vkey, "Entry": bytes.fromhex(proved["entry"])}
    assert answers([question | {"Content": proved["proof"].encode()}]) == [GOOD]
    printed = pitledger("audit", "prove", "--stream", "table:HCF-01", "--seq", 3, "--data", data)
    assert printed.out == proved["proof"]
    assert note.decode() in printed.out


def test_a_round_is_proved_event_by_event(played, tmp_path):
    data, vkey, _ = played
    out = tmp_path / "round"
    name = pitledger("rounds", "--json", "--data", data).document[0]["round"]
    document = pitledger("audit", "prove", "--round", name, "--out", out, "--json", "--data", data).document
    events = sorted(out.glob("*.event"))

    assert [read_header(path.read_bytes()).round for path in events] == [name] * len(events)
    assert [each["seq"] for each in document["events"]] == [
        read_header(path.read_bytes()).seq for path in events
    ]
    assert len(events) > 5
    questions = [
        {
            "Kind": "inclusion", "Vkey": vkey, "Entry": path.read_bytes(),
            "Content": path.with_suffix(".tlog-proof").read_bytes(),
        }
        for path in events
    ]  # fmt: skip
    assert set(answers(questions)) == {GOOD}


def test_a_whole_stream_is_its_events_and_a_proof_of_the_last(played, tmp_path):
    data, vkey, _ = played
    out = tmp_path / "stream"
    document = pitledger(
        "audit", "prove", "--stream", "table:HCF-01", "--out", out, "--json", "--data", data
    ).document
    entries = list(unbundle((out / "events").read_bytes()))
    events = [read_header(entry) for entry in entries]

    assert [event.seq for event in events] == list(range(1, document["last"] + 1))
    assert [event.prev for event in events] == [bytes(32), *map(event_hash, entries[:-1])]
    question = {"Kind": "inclusion", "Vkey": vkey, "Entry": entries[-1]}
    assert answers([question | {"Content": (out / "last.tlog-proof").read_bytes()}]) == [GOOD]


def test_a_later_log_is_shown_to_continue_an_older_one(instance, tmp_path):
    data, vkey, note = instance
    (tmp_path / "old").write_bytes(note)
    issued = pitledger(
        "badge", "issue", "S-1", "--department", "slots", "--rank", "floorperson", "--data", data
    )
    assert issued.code == 1, "a refusal is an event too"
    newer = pitledger("audit", "checkpoint", "--data", data).out.encode()
    proof = pitledger("audit", "prove", "--since", tmp_path / "old", "--data", data).out.encode()

    assert newer != note
    question = {"Kind": "consistency", "Vkey": vkey, "Content": proof, "Old": note}
    assert answers([question]) == [GOOD]


def test_a_checkpoint_of_another_history_is_not_continued(instance, tmp_path):
    data, _, note = instance
    origin, size, root, *rest = note.decode().split("\n")
    (tmp_path / "other").write_text("\n".join([origin, size, "A" * 43 + "=", *rest]))
    (tmp_path / "longer").write_text("\n".join([origin, str(int(size) + 1), root, *rest]))
    (tmp_path / "foreign").write_text("\n".join(["x/y", size, root, *rest]))
    for name, why in (
        ("other", "of another history"),
        ("longer", "from an old copy"),
        ("foreign", "is of x/y"),
    ):
        called = pitledger("audit", "prove", "--since", tmp_path / name, "--data", data)
        assert called.code == 2
        assert why in called.err
    (tmp_path / "none").write_text("nothing")
    assert (
        "not a signed note" in pitledger("audit", "prove", "--since", tmp_path / "none", "--data", data).err
    )


@pytest.mark.parametrize(
    ("args", "why"),
    [
        ((), "say what to prove"),
        (("--seq", 1), "say what to prove"),
        (("--round", "NOPE"), "there is no round NOPE"),
        (("--stream", "table:NOPE"), "table:NOPE: the audit log has no event of that stream"),
        (("--stream", "table:HCF-01", "--out", "."), "there is something already"),
        (("--stream", "table:HCF-01", "--round", "HCF-01-1"), "say what to prove"),
        (("--stream", "table:HCF-01", "--seq", 100_000), "is not among the"),
        (("--stream", "table:NONE", "--seq", 1), "is not among the"),
        (("--stream", "table:HCF-01"), "name a folder for them with --out"),
        (("--round", "NONE-1", "--out", "x"), "there is no round NONE-1"),
        (("--since", "/does/not/exist"), "/does/not/exist"),
    ],
)
def test_what_cannot_be_proved_is_one_line(played, args, why):
    called = pitledger("audit", "prove", *args, "--data", played[0])
    assert called.code == 2
    assert why in called.err
    assert called.err.count("\n") == 1
    assert called.out == ""


def test_without_a_key_nothing_is_signed_or_proved(played, tmp_path):
    assert "there is no instance here" in pitledger("audit", "init", "--data", tmp_path / "none").err
    data = tmp_path / "data"
    shutil.copytree(played[0], data, ignore=shutil.ignore_patterns("audit"))
    for call in (("checkpoint",), ("prove", "--stream", "table:HCF-01", "--seq", 1), ("init", "--rotate")):
        called = pitledger("audit", *call, "--data", data)
        assert called.code == 2
        assert "there is no audit log here. Begin one with `pitledger audit init" in called.err


def test_a_key_with_a_passphrase_is_used_with_it_alone(played, tmp_path):
    data = tmp_path / "data"
    shutil.copytree(played[0], data, ignore=shutil.ignore_patterns("audit"))
    secret = {"PITLEDGER_AUDIT_PASSPHRASE": "a casino's secret"}

    assert "PITLEDGER_AUDIT_PASSPHRASE" in pitledger("audit", "init", "--passphrase", "--data", data).err
    begun = pitledger(
        "audit", "init", "--passphrase", "--json", "--origin", "casino.org/pit", "--data", data, **secret
    )
    assert begun.document["origin"] == "casino.org/pit"
    assert pitledger("audit", "checkpoint", "--data", data).code == 2
    wrong = pitledger("audit", "checkpoint", "--data", data, PITLEDGER_AUDIT_PASSPHRASE="another")
    assert wrong.code == 2
    assert "the passphrase is wrong" in wrong.err
    signed = pitledger("audit", "checkpoint", "--data", data, **secret)
    question = {"Kind": "checkpoint", "Vkey": begun.document["vkey"], "Content": signed.out.encode()}
    assert answers([question]) == [GOOD]


def test_a_demo_does_not_remove_a_log_that_was_notarised(instance):
    data, _, _ = instance
    called = pitledger("demo", "--rounds", 1, "--no-console", "--data", data)
    assert called.code == 2
    assert "audit log" in called.err


def test_an_export_of_everything_is_checked_by_key_and_kept_checkpoint(instance, tmp_path):
    data, vkey, note = instance
    (tmp_path / "kept").write_bytes(note)
    bag = tmp_path / "bag"
    document = pitledger("audit", "export", "--out", bag, "--json", "--data", data).document
    assert document["vkey"] == vkey
    assert document["files"] == sum(path.is_file() for path in (bag / "data").rglob("*"))

    good = pitledger("audit", "verify", bag, "--key", vkey, "--since", tmp_path / "kept")
    assert good.code == 0, good.out
    assert f"checkpoint: pitledger/DEMO, {document['size']:,} entries, signed" in good.out
    assert bean_check(bag / "data/ledger/ledger.beancount") == ""
    assert frictionless_validate(bag / "data/ledger/csv") == ""
    secret = (data / "audit/key.pem").read_bytes()
    assert not [path for path in bag.rglob("*") if path.is_file() and secret[30:60] in path.read_bytes()]

    since = pitledger("audit", "verify", bag, "--key", vkey, "--since", data / "log.sqlite")
    assert (since.code, since.out) == (2, ""), "the bag is not to blame for it"
    assert f"--since: {data}/log.sqlite is not a checkpoint (" in since.err
    shipped = [sys.executable, bag / "data/verify_bag.py", bag, "--key", vkey, "--since", data / "log.sqlite"]
    alone = subprocess.run(shipped, capture_output=True, text=True, check=False)
    assert (alone.returncode, alone.stdout, alone.stderr.count("\n")) == (2, "", 1)
    assert alone.stderr.startswith("verify_bag: --since: ")

    ledger = bag / "data/ledger/ledger.beancount"
    ledger.write_bytes(ledger.read_bytes().replace(b"MILLICENT", b"MILLICENU", 1))
    bad = pitledger("audit", "verify", bag, "--key", vkey)
    assert (bad.code, bad.out.partition(":")[0]) == (1, "file data/ledger/ledger.beancount")
    as_json = pitledger("audit", "verify", bag, "--key", vkey, "--json")
    assert as_json.code == 1
    assert as_json.document["bad"]["place"] == "file data/ledger/ledger.beancount"


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("verify", "none", "--key", "x"), "is not a key"),
        (("verify", "none"), "--key"),
        (("export", "--out", "."), "name a folder that is not there yet"),
    ],
)
def test_a_wrong_call_of_export_or_verify_is_one_line(played, args, why):
    called = pitledger("audit", *args, "--data", played[0])
    assert called.code == 2
    assert why in called.err
    assert called.out == ""
