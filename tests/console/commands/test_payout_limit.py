"""A 647a table that names no payout limit has the one that the chapter gives it, and every round says so."""

import json

import pytest

from tests.console.accounting_floor import Floor
from tests.console.calling import pitledger

TABLE = {
    "game": "texas_holdem_bonus",
    "rulebook": "647a@2019-08-31",
    "rulebook_sha256": "ab" * 32,
    "submission": "RS-7",
    "paytables": [],
    "options": [],
    "wagers": ["ante", "flop", "turn", "river"],
    "progressives": [],
    "payout_limit_mc": None,
    "minimum_wager_mc": 1_000_000,
    "betting_positions": 6,
    "boxes_per_player": 1,
    "dealing": "hand",
    "shuffling": "device",
    "approvals": [],
    "signs": [],
    "dealer": "D-1",
    "floorperson": "F-1",
}
ROUND = ("round_opened", {"dealer": "D-1"})


def opened(tmp_path, **fields):
    """A table with these fields, a round at it, and the opening as it was recorded."""
    floor = Floor(tmp_path / "floor")
    floor.say("table:T1", ("table_opened", {**TABLE, **fields}))
    floor.say("table:T1", ROUND, round_="T1-1")
    line = pitledger("export-events", "--stream", "table:T1", "--data", floor.data).out.splitlines()[0]
    return floor, json.loads(line)["body"]


def shown(floor):
    """The payout limit of the round, for scripts and for people."""
    document = pitledger("round", "T1-1", "--data", floor.data, "--json").document
    return document["payout_limit"], pitledger("round", "T1-1", "--data", floor.data).out


@pytest.mark.reg("58 Pa. Code § 647a.12(c)")
@pytest.mark.parametrize(
    ("minimum_mc", "boxes", "limit_mc", "words"),
    [
        (1_000_000, 1, 5_000_000_000, "$50,000.00"),
        # $20,000, five times, on two boxes.
        (2_000_000_000, 2, 20_000_000_000, "$200,000.00"),
    ],
)
def test_a_table_that_names_none_has_the_greater_of_two(tmp_path, minimum_mc, boxes, limit_mc, words):
    floor, body = opened(tmp_path, minimum_wager_mc=minimum_mc, boxes_per_player=boxes)

    assert (body["payout_limit_mc"], body["chapter_limit"]) == (
        None,
        {"limit_mc": limit_mc, "section": "647a.12(c)"},
    )
    document, text = shown(floor)
    assert document == {"amount_mc": limit_mc, "named": False, "section": "647a.12(c)"}
    assert f"payout limit {words} (647a.12(c), not named by the table)" in text


def test_a_table_that_names_one_has_that(tmp_path):
    floor, body = opened(tmp_path, payout_limit_mc=6_000_000_000)

    assert (body["payout_limit_mc"], body["chapter_limit"]) == (6_000_000_000, None)
    document, text = shown(floor)
    assert document == {"amount_mc": 6_000_000_000, "named": True, "section": None}
    assert "payout limit $60,000.00 (named by the table)" in text


def test_what_a_client_says_of_the_chapter_is_replaced(tmp_path):
    _, body = opened(tmp_path, chapter_limit={"limit_mc": 1, "section": "mine"})

    assert body["chapter_limit"] == {"limit_mc": 5_000_000_000, "section": "647a.12(c)"}


def test_a_chapter_that_demands_none_gives_none(tmp_path):
    floor, body = opened(tmp_path, game="high_card_flush", rulebook="678a@2019-11-02")

    assert body["chapter_limit"] is None
    document, text = shown(floor)
    assert document is None
    assert "payout limit" not in text


def test_a_round_is_played_under_the_limit_it_was_opened_with(tmp_path):
    floor, _ = opened(tmp_path)
    selections = {name: TABLE[name] for name in TABLE if name not in NOT_OF_A_CHANGE}
    change = {**selections, "payout_limit_mc": 6_000_000_000, "authorised_by": "P-1", "reason": "filed"}
    floor.say("table:T1", ("selections_changed", change))
    floor.say("table:T1", ROUND, round_="T1-2")

    assert shown(floor)[0]["amount_mc"] == 5_000_000_000
    document = pitledger("round", "T1-2", "--data", floor.data, "--json").document
    assert document["payout_limit"] == {"amount_mc": 6_000_000_000, "named": True, "section": None}


NOT_OF_A_CHANGE = frozenset(
    {"game", "betting_positions", "dealing", "shuffling", "approvals", "signs", "dealer", "floorperson"}
)
