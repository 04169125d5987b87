"""A round as somebody works with it: while it is still played, for one seat, and under other rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from console.web.showing import beside_round
from tests.console.accounting_floor import Floor
from tests.console.pages.disputed_floor import SHORT, bet
from tests.console.web.conftest import Console, copied, serving

OPEN_ROUND = "T1-9"


@pytest.fixture(scope="module")
def desk(house: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Console]:
    """A console whose floor plays on."""
    yield from serving(copied(house, tmp_path_factory), "desk")


def test_the_page_of_an_open_round_says_what_came_and_that_of_an_ended_one_does_not_ask(desk, monkeypatch):
    monkeypatch.setattr(beside_round, "_ASKS_FOR_US", 2**62)
    floor, visitor = Floor(desk.data, "2026-03-02T14:00:00Z"), desk.signed_in("surveillance")
    begun = floor.say("table:T1", ("round_opened", {"dealer": "D-1"}), bet(1, "ante", 10), round_=OPEN_ROUND)
    page = visitor.ask(f"/rounds/{OPEN_ROUND}").text
    asks = re.search(r'id="round-news"[^>]* hx-get="([^"]+)"', page)[1]
    assert asks == f"/rounds/{OPEN_ROUND}?since={begun[-1].seq}"
    assert '<meta http-equiv="refresh" content="10">' in page

    nothing = visitor.ask(asks).text
    assert "new event" not in nothing
    assert 'hx-trigger="every 2s"' in nothing
    assert visitor.ask(asks.replace("?", ".json?")).document["new"] == 0

    floor.say("table:T1", bet(1, "progressive", 5), ("bets_closed", {"legs": []}), round_=OPEN_ROUND)
    something = visitor.ask(asks).text
    assert f'<a href="/rounds/{OPEN_ROUND}">2 new events</a>' in something
    assert "hx-trigger" not in something  # it is asked for no more

    ended = visitor.ask(f"/rounds/{SHORT}").text
    assert "round-news" not in ended
    assert 'http-equiv="refresh"' not in ended


def test_a_round_that_was_left_open_keeps_nobody_signed_in(desk):
    """Whoever asks by script does so for a while only: a session ends half an hour after its last use."""
    floor = Floor(desk.data, "2026-03-02T15:00:00Z")
    floor.say("table:T1", ("round_opened", {"dealer": "D-1"}), round_="T1-10")

    page = desk.signed_in("surveillance").ask("/rounds/T1-10").text

    assert "round-news" in page
    assert "hx-trigger" not in page
    assert "refresh" not in page
