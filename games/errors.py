"""The errors of the games package: one family, each saying what, where and what to do."""

from __future__ import annotations


class GamesError(Exception):
    """Anything that the games package refuses."""


class RulebookError(GamesError):
    """A rulebook file that does not hold together: the file, the place in it, and what is wrong there."""

    def __init__(self, file: str, place: str, message: str) -> None:
        super().__init__(f"{file}: {place}: {message}")
        self.file = file
        self.place = place
        self.message = message


class UnknownRulebook(GamesError):
    """No rulebook of that name, or none for that chapter and day."""


class UnknownGame(GamesError):
    """No game of that name is registered."""


class DescriptionError(GamesError):
    """A described round that cannot be: the field at fault and why."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message
