"""Findings that people ask for, by the indexes of the read model; and those that come, from the log.

Several lists of checks may have found something in the same events: what is shown is what one of them found.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, astuple, dataclass
from hashlib import sha256
from typing import Final, NamedTuple

from events.errors import MalformedEvent
from events.topics import FINDINGS
from projections.examining.finding import VERSION, Finding, by_weight
from projections.examining.issuing import read_issued
from projections.read_model.finding_row import FindingRow, finding_of
from streams.errors import Trouble
from streams.log import Log
from streams.read_model.store import ReadStore

LOOK_EVERY_S: Final = 0.3
"""How often it is asked whether more has been found."""
_LAST_ACCEPTED: Final = (
    "SELECT new_version FROM findings_accepted ORDER BY recorded_at_us DESC, stream, seq DESC LIMIT 1"
)
_BEHIND_ALL: Final = "\U0010ffff"
"""Comes after anything that a section may go on with."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which findings are asked for; None is any."""

    table: str | None = None
    day: str | None = None
    round: str | None = None
    section: str | None = None
    severity: str | None = None
    mode: str | None = None

    def takes(self, finding: Finding) -> bool:
        """Whether a finding is among them; a section stands for its subsections too."""
        exact = (
            (self.table, finding.table),
            (self.day, finding.gaming_day),
            (self.round, finding.round),
            (self.severity, finding.severity),
            (self.mode, finding.mode),
        )
        if any(asked is not None and asked != has for asked, has in exact):
            return False
        return self.section is None or _within(finding.section, self.section)

    def query(self, version: int) -> tuple[str, dict[str, str | int | None]]:
        """The question in SQL, and its values; what it gives may be more than is wanted."""
        asked: dict[str, str | int | None] = {
            "table": self.table,
            "gaming_day": self.day,
            "round": self.round,
            "severity": self.severity,
            "mode": self.mode,
        }
        values = {name: value for name, value in asked.items() if value is not None}
        # With the plus sign the version, which is nearly always the same, is not what is looked up.
        which = ["+version = :version", *(f'"{name}" = :{name}' for name in values)]
        if self.section is not None:
            which.append("section >= :section AND section < :behind")
            values |= {"section": self.section, "behind": self.section + _BEHIND_ALL}
        query = f"SELECT * FROM findings WHERE {' AND '.join(which)} ORDER BY stream, seq"  # noqa: S608
        return query, {"version": version, **values}


def _within(section: str | None, asked: str) -> bool:
    if section is None or not section.startswith(asked):
        return False
    return section[len(asked) :][:1] in ("", "(", ".")


def shown_version(store: ReadStore) -> int:
    """The list of checks whose findings are shown: the one that was accepted last, or else the first that
    found anything here."""
    accepted = (
        "SELECT new_version FROM findings_accepted ORDER BY recorded_at_us DESC, stream, seq DESC LIMIT 1"
    )
    for version in store.select(int, accepted):
        return version
    (first,) = store.select(lambda version: version, "SELECT min(version) FROM findings")
    return VERSION if first is None else int(first)


def has_findings_of(store: ReadStore, version: int) -> bool:
    """Whether anything was found by a version of the list: that of a newer release may work beside this."""
    return bool(store.select(int, "SELECT 1 FROM findings WHERE version = ? LIMIT 1", (version,)))


class Numbered(NamedTuple):
    """A finding, and its number among those of its stream."""

    seq: int
    finding: Finding


def find(store: ReadStore, wanted: Wanted, version: int | None = None) -> list[Finding]:
    """The findings that are asked for, those first that weigh most; of the list that is shown, or another."""
    return [each.finding for each in find_numbered(store, wanted, version)]


def find_numbered(store: ReadStore, wanted: Wanted, version: int | None = None) -> list[Numbered]:
    """The same with their numbers."""
    rows = store.select(FindingRow, *wanted.query(version or shown_version(store)))
    found = (Numbered(row.seq, finding_of(row)) for row in rows)
    return sorted((each for each in found if wanted.takes(each.finding)), key=_weight)


def _weight(numbered: Numbered) -> tuple[bool, int, bool, int]:
    return by_weight(numbered.finding)


def findings_resting_on(store: ReadStore, stream: str, seq: int) -> list[Numbered]:
    """The findings of the list that is shown which name an event."""
    rows = store.select(
        FindingRow,
        """SELECT * FROM findings
        WHERE stream = ? AND version = ? AND instr(' ' || events || ' ', ?) ORDER BY seq""",
        (stream, shown_version(store), f" {seq} "),
    )
    return [Numbered(row.seq, finding_of(row)) for row in rows]


def finding_numbered(store: ReadStore, stream: str, seq: int) -> Finding | None:
    """A finding by its number, of the list that is shown."""
    query = "SELECT * FROM findings WHERE stream = ? AND version = ? AND seq = ?"
    rows = store.select(FindingRow, query, (stream, shown_version(store), seq))
    return finding_of(rows[0]) if rows else None


def last_finding(store: ReadStore, stream: str) -> int:
    """The number of the last finding of a stream; 0 where there is none."""
    query = "SELECT coalesce(max(seq), 0) FROM findings WHERE stream = ? AND version = ?"
    return store.select(int, query, (stream, shown_version(store)))[0]


def findings_in_all(store: ReadStore) -> int:
    """How many findings the list that is shown has."""
    return store.select(int, "SELECT count(*) FROM findings WHERE version = ?", (shown_version(store),))[0]


class CountedFindings(NamedTuple):
    """How often a check found something, and what all of it comes to: done less due, where it is money."""

    severity: str
    id: str
    check: str
    section: str | None
    times: int
    difference_mc: int


def counted_findings(store: ReadStore) -> list[CountedFindings]:
    """The findings of live play that are shown, counted by check and section: money first."""
    query = """SELECT severity, id, "check", section, count(*), sum(coalesce(done_mc - due_mc, 0))
    FROM findings
    WHERE version = ? AND mode = 'live' GROUP BY severity, id, "check", section
    ORDER BY severity <> 'money', severity <> 'procedure', id, section"""
    return store.select(CountedFindings, query, (shown_version(store),))


class ListsCompared(NamedTuple):
    """What another list of checks finds, beside the one that is shown.

    `digest` is over the findings of the new one, each at its number; `positions` is how far both were read.
    """

    old_version: int
    new_version: int
    new: int
    gone: int
    digest: str
    positions: dict[int, int]


def compare_lists(store: ReadStore, new_version: int) -> ListsCompared:
    """Compare what two lists found: two findings are the same if they say the same of the same events."""
    with store.at_one_moment():
        old_version = shown_version(store)
        old, new = (_of_list(store, version) for version in (old_version, new_version))
        positions = {place[1]: end for place, end in store.positions().items() if place[0] == FINDINGS}
    old_said, new_said = (Counter(map(_said, found)) for found in (old, new))
    digest = sha256(b"".join(repr(astuple(row)).encode() for row in new)).hexdigest()
    counts = (new_said - old_said).total(), (old_said - new_said).total()
    return ListsCompared(old_version, new_version, *counts, digest, positions)


def _of_list(store: ReadStore, version: int) -> list[FindingRow]:
    return store.select(FindingRow, *Wanted().query(version))


def _said(row: FindingRow) -> tuple[object, ...]:
    """A finding without its number and its list."""
    return tuple(part for name, part in asdict(row).items() if name not in ("version", "seq"))


class FindingsToCome:
    """What is found after what the read model holds: read from the log as it comes, each once."""

    def __init__(self, store: ReadStore, log: Log, version: int | None = None) -> None:
        self._log = log
        self._version = version or shown_version(store)
        query = "SELECT stream, seq FROM findings WHERE version = ?"
        self._known = set(store.select(lambda stream, seq: (stream, int(seq)), query, (self._version,)))
        positions: Mapping[tuple[str, int], int] = store.positions()
        partitions = range(log.partitions(FINDINGS))
        self._next = {partition: positions.get((FINDINGS, partition), 0) for partition in partitions}

    def follow(self, tell: Callable[[Trouble], None]) -> Iterator[Finding]:
        """One after the other, for ever: of an outage it tells once, and goes on where it was."""
        told = False
        while True:
            try:
                yield from self.new()
                told = False
            except Trouble as trouble:
                if not told:
                    tell(trouble)
                told = True
            time.sleep(LOOK_EVERY_S)

    def new(self) -> Iterator[Finding]:
        """What has come since the last call."""
        for partition, start in self._next.items():
            stop = self._log.end(FINDINGS, partition)
            if start >= stop:
                continue
            for record in self._log.read(FINDINGS, partition, start, stop):
                self._next[partition] = record.offset + 1
                try:
                    issued = read_issued(record)
                except MalformedEvent:
                    continue  # nobody of ours wrote it; `check` says so
                place = issued.finding.stream, issued.seq
                if issued.finding.version == self._version and place not in self._known:
                    self._known.add(place)
                    yield issued.finding
            self._next[partition] = stop
