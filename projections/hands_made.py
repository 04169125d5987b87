"""What a hand that the recorder worked out from cards says of the one that was claimed."""

from __future__ import annotations

from events.vocabulary.progressive import HandMade


def is_another(made: HandMade | None, hand: str) -> bool:
    """Whether the cards make another hand, whichever way the rules are read."""
    if made is None or not made.readings:
        return False
    return all(reading.hand not in (None, hand) for reading in made.readings)


def may_be(made: HandMade | None, hand: str) -> bool:
    """Whether the cards make the hand, by one reading of the rules at least."""
    return made is not None and any(reading.hand == hand for reading in made.readings)
