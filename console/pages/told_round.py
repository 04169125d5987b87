"""Everything that is known of a round to its last event, as the documents about it need it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from console.rounds.events import events_of_round
from console.rounds.gathered import gather_round
from console.rounds.shown import RoundShown
from console.rounds.verdict import NOTHING_ELSE, WhatIf
from events.envelope import Event
from projections.examining.finding import Finding
from projections.rounds.verdict import RoundVerdict
from projections.rounds.view import RoundView
from streams.log import Log
from streams.read_model.findings import Wanted, find
from streams.read_model.queries.rounds import RoundLocation
from streams.read_model.store import ReadStore


@dataclass(frozen=True, slots=True)
class ToldRound:
    """A round as it is shown everywhere, with its events and what was found in it."""

    shown: RoundShown
    events: Sequence[Event]
    findings: Sequence[Finding]

    @property
    def view(self) -> RoundView:
        """The round as of its last event."""
        return self.shown.view

    @property
    def verdict(self) -> RoundVerdict:
        """Due against done."""
        return self.shown.verdict

    @property
    def instead(self) -> RoundVerdict | None:
        """The verdict under what was asked instead."""
        return self.shown.instead


def tell_round(log: Log, store: ReadStore, of: RoundLocation, asked: WhatIf = NOTHING_ELSE) -> ToldRound:
    """A round to its end, whichever moment a page opens at."""
    return ToldRound(
        gather_round(log, store, of, None, asked),
        events_of_round(log, of).events,
        find(store, Wanted(table=of.table, round=of.round, mode=of.mode)),
    )
