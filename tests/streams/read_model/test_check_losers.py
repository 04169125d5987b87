"""What lost against its stream, as two recorders leave it on Kafka: a note where nothing is missing by it."""

import sqlite3

import pytest

from events.envelope import encode
from streams.engines.embedded import Embedded
from streams.log import EVENTS, seal
from streams.read_model.bulk_sources import SqliteSource
from streams.read_model.check import find_problems
from streams.recorder.recorder import Recorder
from streams.sqlite.file import LOG_FILE
from tests.streams.recorder.table_drafts import AT, LinkDrafts, TableDrafts

STREAM = "table:HCF-01"
HOUR = 3_600_000_000


def a_shift(rounds=3):
    """A link and a table that feeds it; each client's draft has a source id."""
    table = TableDrafts()
    drafts = [LinkDrafts().open(), table.open()]
    for _ in range(rounds):
        drafts += [table.open_round(), table.wager(1), table.no_more_bets(), table.close_round()]
    return drafts


def recorded(data, drafts, now_us):
    """The events that a recorder makes of drafts, in a log of its own."""
    with Embedded(data) as embedded:
        results = Recorder(embedded.log, "PA-01", clock=lambda: now_us).record_many(drafts)
        embedded.process()
    return [result.event for result in results]


@pytest.fixture
def instance(tmp_path):
    return tmp_path / "instance"


@pytest.fixture
def winner(instance):
    return recorded(instance, a_shift(), AT + HOUR)


@pytest.fixture
def loser(tmp_path):
    """The same drafts by another recorder, a second later."""
    return recorded(tmp_path / "other", a_shift(), AT + HOUR + 1_000_000)


def write(data, events):
    """Events at the end of the log, as Kafka takes them: nobody asks whether they continue anything."""
    with sqlite3.connect(data / LOG_FILE) as log:
        (end,) = log.execute("SELECT max(offset) + 1 FROM events").fetchone()
        log.executemany(
            "INSERT INTO events VALUES (?, ?)",
            [(offset, encode(event)) for offset, event in enumerate(events, end)],
        )
    log.close()
    with Embedded(data) as embedded:
        embedded.process()


def check(data):
    """The problems, and the notes."""
    notes = []
    source = SqliteSource(data / LOG_FILE)
    found = find_problems(source, None, lambda _done, _total: None, take_note=notes.append)
    # The embedded log does not take forks, so its index knows none: that is not the question here.
    return [problem for problem in found if problem.check != "source ids"], notes


def of_table(events):
    return [event for event in events if event.stream == STREAM]


def test_a_batch_that_lost_is_one_note_where_the_stream_has_every_fact_of_it(instance, winner, loser):
    lost = of_table(loser)[:9]
    assert encode(lost[0]) != encode(of_table(winner)[0])
    write(instance, lost)
    problems, (note,) = check(instance)
    assert problems == []
    assert note.place == STREAM
    assert note.detail == (
        "9 records that lost are quarantined as fork (seq 1 to 9): the stream has every fact of it, "
        "so nothing is missing"
    )


def test_a_fact_that_is_in_no_stream_is_a_problem_until_its_client_sends_it_again(instance, winner, loser):
    """The loser took two rounds more; those of one stream are one line."""
    longer = a_shift(5)
    other = of_table(recorded(instance.parent / "longer", longer, AT + HOUR + 2_000_000))
    extra = len(other) - len(of_table(winner))
    write(instance, other)
    (problem,), (note,) = check(instance)
    assert problem.check == "quarantine"
    first, last = other[-extra].seq, other[-1].seq
    assert problem.detail.startswith(f"{extra} records, seq {first} to {last}; the first is fork: ")
    assert problem.detail.endswith("does not have what it says: have its client send it again")
    assert f"{len(of_table(winner))} records that lost" in note.detail
    again = instance.parent / "again"
    recorded(again, a_shift(), AT + HOUR)
    sent_again = of_table(recorded(again, longer, AT + 2 * HOUR))[-extra:]
    with Embedded(instance) as embedded:  # past a recorder: the embedded one believes what `write` put there
        embedded.log.append(list(map(seal, sent_again)))
        embedded.process()
    problems, (note,) = check(instance)
    assert (problems, f"{len(other)} records" in note.detail) == ([], True)


@pytest.mark.parametrize("changed", [{"actor": "D-99"}, {"source_id": "another#1"}, {"round": "R-99"}])
def test_another_fact_under_an_id_that_the_stream_has_is_a_problem(instance, winner, loser, changed):
    write(instance, [of_table(loser)[3]._replace(**changed)])
    problems, notes = check(instance)
    assert ([problem.check for problem in problems], notes) == (["quarantine"], [])


def test_what_the_recorder_named_itself_is_the_same_fact_only_with_the_same_content(instance, winner, loser):
    """Two people who type a command at the same moment both get the next number for it."""
    drafts = [draft._replace(source_id=None) for draft in a_shift()]
    data = instance.parent / "typed"
    recorded(data, drafts, AT + HOUR)
    same = of_table(recorded(instance.parent / "again", drafts, AT + HOUR + 5))
    write(data, [same[2], same[3]._replace(occurred_at_us=same[3].occurred_at_us + 1)])
    (problem,), (note,) = check(data)
    assert "seq 4 is another event already" in problem.detail
    assert "1 record that lost is quarantined as fork (seq 3)" in note.detail


def test_a_late_repeat_is_a_note(instance, winner):
    """What is so far behind that the chain rule cannot distinguish it from a fork, has the same bytes."""
    table = TableDrafts()
    table.count = 10_000
    with Embedded(instance) as embedded:
        Recorder(embedded.log, "PA-01", clock=lambda: AT + HOUR).record_many(
            [table.open_round(), *(table.deal(1) for _ in range(400))]
        )
        embedded.process()
    write(instance, of_table(winner)[:5])
    problems, (note,) = check(instance)
    assert problems == []
    assert "5 records that lost are quarantined as stale (seq 1 to 5)" in note.detail


def test_the_end_of_the_log_is_what_these_tests_wrote(instance, winner, loser):
    """So that no fork passes because it was never there."""
    before = SqliteSource(instance / LOG_FILE).end(EVENTS, 0)
    write(instance, of_table(loser)[:2])
    assert SqliteSource(instance / LOG_FILE).end(EVENTS, 0) == before + 2
