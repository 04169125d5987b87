"""Meters on real Kafka while workers die: transfers between partitions, corrections, limits, day closes.

The judge is the pure fold of `links` as it is there, and the embedded engine, given that order. A floor
plays phase by phase: what a payment must be is read from the meters, as a cage does.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from events.body import decode_body
from events.envelope import decode, read_header
from events.topics import EVENTS, LINKS, METERS
from projections.keeping.keeper import Keeper
from streams.engines.embedded import Embedded
from streams.log import Sealed, seal_bytes
from tests.end_to_end.test_engines import in_the_order_of_links
from tests.kafka_broker import Broker
from tests.projections.judging import ALL, DAY, TENTH, Court, terms, usd
from tests.rig import Rig

EAST, NORTH = "EAST", "NORTH"
"""Two links that the partitioner sends to different partitions, of two as of four."""
TABLES = 12
SEATS = [1, 2, 3, 4, 5]


class House:
    """Twelve tables on a link with a limit, two on another, and a clock that they share."""

    def __init__(self) -> None:
        court = Court()
        self.links = {name: court.link(name) for name in (EAST, NORTH)}
        self.tables = {f"T{n}": court.table(f"T{n}") for n in range(1, TABLES + 1)}
        self.feeds = {name: NORTH if name in {"T11", "T12"} else EAST for name in self.tables}
        self.phases: list[list[Sealed]] = []

    def opens(self) -> list[bytes]:
        """Both links are opened and every table joins its own; the limit is soon reached."""
        east = terms({"progressive": (usd("100"), 0, 2_300, 500, usd("380"))}, unit_mc=usd("5"))
        west = terms({"progressive": (usd("1,000"), 0, 2_300, 500)}, unit_mc=usd("5"))
        opened = [self.links[EAST].opens(**east), self.links[NORTH].opens(**west)]
        return opened + [
            table.opens([self.feeds[name]], unit_mc=usd("5")) for name, table in self.tables.items()
        ]

    def plays(self, rounds: int) -> list[bytes]:
        """Every table plays; their rounds are interleaved."""
        return [
            table.bets(self.feeds[name], [(seat, "progressive", usd("5")) for seat in SEATS])
            for _ in range(rounds)
            for name, table in self.tables.items()
        ]

    def recorded(self) -> list[Sealed]:
        """All events that any desk has recorded and nobody has fed yet, each stream in its order."""
        desks = [*self.links.values(), *self.tables.values()]
        done = {(event.stream, event.seq) for phase in self.phases for event in phase}
        sealed = [seal_bytes(value) for desk in desks for value in desk.recorded]
        return [event for event in sealed if (event.stream, event.seq) not in done]

    def phase(self, values: Iterable[bytes]) -> list[Sealed]:
        """What to feed next: these events in this order, each after what its desk recorded before it."""
        waiting: dict[str, list[Sealed]] = {}
        for event in self.recorded():
            waiting.setdefault(event.stream, []).append(event)
        ordered: list[Sealed] = []
        for value in values:
            header = read_header(value)
            of_stream = waiting[header.stream]
            while of_stream and of_stream[0].seq <= header.seq:
                ordered.append(of_stream.pop(0))
        self.phases.append(ordered)
        return ordered


def records(rig: Rig, link: str) -> list[tuple[str, Any]]:
    """Type and body of all that the keeper has recorded of a link."""
    events = map(decode, rig.meters().get(link, []))
    return [(event.type, decode_body(event)) for event in events]


def last(rig: Rig, link: str, type_: str) -> Any:
    """The last record of a type."""
    return [body for found, body in records(rig, link) if found == type_][-1]


def folded(rig: Rig) -> tuple[dict[str, list[bytes]], set[bytes]]:
    """The records of every link, and what links sent each other, by the pure fold of `links`."""
    meters: dict[str, list[bytes]] = {}
    between_links: set[bytes] = set()
    for partition in range(rig.partitions):
        keeper = Keeper()
        for record in rig.source.records(LINKS, partition, 0, rig.source.end(LINKS, partition)):
            for output in keeper.step(record):
                if output.topic == METERS:
                    meters.setdefault(output.key, []).append(output.value)
                elif output.topic == LINKS:
                    between_links.add(output.value)
    return meters, between_links


def received_from_links(rig: Rig) -> dict[str, tuple[int, set[bytes]]]:
    """Per link its partition, and what it received from other links."""
    received: dict[str, tuple[int, set[bytes]]] = {}
    for partition in range(rig.partitions):
        for record in rig.source.records(LINKS, partition, 0, rig.source.end(LINKS, partition)):
            of_link = received.setdefault(record.key, (partition, set()))[1]
            if read_header(record.value).kind == "meter":
                of_link.add(record.value)
    return received


def refused_after_a_second_lock(rig: Rig, house: House, *, paid: bool) -> None:
    """T1 wins everything, T2 a tenth of what is left; T1's award is rejected, T2's perhaps paid before."""
    first, second = house.tables["T1"], house.tables["T2"]
    rig.feed(house.phase(house.plays(1)))
    rig.wait(sinks=False)
    claim = first.claims(3, ALL, EAST)
    rig.feed(house.phase([claim]))
    rig.wait(sinks=False)
    won_again = second.claims(2, TENTH, EAST)
    rig.feed(house.phase([won_again, second.validates(won_again)]))
    rig.wait(sinks=False)
    before_mc = last(rig, EAST, "award_locked").amount_mc
    if paid:
        rig.feed(house.phase([second.pays(won_again, before_mc)]))
        rig.wait(sinks=False)
    rig.feed(house.phase([first.rejects(claim)]))
    rig.wait(sinks=False)
    corrected = last(rig, EAST, "award_corrected")
    assert (corrected.before_mc, corrected.paid_mc) == (before_mc, before_mc if paid else 0)
    assert corrected.amount_mc == usd("38")  # a tenth of the limit, which the meter had reached
    (share,) = corrected.shares
    rig.feed(house.phase([second.pays(won_again, share.amount_mc)]))
    rig.wait(sinks=False)
    assert last(rig, EAST, "award_paid").amount_mc == share.amount_mc


def transfers(house: House) -> list[bytes]:
    """Two that arrive, and between them one that is refused."""
    east = house.links[EAST]
    return [
        east.transfers(usd("10"), NORTH),
        east.transfers(usd("1"), NORTH, to_meter="mega"),
        east.transfers(usd("2"), NORTH),
    ]


def same_on_the_embedded_engine(rig: Rig, house: House, directory: Path) -> None:
    """Every phase in the order of Kafka's `links` gives the same records in process."""
    with Embedded(directory) as embedded:
        for phase in house.phases:
            embedded.log.append(in_the_order_of_links(rig, phase))
            embedded.process()
        in_process: dict[str, list[bytes]] = {}
        for record in embedded.log.read(METERS, 0, 0):
            in_process.setdefault(record.key, []).append(record.value)
        assert embedded.log.end(EVENTS, 0) == sum(map(len, house.phases))
    assert rig.meters() == in_process


def test_transfers_corrections_limits_and_days_while_keepers_die(
    broker: Broker, topic_prefix: str, tmp_path: Path
) -> None:
    house = House()
    with Rig(broker.bootstrap, topic_prefix, tmp_path / "kafka") as rig:
        workers = rig.start_all()
        rig.feed(house.phase(house.opens()))
        rig.wait(sinks=False)
        rig.feed(house.phase(house.plays(4)))
        workers["keeper"].kill()
        workers["keeper"] = rig.start("keeper")
        rig.wait(sinks=False)
        refused_after_a_second_lock(rig, house, paid=False)
        refused_after_a_second_lock(rig, house, paid=True)

        rig.feed(house.phase(transfers(house)))
        workers["keeper"].kill()  # what one link sent another may be in `links` twice, or not yet
        workers["router"].kill()
        rig.start("router")
        rig.start("keeper")
        rig.wait(sinks=False)
        rig.feed(house.phase([house.links[NORTH].transfers(usd("4"), EAST)]))
        rig.wait(sinks=False)

        ends = [table.ends_day([house.feeds[name]]) for name, table in house.tables.items()]
        rig.feed(house.phase(ends))
        rig.wait()

        meters, between_links = folded(rig)
        assert rig.meters() == meters
        received = received_from_links(rig)
        assert received[EAST][0] != received[NORTH][0]
        assert received[EAST][1] | received[NORTH][1] == between_links
        kinds = {link: [type_ for type_, _ in records(rig, link)] for link in (EAST, NORTH)}
        assert kinds[EAST].count("transfer_sent") == 3
        assert kinds[NORTH].count("transfer_received") == 2
        assert kinds[NORTH].count("transfer_refused") == kinds[EAST].count("transfer_returned") == 1
        assert kinds[EAST].count("transfer_received") == 1
        assert kinds[EAST].count("table_joined") == TABLES - 2
        assert {last(rig, link, "meter_day_closed").day for link in (EAST, NORTH)} == {DAY}
        overflow = last(rig, EAST, "meter_day_closed").balances[1]
        assert overflow.meter == "progressive.overflow"
        assert overflow.primary_mc > 0
        same_on_the_embedded_engine(rig, house, tmp_path / "embedded")


@pytest.mark.parametrize("killed", ["one", "two"])
def test_a_standby_keeper_takes_over_the_partitions_of_one_that_is_killed(
    killed: str, broker: Broker, topic_prefix: str, tmp_path: Path
) -> None:
    house = House()
    with Rig(broker.bootstrap, topic_prefix, tmp_path / "kafka", partitions=2) as rig:
        rig.start("router")
        keepers = {slot: rig.start("keeper", slot) for slot in ("one", "two")}
        rig.feed(house.phase(house.opens()))
        rig.wait(sinks=False)
        rig.feed(house.phase(house.plays(3)))
        rig.wait(sinks=False)
        keepers[killed].kill()
        rig.feed(house.phase(house.plays(3)))
        rig.wait(sinks=False)  # the other one has taken over what was not its own
        assert rig.meters() == folded(rig)[0]
        (other,) = (keeper for slot, keeper in keepers.items() if slot != killed)
        assert other.running
        rig.feed(house.phase([house.tables["T1"].claims(1, TENTH, EAST)]))
        rig.wait(sinks=False)
        assert last(rig, EAST, "award_locked").seat == 1
