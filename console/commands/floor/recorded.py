"""A floor whose every event goes through the recorder: by the clock, and on Kafka at any speed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from console.commands.floor import pace
from console.commands.floor.plan import Plan, Tally, length
from console.instances.instance import open_embedded, open_for_recording, open_vault
from console.printing.output import progress
from console.recording.recorders import new_recorder, require_facility
from events.envelope import Event, read_header
from events.jsonform import Draft
from events.topics import EVENTS
from floor.casino import House
from floor.guests import Keep
from floor.houses.instances import EmbeddedHouse, KafkaHouse
from floor.houses.resuming import ResumingHouse, ResumingStreams
from floor.steps import Outcome
from streams.read_model.queries.meters import link_meters

PROCESSED_EVERY_S: Final = 0.25
"""By the clock meters and rounds can be read as soon as this."""


def to_embedded(plan: Plan, tally: Tally) -> None:
    """Into an embedded instance, at the speed that was asked for."""
    with open_embedded(plan.where.data) as embedded, open_vault(plan.where) as vault:
        log = embedded.log
        require_facility(log, plan.named)
        house = EmbeddedHouse(embedded, new_recorder(log, plan.facility, plan.days, vault))
        end = log.end(EVENTS)
        stored = (read_header(record.value) for record in log.read(EVENTS, 0, 0, end))
        begin_us = max(
            (read_header(record.value).recorded_at_us for record in log.read(EVENTS, 0, end - 1, end)),
            default=plan.night.start_us,
        )
        paced = pace.PacedHouse(house, plan.speed) if isinstance(plan.speed, int) else house
        resuming = ResumingHouse(paced, stored)
        _play(plan, resuming, tally, vault.keep, begin_us=begin_us, process=embedded.process)
        tally.recorded = log.end(EVENTS) - end
        tally.links = link_meters(embedded.store)


def to_kafka(plan: Plan, tally: Tally) -> None:
    """To Kafka, where workers decide."""
    with open_for_recording(plan.where) as opened:
        log = opened.log
        require_facility(log, plan.named)
        recorder = new_recorder(log, plan.facility, plan.days, opened.vault)
        house: House = KafkaHouse(log, recorder, pace.patience(plan.wait_s), at_once=plan.wait_s <= 0)
        if isinstance(plan.speed, int):
            house = pace.PacedHouse(house, plan.speed)

        def stored(stream: str) -> Iterator[Event]:
            if log.head(stream) is None:
                return iter(())
            return (read_header(record.value) for record in log.read_stream(stream, 1))

        counted = _Counted(house)
        resuming = ResumingStreams(counted, stored)
        begin_us = plan.night.start_us
        _play(plan, resuming, tally, opened.vault.keep, begin_us=begin_us, process=lambda: None)
        tally.recorded = counted.recorded


class _Counted:
    """Counts what is recorded."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.award = house.award
        self.recorded = 0

    def record(self, drafts: Sequence[Draft]) -> Sequence[Outcome]:
        self.recorded += len(drafts)
        return self._house.record(drafts)


def _play(
    plan: Plan, house: House, tally: Tally, keep: Keep, *, begin_us: int, process: Callable[[], None]
) -> None:
    night = plan.night
    counted = _Counted(house)
    casino = night.casino(counted, plan.days, ledger=tally.planted.append, keep=keep)
    with progress("floor", length(night), "events") as bar:
        before, looked = night.start_us, 0.0

        def meanwhile() -> None:
            nonlocal before, looked
            if time.monotonic() >= looked:
                process()
                looked = time.monotonic() + PROCESSED_EVERY_S
            rounds = sum(table.rounds for table in casino.tables)
            done = rounds - tally.rounds if night.rounds is not None else casino.now_us - before
            bar.advance(done, counted.recorded - tally.events)
            tally.rounds, tally.events, before = rounds, counted.recorded, casino.now_us

        pace.play(casino, plan.speed, begin_us, meanwhile)
        tally.made_s = time.monotonic() - tally.started
        process()
