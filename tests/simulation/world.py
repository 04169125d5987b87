"""The seeded world: workers that crash, pause and come back as zombies, on a log that keeps everything.

One thread, one random number generator: a seed replays exactly. Every call of a port is a turn at which the
scheduler may do something else first, so any two workers interleave in any way.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from events.errors import PitledgerError
from events.topics import EVENTS, LINKS, METERS, QUARANTINE
from streams.errors import Trouble
from tests.simulation.memory import MemoryLog, MemoryReadModel
from tests.simulation.worker import APPS, Code, TopicPartition, Worker


class Violation(PitledgerError):
    """Something that must never happen: `kind` is lost, doubled or wrong."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(f"{kind}: {text}")
        self.kind = kind


FAULTS = ("read", "send", "repeat", "load", "store", "changelog", "commit", "overtaken", "undelivered")


class World:
    """Log, changelogs, read model, consumer groups and workers."""

    def __init__(self, rng: Random, code: Code, trace: Callable[[str], None] | None) -> None:
        self.rng = rng
        self.code = code
        self.tracing = trace is not None
        self.trace = trace or (lambda _line: None)
        partitions = {
            EVENTS: rng.randint(1, 3),
            LINKS: rng.randint(1, 2),
            METERS: rng.randint(1, 2),
            QUARANTINE: 1,
        }
        self.log = MemoryLog(partitions, rng.getrandbits(32))
        self.read_model = MemoryReadModel(compare=code.compare_and_set)
        self.changelogs: dict[TopicPartition, list[bytes]] = {}
        self.committed: dict[tuple[str, TopicPartition], int] = {}
        self.owners: dict[tuple[str, TopicPartition], Worker] = {}
        self.workers: list[Worker] = []
        self.calm = False
        self.faults = 0
        self.started = 0
        self._rates = {name: rng.choice((0.0, 0.03, 0.2)) for name in FAULTS}
        if code.group_delivers:
            self._rates["undelivered"] = 0.0
        self._mayhem = rng.choice((0.02, 0.06, 0.12))
        for app in APPS:
            self._populate(app, rng.randint(1, 3))

    def fault(self, name: str) -> bool:
        """Whether this is the moment for a fault."""
        if self.calm or self.rng.random() >= self._rates[name]:
            return False
        self.faults += 1
        if self.tracing:
            self.trace(f"fault: {name}")
        return True

    # --- membership ----------------------------------------------------------------------------------------

    def _start(self, app: str) -> Worker:
        self.started += 1
        worker = Worker(self, app, self.started)
        self.workers.append(worker)
        return worker

    def _populate(self, app: str, count: int) -> None:
        for _ in range(count):
            self._start(app)
        self.rebalance(app)

    def places(self, app: str) -> list[TopicPartition]:
        """Every partition that an application reads."""
        return [(topic, p) for topic in APPS[app] for p in range(len(self.log.topics[topic]))]

    def rebalance(self, app: str) -> None:
        """Assign the partitions again among the workers that the group knows."""
        members = [w for w in self.workers if w.app == app and not w.paused and not w.unaware]
        if not members:
            return
        for place in self.places(app):
            owner = self.owners.get((app, place))
            if owner in members and self.rng.random() < 0.5:
                continue
            new = self.rng.choice(members)
            if new is owner:
                continue
            if owner in members:
                self._commit(owner, place)
                owner.drop(place)
            self._assign(new, place)

    def _assign(self, worker: Worker, place: TopicPartition) -> None:
        app = worker.app
        self.owners[app, place] = worker
        worker.assigned[place] = self.committed.get((app, place), 0)
        worker.acknowledged.pop(place, None)
        if app == "sinks":
            return
        changelog = self.changelogs.get(place, [])
        if changelog and self.fault("changelog"):
            del changelog[self.rng.randrange(len(changelog)) :]
        worker.local[place] = changelog[-1] if changelog else None
        if self.tracing:
            self.trace(f"{worker.name}: takes {place} from {worker.assigned[place]}, {len(changelog)} states")

    def _commit(self, worker: Worker, place: TopicPartition) -> None:
        """The group learns of an acknowledgement, if it still knows the worker as the owner."""
        offset = worker.acknowledged.pop(place, None)
        if offset is not None and self.owners.get((worker.app, place)) is worker:
            self.committed[worker.app, place] = offset

    def _commit_all(self, worker: Worker) -> None:
        for place in list(worker.acknowledged):
            self._commit(worker, place)

    # --- what happens to workers ---------------------------------------------------------------------------

    def crash(self, worker: Worker) -> None:
        """The worker's memory is gone; a new one starts, and the group assigns again."""
        self.faults += 1
        if self.tracing:
            self.trace(f"{worker.name}: crashes in {worker.at if worker.task else 'idleness'}")
        self._end(worker)
        self._start(worker.app)
        for place in self.places(worker.app):
            if self.owners.get((worker.app, place)) is worker:
                del self.owners[worker.app, place]
        self.rebalance(worker.app)

    def _end(self, worker: Worker) -> None:
        if worker.task is not None:
            worker.task.close()
        self.workers.remove(worker)

    def pause(self, worker: Worker) -> None:
        """The worker does nothing past its session; others get its partitions, and it does not know."""
        self.faults += 1
        if self.tracing:
            self.trace(f"{worker.name}: pauses")
        worker.paused = True
        if not any(w.app == worker.app and not w.paused for w in self.workers):
            self._start(worker.app)
        self.rebalance(worker.app)

    def mayhem(self) -> None:
        """Something happens to some worker, or to its group."""
        rng = self.rng
        worker = rng.choice(self.workers)
        what = rng.random()
        if what < 0.25:
            self.crash(worker)
        elif what < 0.5 and not worker.paused:
            self.pause(worker)
        elif what < 0.75 and worker.paused:
            if self.tracing:
                self.trace(f"{worker.name}: goes on, a zombie")
            worker.paused, worker.unaware = False, True
        else:
            self.rebalance(worker.app)

    def step(self) -> None:
        """One turn of one worker, or mayhem."""
        if self.rng.random() < self._mayhem:
            self.mayhem()
            return
        worker = self.rng.choice(self.workers)
        if worker.paused:
            return
        if self.rng.random() < 0.03:
            self._commit_all(worker)
        if worker.task is not None:
            self.resume(worker)
            return
        if worker.unaware and self.rng.random() < 0.4:
            self._learn(worker)
            return
        self._deliver(worker)

    def _learn(self, worker: Worker) -> None:
        worker.unaware = False
        for place in list(worker.assigned):
            if self.owners.get((worker.app, place)) is not worker:
                worker.drop(place)

    def _deliver(self, worker: Worker) -> None:
        """Give a worker some records that are new to it, now and then with some that are not."""
        ready = [p for p, cursor in worker.assigned.items() if cursor < len(self.log.topics[p[0]][p[1]])]
        if not ready or self.rng.random() < 0.05:
            self._sweep(worker)
        if not ready or worker.task is not None:
            return
        place = self.rng.choice(ready)
        cursor = worker.assigned[place]
        records = self.log.topics[place[0]][place[1]]
        start = max(0, cursor - self.rng.randrange(4)) if self.fault("repeat") else cursor
        batch = records[start : cursor + self.rng.randint(1, 6)]
        end = batch[-1].offset + 1
        if self.fault("undelivered"):
            worker.assigned[place] = worker.acknowledged[place] = end
        else:
            worker.begin(place, end, partial(worker.handlers[place[0]].handle, place[1], batch))

    def _sweep(self, worker: Worker) -> None:
        if self.code.sweeps and worker.assigned:
            place = self.rng.choice(list(worker.assigned))
            end = len(self.log.topics[place[0]][place[1]])
            worker.begin(place, worker.assigned[place], partial(worker.sweep, place, end))

    def resume(self, worker: Worker) -> None:
        """Let a worker do one thing; trouble is retried a few times, then the process exits."""
        task = worker.task
        assert task is not None
        try:
            task.send(None)
        except StopIteration:
            worker.task = None
            if worker.at in worker.assigned:
                worker.assigned[worker.at] = worker.next_cursor
        except Trouble as error:
            worker.attempts += 1
            if self.tracing:
                self.trace(f"{worker.name}: {error}")
            worker.task = None
            if worker.attempts > 3 or worker.at not in worker.assigned:
                self.crash(worker)
            else:
                worker.task = worker.work()
        except Exception as error:
            raise Violation("wrong", f"{worker.name} raised {error!r}") from error

    # --- coming to rest ------------------------------------------------------------------------------------

    def recover(self) -> None:
        """Let zombies finish, end every worker, start fresh ones from what is stored, and drain."""
        for worker in list(self.workers):
            if self.rng.random() < 0.5:
                self._finish(worker)
        self.calm = True
        for worker in list(self.workers):
            if self.rng.random() < 0.5:
                self._commit_all(worker)
            self._end(worker)
        self.owners = {}
        if self.tracing:
            self.trace("all workers end; fresh ones drain")
        for app in APPS:
            self._populate(app, 1)
        self._drain()

    def _drain(self) -> None:
        for _ in range(100):
            before = self._length()
            for worker in list(self.workers):
                for place in list(worker.assigned):
                    end = len(self.log.topics[place[0]][place[1]])
                    batch = self.log.topics[place[0]][place[1]][worker.assigned[place] :]
                    if batch:
                        worker.begin(place, end, partial(worker.handlers[place[0]].handle, place[1], batch))
                        self._finish(worker)
                    if self.code.sweeps:
                        worker.begin(place, end, partial(worker.sweep, place, end))
                        self._finish(worker)
            if before == self._length():
                return
        raise Violation("wrong", "the workers do not come to rest")

    def _length(self) -> int:
        return sum(len(records) for topic in self.log.topics.values() for records in topic)

    def _finish(self, worker: Worker) -> None:
        while worker.task is not None:
            self.resume(worker)

    def unsettle(self) -> None:
        """After a rest: faults again, and more workers."""
        self.calm = False
        for app in APPS:
            self._populate(app, self.rng.randint(0, 2))
