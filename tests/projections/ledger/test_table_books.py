"""House money in the book of its table: fixed awards and envy, and what a claim covers."""

from events.vocabulary.play import WagerSettled
from projections.ledger.accounts import Posting, postings_of
from tests.projections.ledger.playing import PlayDesk
from tests.projections.ledger.test_play import STREAM, model_of
from tests.scenario import GAMING_DAY, UNIT_MC

AWARD_MC = 250 * UNIT_MC
"""A five-card straight flush at 250 for 1 (678a.12(d)(1))."""


def at_a_round():
    table = PlayDesk("T1")
    table.opens_round()
    return table


def posted(table):
    """Type and postings of every entry, in order."""
    entries = model_of(table.recorded).tables["entries"]
    return [(entries[key].type, postings_of(entries[key].postings)) for key in sorted(entries)]


def fixed(mc, wager="progressive"):
    return (
        Posting("fixed_awards", wager, "fixed_award", mc, 0),
        Posting("paid", wager, "fixed_award", -mc, 0),
    )


def test_a_fixed_award_is_the_house_s_and_stands_in_the_book_of_its_table():
    table = at_a_round()
    table.settles(4, "progressive", paid_mc=AWARD_MC)
    assert posted(table) == [("wager_settled", fixed(AWARD_MC))]
    (entry,) = model_of(table.recorded).tables["entries"].values()
    assert (entry.book, entry.seq, entry.day, entry.of_day) == (STREAM, 2, GAMING_DAY, GAMING_DAY)
    assert (entry.source, entry.round) == ("table:T1#2", "T1-R1")


def test_other_wagers_are_the_game_s_and_post_nothing():
    table = at_a_round()
    table.settles(4, "flush_bonus", paid_mc=AWARD_MC)
    table.settles(4, "progressive")
    assert posted(table) == []


def test_what_a_claim_covers_is_the_link_s_to_pay():
    table = at_a_round()
    table.claims(4)
    table.settles(4, "progressive", paid_mc=AWARD_MC)
    table.settles(3, "progressive", paid_mc=AWARD_MC)
    assert posted(table) == [("wager_settled", fixed(AWARD_MC))]
    (row,) = model_of(table.recorded).tables["play"].values()
    assert (row.wagers, row.paid_mc, row.house_mc) == (2, 2 * AWARD_MC, AWARD_MC)


def test_a_claim_that_comes_late_takes_the_payment_out_again():
    table = at_a_round()
    table.settles(4, "progressive", paid_mc=AWARD_MC)
    table.claims(4)
    assert posted(table) == [("wager_settled", fixed(AWARD_MC)), ("progressive_claimed", fixed(-AWARD_MC))]
    (row,) = model_of(table.recorded).tables["play"].values()
    assert row.house_mc == 0


def test_a_payment_is_taken_out_once_however_often_it_is_claimed():
    table = at_a_round()
    table.settles(4, "progressive", paid_mc=AWARD_MC)
    table.claims(4)
    table.claims(4)
    assert posted(table) == [("wager_settled", fixed(AWARD_MC)), ("progressive_claimed", fixed(-AWARD_MC))]


def test_a_claim_of_training_covers_nothing_that_is_live():
    table = at_a_round()
    table.mode = "training"
    table.claims(4)
    table.mode = "live"
    table.settles(4, "progressive", paid_mc=AWARD_MC)
    assert posted(table) == [("wager_settled", fixed(AWARD_MC))]


def test_time_does_not_go_back_in_a_book():
    table = at_a_round()
    table.settles(4, "progressive", paid_mc=AWARD_MC)
    first_us = table.clock.now_us
    table.clock.now_us -= 10_000_000
    table.settles(3, "progressive", paid_mc=AWARD_MC)
    entries = model_of(table.recorded).tables["entries"]
    assert [entries[STREAM, seq].at_us for seq in (2, 3)] == [first_us, first_us]


def test_a_rejected_claim_covers_nothing():
    table = at_a_round()
    claim = table.claims(4)
    table.rejects(claim)
    table.settles(4, "progressive", paid_mc=AWARD_MC)
    assert posted(table) == [("wager_settled", fixed(AWARD_MC))]


def test_a_claim_covers_its_own_round_alone():
    table = at_a_round()
    table.claims(4)
    table.closes_round()
    table.opens_round()
    table.settles(4, "progressive", paid_mc=AWARD_MC)
    assert posted(table) == [("wager_settled", fixed(AWARD_MC))]


def test_a_dealers_hand_covers_everybody_who_shares():
    table = at_a_round()
    table.claims(5, sharing=[5, 2])
    for seat in (5, 3, 2):
        table.settles(seat, "progressive", paid_mc=AWARD_MC)
    assert posted(table) == [("wager_settled", fixed(AWARD_MC))]
    assert model_of(table.recorded).tables["entries"][STREAM, 4].source == "table:T1#4"  # seat 3


def test_magic_card_and_lucky_bonus_of_a_progressive_wager_are_house_money_whatever_is_claimed():
    table = PlayDesk("T1")
    table.offered = ("fchb_player",)
    table.opens_round()
    table.claims(1, "royal_flush", wager="fchb_player", sharing=[1])
    for wager in ("fchb_player", "fchb_player_magic", "fchb_player_lucky", "fchb_dealer_magic"):
        table.records(
            WagerSettled(seat=1, wager=wager, outcome="win", stake_mc=0, returned_mc=0, paid_mc=7_000)
        )
    assert posted(table) == [
        ("wager_settled", fixed(7_000, "fchb_player_magic")),
        ("wager_settled", fixed(7_000, "fchb_player_lucky")),
    ]


def test_envy_is_the_house_s():
    table = at_a_round()
    table.pays_envy(2, 5, 1_000 * 1_000)
    envy = (Posting("envy", "", "envy", 1_000_000, 0), Posting("paid", "", "envy", -1_000_000, 0))
    assert posted(table) == [("envy_paid", envy)]


def test_a_day_s_house_money_is_the_sum_of_its_entries():
    table = at_a_round()
    for seat in (1, 2, 3):
        table.settles(seat, "progressive", paid_mc=15_000)
    totals = model_of(table.recorded).tables["day_totals"]
    assert totals[STREAM, GAMING_DAY, "fixed_awards", "progressive", "fixed_award"].mc == 45_000
    assert totals[STREAM, GAMING_DAY, "paid", "progressive", "fixed_award"].mc == -45_000
