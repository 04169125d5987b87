"""Who takes part in a round, as commands show it: a box that took everything back, one that changed hands."""

from __future__ import annotations

import tomllib

import pytest

from tests.console.accounting_floor import Floor
from tests.console.calling import pitledger
from tests.console.commands.test_payout_limit import TABLE

TEN = 1_000_000
BACK = ("stake_mc", "returned_mc")


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """647a: P-1 has boxes 1 and 2 when the round opens, P-2 takes box 2; P-3 takes the Ante of box 3 back.

    P-4 lays one on box 4 after "no more bets"; it is dealt no cards, and the dealer gives it back."""
    floor = Floor(tmp_path_factory.mktemp("part") / "floor")
    ante = {"wager": "ante", "amount_mc": TEN}
    floor.say(
        "table:T1",
        ("table_opened", {**TABLE, "boxes_per_player": 2}),
        ("player_seated", {"player": "P-1", "seat": 1, "boxes": [1, 2]}),
        ("player_seated", {"player": "P-3", "seat": 3, "boxes": [3]}),
        ("player_seated", {"player": "P-4", "seat": 4, "boxes": [4]}),
    )
    floor.say("table:T1", ("round_opened", {"dealer": "D-1"}), round_="T1-1")
    floor.say(
        "table:T1",
        ("boxes_changed", {"player": "P-1", "boxes": [1]}),
        ("player_seated", {"player": "P-2", "seat": 2, "boxes": [2]}),
    )
    facts = [("wager_placed", {"seat": seat, **ante, "instrument": "value_chip"}) for seat in (1, 2, 3)]
    facts += [("wager_withdrawn", {"seat": 3, **ante}), ("bets_closed", {"legs": []})]
    facts += [
        ("wager_placed", {"seat": 4, **ante, "instrument": "value_chip"}),
        (
            "wager_settled",
            {"seat": 4, "wager": "ante", "outcome": "void", **dict.fromkeys(BACK, TEN), "paid_mc": 0},
        ),
    ]
    for seat in (1, 2):
        facts.append(("stack_delivered", {"to": "seat", "seat": seat, "cards": [None] * 2}))
    facts.append(("stack_delivered", {"to": "dealer", "seat": None, "cards": [None] * 2}))
    lost = {"outcome": "lose", "stake_mc": TEN, "returned_mc": 0, "paid_mc": 0}
    for seat in (1, 2):
        facts.append(("decision_made", {"seat": seat, "action": "fold", "at": "preflop"}))
        facts.append(("wager_settled", {"seat": seat, "wager": "ante", **lost}))
    floor.say("table:T1", *facts, ("round_closed", {}), round_="T1-1")
    return floor.data


def test_the_round_shows_what_was_taken_back_and_judges_the_others(data):
    shown = pitledger("round", "T1-1", "--data", data).out
    assert "seat 3         -   ante taken back" in shown
    verdict = pitledger("round", "T1-1", "--data", data, "--json").document
    assert [(row["seat"], row["due_cents"], row["done_cents"]) for row in verdict["verdict"]] == [
        (4, None, 1_000),
        (2, 0, 0),
        (1, 0, 0),
    ]
    assert verdict["discrepancies"] == []


def test_a_box_that_changed_hands_is_of_who_had_it_at_no_more_bets(data):
    document = pitledger("round", "T1-1", "--data", data, "--json").document
    players = document["who"]["players"]
    assert {*players} == {"1", "2", "3", "4"}
    assert len({*players.values()}) == 4
    settled = {str(seat["seat"]): seat["player"] for seat in document["settle"]["seats"]}
    assert settled == {number: players[number] for number in ("1", "2")}


def test_a_box_that_took_everything_back_is_found_and_is_not_among_those_with_a_stake(data):
    (found,) = pitledger("rounds", "--seat", 3, "--data", data, "--json").document
    assert (found["seats"], found["staked_cents"]) == ([1, 2, 4], 0)


def test_a_hand_history_is_of_those_that_played(data, tmp_path):
    path = tmp_path / "x.phh"
    assert pitledger("round", "T1-1", "--phh", path, "--data", data).code == 0
    assert [hand["_seat"] for hand in tomllib.loads(path.read_text("utf-8")).values()] == [1, 2]
