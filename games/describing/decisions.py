"""A player's decision as a JSON object: exactly the fields that its action needs (see `Shape.actions`).

Cards in it may be absent like any others: the game asks for them where a wager depends on them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.describing.fields import cards_of, cents, refuse, shown, table, yes_or_no
from games.game import Game
from games.settlement import Decision

CARDS = frozenset({"high", "low"})


def decision_of(value: object, index: int, game: Game) -> Decision:
    """The decision of the seat at `index`: exactly the fields that its action needs."""
    field = f"seats[{index}].decision"
    data = table(value, field)
    action = data.get("action")
    actions = game.shape.actions
    if type(action) is not str or (action not in actions and action not in {"none", "abandon"}):
        refuse(f"{field}.action", f"expected {', '.join(actions)}, none or abandon, found {shown(action)}")
    wanted = actions.get(action, ())
    decision = Decision(action)
    if data.keys() != {"action", *wanted}:
        check_fields(data, action, wanted, field)
    for key in wanted:
        if key in data:
            DECISION_FIELDS[key](decision, data[key], f"{field}.{key}", game.shape.streets)
    return decision


def check_fields(data: Mapping[str, object], action: str, wanted: Sequence[str], field: str) -> None:
    """Refuse a field that the action does not have, and the lack of one that it needs."""
    for key in data.keys() - {"action", *wanted}:
        refuse(f"{field}.{key}", f"{action} has no such field")
    for key in wanted:
        if key not in data and key not in CARDS:
            refuse(f"{field}.{key}", f"missing: {action} needs {', '.join(wanted)}")


def set_amount(decision: Decision, value: object, field: str, _streets: tuple[str, ...]) -> None:
    """The wager that goes with the decision."""
    decision.amount = cents(value, field)


def set_street(decision: Decision, value: object, field: str, streets: tuple[str, ...]) -> None:
    """When a Raise was made."""
    if value not in streets:
        refuse(field, f"expected one of {', '.join(streets)}, found {shown(value)}")
    decision.at = str(value)


def set_high(decision: Decision, value: object, field: str, _streets: tuple[str, ...]) -> None:
    """The high hand as set."""
    decision.high = cards_of(value, field)


def set_low(decision: Decision, value: object, field: str, _streets: tuple[str, ...]) -> None:
    """The low hand as set."""
    decision.low = cards_of(value, field)


def set_flop(_decision: Decision, value: object, field: str, _streets: tuple[str, ...]) -> None:
    """A Flop wager is what playing on means, so it cannot be false."""
    if not yes_or_no(value, field):
        refuse(field, "a player who plays has placed the Flop wager; use fold otherwise")


def set_turn(decision: Decision, value: object, field: str, _streets: tuple[str, ...]) -> None:
    """Whether the Turn wager was placed."""
    decision.turn = yes_or_no(value, field)


def set_river(decision: Decision, value: object, field: str, _streets: tuple[str, ...]) -> None:
    """Whether the River wager was placed."""
    decision.river = yes_or_no(value, field)


DECISION_FIELDS: dict[str, Callable[[Decision, object, str, tuple[str, ...]], None]] = {
    "raise": set_amount,
    "play": set_amount,
    "at": set_street,
    "high": set_high,
    "low": set_low,
    "flop": set_flop,
    "turn": set_turn,
    "river": set_river,
}
