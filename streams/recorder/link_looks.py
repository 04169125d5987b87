"""What a recorder finds when it looks at a link: the link's own stream, read to its end, never `meters`.

Each look reads only what is new. Where it takes a round trip it is not repeated at once: a recorder that
is a little late takes or refuses by what was true a moment ago, and writes down what that was.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NamedTuple

from events.envelope import read_header
from projections.recording import link
from projections.recording.link import RecordedLink
from streams.errors import BrokenChain
from streams.log import Log

REMEMBERED: Final = 1_024
"""How many links a process remembers: of those looked at longest ago it reads the whole stream again."""


class _Look(NamedTuple):
    """A link as of a number of its stream, and when that was."""

    found: RecordedLink | None
    seq: int
    at_s: float


class LinkLooks:
    """Looks at links for one recorder; may be asked from several threads."""

    def __init__(self, log: Log, clock_s: Callable[[], float] = time.monotonic) -> None:
        self._log = log
        self._clock_s = clock_s
        self._looks: OrderedDict[str, _Look] = OrderedDict()
        self._guard = threading.Lock()

    def look(self, name: str) -> RecordedLink | None:
        """What the link's stream has of it; None before it is first opened."""
        with self._guard:
            now_s = self._clock_s()
            last = self._looks.get(name)
            if last is None or now_s - last.at_s >= self._log.look_again_s:
                last = self._looks[name] = self._read_on(name, last, now_s)
                if len(self._looks) > REMEMBERED:
                    self._looks.popitem(last=False)
            self._looks.move_to_end(name)
            return last.found

    def written(self, stream: str) -> None:
        """This very recorder has written to a stream: where it is a link's the next look reads on at once."""
        kind, _, name = stream.partition(":")
        with self._guard:
            if kind == "link" and name in self._looks:
                self._looks[name] = self._looks[name]._replace(at_s=float("-inf"))

    def _read_on(self, name: str, last: _Look | None, now_s: float) -> _Look:
        stream = f"link:{name}"
        found, seq = (None, 0) if last is None else (last.found, last.seq)
        head = self._log.head(stream)
        if head is not None and head.seq > seq:
            # Behind a gap nothing of the stream counts, for its keeper either: tables play on by what was.
            with suppress(BrokenChain):
                for record in self._log.read_stream(stream, seq + 1, head.seq + 1):
                    found = link.evolve(found, read_header(record.value))
            seq = head.seq
        return _Look(found, seq, now_s)
