"""Forms that move money or close a day: awards, meters, payments, days, each as its command has it."""

from __future__ import annotations

import re

import pytest

from tests.console.accounting_floor import SIX, Floor, paid
from tests.console.calling import pitledger
from tests.console.web.conftest import PASSWORD, Console
from tests.console.web.forms.events import events_of
from tests.console.web.forms.filling import hidden, previewed, recorded, signed
from tests.console.web.visitor import Answered

DAY = "2026-03-02"
SIGNS = ("--sign", "A-9:accounting", "--sign", "S-9:surveillance", "--reason", "x")


@pytest.fixture
def floor(desk: Console) -> Floor:
    """The floor of the console, an hour later each time."""
    floor = Floor(desk.data, "2026-03-02T15:00:00Z")
    floor.rounds = 100 + len(events_of(desk.data, "table:T1"))
    return floor


def second(desk: Console, asked: Answered, role: str = "surveillance") -> Answered:
    """What comes of it when somebody of another department signs what was asked for."""
    assert asked.status == 200, asked.text
    address = re.search(r"/signatures/\d+", asked.text)[0]
    other = desk.signed_in(role)
    return other.ask(address, {**hidden(other.ask(address), "sign"), "password": PASSWORD})


def rank_of_pit(desk: Console, rank: str) -> None:
    changed = ("--department", "table games", "--rank", rank, *SIGNS)
    assert pitledger("badge", "change", "F-9", *changed, "--data", desk.data).code == 0


# --- awards -----------------------------------------------------------------------------------------------


def test_a_floorperson_validates_an_award_and_nobody_below(desk: Console, floor):
    claim = floor.claims("T1", 1, SIX)
    path = f"/awards/HCF/T1/{claim}/validate"
    pit = desk.signed_in("pit")
    desk.site._register = None
    below = previewed(pit, path)
    assert below.status == 400
    assert "F-9 is staff: a floorperson or above must do it" in below.text
    rank_of_pit(desk, "floorperson")
    desk.site._register = None
    assert "waits" not in pit.ask(f"/awards/HCF/T1/{claim}").text
    assert f'href="{path}"' in pit.ask(f"/awards/HCF/T1/{claim}").text

    done = signed(pit, path, previewed(pit, path))

    assert done.status == 200, done.text
    assert "It may be paid now." in done.text
    event = events_of(desk.data, "table:T1")[-1]
    assert (event["type"], event["actor"], event["body"]["claim_seq"]) == (
        "progressive_validated",
        "F-9",
        claim,
    )
    assert event["body"]["stamps"][0]["rank"] == "floorperson"
    hits = pitledger("ledger", "hits", "--json", "--data", desk.data).document["hits"]
    assert next(hit for hit in hits if hit["claim_seq"] == claim)["status"] == "validated"
    again = previewed(pit, path)
    assert "the award is validated already" in again.text


def test_an_award_is_rejected_with_a_reason_and_its_amount_goes_back(desk: Console, floor):
    claim = floor.claims("T1", 2, SIX)
    rank_of_pit(desk, "floorperson")
    desk.site._register = None
    path, pit = f"/awards/HCF/T1/{claim}/reject", desk.signed_in("pit")
    assert previewed(pit, path).status == 400

    done = recorded(pit, path, reason="the cards were <b>not</b> his")

    assert done.status == 200, done.text
    shown = pit.ask(f"/awards/HCF/T1/{claim}")
    assert "the cards were &lt;b&gt;not&lt;/b&gt; his" in shown.text
    hits = pitledger("ledger", "hits", "--json", "--data", desk.data).document["hits"]
    assert next(hit for hit in hits if hit["claim_seq"] == claim)["status"] in ("returned", "rejected")


def test_an_award_page_says_what_is_missing_and_404_what_there_is_not(desk: Console, floor):
    claim = floor.claims("T1", 3, SIX)
    shown = desk.signed_in("accounting").ask(f"/awards/HCF/T1/{claim}")

    assert "A floorperson or above who did not claim it validates it" in shown.text
    assert "/validate" not in shown.text
    assert desk.signed_in("accounting").ask("/awards/HCF/T1/1").status == 404
    assert desk.signed_in("pit").ask("/awards/HCF/T1/nothing/validate").status == 404
    document = desk.signed_in("accounting").ask(f"/awards/HCF/T1/{claim}.json").document
    assert (document["claim_seq"], document["status"]) == (claim, "locked")


# --- meters and payments ----------------------------------------------------------------------------------


def test_a_meter_is_adjusted_by_two_departments_and_by_nobody_before(desk: Console):
    path, accounting = "/meters/HCF/progressive/adjust", desk.signed_in("accounting")
    before = events_of(desk.data, "link:HCF")
    typed = {"account": "primary", "way": "take", "amount": "12.50", "document": "V-17", "reason": "reset"}
    preview = previewed(accounting, path, **typed)
    moved = re.search(r"<td class=\"sum\" data-name=\"before\">([^<]+)</td>[^→]*→ ([^<]+)</td>", preview.text)
    asked = signed(accounting, path, preview)
    assert events_of(desk.data, "link:HCF") == before

    done = second(desk, asked)

    assert done.status == 200, done.text
    (event,) = events_of(desk.data, "link:HCF")[len(before) :]
    assert (event["type"], event["body"]["amount_mc"]) == ("link_adjusted", -1_250_000)
    assert [each["badge"] for each in event["body"]["signed_by"]] == ["A-9", "S-9"]
    assert moved[2] in accounting.ask("/meters/HCF/progressive").text


def test_no_more_is_taken_than_there_is(desk: Console):
    typed = {"account": "reserve", "way": "take", "amount": "900000.00", "document": "V-1", "reason": "x"}
    refused = previewed(desk.signed_in("accounting"), "/meters/HCF/progressive/adjust", **typed)

    assert refused.status == 400
    assert "less cannot be taken. Nothing was recorded." in re.sub(r"\s+", " ", refused.text)


def test_a_payment_beyond_entitlement_comes_back(desk: Console, floor):
    claim = floor.claims("T1", 4, SIX)
    floor.follows("T1", paid(claim, 4, 100_000, slip="JP-9"))
    payment = events_of(desk.data, "table:T1")[-1]["seq"]
    path, surveillance = f"/ledger/payments/T1/{payment}/correct", desk.signed_in("surveillance")

    asked = recorded(
        surveillance, path, outcome="recovered", amount="1.00", document="V-18", reason="too early"
    )
    done = second(desk, asked, "accounting")

    assert done.status == 200, done.text
    event = events_of(desk.data, "link:HCF")[-1]
    assert (event["type"], event["body"]["payment_seq"]) == ("payment_corrected", payment)
    assert "recovered $1.00" in surveillance.ask(path).text


# --- days -------------------------------------------------------------------------------------------------


def test_a_day_is_closed_by_two_although_a_table_is_missing(desk: Console):
    path, accounting = f"/days/{DAY}/close", desk.signed_in("accounting")
    unnamed = previewed(accounting, path, reason="end of month")
    assert unnamed.status == 400
    assert "no end-of-day marker has come from T1: tick it, or wait" in unnamed.text

    asked = recorded(accounting, path, reason="end of month", **{"without.T1": "1"})
    done = second(desk, asked)

    assert done.status == 200, done.text
    assert f"{DAY} is closed." in done.text
    closed = [
        event for event in events_of(desk.data, "desk:accounting") if event["type"] == "gaming_day_closed"
    ]
    assert [event["body"]["missing_tables"] for event in closed] == [["T1"]]
    assert [each["badge"] for each in closed[0]["body"]["signed_by"]] == ["A-9", "S-9"]
    assert "is closed already" in previewed(accounting, path, reason="x").text
