"""The read model of `meters`: meters, awards, refusals and gaps as the keeper's records leave them."""

from __future__ import annotations

from typing import Any, Final

from events.body import newest_fields
from events.envelope import Event, decode, event_hash
from events.errors import MalformedEvent
from events.topics import METERS
from projections.outputs import Source
from projections.read_model import (
    AsideRow,
    AwardRow,
    AwardStep,
    Changes,
    GapRow,
    MeterRow,
    RefusalRow,
    pack_state,
    unpack_state,
)

_AWARD_STATUS: Final = {"award_validated": "validated", "award_paid": "paid", "award_returned": "returned"}


class MetersModel:
    """Folds a partition of `meters`; the state is the number of the last record of each link.

    A number seen before is dropped. One that is early is left out too: the keeper sends again from the one
    that is missing, and only then goes on. Until then the link is shown as waiting for it.
    """

    def __init__(self, dumped: bytes | None) -> None:
        numbers, waiting = unpack_state(dumped) if dumped else ((), ())
        self.numbers: dict[str, int] = dict(numbers)
        self.waiting: set[str] = set(waiting)
        self._changes = Changes(0, b"")
        self._meters: dict[tuple[str, str], MeterRow] = {}

    def step(self, source: Source) -> int:
        """Take one record, if it is the next of its link."""
        try:
            event, body = _record(source)
        except (MalformedEvent, ValueError, TypeError) as error:
            found = event_hash(source.value).hex()
            self._changes.add(
                AsideRow(METERS, *source[:3], "malformed", str(error), found=found, expected="")
            )
            return -1
        link = event.owner
        missing = self.numbers.get(link, 0) + 1
        if event.seq > missing and link not in self.waiting:
            self.waiting.add(link)
            self._changes.add(GapRow(link, "keeper", "records", missing))
        if event.seq == missing:
            self.numbers[link] = event.seq
            if link in self.waiting:
                self.waiting.remove(link)
                self._changes.add(GapRow(link, "keeper", "", 0))
            self._add(self._changes, self._meters, event, body)
        return -1

    def replay(self, source: Source) -> None:
        """Nothing on `meters` is ever replayed."""

    def changes(self, next_offset: int) -> Changes:
        """Meters, awards, refusals and gaps since the last call."""
        changes = self._changes
        changes.next_offset = next_offset
        changes.add_all(MeterRow, self._meters.values())
        changes.state = pack_state([sorted(self.numbers.items()), sorted(self.waiting)])
        self._changes = Changes(0, b"")
        self._meters = {}
        return changes

    @staticmethod
    def _add(
        changes: Changes, meters: dict[tuple[str, str], MeterRow], event: Event, body: dict[str, Any]
    ) -> None:
        link, at = event.owner, event.recorded_at_us
        for b in body["balances"]:
            meters[link, b["meter"]] = MeterRow(
                link,
                b["meter"],
                event.seq,
                at,
                b["primary_mc"],
                b["reserve_mc"],
                b["primary_residual"],
                b["reserve_residual"],
            )
        type_ = event.type
        if type_ == "award_locked":
            changes.add(
                AwardRow(
                    link,
                    body["table"],
                    body["claim_seq"],
                    event.round or "",
                    body["seat"],
                    body["hand"],
                    body["meter"],
                    body["amount_mc"],
                    "locked",
                    at,
                )
            )
        elif type_ in _AWARD_STATUS:
            changes.add(AwardStep(link, body["table"], body["claim_seq"], _AWARD_STATUS[type_], at))
        elif type_ == "leg_refused":
            changes.add(RefusalRow(link, event.seq, body["table"], body["attempted"], body["reason"], at))
        elif type_ == "table_incomplete":
            changes.add(GapRow(link, body["table"], body["what"], body["from_number"]))
        elif type_ == "table_complete":
            changes.add(GapRow(link, body["table"], "", 0))


def _record(source: Source) -> tuple[Event, dict[str, Any]]:
    """A record of the keeper with its body."""
    event = decode(source.value)
    body = newest_fields(event)
    if event.kind != "meter" or event.owner != source.key or "balances" not in body:
        raise MalformedEvent("stream", f"{event.stream} {event.type} is no record of the keeper")
    return event, body
