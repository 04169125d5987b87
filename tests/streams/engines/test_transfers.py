"""Money between links, through a whole embedded instance: sent, in transit, received or back again."""

import sqlite3

import pytest

from events.body import body_fields, read_body
from events.envelope import read_header
from events.topics import LINKS, METERS
from streams.engines.embedded import Embedded
from streams.read_model.bulk_sources import SqliteSource
from streams.read_model.check import find_problems
from streams.recorder.recorder import Recorder
from streams.sqlite.file import LOG_FILE
from tests.amounts import dollars
from tests.streams.recorder.table_drafts import AT, LinkDrafts

TRANSFERS = ("transfer_sent", "transfer_received", "transfer_refused", "transfer_returned")


def quiet(_what, _done):
    """No progress is shown."""


def problems(data):
    return list(find_problems(SqliteSource(data / LOG_FILE), None, quiet))


def on_display(embedded):
    """The amount on each link's meter, in dollars."""
    rows = embedded.store.rows("SELECT link, primary_mc FROM meters ORDER BY link")
    return {row["link"]: row["primary_mc"] // dollars(1) for row in rows}


def sent_between_links(embedded):
    """Link, type and amount of the records about transfers, link by link in the order of their numbers."""
    events = [read_header(record.value) for record in embedded.log.read(METERS, 0, 0)]
    return sorted(
        (event.owner, event.seq, event.type, body_fields(read_body(event))["amount_mc"] // dollars(1))
        for event in events
        if event.type in TRANSFERS
    )


@pytest.fixture
def links():
    return {name: LinkDrafts(name) for name in ("L-1", "L-2")}


@pytest.fixture
def embedded(tmp_path, links):
    with Embedded(tmp_path) as opened:
        recorder = Recorder(opened.log, "PA-01", clock=lambda: AT)
        for link in links.values():
            recorder.record(link.open())
        opened.recorder = recorder
        yield opened


def test_one_call_carries_a_transfer_to_its_end(embedded, links):
    """$150,000 each; L-1 sends $40,000."""
    embedded.recorder.record(links["L-1"].transfer(dollars(40_000)))
    embedded.process()
    assert on_display(embedded) == {"L-1": 110_000, "L-2": 190_000}
    assert sent_between_links(embedded) == [
        ("L-1", 2, "transfer_sent", 40_000),
        ("L-2", 2, "transfer_received", 40_000),
    ]
    assert problems(embedded.data) == []
    end = embedded.log.end(LINKS, 0)
    embedded.process()
    assert embedded.log.end(LINKS, 0) == end


def test_what_nobody_can_take_comes_back_in_the_same_call(embedded, links):
    embedded.recorder.record(links["L-1"].transfer(dollars(40_000), "L-9"))
    embedded.process()
    assert on_display(embedded) == {"L-1": 150_000, "L-2": 150_000}
    assert [type_ for _, _, type_, _ in sent_between_links(embedded)] == [
        "transfer_sent",
        "transfer_returned",
        "transfer_refused",
    ]
    assert problems(embedded.data) == []


def test_transfers_both_ways_cross_and_both_arrive(embedded, links):
    for _ in range(3):
        embedded.recorder.record(links["L-1"].transfer(dollars(1_000), "L-2"))
        embedded.recorder.record(links["L-2"].transfer(dollars(5_000), "L-1"))
    embedded.process()
    assert on_display(embedded) == {"L-1": 162_000, "L-2": 138_000}
    assert problems(embedded.data) == []


@pytest.mark.parametrize("type_", ["transfer_sent", "transfer_received"])
def test_check_finds_what_a_link_should_have_received_from_another_and_did_not(embedded, links, type_):
    embedded.recorder.record(links["L-1"].transfer(dollars(40_000)))
    embedded.process()
    first, *others = embedded.log.read(LINKS, 0, 0)
    (lost,) = [record.offset for record in others if read_header(record.value).type == type_]
    with sqlite3.connect(embedded.data / LOG_FILE) as log:
        again = "UPDATE links SET key = ?, value = ? WHERE offset = ?"
        assert log.execute(again, (first.key, first.value, lost)).rowcount == 1
    log.close()
    found = {(problem.check, problem.place) for problem in problems(embedded.data)}
    sender, hearer = ("L-1", "L-2") if type_ == "transfer_sent" else ("L-2", "L-1")
    assert ("links", f"meter:{sender} → {hearer}") in found


def test_check_finds_a_transfer_that_no_keeper_sent(embedded, links):
    """The same bytes under the next number: L-2 would receive money that never left L-1."""
    embedded.recorder.record(links["L-1"].transfer(dollars(40_000)))
    embedded.process()
    (sent,) = [r for r in embedded.log.read(LINKS, 0, 0) if read_header(r.value).type == "transfer_sent"]
    at = sent.value.index(b"\xa3leg") + 4
    forged = sent.value[:at] + b"\x02" + sent.value[at + 1 :]
    with sqlite3.connect(embedded.data / LOG_FILE) as log:
        end = embedded.log.end(LINKS, 0)
        log.execute("INSERT INTO links (offset, key, value) VALUES (?, ?, ?)", (end, sent.key, forged))
    log.close()
    assert ("links", "meter:L-1 → L-2") in {(found.check, found.place) for found in problems(embedded.data)}
