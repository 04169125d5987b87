"""What a writer knows of the heads of one partition's streams, learned from both ends of a window of the log.

Kafka cannot refuse an append with a wrong sequence, so partition order decides: the first event that
continues a stream is the event. Judging that exactly takes the whole partition; a writer that starts reads
backwards from the end instead, until the stream shows a run of linked events that is too long to be a fork.
Pure: links come as arguments, positions are offsets, nothing here talks to a broker.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from events.envelope import decode, event_hash
from events.errors import MalformedEvent
from streams.log import Head

MAX_STREAM_EVENTS_IN_A_WAVE: Final = 128
"""A writer sends at most so many events of a stream before it has seen that they are the stream's events."""

TRUSTED_RUN: Final = 2 * MAX_STREAM_EVENTS_IN_A_WAVE + 1
"""A stale writer leaves at most a wave of repeats and a wave of linked events that lost; a longer run of
linked events is the stream itself."""


class ChainLink(NamedTuple):
    """What the chain rule needs of an event, and the event's type."""

    stream: str
    seq: int
    prev: bytes
    hash: bytes
    type: str


def chain_link_of(key: bytes | None, value: bytes | None) -> ChainLink | None:
    """The link of a record; None for bytes that are not an event, or not one of the stream in the key."""
    if key is None or value is None:
        return None
    try:
        event = decode(value)
    except MalformedEvent:
        return None
    if event.stream.encode() != key:
        return None
    return ChainLink(event.stream, event.seq, event.prev, event_hash(value), event.type)


class Chain:
    """One stream, followed in partition order.

    Unlike the processors it never halts: a recorder goes on behind a gap, which others have to explain.
    """

    __slots__ = ("head", "lost")

    def __init__(self, head: Head | None = None) -> None:
        self.head = head
        self.lost: set[bytes] = set()

    def continues(self, link: ChainLink) -> bool:
        """Whether the link is the very next event of the stream."""
        if self.head is None:
            return link.seq == 1
        return link.seq == self.head.seq + 1 and link.prev == self.head.hash

    def behind_a_gap(self, link: ChainLink) -> bool:
        """Whether the link shows that an event is missing; what follows a fork shows nothing."""
        seq = 0 if self.head is None else self.head.seq
        return link.seq > seq + 1 and link.prev not in self.lost

    def take(self, link: ChainLink) -> bool:
        """Go on with the link if it is the stream's; forks, what follows them, and repeats are left."""
        if self.continues(link) or self.behind_a_gap(link):
            self.head = Head(link.seq, link.hash)
            return True
        self.lost.add(link.hash)
        return False


class PartitionHeads:
    """The heads of one partition as of offset `upto`, with the log known from `floor` on."""

    __slots__ = ("_chains", "_trusted_run", "_unsettled", "floor", "upto")

    def __init__(self, end: int, trusted_run: int = TRUSTED_RUN) -> None:
        """Know nothing yet of a partition that ends at `end`."""
        self._trusted_run = trusted_run
        self.upto = end
        self.floor = end
        self._chains: dict[str, Chain] = {}
        self._unsettled: dict[str, list[ChainLink]] = {}

    def knows(self, stream: str) -> bool:
        """Whether `head` can be asked for; if not, `extend_back` has to go further."""
        return self.floor == 0 or stream in self._chains

    def head(self, stream: str) -> Head | None:
        """The stream's last event as of `upto`; only for a stream that is known."""
        chain = self._chains.get(stream)
        return None if chain is None else chain.head

    def extend_back(self, links: Iterable[ChainLink], floor: int) -> None:
        """Learn what lies between `floor` and the old floor: all of its links, oldest first."""
        self.floor = floor
        older: dict[str, list[ChainLink]] = {}
        for link in links:
            if link.stream not in self._chains:
                older.setdefault(link.stream, []).append(link)
        touched = set(older) if floor > 0 else set(older) | set(self._unsettled)
        for stream in touched:
            window = older.get(stream, []) + self._unsettled.pop(stream, [])
            start = 0 if floor == 0 else _trusted_start(window, self._trusted_run)
            if start is None:
                self._unsettled[stream] = window
            else:
                self._chains[stream] = _follow(window, start, whole=floor == 0)

    def extend_forward(self, links: Iterable[ChainLink], upto: int) -> list[ChainLink]:
        """Go on to `upto` with all links between; returns those that became events of known streams."""
        taken: list[ChainLink] = []
        for link in links:
            chain = self._chains.get(link.stream)
            if chain is None:
                if self.floor > 0:
                    self._unsettled.setdefault(link.stream, []).append(link)
                    continue
                chain = self._chains[link.stream] = Chain()
            if chain.take(link):
                taken.append(link)
        self.upto = upto
        return taken


def _trusted_start(window: list[ChainLink], length: int) -> int | None:
    """Where the window's first run of so many links starts."""
    run = 0
    for index, link in enumerate(window):
        before = window[index - 1]
        run = run + 1 if index and link.seq == before.seq + 1 and link.prev == before.hash else 1
        if run == length:
            return index - run + 1
    return None


def _follow(window: list[ChainLink], start: int, *, whole: bool) -> Chain:
    """The chain of a window from the link at `start` on, which is the stream's own."""
    first = window[start]
    chain = Chain(None if whole or first.seq == 1 else Head(first.seq - 1, first.prev))
    # What is before the trusted run and not an ancestor of it may be a fork with followers yet to come.
    chain.lost.update(link.hash for link in window[:start])
    for link in window[start:]:
        chain.take(link)
    return chain
