"""The findings of a log are what its list of checks finds in the events, and in what keepers decided on them,
byte for byte, each once.

What an older or a newer list found cannot be found again by this one: of that only numbers and chain are
checked. Hashes are kept instead of findings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from events.envelope import NO_PREV, event_hash
from events.errors import MalformedEvent
from events.topics import FINDINGS
from projections.checking.problems import Note, Problem
from projections.examining.finding import VERSION
from projections.examining.issuing import read_issued
from projections.records import Output, Record

_Numbered = dict[int, tuple[bytes, bytes]]
"""By number: the hash of a finding, and that of the one before it as it says."""


class FindingsAgreement:
    """Compares what is found again with what is in `findings`; a number that comes twice must be the same."""

    def __init__(self) -> None:
        self._due: dict[str, list[bytes]] = {}
        self._there: dict[tuple[str, int], _Numbered] = {}
        self._found: list[Problem] = []
        self.foreign: list[Problem] = []
        """Records that no examiner wrote: nobody takes them for findings."""

    def found_again(self, outputs: Iterable[Output]) -> None:
        """Take what the examiner issues, in the order of each stream."""
        for output in outputs:
            self._due.setdefault(output.key, []).append(event_hash(output.value))

    def finding(self, record: Record) -> None:
        """Take a record of `findings`."""
        try:
            issued = read_issued(record)
        except MalformedEvent as error:
            place = f"{FINDINGS} {record.partition}:{record.offset} ({record.key[:80]})"
            self.foreign.append(Problem("findings", place, f"no examiner wrote this ({error})"))
            return
        series = self._there.setdefault((issued.stream, issued.finding.version), {})
        digest = event_hash(record.value)
        if series.setdefault(issued.seq, (digest, issued.prev))[0] != digest:
            self._found.append(
                Problem("findings", f"{issued.stream}#{issued.seq}", "there are two of that number")
            )

    def otherwise(self) -> Iterator[Problem]:
        """What is there and would not be found so, or does not follow the one before it."""
        yield from self._found
        for (stream, version), there in sorted(self._there.items()):
            if version == VERSION:
                yield from self._unlike(stream, there)
            else:
                yield from _unchained(stream, there)

    def to_come(self) -> Iterator[Note]:
        """What is found again behind the last that was issued: an examiner that catches up will issue it."""
        for stream, due in sorted(self._due.items()):
            left = len(due) - max(self._there.get((stream, VERSION), {}), default=0)
            if left > 0:
                findings = f"{left:,} finding{'s' * (left != 1)}"
                detail = f"{findings} still to be issued, by `pitledger findings` or on Kafka by the examiner"
                yield Note(stream, detail)

    def _unlike(self, stream: str, there: Mapping[int, tuple[bytes, bytes]]) -> Iterator[Problem]:
        due = self._due.get(stream, [])
        # Behind what is due nothing is missing, whatever number somebody has written there.
        yield from _missing(stream, {min(seq, len(due) + 1) for seq in there})
        for seq, (digest, _) in sorted(there.items()):
            if seq > len(due):
                yield Problem("findings", f"{stream}#{seq}", "nothing of that is found in the events")
            elif due[seq - 1] != digest:
                yield Problem("findings", f"{stream}#{seq}", "it would be found otherwise")


def _unchained(stream: str, there: Mapping[int, tuple[bytes, bytes]]) -> Iterator[Problem]:
    yield from _missing(stream, there)
    for seq, (_, prev) in sorted(there.items()):
        if (seq == 1 or seq - 1 in there) and prev != (NO_PREV if seq == 1 else there[seq - 1][0]):
            yield Problem("findings", f"{stream}#{seq}", "it does not follow its chain")


def _missing(stream: str, there: Iterable[int]) -> Iterator[Problem]:
    """The numbers that are missing before the last, each run of them once: a number may be anything."""
    before = 0
    for seq in sorted(there):
        if seq == before + 2:
            yield Problem("findings", stream, f"finding {seq - 1} is missing")
        elif seq > before + 2:
            yield Problem("findings", stream, f"findings {before + 1} to {seq - 1} are missing")
        before = seq
