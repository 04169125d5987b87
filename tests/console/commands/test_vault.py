"""`pitledger vault`, and that nothing personal is in any byte that a command leaves, on both engines."""

import hashlib
import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from events.references import Mention, is_reference
from events.vocabulary.players import GameAccountCredited, PlayerLeft, PlayerSeated
from streams.vault.file import VAULT_FILE
from streams.vault.vault import Vault
from tests.console.calling import pitledger
from tests.console.event_lines import line_of
from tests.streams.recorder.table_drafts import LinkDrafts, TableDrafts

ANN, BOB, GA = "Ann Example", "Bob Example", "GA-4711-0815"
SECRETS = (ANN, BOB, GA)
BY = ("--by", "C-1", "--reason", "a letter of March 3")


def lines():
    """A link, a table, two players who come and one who goes."""
    table = TableDrafts()
    drafts = [LinkDrafts().open(), table.open()]
    drafts += [
        table.draft_of(PlayerSeated(player=who, seat=seat, boxes=(seat,)))
        for who, seat in ((ANN, 2), (BOB, 3))
    ]
    credit = GameAccountCredited(player=ANN, seat=2, account=GA, amount_mc=500_000, source="buy_in")
    drafts += [table.draft_of(credit), table.open_round(), table.wager(2), table.no_more_bets()]
    drafts += [table.close_round(), table.draft_of(PlayerLeft(player=BOB, seat=3))]
    return [line_of(draft) for draft in drafts]


@pytest.fixture
def shift(call, tmp_path):
    """The same calls on an instance of either engine with a shift in it; the file is not beside it."""
    file = tmp_path / "shift.jsonl"
    file.write_text("\n".join(lines()))
    answer = call("import", file, "--json")
    assert answer.code == 0, answer
    assert not [secret for secret in SECRETS if secret in answer.out + answer.err]
    return call


def bodies(call, *types):
    events = [json.loads(line) for line in call("export-events").out.splitlines()]
    return [event["body"] for event in events if event["type"] in types]


def test_no_label_is_in_any_file_but_the_vault(shift, tmp_path):
    opened = ("case", "open", "--table", "HCF-01", "--seat", 2, "--at", "2026-01-01T20:41:00Z", "--amount", 5)
    shift(*opened, "--claim", "paid short", "--player", ANN, "--by", "F-1")
    exported = shift("export-events").out

    assert "player_seated" in exported
    assert not [secret for secret in SECRETS if secret in exported]
    files = [file for file in (tmp_path / "instance").rglob("*") if file.is_file()]
    holding = {file.name for file in files if any(each.encode() in file.read_bytes() for each in SECRETS)}
    assert holding == {VAULT_FILE}
    assert all(is_reference(body["player"]) for body in bodies(shift, "player_seated", "player_left"))


def test_imported_twice_it_is_the_same_and_one_player_has_one_reference(shift, tmp_path):
    again = shift("import", tmp_path / "shift.jsonl", "--json").document

    assert (again["recorded"], again["not_taken"], again["existed"]) == (0, 0, len(lines()))
    ann, bob = (body["player"] for body in bodies(shift, "player_seated"))
    (credit,), (left,) = bodies(shift, "game_account_credited"), bodies(shift, "player_left")
    assert (credit["player"], left["player"]) == (ann, bob)
    assert len({ann, bob, credit["account"]}) == 3


def test_list_discloses_nobody(shift):
    printed = shift("vault", "list")
    listed = shift("vault", "list", "--json").document

    assert printed.code == 0
    assert "3 references of 2 people can be opened; 0 were forgotten." in printed.out
    assert not [secret for secret in SECRETS if secret in printed.out + json.dumps(listed)]
    assert [each["kind"] for each in listed["openings"]] == ["player", "player", "account"]
    assert listed["openings"][0]["person"] == listed["openings"][2]["person"]


def test_what_is_disclosed_anybody_can_recompute_and_it_is_on_record_without_the_label(shift):
    ann = bodies(shift, "player_seated")[0]["player"]
    shown = shift("vault", "disclose", ann[:10], *BY, "--json").document["openings"]

    assert [(each["kind"], each["label"]) for each in shown] == [("player", ANN), ("account", GA)]
    for each in shown:
        salt = bytes.fromhex(each["salt"])
        assert hashlib.sha256(salt + each["label"].encode()).hexdigest() == each["reference"]
    assert shown[0]["reference"] == ann
    assert ANN in shift("vault", "disclose", ANN, *BY).out
    (first, _) = bodies(shift, "openings_disclosed")
    references = sorted(each["reference"] for each in shown)
    assert first["references"] == references
    assert first["sha256"] == hashlib.sha256("".join(f"{each}\n" for each in references).encode()).hexdigest()
    assert (first["disclosed_by"], first["reason"], first["to"]) == (
        "C-1",
        "a letter of March 3",
        "the screen",
    )
    assert ANN not in shift("export-events").out


def test_forgotten_the_reference_stays_and_nobody_can_open_it(shift, tmp_path):
    before = bodies(shift, "player_seated", "game_account_credited", "player_left")
    ann = before[0]["player"]

    answer = shift("vault", "forget", ANN, *BY, "--json")

    assert set(answer.document["forgotten"]) == {ann, before[2]["account"]}
    assert bodies(shift, "player_seated", "game_account_credited", "player_left") == before
    gone = shift("vault", "disclose", ann, *BY)
    assert gone.code == 2
    assert "it was forgotten" in gone.err
    held = (tmp_path / "instance" / VAULT_FILE).read_bytes()
    assert BOB.encode() in held
    assert ANN.encode() not in held
    assert GA.encode() not in held
    (record,) = bodies(shift, "openings_forgotten")
    assert record["references"] == sorted(answer.document["forgotten"])
    again = shift("import", tmp_path / "shift.jsonl", "--json").document
    assert (again["recorded"], again["not_taken"], again["refused"]) == (0, 0, 0)


def test_a_case_opened_under_an_id_is_the_same_case_after_its_player_was_forgotten(shift):
    opened = ("case", "open", "1", "--table", "HCF-01", "--seat", 2, "--at", "2026-01-01T20:41:00Z")
    opened += (
        "--amount",
        5,
        "--claim",
        "paid short",
        "--player",
        ANN,
        "--by",
        "F-1",
        "--id",
        "mine",
        "--json",
    )
    first = shift(*opened).document
    shift("vault", "forget", ANN, *BY)

    again = shift(*opened).document
    assert (again["seq"], again["existed"], again["refused"]) == (first["seq"], True, None)


def test_a_copy_put_back_is_noticed_and_whom_the_log_has_as_forgotten_is_forgotten_again(shift, tmp_path):
    vault, copy = tmp_path / "instance" / VAULT_FILE, tmp_path / "copy"
    shutil.copy(vault, copy)
    shift("vault", "forget", ANN, *BY)
    shutil.copy(copy, vault)

    noticed = shift("vault", "list")
    assert noticed.code == 1
    assert "vault forget --on-record" in noticed.err
    assert len(shift("vault", "forget", "--on-record", "--json").document["forgotten"]) == 2
    assert shift("vault", "list").code == 0
    assert ANN.encode() not in vault.read_bytes()


def test_whom_the_log_has_as_forgotten_is_not_disclosed_from_a_copy_of_the_vault(tmp_path):
    where, vault = ("--data", tmp_path / "i"), tmp_path / "i" / VAULT_FILE
    pitledger("import", "-", *where, stdin="\n".join(lines()))
    held = vault.read_bytes()
    (reference, _) = sorted(pitledger("vault", "forget", ANN, *BY, *where, "--json").document["forgotten"])
    vault.write_bytes(held)

    refused = pitledger("vault", "disclose", ANN, *BY, *where)
    assert (refused.code, refused.out) == (1, "")
    assert f"{reference} was forgotten" in refused.err
    assert "vault forget --on-record" in refused.err
    assert pitledger("vault", "disclose", BOB, *BY, *where).code == 0


def test_a_label_of_several_people_discloses_and_forgets_none_of_them(tmp_path):
    where, table = ("--data", tmp_path), TableDrafts()
    drafts = [table.open()]
    drafts += [
        table.draft_of(PlayerSeated(player=who, seat=seat, boxes=(seat,)))
        for who, seat in (("4711", 2), (BOB, 3))
    ]
    bobs = GameAccountCredited(player=BOB, seat=3, account="4711", amount_mc=5_000, source="buy_in")
    drafts.append(table.draft_of(bobs))
    pitledger("import", "-", *where, stdin="\n".join(line_of(each) for each in drafts))
    first, second, _ = pitledger("vault", "list", *where, "--json").document["openings"]

    for action in ("disclose", "forget"):
        answer = pitledger("vault", action, "4711", *BY, *where)
        assert (answer.code, answer.out) == (2, "")
        assert f"one of the references {first['reference']}, {second['reference']}\n" in answer.err
    shown = pitledger("vault", "disclose", first["reference"], *BY, *where, "--json").document["openings"]
    assert [each["label"] for each in shown] == ["4711"]


def test_who_has_more_accounts_than_one_event_can_list_is_forgotten_too(tmp_path):
    where, table = ("--data", tmp_path), TableDrafts()
    came = table.draft_of(PlayerSeated(player=ANN, seat=2, boxes=(2,)))
    pitledger("import", "-", *where, stdin=f"{line_of(table.open())}\n{line_of(came)}")
    with Vault(tmp_path / VAULT_FILE) as vault:
        vault.references(Mention("account", f"T-{number}", ANN) for number in range(1_200))

    answer = pitledger("vault", "forget", ANN, *BY, *where, "--json")
    assert (answer.code, len(answer.document["forgotten"])) == (0, 1_201)
    listed = pitledger("vault", "list", *where, "--json").document
    assert (listed["openings"], listed["forgotten"]) == ([], sorted(answer.document["forgotten"]))


@pytest.mark.parametrize("call_", [("vault", "disclose", "\udcff", *BY), ("round", "\udcff")])
def test_a_name_in_bytes_that_are_not_text_is_named(tmp_path, call_):
    pitledger("import", "-", "--data", tmp_path, stdin="\n".join(lines()))
    answer = pitledger(*call_, "--data", tmp_path)
    assert answer.code == 2
    assert "is not text in UTF-8" in answer.err


def test_who_is_not_there_cannot_be_disclosed_or_forgotten(shift):
    for action in ("disclose", "forget"):
        for whom in ("Nobody Here", "ab" * 32, "abcdef0123"):
            answer = shift("vault", action, whom, *BY)
            assert (answer.code, answer.out) == (2, "")
            assert whom in answer.err
    assert bodies(shift, "openings_disclosed", "openings_forgotten") == []


def test_an_unknown_badge_discloses_and_forgets_nothing_once_the_register_is_in_force(tmp_path):
    where = ("--data", tmp_path)
    signed = ("--sign", "S-1:slots", "--sign", "A-2:accounting", "--reason", "opening")
    for badge, department in (("S-1", "slots"), ("A-2", "accounting")):
        pitledger("badge", "issue", badge, "--department", department, "--rank", "staff", *signed, *where)
    pitledger("import", "-", *where, stdin="\n".join(lines()))

    for action in ("disclose", "forget"):
        answer = pitledger("vault", action, ANN, *BY, *where)
        assert (answer.code, ANN in answer.out) == (1, False)
        assert "C-1" in answer.err
        known = pitledger("vault", action, ANN, "--by", "A-2", "--reason", "asked for", *where)
        assert known.code == 0


@pytest.mark.parametrize(
    "call_", [("forget",), ("forget", ANN, "--by", "C-1"), ("forget", ANN, "--on-record"), ("forget", *BY)]
)
def test_a_call_that_says_too_little_or_too_much_is_wrong(tmp_path, call_):
    pitledger("import", "-", "--data", tmp_path, stdin="\n".join(lines()))
    assert pitledger("vault", *call_, "--data", tmp_path).code == 2


def test_without_an_instance_there_is_no_vault(tmp_path):
    for call_ in (("list",), ("disclose", ANN, *BY), ("forget", ANN, *BY)):
        answer = pitledger("vault", *call_, "--data", tmp_path / "none")
        assert answer.code == 2
        assert "there is no instance here" in answer.err


def test_a_damaged_vault_stops_what_needs_it_and_nothing_else(tmp_path):
    where = ("--data", tmp_path)
    pitledger("import", "-", *where, stdin="\n".join(lines()))
    vault = Path(tmp_path, VAULT_FILE)
    vault.write_bytes(b"no database" * 1_000)

    table = TableDrafts("HCF-02")
    opened = line_of(table.open())
    came = line_of(table.draft_of(PlayerSeated(player="Cy Example", seat=1, boxes=(1,))))
    refused = pitledger("import", "-", *where, stdin=f"{opened}\n{came}")
    assert refused.code == 2
    assert f"{vault}: this is not a vault" in refused.err
    assert "Cy Example" not in refused.err
    assert pitledger("import", "-", *where, stdin=opened).code == 0
    assert pitledger("check", *where).code == 0
    assert pitledger("vault", "list", *where).code == 2


KILLED = """
import os, signal, sys
from console.main import main
from streams.sqlite.log import SqliteLog

append = SqliteLog.append

def killed(self, batch, *how):
    if any(b"player_seated" in sealed.value for sealed in batch):
        if sys.argv[1] == "after":
            append(self, batch, *how)
        os.kill(os.getpid(), signal.SIGKILL)
    return append(self, batch, *how)

SqliteLog.append = killed
main(sys.argv[2:])
"""


@pytest.mark.parametrize("when", ["before", "after"])
def test_killed_between_vault_and_log_the_same_file_gives_the_same_references(tmp_path, when):
    """The vault has the openings whether the log has the events or not; the import goes on."""
    file, data = tmp_path / "shift.jsonl", tmp_path / "instance"
    file.write_text("\n".join(lines()))
    call = ("import", str(file), "--data", str(data), "--json")
    killed = subprocess.run([sys.executable, "-c", KILLED, when, *call], check=False, capture_output=True)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    with Vault(data / VAULT_FILE) as vault:
        kept = {each.opening.label: each.opening.reference for each in vault.kept()}
    assert kept.keys() == set(SECRETS)

    went_on = pitledger(*call).document
    assert (went_on["recorded"], went_on["existed"]) == (
        (len(lines()), 0) if when == "before" else (0, len(lines()))
    )
    with Vault(data / VAULT_FILE) as vault:
        assert {each.opening.label: each.opening.reference for each in vault.kept()} == kept
    seated = [
        json.loads(line)["body"]["player"]
        for line in pitledger("export-events", "--data", data).out.splitlines()
        if '"player_seated"' in line
    ]
    assert seated == [kept[ANN], kept[BOB]]
