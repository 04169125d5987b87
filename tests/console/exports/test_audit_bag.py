"""The export for outsiders: valid to BagIt's own tool, good to the verifier, refused when changed."""

import ast
import logging
import subprocess
import sys
from pathlib import Path

import bagit
import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.exports import verify_bag
from console.exports.audit_bag import write_bag
from console.exports.envelope import record_export
from console.exports.verify_bag import Bad, read_key, unpack, unpack_event, verify
from console.exports.writing import CannotExport
from events.envelope import NO_PREV, decode, encode
from events.topics import METERS
from projections.records import Output
from streams.notary.keys import begin_audit_log, load_signer
from streams.notary.proving import Prover
from streams.sqlite.file import LOG_FILE
from streams.sqlite.log import SqliteLog
from tests.faults import bag_forgeries
from tests.streams.notary.embedded_log import AuditedLog
from tests.streams.sealed_events import Chains, sealed, spread


@pytest.fixture(scope="module")
def export(tmp_path_factory):
    return bag_forgeries.make_export(tmp_path_factory.mktemp("export") / "log")


def exported(tmp_path, events=(), outputs=()):
    """A log of these, exported: the bag, and its key."""
    audited = AuditedLog(tmp_path)
    audited.append(list(events), list(outputs))
    audited.checkpoint()
    return bag_of(audited)


def bag_of(audited, name="bag"):
    with Prover(audited.folder) as prover:
        write_bag(audited.data / name, prover, [], None, lambda _: None)
    return audited.data / name, read_key(audited.vkey.text)


def test_the_verifier_knows_nothing_of_ours():
    tree = ast.parse(Path(verify_bag.__file__).read_text("utf-8"))
    names = [
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [node.module] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
        )
    ]
    assert {name.partition(".")[0] for name in names} <= {*sys.stdlib_module_names, "cryptography"}


def test_bagit_and_sha256sum_accept_the_bag(export):
    logging.getLogger("bagit").setLevel(logging.ERROR)
    bagit.Bag(str(export.bag)).validate()
    subprocess.run(
        ["sha256sum", "--check", "--strict", "--quiet", "manifest-sha256.txt"], cwd=export.bag, check=True
    )
    subprocess.run(
        ["sha256sum", "--check", "--strict", "--quiet", "tagmanifest-sha256.txt"], cwd=export.bag, check=True
    )


def test_the_verifier_in_the_bag_says_what_it_checked_in_numbers(export, tmp_path):
    (tmp_path / "kept").write_bytes(export.kept)
    key = (
        f"{export.key.name}+{export.key.id.hex()}+"
        + verify_bag.base64.b64encode(b"\1" + export.key.public).decode()
    )
    command = [sys.executable, "-I", export.bag / "data/verify_bag.py", export.bag, "--key", key]
    done = subprocess.run(
        [*command, "--since", tmp_path / "kept"], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[1:] == [
        "checkpoint: casino.example/pitledger, 300 entries, signed",
        "tree: 300 entries and 5 tiles have the root that was signed",
        "history: continues the checkpoint over 260 entries",
        "streams: 4 dense and chained, 300 events",
        "gaps: 0, each resumed on record",
        "decisions: 0, and 0 findings, name events that are there",
        "wrapped: 0 entries that are no events of the log",
        "asked: 0 legs answered, 0 that nothing follows from,",
        "  0 await their decision, 0 quarantined or set aside on record",
        "recomputed: 0 contributions, 0 steps of awards,",
        "  0 corrections, 0 payments,",
        "  0 reversals, 0 changes by hand",
        "links: 0, each record's balances follow from the ones before",
        "money: seeds $0.00 + contributions $0.00 + house $0.00",
        "  = on meters $0.00 + awards owed $0.00",
        "  + paid $0.00 + in transit $0.00",
        "ledger: not in this bag",
        "proofs: 4, each of the last event of its stream",
        "by hash alone: 2 files, for which nobody vouches, since bag.dsse.json is not beside the bag:",
        "  README.txt, verify_bag.py",
        "good: everything above holds",
    ]
    wrong = subprocess.run([*command[:-1], "x+y+z"], capture_output=True, text=True, check=False)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "is not a key" in wrong.stderr
    no_bag = [sys.executable, "-I", export.bag / "data/verify_bag.py", tmp_path / "none", "--key", key]
    assert subprocess.run(no_bag, capture_output=True, check=False).returncode == 2


@pytest.mark.parametrize("kind", bag_forgeries.FORGERIES)
def test_no_forgery_is_accepted_and_each_is_named(export, kind):
    for at in (0, 1, 17, 255, 256, 259, 298, 299):
        assert bag_forgeries.forged(export, kind, at) == ""


def test_a_bit_anywhere_is_noticed():
    runs, accepted = bag_forgeries.flip_all(131, 1)
    assert runs > 400
    assert accepted == []


def test_the_judges_of_forgeries_can_fail(export, monkeypatch):
    """With a verifier that believes everything, every forgery and every bit would be reported."""
    monkeypatch.setattr(bag_forgeries, "verify", lambda *_: ["good"])
    assert all(
        bag_forgeries.forged(export, kind, 17).endswith("was accepted") for kind in bag_forgeries.FORGERIES
    )
    runs, accepted = bag_forgeries.flip_all(9_973, 1)
    assert len(accepted) == runs > 0


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda bag: (bag / "data/more").write_text("x"), "file data/more"),
        (lambda bag: (bag / "more").write_text("x"), "file more"),
        (lambda bag: (bag / "data/README.txt").unlink(), "file data/README.txt"),
        (lambda bag: (bag / "data/link").symlink_to("README.txt"), "file data/link"),
        (lambda bag: (bag / "bagit.txt").unlink(), "file bagit.txt"),
        (lambda bag: (bag / "manifest-sha256.txt").unlink(), "file manifest-sha256.txt"),
        (lambda bag: (bag / "bagit.txt").write_text("BagIt-Version: 0.97\n"), "file bagit.txt"),
    ],
)
def test_a_bag_that_is_not_as_its_manifests_say_is_refused(export, change, place):
    with bag_forgeries.copied(export) as bag:
        change(bag)
        with pytest.raises(Bad) as bad:
            verify(bag, export.key, None)
    assert bad.value.place == place


def test_a_size_that_is_not_the_payloads_is_refused_though_it_is_listed(export):
    for oxum in ("1.1", "0", ""):
        with bag_forgeries.copied(export) as bag:
            bag_forgeries.say_another_size(bag, oxum)
            with pytest.raises(Bad, match="its Payload-Oxum is not") as bad:
                verify(bag, export.key, None)
        assert bad.value.place == "file bag-info.txt"


def test_a_tile_too_many_and_one_too_few_are_refused_though_they_are_listed(export):
    for change, place in (
        (lambda bag: (bag / "data/tile/0/002").write_bytes(bytes(8192)), "file data/tile/0/002"),
        (lambda bag: (bag / "data/tile/1/000.p/1").unlink(), "file data/tile/1/000.p/1"),
        (lambda bag: (bag / "data/tile/entries/001.p/44").unlink(), "file data/tile/entries/001.p/44"),
    ):
        with bag_forgeries.copied(export) as bag:
            change(bag)
            bag_forgeries.list_again(bag)
            with pytest.raises(Bad) as bad:
                verify(bag, export.key, None)
        assert bad.value.place == place


def test_nothing_is_not_a_success(tmp_path):
    bag, key = exported(tmp_path)
    with pytest.raises(Bad, match="there are no entries: nothing was shown"):
        verify(bag, key, None)


def test_nor_is_a_log_of_no_events(tmp_path):
    """The only entry says that an export was made, of nothing."""
    audited = AuditedLog(tmp_path)
    with audited.notary() as notary:
        record_export(notary, load_signer(audited.folder, None), b"{}")
    with pytest.raises(Bad, match="there are no events: nothing was shown"):
        verify(*bag_of(audited), None)


def test_one_event_is_something(tmp_path):
    said = verify(*exported(tmp_path, [sealed("table:T", 1, NO_PREV)]), None)
    assert "streams: 1 dense and chained, 1 events" in said


def test_a_later_checkpoint_than_the_bags_is_not_continued(tmp_path):
    audited = AuditedLog(tmp_path)
    events = spread(20, 2)
    audited.append(events[:10])
    audited.checkpoint()
    bag, key = bag_of(audited)
    audited.append(events[10:])
    later = audited.checkpoint()
    assert verify(bag, key, None)
    with pytest.raises(Bad, match="does not continue the checkpoint over 20 entries"):
        verify(bag, key, later)


def test_the_old_key_leads_to_the_new_one_and_a_kept_checkpoint_still_counts(tmp_path):
    audited = AuditedLog(tmp_path)
    events = spread(20, 2)
    audited.append(events[:10])
    kept = audited.checkpoint()
    with audited.notary() as notary:
        new = read_key(notary.change_key(load_signer(audited.folder, None), None).text)
    audited.append(events[10:])
    audited.checkpoint()
    bag, old = bag_of(audited)
    stranger = read_key(load_signer_text(tmp_path / "other"))

    for key in (old, new):
        assert "wrapped: 1 entries that are no events of the log" in verify(bag, key, kept)
    with pytest.raises(Bad, match="has not signed it"):
        verify(bag, stranger, None)


def load_signer_text(folder):
    return begin_audit_log(folder, "casino.example/pitledger", None).text


def decision(seq, prev, source):
    """A claim that a keeper refused as the table was halted, by the event that a mark rests on."""
    stream, _, number = source.rpartition("#")
    facts = {
        "decider": 1, "source_stream": stream, "source_seq": int(number) if number.isdigit() else 0,
        "balances": [], "table": "T", "claim_seq": 1, "attempted": "claim", "reason": "halted",
    }  # fmt: skip
    event = decode(sealed("meter:L1", seq, prev, type_="leg_refused", body=msgpack.packb(facts)).value)
    return encode(event._replace(source_id=source, actor="keeper/1"))


def test_a_gap_in_what_was_decided_is_named(tmp_path):
    first = decision(1, NO_PREV, "router:T#1")
    third = decision(3, b"x" * 32, "router:T#1")
    outputs = [Output(METERS, "L1", value) for value in (first, third)]
    bag, key = exported(tmp_path, [sealed("table:T", 1, NO_PREV)], outputs)
    with pytest.raises(Bad, match="an event before seq 3 is missing, and nobody resumed it") as bad:
        verify(bag, key, None)
    assert bad.value.place == "index 2"


@pytest.mark.parametrize("resumed", [True, False])
def test_a_gap_at_a_table_is_good_once_two_people_have_resumed_it_there(tmp_path, resumed):
    chains = Chains()
    first, _, third = chains.take(["table:T"] * 3)
    body = {"stream": "table:T", "from_seq": 3 if resumed else 4, "from_hash": third.hash.hex()}
    resumption = chains.next("table:T", type_="stream_resumed", body=msgpack.packb(body))
    audited = AuditedLog(tmp_path)
    with SqliteLog(tmp_path / LOG_FILE, writable=True) as log:
        log.append([first, third, resumption], gaps={("table:T", 3)})
    audited.checkpoint()
    bag, key = bag_of(audited)
    if resumed:
        assert "gaps: 1, each resumed on record" in verify(bag, key, None)
    else:
        with pytest.raises(Bad) as bad:
            verify(bag, key, None)
        assert bad.value.place == "index 1"


@pytest.mark.parametrize(
    ("source", "place"),
    [("router:T#1", None), ("router:T#2", "index 1"), ("table:T#2", "index 1"), ("no", "index 1")],
)
def test_a_decision_must_follow_from_an_event_that_is_there(tmp_path, source, place):
    table = sealed("table:T", 1, NO_PREV)
    bag, key = exported(tmp_path, [table], [Output(METERS, "L1", decision(1, NO_PREV, source))])
    if place is None:
        assert "decisions: 1, and 0 findings, name events that are there" in verify(bag, key, None)
    else:
        with pytest.raises(Bad) as bad:
            verify(bag, key, None)
        assert bad.value.place == place


@pytest.mark.parametrize(
    "value",
    [
        None, True, False, 0, 127, 128, -1, -32, -33, -129, -40_000, 255, 256, 65_536, 2**40, -(2**40), 2**63,
        1.5, "", "x" * 31, "x" * 32, "ö" * 200, "x" * 70_000, b"", b"x" * 255, b"x" * 256, b"x" * 70_000, [],
        [1, "a", b"b"],
        list(range(20)), list(range(70_000)), {}, {"a": [1, {"b": None}]}, {str(n): n for n in range(20)},
    ],
)  # fmt: skip
def test_the_verifiers_msgpack_reads_what_msgpack_writes(value):
    packed = msgpack.packb(value)
    assert unpack(packed) == value
    for broken in (packed[:-1], packed + b"\0"):
        if broken:
            with pytest.raises(ValueError, match=r"it|there"):
                unpack(broken)


@given(st.data())
def test_the_fast_way_to_read_an_event_is_the_other_one(data):
    value = bytearray(sealed("table:T", data.draw(st.integers(2, 2**40)), b"x" * 32).value)
    for _ in range(data.draw(st.integers(0, 2))):
        value[data.draw(st.integers(0, len(value) - 1))] = data.draw(st.integers(0, 255))
    changed = bytes(value[: data.draw(st.sampled_from([len(value), len(value) - 1]))])

    def read(reader):
        try:
            return reader(changed)
        except ValueError:
            return "refused"

    assert repr(read(unpack_event)) == repr(read(unpack))


def test_an_entry_is_read_a_second_time_by_its_index(export, monkeypatch):
    monkeypatch.setattr(verify_bag.Entries, "KEPT", 1)
    entries = verify_bag.Entries(export.bag, 300)
    assert [entries.at(at) for at in (0, 255, 256, 299, 0)] == [
        export.entries[at] for at in (0, 255, 256, 299, 0)
    ]


def test_an_export_beside_something_else_is_refused(export):
    with Prover(export.bag.parent / "audit") as prover:  # noqa: SIM117 - the prover is opened without an error
        with pytest.raises(CannotExport, match="something already"):
            write_bag(export.bag, prover, [], None, lambda _: None)
