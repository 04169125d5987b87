"""What happens at a table besides its hands is read from rows of its own, however many cards lie between."""

import pytest

from console.web.showing.house.table_happenings import _TAKES, happenings
from events.body import parse_body
from projections.rounds.happenings import HAPPENINGS
from streams.read_model.queries.table_day import happenings_of
from tests.scenario import Clock
from tests.scenario_table import TableDesk
from tests.streams.read_model.test_found_rounds import kept, plays

DECK = {"deck": "R-1", "back_colour": "red", "preinspected": False, "preshuffled": False}
RECEIVED = {"decks": [DECK], "cover_cards": 1, "received_by": "F-1"}
SHUFFLED = {"deck": "R-1", "method": "device", "device": "SH-1"}
BROKEN = {"device": "SH-1", "kind": "shuffler", "problem": "does not turn"}


def say(table, type_, fields):
    return table.records(parse_body(type_, fields))


def a_day(table, rounds):
    """Decks come, one is shuffled, rounds are played, a device fails."""
    values = [say(table, "decks_received", RECEIVED), say(table, "cards_shuffled", SHUFFLED)]
    for _ in range(rounds):
        values += plays(table, 1, 2)
    return [*values, say(table, "device_failed", BROKEN)]


def test_the_page_reads_all_that_has_a_row():
    assert set(_TAKES) == HAPPENINGS


@pytest.mark.parametrize("rounds", [1, 12])
def test_cards_and_wagers_between_leave_no_rows(tmp_path, rounds):
    with kept(tmp_path / "read.sqlite", a_day(TableDesk("T1", Clock()), rounds)) as store:
        rows = happenings_of(store, "T1", 1, None)
        assert [row.type for row in rows] == ["decks_received", "cards_shuffled", "device_failed"]
        found = happenings(rows)
        assert [deck.name for deck in found.decks.values()] == ["R-1"]
        assert found.decks["R-1"].since_us == rows[1].occurred_at_us
        assert [said.words for said in found.devices] == ["SH-1 (shuffler) failed: does not turn"]


def test_only_what_is_asked_for_is_read_and_of_one_table(tmp_path):
    clock = Clock()
    one, two = TableDesk("T1", clock), TableDesk("T2", clock)
    with kept(tmp_path / "read.sqlite", [*a_day(one, 2), *a_day(two, 1)]) as store:
        rows = happenings_of(store, "T1", 1, None)
        last = rows[-1].seq
        assert happenings_of(store, "T1", 2, None) == rows[1:]
        assert happenings_of(store, "T1", 1, last) == rows[:-1]
        query = "SELECT * FROM happenings WHERE stream = ? AND seq >= ? AND seq < ? ORDER BY seq"
        plan = store.rows(f"EXPLAIN QUERY PLAN {query}", ("table:T1", 1, last))
        assert not [row["detail"] for row in plan if row["detail"].startswith(("SCAN", "USE TEMP"))]
