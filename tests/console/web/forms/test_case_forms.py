"""A case by forms, from the claim to the payment: the very events of the commands, once each."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.console.calling import pitledger
from tests.console.pages.disputed_floor import MARKUP, SHORT, WON
from tests.console.web.conftest import BADGES, ODD, OPEN, OWED, PASSWORD, Console
from tests.console.web.forms.events import events_of
from tests.console.web.forms.filling import hidden, previewed, recorded, signed
from tests.console.web.visitor import Answered


def on(desk: Console, stream: str) -> list[dict]:
    return events_of(desk.data, stream)


def done(desk: Console, case: str) -> list[dict]:
    """The events of a case but for who looked."""
    return [each for each in on(desk, f"desk:case-{case}") if each["type"] != "case_viewed"]


def said(answered: Answered) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answered.text)))


def filled_in(answered: Answered) -> dict[str, str]:
    """What a form is filled in with before anybody types."""
    found = dict(re.findall(r'<input id="f-\w+"[^>]* name="(\w+)" value="([^"]*)"', answered.text))
    found |= dict(
        re.findall(r'<select id="f-\w+" name="(\w+)".*?<option value="([^"]*)" selected>', answered.text)
    )
    return {name: unescape(text) for name, text in found.items() if text}


@pytest.fixture(scope="module")
def surveillance(desk: Console):
    return desk.signed_in("surveillance")


def test_a_claim_is_filled_in_from_the_round_and_opens_the_next_case(desk, surveillance):
    path = f"/cases/new?round={SHORT}&seat=4"
    empty = surveillance.ask(path)
    typed = filled_in(empty)
    assert (typed["table"], typed["seat"], typed["amount"]) == ("T1", "4", "10.00")
    assert "raise due $40.00, done $30.00: $10.00 short, 678a.11(d)(2)(ii)(A)" in said(empty)

    preview = previewed(surveillance, path, **typed, claim="half the raise was paid", player="P-17")
    assert "a reference in its place, which the vault alone opens" in said(preview)
    assert "desk:case-4" in preview.text
    assert on(desk, "desk:case-4") == []
    answered = signed(surveillance, "/cases/new", preview)

    assert answered.status == 200, said(answered)
    (opened,) = on(desk, "desk:case-4")
    body = opened["body"]
    assert (body["table"], body["seat"], body["claimed_mc"]) == ("T1", 4, 1_000_000)
    assert (body["opened_by"], opened["actor"]) == (BADGES["surveillance"], BADGES["surveillance"])
    assert body["two_sign_over_mc"] == 10_000_000
    assert "P-17" not in str(body)
    by_command = on(desk, f"desk:case-{OPEN}")[0]["body"]
    assert set(body) == set(by_command)


def test_a_note_a_round_and_a_hold_are_put_on_record_and_the_hold_is_lifted(desk, surveillance):
    for act, typed, type_ in (
        ("note", {"text": "camera 11 shows the chips"}, "case_noted"),
        ("rule-out", {"round": SHORT, "reason": "it is another one"}, "case_round_ruled_out"),
        ("hold", {"keep": "deck blue-1"}, "case_hold_placed"),
    ):
        before = len(done(desk, ODD))
        answered = recorded(surveillance, f"/cases/{ODD}/{act}", **typed)
        assert answered.status == 200, said(answered)
        *_, last = found = done(desk, ODD)
        assert (len(found), last["type"]) == (before + 1, type_)
    hold = done(desk, ODD)[-1]["seq"]

    lifted = recorded(surveillance, f"/cases/{ODD}/lift?hold={hold}", hold=str(hold), reason="copied")
    assert lifted.status == 200, said(lifted)
    assert done(desk, ODD)[-1]["body"]["hold_seq"] == hold
    assert surveillance.ask(f"/cases/{ODD}/lift").status == 404


def test_what_cannot_be_meant_is_said_and_nothing_is_recorded(desk, surveillance):
    before = len(done(desk, OPEN)), len(on(desk, "table:T1"))
    for act, typed, words in (
        ("rule-out", {"round": "T1-99", "reason": "x"}, "no live round T1-99"),
        ("decide", {"outcome": "pay", "reason": "x", "amount": ""}, "a payment needs this"),
        (
            "decide",
            {
                "outcome": "pay",
                "reason": "x",
                "amount": "10.00",
                "round": SHORT,
                "wager": "bonus",
                "seat": "4",
            },
            "seat 4 had none",
        ),
        ("decide", {"outcome": "both", "reason": "x"}, "is not one of pay, refuse"),
        ("lift", {"hold": "99", "reason": "x"}, "is not one of"),
    ):
        answered = previewed(surveillance, f"/cases/{OPEN}/{act}", **typed)
        assert answered.status == 400, act
        assert words in said(answered)
        assert "Nothing was recorded" in answered.text
    assert previewed(surveillance, "/cases/new", table="T9", seat="1").status == 400
    assert (len(done(desk, OPEN)), len(on(desk, "table:T1"))) == before


def test_a_case_is_decided_as_the_verdict_has_it_then_paid_and_opened_again(desk, surveillance):
    path = f"/cases/{OPEN}/decide"
    typed = filled_in(surveillance.ask(path))
    assert (typed["outcome"], typed["amount"], typed["round"]) == ("pay", "10.00", SHORT)
    assert (typed["wager"], typed["section"]) == ("raise", "678a.11(d)(2)(ii)(A)")

    answered = recorded(surveillance, path, **typed, reason="half the raise was paid")
    assert answered.status == 200, said(answered)
    decided = done(desk, OPEN)[-1]
    assert decided["type"] == "case_decided"
    assert decided["body"]["reason"] == "half the raise was paid (678a.11(d)(2)(ii)(A))"
    assert decided["body"]["signed_by"] == [{"badge": "S-9", "department": "surveillance"}]

    again = previewed(surveillance, path, **typed, reason="x")
    assert again.status == 400
    assert f"The case {OPEN} is decided" in said(again)

    accounting = desk.signed_in("accounting")
    pay = f"/cases/{OPEN}/pay"
    assert filled_in(accounting.ask(pay)) == {"amount": "10.00", "paid_from": "cage"}
    answered = recorded(accounting, pay, amount="10.00", paid_from="cage", slip="CS-1", paid_by="C-8")
    assert answered.status == 200, said(answered)
    cash = on(desk, "table:T1")[-1]
    assert (cash["type"], cash["actor"]) == ("dispute_paid", BADGES["accounting"])
    assert (cash["body"]["paid_by"], cash["body"]["amount_mc"]) == ("C-8", 1_000_000)
    assert cash["body"]["decision_seq"] == decided["seq"]
    assert accounting.ask(pay).status == 403, "nothing is owed any longer"
    assert f"Case {OPEN} paid $10.00 to seat 4" in said(surveillance.ask(f"/rounds/{SHORT}")).replace(
        " ,", ","
    )
    case = pitledger("case", "show", OPEN, "--by", "S-9", "--json", "--data", desk.data).document
    assert (case["status"], case["unpaid_mc"]) == ("decided", 0)

    assert recorded(surveillance, f"/cases/{OPEN}/reopen", reason="a photograph").status == 200
    assert done(desk, OPEN)[-1]["type"] == "case_reopened"


def test_cash_beyond_the_decision_is_a_fact_and_said_before_it_is_signed(desk, surveillance):
    preview = previewed(
        surveillance, f"/cases/{OWED}/pay", amount="12.00", slip="CS-2", paid_by="C-8", paid_from="cage"
    )

    assert "$2.00 of this is more than was decided: it stands beyond entitlement" in said(preview)
    assert signed(surveillance, f"/cases/{OWED}/pay", preview).status == 200
    case = pitledger("case", "show", OWED, "--by", "S-9", "--json", "--data", desk.data).document
    assert [(each["settled_mc"], each["beyond_mc"]) for each in case["payments"]] == [(1_000_000, 200_000)]


def test_a_refusal_leaves_out_what_is_of_a_payment_and_says_so(desk, surveillance):
    opened = recorded(
        *(surveillance, "/cases/new"),
        table="T1",
        seat="4",
        at="2026-03-02 07:10",
        amount="10.00",
        claim=MARKUP[:60],
    )
    case = re.search(r"desk:case-(\d+) seq 1", opened.text)[1]
    path = f"/cases/{case}/decide"
    typed = filled_in(surveillance.ask(path)) | {"outcome": "refuse", "reason": "seen on camera 11"}

    preview = previewed(surveillance, path, **typed)

    assert "this is left out: amount, round, wager, seat" in said(preview)
    assert signed(surveillance, path, preview).status == 200
    body = done(desk, case)[-1]["body"]
    assert (body["outcome"], body["amount_mc"], body["round"]) == ("no_payment", 0, None)


def test_what_the_rules_say_otherwise_is_told_before_it_is_signed(surveillance):
    path = f"/cases/{ODD}/decide"
    typed = {"outcome": "pay", "amount": "5.00", "round": WON, "seat": "4", "wager": "ante", "reason": "x"}

    preview = previewed(surveillance, path, **typed)

    assert "The verdict has ante of seat 4 paid as due, and $5.00 is decided" in said(preview)
    assert "over $100.00, so two people decide" in said(preview)


@pytest.mark.parametrize("second", ["accounting", "pit"])
def test_over_the_amount_a_second_person_of_another_department_signs(desk, surveillance, second):
    typed = {"table": "T1", "seat": "1", "at": "2026-03-02 07:10", "amount": "250.00", "claim": "a bonus"}
    opened = recorded(surveillance, "/cases/new", **typed)
    case = re.search(r"desk:case-(\d+) seq 1", opened.text)[1]
    preview = previewed(surveillance, f"/cases/{case}/decide", outcome="refuse", reason="seen on camera 11")
    assert "over $100.00, so two people decide" in said(preview)
    asked = signed(surveillance, f"/cases/{case}/decide", preview)
    assert [each["type"] for each in done(desk, case)] == ["case_opened"]
    assert surveillance.ask(f"/cases/{case}").status == 200, "to look is not a change since"

    address = re.search(r"/signatures/\d+", asked.text)[0]
    other = desk.signed_in(second)
    given = other.ask(address, {**hidden(other.ask(address), "sign"), "password": PASSWORD})

    assert given.status == 200, said(given)
    assert [each["badge"] for each in done(desk, case)[-1]["body"]["signed_by"]] == ["S-9", BADGES[second]]


def test_that_somebody_looked_at_the_case_meanwhile_changes_no_preview(desk, surveillance):
    path = f"/cases/{ODD}/note"
    preview = previewed(surveillance, path, text="while others look")
    assert desk.signed_in("compliance").ask(f"/cases/{ODD}").status == 200

    assert signed(surveillance, path, preview).status == 200

    preview = previewed(surveillance, path, text="while others write")
    assert recorded(desk.signed_in("compliance"), path, text="I was first").status == 200
    stale = signed(surveillance, path, preview)
    assert stale.status == 409
    assert "Nothing was recorded" in stale.text
