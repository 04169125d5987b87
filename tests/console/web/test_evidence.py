"""Single events and findings: what they say, what rests on them, their bytes, and what leads where."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from html import unescape

import pytest

from console.findings.looked_for import looked_for
from console.web.frame.places import event_address
from projections.examining.check_list import CHECKS, LINK_CHECKS, RECORD_CHECKS
from tests.console.calling import pitledger
from tests.console.pages.disputed_floor import MARKUP, SHORT, WON
from tests.console.web.conftest import Console


@pytest.fixture
def surveillance(console: Console):
    return console.signed_in("surveillance")


def seqs(visitor, round_, type_):
    """The numbers of the events of a type in a round."""
    timeline = visitor.ask(f"/rounds/{round_}.json").document["timeline"]
    return [each["seq"] for each in timeline if each["type"] == type_]


def linked(text: str, href: str) -> bool:
    return f'href="{href}"' in unescape(text).replace("%3A", ":")


# --- an event ---------------------------------------------------------------------------------------------


def test_the_bytes_of_an_event_are_those_of_its_hash_and_of_the_next_ones_chain(surveillance):
    first, second = (surveillance.ask(f"/events/table:T1/{seq}.json").document for seq in (7, 8))

    value = bytes.fromhex(first["bytes"])
    assert sha256(value).hexdigest() == first["hash"] == second["prev"]
    shown = surveillance.ask("/events/table:T1/7").text
    assert first["hash"] in shown
    assert value[:16].hex(" ") in shown


def test_the_read_api_gives_an_event_as_it_is_exported(console: Console, surveillance):
    exported = pitledger("export-events", "--stream", "table:T1", "--data", console.data).out.splitlines()
    answered = surveillance.ask("/api/events/table:T1/9").document

    line = json.loads(exported[8])
    assert {name: answered[name] for name in line} == line


def test_what_rests_on_an_event_is_one_click_away(surveillance):
    (closed,) = seqs(surveillance, WON, "bets_closed")
    (claimed,) = seqs(surveillance, WON, "progressive_claimed")

    bets, claim = (surveillance.ask(f"/events/table:T1/{seq}") for seq in (closed, claimed))

    assert linked(bets.text, f"/rounds/{WON}?at={closed}")
    (record,) = re.findall(r'href="/events/meter%3AHCF/(\d+)"', bets.text)
    meter = surveillance.ask(f"/events/meter:HCF/{record}")
    assert linked(meter.text, f"/events/table:T1/{closed}")
    assert "six card straight flush from HCF: paid" in claim.text
    assert "award locked, record" in claim.text


def test_the_event_of_a_finding_names_it_and_the_finding_names_the_event(surveillance):
    money = surveillance.ask("/findings?severity=money").text
    (place,) = set(re.findall(r'href="(/findings/table%3AT1/\d+)"', money))
    shown = surveillance.ask(place).text
    seq = max(map(int, re.findall(r'href="/events/table%3AT1/(\d+)"', shown)))

    assert linked(surveillance.ask(f"/events/table:T1/{seq}").text, place.replace("%3A", ":"))


def test_neighbours_are_a_key_away_and_end_where_the_stream_does(surveillance):
    first = surveillance.ask("/events/table:T1/1").text
    assert 'data-key="["' not in first
    assert linked(first, "/events/table:T1/2")
    seq = 1
    while (
        f'href="{event_address("table:T1", seq + 1)}" data-key="]"'
        in surveillance.ask(event_address("table:T1", seq)).text
    ):
        seq += 1
    assert seq > 90
    assert surveillance.ask(event_address("table:T1", seq + 1)).status == 404


def test_markup_in_an_event_is_text(surveillance):
    (seq,) = seqs(surveillance, "T1-4", "irregularity_called")
    text = surveillance.ask(f"/events/table:T1/{seq}").text

    assert "<img" not in text
    assert "<script>document" not in text
    assert MARKUP in unescape(text)


def test_amounts_and_times_are_in_words_with_what_they_are(surveillance):
    seq = seqs(surveillance, SHORT, "wager_settled")[-1]
    text = surveillance.ask(f"/events/table:T1/{seq}").text

    assert "<dd>$20.00</dd>" in text
    assert 'title="' in text.partition("<dt")[2][:20]
    assert "by the device" in text


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/events/table:T1/100000", "goes up to"),
        ("/events/table:NO/1", "There is no stream table:NO"),
        ("/events/router:0/1", "There is no stream router:0"),
        ("/events/table:T1/0", "begin at 1"),
        ("/events/table:T1/x", "begin at 1"),
        ("/findings/table:T1/99", "and no number 99"),
        ("/findings/table:NO/1", "Nothing was found in table:NO"),
    ],
)
def test_what_there_is_not_is_said(surveillance, path, words):
    for asked in (path, f"/api{path}"):
        answered = surveillance.ask(asked)
        assert answered.status == 404
        assert words in unescape(answered.text)


# --- a finding --------------------------------------------------------------------------------------------


def test_a_finding_says_due_done_check_section_and_draws_the_moment(surveillance):
    place = re.search(
        r'href="(/findings/table%3AT1/\d+)"', surveillance.ask("/findings?severity=money").text
    )[1]

    shown = surveillance.ask(place)

    for words in ("−$10.00 short", "S12 underpaid", "paid too little", "wager settled", f"Replay {SHORT}"):
        assert words in shown.text, words
    assert 'class="felt' in shown.text
    assert "/rules/book/678a%402019-11-02?section=678a.11" in shown.text
    assert surveillance.ask(place + ".json").document["id"] == "S12"


def test_every_check_says_what_it_looks_for():
    ids = {check.id for check in (*CHECKS, *LINK_CHECKS, *RECORD_CHECKS)}

    assert ids <= set(looked_for())
    assert all(len(words) >= 8 and "`" not in words for words in looked_for().values())
