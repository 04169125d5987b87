"""The read model of `links`: how far every link has heard every table."""

from __future__ import annotations

from typing import Any, Final

from events.envelope import Event, decode
from events.errors import MalformedEvent
from projections.keeping.days import in_the_future
from projections.raw_body import Unreadable, amount, fields_of, parts, word
from projections.read_model.table_progress import Hearing, Said, TableProgressRow
from projections.read_model.tables import Changes, pack_state, unpack_state
from projections.records import Record

Place = tuple[str, str]
"""A link and a stream that it hears."""

_TABLE: Final = "table:"


class LinksModel:
    """Folds a partition of `links`; the state is how far each table has been heard.

    Test and training play is heard too: a table that only practises has not gone silent. Its gaming days are
    no days of play.
    """

    def __init__(self, dumped: bytes | None) -> None:
        self.hearings: dict[Place, Hearing] = {
            (link, stream): Hearing.load(hearing)
            for link, stream, hearing in (unpack_state(dumped) if dumped else ())
        }
        self._moved: set[Place] = set()

    def step(self, record: Record) -> int | None:
        """Hear one record, in the order of the partition; what cannot be read is not heard."""
        try:
            event = decode(record.value)
            if event.stream.startswith(_TABLE):
                fields = fields_of(event.body)
                number, said = _number(fields, record.key), _said(event, fields)
                self._hearing(record.key, event.stream).take(number, said)
            elif event.type == "stream_continued":
                fields = fields_of(event.body)
                stream, from_seq = word(fields, "stream"), amount(fields, "from_seq")
                if stream.startswith(_TABLE):
                    self._hearing(record.key, stream).go_on(from_seq)
        except (MalformedEvent, Unreadable):
            return None
        return None

    def replay(self, record: Record) -> None:
        """Nothing on `links` is ever replayed."""

    def changes(self, next_offset: int) -> Changes:
        """The tables that were heard since the last call."""
        state = [[*place, hearing.dump()] for place, hearing in sorted(self.hearings.items())]
        changes = Changes(next_offset, pack_state(state))
        changes.add_all(
            TableProgressRow,
            (
                self.hearings[link, stream].row(link, stream.removeprefix(_TABLE))
                for link, stream in sorted(self._moved)
            ),
        )
        self._moved = set()
        return changes

    def _hearing(self, link: str, stream: str) -> Hearing:
        self._moved.add((link, stream))
        return self.hearings.setdefault((link, stream), Hearing())


def _number(fields: dict[str, Any], link: str) -> int:
    """The dense number of a table's leg to a link."""
    if "legs" not in fields:
        return amount(fields, "leg")
    for part in parts(fields, "legs"):
        if part.get("link") == link:
            return amount(part, "leg")
    raise Unreadable


def _said(event: Event, fields: dict[str, Any]) -> Said:
    if event.mode != "live":
        return Said(event.recorded_at_us)
    if event.type == "table_day_ended":
        day = word(fields, "day")
        return Said(event.recorded_at_us, ends_day="" if in_the_future(day, event.gaming_day) else day)
    return Said(event.recorded_at_us, plays_day=event.gaming_day)
