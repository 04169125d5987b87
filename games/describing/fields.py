"""The fields of a JSON description: objects, amounts, cards, answers. Each refusal names its field."""

from __future__ import annotations

from typing import NoReturn

from games.cards import NUMBERS, RANKS, SUITS
from games.errors import DescriptionError


def refuse(field: str, message: str) -> NoReturn:
    """Raise the error for `field`."""
    raise DescriptionError(field, message)


def table(value: object, field: str, *indexes: int) -> dict[str, object]:
    """A JSON object; `indexes` fill the %d of `field`, only when it is needed."""
    if type(value) is not dict:
        refuse(field % indexes, f"expected an object, found {shown(value)}")
    return value


def shown(value: object) -> str:
    """A value as an error shows it, cut when it is long."""
    shown_value = repr(value)
    return shown_value if len(shown_value) <= 60 else shown_value[:57] + "..."


def cents(value: object, field: str) -> int:
    """An amount of whole cents."""
    if type(value) is not int or value < 0:
        refuse_amount(value, field)
    return value


def refuse_amount(value: object, field: str) -> NoReturn:
    """What is wrong with an amount."""
    refuse(field, f"expected a whole number, not negative, found {shown(value)}")


def card_of(value: object, field: str) -> int:
    """One card."""
    if type(value) is not str or value not in NUMBERS:
        refuse(field, f"{shown(value)} is not a card: write a rank of {RANKS} and a suit of {SUITS}")
    return NUMBERS[value]


def cards_of(values: object, field: str) -> tuple[int, ...]:
    """A list of cards; how many there must be is the game's question."""
    if isinstance(values, list):
        try:
            return tuple(map(NUMBERS.__getitem__, values))
        except (KeyError, TypeError):
            return tuple(card_of(value, f"{field}[{index}]") for index, value in enumerate(values))
    if values == ():
        return ()
    refuse(field, f"expected a list of cards, found {shown(values)}")


def yes_or_no(value: object, field: str) -> bool:
    """A JSON true or false."""
    if type(value) is not bool:
        refuse(field, f"expected true or false, found {shown(value)}")
    return value
