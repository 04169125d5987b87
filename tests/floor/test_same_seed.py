"""Same seed, same bytes; another seed, another night."""

import hashlib

from floor.houses.bulk import as_sealed, made
from floor.night import Night
from floor.play.registry import all_plays
from streams.clock import GamingDays
from tests.floor.watched import FACILITY, played

NIGHT = Night(seed=1, tables=2 * len(all_plays()), rounds=6)
"""Two tables of every game."""


def test_all_games_in_bulk_by_two_processes_give_the_bytes_of_an_embedded_instance(tmp_path):
    digest = hashlib.sha256()
    for rows in made(NIGHT, FACILITY, GamingDays(), processes=2):
        for sealed in as_sealed(rows):
            digest.update(sealed.value)

    with played(tmp_path, tables=NIGHT.tables, rounds=NIGHT.rounds, registered=True) as floor:
        opened = [event for event in floor.events if event.type == "table_opened"]
        assert len(opened) == 2 * len(all_plays())
        assert digest.hexdigest() == floor.digest


def test_the_same_seed_gives_the_same_bytes(tmp_path):
    with played(tmp_path / "once") as once, played(tmp_path / "again") as again:
        assert once.events
        assert once.digest == again.digest


def test_in_portions_of_time_it_gives_the_same_bytes(tmp_path):
    with (
        played(tmp_path / "at once", rounds=15) as whole,
        played(tmp_path / "in portions", rounds=15, portion_us=7_300_000) as portions,
    ):
        assert whole.digest == portions.digest


def test_another_seed_gives_other_bytes(tmp_path):
    with played(tmp_path / "one", rounds=5) as one, played(tmp_path / "two", rounds=5, seed=2) as two:
        assert one.digest != two.digest


def test_one_table_more_changes_nothing_at_the_others(tmp_path):
    def facts_of(floor, table):
        return [(e.type, e.occurred_at_us, e.body) for e in floor.events if e.owner == table]

    with (
        played(tmp_path / "two", rounds=10, tables=2) as two,
        played(tmp_path / "three", rounds=10, tables=3) as three,
    ):
        names = {event.owner for event in two.events if event.kind == "table"}
        assert len(names) == 2
        assert all(facts_of(two, name) == facts_of(three, name) for name in names)
