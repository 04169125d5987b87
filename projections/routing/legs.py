"""Which events of a table carry legs, to which links, with which numbers."""

from __future__ import annotations

from typing import Final, NamedTuple, assert_never, get_args

from events.vocabulary.desk import TableDayEnded
from events.vocabulary.progressive import (
    BetsClosed,
    ProgressiveClaimed,
    ProgressivePaid,
    ProgressiveRejected,
    ProgressiveValidated,
    RoundVoided,
)
from events.vocabulary.table import SelectionsChanged, TableOpened
from events.vocabulary.unions import TableLeg

LEG_TYPES: Final[dict[str, type[TableLeg]]] = {kind.TYPE: kind for kind in get_args(TableLeg)}
"""The types that carry legs."""


class LegTo(NamedTuple):
    """A leg: the link that it goes to, and its dense number there; 0 means not numbered yet."""

    link: str
    number: int


def legs_of(body: TableLeg) -> list[LegTo]:
    """The legs of an event, in its own order."""
    match body:
        case BetsClosed() | TableOpened() | SelectionsChanged() | TableDayEnded() | RoundVoided():
            return [LegTo(leg.link, leg.leg) for leg in body.legs]
        case ProgressiveClaimed() | ProgressiveValidated() | ProgressiveRejected() | ProgressivePaid():
            return [LegTo(body.link, body.leg)]
        case _:
            assert_never(body)
