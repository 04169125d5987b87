"""The register of badges of the floor: everybody who works there, recorded before anything else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from events.body import body_fields
from events.vocabulary.badges import BadgeIssued
from events.vocabulary.links import Signature
from events.vocabulary.terms import Rank
from floor.steps import Fact
from floor.table.people import CAGE, DEALERS, FLOORPERSONS

TABLE_GAMES: Final = "table games"
SIGNER: Final = "S-1"
SIGNATURES: Final = (
    Signature(badge=SIGNER, department="slots"),
    Signature(badge="A-2", department="accounting"),
)
"""Two people of different departments sign for links, and for whoever comes into the register after them."""


class _Person(NamedTuple):
    badge: str
    department: str
    rank: Rank


_OFFICES: Final = (
    _Person("A-7", "accounting", "staff"),
    _Person("S-2", "surveillance", "staff"),
    _Person(CAGE, "cage", "staff"),
    _Person("M-4", TABLE_GAMES, "shift_manager"),
)
"""Those who work in no crew."""


def issued(at_us: int) -> Iterator[Fact]:
    """Everybody is given a badge: the two who sign first, which puts the register into force."""
    for signature in SIGNATURES:
        yield _fact(at_us, _Person(signature.badge, signature.department, "staff"), [])
    signed: list[dict[str, Any]] = [body_fields(signature) for signature in SIGNATURES]
    for person in (*_OFFICES, *_crews()):
        yield _fact(at_us, person, signed)


def _crews() -> Iterator[_Person]:
    for badge in FLOORPERSONS:
        yield _Person(badge, TABLE_GAMES, "floorperson")
    for badge in DEALERS:
        yield _Person(badge, TABLE_GAMES, "dealer")


def _fact(at_us: int, person: _Person, signed_by: list[dict[str, Any]]) -> Fact:
    fields = {**person._asdict(), "signed_by": signed_by, "reason": "the floor opens"}
    return Fact(at_us, BadgeIssued.TYPE, fields, SIGNER)
