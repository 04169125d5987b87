"""The program that is killed and lied to: it records a fixed history into a log and says how far it got.

What it acknowledges goes into a shared memory map, not through a system call, so that nothing can come
between an append that returned and its acknowledgement. `sqlite_syscalls` runs it; it must not know which
fault it will meet.
"""

import mmap
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from projections.records import Output
from streams.errors import Trouble
from streams.log import LINKS, Sealed
from streams.sqlite import file as sqlite_file
from streams.sqlite.log import SqliteLog
from tests.streams.sealed_events import Chains

TRIES = 3
GAVE_UP = 3
T = TypeVar("T")


class Step(NamedTuple):
    """One durable commit: a batch of events, or what a processor emits with its state."""

    batch: Sequence[Sealed] = ()
    outputs: Sequence[Output] = ()
    state: bytes = b""

    def take(self, log: SqliteLog) -> None:
        """Commit it; returns when it is safe."""
        if self.batch:
            log.append(self.batch)
        else:
            log.commit_processed(self.outputs, {"router": self.state})


def history() -> list[Step]:
    """Batches small and large over five tables, with two commits of a processor among them."""
    chains = Chains()

    def batch(size: int) -> Step:
        return Step(batch=chains.take(f"table:T-{number % 5}" for number in range(size)))

    def processed(number: int) -> Step:
        return Step(
            outputs=[Output(LINKS, f"link:L-{number}", b"leg %d" % number)] * 2, state=b"state %d" % number
        )

    return [batch(1), batch(1), batch(30), processed(1), batch(2), batch(120), processed(2), batch(1)]


def insist(attempt: Callable[[], T]) -> T:
    """Try again a few times where the disk is in trouble, as a recorder does; then give up, saying so."""
    for _ in range(TRIES):
        try:
            return attempt()
        except Trouble as trouble:
            print(trouble, file=sys.stderr)
    sys.exit(GAVE_UP)


def record(path: Path, acknowledged: mmap.mmap) -> None:
    """Record the history from wherever the log stands; repeats are recognised."""
    log = insist(lambda: SqliteLog(path, writable=True))
    for number, step in enumerate(history(), 1):
        insist(lambda step=step: step.take(log))  # type: ignore[misc]
        acknowledged[0] = number
    log.close()


if __name__ == "__main__":
    # Pages move from the write-ahead log into the file within this short history, too.
    sqlite_file.CHECKPOINT_PAGES = 8  # type: ignore[misc]
    with Path(sys.argv[2]).open("r+b") as shared, mmap.mmap(shared.fileno(), 1) as memory:
        record(Path(sys.argv[1]), memory)
