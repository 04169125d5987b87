"""What can go wrong with the simulated floor itself; what goes wrong at its tables is an event, no error."""

from __future__ import annotations

from events.errors import PitledgerError


class FloorError(PitledgerError):
    """The floor cannot be run as it was asked for, or a table did what no table can do."""


class CardNotThere(FloorError):
    """A card was to be moved from a place where it does not lie: 52 cards are always somewhere."""
