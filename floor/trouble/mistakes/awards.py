"""Mistakes on the way of an award: light, validation, papers, amount, where it is paid from (x.11)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from floor.steps import Fact
from floor.trouble.planting import Spot, changed, mistake

VALIDATIONS: Final = ("progressive_validated", "fixed_award_validated")
SHORT_MC: Final = 100_000
"""A dollar, that the amount paid differs from the amount locked."""
NEVER_FED: Final = "NEVER-FED"
"""A link that no table of the floor feeds."""


def _wager(spot: Spot, fact: Fact) -> str:
    """The wager of an award; validations and payments name their link alone, whose claim they follow."""
    return str(fact.fields["wager"]) if "wager" in fact.fields else spot.claimed[fact.fields["link"]]


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
def award_overpaid(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A dollar more than the link has locked is paid."""
    due = fact.fields["amount_mc"]
    done = due + SHORT_MC
    _plant(spot, fact, "paid", "more than the amount locked", due_mc=due, done_mc=done)
    spot.later = _settles(spot, fact, paid_mc=done, paid_from=fact.fields["paid_from"])
    return (changed(fact, amount_mc=done),)


@mistake("progressive_paid")
def award_paid_twice(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The same payment is entered a second time, with its slip: no cash moves."""
    due = fact.fields["amount_mc"]
    _plant(spot, fact, "paid", "entered twice", due_mc=due, done_mc=due)
    return (fact, fact)


@mistake("progressive_paid")
def award_paid_by_two_slips(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The same award is paid a second time, by another slip."""
    due = fact.fields["amount_mc"]
    _plant(spot, fact, "paid", "paid twice", due_mc=due, done_mc=2 * due)
    return (fact, changed(fact, slip=_another(fact)))


@mistake("progressive_paid")
def award_paid_to_another_too(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The amount of an award is paid to a player who has no share of it, too."""
    wager, own = _wager(spot, fact), fact.fields["seat"]
    others = [seat for seat, name in spot.wagers if name == "ante" and (seat, wager) not in spot.wagers]
    if not others:
        return None
    due = fact.fields["amount_mc"]
    spot.plant(
        *(fact, spot.table.game.award_steps[wager].paid, f"paid to a seat without a share, and to {own}"),
        seat=others[0],
        wager=wager,
        due_mc=0,
        done_mc=due,
    )
    return (fact, changed(fact, seat=others[0], slip=_another(fact)))


@mistake("progressive_paid")
def award_paid_for_a_link_never_fed(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The amount of an award is paid once more, in the name of a link that the table never fed."""
    due = fact.fields["amount_mc"]
    _plant(spot, fact, "paid", "paid for a link that the table never fed", due_mc=0, done_mc=due)
    return (fact, changed(fact, link=NEVER_FED, slip=_another(fact)))


def _another(fact: Fact) -> str:
    """The number of a second slip."""
    return f"{fact.fields['slip']}/2"
