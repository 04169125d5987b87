"""Variables of the environment. Importing this takes no time: times are read by one of them."""

from __future__ import annotations

from collections.abc import Mapping

from events.errors import PitledgerError


class EmptyVariable(PitledgerError):
    """A variable of the environment that is set to nothing."""


def given(variable: str, environment: Mapping[str, str]) -> str | None:
    """What a variable is set to; one that is set and empty is refused.

    It is most often a copy of another variable that was never set, and without it another instance is meant.
    """
    value = environment.get(variable)
    if value == "":
        raise EmptyVariable(f"{variable}: it is set and empty: set it to what is meant, or unset it")
    return value
