"""Two people of two departments: the first signs a request, the second the same hash, then it is recorded."""

from __future__ import annotations

import re

import pytest

from console.web.signing_in import STALE
from projections.signature_requests import OPEN_FOR_US
from tests.console.accounting_floor import Floor
from tests.console.calling import pitledger
from tests.console.web.conftest import PASSWORD, Console
from tests.console.web.forms.events import events_of
from tests.console.web.forms.filling import hidden, previewed, recorded, signed

DAY = "2026-03-02"


@pytest.fixture
def reading(desk: Console) -> int:
    """The number of a reading that differs."""
    read = ("--read", "HCF", "progressive", "1.00", "--by", "A-9", "--at", f"{DAY} 12:00")
    assert pitledger("day", DAY, *read, "--data", desk.data).code == 1
    return events_of(desk.data, "desk:accounting")[-1]["body"]["reading_seq"]


def explained(desk: Console, reading: int) -> str:
    """The address of a request to explain it, signed by accounting."""
    path = f"/days/{DAY}/readings/{reading}/explain"
    asked = recorded(desk.signed_in("accounting"), path, reason="the display was a minute behind")
    assert asked.status == 200
    return re.search(r"/signatures/\d+", asked.text)[0]


def test_nothing_is_recorded_before_the_second_has_signed_and_then_by_both(desk: Console, reading):
    before = events_of(desk.data, "desk:accounting")
    path = f"/days/{DAY}/readings/{reading}/explain"
    preview = previewed(desk.signed_in("accounting"), path, reason="a minute behind")
    asked = signed(desk.signed_in("accounting"), path, preview)
    assert "Nothing else was recorded" in asked.text
    assert events_of(desk.data, "desk:accounting") == before
    request = events_of(desk.data, "desk:signatures")[-1]
    assert request["body"]["sha256"] in preview.text

    address = f"/signatures/{request['seq']}"
    other = desk.signed_in("surveillance")
    shown = other.ask(address)
    assert request["body"]["sha256"] in shown.text
    assert "nothing that this rests on has changed" in shown.text
    done = other.ask(address, {**hidden(shown, "sign"), "password": PASSWORD})

    assert done.status == 200, done.text
    (explanation,) = events_of(desk.data, "desk:accounting")[len(before) :]
    assert explanation["type"] == "variance_explained"
    assert explanation["body"]["signed_by"] == [
        {"badge": "A-9", "department": "accounting"},
        {"badge": "S-9", "department": "surveillance"},
    ]
    given = events_of(desk.data, "desk:signatures")[-1]
    assert (given["type"], given["actor"]) == ("signature_given", "S-9")
    assert given["body"]["recorded"] == [{"stream": "desk:accounting", "seq": explanation["seq"]}]
    again = other.ask(address, {**hidden(shown, "sign"), "password": PASSWORD})
    assert again.status == 409
    assert "was signed already. Nothing was recorded." in again.text
    assert len(events_of(desk.data, "desk:accounting")) == len(before) + 1


def test_neither_the_first_nor_somebody_of_the_same_department_signs_second(desk: Console, reading):
    address = explained(desk, reading)
    first = desk.signed_in("accounting")
    shown = first.ask(address)

    assert "Sign and record" not in shown.text
    fields = {**hidden(shown), "step": "sign", "password": PASSWORD}
    refused = first.ask(address, fields)

    assert refused.status == 409
    assert "somebody of another department signs second. Nothing was recorded." in refused.text


def test_a_request_is_declined_with_a_reason_and_nothing_comes_of_it(desk: Console, reading):
    address, before = explained(desk, reading), events_of(desk.data, "desk:accounting")
    other = desk.signed_in("compliance")
    fields = {**hidden(other.ask(address), "decline"), "password": PASSWORD}
    assert other.ask(address, {**fields, "reason": ""}).status == 400

    declined = other.ask(address, {**fields, "reason": "look at <b>video</b> first"})

    assert declined.status == 200
    last = events_of(desk.data, "desk:signatures")[-1]
    assert (last["type"], last["body"]["reason"]) == ("signature_declined", "look at <b>video</b> first")
    assert "look at &lt;b&gt;video&lt;/b&gt; first" in other.ask(address).text
    assert events_of(desk.data, "desk:accounting") == before


def test_what_has_changed_since_is_said_and_what_is_no_longer_the_same_is_not_signed(desk: Console, reading):
    address = explained(desk, reading)
    signs = ("--sign", "A-9:accounting", "--sign", "S-9:surveillance", "--reason", "said by hand")
    assert pitledger("day", DAY, "--explain", reading, *signs, "--data", desk.data).code == 0
    other = desk.signed_in("surveillance")

    shown = other.ask(address)

    assert "It cannot be recorded any more: it was explained already" in shown.text
    assert "Sign and record" not in shown.text
    fields = {**hidden(shown, "decline"), "step": "sign", "password": PASSWORD}
    assert other.ask(address, fields).status == 409


def test_another_event_than_the_first_signed_is_not_signed(desk: Console):
    path, other = f"/days/{DAY}/close", desk.signed_in("surveillance")
    asked = recorded(desk.signed_in("accounting"), path, reason="x", **{"without.T1": "1"})
    address = re.search(r"/signatures/\d+", asked.text)[0]
    fields = {**hidden(other.ask(address), "sign"), "password": PASSWORD}
    Floor(desk.data, "2026-03-02T20:00:00Z").ends_day("T1", DAY)

    assert "is not what was signed: decline it" in other.ask(address).text
    refused = other.ask(address, fields)

    assert refused.status == 409
    assert "What would be recorded is not what was signed first. Nothing was recorded." in refused.text
    assert not [each for each in events_of(desk.data, "link:HCF") if each["type"] == "link_day_closed"]


def test_after_an_hour_nobody_signs_it(desk: Console, reading, monkeypatch):
    address = explained(desk, reading)
    other = desk.signed_in("surveillance")
    fields = {**hidden(other.ask(address), "sign"), "password": PASSWORD}
    now_us = desk.site.now_us()
    monkeypatch.setattr(type(desk.site), "now_us", lambda _site: now_us + OPEN_FOR_US + 1)

    refused = other.ask(address, fields)

    assert refused.status == 409
    assert "which is over" in refused.text
    assert "Sign and record" not in refused.text


def test_the_rail_counts_what_waits_for_whoever_looks(desk: Console, reading):
    def count(role: str) -> int:
        found = re.search(r'aria-label="(\d+) waiting"', desk.signed_in(role).ask("/floor").text)
        return int(found[1]) if found else 0

    before, own = count("surveillance"), count("accounting")
    explained(desk, reading)

    assert count("surveillance") == before + 1
    assert count("accounting") == own


@pytest.mark.parametrize("token", ["", "x"])
def test_a_signature_without_the_token_of_the_session_is_refused(desk: Console, reading, token):
    address = explained(desk, reading)
    other = desk.signed_in("surveillance")
    fields = {**hidden(other.ask(address), "sign"), "password": PASSWORD, "token": token}

    refused = other.ask(address, fields)

    assert (refused.status, STALE in refused.text) == (403, True)
