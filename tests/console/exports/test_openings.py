"""Openings in a bag: only of whom was asked for and is named in it; the verifier holds each against that."""

import hashlib
import json
import shutil

import pytest

from console.exports.openings import OPENINGS_FILE, Disclosed
from console.exports.verify_bag import Bad, check_bag, read_key, verify
from events.references import Opening
from tests.console.calling import pitledger
from tests.console.commands.test_vault import ANN, BOB, BY, GA, SECRETS, lines
from tests.console.event_lines import line_of as line_of_draft
from tests.streams.recorder.table_drafts import TableDrafts

STRANGER = Opening("player", "Nobody There", bytes(32))


@pytest.fixture(scope="module")
def audited(tmp_path_factory):
    """An instance with two players and an audit log, and its key."""
    data = tmp_path_factory.mktemp("named") / "house"
    pitledger(
        "import",
        "-",
        "--data",
        data,
        stdin="\n".join([*lines(), line_of_draft(TableDrafts("HCF-02").open())]),
    )
    return data, pitledger("audit", "init", "--data", data, "--json").document["vkey"]


def export(audited, out, *disclosing):
    return pitledger("audit", "export", "--out", out, "--data", audited[0], *disclosing)


@pytest.fixture(scope="module")
def bag(audited, tmp_path_factory):
    """A bag that says who Ann is."""
    out = tmp_path_factory.mktemp("bags") / "named"
    assert export(audited, out, "--disclose", ANN, *BY).code == 0
    return out


def openings(bag):
    return [json.loads(line) for line in (bag / "data" / OPENINGS_FILE).read_text("utf-8").splitlines()]


def with_openings(bag, tmp_path, text):
    """A copy with other openings, its manifests made again, as a forger would."""
    forged = tmp_path / "forged"
    shutil.copytree(bag, forged)
    file = forged / "data" / OPENINGS_FILE
    old = file.read_bytes()
    new = text.encode()
    file.write_bytes(new)
    info = forged / "bag-info.txt"
    size, files = info.read_text().rpartition("Payload-Oxum: ")[2].strip().split(".")
    oxum = f"Payload-Oxum: {int(size) + len(new) - len(old)}.{files}"
    info.write_text(info.read_text().replace(f"Payload-Oxum: {size}.{files}", oxum))
    for manifest, names in (
        ("manifest-sha256.txt", [f"data/{OPENINGS_FILE}"]),
        ("tagmanifest-sha256.txt", ["bag-info.txt", "manifest-sha256.txt"]),
    ):
        kept = [
            line
            for line in (forged / manifest).read_text().splitlines()
            if line.partition("  ")[2] not in names
        ]
        kept += [f"{hashlib.sha256((forged / name).read_bytes()).hexdigest()}  {name}" for name in names]
        (forged / manifest).write_text("".join(f"{line}\n" for line in kept))
    check_bag(forged)
    return forged


def line_of(opening):
    fields = {"reference": opening.reference, "kind": opening.kind, "label": opening.label}
    return json.dumps({**fields, "salt": opening.salt.hex()})


def test_without_being_asked_for_no_file_of_a_bag_or_packet_holds_a_label(audited, tmp_path):
    assert export(audited, tmp_path / "bag").code == 0
    packet = tmp_path / "packet.zip"
    assert pitledger("audit", "packet", "HCF-01-1", "--out", packet, "--data", audited[0]).code == 0

    files = [each for each in tmp_path.rglob("*") if each.is_file()]
    assert len(files) > 20
    for file in files:
        held = file.read_bytes()
        assert not [secret for secret in SECRETS if secret.encode() in held], file
    assert not (tmp_path / "bag" / "data" / OPENINGS_FILE).exists()


def test_who_is_asked_for_is_in_one_file_with_the_accounts_and_in_no_other(audited, bag):
    assert {(each["kind"], each["label"]) for each in openings(bag)} == {("player", ANN), ("account", GA)}
    holding = [
        file.name
        for file in bag.rglob("*")
        if file.is_file() and any(secret.encode() in file.read_bytes() for secret in SECRETS)
    ]
    assert holding == [OPENINGS_FILE]
    said = verify(bag, read_key(audited[1]), None)
    assert "openings: 2, each the hash of salt and label, in an event of this bag" in said
    assert OPENINGS_FILE in (bag / "data" / "README.txt").read_text()


def test_that_it_was_disclosed_is_on_record_in_the_same_bag(audited, bag):
    exported = pitledger("export-events", "--stream", "desk:vault", "--data", audited[0]).out
    (body, *_) = [json.loads(line)["body"] for line in exported.splitlines()]

    assert body["references"] == sorted(each["reference"] for each in openings(bag))
    assert (body["to"], body["disclosed_by"]) == (str(bag), "C-1")
    entries = b"".join(
        file.read_bytes() for file in (bag / "data" / "tile" / "entries").rglob("*") if file.is_file()
    )
    assert b"openings_disclosed" in entries


def test_all_are_all_that_the_bag_refers_to(audited, tmp_path):
    assert export(audited, tmp_path / "all", "--disclose", "all", *BY).code == 0
    assert {each["label"] for each in openings(tmp_path / "all")} == {ANN, BOB, GA}


def test_a_part_says_who_is_named_in_its_own_entries_alone(audited, tmp_path):
    named = ("--disclose", "all", *BY)
    assert export(audited, tmp_path / "none", "--tables", "HCF-02", *named).code == 0
    assert export(audited, tmp_path / "some", "--tables", "HCF-01", *named).code == 0

    assert not (tmp_path / "none" / "data" / OPENINGS_FILE).exists()
    assert len(openings(tmp_path / "some")) == 3
    assert verify(tmp_path / "some", read_key(audited[1]), None)[-4].startswith("openings: 3")


@pytest.mark.parametrize(
    "asked", [("--disclose", ANN), ("--disclose", ANN, "--by", "C-1"), BY, ("--disclose", "Nobody", *BY)]
)
def test_without_a_badge_a_reason_or_somebody_nothing_is_written(audited, tmp_path, asked):
    answer = export(audited, tmp_path / "bag", *asked)
    assert answer.code == 2
    assert not (tmp_path / "bag").exists()


def shown_on_record(data):
    """How many disclosures are on record."""
    events = pitledger("export-events", "--data", data).out
    return events.count('"openings_disclosed"')


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("--out", "taken"), "there is something already"),
        (("--out", "bag", "--tables", "HCF-01,HCF-09"), "--tables HCF-09: there is no event of that table"),
    ],
)
def test_nobody_is_disclosed_on_record_by_an_export_that_cannot_be(audited, tmp_path, monkeypatch, args, why):
    """What is on record was shown: an export that could not begin has shown nobody."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").write_text("x")
    before = shown_on_record(audited[0])
    answer = pitledger("audit", "export", *args, "--disclose", "all", *BY, "--data", audited[0])
    assert answer.code == 2
    assert why in answer.err
    assert shown_on_record(audited[0]) == before


def test_nor_where_the_key_cannot_sign(audited, tmp_path):
    data = shutil.copytree(audited[0], tmp_path / "house", ignore=shutil.ignore_patterns("audit"))
    right, wrong = ({"PITLEDGER_AUDIT_PASSPHRASE": each} for each in ("right", "wrong"))
    assert pitledger("audit", "init", "--passphrase", "--data", data, **right).code == 0
    before = shown_on_record(data)
    call = ("audit", "export", "--out", tmp_path / "bag", "--disclose", "all", *BY, "--data", data)
    answer = pitledger(*call, **wrong)
    assert (answer.code, shown_on_record(data)) == (2, before)
    assert "the passphrase is wrong" in answer.err
    assert pitledger(*call, **right).code == 0
    assert shown_on_record(data) == before + 1


@pytest.mark.parametrize(
    ("forge", "why"),
    [
        (
            lambda first, rest: [first | {"label": "Somebody Else"}, *rest],
            "line 1: the reference is not the hash",
        ),
        (lambda first, rest: [first | {"salt": "00" * 32}, *rest], "line 1: the reference is not the hash"),
        (lambda first, rest: [first, *rest, first], "line 3: it is there a second time"),
        (lambda first, rest: [first, *rest, json.loads(line_of(STRANGER))], "line 3: no event of this bag"),
        (
            lambda first, rest: [
                {**first, "kind": "account" if first["kind"] == "player" else "player"},
                *rest,
            ],
            "line 1: no event of this bag",
        ),
        (lambda first, rest: [{**first, "kind": "badge"}, *rest], "line 1: it is not a salt"),
        (lambda first, rest: [{**first, "salt": first["salt"][2:]}, *rest], "line 1: it is not a salt"),
        (lambda first, rest: [{**first, "salt": "zz"}, *rest], "line 1: non-hexadecimal"),
        (lambda first, rest: [{**first, "label": 7}, *rest], "line 1: it has not reference"),
        (lambda first, rest: [{**first, "more": "x"}, *rest], "line 1: it has not reference"),
        (lambda first, rest: [[first], *rest], "line 1: it has not reference"),
    ],
)
def test_an_opening_that_does_not_hold_is_named(audited, bag, tmp_path, forge, why):
    first, *rest = openings(bag)
    text = "".join(f"{json.dumps(each)}\n" for each in forge(first, rest))

    with pytest.raises(Bad, match=why) as bad:
        verify(with_openings(bag, tmp_path, text), read_key(audited[1]), None)
    assert bad.value.place == f"file data/{OPENINGS_FILE}"


@pytest.mark.parametrize("cut", ["no end", "no json", "deep"])
def test_a_file_that_is_none_is_named(audited, bag, tmp_path, cut):
    whole = (bag / "data" / OPENINGS_FILE).read_text("utf-8")
    text = {"no end": whole[:-1], "no json": "x\n", "deep": "[" * 100_000 + "\n"}[cut]

    with pytest.raises(Bad, match="line"):
        verify(with_openings(bag, tmp_path, text), read_key(audited[1]), None)


def test_only_what_an_entry_refers_to_is_disclosed():
    may = Disclosed([STRANGER])
    value = b"\xd9\x40" + STRANGER.reference.encode()
    may.look(b"\xa6players" + value + b"\xa7account" + value + value)
    assert not len(may)
    may.look(b"\x81\xa6player" + value)
    assert json.loads(may.content())["label"] == STRANGER.label
