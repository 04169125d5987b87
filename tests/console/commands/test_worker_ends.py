"""A worker that cannot run says why in one line and ends with 2, before it has begun anything."""

from __future__ import annotations

import fcntl
import sqlite3
from pathlib import Path

import pytest

from streams.kafka.topics import create_topics
from tests.console.calling import Called, pitledger
from tests.kafka_broker import Broker


@pytest.fixture
def prefix(broker: Broker, topic_prefix: str) -> str:
    create_topics(broker.bootstrap, topic_prefix)
    return topic_prefix


def worker(broker: Broker, prefix: str, name: str, data: Path, *words: str) -> Called:
    where = ("--kafka", broker.bootstrap, "--data", data)
    return pitledger("worker", name, *words, *where, PITLEDGER_KAFKA_PREFIX=prefix)


def ended(called: Called) -> str:
    """Why, once it is sure that it has said so in one line."""
    assert (called.code, called.out, called.err.count("\n")) == (2, "", 1), called
    return called.err


def test_without_topics(broker: Broker, topic_prefix: str, tmp_path: Path) -> None:
    assert "Create the topics first" in ended(worker(broker, topic_prefix, "router", tmp_path))


@pytest.mark.parametrize("name", ["router", "sinks"])
def test_where_no_directory_can_be(broker: Broker, prefix: str, tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("")
    for data in (tmp_path / "file", tmp_path / "file" / "below"):
        assert f"{data}: the worker cannot keep its files here" in ended(worker(broker, prefix, name, data))


def test_where_another_one_runs(broker: Broker, prefix: str, tmp_path: Path) -> None:
    with (tmp_path / "keeper.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert "another keeper runs in this directory" in ended(worker(broker, prefix, "keeper", tmp_path))


def test_with_more_replicas_than_brokers(broker: Broker, prefix: str, tmp_path: Path) -> None:
    """Faust would wait for its changelog for ever, and say nothing."""
    called = worker(broker, prefix, "router", tmp_path, "--replication", "3")
    assert "3 replicas, and 1 broker can be reached" in ended(called)


def test_in_the_directory_of_something_else(broker: Broker, prefix: str, tmp_path: Path) -> None:
    theirs = sqlite3.connect(tmp_path / "read.sqlite")
    theirs.execute("CREATE TABLE theirs (x)")
    theirs.close()
    assert "a database of something else" in ended(worker(broker, prefix, "sinks", tmp_path))
