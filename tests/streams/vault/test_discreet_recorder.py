"""Who records with a vault is told labels and records references, on both engines."""

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.body import read_body
from events.envelope import read_header
from events.jsonform import Draft, draft_from_json, to_json
from events.topics import EVENTS
from events.vocabulary.players import GameAccountCredited, PlayerLeft, PlayerSeated
from streams.recorder.recorder import Recorder
from streams.sqlite.log import SqliteLog
from streams.vault.file import VAULT_FILE, VaultTrouble
from streams.vault.recorder import DiscreetRecorder
from streams.vault.vault import Vault
from tests.streams.recorder.at_hand import NOW
from tests.streams.recorder.table_drafts import LinkDrafts, TableDrafts

ANN, GA = "Ann Example", "GA-4711"


@pytest.fixture
def table():
    return TableDrafts()


@pytest.fixture
def told():
    return []


@pytest.fixture
def vault(tmp_path):
    with Vault(tmp_path / VAULT_FILE) as opened:
        yield opened


@pytest.fixture
def recorder(any_log, vault, told):
    made = discreet(any_log, vault, told)
    made.record(LinkDrafts().open())
    return made


def discreet(log, vault, told):
    return DiscreetRecorder(log, "PA-01", vault, told.append, clock=lambda: NOW, pauses=(0, 0))


def seated(table, player=ANN, seat=3, **more) -> Draft:
    return table.draft_of(PlayerSeated(player=player, seat=seat, boxes=(seat,)), **more)


def credited(table, player=ANN, account=GA) -> Draft:
    facts = GameAccountCredited(player=player, seat=3, account=account, amount_mc=5, source="buy_in")
    return table.draft_of(facts)


def values(log):
    return b"".join(
        each.value for part in range(log.partitions(EVENTS)) for each in log.read(EVENTS, part, 0)
    )


def test_labels_are_in_the_vault_and_references_in_the_log(recorder, any_log, vault, table):
    recorder.record(table.open())
    came, had, left = recorder.record_many(
        [seated(table), credited(table), table.draft_of(PlayerLeft(player=ANN, seat=3))]
    )

    players = {read_body(each.event).player for each in (came, had, left)}
    openings = {each.opening.reference: each.opening for each in vault.kept()}
    assert openings.keys() == players | {read_body(had.event).account}
    for reference, opening in openings.items():
        assert hashlib.sha256(opening.salt + opening.label.encode()).hexdigest() == reference
    assert {each.label for each in openings.values()} == {ANN, GA}
    held = values(any_log)
    assert b"player_seated" in held
    for secret in (ANN, GA, *(each.salt.hex() for each in openings.values())):
        assert secret.encode() not in held
    assert all(each.salt not in held for each in openings.values())


LETTERS = st.characters(exclude_categories=("Cs",))
LABELS = st.text(min_size=3, max_size=60, alphabet=LETTERS).map("¶".__add__)
"""Labels that nothing else in an event looks like by chance."""


@settings(max_examples=20, deadline=None)
@given(st.lists(LABELS, max_size=6))
def test_no_byte_of_the_log_has_anything_of_any_label(tmp_path_factory, labels):
    data, table = tmp_path_factory.mktemp("any"), TableDrafts()
    with SqliteLog(data / "log.sqlite", writable=True) as log, Vault(data / VAULT_FILE) as vault:
        recorder = discreet(log, vault, [])
        recorder.record_many([LinkDrafts().open(), table.open()])
        before = values(log)
        answers = recorder.record_many([seated(table, label, 1 + at) for at, label in enumerate(labels)])
        recorder.record_many([seated(table, "somebody", 1 + at) for at in range(len(labels))])
        held = values(log)[len(before) :]
        kept = {each.opening.reference: each.opening.label for each in vault.kept()}
    for label, answer in zip(labels, answers, strict=True):
        assert label.encode() not in held
        assert kept[read_body(answer.event).player] == label


def test_the_same_line_again_is_a_repeat_also_for_another_recorder(recorder, any_log, vault, told, table):
    recorder.record(table.open())
    line = seated(table)
    first = recorder.record(line)

    assert recorder.record(line).existed
    with Vault(vault.path) as other:
        again = discreet(any_log, other, told).record(line)
    assert (again.existed, again.seq) == (True, first.seq)


def test_another_player_under_the_same_id_is_a_conflict_as_ever(recorder, table):
    recorder.record(table.open())
    line = seated(table)
    recorder.record(line)

    other = recorder.record(line._replace(body=PlayerSeated(player="Bob", seat=3, boxes=(3,)).to_bytes()))
    assert (other.refused, other.existed) == (True, False)


def test_killed_between_vault_and_log_the_line_that_is_sent_again_has_the_same_reference(
    any_log, vault, told, table, monkeypatch
):
    recorder = discreet(any_log, vault, told)
    recorder.record_many([LinkDrafts().open(), table.open()])
    line = seated(table)
    with monkeypatch.context() as killed:
        killed.setattr(Recorder, "record_many", lambda *_args, **_more: (_ for _ in ()).throw(SystemExit))
        with pytest.raises(SystemExit):
            recorder.record(line)
    kept = [each.opening.reference for each in vault.kept()]

    with Vault(vault.path) as fresh:
        recorded = discreet(any_log, fresh, told).record(line)

    assert not recorded.existed
    assert [read_body(recorded.event).player] == kept


def test_nothing_is_recorded_that_the_vault_could_not_keep(recorder, any_log, vault, table):
    recorder.record_many([table.open(), seated(table, "Bob", 1)])
    before = values(any_log)
    vault.path.rename(vault.path.with_suffix(".away"))

    with pytest.raises(VaultTrouble):
        recorder.record_many([seated(table)])
    assert values(any_log) == before


def test_forgotten_the_reference_stays_and_a_repeat_is_still_one(recorder, any_log, vault, table):
    recorder.record(table.open())
    line, account = seated(table), credited(table)
    first, credit = recorder.record_many([line, account])
    before = values(any_log)
    references = [read_body(first.event).player, read_body(credit.event).account]

    vault.forget(references)

    assert values(any_log) == before
    assert [each.existed for each in recorder.record_many([line, account])] == [True, True]
    assert [*vault.kept()] == []
    later = recorder.record(seated(table))  # another visit: somebody new
    assert read_body(later.event).player not in references
    assert recorder.record(line).existed
    assert not recorder.record(seated(table, "Bob", 4)).existed


def test_a_conflict_is_one_although_somebody_was_forgotten(recorder, vault, table):
    recorder.record(table.open())
    line, other = seated(table), seated(table, "Bob", 4)
    recorder.record_many([line, other])
    vault.forget([each.opening.reference for each in vault.of(ANN)])

    assert recorder.record(line._replace(body=other.body)).refused  # another seat
    bobs = other._replace(body=PlayerSeated(player="Cy", seat=4, boxes=(4,)).to_bytes())
    assert recorder.record(bobs).refused  # whose opening is there


def test_a_lost_vault_is_told_once_and_repeats_are_still_known(recorder, any_log, vault, told, table):
    recorder.record(table.open())
    line = seated(table)
    first = recorder.record(line)
    vault.close()
    vault.path.unlink()
    assert told == []

    with Vault(vault.path) as anew:
        later = discreet(any_log, anew, told)
        assert later.record(line).existed
        second = later.record(seated(table))
        later.record(seated(table))

    assert read_body(second.event).player != read_body(first.event).player
    assert len(told) == 1
    assert str(vault.path) in told[0]
    assert ANN not in told[0]


def test_copies_are_taken_as_they_are(recorder, any_log, table, tmp_path):
    recorder.record_many([table.open(), seated(table)])
    plain = Recorder(any_log, "PA-01", clock=lambda: NOW, pauses=(0, 0))
    plain.record(seated(table, "in the clear", 5))
    events = [
        read_header(each.value)
        for part in range(any_log.partitions(EVENTS))
        for each in any_log.read(EVENTS, part, 0)
    ]

    with SqliteLog(tmp_path / "copy.sqlite", writable=True) as log, Vault(tmp_path / "other") as other:
        copied = discreet(log, other, []).record_many([draft_from_json(to_json(each)) for each in events])
        assert [each.event for each in copied] == events
        assert not other.exists


def test_what_names_nobody_needs_no_vault(recorder, vault, table):
    recorder.record_many([table.open(), table.open_round(), table.wager(2)])
    recorder.record(seated(table, "ab" * 32))  # a client that has made a reference itself

    assert not vault.exists
