"""A round is read where the index has its events; whatever may lie between them is looked for instead."""

import gc
import sqlite3
from contextlib import closing
from dataclasses import replace
from types import TracebackType

import pytest

from console.rounds.events import events_of_round
from events.envelope import decode, encode
from floor.houses.bulk import as_sealed, made
from floor.night import Night
from projections.read_model.log_troubles import HaltRow, QuarantinedRow
from projections.read_model.tables import Changes
from streams.clock import GamingDays
from streams.engines.embedded import Embedded
from streams.log import EVENTS
from streams.read_model.queries.found_rounds import RoundsAsked
from streams.sqlite.file import LOG_FILE


class NoLooking:
    """A log that can go to offsets and nowhere else."""

    def __init__(self, log):
        self._log = log
        self.asked = []

    def read_at(self, offsets):
        self.asked += offsets
        return self._log.read_at(offsets)


@pytest.fixture
def instance(tmp_path):
    with Embedded(tmp_path) as opened:
        for rows in made(Night(3, 3, rounds=3), "PA-01", GamingDays()):
            opened.log.append(as_sealed(rows))
        opened.process(examine=False)
        yield opened


def rounds(instance):
    return RoundsAsked().found(instance.store)


def test_a_round_is_read_at_its_places_alone(instance):
    found = rounds(instance)
    assert len(found) == 9
    for of in found:
        log = NoLooking(instance.log)
        by_places = events_of_round(log, of)
        assert by_places == events_of_round(instance.log, replace(of, stored_places=b""))
        assert by_places.bodies is not None
        assert log.asked == of.places
        assert len(by_places.events) == len(of.places)
    assert any(len(of.places) < of.last_offset - of.first_offset for of in found)


def test_rounds_built_in_bulk_have_the_same_places(instance, tmp_path):
    (tmp_path / "bulk").mkdir()
    with Embedded(tmp_path / "bulk") as bulk:
        bulk.log.append(
            [each for rows in made(Night(3, 3, rounds=3), "PA-01", GamingDays()) for each in as_sealed(rows)]
        )
        bulk.catch_up(examine_many=False)
        assert rounds(bulk) == rounds(instance)


def commit(instance, *rows):
    position, state = instance.store.position(EVENTS, 0)
    instance.store.commit(EVENTS, 0, position, Changes(position, state or b"", *rows))


def test_a_table_that_was_ever_halted_has_no_places(instance):
    before = rounds(instance)
    stream = before[0].stream
    commit(instance, HaltRow(stream, 0, 1))
    for of in rounds(instance):
        assert bool(of.places) == (of.stream != stream)


def test_a_round_in_which_a_record_of_its_table_was_quarantined_has_no_places(instance):
    one = rounds(instance)[4]
    others = {of.stream for of in rounds(instance)} - {one.stream}

    def lost(offset, stream):
        return QuarantinedRow("events", 0, offset, stream, "fork", "", "", "")

    commit(instance, lost(one.last_offset, one.stream), *(lost(one.first_offset, each) for each in others))
    without = {of.round for of in rounds(instance) if not of.places}
    assert one.round in without
    for of in rounds(instance):
        if of.stream == one.stream:
            within = of.first_offset <= one.last_offset <= of.last_offset
            assert (of.round in without) == within


@pytest.mark.parametrize(
    "places", [[], [0], [10**9], [0, 10**9]], ids=["none", "another event", "nothing there", "fewer"]
)
def test_places_that_are_not_the_rounds_are_not_believed(instance, places):
    of = rounds(instance)[0]
    looked_for = events_of_round(instance.log, replace(of, stored_places=b""))
    stored = b"".join(each.to_bytes(8, "little") for each in places)
    assert events_of_round(instance.log, replace(of, stored_places=stored)) == looked_for


def test_looking_for_rounds_keeps_nothing_of_them(instance):
    of = replace(rounds(instance)[0], stored_places=b"")

    def kept():
        gc.collect()
        return sum(isinstance(each, TracebackType) for each in gc.get_objects())

    events_of_round(instance.log, of)
    before = kept()
    for _ in range(20):
        events_of_round(instance.log, of)
    assert kept() < before + 20


def test_an_event_that_was_changed_in_the_log_is_noticed(instance):
    of = rounds(instance)[0]
    place = of.places[5]
    (value,) = instance.log.read_at([place])
    changed = encode(decode(value)._replace(occurred_at_us=1))
    with closing(sqlite3.connect(instance.data / LOG_FILE)) as file, file:
        file.execute("UPDATE events SET value = ? WHERE offset = ?", (changed, place))
    found = events_of_round(instance.log, of)
    assert found == events_of_round(instance.log, replace(of, stored_places=b""))
    assert found.troubles


def test_a_round_without_its_end_is_looked_for(instance):
    of = rounds(instance)[0]
    cut = replace(of, last_offset=of.places[5], stored_places=of.stored_places[: 8 * 6])
    assert events_of_round(instance.log, cut) == events_of_round(
        instance.log, replace(cut, stored_places=b"")
    )
    with pytest.raises(AttributeError):  # nothing but looking for it would do
        events_of_round(NoLooking(instance.log), cut)
