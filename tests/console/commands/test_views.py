"""What people see of an instance: meters, round, check, rebuild; and their exit codes."""

import sqlite3

import pytest

from streams.engines.embedded import Embedded
from streams.read_model.store import FORMAT, READ_FILE
from streams.sqlite.file import LOG_FILE
from tests.console.calling import pitledger
from tests.traffic import traffic

DEMO = ("--tables", 1, "--game", "high_card_flush", "--rounds", 20)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A demo that was played, with the report it gave."""
    data = tmp_path_factory.mktemp("demo") / "instance"
    called = pitledger("demo", "--data", data, *DEMO, "--seed", 5, "--no-console", "--json")
    assert called.code == 0, called.err
    return data, called.document


@pytest.fixture
def floor(tmp_path):
    with Embedded(tmp_path / "floor") as embedded:
        embedded.log.append(list(traffic(1_500, tables=4, links=2, seed=25)))
        embedded.process()
    return tmp_path / "floor"


def test_meters_add_up_by_hand(played):
    """Each accepted $1 wager adds $0.23 and $0.05 to a meter that starts at $30,000 (678a.12(d)(3))."""
    data, report = played
    (link,) = pitledger("meters", "--data", data, "--json").document["links"]
    (meter,) = link["meters"]
    export = pitledger("export-events", "--data", data).out
    wagers = sum(
        '"wager":"progressive","amount_mc":100000' in line and "wager_placed" in line
        for line in export.splitlines()
    )
    assert wagers > 20
    assert meter["amount_mc"] == 3_000_000_000 + wagers * 23_000
    assert meter["reserve_mc"] == wagers * 5_000
    assert report["links"] == [link]


def test_meters_show_what_is_owed(floor):
    called = pitledger("meters", "--data", floor, "--json")
    links = {link["link"]: link for link in called.document["links"]}
    assert set(links) == {"L1", "L2"}
    owed = [award for link in links.values() for award in link["awards"]]
    assert owed, "the traffic of this seed has awards that nobody could pay"
    for link in links.values():
        assert link["payable_mc"] == sum(award["owed_mc"] for award in link["awards"])
    text = pitledger("meters", "L1", "--data", floor).out
    assert "L1" in text
    assert "L2" not in text
    assert pitledger("meters", "L9", "--data", floor).code == 2


def test_a_round_is_rebuilt_card_by_card(played):
    data, report = played
    view = pitledger("round", report["last_round"], "--data", data, "--json").document
    assert view["status"] == "closed"
    seats = len(view["seats"])
    assert seats > 2
    cards = [card for seat in view["seats"] for card in seat["cards"]] + view["areas"]["dealer"]
    assert len(cards) == len(set(cards)) == 7 * (seats + 1)
    for seat in view["seats"]:
        assert seat["wagers"]["ante"] >= 1_500_000, "the minimum of this table"
        assert {settled["wager"] for settled in seat["settled"]} == set(seat["wagers"])
        assert seat["collected"] == 7
    assert view["timeline"][0]["type"] == "round_opened"
    assert view["timeline"][-1]["type"] == "round_closed"


def test_at_a_moment_cards_are_still_unknown(played):
    data, report = played
    whole = pitledger("round", report["last_round"], "--data", data, "--json").document
    closed = next(h["seq"] for h in whole["timeline"] if h["type"] == "bets_closed")
    earlier = pitledger("round", report["last_round"], "--at", closed - 1, "--data", data, "--json").document
    assert not earlier["bets_closed"]
    assert all(seat["cards"] == [] for seat in earlier["seats"])
    dealt = pitledger("round", report["last_round"], "--at", closed + 20, "--data", data, "--json").document
    assert all(card is None for seat in dealt["seats"] for card in seat["cards"])
    assert any(seat["cards"] for seat in dealt["seats"])


def test_a_round_for_people_shows_the_cards(played):
    data, report = played
    called = pitledger("round", report["last_round"], "--data", data)
    assert called.code == 0
    assert "seat 5" in called.out
    assert "ante $" in called.out


def test_a_round_that_nobody_knows(played):
    data, _ = played
    called = pitledger("round", "HCF-01-999", "--data", data)
    assert (called.code, called.out) == (2, "")
    assert "no round HCF-01-999" in called.err


def test_check_is_good_and_then_is_not(floor):
    assert pitledger("check", "--data", floor, "--json").document["problems"] == []
    with sqlite3.connect(floor / LOG_FILE) as log:
        log.execute("DELETE FROM meters WHERE offset = (SELECT max(offset) FROM meters)")
    log.close()
    called = pitledger("check", "--data", floor)
    assert called.code == 1
    assert "is missing" in called.out


def test_rebuild_switches_when_nothing_differs(floor):
    called = pitledger("rebuild", "--data", floor, "--json")
    assert called.code == 0
    assert called.document["same"]
    assert called.document["switched"]
    assert pitledger("check", "--data", floor).code == 0


def test_rebuild_makes_a_read_model_where_none_is(floor):
    (floor / READ_FILE).unlink()
    assert pitledger("rebuild", "--data", floor).code == 0
    assert pitledger("meters", "--data", floor).code == 0


def test_a_difference_is_switched_only_when_a_named_person_accepts_it(floor):
    with sqlite3.connect(floor / READ_FILE) as store:
        store.execute("UPDATE meters SET primary_mc = 1 WHERE link = 'L1'")
    store.close()
    refused = pitledger("rebuild", "--data", floor)
    assert refused.code == 1
    assert "--accept" in refused.err
    assert pitledger("rebuild", "--data", floor, "--accept", "A-7").code == 2
    assert pitledger("rebuild", "--data", floor, "--accept", "A-7", "--reason", "a hand edit").code == 0
    export = pitledger("export-events", "--data", floor, "--stream", "desk:operations").out
    assert '"type":"read_model_accepted"' in export
    assert '"accepted_by":"A-7"' in export
    assert pitledger("check", "--data", floor).code == 0


def test_rebuild_takes_the_place_of_a_read_model_of_an_earlier_release(floor):
    with sqlite3.connect(floor / READ_FILE) as older:
        older.execute(f"PRAGMA user_version = {FORMAT - 1}")
    older.close()
    refused = pitledger("meters", "--data", floor)
    assert refused.code == 2
    assert "run `pitledger rebuild --data " in refused.err
    rebuilt = pitledger("rebuild", "--data", floor)
    assert rebuilt.code == 0
    assert "nothing to compare with" in rebuilt.err
    assert pitledger("check", "--data", floor).code == 0


def test_rebuild_waits_for_nobody_who_writes(floor):
    with Embedded(floor):
        called = pitledger("rebuild", "--data", floor)
    assert called.code == 2
    assert "stop it" in called.err


def test_where_the_sinks_have_not_run_on_kafka_they_are_the_remedy(tmp_path):
    called = pitledger("meters", "--kafka", "127.0.0.1:1", "--data", tmp_path)
    assert (called.code, called.out) == (2, "")
    assert "there is no read model of what is on Kafka at 127.0.0.1:1. The sinks make it: start" in called.err
    assert "rebuild" not in called.err


@pytest.mark.parametrize("command", ["meters", "check", "rebuild"])
def test_where_nothing_is_the_error_says_what_to_do(tmp_path, command):
    called = pitledger(command, "--data", tmp_path / "nothing")
    assert called.code == 2
    assert "pitledger" in called.err
