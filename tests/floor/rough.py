"""The judge of a rough night: it has every fact of the calm one, once, in the right gaming day.

Facts are told apart by their source ids, which tables give in the order in which things happened. Late facts
move the numbers of others, so a body that names another event by its number is compared by that event's id.
Where rounds end late, other events send their wagers: then what each link is sent in all is compared.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from events.body import body_fields, read_body
from events.envelope import Event, read_header

Streams = Mapping[str, Sequence[Event]]
"""The events of each stream, in its order."""
NAMES_A_SEQ = ("claim_seq", "selections_seq")
"""Fields that name an event of the same stream by its number."""
LEGS = ("legs", "leg", "legs_sent")
"""Fields that show which event sent what to a link, and how much was sent before."""


def streams_of(values: Iterable[bytes]) -> dict[str, list[Event]]:
    """The events of a log by their streams."""
    streams: dict[str, list[Event]] = defaultdict(list)
    for value in values:
        event = read_header(value)
        streams[event.stream].append(event)
    return dict(streams)


def wrong_in(
    calm: Streams,
    rough: Streams,
    day_of: Callable[[int], str],
    shifts_us: Collection[int] = (0,),
    *,
    late_ends: bool = False,
) -> Iterator[str]:
    """What does not hold; `shifts_us` are the ways in which a table's clock may have been wrong."""
    if calm.keys() != rough.keys():
        yield f"streams: {sorted(calm.keys() ^ rough.keys())} are in one of the two only"
    for stream in calm.keys() & rough.keys():
        yield from lost_and_doubled(stream, calm[stream], rough[stream])
        yield from _wrong_facts(calm[stream], rough[stream], shifts_us, LEGS if late_ends else ())
        yield from _wrongly_sent(stream, calm[stream], rough[stream])
        yield from _wrong_times(rough[stream], day_of)


def lost_and_doubled(stream: str, calm: Sequence[Event], rough: Sequence[Event]) -> Iterator[str]:
    """Facts that are missing, that are there twice, and those that nobody sent."""
    due, found = ({event.source_id for event in calm}, Counter(event.source_id for event in rough))
    for source_id in sorted(due - found.keys()):
        yield f"{stream}: {source_id} is lost"
    for source_id, count in found.items():
        if count > 1:
            yield f"{stream}: {source_id} is there {count} times"
        if source_id not in due:
            yield f"{stream}: nobody sent {source_id}"


def moved(rough: Sequence[Event]) -> int:
    """How many facts of a stream come after one that happened later."""
    highest, late = 0, 0
    for event in rough:
        number = int(event.source_id.rpartition("#")[2])
        late += number < highest
        highest = max(highest, number)
    return late


def _wrongly_sent(stream: str, calm: Sequence[Event], rough: Sequence[Event]) -> Iterator[str]:
    """Wagers that a link was not sent, was sent twice, or that nobody made; and legs out of order."""
    due, found = _wagers_sent(calm), _wagers_sent(rough)
    for wager in due - found:
        yield f"{stream}: {wager} fed no link"
    for wager in found - due:
        yield f"{stream}: {wager} was sent and is not due"
    last: Counter[str] = Counter()
    for event in rough:
        for leg in _legs(event):
            if leg["leg"]:
                last[leg["link"]] += 1
                if leg["leg"] != last[leg["link"]]:
                    yield f"{stream} seq {event.seq}: leg {leg['leg']} to {leg['link']} is not the next"


def _wagers_sent(events: Sequence[Event]) -> Counter[tuple[Any, ...]]:
    return Counter(
        (leg["link"], leg.get("round", event.round), wager["seat"], wager["wager"], wager["amount_mc"])
        for event in events
        for leg in _legs(event)
        for wager in leg.get("wagers", ())
    )


def _legs(event: Event) -> Sequence[Mapping[str, Any]]:
    fields = body_fields(read_body(event))
    if event.stream.startswith("table:") and "leg" in fields:
        return [fields]
    return fields.get("legs", ())


def _wrong_facts(
    calm: Sequence[Event], rough: Sequence[Event], shifts_us: Collection[int], moved_fields: Collection[str]
) -> Iterator[str]:
    due = {event.source_id: event for event in calm}
    ids, calm_ids = ({event.seq: event.source_id for event in each} for each in (rough, calm))
    for event in rough:
        right = due.get(event.source_id)
        if right is None:
            continue
        place = f"{event.stream} seq {event.seq} ({event.source_id}, {event.type})"
        if (event.type, event.round, event.actor, event.mode) != (
            right.type,
            right.round,
            right.actor,
            right.mode,
        ):
            yield f"{place}: it was {right.type} of round {right.round}"
        elif (fact := _fact(event, ids, moved_fields)) != (was := _fact(right, calm_ids, moved_fields)):
            yield f"{place}: {fact} is not {was}"
        if event.occurred_at_us - right.occurred_at_us not in shifts_us:
            yield f"{place}: it happened at {right.occurred_at_us}, not at {event.occurred_at_us}"
        if event.recorded_at_us < right.recorded_at_us:
            yield f"{place}: it was recorded before it was sent"


def _wrong_times(rough: Sequence[Event], day_of: Callable[[int], str]) -> Iterator[str]:
    last_us, last_day = 0, ""
    for event in rough:
        place = f"{event.stream} seq {event.seq}"
        if event.recorded_at_us < last_us:
            yield f"{place}: the recorder's time goes back"
        day = max(last_day, day_of(min(event.occurred_at_us, event.recorded_at_us)))
        if event.gaming_day != day:
            yield f"{place}: the gaming day is {event.gaming_day}, and {day} is due"
        last_us, last_day = event.recorded_at_us, event.gaming_day


def _fact(event: Event, ids: Mapping[int, str], without: Collection[str]) -> Any:
    """The body without some fields, with events of the stream named by their source ids."""
    return _named(body_fields(read_body(event)), ids, without)


def _named(value: Any, ids: Mapping[int, str], without: Collection[str]) -> Any:
    if isinstance(value, Mapping):
        return {
            name: ids.get(part, part) if name in NAMES_A_SEQ else _named(part, ids, without)
            for name, part in value.items()
            if name not in without
        }
    if isinstance(value, list | tuple):
        return [_named(part, ids, without) for part in value]
    return value
