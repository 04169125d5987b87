"""A round as somebody works with it: while it is still played, for one seat, and under other rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from console.web.showing import beside_round
from games.rulebook import by_name
from tests.console.accounting_floor import Floor
from tests.console.pages.disputed_floor import SHORT, WON, bet
from tests.console.web.conftest import OPEN, Console, copied, serving

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


def test_a_round_opened_for_a_seat_has_its_verdict_first_and_marks_it(console):
    surveillance = console.signed_in("surveillance")
    rows = re.compile(r'<tr role="row" class="([^"]*)" data-seat="(\d)">')

    whole = rows.findall(surveillance.ask(f"/rounds/{WON}").text)
    of_5 = surveillance.ask(f"/rounds/{WON}?seat=5").text

    assert whole[0][1] != "5"
    found = rows.findall(of_5)
    of_seat = [seat for _, seat in whole].count("5")
    assert [("chosen" in kind, seat == "5") for kind, seat in found] == (
        [(True, True)] * of_seat + [(False, False)] * (len(whole) - of_seat)
    )
    assert sorted(seat for _, seat in found) == sorted(seat for _, seat in whole)
    assert re.search(r'<section class="seat s5 chosen"', of_5)
    of_4 = surveillance.ask(f"/rounds/{SHORT}?seat=4").text
    assert "Seat 4 raise: due $40.00, done $30.00, −$10.00 short" in of_4
    assert "Seat 7 had no wager in it." in surveillance.ask(f"/rounds/{SHORT}?seat=7").text
    assert surveillance.ask(f"/rounds/{SHORT}?seat=0").status == 400


def test_the_rounds_of_a_seat_open_at_that_seat(console):
    surveillance = console.signed_in("surveillance")

    assert f'href="/rounds/{SHORT}?seat=4"' in surveillance.ask("/rounds?table=T1&seat=4").text
    assert f'href="/rounds/{SHORT}"' in surveillance.ask("/rounds?table=T1").text
    assert re.search(
        rf'href="/rounds/{SHORT}\?[^"]*case={OPEN}&amp;seat=4"', surveillance.ask(f"/cases/{OPEN}").text
    )


def test_cards_on_the_felt_lead_to_the_event_that_dealt_them(console):
    """To who may see events; the pit sees the same cards, and no links."""
    shown = console.signed_in("surveillance").ask(f"/rounds/{WON}").text
    led = re.findall(
        r'<li class="card[^>]* data-from="(\d+)"[^>]*>\s*<a href="/events/table%3AT1/(\d+)"', shown
    )
    types = {
        each["seq"]: each["type"]
        for each in console.signed_in("surveillance").ask(f"/rounds/{WON}.json").document["timeline"]
    }

    assert len(led) == shown.count('<li class="card')
    assert {types[int(seq)] for start, seq in led if start == seq} == {"stack_delivered"}
    pit = console.signed_in("pit").ask(f"/rounds/{WON}").text
    assert pit.count('<li class="card') == len(led)
    assert "/events/" not in pit


def test_what_if_offers_every_reading_that_the_text_leaves_open(console):
    """678a leaves two readings of the ace of a straight flush; what has one reading only is no question."""
    accounting = console.signed_in("accounting")
    form = re.search(
        r'<section class="whatif".*?</section>', accounting.ask(f"/rounds/{SHORT}").text, re.DOTALL
    )[0]
    offered = {
        name: re.findall(r'<option value="([^"]+)"', values)
        for name, values in re.findall(r'<select name="switch\.(\w+)">(.*?)</select>', form)
    }
    switches = by_name("678a@2019-11-02").switches.values()
    assert set(offered) == {each.name for each in switches if len(each.values) > 1}
    assert offered["straight_flush_ace_low"] == ["false"]
    assert "true, as played" in form

    asked = accounting.ask(f"/rounds/{SHORT}?switch.straight_flush_ace_low=false").text
    assert "which is not a verdict" in asked
    assert '<option value="false" selected>' in asked
    alone = accounting.ask(f"/rounds/{SHORT}?switch.straight_flush_ace_low=&rulebook=")
    assert "which is not a verdict" not in alone.text
