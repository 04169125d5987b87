"""How a progressive award is paid, step by step: verify, validate, document, pay (x.11).

What the award amounts to is `judgement`'s; the subsection of each step is in the game's `award_steps`.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.procedure.duties import Breach, Duty
from games.rates import Rate


@dataclass(frozen=True, slots=True)
class AwardSteps:
    """The subsections of one progressive wager's award.

    `light` is None where no light is verified. A floorperson validates from `validated_from` for 1 up, and
    every percentage. `inventory` names what the award is paid from when it is not a percentage: the table
    inventory container, or the player's game account.
    """

    hand: str
    light: str | None
    validated: str
    paid: str
    validated_from: int = 0
    inventory: str = "table inventory"


def award_duties(steps: AwardSteps, rate: Rate, *, from_inventory: bool) -> list[Duty]:
    """What has to happen for an award at `rate`, in order.

    An award that is not paid from the inventory needs documents, and until then the cards stay on the table.
    """
    duties = [Duty("verify_hand", "dealer", steps.hand)]
    if steps.light is not None:
        duties.append(Duty("verify_light", "dealer", steps.light))
    if rate.kind == "percent" or rate.numerator >= steps.validated_from:
        duties.append(Duty("validate", "floorperson", steps.validated))
    if not from_inventory:
        duties.append(Duty("keep_cards_on_table", "dealer", steps.paid))
        duties.append(Duty("document", "floorperson", steps.paid))
    duties.append(Duty("pay", "dealer", steps.paid))
    return duties


def check_source(steps: AwardSteps, rate: Rate, *, from_inventory: bool) -> Breach | None:
    """A percentage of the meter is never paid from the table inventory (or the game account)."""
    if rate.kind != "percent" or not from_inventory:
        return None
    return Breach(steps.paid, f"{rate.text} was paid from the {steps.inventory}")
