"""A repeat is recognised for ever: who was forgotten, shares an account, is in no copy of the vault."""

import shutil

import pytest

from events.body import read_body
from events.vocabulary.players import PlayerSeated
from streams.sqlite.log import SqliteLog
from streams.vault.file import VAULT_FILE
from streams.vault.vault import Vault
from tests.streams.recorder.table_drafts import LinkDrafts, TableDrafts
from tests.streams.vault.test_discreet_recorder import ANN, credited, discreet, seated

BOB = "Bob Example"


@pytest.fixture
def table():
    return TableDrafts()


@pytest.fixture
def log(tmp_path):
    with SqliteLog(tmp_path / "log.sqlite", writable=True) as opened:
        yield opened


@pytest.fixture
def vault(tmp_path):
    with Vault(tmp_path / VAULT_FILE) as opened:
        yield opened


@pytest.fixture
def recorder(log, vault, table):
    made = discreet(log, vault, [])
    made.record_many([LinkDrafts().open(), table.open()])
    return made


def forget(vault, label):
    vault.forget([each.opening.reference for each in vault.of(label)])


def are_repeats(recorder, lines):
    answers = recorder.record_many(lines)
    return all(each.existed and not each.refused for each in answers)


@pytest.mark.parametrize("first", [ANN, BOB], ids=["the account of who is forgotten", "that of who is not"])
def test_who_shares_an_account_with_somebody_forgotten_is_still_recognised(recorder, vault, table, first):
    second = BOB if first == ANN else ANN
    lines = [credited(table, first), credited(table, second)]
    recorder.record_many(lines)
    forget(vault, ANN)
    kept = [*vault.kept()]

    assert are_repeats(recorder, lines)
    assert [*vault.kept()] == kept


@pytest.mark.parametrize("anew", [False, True], ids=["at once", "after they came again"])
def test_whoever_came_after_the_vault_was_copied_is_still_recognised(recorder, log, vault, table, anew):
    recorder.record(seated(table, BOB, 1))
    copy = vault.path.with_suffix(".copy")
    shutil.copy(vault.path, copy)
    lines = [seated(table), credited(table)]
    recorder.record_many(lines)
    vault.close()
    shutil.copy(copy, vault.path)

    with Vault(vault.path) as put_back:
        later = discreet(log, put_back, [])
        if anew:
            later.record(seated(table))
        kept = [*put_back.kept()]
        assert are_repeats(later, lines)
        assert [*put_back.kept()] == kept


def test_another_content_for_somebody_forgotten_is_one_conflict_however_often_it_comes(
    recorder, vault, table
):
    line = seated(table)
    first = recorder.record(line)
    forget(vault, ANN)
    other = line._replace(body=PlayerSeated(player=BOB, seat=4, boxes=(4,)).to_bytes())

    refusal, again = recorder.record(other), recorder.record(other)
    assert (refusal.refused, refusal.existed, again.existed) == (True, False, True)
    assert again.seq == refusal.seq
    assert read_body(refusal.event).existing_seq == first.seq


def test_what_comes_late_for_somebody_forgotten_is_recorded_as_of_somebody_new(recorder, vault, table):
    late = seated(table, source_id="device#4")
    first = recorder.record(seated(table, source_id="device#5"))
    forget(vault, ANN)

    recorded = recorder.record(late)
    assert (recorded.existed, recorded.refused) == (False, False)
    assert read_body(recorded.event).player != read_body(first.event).player
    assert are_repeats(recorder, [late])


def test_an_id_that_a_recorder_made_is_recognised_too(recorder, vault, table):
    line = seated(table)._replace(source_id=None)
    first = recorder.record(line)
    forget(vault, ANN)
    assert are_repeats(recorder, [line._replace(source_id=first.event.source_id)])


@pytest.mark.parametrize(
    "label",
    ["Ann\0", "   ", "Jose\N{COMBINING ACUTE ACCENT}", "\N{RIGHT-TO-LEFT OVERRIDE}nnA", "x" * 64, "7" * 10],
)
def test_whatever_a_label_is_made_of_it_is_kept_found_and_recognised(recorder, vault, table, label):
    line = seated(table, label)
    recorder.record(line)

    assert [each.opening.label for each in vault.of(label)] == [label]
    assert are_repeats(recorder, [line])
    forget(vault, label)
    assert are_repeats(recorder, [line])


def test_an_account_that_is_called_as_its_player_can_be_opened_and_is_forgotten_too(recorder, vault, table):
    line = credited(table, "4711", "4711")
    facts = read_body(recorder.record(line).event)
    assert vault.label_of(facts.player) == vault.label_of(facts.account) == "4711"

    forget(vault, "4711")
    assert vault.label_of(facts.account) is None
    assert are_repeats(recorder, [line])
