"""The steps of an award and the readings of a desk, row by row, as people recorded them."""

from dataclasses import astuple

from events.vocabulary.desk import GamingDayClosed, ReadingCompared, ReadingEntered
from tests.projections.ledger.playing import PlayDesk
from tests.projections.ledger.test_play import STREAM, model_of
from tests.scenario import GAMING_DAY, SIX_CARDS, Desk
from tests.streams.recorder.table_drafts import SIGNED


def test_every_step_says_who_did_what_about_which_award():
    table = PlayDesk("T1")
    table.opens_round()
    claim = table.claims(4)
    table.verifies_light(4, lit=False)
    table.validates(claim)
    table.documents(4, 2, cards_remained=False)
    table.pays(claim, 7_000)
    table.rejects(claim)
    table.validates_fixed(3, 9_000)
    table.pays_envy(2, 4, 1_000)
    steps = model_of(table.recorded).tables["award_steps"]
    steps_taken = [
        (row.seq, row.step, row.claim_seq, row.seat, row.wager, row.hand, row.amount_mc, row.badge, row.said)
        for _, row in sorted(steps.items())
    ]
    assert steps_taken == [
        (2, "claimed", 2, 4, "progressive", SIX_CARDS, 0, "dealer-17", ""),
        (3, "light verified", 0, 4, "progressive", "", 0, "dealer-17", "not lit"),
        (4, "validated", 2, 4, "", "", 0, "floor-3", ""),
        (5, "documented", 2, 4, "progressive", "", 0, "floor-3", "JP-7, cards gone"),
        (6, "paid", 2, 4, "", "", 7_000, "cage-9", "cage"),
        (7, "rejected", 2, 4, "", "", 0, "floor-3", "misread"),
        (8, "fixed award validated", 0, 3, "progressive", "five_card_straight_flush", 9_000, "floor-3", ""),
        (9, "envy paid", 0, 2, "", "royal_flush", 1_000, "dealer-17", "for the hand of seat 4"),
    ]
    assert {(row.stream, row.round, row.gaming_day, row.mode) for row in steps.values()} == {
        (STREAM, "T1-R1", GAMING_DAY, "live")
    }
    assert [steps[STREAM, seq].link for seq in (2, 3, 4)] == ["HCF", "", "HCF"]


def test_steps_of_training_are_shown_as_such():
    table = PlayDesk("T1", mode="training")
    table.opens_round()
    table.claims(4)
    (row,) = model_of(table.recorded).tables["award_steps"].values()
    assert row.mode == "training"


def test_a_reading_and_its_variance_stand_side_by_side():
    desk = Desk("desk", "accounting")
    read = {"day": GAMING_DAY, "link": "HCF", "meter": "progressive", "read_mc": 5_000}
    desk.records(ReadingEntered(**read, read_by="fin-1"))
    read_at_us = desk.clock.now_us
    desk.records(ReadingCompared(**read, reading_seq=1, expected_mc=5_500, variance_mc=-500))
    tables = model_of(desk.recorded).tables
    (reading,), (variance,) = tables["readings"].values(), tables["variances"].values()
    what = (GAMING_DAY, "HCF", "progressive", 5_000)
    nobody_is_unknown = 0  # there is no register
    assert astuple(reading) == ("desk:accounting", 1, *what, "fin-1", read_at_us, nobody_is_unknown)
    assert astuple(variance) == ("desk:accounting", 2, 1, *what, 5_500, -500, desk.clock.now_us)


def test_a_day_that_was_closed_names_who_was_missing_and_who_signed():
    desk = Desk("desk", "accounting")
    desk.records(
        GamingDayClosed(day=GAMING_DAY, missing_tables=("T2",), signed_by=SIGNED, reason="T2 is dark")
    )
    (row,) = model_of(desk.recorded).tables["day_closes"].values()
    assert (row.day, row.missing_tables, row.authorised_by, row.reason) == (
        GAMING_DAY,
        '["T2"]',
        '["F-3", "A-9"]',
        "T2 is dark",
    )
