"""What a check of the record is: its id and word, and what it needs to know.

They are not asked at moments of play: each belongs to whoever reads the header, the chain or a desk.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from events.envelope import Event
from events.vocabulary.findings import Severity
from projections.examining.check import Found
from projections.examining.finding import Finding


class RecordCheck(NamedTuple):
    """One check; `streams` are the kinds of streams that show a breach."""

    id: str
    word: str
    streams: tuple[str, ...]
    needs: str


_EVERYWHERE: Final = ("table", "link", "desk")
CLOCK: Final = RecordCheck("R01", "device_clock_off", ("table",), "both times of an event")
FORK_OR_GAP: Final = RecordCheck("R03", "fork_or_gap", _EVERYWHERE, "the chain of a stream")
BYTES: Final = RecordCheck("R04", "bytes_quarantined", _EVERYWHERE, "the chain of a stream")
BADGE: Final = RecordCheck("R02", "badge_not_registered_at_desk", ("desk",), "stamps")
VARIANCE: Final = RecordCheck("R08", "variance_not_explained", ("desk",), "readings of a desk")
TERMS: Final = RecordCheck("T22", "terms_refused", ("link",), "refused changes of a link")
CHECKS: Final = (CLOCK, BADGE, FORK_OR_GAP, BYTES, VARIANCE, TERMS)


def finding_of(check: RecordCheck, found: Found, event: Event, version: int) -> Finding:
    """What was found, at an event, as people and scripts get it."""
    severity: Severity = "money" if found.due_mc != found.done_mc else "record"
    return Finding(
        check=check.word,
        id=check.id,
        severity=severity,
        section=found.section,
        stream=event.stream,
        table=event.owner if event.kind == "table" else None,
        round=found.round or event.round,
        seat=None,
        wager=None,
        at_us=event.occurred_at_us,
        gaming_day=event.gaming_day,
        events=tuple(sorted({*found.seqs, event.seq})),
        message=found.message,
        mode=event.mode,
        version=version,
        due_mc=found.due_mc,
        done_mc=found.done_mc,
    )
