"""A browser in the pit is made a display: it shows the meters of its link, and opens nothing else."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from console.web.entry.sessions import LONGEST_S, Display, Sessions
from console.web.live.floor_cells import cells_of_display
from console.web.live.pulse import Cell, Looker, Pulse
from tests.console.web.conftest import BADGES, PASSWORD, Console, serving
from tests.console.web.visitor import Visitor


@pytest.fixture(scope="module")
def console(house: Path) -> Iterator[Console]:
    """A console of its own: displays are of all who use one."""
    yield from serving(house, "pit")


def display(console: Console, role: str = "pit", meter: str = "") -> Visitor:
    """A browser at which somebody signed in and left a display."""
    visitor = console.visitor()
    assert visitor.sign_in(BADGES[role], PASSWORD).status == 303
    token = visitor.token("/kiosk/HCF")
    begun = visitor.ask("/settings/displays/begin", {"token": token, "link": "HCF", "meter": meter})
    assert (begun.status, begun.headers["location"][:10]) == (303, "/kiosk/HCF")
    return visitor


def test_it_shows_its_link_and_opens_nothing_else(console: Console):
    shown = display(console)

    page = shown.ask("/kiosk/HCF")
    assert page.status == 200
    assert "amount/HCF/progressive" in page.text
    assert "Leave this browser here" not in page.text
    assert shown.ask("/kiosk/HCF.json").status == 200
    for path in ("/", "/meters", "/rounds", "/kiosk/OTHER", "/settings", "/api/kiosk/HCF/x"):
        assert shown.ask(path).status in (303, 404), path
    assert shown.ask("/meters.json").status == 401
    assert shown.ask("/settings/keep", {"token": "x"}).headers["location"] == "/sign-in?next=/settings/keep"


def test_whoever_made_it_is_signed_out_there_and_it_outlasts_a_shift(console: Console):
    shown = display(console)
    token = shown.cookies[console.site.cookie]
    session = console.site.sessions.find(token)

    assert session.account is None
    now = time.monotonic()
    console.site.sessions._clock = lambda: now + 3 * LONGEST_S
    try:
        assert shown.ask("/kiosk/HCF").status == 200
        assert console.site.is_valid(session)
    finally:
        console.site.sessions._clock = time.monotonic


def test_who_began_it_ends_it_and_an_administrator_any(console: Console):
    shown = display(console, "pit")
    for role, may in (("surveillance", False), ("pit", True), ("admin", True)):
        page = console.signed_in(role).ask("/settings")
        assert ("End it" in page.text) == may, role
    name = console.site.sessions.find(shown.cookies[console.site.cookie]).name
    for role, status in (("surveillance", 200), ("admin", 303)):
        visitor = console.signed_in(role)
        visitor.ask("/settings/displays/end", {"token": visitor.token("/settings"), "display": name})
        assert shown.ask("/kiosk/HCF").status == status


def test_there_is_none_of_a_link_that_there_is_not(console: Console):
    visitor = console.signed_in("compliance")
    for link, meter in (("NONE", ""), ("HCF", "none"), ("", "")):
        fields = {"token": visitor.token("/kiosk/HCF"), "link": link, "meter": meter}
        assert visitor.ask("/settings/displays/begin", fields).status == 404
    assert visitor.ask("/settings").status == 200, "who asked wrongly is still signed in"


class Told(Looker):
    """Says what stands where, once."""

    def __init__(self, *looks):
        self.looks = list(looks)

    def look(self):
        return self.looks.pop(0)


def test_a_display_is_told_of_its_meters_and_of_nothing_that_is_owed():
    _, session = Sessions(time.monotonic).begin(display=Display("HCF", "F-9"))
    only = cells_of_display(session)
    first = {name: Cell("1") for name in ("amount/HCF/progressive", "next/HCF/progressive/royal", "owed/HCF")}
    first |= {name: Cell("1") for name in ("amount/HCF2/progressive", "findings", "money/T1")}

    async def heard():
        pulse = Pulse(Told(first, {name: Cell("2") for name in first}), time.monotonic)
        await pulse._look()
        everything = pulse.everything(only)
        await pulse._look()
        return everything, (await pulse.next_after(1, only))[1], (await pulse.next_after(0, only))[1]

    for message in asyncio.run(heard()):
        rows = json.loads(message.split(b"data: ")[1])
        assert [name for name, *_ in rows] == ["amount/HCF/progressive", "next/HCF/progressive/royal"]
