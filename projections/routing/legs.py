"""Which events of a table carry legs, to which links, with which numbers."""

from __future__ import annotations

from typing import Final, NamedTuple, assert_never, get_args

from events.vocabulary.progressive import LegToOneLink
from events.vocabulary.unions import LegToEveryLink, TableLeg

LEG_TYPES: Final[dict[str, type[TableLeg]]] = {kind.TYPE: kind for kind in get_args(TableLeg)}
"""The types that carry legs."""


class LegTo(NamedTuple):
    """A leg: the link that it goes to, and its dense number there; 0 means not numbered yet."""

    link: str
    number: int


def legs_of(body: TableLeg) -> list[LegTo]:
    """The legs of an event, in its own order."""
    if isinstance(body, LegToEveryLink):
        return [LegTo(leg.link, leg.leg) for leg in body.legs]
    if isinstance(body, LegToOneLink):
        return [LegTo(body.link, body.leg)]
    assert_never(body)
