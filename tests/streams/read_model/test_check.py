"""`check` finds what was changed behind our back: in the log, in what was decided, in the read model."""

import sqlite3

import pytest
from msgspec.structs import replace

from events.body import read_body
from events.envelope import encode, read_header
from events.topics import CHECKPOINTS, LINKS, METERS
from events.vocabulary.desk import StreamResumed
from projections.records import Output
from streams.engines.embedded import Embedded
from streams.log import seal, seal_bytes
from streams.notary.tlog.checkpoints import Checkpoint
from streams.read_model import check, ranges
from streams.read_model.bulk_sources import SqliteSource
from streams.read_model.check import find_problems
from streams.read_model.store import READ_FILE, ReadStore
from streams.recorder.recorder import Recorder
from streams.sqlite.file import LOG_FILE
from tests.projections.keeping.two_deciders import legs, two_deciders, upgraded_at
from tests.streams.notary.written_log import ORIGIN, SIGNER
from tests.streams.recorder.table_drafts import LinkDrafts, TableDrafts
from tests.traffic import traffic


def quiet(_done, _total):
    """No progress is shown."""


@pytest.fixture
def data(tmp_path):
    with Embedded(tmp_path) as embedded:
        embedded.log.append(list(traffic(2_000, tables=4, links=2, seed=5)))
        embedded.process()
    return tmp_path


def tamper(data, sql, *parameters):
    with sqlite3.connect(data / LOG_FILE) as log:
        assert log.execute(sql, parameters).rowcount == 1
    log.close()


def checks(data):
    return {problem.check for problem in find_problems(SqliteSource(data / LOG_FILE), None, quiet)}


def test_an_honest_instance_has_no_problem(data):
    assert checks(data) == set()
    store = ReadStore(data / READ_FILE, writable=False)
    assert list(find_problems(SqliteSource(data / LOG_FILE), store, quiet)) == []
    store.close()


def test_one_changed_byte_of_an_event_is_found(data):
    with sqlite3.connect(data / LOG_FILE) as log:
        (value,) = log.execute("SELECT value FROM events WHERE offset = 700").fetchone()
    log.close()
    changed = value.replace(b"shoe-1", b"shoe-2")
    assert changed != value
    tamper(data, "UPDATE events SET value = ? WHERE offset = 700", changed)
    problems = list(find_problems(SqliteSource(data / LOG_FILE), None, quiet))
    stream, seq = read_header(value).stream, read_header(value).seq
    (chain,) = [problem for problem in problems if problem.check == "chain"]
    assert stream in chain.place
    assert f"seq {seq + 1} " in chain.detail, "the event after it says that it was another"


def test_a_leg_sent_twice_has_no_effect_but_one_missing_is_found(data):
    with sqlite3.connect(data / LOG_FILE) as log:
        key, value = log.execute("SELECT key, value FROM links WHERE offset = 20").fetchone()
        (end,) = log.execute("SELECT max(offset) + 1 FROM links").fetchone()
        log.execute("INSERT INTO links (offset, key, value) VALUES (?, ?, ?)", (end, key, value))
    log.close()
    assert checks(data) == set()
    tamper(data, "DELETE FROM links WHERE offset = ?", end)
    tamper(data, "DELETE FROM links WHERE offset = ?", end - 1)
    assert "links" in checks(data)


def rewrite(data, topic, offset, old, new):
    """Put other bytes for some of a record's."""
    with sqlite3.connect(data / LOG_FILE) as log:
        (value,) = log.execute(f"SELECT value FROM {topic} WHERE offset = ?", (offset,)).fetchone()
    log.close()
    assert value.count(old) == 1
    tamper(data, f"UPDATE {topic} SET value = ? WHERE offset = ?", value.replace(old, new), offset)


def meters_details(data):
    found = find_problems(SqliteSource(data / LOG_FILE), None, quiet)
    return [problem.detail for problem in found if problem.check == "meters"]


def test_a_record_of_a_meter_that_was_decided_otherwise_is_found(data):
    rewrite(data, "meters", 9, b"keeper/1", b"keeper/2")
    with two_deciders():
        assert any("decided otherwise" in detail for detail in meters_details(data))


def test_a_record_of_a_decider_that_nobody_knows_asks_for_an_update(data):
    rewrite(data, "meters", 9, b"keeper/1", b"keeper/9")
    assert any("keeper/9 wrote it" in detail and "update" in detail for detail in meters_details(data))


@pytest.mark.parametrize("turn", [0, 9, len(legs())])
def test_what_an_earlier_decider_wrote_is_decided_again_by_that_one(tmp_path, turn):
    """The log holds links and meters without their events: nothing but these is missing."""
    with two_deciders():
        records = [
            *(Output(LINKS, key, value) for key, value in legs()),
            *(Output(METERS, key, value) for key, value in upgraded_at(turn)),
        ]
        with Embedded(tmp_path) as embedded:
            embedded.log.commit_processed(records, {})
        assert checks(tmp_path) == {"links"}


def test_a_record_that_no_keeper_wrote_is_named_with_its_place(data):
    with sqlite3.connect(data / LOG_FILE) as log:
        (end,) = log.execute("SELECT max(offset) + 1 FROM meters").fetchone()
        log.execute("INSERT INTO meters (offset, key, value) VALUES (?, 'L1', ?)", (end, b"poison"))
    log.close()
    assert meters_details(data) == ["it is not a record of a keeper"]


def test_poison_among_legs_is_found_until_it_stands_in_quarantine(data):
    with sqlite3.connect(data / LOG_FILE) as log:
        (end,) = log.execute("SELECT max(offset) + 1 FROM links").fetchone()
        log.execute("INSERT INTO links (offset, key, value) VALUES (?, 'L1', ?)", (end, b"poison"))
    log.close()
    assert checks(data) == {"links"}
    with Embedded(data) as embedded:
        embedded.process()
    assert checks(data) == {"quarantine"}


def test_money_that_does_not_add_up_is_found(data):
    """A record whose balance is one millicent off, in the last record of a link."""
    with sqlite3.connect(data / LOG_FILE) as log:
        offset, value = log.execute(
            "SELECT offset, value FROM meters WHERE key = 'L1' ORDER BY offset DESC LIMIT 1"
        ).fetchone()
    log.close()
    at = value.index(b"primary_mc") + len(b"primary_mc")
    assert value[at] == 0xCF, "a 64-bit amount"
    changed = bytearray(value)
    changed[at + 8] ^= 1
    tamper(data, "UPDATE meters SET value = ? WHERE offset = ?", bytes(changed), offset)
    assert "money" in checks(data)


def test_a_read_model_that_was_changed_by_hand_is_found(data):
    with sqlite3.connect(data / READ_FILE) as store:
        store.execute("UPDATE meters SET primary_mc = primary_mc + 1 WHERE link = 'L1'")
    store.close()
    opened = ReadStore(data / READ_FILE, writable=False)
    (problem,) = find_problems(SqliteSource(data / LOG_FILE), opened, quiet)
    assert "pitledger rebuild" in problem.detail
    opened.close()


def test_what_is_recorded_while_it_looks_is_no_damage_of_the_heads(tmp_path):
    """The rows of the heads are read last, and a recorder has moved them on."""
    events = list(traffic(300, tables=3, links=1))
    with Embedded(tmp_path) as embedded:
        embedded.log.append(events[:200])
        embedded.process()
        to_come = [events[200:]]

        def record_more(_done, _total):
            if to_come:
                embedded.log.append(to_come.pop())

        assert list(find_problems(SqliteSource(tmp_path / LOG_FILE), None, record_more)) == []
        assert not to_come


@pytest.mark.parametrize("resumed", [False, True])
def test_a_gap_is_not_named_again_as_a_head(tmp_path, resumed):
    """What comes behind it is the last event that is stored; once two people have signed it counts again."""
    events = list(traffic(120, tables=1, links=1))
    of_table = [event for event in events if event.stream.startswith("table:")]
    gone, behind, last = of_table[-3:]
    stream = last.stream
    body = StreamResumed(
        stream=stream,
        from_seq=behind.seq,
        from_hash=behind.hash.hex(),
        authorised_by=("S-1", "S-2"),
        reason="lost",
    )
    resumption = read_header(last.value)._replace(
        seq=last.seq + 1,
        prev=last.hash,
        type=StreamResumed.TYPE,
        schema=StreamResumed.SCHEMA,
        source_id="recorder#resumed",
        body=body.to_bytes(),
    )
    stored = [event for event in events if event is not gone] + [seal(resumption)] * resumed
    with Embedded(tmp_path) as embedded:
        embedded.log.append(stored, gaps={(stream, behind.seq)})
        embedded.process()

    assert "chain" not in checks(tmp_path)
    tamper(tmp_path, "UPDATE heads SET hash = x'00' WHERE stream = ?", stream)
    assert ("chain" in checks(tmp_path)) == resumed


def _value(data, offset):
    with sqlite3.connect(data / LOG_FILE) as log:
        (value,) = log.execute("SELECT value FROM events WHERE offset = ?", (offset,)).fetchone()
    log.close()
    return value


def put(data, offset, value):
    tamper(data, "UPDATE events SET value = ? WHERE offset = ?", value, offset)


def swapped(data):
    first, second = _value(data, 700), _value(data, 701)
    put(data, 700, second)
    put(data, 701, first)


def last_of_its_stream(data, **changes):
    """The last event of the log with some of it changed: nothing follows that would notice."""
    with sqlite3.connect(data / LOG_FILE) as log:
        (end,) = log.execute("SELECT max(offset) FROM events").fetchone()
    log.close()
    put(data, end, encode(read_header(_value(data, end))._replace(**changes)))


def earlier_id(data):
    """The source id of the first event of the stream of the log's last."""
    with sqlite3.connect(data / LOG_FILE) as log:
        values = [value for (value,) in log.execute("SELECT value FROM events ORDER BY offset")]
    log.close()
    headers = list(map(read_header, values))
    return next(each.source_id for each in headers if each.stream == headers[-1].stream)


DAMAGE = {
    "none": lambda _data: None,
    "a changed byte": lambda data: put(data, 700, _value(data, 700).replace(b"shoe-1", b"shoe-2")),
    "a repeat": lambda data: put(data, 1_500, _value(data, 1_499)),
    "two events swapped": swapped,
    "a body that is not msgpack": lambda data: last_of_its_stream(data, body=b"\xc1"),
    "a body of another type": lambda data: last_of_its_stream(data, type="wager_placed"),
    "an id of an earlier event": lambda data: last_of_its_stream(data, source_id=earlier_id(data)),
    "a type that nobody knows": lambda data: last_of_its_stream(data, type="unheard_of"),
}


def test_a_fact_that_is_in_the_log_twice_is_found_by_its_source_id(data):
    """Two events of one stream with one id; what repeats or forks such an event does not count."""
    DAMAGE["an id of an earlier event"](data)
    last = read_header(_value(data, _end(data) - 1))
    (problem,) = find_problems(SqliteSource(data / LOG_FILE), None, quiet)
    assert (problem.check, problem.place) == ("source ids", f"{last.stream}#{last.seq}")
    assert f"it has the id {last.source_id!r} of seq 1: one fact is recorded twice" in problem.detail
    with sqlite3.connect(data / LOG_FILE) as log:
        log.execute("INSERT INTO events VALUES (?, ?)", (_end(data), _value(data, _end(data) - 1)))
    log.close()
    found = list(find_problems(SqliteSource(data / LOG_FILE), None, quiet))
    assert found == [problem]


def _end(data):
    with sqlite3.connect(data / LOG_FILE) as log:
        (last,) = log.execute("SELECT max(offset) FROM events").fetchone()
    log.close()
    return last + 1


def forged_leg(tmp_path, further):
    """An instance whose last event, no more bets, has a leg with a number so much higher than it should."""
    table = TableDrafts()
    with Embedded(tmp_path) as embedded:
        recorder = Recorder(embedded.log, "PA-01")
        recorder.record_many([LinkDrafts().open(), table.open(), table.open_round(), table.wager(1)])
        (made,) = recorder.record_many([table.no_more_bets()])
    with Embedded(tmp_path / "forged") as forged:
        for record in SqliteSource(tmp_path / LOG_FILE).records("events", 0, 0, _end(tmp_path) - 1):
            forged.log.append([seal_bytes(record.value)])
        body = read_body(made.event)
        changed = replace(body, legs=(replace(body.legs[0], leg=body.legs[0].leg + further),))
        forged.log.append([seal(made.event._replace(body=changed.to_bytes()))])
        forged.process()
    return tmp_path / "forged"


def test_a_leg_that_is_not_the_next_of_its_table_is_found(tmp_path):
    """As a forged copy may have it: the keeper waits for what never comes."""
    honest = forged_leg(tmp_path / "honest", 0)
    assert list(find_problems(SqliteSource(honest / LOG_FILE), None, quiet)) == []
    for further, words in (
        (1, "leg 2 is missing before leg 3"),
        (2**30, f"legs 2 to {2**30 + 1} are missing before leg {2**30 + 2}"),
    ):
        data = forged_leg(tmp_path / str(further), further)
        (problem,) = find_problems(SqliteSource(data / LOG_FILE), None, quiet)
        assert (problem.check, problem.place) == ("links", "table:HCF-01 → L-1")
        assert problem.detail == f"{words}, which is table:HCF-01#4"


@pytest.mark.parametrize("damage", DAMAGE)
def test_ranges_find_what_one_record_after_the_other_finds(data, damage, monkeypatch):
    DAMAGE[damage](data)
    source = SqliteSource(data / LOG_FILE)
    with monkeypatch.context() as patch:
        patch.setattr(check, "check_task", lambda *_: None)
        one_by_one = list(find_problems(source, None, quiet, processes=1))
    in_ranges = SqliteSource(data / LOG_FILE, range_size=300)
    assert list(find_problems(in_ranges, None, quiet, processes=1)) == one_by_one
    assert bool(one_by_one) == (damage != "none")


def test_ranges_in_other_processes_are_joined_and_shown(data, monkeypatch):
    monkeypatch.setattr(ranges, "IN_THIS_PROCESS_BELOW", 0)
    put(data, 700, _value(data, 700).replace(b"shoe-1", b"shoe-2"))
    source = SqliteSource(data / LOG_FILE, range_size=500)
    store = ReadStore(data / READ_FILE, writable=False)
    seen = []
    found = list(find_problems(source, store, lambda *reached: seen.append(reached), processes=2))
    assert found == list(find_problems(source, store, quiet, processes=1))
    assert {"chain", "read model"} <= {problem.check for problem in found}
    assert seen == sorted(seen)
    assert len(seen) > 4
    store.close()


def test_a_checkpoint_of_the_notary_is_at_home_in_its_topic_and_anything_else_is_foreign(tmp_path):
    note = Checkpoint(ORIGIN, 7, bytes(32)).signed([SIGNER])
    with Embedded(tmp_path) as embedded:
        embedded.log.append(list(traffic(10, tables=1, links=1, seed=5)))
        embedded.log.commit_processed([Output(CHECKPOINTS, ORIGIN, note)], {})
        embedded.process()
    assert checks(tmp_path) == set()

    with Embedded(tmp_path) as embedded:
        others = [(ORIGIN, b"junk"), ("another", note), (ORIGIN, note + b"x")]
        embedded.log.commit_processed([Output(CHECKPOINTS, *other) for other in others], {})
    found = find_problems(SqliteSource(tmp_path / LOG_FILE), None, quiet)
    assert [problem.place for problem in found] == [
        f"checkpoints 0:{offset} ({key})" for offset, (key, _) in enumerate(others, 1)
    ]
