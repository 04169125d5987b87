"""A floor at full speed: made in bulk, into the log of an embedded instance or into a file."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from console.commands.floor.bulk import LogWriter, new_file
from console.commands.floor.plan import Plan, Tally, length
from console.instances.instance import open_embedded, open_vault
from console.printing.output import print_message, progress, reached
from console.recording.recorders import facility_of, require_facility
from floor.guests import Keep, keep_nowhere
from floor.houses.bulk import Row, made
from streams.read_model.bulk_sources import SqliteSource
from streams.read_model.queries.meters import link_meters
from streams.read_model.rebuild import all_of, build
from streams.sqlite.file import LOG_FILE


def to_file(plan: Plan, out: Path, tally: Tally) -> None:
    """Into a file, as JSON lines. Its players are invented, and nobody will ask who they were."""
    with new_file(out) as file:
        _write(plan, plan.facility, file.take, tally, keep_nowhere)
        tally.recorded = file.recorded


def into_log(plan: Plan, tally: Tally) -> None:
    """Into the log of an embedded instance, whose read model is then built in bulk too."""
    with open_embedded(plan.where.data) as embedded, open_vault(plan.where) as vault:
        require_facility(embedded.log, plan.named)
        writer = LogWriter(embedded.log, plan.night)
        facility = facility_of(embedded.log) or plan.facility
        _write(plan, facility, writer.take, tally, vault.keep)
        writer.finish()
        tally.recorded = writer.recorded
        print_message("floor: deciding what the meters make of it …")
        embedded.process(models=False)
        source = SqliteSource(plan.where.data / LOG_FILE)
        stops = all_of(source)
        with progress("read model", sum(stops.values()), "records") as bar:
            build(source, embedded.store, stops, reached(bar), plan.processes)
        tally.links = link_meters(embedded.store)


def _write(plan: Plan, facility: str, take: Callable[[list[Row]], None], tally: Tally, keep: Keep) -> None:
    """Make the night and hand it on, window by window."""
    night, processes = plan.night, plan.processes or os.cpu_count() or 1
    with progress("floor", length(night), "events") as bar:
        before = night.start_us
        for rows in made(night, facility, plan.days, processes, tally.planted.append, keep):
            take(rows)
            rounds = sum(row[6] == "round_opened" for row in rows)
            tally.rounds += rounds
            tally.events += len(rows)
            now_us = rows[-1][0] if rows else before
            bar.advance(rounds if night.rounds is not None else now_us - before, len(rows))
            before = now_us
    tally.made_s = time.monotonic() - tally.started
