"""A table's day, badges, health and settings."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urlencode

import pytest

from console.web.showing.house.table_happenings import happenings
from tests.console.accounting_floor import Floor
from tests.console.calling import pitledger
from tests.console.lost_events import lose_an_event
from tests.console.pages.disputed_floor import SHORT, VOIDED, disputed_floor
from tests.console.web.conftest import BADGES, PASSWORD, Console, give_accounts, give_badges, serving

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


# --- the find box -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        (SHORT, f"/rounds/{SHORT}"),
        (SHORT.lower(), f"/rounds/{SHORT}"),
        ("T1 seat 4 2026-03-02 07:10", "/rounds?table=T1&seat=4&around=2026-03-02+07%3A10"),
        ("t1 07:10", "/rounds?table=T1&around=07%3A10"),
        ("T1", "/tables/T1"),
        ("table:T1#12", "/events/table%3AT1/12"),
        ("finding:table:T1#1", "/events/finding%3Atable%3AT1/1"),
        ("678a.12(c)", "/rules/book/678a%402019-11-02?section=678a.12%28c%29#asked"),
        ("677a.5", "/rules/book/677a%402015-proposed?section=677a.5#asked"),
        ("hcf", "/meters?link=HCF"),
        ("HCF progressive", "/meters/HCF/progressive"),
        ("case 1", "/cases/1"),
        ("s-9", "/badges/S-9"),
    ],
)
def test_what_is_typed_into_the_box_leads_to_its_page(console: Console, typed, place):
    compliance = console.signed_in("compliance")

    assert compliance.ask(f"/find?{urlencode({'q': typed})}").headers["location"] == place
    assert compliance.ask(place.partition("#")[0]).status == 200


def test_the_box_leads_nobody_to_what_he_may_not_see_and_says_what_it_takes(console: Console):
    for role, typed in (("pit", "table:T1#12"), ("admin", SHORT), ("surveillance", "S-9")):
        refused = console.signed_in(role).ask(f"/find?{urlencode({'q': typed})}")
        assert refused.status == 404
        assert "The box takes a round" in refused.text
    assert "did you mean T1" in plain(console.signed_in("pit").ask("/find?q=T11").text)


# --- badges, health, settings -----------------------------------------------------------------------------


def test_a_badge_tells_its_department_rank_role_and_changes(console: Console):
    shown = console.signed_in("admin").ask("/badges/s-9")

    for words in ("surveillance", "staff", "badge issued"):
        assert words in plain(shown.text)
    assert "/events/" not in shown.text, "single events are not an administrator's"
    assert "/events/desk" in console.signed_in("compliance").ask("/badges/S-9").text
    assert console.signed_in("admin").ask("/badges/NO-1").status == 404


def test_health_says_how_far_the_read_model_is_and_what_is_wrong(console: Console):
    document = console.signed_in("admin").ask("/health.json").document

    assert {each["topic"] for each in document["projections"]} >= {"events", "meters", "findings"}
    assert all(each["behind"] == each["recorded"] - each["applied"] for each in document["projections"])
    assert document["halted"] == []
    assert document["audit"]["size"] > 0
    text = plain(console.signed_in("admin").ask("/health").text)
    assert "no stream is halted" in text
    assert document["versions"]["pitledger"] in text


def test_a_halted_stream_shows_on_health_and_on_the_tables_day(tmp_path):
    data = disputed_floor(tmp_path / "house")
    give_badges(data)
    give_accounts(data)
    lose_an_event(data, "table:T1")
    (data / "read.sqlite").unlink()
    pitledger("meters", "--data", data)
    for own_console in serving(data, "halted"):
        assert "1 stream halted" in plain(own_console.signed_in("admin").ask("/health").text)
        assert "halted: event" in plain(own_console.signed_in("pit").ask(f"/tables/T1?day={DAY}").text)


@pytest.fixture
def alone(own: Console):
    """A visitor with a session and a browser of their own."""
    visitor = own.visitor()
    assert visitor.sign_in(BADGES["surveillance"], PASSWORD).status == 303
    return visitor


def test_settings_are_kept_in_the_browser_and_change_the_page(alone):
    token = alone.token("/settings")
    chosen = {"theme": "dark", "density": "compact", "deck": "two", "keys": "off", "times": "utc"}
    assert alone.ask("/settings/keep", {"token": token, **chosen}).status == 303

    text = alone.ask("/floor").text
    for name in ("theme", "density", "deck", "keys"):
        assert f'data-{name}="{chosen[name]}"' in text.partition("<head")[0]
    document = alone.ask("/settings.json").document
    assert {name: document[name] for name in chosen} == chosen
    rounds = alone.ask("/rounds").text
    assert re.search(r'<time datetime="(2026-03-02)T(1\d:\d\d:\d\d)[^"]+" title="[^"]+">\1 \2<', rounds)


def test_a_cookie_that_says_anything_else_is_as_it_comes(alone):
    token = alone.token("/settings")
    alone.ask("/settings/keep", {"token": token, "theme": '"><script>', "deck": "seven"})
    assert alone.ask("/settings.json").document["theme"] == "system"

    name = next(name for name in alone.cookies if name.endswith("-view"))
    alone.cookies[name] = "theme=%22%3E&keys=off&x=" + "y" * 5000
    text = alone.ask("/floor").text
    assert 'data-keys="off"' in text
    assert "data-theme" not in text


def test_whoever_signs_out_elsewhere_stays_here(own: Console, alone):
    other = own.visitor()
    assert other.sign_in(BADGES["surveillance"], PASSWORD).status == 303
    assert "another one" in alone.ask("/settings").text

    assert alone.ask("/settings/sign-out-others", {"token": alone.token("/settings")}).status == 303

    assert other.ask("/floor").status == 303
    assert alone.ask("/floor").status == 200
