"""What one transaction of the embedded log will write: pure, worked out before the file is touched.

Batches of many callers are added one after the other; one that does not continue its streams leaves no trace
and does not hurt the others. It must not know SQLite.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain, compress
from operator import not_
from typing import Final, NamedTuple

from events.envelope import MAX_EVENT_BYTES, NO_PREV
from projections.records import Output
from streams.continuation import continues
from streams.errors import LogError
from streams.log import EVENTS, NO_GAPS, TOPICS, Gaps, Head, Origin, Sealed

SIGNPOST_EVERY: Final = 256
OUTPUTS: Final = frozenset(TOPICS) - {EVENTS}


class HeadAt(NamedTuple):
    """The last event of a stream and its offset."""

    seq: int
    hash: bytes
    offset: int


_Head = tuple[int, bytes, int]
"""A `HeadAt` without its names: the loop over a batch makes one per event."""
_BEFORE_FIRST: Final[_Head] = (0, NO_PREV, -1)

StoredHashes = Callable[[str, int, int], Mapping[int, bytes]]
"""Looks up the hashes of a stream's stored events from one seq up to another (exclusive)."""


class Plan:
    """The rows of one transaction. `heads` and `ends` are those of the file and stay untouched."""

    __slots__ = (
        "_batches",
        "_ends",
        "_file_heads",
        "_known",
        "_stored",
        "events",
        "heads",
        "origin",
        "outputs",
        "signposts",
        "states",
    )

    def __init__(self, heads: Mapping[str, _Head], ends: Mapping[str, int], stored: StoredHashes) -> None:
        self._file_heads = heads
        self._ends = ends
        self._stored = stored
        self._known: dict[str, Mapping[int, bytes]] = {}
        self._batches: list[Sequence[Sealed]] = []
        self.events: list[Sealed] = []
        self.heads: dict[str, _Head] = {}
        self.origin = 0
        """The highest of those that the events came with."""
        self.signposts: list[tuple[str, int, int]] = []
        self.outputs: dict[str, list[tuple[int, str, bytes]]] = {}
        self.states: dict[str, bytes] = {}

    def is_empty(self) -> bool:
        """Whether there is nothing to write."""
        return not (self.events or self.outputs or self.states)

    def add_batch(
        self, batch: Sequence[Sealed], origin: int = Origin.RECORDED, gaps: Gaps = NO_GAPS
    ) -> list[bool]:
        """Plan a batch; answers for each event whether it existed. `Conflict`: none of it is planned."""
        offset = self._ends[EVENTS] + len(self.events)
        heads: dict[str, _Head] = {}
        signposts: list[tuple[str, int, int]] = []
        repeats: list[int] = []
        for at, (stream, seq, prev, digest, _, value, _, _) in enumerate(batch):
            head = heads.get(stream) or self._head(stream)
            follows = seq == head[0] + 1 and prev == head[1]
            if not follows and not self._continues(batch, at, head, gaps):
                repeats.append(at)
                continue
            if len(value) > MAX_EVENT_BYTES:
                raise LogError(
                    f"{stream} seq {seq}: the event has {len(value)} bytes and at most {MAX_EVENT_BYTES} "
                    "are taken. Record it in smaller parts."
                )
            if seq % SIGNPOST_EVERY == 0 or seq == 1 or not follows:
                signposts.append((stream, seq, offset))
            heads[stream] = (seq, digest, offset)
            offset += 1
        existed = [False] * len(batch)
        for at in repeats:
            existed[at] = True
        if len(repeats) < len(batch):
            self.origin = max(self.origin, origin)
        self._batches.append(batch)
        self.events += compress(batch, map(not_, existed)) if repeats else batch
        self.signposts += signposts
        self.heads |= heads
        return existed

    def add_processed(self, outputs: Sequence[Output], states: Mapping[str, bytes]) -> None:
        """Plan what processors emit and the states they go on from."""
        for output in outputs:
            if output.topic not in OUTPUTS:
                allowed = ", ".join(sorted(OUTPUTS))
                raise LogError(f"topic {output.topic!r} takes no outputs of processors, only {allowed}.")
        for topic, key, value, _ in outputs:
            rows = self.outputs.setdefault(topic, [])
            rows.append((self._ends[topic] + len(rows), key, value))
        self.states |= states

    def _head(self, stream: str) -> _Head:
        return self.heads.get(stream) or self._file_heads.get(stream) or _BEFORE_FIRST

    def _continues(self, batch: Sequence[Sealed], index: int, head: _Head, gaps: Gaps) -> bool:
        """Whether that event goes on behind a gap; False where it is stored or planned already with the same
        bytes. Raises `Conflict` for any other."""
        seq, digest, _ = head

        def stored_hash(event: Sealed) -> bytes:
            return digest if event.seq == seq else self._hash_at(batch, index)

        return continues(batch[index], Head(seq, digest), stored_hash, gaps)

    def _hash_at(self, batch: Sequence[Sealed], index: int) -> bytes:
        """The hash of what is at the seq of that event: in the file, or before it in this plan."""
        stream, seq = batch[index].stream, batch[index].seq
        stored_to = self._file_heads.get(stream, _BEFORE_FIRST)[0]
        if seq > stored_to:
            planned = chain(*self._batches, batch)
            return next(e.hash for e in planned if e.seq == seq and e.stream == stream)
        known = self._known.get(stream, {})
        if seq not in known:
            # A client that sends again after a crash repeats whole batches: one look at the file for all.
            repeats = [e.seq for e in batch if e.stream == stream and 1 <= e.seq <= stored_to]
            known = self._known[stream] = self._stored(stream, min(repeats), max(repeats) + 1)
        if seq not in known:
            raise LogError(
                f"{stream}: the log's table of heads has seq {stored_to} as its last event, and there is no "
                f"seq {seq}. Run `pitledger check`, and restore the log from a backup."
            )
        return known[seq]
