"""A reading command catches up with what is recorded, or says how far behind it is and what to do."""

import json
import os
import shutil
import signal
import subprocess
import time
from contextlib import suppress

import pytest

from console.calls.options import Location
from console.instances.read_model import open_read_model
from events.topics import EVENTS, READ
from projections.examining.check_list import EXAMINER
from projections.examining.partition import examined_to
from projections.read_model.models import MODELS
from streams.engines import embedded as embedded_engine
from streams.engines.embedded import Embedded
from streams.errors import LogError
from streams.read_model.store import READ_FILE, ReadStore
from streams.sqlite.file import LOG_FILE
from streams.sqlite.log import SqliteLog
from tests.console.calling import COMMAND, environment, pitledger
from tests.faults.caches import damage_file, garbage, nothing, rows
from tests.traffic import traffic

READING = [
    ("meters",),
    ("meters", "--json"),
    ("ledger", "trial"),
    ("ledger", "hits"),
    ("ledger", "liability"),
    ("day", "2023-11-14"),
]


@pytest.fixture
def behind(tmp_path):
    """What an import leaves that was killed after its last append: events that nothing has followed from."""
    with Embedded(tmp_path) as embedded:
        events = list(traffic(60, tables=2, links=1))
        embedded.log.append(events[:30])
        embedded.process()
        embedded.log.append(events[30:])
    return tmp_path


@pytest.fixture
def caught_up(tmp_path_factory):
    """The same where nothing was interrupted."""
    data = tmp_path_factory.mktemp("whole")
    with Embedded(data) as embedded:
        embedded.log.append(list(traffic(60, tables=2, links=1)))
        embedded.process()
    return data


@pytest.mark.parametrize("call", READING, ids=" ".join)
def test_it_catches_up_by_itself(behind, caught_up, call):
    asked, whole = (pitledger(*call, "--data", data) for data in (behind, caught_up))

    assert (asked.code, asked.out.replace(str(behind), ""), asked.err) == (
        whole.code,
        whole.out.replace(str(caught_up), ""),
        whole.err,
    )


def test_who_does_not_ask_what_was_found_does_not_wait_for_it(behind, monkeypatch):
    monkeypatch.setattr(embedded_engine, "BULK_FROM", 10)
    where = Location(behind, None)
    with open_read_model(where) as store:
        assert store.position(EVENTS, 0)[0] == recorded(behind / LOG_FILE)
    assert examined(behind) == 30

    with open_read_model(where, examined=True):
        pass
    assert examined(behind) == recorded(behind / LOG_FILE) > 40


def test_who_asks_what_was_found_waits_for_it_where_the_read_model_is_behind_too(behind, monkeypatch):
    monkeypatch.setattr(embedded_engine, "BULK_FROM", 10)
    with open_read_model(Location(behind, None), examined=True) as store:
        assert store.position(EVENTS, 0)[0] == recorded(behind / LOG_FILE)
    assert examined(behind) == recorded(behind / LOG_FILE)


def examined(data):
    with SqliteLog(data / LOG_FILE, writable=False) as log:
        return examined_to(log.load_state(EXAMINER))


def test_a_read_model_that_is_gone_is_made_again(behind, caught_up):
    (behind / "read.sqlite").unlink()

    assert pitledger("meters", "--data", behind).out == pitledger("meters", "--data", caught_up).out


def test_where_somebody_is_writing_it_says_how_far_behind_it_is(behind):
    with SqliteLog(behind / LOG_FILE, writable=True) as log:
        missing = log.end("events", 0) - 30
        asked = pitledger("meters", "--data", behind)

    assert asked.code == 0
    assert asked.err.startswith(f"What follows is {missing:,} records behind what is recorded.")
    assert f"process {os.getpid()} is writing this log" in asked.err
    assert asked.err.count("\n") == 1
    assert asked.out


def test_an_import_that_was_killed_shows_all_that_it_recorded(tmp_path):
    lines = tmp_path / "lines.jsonl"
    note = {"stream": "desk:pit", "type": "note_recorded", "schema": 1, "mode": "live", "actor": "P-1"}
    with lines.open("w") as file:
        for number in range(60_000):
            body = {"subject": "x", "text": str(number)}
            file.write(json.dumps({**note, "occurred_at": "2023-11-14T22:00:00Z", "body": body}) + "\n")
    running = subprocess.Popen(
        [*COMMAND, "import", str(lines), "--data", str(tmp_path / "i")], env=environment()
    )
    log = tmp_path / "i" / LOG_FILE
    while running.poll() is None and not (log.exists() and recorded(log) > 2_000):
        time.sleep(0.01)
    os.kill(running.pid, signal.SIGKILL)
    running.wait()

    assert pitledger("meters", "--data", tmp_path / "i").code == 0
    store = ReadStore(tmp_path / "i" / READ_FILE, writable=False)
    assert store.position("events", 0)[0] == recorded(log) > 2_000
    store.close()
    assert pitledger("check", "--data", tmp_path / "i").code == 0


def recorded(log):
    """How many events there are; none while the file is only just being made."""
    with suppress(LogError), SqliteLog(log, writable=False) as opened:
        return opened.end("events", 0)
    return 0


def test_check_looks_at_the_read_model_as_it_is(behind):
    before = (behind / "read.sqlite").read_bytes()

    pitledger("check", "--data", behind)

    assert (behind / "read.sqlite").read_bytes() == before


def test_it_looks_at_all_that_read_models_are_made_of():
    assert set(READ) == set(MODELS)


@pytest.mark.parametrize("data", ["behind", "caught_up"])
def test_a_check_says_that_what_is_still_to_come_is_not_missing(request, data):
    """It changes nothing, so it does not catch up."""
    where = request.getfixturevalue(data)
    first, second = (pitledger("check", "--data", where) for _ in range(2))

    assert first == second
    assert first.err.startswith("Nothing has followed yet from ") == (data == "behind")
    assert first.code == (data == "behind")
    assert pitledger("meters", "--data", where).code == 0
    assert pitledger("check", "--data", where).code == 0


def test_after_a_rebuild_meters_show_all_that_is_recorded(behind, caught_up):
    """The new read model is at the end of the events, though no meter had followed from the last of them."""
    assert pitledger("rebuild", "--data", behind).code == 0

    shown, right = (pitledger("meters", "--data", data) for data in (behind, caught_up))
    assert shown == right
    assert pitledger("check", "--data", behind).code == 0


@pytest.mark.parametrize("damage", [rows, garbage, nothing])
def test_a_damaged_read_model_is_named_and_made_again_by_rebuild(caught_up, damage):
    right = pitledger("meters", "--data", caught_up)
    damage_file(caught_up / READ_FILE, damage)

    shown = pitledger("meters", "--data", caught_up)
    assert (shown.code, shown.out, shown.err.count("\n")) == (2, "", 1)
    assert "run `pitledger rebuild --data " in shown.err
    checked = pitledger("check", "--data", caught_up)
    assert checked.code == 1
    assert checked.out.startswith("read model")
    assert len(pitledger("check", "--data", caught_up, "--json").document["problems"]) == 1
    rebuilt = pitledger("rebuild", "--data", caught_up)
    assert rebuilt.code == 0, rebuilt
    assert (caught_up / f"{READ_FILE}.damaged").exists()
    assert pitledger("meters", "--data", caught_up) == right
    assert pitledger("check", "--data", caught_up).code == 0


@pytest.fixture
def another(tmp_path_factory):
    """Another instance, with more events than the one of the tests."""
    data = tmp_path_factory.mktemp("another")
    with Embedded(data) as embedded:
        embedded.log.append(list(traffic(90, tables=3, links=1)))
        embedded.process()
    return data


def model_of_another(data, another):
    """A read model copied to the wrong place, of a log that is shorter or longer."""
    shutil.copy(another / READ_FILE, data / READ_FILE)


def log_of_before(data, another):
    """A log restored from an old copy, below a read model that knows what came after."""
    del another
    for file in data.glob(f"{LOG_FILE}*"):
        file.unlink()
    with SqliteLog(data / LOG_FILE, writable=True) as log:
        log.append(list(traffic(60, tables=2, links=1))[:20])


@pytest.mark.parametrize("parted", [model_of_another, log_of_before])
@pytest.mark.parametrize("ours", ["behind", "caught_up"])
def test_a_read_model_of_another_log_is_never_shown_nor_built_on(request, another, parted, ours):
    data = request.getfixturevalue(ours)
    parted(data, another)
    before = (data / READ_FILE).read_bytes()

    for call in [*READING, ("badge", "issue", "A-2", "--department", "accounting", "--rank", "staff")]:
        asked = pitledger(*call, "--data", data)
        assert (asked.code, asked.out, asked.err.count("\n")) == (2, "", 1), asked
        assert f"{READ_FILE}: this read model is not of the log beside it" in asked.err
        assert f"run `pitledger rebuild --data {data}`" in asked.err
    assert (data / READ_FILE).read_bytes() == before
    assert pitledger("check", "--data", data).code == 1

    assert pitledger("rebuild", "--data", data).code == 0
    assert (data / f"{READ_FILE}.damaged").exists()
    assert pitledger("meters", "--data", data).code == 0
    assert pitledger("check", "--data", data).code == 0


def only_table(floor, many):
    return [each for each in traffic(many, tables=1, links=1, floor=floor) if "table:" in each.stream][:many]


def test_neither_is_one_of_a_longer_table_of_the_same_name(tmp_path):
    """Seen from its head, the last events here lie too far back to be told from old repeats."""
    logs = {"ours": only_table("B-", 40) + only_table("", 30), "theirs": only_table("", 60)}
    for name, events in logs.items():
        with Embedded(tmp_path / name) as embedded:
            embedded.log.append(events)
            embedded.process()
    shutil.copy(tmp_path / "theirs" / READ_FILE, tmp_path / "ours")

    for call in (("meters",), ("badge", "issue", "A-2", "--department", "accounting", "--rank", "staff")):
        asked = pitledger(*call, "--data", tmp_path / "ours")
        assert (asked.code, asked.out) == (2, ""), asked
        assert "is not of the log beside it (its event 40 is not table:B-HCF-01 seq 40)" in asked.err


def test_check_names_a_read_model_that_knows_more_than_the_log(tmp_path):
    """An older copy of the log, below the newer read model: one badge less, which no row tells."""
    data, older = tmp_path / "data", tmp_path / "older"
    issue = ("badge", "issue", "--department", "accounting", "--rank", "staff", "--data", data)
    assert pitledger(*issue, "A-1", "--facility", "PA01").code == 0
    shutil.copytree(data, older)
    assert pitledger(*issue, "A-2").code == 0
    for file in data.glob(f"{LOG_FILE}*"):
        file.unlink()
    for file in older.glob(f"{LOG_FILE}*"):
        shutil.copy(file, data)

    checked = pitledger("check", "--data", data)
    assert (checked.code, checked.out.split()[:2]) == (1, ["read", "model"]), checked
    assert "not of the log beside it" in " ".join(checked.out.split())


def a_directory(file):
    file.unlink()
    file.mkdir()


def a_link_to_nowhere(file):
    file.unlink()
    file.symlink_to("/nowhere/read.sqlite")


@pytest.mark.parametrize("call", ["meters", "rebuild", "check", "import -"])
@pytest.mark.parametrize("instead", [a_directory, a_link_to_nowhere])
def test_what_has_the_place_of_the_read_model_is_named(caught_up, instead, call):
    instead(caught_up / READ_FILE)

    asked = pitledger(*call.split(), "--data", caught_up)

    assert asked.code in (0, 2), asked
    assert asked.code == 0 or str(caught_up / READ_FILE) in asked.err
    assert (asked.code == 0) == (call == "rebuild" and instead is a_link_to_nowhere)
