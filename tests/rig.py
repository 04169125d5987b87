"""A floor on Kafka for tests: topics, a feeder, worker processes, and the judge of it all.

The judge is `streams.read_model.check`: links follow from events, meters are the pure fold of links, money
adds up. It shares nothing with Faust.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Self

from events.topics import EVENTS, FINDINGS, METERS
from projections.checking.problems import Note, Problem
from streams.errors import PitledgerError, Trouble
from streams.kafka.log import KafkaLog
from streams.kafka.progress import WorkersProgress
from streams.kafka.topics import create_topics
from streams.log import Sealed
from streams.read_model.check import find_problems
from streams.read_model.kafka_source import KafkaSource
from streams.read_model.rebuild import all_of
from streams.read_model.store import ReadStore
from tests.kafka_broker import Broker
from tests.workers import Worker

NAMES = ("router", "keeper", "sinks")
"""Those that meters follow from; a test of what is found starts the examiner too."""
LIMIT_S = 240
POLL_S = 0.4
"""Between two looks: a look reads the whole log, on cores that the workers need."""


def create_anew(broker: Broker, prefix: str, partitions: int = 1) -> None:
    """The topics under a prefix as on a cluster that was wiped: of the same names, and empty."""
    broker.delete_topics(prefix)
    deadline = time.monotonic() + LIMIT_S
    while True:  # the broker deletes in its own time, and until then says that they are there
        try:
            create_topics(broker.bootstrap, prefix, partitions)
        except Trouble:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
        else:
            return


class NotSettled(AssertionError):
    """The floor did not come to rest in time; the text has what is still wrong and what workers logged."""


class Rig:
    """One set of topics under a prefix, and the workers on it."""

    def __init__(self, bootstrap: str, prefix: str, directory: Path, partitions: int = 4) -> None:
        self.bootstrap = bootstrap
        self.prefix = prefix
        self.directory = directory
        self.partitions = partitions
        create_topics(bootstrap, prefix, partitions)
        self.log = KafkaLog(bootstrap, prefix=prefix, timeout=90)
        self.source = KafkaSource(bootstrap, prefix)
        self.workers: list[Worker] = []
        self._fed = 0

    def start(self, name: str, slot: str = "a") -> Worker:
        """Start a worker; each slot has files of its own, but all sinks share one read model."""
        return self._start(name, self._data(name, slot))

    def _data(self, name: str, slot: str) -> Path:
        return self.directory / ("sinks" if name == "sinks" else f"{name}-{slot}")

    def _start(self, name: str, data: Path) -> Worker:
        worker = Worker(name, self.bootstrap, data, self.prefix, self.partitions)
        self.workers.append(worker)
        return worker

    def supervise(self) -> None:
        """Start again what has left by itself, as a supervisor does."""
        for worker in [worker for worker in self.workers if not worker.running and not worker.killed]:
            self.workers.remove(worker)
            self._start(worker.name, worker.data)

    def running(self, name: str, slot: str = "a") -> Worker:
        """The worker that runs in a slot, as soon as one does: after a fault one may have left by itself."""
        while True:
            for worker in self.workers:
                if worker.running and (worker.name, worker.data) == (name, self._data(name, slot)):
                    return worker
            self.supervise()

    def start_all(self) -> dict[str, Worker]:
        """One worker of each application."""
        return {name: self.start(name) for name in NAMES}

    def feed(self, events: Sequence[Sealed], batch: int = 200) -> None:
        """Append events and return when all are safe."""
        for start in range(0, len(events), batch):
            self.log.append(events[start : start + batch])
        self._fed += len(events)

    def feed_slowly(self, events: Sequence[Sealed], seconds: float) -> threading.Thread:
        """Feed in the background, spread over some time, whatever happens to the broker meanwhile."""
        batches = [events[start : start + 50] for start in range(0, len(events), 50)]

        def run() -> None:
            for batch in batches:
                self._append_until_taken(batch)
                time.sleep(seconds / len(batches))

        self._fed += len(events)
        thread = threading.Thread(target=run, name="feeder")
        thread.start()
        return thread

    def _append_until_taken(self, batch: Sequence[Sealed]) -> None:
        """After trouble the same batch is given again, as a recorder does: what is there is taken once."""
        for attempts_left in (2, 1, 0):
            try:
                self.log.append(batch)
            except Trouble:
                if not attempts_left:
                    raise
            else:
                return

    def missing(self, events: Iterable[Sealed]) -> list[Sealed]:
        """Those of the events that the log does not hold."""
        held = {
            record.value
            for partition in range(self.partitions)
            for record in self.source.records(EVENTS, partition, 0, self.source.end(EVENTS, partition))
        }
        return [event for event in events if event.value not in held]

    def problems(self) -> list[Problem]:
        """What does not hold right now; while workers are behind there is something."""
        notes: list[Note] = []
        found = list(find_problems(self.source, None, lambda _done, _total: None, take_note=notes.append))
        if any(worker.name == "examiner" for worker in self.workers):
            to_come = [note for note in notes if note.place.startswith("finding:")]
            found += [Problem(FINDINGS, note.place, note.detail) for note in to_come]
        ends = all_of(self.source)
        fed = sum(end for (topic, _), end in ends.items() if topic == EVENTS)
        if fed < self._fed:
            found.append(Problem("fed", EVENTS, f"{self._fed} events were fed, {fed} are in the log"))
        return found

    def sink_problems(self) -> list[Problem]:
        """What does not hold in the read model."""
        file = self.directory / "sinks" / "read.sqlite"
        if not file.exists():
            return [Problem("read model", str(file), "is not there yet")]
        store = ReadStore(file, writable=False)
        try:
            behind = [place for place, end in all_of(self.source).items() if store.position(*place)[0] < end]
            if behind:
                return [Problem("read model", str(behind), "is behind")]
            found = find_problems(self.source, store, lambda _done, _total: None)
            return [problem for problem in found if problem.check == "read model"]
        finally:
            store.close()

    def wait(self, *, sinks: bool = True, expected: Iterable[str] = ()) -> None:
        """Wait until everything holds but problems of the `expected` checks, or raise `NotSettled`."""
        ignored = set(expected)
        deadline = time.monotonic() + LIMIT_S
        while True:
            self.supervise()
            try:
                found = [problem for problem in self.problems() if problem.check not in ignored]
                if not found and sinks:
                    found = self.sink_problems()
            except PitledgerError as error:
                found = [Problem("trouble", self.prefix, str(error))]
            if not found:
                return
            if time.monotonic() > deadline:
                raise NotSettled(f"{found[:5]}\n{self.worker_logs()}")
            time.sleep(POLL_S)

    def wait_acknowledged(self) -> None:
        """Wait until workers have acknowledged what they read: before, what follows may be sent again."""
        progress = WorkersProgress(self.bootstrap, self.prefix, LIMIT_S)
        names = {worker.name for worker in self.workers} - {"sinks"}
        deadline = time.monotonic() + LIMIT_S
        while any(getattr(progress.behind({}), name) for name in names):
            self.supervise()
            if time.monotonic() > deadline:
                raise NotSettled(self.worker_logs())
            time.sleep(POLL_S)

    def meters(self) -> dict[str, list[bytes]]:
        """The records of `meters` by link, repeats left out."""
        return self._by_key(METERS)

    def findings(self) -> dict[str, list[bytes]]:
        """The findings by stream, repeats left out."""
        return self._by_key(FINDINGS)

    def _by_key(self, topic: str) -> dict[str, list[bytes]]:
        records: dict[str, dict[bytes, None]] = {}
        for partition in range(self.partitions):
            for record in self.source.records(topic, partition, 0, self.source.end(topic, partition)):
                records.setdefault(record.key, {})[record.value] = None  # equal bytes have one number
        return {key: list(values) for key, values in records.items()}

    def worker_logs(self) -> str:
        """The ends of what workers logged, for the person who reads a failure."""
        logs = {worker.log for worker in self.workers}
        return "\n".join(
            f"--- {log.parent.name}/{log.name}\n{log.read_text()[-1500:]}" for log in sorted(logs)
        )

    def close(self) -> None:
        """Kill every worker and let go of the connections."""
        for worker in self.workers:
            if worker.running:
                worker.kill()
        self.log.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
