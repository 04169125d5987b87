"""Whatever ends a command after it has recorded, the person is told: else it is done twice."""

import json
import re
import shutil
import signal
import sqlite3
import subprocess
import time

import pytest

from console.instances.instance import Open
from console.recording import on_record
from console.recording.clerk import Clerk
from events.errors import MalformedEvent
from streams.clock import GamingDays
from streams.engines.embedded import Embedded
from streams.errors import Trouble
from streams.kafka.log import KafkaLog
from streams.kafka.topics import create_topics
from streams.read_model.store import READ_FILE
from streams.sqlite.file import LOG_FILE, explain
from streams.sqlite.log import SqliteLog
from streams.vault.file import VAULT_FILE
from streams.vault.vault import Vault
from tests.console.bad_calls.judging import judge_message
from tests.console.calling import COMMAND, environment, pitledger
from tests.console.event_lines import a_shift
from tests.console.link_calls import HCF, TWO
from tests.streams.recorder.troubled_log import Troubled

ADJUST = ("link", "adjust", "HCF", "--meter", "progressive", "--add", "1.00", "--document", "A-1", *TWO)
CLAIM = ("--table", "HCF-01", "--seat", 1, "--at", "12:00", "--amount", "5.00", "--claim", "c", "--by", "F-1")
NOTE = ("case", "note", "1", "a note", "--by", "F-1")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A table, a link and a case."""
    data = tmp_path_factory.mktemp("made") / "instance"
    for call in (
        ("import", "-"),
        ("link", "open", "HCF", *HCF, *TWO),
        ("case", "open", "1", *CLAIM),
    ):
        called = pitledger(*call, "--data", data, stdin="\n".join(a_shift(1, 1)))
        assert called.code == 0, called.err
    return data


@pytest.fixture
def instance(made, tmp_path):
    return shutil.copytree(made, tmp_path / "instance")


def last_seq(data, stream):
    return len(pitledger("export-events", "--stream", stream, "--data", data).out.splitlines())


def without_room(data, *args):
    """What is said where standard output takes nothing."""
    with open("/dev/full", "wb") as full:  # noqa: PTH123 - a device, not a file
        done = subprocess.run(
            [*COMMAND, *map(str, args), "--data", str(data)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
            check=False,
        )
    assert done.returncode == 2
    judge_message(re.sub(r"`[^`]*`", "", done.stderr), done.stderr)
    assert "the output cannot be written: No space left on device" in done.stderr
    return done.stderr


@pytest.mark.parametrize(
    ("call", "stream"),
    [
        (ADJUST, "link:HCF"),
        (NOTE, "desk:case-1"),
    ],
)
def test_output_that_cannot_be_written_hides_no_record(instance, call, stream):
    before = last_seq(instance, stream)

    said = without_room(instance, *call)

    assert last_seq(instance, stream) == before + 1
    assert f"recorded as {stream} seq {before + 1} (" in said
    assert "do not call this again, or it is done twice" in said
    assert f"export-events --stream {stream} --data" in said
    assert "ask again" not in said


@pytest.mark.parametrize("code", [sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR])
def test_a_disk_that_fills_behind_the_record_does_not_ask_for_it_again(instance, monkeypatch, code):
    process = Embedded.process

    def without_room(self):
        if on_record.so_far():
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = code
            raise explain(instance / LOG_FILE, error)
        process(self)

    monkeypatch.setattr(Embedded, "process", without_room)

    called = pitledger(*ADJUST, "--data", instance)

    assert called.code == 2
    assert "do not call this again, or it is done twice" in called.err
    assert "again" not in called.err.partition("What failed")[2]


def test_every_record_of_a_call_is_named(instance):
    day = json.loads(pitledger("export-events", "--data", instance, "--stream", "link:HCF").out)["gaming_day"]

    said = without_room(instance, "day", day, "--read", "HCF", "progressive", "1.00", "--by", "A-7")

    recorded = [
        f"recorded as desk:accounting seq {n} (reading_{of})" for n, of in ((1, "entered"), (2, "compared"))
    ]
    assert ", ".join(recorded) in said
    assert last_seq(instance, "desk:accounting") == 2


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (
            (*ADJUST, "--id", "mine"),
            "recorded as link:HCF seq 2 (link_adjusted); the same call may be made again",
        ),
        (
            ("case", "show", "1", "--by", "F-1"),
            "recorded as desk:case-1 seq 2 (case_viewed); the same call may be made again",
        ),
    ],
)
def test_what_may_be_asked_again_is_said_to_be_so(instance, call, says):
    assert says in without_room(instance, *call)


def test_the_audit_log_says_what_it_has_made_and_published(instance):
    said = without_room(instance, "audit", "init")
    assert "is made; do not call this again" in said
    assert f"the file {instance}/audit/vkey" in said

    said = without_room(instance, "audit", "checkpoint")
    assert re.search(r"the checkpoint over \d+ entries is published; the same call may be made again", said)

    said = without_room(instance, "audit", "init", "--rotate")
    assert "is changed; do not call this again" in said


def test_a_call_that_records_nothing_is_asked_again(instance):
    assert "; make room and ask again" in without_room(instance, "meters")


def test_an_error_after_the_write_does_not_hide_it(instance):
    with sqlite3.connect(instance / READ_FILE) as store:
        store.execute(
            "CREATE TRIGGER full BEFORE UPDATE ON positions BEGIN SELECT RAISE(ABORT, 'no room'); END"
        )
        store.execute(
            "CREATE TRIGGER full2 BEFORE INSERT ON positions BEGIN SELECT RAISE(ABORT, 'no room'); END"
        )
    store.close()

    called = pitledger(*NOTE, "--data", instance)

    assert (called.code, called.out) == (2, "")
    assert (
        "pitledger case note: recorded as desk:case-1 seq 2 (case_noted); do not call this again"
        in called.err
    )
    assert "What failed: " in called.err
    assert "no room" in called.err


def has_recorded(log, stream, seq):
    head = log.head(stream)
    return head is not None and head.seq >= seq


def interrupted_after(log, stream, seq, *args, **variables):
    """What a command says on Ctrl-C as soon as it has recorded."""
    with subprocess.Popen(
        [*COMMAND, *map(str, args)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(**variables),
    ) as process:
        give_up = time.monotonic() + 60
        while not has_recorded(log, stream, seq):
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < give_up
            time.sleep(0.02)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, "")
    return err


def test_ctrl_c_after_the_write_says_what_was_recorded(instance):
    """The read model is locked, so that the command is still at work on what follows."""
    with SqliteLog(instance / LOG_FILE, writable=False) as log:
        store = sqlite3.connect(instance / READ_FILE, isolation_level=None)
        store.execute("BEGIN IMMEDIATE")
        err = interrupted_after(log, "desk:case-1", 2, *NOTE, "--data", instance)
        store.close()

    assert "pitledger: interrupted; recorded as desk:case-1 seq 2 (case_noted); do not call this again" in err
    assert f"export-events --stream desk:case-1 --data {instance}`" in err


def test_ctrl_c_while_a_keeper_is_waited_for_says_what_was_recorded(broker, topic_prefix, tmp_path):
    create_topics(broker.bootstrap, prefix=topic_prefix, partitions=1, replication=1)
    where = ("--kafka", broker.bootstrap, "--data", tmp_path)
    opens = ("link", "open", "HCF", *HCF, *TWO, "--wait", 60, *where)
    log = KafkaLog(broker.bootstrap, prefix=topic_prefix)
    try:
        err = interrupted_after(log, "link:HCF", 1, *opens, PITLEDGER_KAFKA_PREFIX=topic_prefix)
    finally:
        log.close()

    assert "interrupted; recorded as link:HCF seq 1 (link_opened); do not call this again" in err


def test_a_keeper_that_does_not_answer_hides_no_record(broker, topic_prefix, tmp_path):
    create_topics(broker.bootstrap, prefix=topic_prefix, partitions=1, replication=1)
    where = ("--kafka", broker.bootstrap, "--data", tmp_path, "--wait", 0.1, "--facility", "PHL")

    def call(*args):
        called = pitledger(*args, *where, PITLEDGER_KAFKA_PREFIX=topic_prefix)
        assert called.code == 2
        return called.err

    call("link", "open", "HCF", *HCF, *TWO)
    again = "recorded as link:HCF seq 2 (link_adjusted); do not call this again, or it is done twice"
    assert again in call(*ADJUST)
    named = "recorded as link:HCF seq 3 (link_adjusted); the same call may be made again"
    assert named in call(*ADJUST, "--id", "A-1")


@pytest.fixture
def troubled(tmp_path):
    """A clerk of a log whose answers can be lost, as on Kafka."""
    on_record.begin_call()
    with Embedded(tmp_path) as embedded:
        log = Troubled(embedded.log)
        vault = Vault(tmp_path / VAULT_FILE)
        opened = Open(log, vault, embedded.process, embedded.process, is_embedded=False)
        yield log, opened
    on_record.begin_call()


def note(opened, source_id=None, stream="desk:D-1"):
    clerk = Clerk(opened, None, GamingDays(), 0)
    return clerk.record(
        stream, "note_recorded", {"subject": "shift", "text": "x"}, "S-1", source_id=source_id
    )


def test_a_write_without_an_answer_may_be_on_record_and_is_looked_for(troubled):
    log, opened = troubled
    log.after = 4

    with pytest.raises(Trouble):
        note(opened)

    assert on_record.so_far() == (
        "whether desk:D-1 (note_recorded) is recorded is not known: before you call this again look at "
        "`pitledger export-events --stream desk:D-1`"
    )
    assert log.log.head("desk:D-1").seq == 1


def test_a_write_without_an_answer_is_found_by_its_id(troubled):
    log, opened = troubled
    log.after = 4

    with pytest.raises(Trouble):
        note(opened, "mine")

    assert on_record.so_far().endswith("the same call finds out, and records it once")
    assert note(opened, "mine").existed


@pytest.mark.parametrize(("fails", "says"), [({"before": 4}, ""), ({"after": 4}, "whether desk:D-1")])
def test_an_embedded_log_is_asked_whether_it_has_it(troubled, fails, says):
    log, opened = troubled
    vars(log).update(fails)

    with pytest.raises(Trouble):
        note(opened._replace(is_embedded=True))

    assert on_record.so_far()[: len("whether desk:D-1")] == says


def test_what_was_never_offered_is_not_said_to_be_on_record(troubled):
    _, opened = troubled
    note(opened)
    on_record.begin_call()

    with pytest.raises(MalformedEvent):
        Clerk(opened, None, GamingDays(), 0).record(
            "meter:L", "note_recorded", {"subject": "s", "text": "x"}, "S-1"
        )

    assert on_record.so_far() == ""
