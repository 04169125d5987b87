"""`pitledger ledger hits` and `hold`: an award by its steps, what is owed of it, and what the house keeps."""

import sqlite3

import pytest

from tests.console.accounting_floor import (
    SIX,
    Floor,
    documented,
    ledger,
    light,
    paid,
    rejected,
    settled,
    validated,
)
from tests.console.calling import pitledger


@pytest.fixture
def floor(tmp_path):
    floor = Floor(tmp_path / "floor")
    floor.opens_link()
    floor.opens_table("T1")
    return floor


def test_an_award_with_every_step_has_nothing_missing(floor):
    claim = floor.claims("T1", 3, SIX)
    # One wager: 150,001.15, so 10 % is 15,000.115, floored to 15,000.11.
    steps = (light(3), validated(claim, 3), documented(claim, 3), paid(claim, 3, 1_500_011_000))
    floor.follows("T1", *steps)
    called = ledger(floor.data, "hits")

    assert called.code == 0
    assert called.document["hits"][0]["missing"] == []


def test_steps_that_came_after_the_round_belong_to_the_award_too(floor):
    """The cage pays when the next round is on, or none: the step names the claim, and that is enough."""
    claim = floor.claims("T1", 3, SIX)
    floor.follows("T1", light(3), validated(claim, 3))
    floor.say("table:T1", documented(claim, 3), paid(claim, 3, 1_500_011_000))
    (hit,) = ledger(floor.data, "hits").document["hits"]

    assert [step["step"] for step in hit["steps"]][-2:] == ["documented", "paid"]
    assert (hit["status"], hit["missing"]) == ("paid", [])


def test_a_light_that_was_off_is_no_verification(floor):
    claim = floor.claims("T1", 3, SIX)
    floor.follows("T1", light(3, lit=False), validated(claim, 3))
    (hit,) = ledger(floor.data, "hits").document["hits"]

    assert hit["missing"][0]["step"] == "verify_light"


def test_what_is_selected_later_takes_no_duty_of_an_earlier_award_away(floor):
    """Link and table are put under rules that nobody knows: the award is judged by those of its round."""
    claim = floor.claims("T1", 3, SIX)
    floor.follows("T1", light(3, lit=False), validated(claim, 3))
    (before,) = ledger(floor.data, "hits").document["hits"]
    with sqlite3.connect(floor.data / "read.sqlite") as model:
        model.execute("UPDATE links SET rulebook = '999a@2030-01-01'")
        model.execute(
            """INSERT INTO selections SELECT stream, 1000, gaming_day, recorded_at_us, '999a@2030-01-01',
            paytables, options, units, payout_limit_mc, limit_section, boxes_per_player
            FROM selections LIMIT 1"""
        )
    model.close()
    (after,) = ledger(floor.data, "hits").document["hits"]

    assert after["missing"] == before["missing"] != []


def test_an_award_that_went_back_needs_no_more_steps(floor):
    claim = floor.claims("T1", 3, SIX)
    floor.follows("T1", rejected(claim, 3))
    called = ledger(floor.data, "hits")
    (hit,) = called.document["hits"]

    assert (called.code, hit["status"], hit["missing"]) == (0, "returned", [])
    assert ledger(floor.data, "liability").document["links"][0]["payable_mc"] == 0


@pytest.mark.reg("58 Pa. Code § 647a.12(e)(2)")
def test_a_dealers_hand_is_owed_to_each_player_until_each_is_paid(tmp_path):
    """Three wagers: 50,000 + 3 × 0.65 = 50,001.95; a third, floored, is 16,667.31, so 50,001.93 is owed.

    Two cents stay, and the reserve of 3 × 0.40 makes the next meter $1.22.
    """
    floor = Floor(tmp_path / "floor")
    floor.opens_five_card()
    wager = {"wager": "fchb_dealer", "amount_mc": 500_000, "instrument": "electronic"}
    claim = {"seat": 6, "wager": "fchb_dealer", "hand": "royal_flush", "cards": [], "link": "FC", "leg": 0}
    *_, claimed = floor.say(
        "table:T9",
        ("round_opened", {"dealer": "D-1"}),
        *(("wager_placed", {**wager, "seat": seat}) for seat in (2, 5, 6)),
        ("bets_closed", {"legs": []}),
        ("progressive_claimed", {**claim, "sharing_seats": [2, 5, 6]}),
        round_="T9-1",
    )
    before = "2026-03-01T18:30:00Z"
    floor.at("2026-03-01T19:00:00Z")
    royal = validated(claimed.seq, 6, "FC", cards="As Ks Qs Js Ts")
    steps = (royal, paid(claimed.seq, 2, 1_666_731_000, "FC"))
    floor.say("table:T9", *steps, round_="T9-1")

    (link,) = pitledger("meters", "--data", floor.data, "--json").document["links"]
    assert (link["meters"][0]["amount_mc"], link["payable_mc"]) == (122_000, 3_333_462_000)
    assert [(award["owed_mc"], award["seats"]) for award in link["awards"]] == [(3_333_462_000, [5, 6])]
    assert (
        "owed $33,334.62 to T9 seat 5 ($16,667.31), seat 6 ($16,667.31)"
        in pitledger("meters", "--data", floor.data).out
    )
    then = ledger(floor.data, "liability", "--at", before)
    assert [award["owed_mc"] for award in then.document["links"][0]["awards"]] == [5_000_193_000]
    assert then.err == ""
    (hit,) = ledger(floor.data, "hits").document["hits"]
    assert (hit["status"], hit["paid_mc"], [owed["seat"] for owed in hit["owed"]]) == (
        *("part_paid", 1_666_731_000),
        [5, 6],
    )
    assert hit["missing"][-1]["step"] == "pay", "two players wait"


def test_hold_is_what_is_left_after_the_meters_and_fixed_awards(floor):
    """Two wagers of $5: $2.80 to meter and reserve, $15 for a 3 for 1: 10 - 17.80 is -78 % of the stakes."""
    floor.plays("T1", [1, 2], settled(1), settled(2, 1_500_000))
    called = ledger(floor.data, "hold")
    (line,) = called.document["hold"]

    assert (line["wager"], line["paytable"], line["wagers"], line["staked_mc"]) == (
        *("progressive", "A"),
        *(2, 1_000_000),
    )
    assert (line["cost_mc"], line["cost_nano"]) == (1_780_000, 0)
    assert (line["actual"], line["actual_percent"]) == ("-39/50", "-78.0000")
    assert (called.code, line["within"]) == (0, True), "two wagers prove nothing"
    assert "-78.0000" in pitledger("ledger", "hold", "--data", floor.data).out


def test_hold_of_other_days_is_nothing(floor):
    floor.plays("T1", [1], settled(1))

    assert ledger(floor.data, "hold", "--from", "2026-03-02").document["hold"] == []
    assert ledger(floor.data, "hold", "--to", "2026-02-28").document["hold"] == []
    assert len(ledger(floor.data, "hold", "--from", "2026-03-01", "--to", "2026-03-01").document["hold"]) == 1


def test_hold_outside_its_interval_is_found(floor):
    """Forty 250-for-1 awards in a row are no chance."""
    for _ in range(40):
        floor.plays("T1", [1], settled(1, 125_000_000))
    called = ledger(floor.data, "hold")

    assert called.code == 1
    assert called.document["hold"][0]["within"] is False
