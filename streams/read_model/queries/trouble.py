"""What is wrong with the streams of an instance: those that are halted, and what was quarantined."""

from __future__ import annotations

from dataclasses import dataclass

from streams.read_model.store import ReadStore


@dataclass(frozen=True, slots=True)
class HaltedStream:
    """A stream, the event that it waits for, and since when."""

    stream: str
    missing_seq: int
    recorded_at_us: int


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A record that was not applied: where it lies, and why."""

    topic: str
    partition: int
    offset: int
    key: str
    reason: str
    detail: str


def halted_streams(store: ReadStore) -> list[HaltedStream]:
    """The streams that are halted, by name."""
    query = "SELECT stream, missing_seq, recorded_at_us FROM halts WHERE missing_seq > 0 ORDER BY stream"
    return store.select(HaltedStream, query)


def quarantined(store: ReadStore) -> list[Quarantined]:
    """All that was quarantined, in the order of the log."""
    query = """SELECT topic, "partition", "offset", key, reason, detail FROM quarantined
    ORDER BY topic, "partition", "offset" """
    return store.select(Quarantined, query)
