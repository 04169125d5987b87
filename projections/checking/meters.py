"""The records of `meters` are the pure fold of `links`, by the decider that wrote them, and they add up.

Hashes are kept instead of records, so a log of any length is checked in little memory.
"""

from __future__ import annotations

from collections.abc import Iterator

from events.envelope import NO_PREV, Event, decode, event_hash
from events.errors import MalformedEvent
from events.topics import METERS
from projections.checking.cash import CashAgreement
from projections.checking.problems import Problem
from projections.keeping.deciders import Deciders, decider_of
from projections.keeping.keeper import Keeper
from projections.keeping.meter import DECIDERS
from projections.ledger.link_books import Postings
from projections.records import Output, Record


class MetersAgreement:
    """Decides again and compares with what is in `meters`, byte for byte.

    Records are decided by the version that wrote them, so these are learned from `meters` first.
    """

    def __init__(self) -> None:
        self.keepers: dict[int, Keeper] = {}
        self._deciders = Deciders()
        self._due: dict[str, list[bytes]] = {}
        self._found: list[Problem] = []
        self._numbers: dict[str, int] = {}
        self._prev: dict[str, bytes] = {}

    def learn(self, record: Record) -> None:
        """Take a record of `meters` for the version that wrote it, before anything else."""
        event = _event_of_keeper(record)
        if event is not None and decider_of(event) in DECIDERS:
            self._deciders.learn(record.key, event)

    def link(self, record: Record) -> list[Output]:
        """Take a record of `links`, partition by partition in order; gives back what follows from it."""
        keeper = self.keepers.setdefault(record.partition, Keeper(self._deciders))
        outputs = keeper.step(record)
        for output in outputs:
            if output.topic == METERS:
                self._due.setdefault(output.key, []).append(event_hash(output.value))
        return outputs

    def meter(self, record: Record) -> None:
        """Take a record of `meters`; a number seen before is a repeat."""
        event = _event_of_keeper(record)
        if event is None:
            place = f"{METERS} {record.partition}:{record.offset} ({record.key})"
            self._found.append(Problem("meters", place, "it is not a record of a keeper"))
            return
        seen = self._numbers.get(record.key, 0)
        if event.seq <= seen:
            return
        place = f"{event.stream}#{event.seq}"
        due = self._due.get(record.key, [])
        expected = due[event.seq - 1] if event.seq <= len(due) else b""
        if event.seq != seen + 1:
            self._found.append(Problem("meters", event.stream, f"record {seen + 1} is missing"))
        elif decider_of(event) not in DECIDERS:
            detail = f"{event.actor} wrote it, which this release does not know: update Pitledger"
            self._found.append(Problem("meters", place, detail))
        elif event_hash(record.value) != expected:
            self._found.append(Problem("meters", place, "it would be decided otherwise"))
        elif event.prev != self._prev.get(record.key, NO_PREV):
            self._found.append(Problem("meters", place, "it does not follow its chain"))
        self._numbers[record.key] = event.seq
        self._prev[record.key] = event_hash(record.value)

    def problems(self) -> Iterator[Problem]:
        """What was decided otherwise, or is missing at the end."""
        yield from self._found
        for link, due in sorted(self._due.items()):
            if self._numbers.get(link, 0) < len(due):
                yield Problem(
                    "meters", f"meter:{link}", f"record {self._numbers.get(link, 0) + 1} is missing"
                )


def _event_of_keeper(record: Record) -> Event | None:
    """A record of `meters` by its header; None for bytes that no keeper wrote there."""
    try:
        event = decode(record.value)
    except MalformedEvent:
        return None
    return event if event.stream == f"meter:{record.key}" else None


class MoneyAgreement:
    """Posts the records of `meters`, link by link: each adds up by itself, or it is named.

    All that was paid, which is in `links`, must stand on an account then.
    """

    def __init__(self) -> None:
        self._cash = CashAgreement()
        self._postings = Postings(self._cash.posted)

    def link(self, record: Record) -> None:
        """Take a record of `links`, before those of `meters`."""
        self._cash.link(record)

    def meter(self, record: Record) -> None:
        """Take a record of `meters`, in the order of its link."""
        if _event_of_keeper(record) is not None:
            self._postings.meter(record)

    def problems(self) -> Iterator[Problem]:
        """Records whose fields and balances do not agree, and cash that is on no account."""
        for unposted in self._postings.problems():
            yield Problem("money", f"meter:{unposted.link}#{unposted.seq}", unposted.detail)
        yield from self._cash.problems(self._postings.books)
