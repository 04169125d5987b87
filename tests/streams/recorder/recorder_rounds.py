"""The rounds of a table as the recorder's model knows them: what each was opened under, and what is taken."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from events.body import decode_body
from events.envelope import Event


@dataclass
class Round:
    """The last round of a table in one mode, by what it was opened under."""

    id: str | None = None
    table_open: bool = False
    offers: dict[str, str] = field(default_factory=dict)
    """Wager to link."""
    found: dict[str, Link] = field(default_factory=dict)
    rulebook: str = ""
    open: bool = False
    locked: bool = False
    taken: dict[tuple[int, str], int] = field(default_factory=dict)
    """What each seat has on each wager and nobody has sent to its link."""

    def named(self, by: str | None) -> bool:
        """Whether an event that names a round, or none, is about this one."""
        return by is None or self.id is None or by == self.id


@dataclass
class Mode:
    """A table in one mode: what it plays by from the next round on, and its last round."""

    table_open: bool = False
    offers: dict[str, str] = field(default_factory=dict)
    rulebook: str = ""
    round: Round = field(default_factory=Round)


@dataclass(frozen=True)
class Link:
    """A link by its own live events, from the first that opened it; its terms change while it is closed."""

    open: bool
    seq: int


def follow_round(round_: Round, type_: str, body: Any) -> None:
    """What becomes of a round by an event that names it, or none."""
    match type_:
        case "wager_placed" if body.wager in round_.offers:
            round_.taken[body.seat, body.wager] = body.amount_mc
        case "wager_withdrawn":
            _withdraw(round_, body)
        case "lock_out_engaged" if body.system == "progressive":
            round_.locked = True
        case "bets_closed":
            round_.locked = True
            round_.taken.clear()
        case "round_closed":
            round_.open = False
            round_.taken.clear()
        case "round_voided":
            round_.open = False
            for leg in body.legs:
                for seat in leg.seats:
                    for wager in [w for w, link in round_.offers.items() if link == leg.link]:
                        round_.taken.pop((seat, wager), None)


def _withdraw(round_: Round, body: Any) -> None:
    had = round_.taken.pop((body.seat, body.wager), 0)
    if had > body.amount_mc:
        round_.taken[body.seat, body.wager] = had - body.amount_mc


def wagers_to(round_: Round, link: str) -> dict[tuple[int, str], int]:
    """What was taken for a link and is not sent."""
    return {key: amount for key, amount in round_.taken.items() if round_.offers[key[1]] == link}


def as_pairs(wagers: Iterable[Any]) -> dict[tuple[int, str], int]:
    """The wagers of a leg by seat and name."""
    pairs = [((wager.seat, wager.wager), wager.amount_mc) for wager in wagers]
    assert len(dict(pairs)) == len(pairs), f"a wager twice in one leg: {pairs}"
    return dict(pairs)


def legs_of(event: Event) -> list[tuple[str, int]]:
    """The links that an event has legs to, and the numbers of these; a number of 0 is not a leg."""
    body: Any = decode_body(event)
    if hasattr(body, "legs"):
        return [(leg.link, leg.leg) for leg in body.legs if leg.leg]
    return [(body.link, body.leg)] if getattr(body, "leg", 0) else []
