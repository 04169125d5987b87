"""The players of a floor, as its events name them: by references, whose salts follow from the seed.

A real table sends labels, and the recorder's vault draws salts at random. The floor makes its references
itself, so that the same seed gives the same bytes, however and by how many processes they are recorded.
Whoever records is handed the openings first, for the vault.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256

import events.vocabulary  # noqa: F401 - whoever looks for people must know every type
from events.jsonform import Draft
from events.references import Mention, Opening, mentions, personal_types, with_references

Keep = Callable[[Sequence[Opening]], None]
"""Keeps openings; durable when it returns."""


def keep_nowhere(_openings: Sequence[Opening]) -> None:
    """For a floor whose players nobody will ask for."""


class Guests:
    """Replaces the labels of a floor's players."""

    def __init__(self, seed: int = 0, keep: Keep = keep_nowhere) -> None:
        self._seed = seed
        self._keep = keep
        self._types = personal_types()
        self._new: dict[Mention, Opening] = {}

    def discreet(self, draft: Draft) -> Draft:
        """The draft with references."""
        if draft.type not in self._types:
            return draft
        self._new.update({each: self._opening(each) for each in mentions(draft)})
        return with_references(draft, lambda mention: self._new[mention].reference)

    def hand_over(self) -> None:
        """Have the openings kept of all that was mentioned since the last time."""
        if self._new:
            self._keep([*self._new.values()])
            self._new.clear()

    def _opening(self, mention: Mention) -> Opening:
        player = mention.player or mention.label
        salt = sha256(f"pitledger floor {self._seed} {player}".encode()).digest()
        return Opening(mention.kind, mention.label, salt)
