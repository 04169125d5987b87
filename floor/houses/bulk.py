"""A night in bulk: made by pure folds in several processes, streamed in one order, memory flat.

Tables of one link are played in one process, since only a meter lets one table notice another. The register
of badges is made in every process, since all of them need it, and handed on by one. Every process plays the
same windows of virtual time; what a window brought is put in order by moment and rank of stream, which is the
order that one process alone gives.
"""

from __future__ import annotations

import marshal
import queue
from collections.abc import Iterator, Sequence
from itertools import count
from multiprocessing import get_context
from operator import itemgetter
from typing import Any, Final

from events.jsonform import Draft
from events.references import Opening
from events.vocabulary.badges import REGISTER
from floor.errors import FloorError
from floor.guests import Keep, keep_nowhere
from floor.houses.folding import FoldingHouse
from floor.night import Night
from floor.steps import Award, Outcome
from floor.table.table import SECOND_US, DayOf
from floor.trouble.erring import Ledger
from floor.trouble.mistake import Planted
from streams.child_processes import deaf_to_ctrl_c, end_with_parent
from streams.log import Sealed

WINDOW_EVENTS: Final = 20_000
"""About so many events are made before they are handed on."""
EVENTS_A_TABLE_MINUTE: Final = 60
"""How busy a table is, about: it sets the length of windows and no byte."""
AHEAD: Final = 2
"""Windows that a process may be ahead of the one that is written."""
LOOK_S: Final = 1.0
"""How often a process that is waited for is asked whether it still lives."""

Row = tuple[int, int, str, int, bytes, bytes, str, bytes, str, int | None]
"""Moment and rank, by which rows are ordered; then the fields of `Sealed`."""
_ORDER: Final = itemgetter(0, 1)
Window = tuple[list[Row], list[Planted], list[Opening]]


class _Gathering:
    """A house that folds, and gathers rows."""

    def __init__(self, facility: str, day_of: DayOf, ranks: dict[str, int], *, is_first: bool) -> None:
        self.rows: list[Row] = []
        self.planted: list[Planted] = []
        self.openings: list[Opening] = []
        self._ranks = ranks
        self._is_first = is_first
        self._sealed: Sequence[Sealed] = ()
        self._folding = FoldingHouse(facility, day_of, self._take)

    def _take(self, sealed: Sequence[Sealed]) -> None:
        self._sealed = sealed

    def record(self, drafts: Sequence[Draft]) -> Sequence[Outcome]:
        outcomes = self._folding.record(drafts)
        ranks = self._ranks
        self.rows += [
            (draft.recorded_at_us or 0, ranks[draft.stream], *sealed)
            for draft, sealed in zip(drafts, self._sealed, strict=True)
            if self._is_first or draft.stream != REGISTER
        ]
        return outcomes

    def award(self, link: str, table: str, claim_seq: int, now_us: int) -> Award | None:
        return self._folding.award(link, table, claim_seq, now_us)


def share_of(night: Night, facility: str, day_of: DayOf, only: Sequence[int] | None) -> Iterator[Window]:
    """The rows of some tables of a night, window by window, in order; the mistakes planted meanwhile, and the
    openings of who is named."""
    is_first = only is None or 0 in only
    house = _Gathering(facility, day_of, night.streams(), is_first=is_first)
    casino = night.casino(house, day_of, only, house.planted.append, house.openings.extend)
    window_us = WINDOW_EVENTS * 60 * SECOND_US // (EVENTS_A_TABLE_MINUTE * night.tables)
    for number in count(1):
        if not casino.playing:
            return
        casino.advance(night.start_us + number * window_us)
        yield house.rows, house.planted.copy(), house.openings.copy()
        house.rows = []
        house.planted.clear()
        house.openings.clear()


def made(  # noqa: PLR0917 - as `Night.casino`, with the number of processes
    night: Night,
    facility: str,
    day_of: DayOf,
    processes: int = 1,
    ledger: Ledger = lambda _planted: None,
    keep: Keep = keep_nowhere,
) -> Iterator[list[Row]]:
    """All rows of a night in order, window by window; `day_of` must be fit to be sent to other processes.

    `ledger` is given the mistakes planted, in no particular order; `keep` the openings of who is named in the
    rows, before them.
    """
    for rows, planted, openings in _made(night, facility, day_of, processes):
        for each in planted:
            ledger(each)
        keep(openings)
        yield rows


def _made(night: Night, facility: str, day_of: DayOf, processes: int) -> Iterator[Window]:
    shares = night.shares(processes)
    if len(shares) == 1:
        yield from share_of(night, facility, day_of, None)
        return
    context = get_context("spawn")
    queues: list[Any] = [context.Queue(AHEAD) for _ in shares]
    workers = [
        context.Process(target=_work, args=(night, facility, day_of, share, put), daemon=True)
        for share, put in zip(shares, queues, strict=True)
    ]
    try:
        with deaf_to_ctrl_c():
            for worker in workers:
                worker.start()
        yield from _merged(list(zip(workers, queues, strict=True)))
    finally:
        for worker in workers:
            if worker.is_alive():
                worker.terminate()
        for each in queues:
            each.close()


def _work(night: Night, facility: str, day_of: DayOf, share: list[int], put: Any) -> None:
    end_with_parent()
    for rows, planted, openings in share_of(night, facility, day_of, share):
        plain = [tuple(each) for each in planted], [tuple(each) for each in openings]
        put.put(marshal.dumps((rows, *plain)))
    put.put(b"")


def _merged(workers: list[tuple[Any, Any]]) -> Iterator[Window]:
    while workers:
        window: list[Row] = []
        planted: list[Planted] = []
        openings: list[Opening] = []
        for each in list(workers):
            sent = _next(*each)
            if sent:
                rows, mistakes, named = marshal.loads(sent)  # noqa: S302 - by our own process
                window += rows
                planted += map(Planted._make, mistakes)
                openings += map(Opening._make, named)
            else:
                workers.remove(each)
        window.sort(key=_ORDER)
        yield window, planted, openings


def _next(worker: Any, sent: Any) -> bytes:
    while True:
        try:
            found: bytes = sent.get(timeout=LOOK_S)
        except queue.Empty:
            if not worker.is_alive() and sent.empty():
                raise FloorError(
                    f"a process of the floor ended with {worker.exitcode}: call again with the same "
                    "arguments to go on"
                ) from None
        else:
            return found


def as_sealed(rows: Sequence[Row]) -> list[Sealed]:
    """Rows as the log takes them."""
    return [Sealed._make(row[2:]) for row in rows]
