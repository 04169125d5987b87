"""What a stored state begins with: the log that it was made from, and how far.

A state is believed by its offset alone, and a cluster that was wiped has the same offsets again: what is new
there would count as a repeat, and nobody would see that it is missing. So a state names its partition, the
ids of the topics that its worker reads and writes (what was sent is gone with them), and its last record. One
that does not fit the log is the cache of another log, and the log is read from its beginning instead.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Sequence
from time import monotonic
from typing import Final, NamedTuple, Self

from projections.records import Record
from streams.errors import Trouble
from streams.kafka.topic_ids import TopicIds

_MOST_DIGITS: Final = 18
"""No offset of Kafka's has more."""
_PAUSE_S: Final = 1.0
"""Between two questions to brokers that do not answer."""

log = logging.getLogger("pitledger.topics")


class LogMark(NamedTuple):
    """One line before a state. A stranger can write any bytes into a changelog: they are no mark."""

    place: str
    topics: str
    offset: int
    record: str

    @classmethod
    def after(cls, source: str, topics: str, last: Record) -> Self:
        """That of a state whose last record this is."""
        return cls(_place(source, last.partition), topics, last.offset, _fingerprint(last))

    def before(self, state: bytes) -> bytes:
        """What to store."""
        return f"{self.place} {self.topics} {self.offset} {self.record}\n".encode() + state

    def is_of(self, source: str, partition: int) -> bool:
        """Whether the state is of this partition."""
        return self.place == _place(source, partition)

    def has_last(self, records: Sequence[Record]) -> bool:
        """Whether the log has the last record of the state where the state has it."""
        return bool(records) and (records[0].offset, _fingerprint(records[0])) == (self.offset, self.record)


def taken_apart(stored: bytes) -> tuple[LogMark, bytes] | None:
    """The mark and the state behind it; None where there is no mark."""
    line, found, state = stored.partition(b"\n")
    parts = line.decode("ascii", "replace").split(" ")
    if not found or len(parts) != len(LogMark._fields):
        return None
    place, topics, offset, record = parts
    if not (offset.isascii() and offset.isdigit() and len(offset) <= _MOST_DIGITS):
        return None
    return LogMark(place, topics, int(offset), record), state


class Topics:
    """The topics that a worker reads and writes, as the brokers know them.

    What was fetched before the brokers said that these are still the same topics is of these: whoever asks
    before he writes never writes what follows from others.
    """

    def __init__(self, bootstrap: str, full_names: Sequence[str]) -> None:
        self._known = TopicIds(bootstrap, full_names)
        self._ids = ""
        self._asked_at = float("-inf")
        self._asking = asyncio.Lock()

    async def now(self, within_s: float = 0.0) -> str:
        """Which topics they are now, or were at most so long ago; raises `Trouble`.

        Those who have to wait for a question that was asked after they came share its answer.
        """
        called_at = monotonic()
        async with self._asking:
            if self._asked_at < called_at - within_s:
                asked_at = monotonic()
                self._ids = await asyncio.to_thread(self._known.now)
                self._asked_at = asked_at
            return self._ids

    async def once_known(self) -> str:
        """Which topics they are now, once the brokers answer: an outage is waited out."""
        while True:
            try:
                return await self.now()
            except Trouble as error:
                log.warning("waiting with the next transaction: %s", error)
                await asyncio.sleep(_PAUSE_S)


def _place(source: str, partition: int) -> str:
    return f"{source}[{partition}]"


def _fingerprint(record: Record) -> str:
    return hashlib.sha256(record.key.encode() + b"\0" + record.value).hexdigest()
