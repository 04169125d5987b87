"""`pitledger round`: due beside done, the round handed to `settle`, and what if."""

from __future__ import annotations

import json

import pytest

from tests.console.calling import pitledger


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A floor of one High Card Flush table: in HCF-01-7 of this seed seat 1 wins its Flush Bonus."""
    where = tmp_path_factory.mktemp("verdict") / "house"
    called = pitledger(
        *("demo", "--rounds", 40, "--tables", 4, "--game", "high_card_flush", "--seed", 5), "--data", where
    )
    assert called.code == 0
    return where


def asked(data, *args):
    return pitledger("round", "HCF-01-7", *args, "--data", data, "--json").document


def test_every_wager_is_judged_and_right(data):
    verdict = asked(data)["verdict"]

    assert {(row["judged"], row["difference_cents"]) for row in verdict} == {(True, 0)}
    (bonus,) = [row for row in verdict if (row["seat"], row["wager"]) == (1, "flush_bonus")]
    # Five hearts by the paytable of this table: 12 to 1 on $5, and the stake.
    assert (bonus["due_cents"], bonus["rate"], bonus["section"]) == (6_500, "12 to 1", "678a.11(e)(1)(ii)")
    assert bonus["hand"].startswith("five-card flush ")
    assert all(row["hand"] for row in verdict)
    assert bonus["hand"] in pitledger("round", "HCF-01-7", "--data", data).out


def test_the_round_can_be_handed_to_settle_as_it_is(data):
    document = asked(data)

    settled = json.loads(pitledger("settle", "-", stdin=json.dumps(document["settle"]).encode()).out)

    for seat in settled["seats"]:
        due = sum(row["due_cents"] for row in document["verdict"] if row["seat"] == seat["seat"])
        assert seat["total_returned_to_player_cents"] == due


def test_what_if_the_bonus_had_been_paid_by_another_paytable(data):
    """Paytable A pays five of a suit 10 to 1; what was done stays what it was."""
    document = asked(data, "--paytable", "flush_bonus=A")

    (row,) = [
        row for row in document["what_if"]["verdict"] if (row["seat"], row["wager"]) == (1, "flush_bonus")
    ]
    assert (row["due_cents"], row["done_cents"], row["difference_cents"]) == (5_500, 6_500, 1_000)
    shown = pitledger("round", "HCF-01-7", "--paytable", "flush_bonus=A", "--data", data).out
    assert "what if" in shown
    assert "$55.00" in shown


def test_a_round_that_is_still_open_is_not_judged(data):
    verdict = asked(data, "--at", "483")["verdict"]

    assert {row["why"] for row in verdict} == {"the round is still open"}


@pytest.mark.parametrize(
    ("question", "says"),
    [
        (("--rulebook", "678a@1999"), "--rulebook: no rulebook '678a@1999': there are 647a"),
        (("--rulebook", "679a@2019-08-31"), "--rulebook: 679a@2019-08-31 is of three card prime, and"),
        (("--paytable", "flush_bonus=Z"), "--paytable: 678a@2019-11-02 has no flush_bonus=Z"),
        (("--paytable", "flush_bonus"), "'flush_bonus' is not NAME=VALUE"),
        (("--switch", "nope=1"), "--switch: 678a@2019-11-02 has no nope"),
        (("--switch", "flush_comparison=maybe"), "choose one of flush_cards, all_seven"),
    ],
)
def test_a_question_that_nobody_can_answer_is_a_wrong_call(data, question, says):
    called = pitledger("round", "HCF-01-7", *question, "--data", data)

    assert (called.code, called.out) == (2, "")
    assert says in called.err


def test_what_if_it_had_been_played_by_the_text_of_2015(data):
    """It has one box a player, and this table offers two: nobody held two in this round."""
    what_if = asked(data, "--rulebook", "678a@2015-proposed")["what_if"]["verdict"]

    assert {row["judged"] for row in what_if} == {True}


def test_what_if_says_why_nothing_can_be_said(data):
    shown = pitledger("round", "HCF-01-7", "--at", "483", "--paytable", "flush_bonus=A", "--data", data).out

    assert "what if, not judged: " in shown
    assert "the round is still open" in shown
