"""Which events of a table carry legs, to which links, with which numbers."""

from __future__ import annotations

from typing import Final, NamedTuple, assert_never, get_args

from events.vocabulary.progressive import LegToOneLink, RoundVoided
from events.vocabulary.unions import LegToEveryLink, TableLeg

LEG_TYPES: Final[dict[str, type[TableLeg]]] = {kind.TYPE: kind for kind in get_args(TableLeg)}
"""The types that carry legs."""


class LegTo(NamedTuple):
    """A leg: the link that it goes to, and its dense number there; 0 means not numbered yet."""

    link: str
    number: int


def legs_of(body: TableLeg) -> list[LegTo]:
    """The legs of an event, in its own order.

    A void, a claim and what people do about it may name a link that their table never fed: the recorder
    gives these no number, and they go nowhere.
    """
    if isinstance(body, LegToEveryLink):
        legs = [LegTo(leg.link, leg.leg) for leg in body.legs]
        return [leg for leg in legs if leg.number] if isinstance(body, RoundVoided) else legs
    if isinstance(body, LegToOneLink):
        return [LegTo(body.link, body.leg)] if body.leg else []
    assert_never(body)
