"""How the instance stands: how far projections have come, what is halted, quarantined, or signed."""

from __future__ import annotations

import platform
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

from console.web.asked import Asked
from console.web.frame.lists import Cell, Column, row
from console.web.showing.audit.checkpoints import has_audit_log, last_checkpoint, records_since
from console.web.view import View
from events.topics import READ
from projections.examining.finding import VERSION
from streams.read_model.findings import shown_version
from streams.read_model.queries.trouble import halted_streams, quarantined

COLUMNS: Final = (
    Column("topic", "topic", "id"),
    Column("partition", "partition", "number"),
    Column("recorded", "recorded", "number"),
    Column("applied", "in the read model", "number"),
    Column("behind", "behind", "number"),
    Column("state", "state", "status"),
)
_A_LOT: Final = 1_000
"""From so many records on a read model is behind, and not merely a moment late."""
_QUARANTINED_SHOWN: Final = 50


@dataclass(frozen=True, slots=True)
class Lag:
    """A partition of a topic: how much is recorded, and how much of it the read model has."""

    topic: str
    partition: int
    recorded: int
    applied: int

    @property
    def behind(self) -> int:
        """How many records the read model lacks."""
        return max(0, self.recorded - self.applied)


def health(asked: Asked) -> View:
    """How the instance stands."""
    positions = asked.store.positions()
    lags = [
        Lag(topic, partition, asked.log.end(topic, partition), positions.get((topic, partition), 0))
        for topic in READ
        for partition in range(asked.log.partitions(topic))
    ]
    halts, lost = halted_streams(asked.store), quarantined(asked.store)
    begun = has_audit_log(asked.site)
    signed = last_checkpoint(asked.site) if begun else None
    since = records_since(asked.site, asked.log) if begun else 0
    rows = [
        row(
            f"{each.topic}/{each.partition}",
            topic=each.topic,
            partition=each.partition,
            recorded=each.recorded,
            applied=each.applied,
            behind=each.behind,
            state=_state(each),
        )
        for each in lags
    ]
    versions = versions_here() | {"list of checks": f"{shown_version(asked.store)} shown, {VERSION} newest"}
    values = {
        "halts": halts,
        "lost": lost[:_QUARANTINED_SHOWN],
        "lost_in_all": len(lost),
        "signed": signed,
        "since": since,
        "begun": begun,
        "versions": versions,
        "where": "on Kafka" if asked.site.where.kafka else "embedded, in one file",
    }

    def document() -> Any:
        return {
            "projections": [{**asdict(each), "behind": each.behind} for each in lags],
            "halted": [{"stream": each.stream, "missing_seq": each.missing_seq} for each in halts],
            "quarantined": [asdict(each) for each in lost],
            "audit": None if signed is None else {"size": signed.size, "records_since": since},
            "versions": versions,
        }

    nothing = "Nothing is recorded here yet."
    return View("health.html", "Health", document, values, asked.listed(COLUMNS, rows, nothing))


def _state(of: Lag) -> Cell:
    if not of.behind:
        return Cell("up to date", tone="ok")
    return Cell("behind", tone="warn") if of.behind >= _A_LOT else Cell("a moment late", tone="unknown")


def versions_here() -> dict[str, str]:
    """What this process runs on."""
    try:
        own = version("pitledger")
    except PackageNotFoundError:
        own = "unknown"
    return {"pitledger": own, "Python": platform.python_version()}
