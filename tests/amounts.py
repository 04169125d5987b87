"""Amounts as people write them, in millicents."""

from events.money import MC_PER_DOLLAR


def dollars(amount: int) -> int:
    """Millicents of a number of dollars."""
    return amount * MC_PER_DOLLAR
