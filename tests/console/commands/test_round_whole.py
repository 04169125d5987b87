"""`pitledger round`: all of a round on one screen, in colour at a terminal; rounds cut short say so."""

from __future__ import annotations

import json
import os
import pty
import re
import sqlite3

import pytest

from events.envelope import read_header
from events.errors import MalformedEvent
from events.jsonform import draft_from_json
from streams.engines.embedded import Embedded
from streams.recorder.recorder import Recorder
from streams.sqlite.file import LOG_FILE
from tests.console.calling import COMMAND, environment, pitledger
from tests.console.disputed_evening import evening
from tests.console.lost_events import records_of
from tests.console.terminal import in_terminal

LINES = 48


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A floor of one High Card Flush table: HCF-01-7 of this seed has five seats, events 402 to 505."""
    where = tmp_path_factory.mktemp("whole") / "house"
    played = ("--rounds", 40, "--tables", 4, "--game", "high_card_flush", "--seed", 5)
    assert pitledger("demo", *played, "--data", where).code == 0
    return where


def test_a_round_of_five_seats_is_one_screen(data):
    screen = in_terminal(100, "round", "HCF-01-7", "--data", data)

    assert screen.code == 0
    assert screen.widest <= 100
    assert len(screen.text.splitlines()) <= LINES
    for word in ("in force: ", "floorperson F-", "players: seat 5", "by the table's clock", "all 52 cards"):
        assert word in screen.text


def test_an_event_with_control_characters_steers_no_terminal(tmp_path):
    """They are recorded, as facts are, and shown by their numbers."""
    lines = [json.loads(line) for line in evening().splitlines()]
    seated = {"player": "P\x1b[2J\x9b1", "seat": 4, "boxes": [4]}
    lines.insert(1, lines[0] | {"type": "player_seated", "body": seated, "source_id": "tablet-HCF-01#0"})
    with Embedded(tmp_path) as embedded:  # whose recorder had no vault, so the label is in the event
        taken = Recorder(embedded.log, "PHL").record_many([*map(draft_from_json, lines)])
        assert not any(isinstance(each, MalformedEvent) or each.refused for each in taken)
        embedded.process()

    for how in ((), ("--timeline",)):
        shown = in_terminal(100, "round", "HCF-01-1", *how, "--data", tmp_path)
        assert "seat 4 P\\u001b[2J\\u009b1" in shown.text
        assert "\x1b[2J" not in shown.coloured
        assert "\x9b" not in shown.coloured


def test_red_suits_are_red_at_a_terminal_and_nothing_is_when_piped(data):
    child, terminal = pty.fork()
    if child == 0:
        call = [*COMMAND, "round", "HCF-01-7", "--data", str(data)]
        os.execve(call[0], call, environment(TERM="xterm-256color"))
    shown = b""
    while True:
        try:
            shown += os.read(terminal, 65_536)
        except OSError:
            break
    os.waitpid(child, 0)
    assert b"\x1b[31m3d\x1b[0m" in shown
    assert b"\x1b[31m2s" not in shown
    assert "\x1b" not in pitledger("round", "HCF-01-7", "--data", data).out


def test_the_timeline_is_shown_when_it_is_asked_for(data):
    assert "hand_revealed" not in pitledger("round", "HCF-01-7", "--data", data).out
    shown = pitledger("round", "HCF-01-7", "--timeline", "--data", data).out
    assert re.search(r"^ +505  [0-9:.]{15}  round_closed", shown, re.MULTILINE)


def test_the_document_has_all_of_it(data):
    document = pitledger("round", "HCF-01-7", "--data", data, "--json").document

    assert document["cards"]["contradictions"] == document["troubles"] == document["discrepancies"] == []
    assert sum(map(len, document["cards"]["of"].values())) == 52
    assert document["who"]["dealer"] == "D-103"
    assert document["who"]["floorperson"].startswith("F-")
    assert set(document["who"]["players"]) == {"1", "2", "3", "4", "5"}
    assert document["selections"]["rulebook"] == "678a@2019-11-02"
    assert document["selections"]["paytables"]["flush_bonus"]
    assert document["clocks"]["apart"] == []
    assert all(each["recorded_at"] for each in document["timeline"])


def test_at_a_moment_cards_that_were_read_later_are_named_with_when(data):
    document = pitledger("round", "HCF-01-7", "--at", 485, "--data", data, "--json").document
    (seat_4,) = [seat for seat in document["seats"] if seat["seat"] == 4]
    assert seat_4["cards"] == [None] * 7
    assert None not in document["cards"]["of"]["seat 4"]
    assert min(document["cards"]["known_from"]["seat 4"]) > 485
    assert "?? ?? ?? ?? ?? ?? ??   ante" in pitledger("round", "HCF-01-7", "--at", 485, "--data", data).out


def test_what_if_stands_side_by_side(data):
    """Paytable A pays five of a suit 10 to 1 on $5: $55.00 with the stake instead of $65.00."""
    asked = ("round", "HCF-01-7", "--paytable", "flush_bonus=A", "--data", data)
    pairs = pitledger(*asked, "--json").document["what_if"]["side_by_side"]
    (pair,) = [each for each in pairs if (each["seat"], each["wager"]) == (1, "flush_bonus")]
    assert (pair["due_cents"], pair["what_if_due_cents"], pair["change_cents"]) == (6_500, 5_500, -1_000)
    assert (pair["rate"], pair["what_if_rate"]) == ("12 to 1", "10 to 1")
    assert re.search(r"1 +flush_bonus +\$65.00 +\$65.00 +\$55.00 +-\$10.00", pitledger(*asked).out)


def lose(data, seq, instead=None):
    """Put a repeat of the log's first event, or something else, in the place of one of the table's."""
    (offset,) = [
        record.offset
        for record in records_of(data)
        if record.key == "table:HCF-01" and read_header(record.value).seq == seq
    ]
    with sqlite3.connect(data / LOG_FILE) as log:
        (first,) = log.execute("SELECT value FROM events ORDER BY offset LIMIT 1").fetchone()
        log.execute("UPDATE events SET value = ? WHERE offset = ?", (instead or first, offset))
    log.close()


@pytest.fixture
def broken(tmp_path):
    played = ("--rounds", 12, "--tables", 1, "--game", "high_card_flush", "--seed", 5)
    assert pitledger("demo", *played, "--data", tmp_path / "house").code == 0
    return tmp_path / "house"


@pytest.mark.parametrize("anew", [False, True], ids=["model as it was", "model built anew"])
def test_a_round_that_lacks_an_event_says_which_and_is_rebuilt_up_to_it(broken, anew):
    whole = pitledger("round", "HCF-01-3", "--data", broken, "--json").document
    lost = whole["timeline"][len(whole["timeline"]) // 2]["seq"]
    lose(broken, lost)
    if anew:
        (broken / "read.sqlite").unlink()

    document = pitledger("round", "HCF-01-3", "--data", broken, "--json").document

    assert document["last_seq"] == lost - 1
    assert document["status"] == "open"
    assert lost in [each["seq"] for each in document["troubles"] if each["what"] == "missing"]
    assert all(not row["judged"] and str(lost) in row["why"] for row in document["verdict"])
    assert f"event {lost} is missing" in " ".join(
        pitledger("round", "HCF-01-3", "--data", broken).out.split()
    )


def test_a_round_with_damaged_bytes_says_where_and_is_rebuilt_up_to_them(broken):
    whole = pitledger("round", "HCF-01-3", "--data", broken, "--json").document
    lost = whole["timeline"][len(whole["timeline"]) // 2]["seq"]
    lose(broken, lost, b"\x93garbage")

    called = pitledger("round", "HCF-01-3", "--data", broken, "--json")

    assert called.code == 0
    assert called.document["last_seq"] == lost - 1
    assert {"missing", "damaged", "not_counted"} == {each["what"] for each in called.document["troubles"]}
    assert all(not row["judged"] for row in called.document["verdict"])


def test_an_event_whose_body_cannot_be_read_is_named_and_left_out(broken):
    whole = pitledger("round", "HCF-01-3", "--data", broken, "--json").document
    lost = whole["timeline"][len(whole["timeline"]) // 2]["seq"]
    (value,) = [
        record.value
        for record in records_of(broken)
        if record.key == "table:HCF-01" and read_header(record.value).seq == lost
    ]
    lose(broken, lost, value[:-3] + b"\xc1\xc1\xc1")

    document = pitledger("round", "HCF-01-3", "--data", broken, "--json").document

    assert lost not in [each["seq"] for each in document["timeline"]]
    assert lost in [each["seq"] for each in document["troubles"] if each["what"] == "damaged"]
    assert all(f"event {lost}" in row["why"] for row in document["verdict"])
