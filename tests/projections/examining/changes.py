"""Scenarios that are one change of a faultless round: in each chapter, and by each way of dealing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tests.projections.examining.clean_rounds import DOLLAR, FULL, Round
from tests.projections.examining.round_lines import Line
from tests.projections.examining.scenarios import Sections, breaks
from tests.projections.examining.script import Script
from tests.projections.examining.told import Told

Change = Callable[[Script, str], object]
Letters = Mapping[str, tuple[str | None, str | None, str | None]]
"""By chapter: the subsection for a manual shoe, from the hand, from an automated shoe; null for no rule."""
WAYS = (("manual_shoe", "manual"), ("hand", "device"), ("automated_shoe", "device"))
"""Without a device that counts, so that the stub is counted."""


def played(broken: bool, change: Change, rounds: dict[str, Round], *way: str, **opened: Any) -> Told:
    """A round of three players (or one) and what is changed in it."""
    told = Told(None, *way)
    told = told.ready_for_all(**opened) if rounds is FULL else told.ready(**opened)
    script = told.script(rounds)
    if broken:
        change(script, told.chapter)
    return told.plays(script=script)


def changed(
    id_: str,
    section: Sections,
    *way: str,
    rounds: dict[str, Round] = FULL,
    **opened: Any,
) -> Callable[[Change], Change]:
    """A scenario whose broken table differs from its clean twin by one change of the script."""

    def of(change: Change) -> Change:
        breaks(id_, section)(lambda broken: played(broken, change, rounds, *way, **opened))
        return change

    return of


def by_procedure(
    id_: str,
    letters: Letters,
    *,
    rounds: dict[str, Round] = FULL,
    ways: tuple[int, ...] = (0, 1, 2),
    **opened: Any,
) -> Callable[[Change], Change]:
    """The same by every way of dealing, each with the section that it has there."""

    def of(change: Change) -> Change:
        for way in ways:
            cited = {
                chapter: None if listed[way] is None else f"{chapter}.{listed[way]}"
                for chapter, listed in letters.items()
            }
            changed(id_, cited, *WAYS[way], rounds=rounds, **opened)(change)
        return change

    return of


def placed(wager: str, seat: int, dollars: int) -> Line:
    """A wager by value chip."""
    fields = {"seat": seat, "wager": wager, "amount_mc": dollars * DOLLAR, "instrument": "value_chip"}
    return "wager_placed", fields


def unused(chapter: str) -> str:
    """A card that no `FULL` round of the chapter has."""
    round_ = FULL[chapter]
    known = {*round_.dealer.split(), *round_.board.split(), *round_.six_card.split(), *round_.fourth.values()}
    known |= {card for box in round_.boxes.values() for card in box.cards.split()}
    return next(rank + suit for rank in "23456789" for suit in "cdhs" if rank + suit not in known)
