"""What keepers have decided about the claims of a floor, read from `meters` as it grows."""

from __future__ import annotations

from typing import Final, NamedTuple

from events.body import read_body
from events.envelope import decode
from events.errors import MalformedEvent
from events.topics import METERS
from events.vocabulary.award_records import AwardLocked
from events.vocabulary.meters import LegRefused, MeterOpened
from floor.steps import Award
from streams.log import Log

_LOOKED_AT: Final = frozenset({MeterOpened.TYPE, AwardLocked.TYPE, LegRefused.TYPE})


class Claim(NamedTuple):
    """A claim by the link that it is made on, and its place in its table's stream."""

    link: str
    table: str
    seq: int


class Answers:
    """What keepers have decided about claims; each is handed out by its claim."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._next = dict.fromkeys(range(log.partitions(METERS)), 0)
        self._given: dict[Claim, Award] = {}
        self._opened: set[str] = set()

    def opened(self, link: str) -> bool:
        """Whether the keeper has opened a link."""
        if link not in self._opened:
            self._read()
        return link in self._opened

    def to(self, claim: Claim, now_us: int) -> Award | None:
        """The answer to a claim; None while there is none."""
        if claim not in self._given:
            self._read()
        found = self._given.get(claim)
        return None if found is None else Award(claim.seq, now_us, found.amount_mc, found.reason)

    def _read(self) -> None:
        for partition, start in self._next.items():
            for record in self._log.read(METERS, partition, start):
                self._next[partition] = record.offset + 1
                self._remember(record.value)

    def _remember(self, value: bytes) -> None:
        """Take a record of a keeper; bytes that are none, which `pitledger check` reports, answer nobody."""
        try:
            decided = decode(value)
            body = read_body(decided) if decided.type in _LOOKED_AT else None
        except (MalformedEvent, ValueError, TypeError):
            return
        match body:
            case MeterOpened():
                self._opened.add(decided.owner)
            case AwardLocked() as locked:
                claim = Claim(decided.owner, locked.table, locked.claim_seq)
                self._given.setdefault(claim, Award(claim.seq, 0, locked.amount_mc))
            case LegRefused(attempted="claim") as refused:
                claim = Claim(decided.owner, refused.table, refused.claim_seq)
                self._given.setdefault(claim, Award(claim.seq, 0, None, refused.reason))
