"""Bags made to trip the verifier up, or its reader: each is refused at its place, by an answer."""

import os
import random
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import msgpack
import pytest

from console.exports import verify_bag
from console.exports.verify_bag import Bad, verify, visible
from tests.console.exports.verified_histories import Listed
from tests.faults.bag_forgeries import list_again, make_export
from tests.faults.insiders.forger import make_evening
from tests.streams.sealed_events import Chains, spread

WEIRD = [
    None, True, -1, 2**64 - 1, 1.5, float("nan"), "", "x", "#", "²", "9" * 5_000, "9999-99-99", b"", b"\xff",
    [], {}, [[]], [{}], [None], {"": 0},
]  # fmt: skip


@pytest.fixture(scope="module")
def export(tmp_path_factory):
    return make_export(tmp_path_factory.mktemp("whole") / "export")


@pytest.fixture
def bag(export, tmp_path):
    return shutil.copytree(export.bag, tmp_path / "bag")


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    return make_evening(tmp_path_factory.mktemp("evening"))


def shown(entries):
    """What the verifier makes of entries; anything but an answer or a `Bad` fails the test."""
    streams = verify_bag.Streams(Listed(entries), None)
    try:
        streams.take(range(len(entries)), entries)
        streams.finish()
    except Bad as bad:
        return bad.place
    return "good"


def legs():
    """Facts of which the verifier reads more than their form."""
    part = {"link": "L1", "leg": 1, "seats": [1], "wagers": [{"seat": 1, "wager": "p", "amount_mc": 5}]}
    opening = {"progressives": [{"link": "L1", "unit_wager_mc": 5}], "paytables": [{"paytable": "A"}]}
    claim = {"link": "L1", "leg": 1, "seat": 1, "hand": "x", "wager": "p"}
    resumed = {"stream": "table:T", "from_seq": 3, "from_hash": "00"}
    yield from (("bets_closed", {"legs": [part]}), ("round_voided", {"legs": [part], "reason": "x"}))
    yield from (("table_opened", {"legs": [part], **opening}), ("progressive_claimed", claim))
    yield from (("stream_resumed", resumed), ("envy_paid", {"seat": 1, "amount_mc": 5, "slip": ""}))


def changed(value, dice):
    """The value with something in it that does not belong there."""
    if isinstance(value, dict | list) and value and dice.random() < 0.8:
        made = value.copy()
        at = dice.choice([*made] if isinstance(made, dict) else range(len(made)))
        made[at] = changed(made[at], dice)
        return made
    return dice.choice(WEIRD)


def test_facts_of_any_form_are_refused_or_of_no_account_but_never_a_failure():
    dice, found = random.Random(15), set()
    for type_, facts in legs():
        for _ in range(400):
            chains = Chains()
            body = msgpack.packb(changed(facts, dice))
            entries = [chains.next("table:T", type_=type_, body=body).value]
            later = chains.next("table:T")
            entries += [later.value, spread(2, 1)[0].value]
            found.add(shown(entries))
            late = list(msgpack.unpackb(later.value))
            late[7] += 10**10  # everything before it is due
            found.add(shown([entries[0], msgpack.packb(late)]))
    assert found == {"good", "index 0"}


@pytest.mark.parametrize(
    ("facts", "due"),
    [({"legs": [5]}, ["unreadable: 1 events, so nobody knows what they ask"]), ({"legs": []}, [])],
)
def test_what_asks_nothing_that_can_be_read_is_counted(facts, due):
    entry = Chains().next("table:T", type_="bets_closed", body=msgpack.packb(facts)).value
    streams = verify_bag.Streams(Listed([entry]), None)
    streams.take([0], [entry])
    streams.finish()
    assert [line for line in streams.said() if "unreadable" in line] == due


@pytest.mark.parametrize("kind", [*WEIRD, "event", ["fork"]])
def test_a_wrapped_entry_of_no_kind_is_named(kind):
    assert shown([spread(1, 1)[0].value, msgpack.packb({"kind": kind, "value": b""})]) == "index 1"


def test_a_file_whose_name_looks_like_an_answer_cannot_pass_for_one(export, bag, capsys):
    name = "x\ngood: everything above holds\n\x1b[8m\udcff"
    (bag / name).write_text("")
    with pytest.raises(Bad) as bad:
        verify(bag, export.key, None)
    assert str(bad.value) == r"file x\ngood: everything above holds\n\x1b[8m\udcff: it is in no manifest"
    vkey = f"{export.key.name}+{export.key.id.hex()}+"
    vkey += verify_bag.base64.b64encode(b"\1" + export.key.public).decode()
    assert verify_bag.main([str(bag), "--key", vkey]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_what_is_visible_stays_as_it_is():
    assert visible("table:FHL-01 — Zürich") == "table:FHL-01 — Zürich"


def test_a_pipe_in_the_place_of_a_file_is_named_and_not_waited_for(export, bag):
    (bag / "bagit.txt").unlink()
    os.mkfifo(bag / "bagit.txt")
    with pytest.raises(Bad, match="neither a file nor a folder") as bad:
        verify(bag, export.key, None)
    assert bad.value.place == "file bagit.txt"


def test_what_the_disk_does_not_give_is_named(export, bag, monkeypatch):
    """A file that is there and cannot be read, as a disk that is failing has them."""
    opened = verify_bag.file_digest

    def failing(file, name):
        if file.name.endswith("verify_bag.py"):
            raise OSError(5, "Input/output error", file.name)
        return opened(file, name)

    monkeypatch.setattr(verify_bag, "file_digest", failing)
    with pytest.raises(Bad, match="Input/output error") as bad:
        verify(bag, export.key, None)
    assert bad.value.place == "file data/verify_bag.py"


@pytest.mark.parametrize("cell", ['"', "\r", '"' + "x" * 140_000 + '"'])
def test_a_cell_that_is_no_csv_is_named(evening, tmp_path, cell):
    bag = shutil.copytree(evening.bag, tmp_path / "bag")
    path = bag / "data/ledger/csv/postings.csv"
    first, second, *rest = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([first, cell.encode() + second, *rest]))
    list_again(bag)
    with pytest.raises(Bad, match="line 2: ") as bad:
        verify(bag, evening.key, None)
    assert bad.value.place == "file data/ledger/csv/postings.csv"


@pytest.mark.parametrize("end", ["\r", "\x0b", "\x0c", "\x85", "\u2028"])
@pytest.mark.parametrize("name", ["ledger.beancount", "ledger.journal"])
def test_no_transaction_hides_in_a_comment(evening, tmp_path, name, end):
    """hledger takes what follows a carriage return for a line of its own."""
    bag = shutil.copytree(evening.bag, tmp_path / "bag")
    path = bag / "data/ledger" / name
    hidden = f"2026-03-02 * hidden{end}  A  5 MILLICENT{end}  B  -5 MILLICENT"
    path.write_bytes(f"; nothing to see{end}{hidden}\n".encode() + path.read_bytes())
    list_again(bag)
    with pytest.raises(Bad, match="line 1: ") as bad:
        verify(bag, evening.key, None)
    assert bad.value.place == f"file data/ledger/{name}"
    path.write_bytes(b"; a comment\n" + path.read_bytes().partition(b"\n")[2])
    list_again(bag)
    assert verify(bag, evening.key, None)


def test_every_hash_of_a_tile_above_is_held_against_those_below():
    hashes = [verify_bag.sha256(b"%d" % number).digest() for number in range(3 * 256)]
    above = [verify_bag.subtree(hashes[at : at + 256]) for at in range(0, 768, 256)]
    for forged in range(4):
        with TemporaryDirectory() as name:
            stored = b"".join(above[at] if at != forged else bytes(32) for at in range(3))
            (Path(name) / "data/tile/1/000.p").mkdir(parents=True)
            (Path(name) / "data/tile/1/000.p/3").write_bytes(stored)
            tiles = verify_bag.Tiles(Path(name), 768)
            for first in range(0, 768, 256):
                tiles.add(first, hashes[first : first + 256])
            if forged == 3:
                tiles.finish()
                continue
            with pytest.raises(Bad, match=f"its hash {forged} is not"):
                tiles.finish()
