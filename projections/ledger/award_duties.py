"""What has to be done for an award, of a meter or of house money, and which of it was not.

The duties are the chapter's (`games.procedure.awards`); the steps are what people did about it at the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games import registry, rulebook
from games.errors import GamesError
from games.procedure.awards import award_duties
from games.procedure.duties import Duty
from games.rates import Rate
from projections.ledger.award_steps import CARDS_GONE, LIT, StepTaken

_PERCENTAGE: Final = Rate("percent", 100, 100, None, "of the meter")


def duties_of(rulebook_name: str, wager: str) -> list[Duty] | None:
    """What a percentage award of a wager demands; None where the rulebook is not on the shelf."""
    try:
        steps = registry.by_name(rulebook.by_name(rulebook_name).game).award_steps[wager]
    except (GamesError, KeyError):
        return None
    return award_duties(steps, _PERCENTAGE, from_inventory=False)


def fixed_duties(
    rulebook_name: str, wager: str, stake_mc: int, amount_mc: int, paid_from: str
) -> list[Duty] | None:
    """What a fixed award of a wager demands; None where the rulebook is not on the shelf.

    Its rate is what was paid for the stake. Magic Card and Lucky Bonus go by the steps of their wager, and no
    floorperson is asked (647a.11(j)).
    """
    try:
        known = registry.by_name(rulebook.by_name(rulebook_name).game).award_steps
    except GamesError:
        return None
    steps = known.get(wager) or known.get(wager.rpartition("_")[0])
    if steps is None:
        return None
    for_one = amount_mc // stake_mc if stake_mc and wager in known else 0
    from_inventory = paid_from in ("", steps.inventory.replace(" ", "_"))
    return award_duties(steps, Rate("for", for_one, 1, None, "fixed"), from_inventory=from_inventory)


def missing(duties: Iterable[Duty], steps: Iterable[StepTaken], status: str = "locked") -> list[Duty]:
    """The duties that no step fulfils, in the order of the chapter, for an award that has come to `status`.

    An award that went back to the meter needs nothing more. It is paid when the link has it so: a share of it
    is not all of it.
    """
    if status == "returned":
        return []
    done = {duty for step in steps if step.refused is None for duty in _fulfils(step)}
    if status == "paid":
        done.add("pay")
    return [duty for duty in duties if duty.step not in done]


def _fulfils(step: StepTaken) -> tuple[str, ...]:
    """The duties that a step is the proof of."""
    match step.step:
        case "claimed":
            return ("verify_hand",)
        case "light verified":
            return ("verify_light",) if step.said == LIT else ()
        case "validated" | "fixed award validated":
            return ("validate",)
        case "fixed award paid":
            return ("verify_hand", "pay")
        case "documented":
            gone = step.said.endswith(CARDS_GONE)
            return ("document",) if gone else ("document", "keep_cards_on_table")
    return ()
