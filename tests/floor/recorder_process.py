"""A house in a process of its own, which is killed with SIGKILL while it records, and started again.

What the floor has sent and nobody answered is sent again to the next process, which knows what the log has.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from events.jsonform import Draft
from floor.houses.instances import EmbeddedHouse
from floor.steps import Award, Outcome
from streams.clock import GamingDays
from streams.engines.embedded import Embedded
from streams.recorder.recorder import Recorder
from tests.floor.watched import FACILITY

STARTED_S = 120
"""So long a process may take to open its instance, on a machine that has much else to do."""


class HouseProcess:
    """An embedded instance behind a pipe. Before some appends it is told to die, at any moment of them."""

    def __init__(self, data: Path, seed: int, kills: int, one_in: int = 3) -> None:
        self.killed = 0
        self._data = data
        self._rng = random.Random(seed)
        self._kills = kills
        self._one_in = one_in
        self._start()

    def _start(self) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(self._data, theirs), daemon=True)
        self._process.start()
        theirs.close()
        if not self._pipe.poll(STARTED_S):
            raise TimeoutError(f"the recorder's process did not start in {STARTED_S} s")
        self._pipe.recv()

    def record(self, drafts: Sequence[Draft]) -> Sequence[Outcome]:
        """Send, and send again after each death, until somebody answers."""
        while self.killed < self._kills and self._rng.randrange(self._one_in) == 0:
            self._pipe.send(("record", [tuple(draft) for draft in drafts]))
            time.sleep(self._rng.random() * 0.03)
            self._kill()
            self._start()
        return [Outcome(*each) for each in self._ask("record", [tuple(draft) for draft in drafts])]

    def award(self, link: str, table: str, claim_seq: int, now_us: int) -> Award | None:
        found = self._ask("award", (link, table, claim_seq, now_us))
        return None if found is None else Award(*found)

    def close(self) -> None:
        """Let it process what is left, and end."""
        self._ask("end", None)
        self._process.join()
        self._pipe.close()

    def _kill(self) -> None:
        self._process.kill()
        self._process.join()
        self._pipe.close()
        self.killed += 1

    def _ask(self, what: str, given: Any) -> Any:
        self._pipe.send((what, given))
        return self._pipe.recv()


def _serve(data: Path, pipe: Any) -> None:
    sys.setswitchinterval(0.0005)
    with Embedded(data) as embedded:
        house = EmbeddedHouse(embedded, Recorder(embedded.log, FACILITY, day_of=GamingDays()))
        pipe.send("ready")
        while True:
            what, given = pipe.recv()
            if what == "record":
                pipe.send([tuple(outcome) for outcome in house.record([Draft(*each) for each in given])])
            elif what == "award":
                award = house.award(*given)
                pipe.send(
                    None if award is None else (award.claim_seq, award.at_us, award.amount_mc, award.reason)
                )
            else:
                embedded.process()
                pipe.send("done")
                return
