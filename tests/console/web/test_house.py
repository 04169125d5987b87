"""A table's day, badges, health and settings."""

from __future__ import annotations

import re
from html import unescape

import pytest

from console.web.showing.house.table_happenings import happenings
from tests.console.accounting_floor import Floor
from tests.console.pages.disputed_floor import SHORT, VOIDED, disputed_floor
from tests.console.web.conftest import Console, give_accounts, give_badges, serving

DAY = "2026-03-02"


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """A console of a table whose decks and devices have a history."""
    data = disputed_floor(tmp_path_factory.mktemp("day") / "house")
    floor = Floor(data, "2026-03-02T13:00:00Z")
    deck = {"back_colour": "red", "preinspected": False, "preshuffled": False}
    received = {"decks": [{"deck": "R-1", **deck}], "cover_cards": 1, "received_by": "F-1"}
    shuffled = {"deck": "R-1", "method": "device", "device": "SH-1"}
    broken = {"device": "SH-1", "kind": "shuffler", "problem": "does not turn"}
    floor.say(
        "table:T1", ("decks_received", received), ("cards_shuffled", shuffled), ("device_failed", broken)
    )
    floor.say("table:T1", ("dealer_changed", {"dealer": "D-7", "floorperson": "F-2"}))
    floor.at("2026-03-02T22:30:00Z")
    floor.say(
        "table:T1", ("table_closed", {"closed_by": "F-2", "seats_occupied": [], "reason": "no players"})
    )
    give_badges(data)
    give_accounts(data)
    yield from serving(data, "own")


# --- a table's day ----------------------------------------------------------------------------------------


def test_a_table_tells_its_day(own: Console):
    visitor = own.signed_in("surveillance")
    shown = visitor.ask(f"/tables/T1?day={DAY}")
    text = plain(shown.text)

    for words in ("dealer D-7, floorperson F-2", "closed by F-2", "SH-1 (shuffler) failed: does not turn"):
        assert words in text, words
    assert "▲ 9 h 29 min of 8 h" in text, "the clock of a deck runs to the close, and says when it is late"
    document = visitor.ask(f"/tables/T1.json?day={DAY}").document
    (deck,) = document["decks"]
    assert (deck["deck"], deck["minutes_in_play"], deck["hours_allowed"]) == ("R-1", 569, 8)
    assert [each["round"] for each in document["rounds"]][1:3] == [VOIDED, SHORT]
    assert document["rounds"][1]["end"] == "voided"
    assert document["rounds"][1]["irregularities"] == ["incorrect number"]
    assert sum(each["rounds"] for each in document["rounds_by_hour"]) == len(document["rounds"])
    assert f'href="/rounds/{SHORT}"' in shown.text
    assert "seconds" in visitor.ask(f"/tables/T1.csv?day={DAY}").text


def test_a_day_without_play_says_so_and_a_table_that_is_not(own: Console):
    visitor = own.signed_in("pit")

    assert "No round was played at T1 on 2026-03-01" in visitor.ask("/tables/T1?day=2026-03-01").text
    assert visitor.ask("/tables/NO").status == 404
    assert "/rounds/" not in own.signed_in("admin").ask(f"/tables/T1?day={DAY}").text


def test_nothing_happened_where_nothing_was_recorded():
    found = happenings([])

    assert (found.staff, found.decks, found.devices) == ([], {}, [])
