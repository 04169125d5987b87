"""Streams of sealed events for tests of the logs: each call continues the chain where it ends."""

from collections.abc import Iterable

from events.envelope import NO_PREV, Event
from streams.log import Sealed, seal


class Chains:
    """Makes the next event of any stream. What it made is not appended until a test appends it."""

    def __init__(self) -> None:
        self.heads: dict[str, tuple[int, bytes]] = {}

    def next(self, stream: str, *, type_: str = "card_dealt", body: bytes = b"\x80") -> Sealed:
        """The next event of the stream."""
        seq, prev = self.heads.get(stream, (0, NO_PREV))
        event = sealed(stream, seq + 1, prev, type_=type_, body=body)
        self.heads[stream] = (event.seq, event.hash)
        return event

    def take(self, streams: Iterable[str]) -> list[Sealed]:
        """The next event of each stream named, in that order."""
        return [self.next(stream) for stream in streams]


def sealed(stream: str, seq: int, prev: bytes, *, type_: str = "card_dealt", body: bytes = b"\x80") -> Sealed:
    """One event at that place of that stream, whether it continues anything or not."""
    at = 1_760_000_000_000_000 + seq
    source, day = f"{stream}/{seq}", "2026-01-31"
    return seal(
        Event("PA-01", stream, seq, prev, type_, 1, at, at + 5, day, "R-1", "D-17", source, "live", body)
    )


def spread(count: int, streams: int, *, body: bytes = b"\x80") -> list[Sealed]:
    """That many events over that many tables, one after the other."""
    chains = Chains()
    return [chains.next(f"table:T-{index % streams:02d}", body=body) for index in range(count)]
