"""No agent raises: what cannot be applied is retried, and then the process leaves for its supervisor."""

import asyncio
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from aiokafka.errors import KafkaConnectionError
from faust.exceptions import PartitionsMismatch

from projections.records import Record
from streams.engines.faust_port import FaustPort, LogReader
from streams.engines.outbox import Outbox
from streams.engines.worker import RETRIES, code_of, retry_or_exit
from streams.engines.worker_log import EXIT_DEFECT, EXIT_TROUBLE
from streams.errors import Overtaken, Trouble

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    """Retries without the pauses between them."""

    async def at_once(_seconds):
        return None

    monkeypatch.setattr(asyncio, "sleep", at_once)


def failing(times, error):
    """Work that raises so many times before it answers."""
    calls = []

    async def work():
        calls.append(1)
        if len(calls) <= times:
            raise error
        return len(calls)

    return work


@pytest.mark.parametrize("error", [Trouble("no broker"), Overtaken("another worker")])
def test_passing_trouble_is_retried_until_it_is_over(error):
    assert asyncio.run(retry_or_exit(0, failing(RETRIES - 1, error))) == RETRIES


@pytest.mark.parametrize(
    ("error", "code"),
    [
        ("Trouble('no broker')", EXIT_TROUBLE),
        ("Overtaken('another worker')", EXIT_TROUBLE),
        ("ValueError('a defect')", EXIT_DEFECT),
        ("LogError('records were deleted.')", EXIT_DEFECT),
    ],
)
def test_trouble_that_stays_ends_the_process_and_never_raises(error, code):
    program = f"""
import asyncio
from streams.errors import LogError, Overtaken, Trouble
import streams.engines.worker as worker
worker.asyncio.sleep = lambda seconds: _now()
async def _now(): return None
async def work(): raise {error}
try:
    asyncio.run(worker.retry_or_exit(3, work))
finally:
    print("still here")
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == code, done.stderr.decode()
    assert b"still here" not in done.stdout
    assert b"partition 3" in done.stderr
    assert (b"Traceback" in done.stderr) == error.startswith("ValueError")


def test_faust_is_the_version_whose_inside_we_rely_on():
    """`faust_port` sets `_current_event`, `inbox` overrides the consumer: look again before a new version."""
    assert version("faust-streaming") == "0.15.3"


class Unready(dict):
    """A table whose client has not seen yet that its changelog has partitions: too short a moment to hold."""

    def get(self, key):
        raise PartitionsMismatch(f"changelog of {key!r}\nhas 0 partitions\n\nPlease mend that.")

    def __setitem__(self, key, value):
        self.get(key)


class SeenMeanwhile(Unready):
    """One whose client sees it, and then not any more."""

    def get(self, key):
        return None

    def __setitem__(self, key, value):
        Unready.get(self, key)


class SameTopics:
    async def now(self, within_s=0.0):
        return "these"


async def loaded_and_stored(port):
    await port.load(0)
    await port.store(0, b"", Record("links", 0, 0, "L1", b""))


@pytest.mark.parametrize("table", [Unready(), SeenMeanwhile()])
def test_a_changelog_that_is_not_known_yet_is_trouble_not_a_defect(table):
    reader = LogReader("nowhere", "links", "links", 1)
    port = FaustPort(reader, table, Outbox("nowhere", {}), SameTopics())
    with pytest.raises(Trouble, match="or not yet") as trouble:
        asyncio.run(loaded_and_stored(port))
    assert "has 0 partitions Please mend that." in str(trouble.value)


def test_brokers_that_do_not_know_the_source_are_trouble_not_a_defect(broker, topic_prefix):
    """Seen after a restart: for a moment a broker says that there is no such topic."""
    reader = LogReader(broker.bootstrap, "events", f"{topic_prefix}events", 1)
    with pytest.raises(Trouble, match="do not know the source yet"):
        asyncio.run(reader.read(0, 0, 1))


def crashed(error, cause):
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("crash", "code"),
    [
        (None, EXIT_DEFECT),
        (KeyError("a table"), EXIT_DEFECT),
        (KafkaConnectionError("gone"), EXIT_TROUBLE),
        (crashed(RuntimeError("while starting"), OSError("disk")), EXIT_TROUBLE),
    ],
)
def test_where_faust_itself_ends_the_code_says_whether_a_server_was_the_cause(crash, code):
    assert code_of(crash) == code
