"""Attempts to sign in: whoever fails too often has to wait, by badge and by address, and is told how long."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

ALLOWED: Final = 5
"""Failures in a row that cost nothing but time."""
ALLOWED_OF_ADDRESS: Final = 30
"""A whole department may sit behind one address."""
FIRST_WAIT_S: Final = 30.0
LONGEST_WAIT_S: Final = 900.0
_FORGOTTEN_S: Final = 3_600.0
_REMEMBERED: Final = 20_000


@dataclass(slots=True)
class _Failures:
    count: int = 0
    last_s: float = 0.0
    until_s: float = 0.0


class Attempts:
    """Failures in a row, by what they were tried with."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._failures: dict[tuple[str, str], _Failures] = {}

    def wait_s(self, badge: str, address: str) -> float:
        """How long nobody may try this badge, or from this address; 0 where anybody may."""
        now = self._clock()
        with self._lock:
            found = (self._failures.get(key) for key in _keys(badge, address))
            return max((0.0, *(each.until_s - now for each in found if each is not None)))

    def failed(self, badge: str, address: str) -> None:
        """Count a failure; from the one on that is too many each doubles the wait."""
        now = self._clock()
        with self._lock:
            self._forget(now)
            for key in _keys(badge, address):
                each = self._failures.setdefault(key, _Failures())
                if now - each.last_s > _FORGOTTEN_S:
                    each.count = 0
                each.count, each.last_s = each.count + 1, now
                over = each.count - (ALLOWED if key[0] == "badge" else ALLOWED_OF_ADDRESS)
                if over >= 0:
                    each.until_s = now + min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** min(over, 10))

    def succeeded(self, badge: str) -> None:
        """Forget the failures of a badge; those of an address stay, or one account would open all others."""
        with self._lock:
            self._failures.pop(("badge", badge), None)

    def _forget(self, now: float) -> None:
        if len(self._failures) >= _REMEMBERED:
            fresh = sorted(self._failures.items(), key=lambda each: each[1].last_s)[-_REMEMBERED // 2 :]
            self._failures = {key: each for key, each in fresh if now - each.last_s <= _FORGOTTEN_S}


def _keys(badge: str, address: str) -> tuple[tuple[str, str], tuple[str, str]]:
    return ("badge", badge), ("address", address)
