"""Pins: a list as it was filtered, kept in the browser and found again on Home."""

from __future__ import annotations

import pytest

from console.web.frame.pins import MOST, cookie_of, is_address, read_pins
from tests.console.web.conftest import BADGES, PASSWORD, Console

WANTED = "/findings?severity=money&table=T1"


def test_a_list_that_is_pinned_stands_on_home_until_it_is_taken_off(console: Console):
    visitor = console.visitor()
    visitor.sign_in(BADGES["surveillance"], PASSWORD)
    page = visitor.ask(WANTED).text
    assert f'name="address" value="{WANTED.replace("&", "&amp;")}"' in page
    form = {"token": visitor.token(WANTED), "address": WANTED}

    pinned = visitor.ask("/settings/pins/add", form)
    assert (pinned.status, pinned.headers["location"]) == (303, WANTED)
    home = visitor.ask("/").text
    assert f'<a href="{WANTED.replace("&", "&amp;")}">findings: severity money, table T1</a>' in home

    assert visitor.ask("/settings/pins/remove", form).status == 303
    assert "findings: severity money" not in visitor.ask("/").text


@pytest.mark.parametrize(
    "text", ["//elsewhere", "https://elsewhere", "/\\elsewhere", "/a\nb", "", "/" + "x" * 400]
)
def test_nothing_is_pinned_that_leads_elsewhere(console: Console, text):
    assert not is_address(text)
    visitor = console.signed_in("surveillance")
    refused = visitor.ask("/settings/pins/add", {"token": visitor.token("/settings"), "address": text})
    assert refused.status == 400
    assert read_pins(cookie_of([text, WANTED])) == [WANTED]


def test_the_last_pins_are_kept_and_a_cookie_holds_them():
    many = [f"/rounds?table=T{number}&hand={'=' * 300}" for number in range(2 * MOST)]
    kept = read_pins(cookie_of(many))

    assert kept
    assert kept == many[-len(kept) :]
    assert len(cookie_of(many)) < 4_000
    assert read_pins("p=%2F%2Fx&p=/a&junk") == ["/a"]
