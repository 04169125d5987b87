"""Counts the cards of a table from its facts alone: an independent look, without the floor and `games`.

A round begins with 52 cards in the stub. Every fact that moves cards moves them here too, and what a fact
says of a number of cards or of a face must agree with where they lie. So at every moment 52 cards are
somewhere, and no face is in two places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

WHOLE = 52
STUB, RACK = "stub", "rack"
STREETS = {"flop": "community", "turn": "community", "river": "community", "turn_and_river": "community"}


class CardsWrong(AssertionError):
    """Cards are missing, doubled, or not where the facts have them."""


class CardCount:
    """The cards of one table, followed fact by fact; `named` are faces by where they lie."""

    def __init__(self) -> None:
        self.lying: Counter[object] = Counter()
        self.named: dict[str, object] = {}
        self.order: list[str | None] = []
        """Faces as they left the stub in this round; None for those that nobody read."""
        self.rounds = 0
        self.counts = 0
        self._round: str | None = None

    def take(self, kind: str, fields: Mapping[str, Any], round_: str | None) -> None:
        """Follow one fact; raises `CardsWrong` where it cannot be."""
        where = f"{round_ or 'between rounds'}, {kind}"
        if kind in ("round_closed", "round_voided"):
            self._end(where, fields.get("rack_cards"))
        elif kind == "round_opened":
            self._round = round_
            self.lying = Counter({STUB: WHOLE})
            self.named, self.order = {}, []
            self.rounds += 1
        elif kind in ("cards_shuffled", "deck_inspected"):
            self._same(where, fields.get("counted") or WHOLE, WHOLE)  # not every device counts
        elif self._round is not None:
            self._within(kind, fields, where)

    def _within(self, kind: str, fields: Mapping[str, Any], where: str) -> None:
        match kind:
            case "card_dealt":
                place = fields.get("seat") or fields["to"]
                self._deal(where, place, [fields.get("card")])
                self._same(where, self.lying[place], fields["position"])
            case "stack_delivered":
                self._deal(where, fields.get("seat") or fields["to"], fields["cards"])
            case "card_burned":
                self._deal(where, RACK, [fields.get("card")])
            case "hand_revealed":
                self._see(where, fields.get("seat") or fields["hand"], fields["cards"])
            case "hand_set":
                place = fields.get("seat") or fields["hand"]
                self._same(where, len(fields["high"]) + len(fields["low"]), self.lying[place])
                self._see(where, place, [*fields["high"], *fields["low"]])
            case "community_cards_revealed":
                self._see(where, STREETS.get(fields["street"], fields["street"]), fields["cards"])
            case "stub_counted":
                self._same(where, fields["stub_cards"], self.lying[STUB])
                self._same(where, fields["deck_cards"], WHOLE)
            case "stub_discarded":
                self._move(STUB, self.lying[STUB])
            case "hand_collected":
                place = fields.get("seat") or fields["hand"]
                self._same(where, fields["cards"], self.lying[place])
                self._move(place, fields["cards"])

    def _deal(self, where: str, to: object, faces: list[str | None]) -> None:
        if self.lying[STUB] < len(faces):
            raise CardsWrong(f"{where}: {len(faces)} cards from a stub of {self.lying[STUB]}")
        self.lying[STUB] -= len(faces)
        self.lying[to] += len(faces)
        self.order += faces
        for face in faces:
            if face is not None and face in self.named:
                raise CardsWrong(f"{where}: the {face} was dealt already, to {self.named[face]}")
        self._see(where, to, faces)

    def _see(self, where: str, place: object, faces: list[str | None]) -> None:
        """Faces are read: each lies there and nowhere else, and there are not more than cards."""
        read = [face for face in faces if face is not None]
        if len(set(read)) != len(read):
            raise CardsWrong(f"{where}: one card twice among {' '.join(read)}")
        for face in read:
            if self.named.setdefault(face, place) != place:
                raise CardsWrong(f"{where}: the {face} lies at {self.named[face]}, not at {place}")
        if sum(lies == place for lies in self.named.values()) > self.lying[place]:
            raise CardsWrong(f"{where}: more faces than the {self.lying[place]} cards at {place}")

    def _move(self, place: object, cards: int) -> None:
        del self.lying[place]
        self.lying[RACK] += cards
        for face in [face for face, lies in self.named.items() if lies == place]:
            self.named[face] = RACK

    def _end(self, where: str, counted: int | None) -> None:
        """All cards are in the rack, and a device that counts them says 52."""
        left = {place: cards for place, cards in self.lying.items() if cards and place != RACK}
        if left:
            raise CardsWrong(f"{where}: cards still lie at {left}")
        self._same(where, self.lying[RACK], WHOLE)
        if counted is not None:
            self._same(where, counted, WHOLE)
        self._round = None

    def _same(self, where: str, recorded: int, lying: int) -> None:
        self.counts += 1
        if recorded != lying:
            raise CardsWrong(f"{where}: {recorded} cards, and not {lying}")
