"""A fact as it is given to the recorder, which adds its number, its times and what the register has."""

from __future__ import annotations

from typing import Any, NamedTuple

from console.calls.wrong_call import WrongCall
from console.recording.clerk import Clerk
from events.body import body_fields, parse_body
from events.errors import MalformedEvent
from streams.recorder.recorder import Recorded


class Fact(NamedTuple):
    """What is to be recorded, where, and who does it; without a moment it occurs when it is recorded."""

    stream: str
    type: str
    fields: dict[str, Any]
    actor: str
    occurred_at_us: int | None = None
    round: str | None = None

    def body(self) -> dict[str, Any]:
        """Every field of the body as it goes to the recorder; `WrongCall` for what can be no such body."""
        try:
            return body_fields(parse_body(self.type, self.fields))
        except MalformedEvent as error:
            raise WrongCall(f"{self.type}: {error}") from error

    def record(self, clerk: Clerk, id_: str | None) -> Recorded:
        """Have it recorded, by an id of the caller's own or by none."""
        return clerk.record(
            *(self.stream, self.type, self.fields, self.actor),
            occurred_at_us=self.occurred_at_us,
            source_id=id_,
            round_name=self.round,
        )


def id_of(id_: str | None, part: str) -> str | None:
    """The id of one of several facts that are recorded under one id."""
    return None if id_ is None else f"{id_}/{part}"
