"""What must hold when the world has come to rest: nothing lost, nothing counted twice, nothing wrong.

Legs, marks, rounds and quarantine are compared with the oracle; meters with the pure fold of `links` as it
stands; what is told between links with the records that tell it. Money has a module of its own, `money`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from events.body import decode_body, unpack_body
from events.envelope import NO_PREV, Event, decode, event_hash, read_header
from events.errors import MalformedEvent
from events.topics import LINKS, METERS, QUARANTINE
from projections.keeping.keeper import Keeper, SourceProgress
from projections.read_model.models import MODELS
from projections.records import read_quarantined
from tests.simulation.memory import MemoryLog, MemoryReadModel
from tests.simulation.money import check_money
from tests.simulation.oracle import Truth
from tests.simulation.world import Violation, World


def check(world: World, truth: Truth, *, thorough: bool) -> None:
    """Raise `Violation` at the first thing that does not hold."""
    records = meter_records(world.log)
    check_links(world.log, truth, records)
    check_meters(world.log, records, truth)
    check_quarantine(world, truth)
    check_rounds(world.read_model, truth)
    check_money(world, records, truth)
    check_read_model(world)
    if thorough:
        check_bodies(world.log)


def same(kind_missing: str, what: str, got: Iterable[Any], wanted: Iterable[Any]) -> None:
    """Two sets must be equal; what is missing is lost, what is too much is wrong."""
    got, wanted = set(got), set(wanted)
    if wanted - got:
        raise Violation(kind_missing, f"{what}: {sorted(wanted - got, key=repr)[:3]} missing")
    if got - wanted:
        raise Violation("wrong", f"{what}: {sorted(got - wanted, key=repr)[:3]} too much")


TOLD = {"transfer_sent": "to_link", "transfer_received": "from_link", "transfer_refused": "from_link"}
"""The records that another link hears, and the field that names it."""


def check_links(log: MemoryLog, truth: Truth, records: dict[str, list[bytes]]) -> None:
    """Every leg of an event that counts stands in `links`, and whatever one link tells another.

    There is nothing else but marks and planted poison.
    """
    legs: list[tuple[str, str, int, str]] = []
    marks: list[tuple[str, str, str, int]] = []
    for partition in log.topics[LINKS]:
        for record in partition:
            if (record.topic, record.partition, record.offset, "malformed") in truth.asides:
                continue
            event = read_header(record.value)
            if event.kind == "router":
                marks.append((record.key, event.type, event.source_id.partition("#")[0], event.seq))
            else:
                legs.append((record.key, event.stream, event.seq, event_hash(record.value).hex()))
    wanted = [
        (link, event.stream, event.seq, event_hash(value).hex())
        for link, sent in truth.legs.items()
        for event, value in sent
    ]
    for value in (value for chain in records.values() for value in chain):
        event = read_header(value)
        if event.type in TOLD:
            told = unpack_body(event)[TOLD[event.type]]
            wanted.append((told, event.stream, event.seq, event_hash(value).hex()))
    same("lost", "legs", legs, wanted)
    same("lost", "marks", marks, truth.marks)


def meter_records(log: MemoryLog) -> dict[str, list[bytes]]:
    """The distinct records of each link by number: dense, chained, repeats equal byte for byte."""
    numbered: dict[str, dict[int, bytes]] = {}
    for partition in log.topics[METERS]:
        for record in partition:
            try:
                event = decode(record.value)
            except MalformedEvent:
                continue
            known = numbered.setdefault(record.key, {}).setdefault(event.seq, record.value)
            if known != record.value:
                raise Violation("wrong", f"meters {record.key} has two records {event.seq}")
    chains = {}
    for link, by_number in numbered.items():
        prev = NO_PREV
        for number in range(1, len(by_number) + 1):
            if number not in by_number:
                raise Violation("lost", f"meters {link} has no record {number} of {max(by_number)}")
            if read_header(by_number[number]).prev != prev:
                raise Violation("wrong", f"meters {link} record {number} does not follow the one before")
            prev = event_hash(by_number[number])
        chains[link] = [by_number[number] for number in sorted(by_number)]
    return chains


def check_meters(log: MemoryLog, records: dict[str, list[bytes]], truth: Truth) -> None:
    """What the keepers wrote is the pure fold of `links` as it stands, and every leg was heard once."""
    folded: dict[str, list[bytes]] = {}
    for partition in log.topics[LINKS]:
        keeper = Keeper()
        for record in partition:
            for output in keeper.step(record):
                if output.topic == METERS:
                    folded.setdefault(output.key, []).append(output.value)
        for link, book in keeper.books.items():
            check_progress(link, book.sources, truth, records)
    for link in sorted({*folded, *records}):
        ours, wanted = records.get(link, []), folded.get(link, [])
        if ours != wanted:
            kind = "lost" if len(ours) < len(wanted) else "doubled" if len(ours) > len(wanted) else "wrong"
            raise Violation(kind, f"meters {link}: {len(ours)} records, the fold of links has {len(wanted)}")
        check_order(link, ours)


def check_progress(
    link: str, sources: dict[str, SourceProgress], truth: Truth, records: dict[str, list[bytes]]
) -> None:
    """A link has taken the last leg of every source, and waits for nothing but a control that never came."""
    controls = [event.seq for event, _ in truth.legs.get(link, ()) if event.stream == f"link:{link}"]
    for stream, progress in sources.items():
        awaited = progress.legs.awaited()
        if awaited is not None and awaited.what == "control" and awaited.number > max(controls, default=0):
            continue
        kind, _, owner = stream.partition(":")
        if kind == "meter":
            said = [event for event in map(read_header, records.get(owner, ())) if event.type in TOLD]
            last = [event for event in said if unpack_body(event)[TOLD[event.type]] == link][-1:]
        else:
            last = [event for event, _ in truth.legs.get(link, ()) if event.stream == stream][-1:]
        if progress.legs.held or (last and progress.legs.next_leg != leg_number(last[0], link) + 1):
            raise Violation("lost", f"{link} has not taken all legs of {stream}")


def check_order(link: str, records: list[bytes]) -> None:
    """A table's legs took effect in the table's order."""
    last: dict[str, int] = {}
    for value in records:
        event = read_header(value)
        stream, _, seq = event.source_id.partition("#")
        if stream.startswith("router:") or event.type in ("table_incomplete", "table_complete"):
            continue
        if int(seq) < last.get(stream, 0):
            raise Violation("wrong", f"{link}: {stream} {seq} took effect after {last[stream]}")
        last[stream] = int(seq)


def leg_number(event: Event, link: str) -> int:
    """The number of an event's leg to a link."""
    if event.kind == "link":
        return event.seq
    body = unpack_body(event)
    if "legs" not in body:
        return int(body["leg"])
    return int(next(part["leg"] for part in body["legs"] if part["link"] == link))


def check_quarantine(world: World, truth: Truth) -> None:
    """Exactly what was planted is put aside, with its bytes."""
    found = set()
    for partition in world.log.topics[QUARANTINE]:
        for record in partition:
            fields = read_quarantined(record)
            place = (fields.topic, fields.partition, fields.offset)
            if world.log.topics[place[0]][place[1]][place[2]].value != fields.value:
                raise Violation("wrong", f"quarantine keeps other bytes than stand at {place}")
            found.add((*place, fields.reason))
    same("lost", "quarantine", found, [aside for aside in truth.asides if aside[0] != METERS])
    same(
        "lost", "quarantined records in the read model", world.read_model.tables["quarantined"], truth.asides
    )


def check_rounds(read_model: MemoryReadModel, truth: Truth) -> None:
    """The round index and the halts, counted from the events that count."""
    rounds: dict[tuple[str, str, str], list[int]] = {}
    for record, event in truth.applied:
        if event.round is None:
            continue
        key = (event.round, event.stream, event.mode)
        row = rounds.setdefault(key, [event.seq, 0, record.offset, 0, 0, 0, 0, 0])
        row[1], row[3] = event.seq, record.offset
        row[4] += 1
        for column, type_ in ((5, "round_opened"), (6, "round_closed"), (7, "round_voided")):
            row[column] += event.type == type_
    stored = {
        key: [r.first_seq, r.last_seq, r.first_offset, r.last_offset, r.events, r.opened, r.closed, r.voided]
        for key, r in read_model.tables["rounds"].items()
    }
    for key in sorted({*rounds, *stored}):
        if stored.get(key) != rounds.get(key):
            more = key in stored and (key not in rounds or stored[key][4] > rounds[key][4])
            raise Violation(
                "doubled" if more else "lost", f"round {key}: {stored.get(key)}, not {rounds.get(key)}"
            )
    halts = {stream: row.missing_seq for stream, row in read_model.tables["halts"].items()}
    if halts != truth.halts:
        raise Violation("wrong", f"halts {halts}, not {truth.halts}")


def check_read_model(world: World) -> None:
    """All rows equal those of one pass over the topics by one worker that nothing happens to."""
    fresh = MemoryReadModel()
    for topic in MODELS:
        for number, partition in enumerate(world.log.topics[topic]):
            model = MODELS[topic](None)
            for record in partition:
                replay_from = model.step(record)
                if replay_from is not None:
                    for earlier in partition[replay_from : record.offset + 1]:
                        if earlier.key == record.key:
                            model.replay(earlier)
            fresh.commit(topic, number, 0, model.changes(len(partition)))
    stored = world.read_model.tables
    for table, rows in fresh.tables.items():
        if stored[table] != rows:
            missing = rows.keys() - stored[table].keys()
            raise Violation("lost" if missing else "wrong", f"read model: {table} differs from one pass")


def check_bodies(log: MemoryLog) -> None:
    """Whatever the processors wrote is an event of the vocabulary, in its one encoding."""
    for topic in (LINKS, METERS):
        for partition in log.topics[topic]:
            for record in partition:
                try:
                    event = decode(record.value)
                except MalformedEvent:
                    continue
                if event.kind in ("meter", "router"):
                    decode_body(event)
