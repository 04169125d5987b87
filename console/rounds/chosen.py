"""Which round is meant by a name: several tables may have one of that name, and modes another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cyclopts import Parameter

from console.calls.arguments import one
from console.calls.options import Location
from console.calls.wrong_call import WrongCall
from console.instances.read_model import open_read_model
from events.envelope import MODES
from streams.read_model.queries.rounds import RoundLocation, rounds_named, spelled_otherwise
from streams.read_model.store import ReadStore


def _mode(text: str) -> str:
    if text not in MODES:
        raise ValueError(f"{text!r} is not one of {', '.join(MODES)}")
    return text


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class WhichRound:
    """Which of several rounds of one name is meant."""

    table: Annotated[
        str | None, Parameter(metavar="TABLE", help="the table, where two tables have a round of that name")
    ] = None
    mode: Annotated[
        str | None,
        one(_mode, "MODE", "live, test or training (default: live, where there was live play)"),
    ] = None

    def named(self, where: Location, name: str) -> RoundLocation:
        """The one round of a name; `WrongCall` says how to find it."""
        with open_read_model(where, examined=True) as store:
            named = rounds_named(store, name)
            unknown = "" if named else no_such_round(store, name)
        found = [each for each in named if not self.table or self.table == each.table]
        found = [each for each in found if each.mode == (self.mode or found[0].mode)]
        if not found:
            raise WrongCall(f"{unknown or _where_it_is(name, named)}.")
        if len(found) > 1:
            tables = ", ".join(each.table for each in found)
            raise WrongCall(f"{name} was played at {tables}: choose one with --table")
        return found[0]


ANY_ROUND = WhichRound()


def no_such_round(store: ReadStore, name: str) -> str:
    """That no round is called so, and how to find the one that is meant."""
    spelled = spelled_otherwise(store, name)
    if spelled:
        return f"no round {name} is recorded here, but {' and '.join(spelled)}"
    return f"no round {name} is recorded here; `pitledger rounds` finds those that are"


def _where_it_is(name: str, named: list[RoundLocation]) -> str:
    """Where a round was played that is asked for elsewhere."""
    played = ", ".join(f"at {each.table} in {each.mode}" for each in named)
    return f"{name} was played {played}: give --table and --mode accordingly, or neither"
