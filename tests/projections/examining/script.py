"""A round's lines, and how a scenario changes them: one thing left out, added, moved or said otherwise.

A line is named by its type and any of its facts; naming one that is not there, or two where one is meant, is
an error of the scenario.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.projections.examining.round_lines import Line


class Script:
    """The lines of a round behind `round_opened`."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = list(lines)

    def find(self, type_: str, **facts: Any) -> list[int]:
        """The places of the lines of a type with these facts."""
        return [
            place
            for place, (named, fields) in enumerate(self.lines)
            if named == type_ and all(fields.get(name) == value for name, value in facts.items())
        ]

    def place(self, type_: str, **facts: Any) -> int:
        """The place of the first such line."""
        places = self.find(type_, **facts)
        assert places, f"the round has no {type_} with {facts}"
        return places[0]

    def first_card(self) -> int:
        """The place of the first card, or stack, that is dealt."""
        return min(self.find("card_dealt") + self.find("stack_delivered"))

    def fields(self, type_: str, **facts: Any) -> dict[str, Any]:
        """The facts of the first such line."""
        return self.lines[self.place(type_, **facts)][1]

    def in_stub(self, more: int) -> Script:
        """So many more cards are counted in the stub, where it is counted."""
        for place in self.find("stub_counted"):
            _, fields = self.lines[place]
            fields["stub_cards"] += more
        return self

    def without(self, type_: str, **facts: Any) -> Script:
        """Leave out every such line."""
        assert self.find(type_, **facts), f"the round has no {type_} with {facts}"
        left_out = {*self.find(type_, **facts)}
        self.lines = [line for place, line in enumerate(self.lines) if place not in left_out]
        return self

    def change(self, type_: str, says: dict[str, Any], /, **facts: Any) -> Script:
        """Say the first such line otherwise."""
        place = self.place(type_, **facts)
        named, fields = self.lines[place]
        self.lines[place] = (named, {**fields, **says})
        return self

    def insert(self, line: Line, *, before: Callable[[Script], int] | int) -> Script:
        """Say something more, before the line at a place (`Script.place`, `len(script.lines)`)."""
        self.lines.insert(before if isinstance(before, int) else before(self), line)
        return self

    def before(self, type_: str, *lines: Line, **facts: Any) -> Script:
        """Say something more right before the first such line."""
        place = self.place(type_, **facts)
        self.lines[place:place] = lines
        return self

    def after(self, type_: str, *lines: Line, **facts: Any) -> Script:
        """Say something more right behind the first such line."""
        place = self.place(type_, **facts) + 1
        self.lines[place:place] = lines
        return self

    def move(self, line: int, *, to: int) -> Script:
        """Say the line at a place before that at another, both as they are counted now."""
        moved = self.lines[line]
        self.lines.insert(to, moved)
        del self.lines[line + (to <= line)]
        return self

    def swap(self, one: int, other: int) -> Script:
        """Two lines change places."""
        self.lines[one], self.lines[other] = self.lines[other], self.lines[one]
        return self
