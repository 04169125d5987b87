"""The same floor twice, without mistakes and with them, and what the difference is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgpack

from events.envelope import Event, read_header
from events.topics import METERS
from floor.casino import Casino
from floor.houses.folding import FoldingHouse
from floor.life import Stop
from floor.plan import START_US, lay_out
from floor.table.deck import Deck
from floor.trouble.erring import Rates, conduct
from floor.trouble.mistake import Mistake, Planted
from floor.trouble.mistakes import MISTAKES
from streams.clock import GamingDays
from tests.floor.watched import FACILITY, lucky

IDENTITY = ("seat", "wager", "hand", "to", "deck", "position", "over", "holder_seat", "kind", "player")
"""What tells two facts of one type and round apart."""


class Drafted(NamedTuple):
    """A fact as the floor records it, before anything was filled in."""

    type: str
    at_us: int
    round: str | None
    fields: tuple[tuple[str, Any], ...]

    def what(self) -> tuple[Any, ...]:
        """Whatever stays the same when a mistake changes it."""
        fields = dict(self.fields)
        return (self.type, *(fields.get(name) for name in IDENTITY))


class Floor(NamedTuple):
    """What a floor drafted, recorded and planted, and what its links decided."""

    drafted: dict[str, list[Drafted]]
    events: list[Event]
    decided: list[Event]
    planted: list[Planted]


def floor(
    rates: Rates,
    mistakes: Sequence[Mistake] = MISTAKES,
    *,
    seed: int = 1,
    tables: int = 10,
    stop: Stop = Stop(rounds=30),  # noqa: B008 - it is frozen
    games: tuple[str, ...] = (),
    hands: dict[int, str] | None = None,
) -> Floor:
    """A floor of pure folds; `hands` are what boxes are lucky enough to get."""
    done = Floor(defaultdict(list), [], [], [])

    class Watching(FoldingHouse):
        def record(self, drafts):
            for draft in drafts:
                fields = msgpack.unpackb(draft.body)
                fields.pop("claim_seq", None)  # a number in the stream, which an added fact moves
                shown = tuple((name, str(value)) for name, value in fields.items())
                done.drafted[draft.stream].append(
                    Drafted(draft.type, draft.occurred_at_us, draft.round, shown)
                )
            return super().record(drafts)

    days = GamingDays()
    plan = lay_out(seed, tables, games)
    at = plan.tables(START_US, days)
    for table in at:
        table.make_deck = lucky(hands, Deck) if hands else Deck
        table.conduct = conduct(table, seed, rates, done.planted.append, mistakes)
    house = Watching(
        FACILITY,
        days,
        lambda sealed: done.events.extend(read_header(one.value) for one in sealed),
        lambda outputs: done.decided.extend(
            read_header(output.value) for output in outputs if output.topic == METERS
        ),
    )
    Casino(house, at, plan.links, stop).run()
    return done


Effects = set[tuple[str, str]]
"""Types and what became of them: "gone", "new", or the field that changed ("at" for the moment)."""


def effects(right: Floor, wrong: Floor) -> dict[Planted | tuple[str, str | None, int], Effects]:
    """What each mistake changed; a change that nothing planted accounts for stands under its place."""
    by_place: dict[tuple[str, str | None, int], Planted] = {}
    for planted in wrong.planted:
        at_us = 0 if planted.round is not None else planted.at_us
        by_place[planted.table, planted.round, at_us] = planted
    found: dict[Any, Effects] = defaultdict(set)
    for stream, drafted in right.drafted.items():
        before, after = Counter(drafted), Counter(wrong.drafted[stream])
        gone, new = before - after, after - before
        table = stream.partition(":")[2]
        changed: dict[Any, tuple[list[Drafted], list[Drafted]]] = defaultdict(lambda: ([], []))
        for side, facts in enumerate((gone, new)):
            for fact in facts.elements():
                place = (table, fact.round, 0 if fact.round is not None else fact.at_us)
                changed[place, fact.what()][side].append(fact)
        for (place, _), (before, after) in changed.items():
            cause: Any = by_place.get(place, place)
            if (before or after)[0].type == "boxes_changed":
                # Told at the end of the round for which a box too many was taken.
                cause = next(p for p in reversed(wrong.planted) if _took_a_box(p, place))
            found[cause] |= _effects(before, after)
    return found


def _took_a_box(planted: Planted, place: tuple[str, str | None, int]) -> bool:
    return planted.kind == "box_too_many" and planted.table == place[0] and planted.at_us <= place[2]


def _effects(before: list[Drafted], after: list[Drafted]) -> Effects:
    if len(before) != 1 or len(after) != 1:
        return {(fact.type, "gone") for fact in before} | {(fact.type, "new") for fact in after}
    (was,), (done,) = before, after
    both = zip(was.fields, done.fields, strict=True)
    changed = {(was.type, name) for (name, old), (_, new) in both if old != new}
    return changed | ({(was.type, "at")} if was.at_us != done.at_us else set())
