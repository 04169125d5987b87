"""Cases in the browser: which wait for whom, and who looked at one is on record before it is shown."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import replace
from html import unescape

import pytest

from tests.console.calling import pitledger
from tests.console.pages.disputed_floor import MARKUP, SHORT, VOIDED, WON
from tests.console.web.conftest import BADGES, ODD, OPEN, OWED, Console


def views(console: Console, case: str) -> list[dict]:
    """The looks that are on record of a case, as the events have them."""
    called = pitledger("export-events", "--stream", f"desk:case-{case}", "--json", "--data", console.data)
    return [line["body"] for line in called.document if line["type"] == "case_viewed"]


@pytest.fixture
def surveillance(console: Console):
    return console.signed_in("surveillance")


# --- the list ---------------------------------------------------------------------------------------------


def test_cases_that_wait_stand_by_their_reply_day_and_the_others_are_asked_for(console, surveillance):
    waiting = [each["case"] for each in surveillance.ask("/cases.json").document]
    assert waiting == [OPEN, OWED, ODD]
    for state, named in (("open", [OPEN, ODD]), ("unpaid", [OWED]), ("decided", [OWED])):
        assert [each["case"] for each in surveillance.ask(f"/cases.json?state={state}").document] == named
    assert surveillance.ask("/cases.json?due=2026-03-02").document == []
    assert "No reply is due by 2026-03-02" in surveillance.ask("/cases?due=2026-03-02").text
    assert surveillance.ask("/cases?state=lost").status == 400


def test_accounting_sees_a_case_while_money_is_owed_and_no_other(console):
    accounting = console.signed_in("accounting")

    assert [each["case"] for each in accounting.ask("/cases.json").document] == [OWED]
    assert accounting.ask(f"/cases/{OWED}").status == 200
    before = len(views(console, OPEN))
    for path in (
        f"/cases/{OPEN}",
        f"/cases/{OPEN}.json",
        f"/cases/{OPEN}/pay",
        f"/rounds/{SHORT}?case={OPEN}",
    ):
        refused = accounting.ask(path)
        assert refused.status == 403, path
        assert "No money is owed" in refused.text
    assert len(views(console, OPEN)) == before, "who may not look has not looked"


def test_a_list_of_cases_records_no_look(console, surveillance):
    before = len(views(console, OPEN))

    for path in ("/cases", "/cases.csv", "/cases.json", "/", f"/rounds/{SHORT}"):
        assert surveillance.ask(path).status == 200

    assert len(views(console, OPEN)) == before


# --- one case ---------------------------------------------------------------------------------------------


def test_whoever_looks_at_a_case_is_on_record_in_every_form(console, surveillance):
    for path in (f"/cases/{OPEN}", f"/cases/{OPEN}.json", f"/api/cases/{OPEN}"):
        before = len(views(console, OPEN))
        assert surveillance.ask(path).status == 200
        found = views(console, OPEN)
        assert len(found) == before + 1
        assert found[-1]["viewed_by"] == BADGES["surveillance"]
        assert found[-1]["round"] is None


def test_a_round_that_is_looked_at_for_a_case_is_on_record_there(console, surveillance):
    page = surveillance.ask(f"/rounds/{SHORT}?case={OPEN}").text

    assert (views(console, OPEN)[-1]["table"], views(console, OPEN)[-1]["round"]) == ("T1", SHORT)
    assert "Your view is recorded" in page
    assert f'href="/cases/{OPEN}"' in page


def test_a_look_that_is_refused_shows_nothing(console, monkeypatch):
    visitor = console.signed_in("compliance")
    monkeypatch.setattr("console.web.asked.Asked.account", property(_somebody_else))

    refused = visitor.ask(f"/cases/{OPEN}")

    assert refused.status == 403
    assert "not in the register" in refused.text
    assert "the raise was paid half" not in refused.text


def _somebody_else(asked):
    return replace(asked.session.account, badge="X-404")


def test_a_case_shows_its_rounds_each_with_its_difference_and_what_was_made_of_it(surveillance):
    text = unescape(re.sub(r"<[^>]+>", " ", surveillance.ask(f"/cases/{OPEN}").text))
    said = re.sub(r"\s+", " ", text)

    assert re.search(r"Claims \$10\.00 , player [0-9a-f]{10}… : the raise was paid half", said)
    assert "P-17" not in text
    assert "−$10.00 short, as claimed" in said
    assert re.search(rf"{WON} .*ruled out by S-9: paid as due", said)
    assert "1 hold stands" in said
    assert "opened by S-9" in said


def test_a_round_of_a_case_opens_at_the_moment_of_what_was_found(surveillance):
    shown = unescape(surveillance.ask(f"/cases/{OPEN}").text)

    assert re.search(rf'href="/rounds/{SHORT}\?at=\d+&case={OPEN}&seat=\d"', shown)
    assert re.search(rf'href="/rounds/{WON}\?case={OPEN}&seat=\d"', shown)


def test_a_case_offers_what_the_role_may_do_about_it_now(console):
    def acts(role, case):
        text = console.signed_in(role).ask(f"/cases/{case}").text
        return set(re.findall(rf'class="button" href="/cases/{case}/([a-z-]+)"', text))

    assert acts("surveillance", OPEN) == {"note", "rule-out", "hold", "decide"}
    assert acts("compliance", OPEN) == {"note", "rule-out", "hold"}
    assert acts("surveillance", OWED) == {"note", "pay", "reopen"}
    assert acts("accounting", OWED) == {"pay"}


def test_markup_in_a_claim_is_text(surveillance):
    for path in (f"/cases/{ODD}", "/cases", f"/cases/{ODD}/note", f"/cases/{ODD}/decide"):
        text = surveillance.ask(path).text
        assert "<img" not in text
        assert "<script>document" not in text
    assert MARKUP in unescape(surveillance.ask("/cases").text)


@pytest.mark.parametrize("case", ["4", "no", "a b", "%2e%2e", "x" * 80])
def test_a_case_that_nobody_opened_is_not_found(surveillance, case):
    for path in (f"/cases/{case.replace(' ', '%20')}", f"/api/cases/{case.replace(' ', '%20')}"):
        assert surveillance.ask(path).status in (400, 404)


# --- the round and its packet -----------------------------------------------------------------------------


def test_a_round_offers_case_packet_and_proof_to_those_who_may(console):
    def acts(role, round_=SHORT):
        text = console.signed_in(role).ask(f"/rounds/{round_}").text
        return dict(re.findall(r'class="button" href="([^"]+)">(\w+)', text))

    def named(role):
        return set(acts(role).values())

    assert named("surveillance") == named("compliance") == {"Case", "Packet", "Prove"}
    assert named("accounting") == {"Prove"}
    assert named("pit") == set()
    assert f"/cases/new?round={SHORT}&amp;seat=4" in acts("surveillance")


def test_a_packet_is_that_of_the_command_byte_by_byte(console, surveillance, tmp_path):
    out = tmp_path / "packet.zip"
    assert pitledger("audit", "packet", SHORT, "--out", out, "--data", console.data).code == 0

    visitor = console.signed_in("compliance")
    answered = visitor.ask(f"/packets/{SHORT}.zip")

    assert answered.headers["content-disposition"] == f'attachment; filename="round-{SHORT}.zip"'
    assert answered.content == out.read_bytes()
    assert "verify.sh" in " ".join(zipfile.ZipFile(io.BytesIO(answered.content)).namelist())
    told = pitledger("audit", "packet", SHORT, "--out", tmp_path / "2.zip", "--json", "--data", console.data)
    assert visitor.ask(f"/packets/{SHORT}.json").document == {
        name: value for name, value in told.document.items() if name != "out"
    }


def test_who_takes_a_packet_for_a_case_is_on_record_there(console, surveillance):
    before = len(views(console, OPEN))

    assert surveillance.ask(f"/packets/{SHORT}.zip?case={OPEN}").status == 200
    assert surveillance.ask(f"/packets/{VOIDED}.zip").status == 200

    found = views(console, OPEN)
    assert (len(found), found[-1]["round"]) == (before + 1, SHORT)


def test_each_wager_leads_to_its_events_and_to_the_records_of_its_meter(surveillance):
    shown = unescape(surveillance.ask(f"/rounds/{WON}").text)
    trail = re.search(r'<section class="trail".*?</section>', shown, re.DOTALL)[0]

    (won,) = [
        row
        for row in re.findall(r"<tr data-seat=.*?</tr>", trail, re.DOTALL)
        if 'data-seat="3"' in row and "progressive<" in row
    ]
    for step in ("progressive claimed", "progressive validated", "award documented", "progressive paid"):
        assert step in won
    assert re.search(r'href="/events/meter%3AHCF/\d+">HCF record \d+</a> meter contributed', won)
    assert 'href="/meters/HCF/progressive"' in won
    assert len(re.findall(r'href="/events/table%3AT1/\d+"', won)) > 6
