"""Mistakes on the way of an award: light, validation, papers, amount, where it is paid from (x.11)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from floor.steps import Fact
from floor.trouble.planting import Spot, changed, mistake

VALIDATIONS: Final = ("progressive_validated", "fixed_award_validated")
SHORT_MC: Final = 100_000
"""A dollar, that the amount paid differs from the amount locked."""


def _wager(spot: Spot, fact: Fact) -> str:
    """The wager of an award; payments name their link alone."""
    if "wager" in fact.fields:
        return str(fact.fields["wager"])
    links = spot.table.submission.progressives
    return next(
        wager
        for wager, link in links.items()
        if link.name == fact.fields["link"] and (fact.fields["seat"], wager) in spot.wagers
    )


def _plant(spot: Spot, fact: Fact, step: str, text: str, **more: Any) -> None:
    """Cite the subsection that this wager's award steps have for the step."""
    wager = _wager(spot, fact)
    section = getattr(spot.table.game.award_steps[wager], step) or spot.chapter
    spot.plant(fact, section, text, wager=wager, **more)


@mistake(*VALIDATIONS)
def award_without_validation(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """An award is paid that no floorperson has validated."""
    _plant(spot, fact, "validated", "not validated")
    return ()


@mistake(*VALIDATIONS)
def award_validated_twice(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The same award is validated a second time."""
    _plant(spot, fact, "validated", "validated twice")
    return (fact, fact)


@mistake("progressive_light_verified")
def light_not_verified(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Nobody looks whether the light of a winning wager is on."""
    _plant(spot, fact, "light", "light not verified")
    return ()


@mistake("progressive_light_verified")
def paid_without_light(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The light is off, and the award is paid."""
    _plant(spot, fact, "light", "the light was off")
    return (changed(fact, lit=False),)


@mistake("award_documented")
def document_missing(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """No papers are filled in for an award that is not paid from the table inventory."""
    _plant(spot, fact, "paid", "no document")
    return ()


@mistake("award_documented")
def cards_not_kept(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The winning cards are taken up before the papers are complete."""
    _plant(spot, fact, "paid", "the cards did not stay")
    return (changed(fact, cards_remained=False),)


def _settles(spot: Spot, fact: Fact, **fields: Any) -> Callable[[Fact], Sequence[Fact]]:
    """The settlement of the wager shows what was done about its award."""
    place = (fact.fields["seat"], _wager(spot, fact))

    def later(following: Fact) -> Sequence[Fact]:
        shown = following.fields
        if following.type != "wager_settled" or (shown["seat"], shown["wager"]) != place:
            return (following,)
        return (changed(following, **fields),)

    return later


@mistake("progressive_paid")
def award_of_a_wrong_amount(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A dollar less than the link has locked is paid."""
    due = fact.fields["amount_mc"]
    done = max(0, due - SHORT_MC)
    _plant(spot, fact, "paid", "not the amount locked", due_mc=due, done_mc=done)
    spot.later = _settles(spot, fact, paid_mc=done, paid_from=fact.fields["paid_from"] if done else None)
    return (changed(fact, amount_mc=done),)


@mistake("progressive_paid")
def percentage_from_the_inventory(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A share of a meter is paid from the table inventory."""
    _plant(spot, fact, "paid", "paid from the table inventory")
    spot.later = _settles(spot, fact, paid_from="table_inventory")
    return (changed(fact, paid_from="table_inventory"),)


@mistake("progressive_paid")
def award_paid_twice(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The same award is paid a second time."""
    due = fact.fields["amount_mc"]
    _plant(spot, fact, "paid", "paid twice", due_mc=due, done_mc=2 * due)
    return (fact, fact)
