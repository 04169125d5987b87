"""`pitledger round --json` handed to `pitledger settle` as it is, in every game; meters around awards."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from floor.play.registry import all_plays
from tests.console.accounting_floor import CARDS, SEVEN, SIX, Floor, claims
from tests.console.calling import pitledger

ROUNDS = 10


@pytest.fixture(scope="module")
def documents(tmp_path_factory):
    """Every round of a table of each game, some of them irregular."""
    data = tmp_path_factory.mktemp("settles") / "house"
    played = ("--tables", 5, "--rounds", ROUNDS, "--seed", 8, "--irregularities", 0.3)
    assert pitledger("floor", *played, "--data", data).code == 0
    names = [
        each["round"] for each in pitledger("rounds", "--limit", 1_000, "--data", data, "--json").document
    ]
    return [pitledger("round", name, "--data", data, "--json").document for name in names]


def test_every_judged_row_of_every_game_is_what_settle_gives(documents):
    lines = "\n".join(json.dumps(document["settle"]) for document in documents)
    called = pitledger("settle", "-", stdin=lines)

    assert called.code == 0
    answers = [json.loads(line) for line in called.out.splitlines()]
    judged = Counter()
    for document, answer in zip(documents, answers, strict=True):
        settled = {seat["seat"]: seat["wagers"] for seat in answer["seats"]}
        for row in document["verdict"]:
            if row["judged"]:
                found = settled[row["seat"]][row["wager"]]
                assert found["payout_cents"] + found["returned_stake_cents"] == row["due_cents"], row
                judged[document["selections"]["game"], document["status"]] += 1
    assert {game for game, _ in judged} == set(all_plays())
    assert {status for _, status in judged} == {"closed", "voided"}


def test_no_round_of_the_floor_contradicts_itself(documents):
    for document in documents:
        lost = [words for words in document["cards"]["contradictions"] if "51" not in words]
        assert (lost, document["discrepancies"], document["troubles"]) == ([], [], [])
        assert document["who"]["floorperson"]
        assert document["selections"]["dealing"]


@pytest.mark.cites("58 Pa. Code § 678a.12(d)")
def test_meters_before_and_after_each_award(tmp_path):
    """678a paytable A at $5: seed $150,000, of three wagers 23 % = $3.45 and 5 % = $0.75 to the reserve.

    Six cards win 10 % of $150,003.45, floored: $15,000.34. Seven win all of the $135,003.11 that are left;
    the reseed is 0, and the reserve moves to the meter.
    """
    floor = Floor(tmp_path / "floor")
    floor.opens_link()
    floor.opens_table("T1")
    six, seven = [
        recorded.seq
        for recorded in floor.plays(
            "T1",
            [1, 3, 5],
            claims(5, SIX, cards=CARDS[SIX].split()),
            claims(3, SEVEN, cards=CARDS[SEVEN].split()),
        )
    ]

    steps = pitledger("round", "T1-1", "--data", floor.data, "--json").document["meters"]

    fields = ("claim_seq", "seat", "before_mc", "after_mc", "reserve_before_mc", "reserve_after_mc")
    assert [tuple(step[field] for field in fields) for step in steps] == [
        (six, 5, 15_000_345_000, 13_500_311_000, 75_000, 75_000),
        (seven, 3, 13_500_311_000, 75_000, 75_000, 0),
    ]
    shown = " ".join(pitledger("round", "T1-1", "--data", floor.data).out.split())
    assert f"$150,003.45 before, $135,003.11 after claim {six} was locked" in shown
