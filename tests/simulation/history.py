"""Who acts on a simulated floor: its links and tables, and a vandal where things go wrong."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.scenario import Desk, LinkDesk
from tests.simulation.control import control
from tests.simulation.floor import Floor
from tests.simulation.memory import MemoryLog
from tests.simulation.oracle import Oracle
from tests.simulation.vandal import vandal


def new_floor(rng: Random, log: MemoryLog, oracle: Oracle, trace: Callable[[str], None]) -> Floor:
    """A floor on which nobody has acted yet."""
    floor = Floor(rng, log, oracle, trace)
    floor.actors += [control(floor, LinkDesk(link, floor.clock)) for link in floor.links]
    floor.actors += [floor.table(desk) for desk in floor.desks]
    if floor.mishaps:
        floor.actors.append(vandal(floor, Desk("desk", "pit", floor.clock)))
    return floor
