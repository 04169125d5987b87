"""The vault: same label, same reference, for ever; and what was forgotten is gone from every byte."""

import hashlib
import os
import sqlite3
import stat
import subprocess
import sys
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.references import Mention, Opening
from streams.vault.file import VAULT_FILE, VaultError, VaultTrouble
from streams.vault.vault import Vault

ANN = Mention("player", "Ann Example")
BOB = Mention("player", "Bob Example")
ANNS = Mention("account", "GA-4711", "Ann Example")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deep" / VAULT_FILE


@pytest.fixture
def vault(path):
    with Vault(path) as opened:
        yield opened


def one(vault, mention):
    return vault.references([mention])[mention]


def test_the_same_label_has_the_same_reference_here_and_in_every_other_process(vault, path):
    found = vault.references([ANN, BOB, ANN])

    assert len(set(found.values())) == 2
    with Vault(path) as other:
        assert other.references([BOB, ANN]) == found
    ask = f"""
from pathlib import Path
from streams.vault.vault import Vault
from events.references import Mention
print(*Vault(Path({str(path)!r})).references([Mention("player", "Ann Example")]).values())
"""
    there = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert there.stdout.strip() == found[ANN]


def test_a_reference_is_the_hash_of_salt_and_label_and_a_person_has_one_salt(vault):
    found = vault.references([ANN, BOB, ANNS])
    kept = {each.opening.reference: each for each in vault.kept()}

    assert kept.keys() == set(found.values())
    for mention, reference in found.items():
        opening = kept[reference].opening
        assert hashlib.sha256(opening.salt + mention.label.encode()).hexdigest() == reference
        assert len(opening.salt) == 32
    assert kept[found[ANN]].opening.salt == kept[found[ANNS]].opening.salt
    assert kept[found[ANN]].opening.salt != kept[found[BOB]].opening.salt
    assert kept[found[ANN]].person == kept[found[ANNS]].person != kept[found[BOB]].person


def test_an_account_finds_its_player_by_reference_too_and_stays_the_same_with_another_player(vault):
    ann = one(vault, ANN)
    by_reference = one(vault, ANNS._replace(player=ann))

    assert one(vault, ANNS) == by_reference
    assert one(vault, ANNS._replace(player="Bob Example")) == by_reference
    assert [each.opening.label for each in vault.of(ann)] == ["Ann Example", "GA-4711"]


def test_salts_are_not_what_two_vaults_share(tmp_path):
    with Vault(tmp_path / "one") as first, Vault(tmp_path / "two") as second:
        assert one(first, ANN) != one(second, ANN)


def test_only_its_owner_may_read_it_whatever_the_mask_and_a_copy_put_back_is_closed_again(path, vault):
    old = os.umask(0)
    try:
        one(vault, ANN)
    finally:
        os.umask(old)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600

    path.chmod(0o644)
    with Vault(path) as again:
        one(again, ANN)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_looking_makes_no_vault(vault, path):
    assert (vault.known([ANN]), [*vault.kept()], vault.of("Ann Example")) == ({}, [], [])
    assert not path.exists()


def test_forgotten_it_is_in_no_byte_any_more_and_the_label_is_somebody_new(vault, path):
    first = one(vault, ANN)
    account = one(vault, ANNS)
    assert b"Ann Example" in path.read_bytes()
    salt = vault.of(first)[0].opening.salt

    vault.forget([first, account])

    for file in path.parent.iterdir():
        held = file.read_bytes()
        assert b"Ann Example" not in held
        assert b"GA-4711" not in held
        assert salt not in held
    assert not vault.can_open(first)
    assert one(vault, ANN) not in {first, account}


def test_another_process_that_remembers_somebody_learns_that_they_were_forgotten(path):
    with Vault(path) as recorder, Vault(path) as officer:
        first = one(recorder, ANN)
        officer.forget([first])

        assert recorder.known([ANN]) == {}
        second = one(recorder, ANN)

        assert second != first
        assert one(officer, ANN) == second


def test_openings_made_elsewhere_are_kept_once(vault):
    made = Opening("player", "P-1", bytes(32)), Opening("account", "GA-1", bytes(32))
    vault.keep(made)
    vault.keep(made)

    assert [each.opening for each in vault.kept()] == [*made]
    assert one(vault, Mention("player", "P-1")) == made[0].reference
    assert len({each.person for each in vault.kept()}) == 1


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 6), st.booleans()), max_size=30))
def test_whoever_asks_in_whatever_order_and_memory_gets_the_same(tmp_path_factory, asked):
    path = tmp_path_factory.mktemp("vault") / VAULT_FILE
    seen: dict[Mention, str] = {}
    with Vault(path) as a, Vault(path) as b:
        for who, number, account in asked:
            player = Mention("player", f"P-{number}")
            mention = Mention("account", f"GA-{number}", player.label) if account else player
            found = one(a if who == "a" else b, mention)
            assert seen.setdefault(mention, found) == found
            assert len({*seen.values()}) == len(seen)


def test_several_at_once_agree(path):
    found = []

    def ask():
        with Vault(path) as own:
            found.append([one(own, Mention("player", f"P-{number}")) for number in range(20)])

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()

    assert len(found) == 4
    assert all(each == found[0] for each in found)


@pytest.mark.parametrize(
    "content", [b"not a database at all" * 50, b"SQLite format 3\0" + bytes(4096)], ids=["text", "zeros"]
)
def test_what_is_no_vault_is_named_and_left_alone(path, content):
    path.parent.mkdir()
    path.write_bytes(content)

    with pytest.raises(VaultError, match="Put its last copy in its place"), Vault(path) as vault:
        one(vault, ANN)
    assert path.read_bytes() == content


def test_the_database_of_another_program_is_left_alone(path):
    path.parent.mkdir()
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE theirs (x)")
    other.close()

    with pytest.raises(VaultError, match="not a vault"), Vault(path) as vault:
        one(vault, ANN)


def test_a_row_that_does_not_prove_itself_is_damage(vault, path):
    one(vault, ANN)
    with sqlite3.connect(path) as meddler:
        meddler.execute("UPDATE openings SET label = 'Somebody Else'")
    meddler.close()

    with Vault(path) as again:
        with pytest.raises(VaultError, match="damaged"):
            [*again.kept()]
        with pytest.raises(VaultError, match="damaged"):
            one(again, Mention("player", "Somebody Else"))


def test_a_full_disk_makes_no_reference(vault, path):
    one(vault, ANN)
    vault._connection.execute("PRAGMA max_page_count=1")
    with pytest.raises(VaultTrouble, match="the disk is full"):
        vault.references([Mention("player", f"P-{number:060}") for number in range(2_000)])

    vault._connection.execute("PRAGMA max_page_count=100000")
    assert len([*vault.kept()]) == 1
    assert len(vault.references([Mention("player", f"P-{number:060}") for number in range(2_000)])) == 2_000


def test_a_vault_that_was_taken_away_under_a_recorder_is_told(vault, path):
    one(vault, ANN)
    path.unlink()

    with pytest.raises(VaultTrouble, match="moved away"):
        one(vault, BOB)


def test_memory_is_bounded(vault, monkeypatch):
    monkeypatch.setattr("streams.vault.vault.REMEMBERED", 10)
    for number in range(50):
        one(vault, Mention("player", f"P-{number}"))
    assert len(vault._known) <= 10
