"""The course of a meter in a few hundred points, whatever it went through: for a plot, in flat memory.

Time is cut into slices, each with its first, lowest, highest and last amount; where there are too many of
them, neighbours become one. So no peak is lost, and the same entries give the same points.
"""

from __future__ import annotations

from typing import Final, NamedTuple

MOST_SLICES: Final = 400


class _Slice(NamedTuple):
    """What a meter had in a slice of time, in microseconds."""

    start_us: int
    first: int
    lowest: int
    highest: int
    end_us: int
    last: int


class Curve:
    """The amounts of one meter, as they come."""

    def __init__(self) -> None:
        self._width_us = 1
        self._slices: list[_Slice] = []

    def add(self, at_us: int, amount_mc: int) -> None:
        """The meter has this amount from here on; times never go back."""
        new = _Slice(at_us, amount_mc, amount_mc, amount_mc, at_us, amount_mc)
        slices = self._slices
        if slices and slices[-1].start_us // self._width_us == at_us // self._width_us:
            slices[-1] = _joined(slices[-1], new)
        else:
            slices.append(new)
        while len(self._slices) > MOST_SLICES:
            self._widen()

    def points(self) -> list[tuple[int, int]]:
        """Moments and amounts, in order: at most four a slice."""
        found: list[tuple[int, int]] = []
        for each in self._slices:
            middle = (each.start_us + each.end_us) // 2
            for point in (
                (each.start_us, each.first),
                (middle, each.lowest),
                (middle, each.highest),
                (each.end_us, each.last),
            ):
                if not found or found[-1] != point:
                    found.append(point)
        return found

    def _widen(self) -> None:
        self._width_us *= 2
        joined: list[_Slice] = []
        for each in self._slices:
            if joined and joined[-1].start_us // self._width_us == each.start_us // self._width_us:
                joined[-1] = _joined(joined[-1], each)
            else:
                joined.append(each)
        self._slices = joined


def _joined(before: _Slice, after: _Slice) -> _Slice:
    return before._replace(
        lowest=min(before.lowest, after.lowest),
        highest=max(before.highest, after.highest),
        end_us=after.end_us,
        last=after.last,
    )
