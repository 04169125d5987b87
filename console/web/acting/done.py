"""What forms came to, so that one that is sent twice is answered once more and does nothing again.

It is remembered as long as sessions are: with the process. What is on record has the form's id besides, by
which the recorder knows a repeat for ever.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any, Final

_REMEMBERED: Final = 5_000


class Done:
    """The answers of forms that were signed, by session and id."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._answers: OrderedDict[tuple[bytes, str], Any] = OrderedDict()

    def find(self, session: bytes, id_: str) -> Any | None:
        """What a form of that id came to."""
        with self._lock:
            return self._answers.get((session, id_))

    def keep(self, session: bytes, id_: str, answer: Any) -> None:
        """Remember it."""
        with self._lock:
            self._answers[session, id_] = answer
            while len(self._answers) > _REMEMBERED:
                self._answers.popitem(last=False)
