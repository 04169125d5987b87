"""A packet of one hand: `openssl` and a shell prove it, and refuse it with any byte of it changed."""

import json
import re
import shutil
import subprocess
from hashlib import sha256
from zipfile import ZIP_STORED, ZipFile

import pytest

from events.body import decode_body
from events.envelope import event_hash, read_header
from events.topics import METERS
from streams.read_model.bulk_sources import SqliteSource
from streams.sqlite.file import LOG_FILE
from tests.console.accounting_floor import SEVEN, SIX, Floor, paid, rejected, validated
from tests.console.calling import pitledger
from tests.console.exports.packets import Packet
from tests.go_judge import GOOD, answers

SHELLS = ("dash", "bash")
LINE = re.compile(r"^    (.+)$", re.MULTILINE)


def packed(data, round_, out, *more):
    """The packet of a round, unpacked, and the document about it."""
    called = pitledger("audit", "packet", round_, "--out", out / "p.zip", "--json", *more, "--data", data)
    assert called.code == 0, called.err
    with ZipFile(out / "p.zip") as archive:
        archive.extractall(out)
    (folder,) = out.glob("round-*")
    return Packet(folder, called.document["vkey"]), called.document


def signed(data):
    if not (data / "audit").exists():
        assert pitledger("audit", "init", "--data", data).code == 0
    called = pitledger("audit", "checkpoint", "--data", data)
    assert called.code == 0, called.err


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    data = tmp_path_factory.mktemp("played") / "data"
    assert pitledger("demo", "--rounds", 60, "--seed", 1, "--no-console", "--data", data).code == 0
    signed(data)
    return data


@pytest.fixture(scope="module")
def whole(played, tmp_path_factory):
    """The packet of a round of the demo that fed a meter."""
    return packed(played, "HCF-02-1", tmp_path_factory.mktemp("packet"))


@pytest.fixture(scope="module")
def small(whole, tmp_path_factory):
    """Three of its entries: two that follow one another, and a third."""
    packet, _ = whole
    names = [name for name in packet.events if name.startswith("table-")]
    kept = [names[0], names[-2], names[-1]]
    return packet.copy(tmp_path_factory.mktemp("small") / "round", *kept), kept


# --- what it has ------------------------------------------------------------------------------------------


def test_a_packet_has_the_round_its_opening_its_rulebook_and_what_the_meters_made_of_it(whole, played):
    packet, document = whole
    called = pitledger("export-events", "--round", "HCF-02-1", "--json", "--data", played)
    round_ = [(event["stream"], event["seq"]) for event in called.document]

    assert packet.part("round") == round_
    assert len(round_) > 10
    assert packet.part("opening") == [("table:HCF-02", 1)]
    assert packet.part("link") == [("link:HCF-L1", 1)]
    (decided,) = packet.part("meters")
    assert packet.events[f"meter-HCF-L1-{decided[1]:09}"].round == "HCF-02-1"
    assert [each["part"] for each in document["entries"]] == [
        "opening",
        "link",
        *["round"] * len(round_),
        "meters",
    ]
    rulebook = (packet.folder / "rulebook.toml").read_bytes()
    assert b'chapter = "678a"' in rulebook
    assert sha256(rulebook).hexdigest().encode() in packet.events["table-HCF-02-000000001"].body
    assert json.loads((packet.folder / "round.json").read_text("utf-8"))["round"] == "HCF-02-1"
    page = (packet.folder / "round.html").read_text("utf-8")
    assert "HCF-02-1" in page
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")


def test_the_same_round_gives_the_same_bytes_and_an_old_file_is_not_lost_half_way(played, whole, tmp_path):
    packet, _ = whole
    again = pitledger("audit", "packet", "HCF-02-1", "--out", tmp_path / "p.zip", "--data", played)
    assert again.code == 0
    assert (tmp_path / "p.zip").read_bytes() == (packet.folder.parent / "p.zip").read_bytes()
    with ZipFile(tmp_path / "p.zip") as archive:
        assert {info.compress_type for info in archive.infolist()} == {ZIP_STORED}
        assert {info.filename.partition("/")[0] for info in archive.infolist()} == {"round-HCF-02-1"}


def test_what_other_rounds_did_to_its_award_is_there_and_nothing_else(tmp_path):
    floor = Floor(tmp_path / "data")
    floor.opens_link()
    for table in ("T1", "T2"):
        floor.opens_table(table)
    first = floor.claims("T1", 1, SIX)
    second = floor.claims("T2", 2, SEVEN)
    floor.plays("T2", [3])
    floor.rounds -= 1
    floor.follows("T1", rejected(first, 1))
    floor.rounds -= 1
    floor.say("table:T2", validated(second, 2), round_="T2-2")
    signed(floor.data)
    packet, _ = packed(floor.data, "T2-2", tmp_path)
    source = SqliteSource(floor.data / LOG_FILE)
    due = []
    for record in source.records(METERS, 0, 0, source.end(METERS, 0)):
        event = read_header(record.value)
        told = repr(decode_body(event))
        if event.round == "T2-2" or ("'T2'" in told and f"claim_seq={second}" in told):
            due.append((event.stream, event.seq))

    types = [packet.events[f"meter-HCF-{seq:09}"].type for _, seq in packet.part("meters")]
    assert packet.part("meters") == due
    assert {"meter_contributed", "award_locked", "award_corrected"} <= set(types)
    assert packet.check().returncode == 0
    assert not (packet.folder / "rulebook.toml").exists(), "the table named a hash that no rulebook has"
    assert "is not in this release" in (packet.folder / "README.txt").read_text()


def test_the_opening_comes_with_every_change_of_selections_up_to_the_round(tmp_path):
    floor = Floor(tmp_path / "data")
    floor.opens_link()
    floor.opens_table("T1")
    floor.plays("T1", [1])
    floor.selects("T1", None)
    floor.selects("T1", "HCF")
    floor.plays("T1", [1])
    floor.selects("T1", None)
    signed(floor.data)
    packet, _ = packed(floor.data, "T1-2", tmp_path)
    types = [packet.events[f"table-T1-{seq:09}"].type for _, seq in packet.part("opening")]
    assert types == ["table_opened", "selections_changed", "selections_changed"]


def test_a_payment_after_another_round_began_is_part_of_its_round(tmp_path):
    floor = Floor(tmp_path / "data")
    floor.opens_link()
    floor.opens_table("T1")
    claim = floor.claims("T1", 1, SIX)
    floor.plays("T1", [2])
    last = floor.say("table:T1", validated(claim, 1), paid(claim, 1, 1_500_000_000), round_="T1-1")[-1]
    signed(floor.data)
    packet, _ = packed(floor.data, "T1-1", tmp_path)
    types = [packet.events[f"table-T1-{seq:09}"].type for _, seq in packet.part("round")]
    assert types[-2:] == ["progressive_validated", "progressive_paid"]
    assert packet.part("round")[-1] == ("table:T1", last.seq)
    assert f"  table:T1 1 to {claim}\n  table:T1 {last.seq - 1} to {last.seq}\n" in packet.check().stdout


# --- what checks it ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("shell", SHELLS)
def test_verify_says_what_it_checked_in_numbers(small, whole, shell):
    packet, names = small
    done = packet.check(shell=shell)
    size = whole[1]["size"]
    last = packet.events[names[-1]].seq
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines() == [
        "files: 14, as SHA256SUMS says",
        f"checkpoint: pitledger/DEMO, {size} entries, signed",
        "entries: 3, each in the tree that was signed",
        "chains: 1 name the hash of the one before; without a gap are",
        "  table:HCF-02 1 to 1",
        f"  table:HCF-02 {last - 1} to {last}",
        "rulebook: the events of the table name its hash",
        "good: everything above holds",
    ]


def test_the_whole_packet_is_good_and_go_accepts_every_proof(whole):
    packet, document = whole
    done = packet.check()
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"entries: {len(document['entries'])}, each in the tree" in done.stdout
    questions = [
        {
            "Kind": "inclusion", "Vkey": packet.vkey, "Entry": path.read_bytes(),
            "Content": path.with_suffix(".tlog-proof").read_bytes(),
        }
        for path in packet.folder.glob("entries/*.event")
    ]  # fmt: skip
    assert set(answers(questions)) == {GOOD}
    assert len(questions) == len(document["entries"])


def changed_places(content, step):
    return range(0, len(content), step)


@pytest.mark.parametrize(("kind", "step"), [("event", 23), ("tlog-proof", 41), ("checkpoint", 13)])
def test_a_byte_changed_anywhere_is_refused_though_it_is_listed(small, tmp_path, kind, step):
    packet, names = small
    one = packet.copy(tmp_path / "one", names[-1])
    path = one.folder / ("checkpoint" if kind == "checkpoint" else f"entries/{names[-1]}.{kind}")
    content = path.read_bytes()
    accepted = []
    for at in changed_places(content, step):
        path.write_bytes(content[:at] + bytes([content[at] ^ 1 << at % 7]) + content[at + 1 :])
        one.list_again()
        if one.check().returncode != 1:
            accepted.append(at)
    assert accepted == []
    path.write_bytes(content)
    one.list_again()
    assert one.check().returncode == 0


@pytest.mark.parametrize("end", [b"", b"\n", b"x", b"\0"])
def test_what_is_behind_the_end_is_refused(small, tmp_path, end):
    packet, names = small
    for name in (f"entries/{names[-1]}.event", f"entries/{names[-1]}.tlog-proof", "checkpoint"):
        one = packet.copy(tmp_path / name.replace("/", "-"), names[-1])
        content = (one.folder / name).read_bytes()
        assert one.check().returncode == 0
        (one.folder / name).write_bytes(content + end if end else content[:-1])
        one.list_again()
        assert one.refusal().startswith("bad: ")


def test_every_file_is_listed_and_nothing_but_what_is_listed_is_there(small, tmp_path):
    packet, names = small
    for number, change in enumerate(
        (
            lambda folder: (folder / "round.html").write_text("another page"),
            lambda folder: (folder / "more").write_text("x"),
            lambda folder: (folder / "round.json").unlink(),
            lambda folder: (folder / f"entries/{names[0]}.event").unlink(),
        )
    ):
        one = packet.copy(tmp_path / str(number))
        change(one.folder)
        assert one.refusal().startswith("bad: SHA256SUMS: ")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda folder, names: (folder / f"entries/{names[0]}.event").unlink(), "its event is missing"),
        (lambda folder, names: (folder / f"entries/{names[0]}.tlog-proof").unlink(), "it is missing"),
        (lambda folder, _: (folder / "entries/more").write_text("x"), "neither an event nor a proof"),
        (lambda folder, _: (folder / "rulebook.toml").write_text("x"), "names its hash"),
        (lambda folder, _: (folder / "vkey").write_text("x"), "another key"),
    ],
)  # fmt: skip
def test_what_is_missing_or_too_much_is_refused_though_it_is_listed(small, tmp_path, change, why):
    packet, names = small
    one = packet.copy(tmp_path / "one")
    change(one.folder, names)
    one.list_again()
    assert why in one.refusal()


def test_an_entry_under_another_name_and_one_out_of_order_are_refused(small, tmp_path):
    packet, names = small
    one = packet.copy(tmp_path / "one", names[-1])
    assert one.check().returncode == 0
    stem = names[-1]
    for other in (f"table-HCF-01-{stem[-9:]}", f"table-HCF-02-{7:09}", f"link-HCF-02-{stem[-9:]}", "x"):
        for kind in ("event", "tlog-proof"):
            (one.folder / f"entries/{stem}.{kind}").rename(one.folder / f"entries/{other}.{kind}")
        one.list_again()
        assert re.search(r"it is not \S+ number \d+|its name has no number", one.refusal())
        stem = other


def test_nothing_is_not_a_success_and_another_key_is_not_the_logs(small, tmp_path, played):
    packet, _ = small
    none = packet.copy(tmp_path / "none", "nothing")
    assert none.refusal() == "bad: entries: there are none, so nothing was shown"
    stranger = tmp_path / "stranger"
    assert pitledger("demo", "--rounds", 1, "--no-console", "--data", stranger).code == 0
    other = pitledger("audit", "init", "--json", "--data", stranger).document["vkey"]
    assert packet.check(other).returncode == 1
    (none.folder / "vkey").write_text(f"{other}\n")
    none.list_again()
    assert "has not signed it" in none.check(other).stdout
    for key in ("x", "a+b+c", packet.vkey[:-1], packet.vkey.replace("DEMO", "OMED"), "", packet.vkey + "A"):
        done = packet.check(key) if key else subprocess.run(
            ["sh", f"{packet.folder}/verify.sh"], capture_output=True, check=False, text=True
        )  # fmt: skip
        assert (done.returncode, done.stdout) == (2, ""), key


def test_by_hand_the_commands_of_the_readme_lead_to_the_root(whole, tmp_path):
    """Each command is the README's own; the test only reads on which side the next hash is, as it says."""
    packet, _ = whole
    here = shutil.copytree(packet.folder, tmp_path / "here")
    signature, _, rest = (
        (here / "README.txt").read_text("utf-8").partition("1. The signature")[2].partition("2. The")
    )
    leaf, _, rest = rest.partition("3. Up")
    sibling, left, right, move = LINE.findall(rest.partition("4. After")[0])

    def type_in(command):
        return subprocess.run(
            ["sh", "-ec", command], cwd=here, capture_output=True, text=True, check=True
        ).stdout

    done = type_in("\n".join(LINE.findall(signature)).replace("VKEY", packet.vkey))
    assert "Verified Successfully" in done
    type_in(LINE.findall(leaf)[0])
    example = re.search(r"cat (\S+)\.event", leaf)[1]
    lines = (here / f"{example}.tlog-proof").read_text().partition("\n\n")[0].splitlines()
    _, size, root, *_ = (here / "checkpoint").read_text().splitlines()
    at, last = int(lines[1].removeprefix("index ")), int(size) - 1
    for line in lines[2:]:
        type_in(sibling.replace("HASH OF THE PROOF", line))
        on_the_left = at % 2 == 1 or at == last
        type_in(left if on_the_left else right)
        type_in(move)
        while on_the_left and at % 2 == 0 and at:
            at, last = at // 2, last // 2
        at, last = at // 2, last // 2
    assert last == 0
    assert type_in("base64 node").strip() == root


def test_the_chain_that_verify_looks_at_is_that_of_the_events(small):
    packet, names = small
    before, after = (packet.folder / f"entries/{name}.event" for name in names[1:])
    assert read_header(after.read_bytes()).prev == event_hash(before.read_bytes())


# --- what cannot be packed --------------------------------------------------------------------------------


def test_a_round_that_is_not_signed_yet_is_refused_with_what_to_do(tmp_path):
    floor = Floor(tmp_path / "data")
    floor.opens_link()
    floor.opens_table("T1")
    floor.plays("T1", [1])
    signed(floor.data)
    floor.plays("T1", [1])
    called = pitledger("audit", "packet", "T1-2", "--out", tmp_path / "p.zip", "--data", floor.data)
    assert called.code == 2
    assert "is not among the 15 entries of the checkpoint" in called.err
    assert "call `pitledger audit checkpoint --data" in called.err
    assert not (tmp_path / "p.zip").exists()


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("HCF-02-1",), "--out"),
        (("HCF-02-1", "--out", "."), "this is a folder"),
        (("HCF-02-1", "--out", "/does/not/exist/p.zip"), "cannot be written"),
        (("NONE-1", "--out", "p.zip"), "no round NONE-1 is recorded here"),
        (("hcf-02-1", "--out", "p.zip"), "HCF-02-1"),
        (("HCF-02-1", "--out", "p.zip", "--case", "1"), "--case and --by"),
    ],
)  # fmt: skip
def test_what_cannot_be_packed_is_one_line(played, args, why, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    called = pitledger("audit", "packet", *args, "--data", played)
    assert called.code == 2
    assert why in called.err
    assert called.err.count("\n") == 1
    assert called.out == ""
    assert not [*tmp_path.iterdir()]
