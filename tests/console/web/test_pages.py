"""Pages show what the commands tell, as text and nothing else; lists filter, sort, page and export."""

from __future__ import annotations

import csv
import io
import re
from html import unescape

import pytest

from console.web.answering import without_dashes
from console.web.frame.environment import with_code
from console.web.frame.lists import PAGE_ROWS, Column, Rows, as_csv, defused, listed, row
from console.web.page_table import PAGES
from tests.console.calling import pitledger
from tests.console.pages.disputed_floor import MARKED_UP, MARKUP, SHORT, VOIDED, WON
from tests.console.web.conftest import OPEN, Console

DAY = "2026-03-02"
STATEMENT = "/ledger/statement/HCF/progressive"
SAME = {
    "/meters": "meters",
    "/meters?link=HCF": "meters HCF",
    "/rounds": "rounds",
    "/rounds?table=T1&seat=4": "rounds --table T1 --seat 4",
    "/rounds?differs=1": "rounds --differs",
    "/findings": "findings",
    "/findings?severity=money": "findings --severity money",
    "/cases": "case list",
    "/cases?state=all": "case list --all",
    f"/cases/{OPEN}": f"case show {OPEN} --by C-9",
    "/ledger/trial": "ledger trial",
    STATEMENT: "ledger statement HCF progressive",
    f"{STATEMENT}?from={DAY}&to={DAY}": f"ledger statement HCF progressive --from {DAY} --to {DAY}",
    "/ledger/liability": "ledger liability",
    "/ledger/hits": "ledger hits",
    "/ledger/hits?open=1": "ledger hits --open",
    "/ledger/hold": "ledger hold",
    "/ledger/postings": "ledger postings",
    "/ledger/postings?link=HCF": "ledger postings --link HCF",
    f"/ledger/postings?table=T1&day={DAY}": f"ledger postings --table T1 --day {DAY}",
    "/ledger/postings?meter=progressive": "ledger postings --meter progressive",
    "/badges": "badge list --all",
    f"/days/{DAY}": f"day {DAY}",
    "/audit/prove?stream=table:T1&seq=5": "audit prove --stream table:T1 --seq 5",
    f"/rounds/{SHORT}": f"round {SHORT}",
    f"/rounds/{WON}?at=20": f"round {WON} --at 20",
    f"/rounds/{SHORT}?paytable.flush_bonus=B": f"round {SHORT} --paytable flush_bonus=B",
}
"""What is asked of the read API, and of the command line."""


@pytest.fixture
def accounting(console: Console):
    return console.signed_in("accounting")


@pytest.mark.parametrize("asked", SAME)
def test_the_read_api_gives_what_the_command_prints(console: Console, asked):
    compliance = console.signed_in("compliance")
    told = but_for_looks(pitledger(*SAME[asked].split(), "--json", "--data", console.data).document)

    answered = compliance.ask(f"/api{asked}")

    assert answered.status == 200
    assert but_for_looks(answered.document) == told
    path, _, query = asked.partition("?")
    assert but_for_looks(compliance.ask(f"{path}.json?{query}").document) == told


def but_for_looks(document):
    """A document without who looked at a case: to ask for it is one more look."""
    if isinstance(document, dict) and "case" in document and "entries" in document:
        return document | {"entries": [each for each in document["entries"] if each["entry"] != "view"]}
    return document


def test_every_command_that_a_page_names_is_held_against_it():
    named = {page.command for page in PAGES if page.command}

    assert named
    assert named <= {re.sub(r" (--|HCF|T1|2026|[0-9]).*", "", told) for told in SAME.values()}


def test_a_page_judges_the_first_rounds_and_an_export_all_or_none(accounting, monkeypatch):
    monkeypatch.setattr("console.web.showing.rounds.MOST", 2)
    shown = accounting.ask("/rounds").text
    assert shown.count('<td class="id" data-name="round">') == 2
    assert "2 more are not looked at" in shown
    assert len(accounting.ask("/rounds.json").document) == 4
    assert accounting.ask("/rounds.csv").text.count("\n") == 5

    monkeypatch.setattr("console.web.showing.rounds.MOST_EXPORTED", 3)
    for path in ("/rounds.json", "/rounds.csv", "/api/rounds"):
        refused = accounting.ask(path)
        assert refused.status == 400
        assert "4 rounds would have to be judged" in refused.document["error"]


def test_the_description_has_every_page_and_what_it_takes(accounting):
    told = accounting.ask("/api/openapi.json").document

    assert told["openapi"].startswith("3.1")
    for page in PAGES:
        address = "/home" if page.address == "/" else page.address
        get = told["paths"][f"/api{address.replace(':path', '')}"]["get"]
        assert [each["name"] for each in get["parameters"]] == [*page.places, *(p.name for p in page.params)]


# --- what is shown ----------------------------------------------------------------------------------------


def test_the_round_of_a_short_paid_seat_says_so_first(accounting):
    text = accounting.ask(f"/rounds/{SHORT}").text

    assert "Seat 4 was paid $10.00 short: raise" in text
    assert "−$10.00 short" in text
    assert text.count('class="seat ') == 6


def test_a_round_opens_at_the_moment_that_is_asked_for(accounting):
    first = accounting.ask(f"/rounds/{SHORT}.json").document["timeline"][0]["seq"]

    hidden = re.compile('class="card[^"]* off')
    early, late = (accounting.ask(f"/rounds/{SHORT}?at={seq}").text for seq in (first, 10_000))

    assert len(hidden.findall(early)) > len(hidden.findall(late))
    assert f"#{first}</span>" in early


def test_a_what_if_stands_beside_the_verdict_and_is_none(accounting):
    text = accounting.ask(f"/rounds/{SHORT}?paytable.flush_bonus=B").text

    assert "which is not a verdict" in text
    assert "due, if" in text


def test_the_voided_round_says_why(accounting):
    assert "The round was voided" in accounting.ask(f"/rounds/{VOIDED}").text


@pytest.mark.parametrize("path", [f"/rounds/{MARKED_UP}", "/floor", "/rounds", "/findings", "/"])
def test_markup_in_an_event_is_text_on_every_page(accounting, path):
    text = accounting.ask(path).text

    assert "<img" not in text
    assert "<script>document" not in text
    assert "\u202e" not in text
    if path == f"/rounds/{MARKED_UP}":
        assert MARKUP in unescape(text)


def test_what_is_typed_comes_back_as_text(accounting):
    for path in ("/rounds?hand=%22%3E%3Cimg%20src%3Dx%3E", "/nothing%3Cimg%3E", "/floor?%3Cimg%3E=1"):
        assert "<img" not in accounting.ask(path).text


def test_every_moment_is_local_with_utc_behind_it(accounting):
    text = accounting.ask("/rounds").text

    assert re.search(
        r'<time datetime="2026-03-02T1\d:[^"]+Z" title="2026-03-02T1\d:[^"]+Z">2026-03-02 0\d:', text
    )


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("/rounds?table=T1&seat=5&around=2026-03-02+23:00", "Nearest: "),
        ("/findings?severity=record", "take a filter away"),
        ("/ledger/hits?open=1", "take a filter away"),
        ("/rounds?hand=royal", "take a filter away"),
    ],
)
def test_what_is_empty_says_why_and_what_next(accounting, asked, words):
    shown = accounting.ask(asked).text

    assert words in re.search(r'<p class="empty">(.*?)</p>', shown)[1]


@pytest.mark.parametrize(
    ("asked", "status", "words"),
    [
        ("/rounds/NO-1", 404, "round NO-1 is recorded here"),
        ("/meters/NO/progressive", 404, "There is no link NO"),
        ("/meters/HCF/no", 404, "HCF has no meter no"),
        ("/kiosk/NO", 404, "There is no link NO"),
        ("/ledger/statement/HCF/no", 404, "There is no meter no"),
        ("/days/tomorrow", 404, "is not a day"),
        ("/nothing", 404, "There is nothing at this address"),
        ("/findings?table=T9", 400, "nothing was played at a table of that name"),
        ("/findings?severity=grave", 400, "is not one of money, procedure, record"),
        ("/findings?sevrity=money", 400, "did you mean severity"),
        ("/rounds?seat=0", 400, "is not a seat"),
        ("/rounds?around=noon", 400, "around: "),
        ("/rounds?from=2026-03-03+07:00&to=2026-03-02+07:00", 400, "this is not after from"),
        ("/meters?at=2999-01-01+07:00", 400, "has not come yet"),
        ("/ledger/trial?link=NO", 400, "there is no link NO"),
        ("/ledger/trial?sort=no", 400, "there is no column no"),
        (f"/rounds/{SHORT}?rulebook=no", 400, "rulebook: no rulebook"),
        (f"/rounds/{SHORT}?at=0", 400, "they begin at 1"),
        (f"/rounds/{SHORT}?q={'x' * 600}", 400, "too many"),
    ],
)
def test_what_cannot_be_asked_is_explained(accounting, asked, status, words):
    for path in (asked, f"/api{asked}"):
        answered = accounting.ask(path)
        assert answered.status == status
        assert words in unescape(answered.text).replace('\\"', '"')


# --- lists ------------------------------------------------------------------------------------------------

COLUMNS = (Column("name", "name"), Column("amount", "amount", "money"), Column("at", "at", "time"))


def rows(count):
    return [row(f"k{n}", name=f"n{n:03}", amount=(n * 7 % 13) * 100_000 - 1, at=n) for n in range(count)]


def test_a_list_is_paged_by_the_key_of_its_last_row():
    first = listed(COLUMNS, rows(PAGE_ROWS + 3))
    second = listed(COLUMNS, rows(PAGE_ROWS + 3), after=first.following)

    assert (first.first, first.last, len(first.shown)) == (1, PAGE_ROWS, PAGE_ROWS)
    assert (second.first, second.last, second.following) == (PAGE_ROWS + 1, PAGE_ROWS + 3, "")
    assert listed(COLUMNS, rows(3), after="gone").first == 1


def test_a_page_of_many_makes_the_rows_that_it_shows():
    made = []

    def make(number):
        made.append(number)
        return row(str(number), name=f"N{number}")

    many = listed(COLUMNS, Rows(range(1_000), make))
    assert [each.key for each in many.shown] == [str(number) for number in range(PAGE_ROWS)]
    assert (many.last, many.following) == (PAGE_ROWS, str(PAGE_ROWS - 1))
    assert max(made) < PAGE_ROWS
    found = listed(COLUMNS, Rows(range(120), make), words="n11").rows
    assert [each.key for each in found] == ["11", *map(str, range(110, 120))]


def test_a_list_is_sorted_by_what_a_cell_holds_not_by_its_text():
    upward = [each.cells["amount"].value for each in listed(COLUMNS, rows(13), sort="amount").rows]

    assert upward == sorted(upward)
    assert [each.cells["amount"].value for each in listed(COLUMNS, rows(13), sort="-amount").rows] == upward[
        ::-1
    ]


def test_a_list_finds_the_words_that_it_shows():
    assert [each.key for each in listed(COLUMNS, rows(20), words="N01").rows] == [
        f"k{n}" for n in range(10, 20)
    ]


def test_an_export_has_every_row_that_the_filters_leave_and_exact_amounts(accounting):
    table = list(csv.DictReader(io.StringIO(as_csv(listed(COLUMNS, rows(60))))))

    assert len(table) == 60
    assert table[1] == {
        "name": "n001",
        "amount_mc": "699999",
        "amount_usd": "6.99999",
        "at": "1970-01-01T00:00:00.000001Z",
    }
    shown = accounting.ask("/findings.csv?severity=money")
    assert shown.headers["content-type"] == "text/csv; charset=utf-8"
    told = list(csv.DictReader(io.StringIO(shown.text)))
    assert [each["severity"] for each in told] == ["money"] * len(told)
    assert told[0]["difference_usd"] == "-10.00000"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1"])
def test_no_cell_of_an_export_is_a_formula(text):
    assert defused(text) == f"'{text}"
    assert defused(f"x{text}") == f"x{text}"


# --- what people see first --------------------------------------------------------------------------------


def test_a_command_in_a_sentence_is_set_as_one_and_markup_around_it_is_text(console: Console):
    refused = console.signed_in("accounting").ask("/rounds?table=%60%3Cb%3E%60&seat=1").text
    assert "a table <code>&lt;b&gt;</code>." in refused
    assert with_code("say `a <b>` & b") == "say <code>a &lt;b&gt;</code> &amp; b"
    assert with_code("a ` alone <i>") == "a ` alone &lt;i&gt;"


def test_findings_of_one_check_by_its_id_or_its_name(console: Console):
    visitor = console.signed_in("compliance")
    everything = visitor.ask("/findings.json").document
    wanted = [each for each in everything if each["id"] == everything[0]["id"]]

    assert 0 < len(wanted) < len(everything)
    for asked in (wanted[0]["id"].lower(), wanted[0]["check"], wanted[0]["check"].replace("_", "+")):
        assert visitor.ask(f"/findings.json?check={asked}").document == wanted
    unknown = visitor.ask("/findings?check=underpayed")
    assert unknown.status == 400
    assert "did you mean underpaid" in unescape(unknown.text)


def test_hits_of_a_span_of_days(accounting):
    def claims(query):
        return {hit["claim_seq"] for hit in accounting.ask(f"/ledger/hits.json?{query}").document["hits"]}

    everything = claims("")
    assert everything
    assert claims(f"from={DAY}&to={DAY}") == claims(f"day={DAY}")
    assert claims(f"to={DAY}") == everything
    assert claims("from=2026-03-03") == set()
    assert accounting.ask(f"/ledger/hits?from={DAY}&day={DAY}").status == 400
    assert accounting.ask(f"/ledger/hits?from=2026-03-04&to={DAY}").status == 400


def test_in_the_list_of_hits_each_name_leads_to_what_it_names(accounting):
    shown = accounting.ask("/ledger/hits").text

    assert re.search(rf'<a href="/rounds/{WON}">{WON}</a>', shown)
    assert re.search(r'<a href="/tables/T1">T1</a>', shown)


def test_a_difference_of_nothing_is_an_empty_cell(console: Console):
    """On a telephone its heading would stand alone."""
    shown = console.signed_in("surveillance").ask("/rounds?table=T1").text

    cells = re.findall(r'<td class="([^"]*)" data-name="difference">(.*?)</td>', shown)
    assert {text for kind, text in cells if "none" in kind.split()} == {""}
    assert all(text for kind, text in cells if "none" not in kind.split())
    assert len(cells) > 1


def test_a_page_refuses_in_its_own_words_and_names_commands_as_they_are_typed(console: Console):
    refused = console.signed_in("compliance").ask(f"/rounds/{SHORT}?rulebook=nope").text
    assert ">rulebook: no rulebook" in refused
    assert without_dashes("--from and --to: ask `pitledger rounds --json`, a--b") == (
        "from and to: ask `pitledger rounds --json`, a--b"
    )


@pytest.mark.parametrize("path", ["/meters", "/ledger/trial", "/ledger/liability"])
def test_as_of_a_gaming_day_is_as_of_its_end(accounting, path):
    day, moment = (accounting.ask(f"{path}.json?at={at}") for at in (DAY, "2026-03-03T10:59:59.999999Z"))
    assert day.status == 200
    assert day.document == moment.document


def test_a_span_that_ends_before_it_begins_is_refused_everywhere(accounting):
    for path in ("/ledger/hold", STATEMENT, "/ledger/hits"):
        refused = accounting.ask(f"{path}?from=2026-03-05&to=2026-03-01")
        assert (refused.status, "ends before it begins" in refused.text) == (400, True), path


def test_each_posting_leads_to_its_record_its_event_and_its_round(accounting, monkeypatch):
    shown = accounting.ask("/ledger/postings?link=HCF").text
    for place in ("/events/meter%3AHCF/", "/events/table%3AT1/", f"/rounds/{WON}"):
        assert f'<a href="{place}' in shown
    whole = accounting.ask("/ledger/postings.json?link=HCF").document["entries"]
    assert accounting.ask("/ledger/postings?link=HCF&table=T1").status == 400
    assert accounting.ask(f"/ledger/postings?day={DAY}&from={DAY}").status == 400

    monkeypatch.setattr("console.web.showing.postings.MOST", len(whole) - 1)
    assert "These are the first" in accounting.ask("/ledger/postings?link=HCF").text
    assert accounting.ask("/ledger/postings.json?link=HCF").status == 400
