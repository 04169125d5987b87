"""`pitledger check` of a damaged log: it goes on past the damage, names each place, and ends with 1."""

import re
import sqlite3
from contextlib import closing

import pytest

from streams.engines.embedded import Embedded
from streams.errors import LogError
from streams.sqlite.file import LOG_FILE
from streams.sqlite.log import SqliteLog
from tests.console.calling import pitledger
from tests.traffic import traffic


@pytest.fixture
def damaged(tmp_path):
    """Changes the log behind our back, by SQL."""
    with Embedded(tmp_path) as embedded:
        embedded.log.append(list(traffic(120, tables=3, links=1)))
        embedded.process()

    def change(*statements):
        with sqlite3.connect(tmp_path / LOG_FILE) as log:
            for statement in statements:
                log.execute(statement)
        log.close()
        return tmp_path

    return change


def places(data):
    called = pitledger("check", "--data", data, "--json")
    assert called.code == 1, called
    return {
        (problem["check"], problem["place"].partition(" (")[0]) for problem in called.document["problems"]
    }


@pytest.mark.parametrize("topic", ["events", "links", "meters"])
@pytest.mark.parametrize(
    "how",
    [
        "UPDATE {} SET value = x'c1' WHERE offset = 5",
        "DELETE FROM {} WHERE offset = 5",
        "UPDATE {} SET value = 'no bytes' WHERE offset = 5",
        "UPDATE {} SET value = 7 WHERE offset = 5",
    ],
)
def test_one_damaged_record_is_named_whatever_its_topic(damaged, topic, how):
    found = places(damaged(how.format(topic)))

    named = {place for _, place in found}
    assert f"{topic} 0:5" in named or any(check == topic for check, _ in found), found


@pytest.mark.parametrize("key", ["7", "x'ff'"])
@pytest.mark.parametrize("topic", ["links", "meters"])
def test_a_key_that_is_no_text_is_named(damaged, topic, key):
    found = places(damaged(f"UPDATE {topic} SET key = {key} WHERE offset = 5"))

    named = {place for _, place in found}
    assert f"{topic} 0:5" in named or any(check == topic for check, _ in found), found


@pytest.mark.parametrize(
    "how",
    [
        "UPDATE heads SET seq = seq + 3 WHERE stream = '{}'",
        "UPDATE heads SET seq = 'three' WHERE stream = '{}'",
        "UPDATE heads SET hash = x'00' WHERE stream = '{}'",
        "UPDATE heads SET hash = 'no bytes' WHERE stream = '{}'",
        "UPDATE heads SET offset = 2 WHERE stream = '{}'",
        "UPDATE heads SET offset = 1000 WHERE stream = '{}'",
        "UPDATE heads SET stream = x'ff' WHERE stream = '{}'",
        "DELETE FROM heads WHERE stream = '{}'",
        "DELETE FROM events WHERE offset = (SELECT max(offset) FROM events)",
        "DELETE FROM events WHERE offset = (SELECT min(offset) FROM heads)",
    ],
)
def test_a_head_that_is_not_the_last_event_is_named(damaged, how):
    """Recording goes on from it: behind a wrong one the next event would be a gap."""
    end = "min" if "min(" in how else "max"
    with closing(sqlite3.connect(damaged() / LOG_FILE)) as log:
        (stream, _) = log.execute(f"SELECT stream, {end}(offset) FROM heads").fetchone()

    assert ("chain", stream) in places(damaged(how.format(stream)))


def test_each_wrong_head_is_named_and_no_other(damaged):
    data = damaged(
        "INSERT INTO heads VALUES ('table:HCF-99', 3, x'00', 5)",
        "UPDATE heads SET seq = 7 WHERE stream = 'table:HCF-02'",
    )

    assert places(data) == {("chain", "table:HCF-99"), ("chain", "table:HCF-02")}


def test_a_table_of_heads_that_is_gone_is_named(damaged):
    assert places(damaged("DROP TABLE heads")) == {("chain", "the table of heads")}


def test_what_is_recorded_behind_a_wrong_head_is_refused_with_the_remedy(damaged):
    event = next(iter(traffic(1, tables=1, links=1)))
    data = damaged(f"UPDATE heads SET seq = seq + 3 WHERE stream = '{event.stream}'")

    with SqliteLog(data / LOG_FILE, writable=True) as log, pytest.raises(LogError) as refused:
        log.append([event._replace(seq=3)])

    assert "table of heads has seq 4 as its last event, and there is no seq 3" in str(refused.value)


def test_several_are_named_each(damaged):
    data = damaged(
        "UPDATE events SET value = x'c1c1' WHERE offset = 20",
        "UPDATE events SET value = x'' WHERE offset = 40",
        "DELETE FROM events WHERE offset = 60",
    )

    assert {("chain", f"events 0:{offset}") for offset in (20, 40, 60)} <= places(data)


def test_a_record_that_is_gone_is_called_missing(damaged):
    """Nobody can say of bytes that are not there that they are malformed."""
    called = pitledger("check", "--data", damaged("DELETE FROM events WHERE offset = 60"))

    assert called.code == 1
    (named,) = re.findall(r"events 0:60: .*", called.out)
    assert named.startswith("events 0:60: missing: ")
    assert "malformed" not in named


def test_what_records_or_builds_still_refuses_a_damaged_log(damaged):
    data = damaged("UPDATE events SET value = x'c1c1' WHERE offset = 20")

    rebuilt = pitledger("rebuild", "--data", data)

    assert rebuilt.code == 2
    assert "topic events is damaged at offset 20" in rebuilt.err
    assert "Restore it from a backup" in rebuilt.err


def test_a_damaged_log_is_not_to_be_mended_by_a_rebuild_which_would_refuse(damaged):
    """The read model is right then, and the log is not."""
    data = damaged("UPDATE events SET value = x'c1c1' WHERE offset = 20")

    called = pitledger("check", "--data", data)

    assert "events 0:20: malformed" in called.out, called.out
    differs = " ".join(called.out.partition("read model ")[2].split())
    assert differs
    assert "rebuild" not in differs
    assert "the log itself is damaged" in differs


@pytest.mark.parametrize(
    "how",
    [
        "UPDATE events SET value = x'c1c1' WHERE offset = 60",
        "UPDATE events SET value = 'no bytes' WHERE offset = 60",
        "DELETE FROM events WHERE offset = 60",
    ],
)
def test_an_export_goes_on_past_damage_too(damaged, how):
    whole = pitledger("export-events", "--data", damaged()).out.splitlines()

    called = pitledger("export-events", "--data", damaged(how))

    assert called.code == 1
    assert called.out.splitlines() == whole[:60] + whole[61:]
    assert "left out 1 record that is malformed: `pitledger check --data " in called.err
