"""A bag of some tables or days: proved to be in the log, whole in itself, and called a part."""

import logging
import shutil
import subprocess

import bagit
import msgpack
import pytest

from console.exports import verify_bag
from console.exports.audit_bag import write_bag
from console.exports.bag_part import Asked, Part
from console.exports.verify_bag import Bad, Standing, read_key, unpack_event, verify
from console.exports.writing import CannotExport
from events.envelope import NO_PREV, Event, decode
from streams.log import seal
from streams.notary.keys import load_signer
from streams.notary.proving import Prover
from streams.notary.tlog.tiles import ENTRIES, bundle, tile_path
from streams.notary.tlog.tree import TILE_WIDTH, Tile
from streams.sqlite.file import LOG_FILE
from streams.sqlite.log import SqliteLog
from tests.console.calling import pitledger
from tests.console.exports.part_forgeries import (
    FILE,
    FORGED,
    entries_in,
    make_part,
    put_in,
    records,
    replayed,
    with_an_amount_more,
)
from tests.faults.bag_forgeries import copied, list_again, make_export
from tests.faults.insiders.forger import make_evening
from tests.streams.notary.embedded_log import AuditedLog


def refusal(bag, key, since=None):
    """Where the verifier says that something does not hold."""
    with pytest.raises(Bad) as bad:
        verify(bag, key, since)
    return bad.value.place


# --- a part of an evening, by the command ------------------------------------------------------------------


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    return make_evening(tmp_path_factory.mktemp("evening"))


@pytest.fixture(scope="module")
def of_t1(evening):
    """The bag of one table of the evening."""
    bag = evening.bag.parent / "of-t1"
    called = pitledger(
        "audit", "export", "--out", bag, "--tables", "T1", "--data", evening.audit.parent, "--json"
    )
    assert called.code == 0, called.err
    assert called.document["part"] == "tables T1"
    return bag


def test_it_has_the_table_what_was_found_there_and_the_link_that_it_feeds_and_nothing_else(evening, of_t1):
    streams = {"table:T1", "finding:table:T1", "meter:HCF", "link:HCF"}
    whole = [(index, entry) for index, entry in enumerate(evening.entries) if decode(entry).stream in streams]
    assert entries_in(of_t1) == whole
    assert not (of_t1 / "data/tile/entries").exists()
    assert not (of_t1 / "data/report.pdf").exists()
    books = {
        line.split(",")[0] for line in (of_t1 / "data/ledger/csv/entries.csv").read_text().splitlines()[1:]
    }
    assert books == {"HCF", "table:T1"}


def test_the_verifier_says_that_it_is_a_part_and_what_it_checked_in_numbers(of_t1, evening):
    said = verify(of_t1, evening.key, None)
    here, size = len(entries_in(of_t1)), decode_size(of_t1)
    findings = sum(decode(entry).stream.startswith("finding:") for _, entry in entries_in(of_t1))
    assert said[2].startswith(f"tree: {size} hashes of entries and ")
    assert said[3:5] == [
        f"PART: {here} of {size} entries; of the others only hashes",
        f"streams: 4 runs, each dense and chained in itself, {here} events",
    ]
    assert "  table:T1: 1 to 51" in said
    # T2 feeds HCF, too, and is not here.
    elsewhere = sum(
        decode(entry).source_id.startswith(("table:T2#", "meter:WEST#"))
        for _, entry in entries_in(of_t1)
        if decode(entry).kind == "meter"
    )
    assert elsewhere > 5
    at = said.index(
        f"decisions: 31, and {findings} findings; {31 + findings - elsewhere} follow from an event"
    )
    assert said[at + 1] == f"  that is here, {elsewhere} from one that is not"
    assert "links: 1; 31 decisions change the meters by their own fields" in said
    assert said[-5].startswith("not shown by a part: what is before, behind and beside these runs")
    assert said[-3] == "proofs: 4, each of the last event of its run"
    assert said[-2].startswith("by hash alone: 13 files, for which the log's key has signed in ")
    assert said[-1] == "  README.txt, ledger (2), ledger/csv (5), ledger/parquet (4), verify_bag.py"


def decode_size(bag):
    """How many entries the checkpoint of a bag is over."""
    return int((bag / "data/checkpoint").read_text("utf-8").split("\n")[1])


def test_the_tools_of_others_accept_it(of_t1):
    logging.getLogger("bagit").setLevel(logging.ERROR)
    bagit.Bag(str(of_t1)).validate()
    check = ["sha256sum", "--check", "--strict", "--quiet", "manifest-sha256.txt"]
    subprocess.run(check, cwd=of_t1, check=True)


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("--tables", "T1,T9"), "--tables T9: the audit log has no event of that table. It has: T1, T2, T3"),
        (("--tables", "T1,"), "is not a list of tables"),
        (("--from", "2031-01-01"), "from 2031-01-01 to the last day: the audit log has no event of that"),
        (("--from", "2026-03-02", "--to", "2026-03-01"), "--from 2026-03-02 is after --to 2026-03-01"),
        (("--to", "yesterday"), "--to"),
    ],
)
def test_what_cannot_be_exported_is_one_line(evening, args, why):
    called = pitledger(
        "audit", "export", "--out", evening.bag.parent / "none", *args, "--data", evening.audit.parent
    )
    assert (called.code, called.out) == (2, "")
    assert why in called.err
    assert not (evening.bag.parent / "none").exists()


# --- forged ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def part(tmp_path_factory):
    return make_part(make_export(tmp_path_factory.mktemp("export") / "log"))


def test_a_part_is_good_and_continues_what_the_auditor_kept(part):
    assert entries_in(part.bag) == [*enumerate(part.entries)][1::4]
    said = verify(part.bag, part.key, part.kept)
    assert "history: continues the checkpoint over 260 entries" in said
    assert "PART: 75 of 300 entries; of the others only hashes" in said


@pytest.mark.parametrize(("forge", "place"), FORGED)
def test_a_part_with_other_entries_is_refused_at_the_place(part, forge, place):
    with copied(part) as bag:
        put_in(bag, forge(entries_in(bag)))
        assert refusal(bag, part.key) == place


def test_a_part_that_ends_within_an_entry_is_refused(part):
    for cut in (1, -5):
        with copied(part) as bag:
            content = (bag / FILE).read_bytes()
            (bag / FILE).write_bytes(content[:cut] if cut < 0 else content + b"\0" * 9)
            list_again(bag)
            assert refusal(bag, part.key) == f"file {FILE}"


def test_the_hashes_of_what_is_not_here_have_the_root_that_was_signed(part):
    for name, at, place in (
        ("0/000", 32 * 2, "file data/tile/1/000.p/1"),
        ("0/001.p/44", 32 * 43, "file data/checkpoint"),
        ("1/000.p/1", 0, "file data/tile/1/000.p/1"),
    ):
        with copied(part) as bag:
            tile = bag / "data/tile" / name
            content = bytearray(tile.read_bytes())
            content[at] ^= 1
            tile.write_bytes(content)
            list_again(bag)
            assert refusal(bag, part.key) == place


def test_entries_of_which_nothing_is_checked_have_no_place_beside_a_part(part):
    with copied(part) as bag:
        path = bag / "data" / tile_path(Tile(ENTRIES, 1, 300 - TILE_WIDTH))
        path.parent.mkdir(parents=True)
        path.write_bytes(bundle(part.entries[TILE_WIDTH:]))
        list_again(bag)
        assert refusal(bag, part.key) == f"file {path.relative_to(bag).as_posix()}"


def test_an_older_log_than_the_kept_one_or_another_key_is_refused(part, tmp_path):
    other = make_export(tmp_path / "other")
    assert refusal(part.bag, other.key) == "file data/checkpoint"
    with copied(part) as bag:
        shutil.copy(other.bag / "data/checkpoint", bag / "data/checkpoint")
        list_again(bag)
        assert refusal(bag, part.key) == "file data/checkpoint"
    assert refusal(part.bag, part.key, part.kept.replace(b"260", b"261")) == "file --since"


def test_a_folder_of_that_name_makes_no_part_of_a_whole_bag(part):
    whole = part._replace(bag=part.bag.with_name("bag"))
    with copied(whole) as bag:
        (bag / FILE).mkdir()
        (bag / FILE / "odd").write_text("x")
        list_again(bag)
        assert "tree: 300 entries and 5 tiles have the root that was signed" in verify(bag, part.key, None)


def test_a_part_goes_on_where_a_whole_export_was_cut_off_and_has_nothing_of_it_left(part, tmp_path):
    cut_off = tmp_path / "part.partial"
    with Prover(part.bag.with_name("audit")) as prover:
        write_bag(tmp_path / "whole", prover, [], None, lambda _: None)
        (tmp_path / "whole").rename(cut_off)
        (cut_off / "NOT-FINISHED.txt").write_text("")
        write_bag(
            tmp_path / "part", prover, [], None, lambda _: None, part=Part(Asked(tables=("T-01",)), prover)
        )
    assert verify(tmp_path / "part", part.key, None) == verify(part.bag, part.key, None)


# --- which entries ------------------------------------------------------------------------------------------


def of_days(stream, days, *, first=1, prev=NO_PREV, type_="card_dealt", body=b"\x80"):
    """Events of a stream, one after the other, each of its gaming day."""
    made = []
    for seq, day in enumerate(days, first):
        at = 1_760_000_000_000_000 + seq
        event = Event(
            "PA-01", stream, seq, prev, type_, 1, at, at, day, "R-1", "D-17", f"{stream}/{seq}", "live", body
        )
        made.append(seal(event))
        prev = made[-1].hash
    return made


def part_of(audited, asked, name="part"):
    """A part of a log, and the key."""
    audited.checkpoint()
    with Prover(audited.folder) as prover:
        write_bag(audited.data / name, prover, [], None, lambda _: None, part=Part(asked, prover))
    return audited.data / name, read_key(audited.vkey.text)


def runs_of(bag, key):
    """The runs that the verifier names."""
    return [line.strip() for line in verify(bag, key, None) if line.startswith("  table:")]


def test_a_run_goes_from_the_first_to_the_last_event_of_its_days_whatever_is_between(tmp_path):
    days = [f"2026-03-0{day}" for day in (1, 2, 1, 2, 3, 3)]
    audited = AuditedLog(tmp_path)
    audited.append([*of_days("table:A", days), *of_days("table:B", days[:1])])
    for number, (asked, due) in enumerate(
        [
            (Asked("2026-03-02", "2026-03-02"), ["table:A: 2 to 4"]),
            (Asked("2026-03-02"), ["table:A: 2 to 6"]),
            (Asked("", "2026-03-01"), ["table:A: 1 to 3", "table:B: 1 to 1"]),
            (Asked("", "2026-03-01", ("B",)), ["table:B: 1 to 1"]),
        ]
    ):
        assert runs_of(*part_of(audited, asked, f"part-{number}")) == due
    with pytest.raises(CannotExport, match="tables B, gaming days from 2026-03-02"):
        part_of(audited, Asked("2026-03-02", "", ("B",)), "none")


def test_a_gap_in_a_run_brings_its_resumption_along(tmp_path):
    first, second, third = of_days("table:A", ["2026-03-01"] * 3)
    body = msgpack.packb({"stream": "table:A", "from_seq": 3, "from_hash": third.hash.hex()})
    resumed = of_days("table:A", ["2026-03-05"], first=4, prev=third.hash, type_="stream_resumed", body=body)
    audited = AuditedLog(tmp_path)
    with SqliteLog(tmp_path / LOG_FILE, writable=True) as log:
        log.append([first, third, *resumed], gaps={("table:A", 3)})
    assert second.hash == decode(third.value).prev
    bag, key = part_of(audited, Asked("2026-03-01", "2026-03-01"))
    assert runs_of(bag, key) == ["table:A: 1 to 4"]
    assert "gaps: 1, each resumed on record" in verify(bag, key, None)
    put_in(bag, entries_in(bag)[:-1])
    assert refusal(bag, key) == "index 1"


def test_the_first_event_of_a_stream_follows_from_none(tmp_path):
    fields = list(msgpack.unpackb(of_days("table:A", ["2026-03-01"])[0].value))
    for prev, seq, good in ((NO_PREV, 1, True), (b"x" * 32, 1, False), (b"x" * 32, 2, True)):
        fields[2:4] = seq, prev
        if good:
            assert verify_bag.Part(tmp_path, 1).take([0], [msgpack.packb(fields)]) == []
        else:
            with pytest.raises(Bad, match="does not follow from the event before it"):
                verify_bag.Part(tmp_path, 1).take([0], [msgpack.packb(fields)])


def test_the_keys_lead_on_in_a_part_too(tmp_path):
    audited = AuditedLog(tmp_path)
    audited.append(of_days("table:A", ["2026-03-01"] * 2))
    audited.checkpoint()
    with audited.notary() as notary:
        notary.change_key(load_signer(audited.folder, None), None)
    audited.append(of_days("table:B", ["2026-03-02"]))
    bag, old = part_of(audited, Asked(tables=("B",)))
    assert "wrapped: 1 entries that are no events of the log" in verify(bag, old, None)
    put_in(bag, [each for each in entries_in(bag) if unpack_event(each[1]) is not None][1:])
    assert refusal(bag, old) == "file data/checkpoint"


# --- what decisions say of themselves -----------------------------------------------------------------------


@pytest.mark.parametrize("link", ["HCF", "WEST"])
def test_a_decision_changes_the_meters_by_its_own_fields(evening, link):
    """Each amount that a decision names, and each balance, a millicent more."""
    found = records(evening.entries, link)
    assert replayed(found).changes == len(found)
    tried = 0
    for at in with_an_amount_more(found):
        standing = replayed(found[:at])
        with pytest.raises(ValueError, match=r"due|residual"):
            standing.take(found[at])
        tried += 1
    assert tried > 4 * len(found)


def test_no_more_than_was_wagered_goes_to_the_meters(evening):
    """Where no terms are here, the first contribution says the rates; they are not above all of it."""
    found = records(evening.entries, "HCF")
    fed = next(at for at, said in enumerate(found) if said.type == "meter_contributed")
    standing = Standing(known=False)
    standing.take(found[fed - 1])
    found[fed].facts["wagered_mc"] //= 10
    with pytest.raises(ValueError, match="more than was wagered"):
        standing.take(found[fed])


def test_where_the_beginning_is_not_here_the_first_decision_says_what_stands(evening):
    found = records(evening.entries, "HCF")
    standing = Standing(known=False)
    for said in found[3:]:
        standing.take(said)
    assert standing.changes == len(found) - 4
    late = next(at for at, said in enumerate(found) if said.type == "meter_contributed" and at > 8)
    found[late].facts["wagered_mc"] -= 1
    with pytest.raises(ValueError, match="is due"):
        replayed(found[: late + 1])
