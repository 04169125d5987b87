"""House money in the book of its table: fixed awards and envy, and what a claim covers."""

from events.vocabulary.links import PaymentCorrected
from events.vocabulary.play import WagerSettled
from projections.house_money import SLIPS_KEPT
from projections.ledger.accounts import Posting, postings_of
from projections.ledger.table_books import TableBook
from projections.state_versions import StateFormat
from tests.projections.ledger.playing import PlayDesk
from tests.projections.ledger.test_play import STREAM, model_of
from tests.scenario import GAMING_DAY, UNIT_MC, Clock

BOOK = StateFormat(1, TableBook)
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


# --- gaming days ------------------------------------------------------------------------------------------

NEXT_DAY = "2026-03-15"


def days_of(table):
    """Day and day that it belongs to, of every entry in order."""
    entries = model_of(table.recorded).tables["entries"]
    return [(entries[key].day, entries[key].of_day) for key in sorted(entries)]


def test_house_money_after_the_table_s_own_marker_posts_to_the_next_day_and_refers_back():
    table = at_a_round()
    table.settles(4, "progressive", paid_mc=15_000)
    table.ends_day()
    table.opens_round()
    table.settles(3, "progressive", paid_mc=7_000)
    table.pays_envy(2, 5, 1_000)
    table.pays_for_nothing(2_000)
    assert days_of(table) == [(GAMING_DAY, GAMING_DAY), *[(NEXT_DAY, GAMING_DAY)] * 3]
    totals = model_of(table.recorded).tables["day_totals"]
    assert totals[STREAM, GAMING_DAY, "fixed_awards", "progressive", "fixed_award"].mc == 15_000
    assert totals[STREAM, NEXT_DAY, "fixed_awards", "progressive", "fixed_award"].mc == 7_000
    tables = model_of(table.recorded).tables
    rows = [*tables["house_payments"].values(), *tables["payments"].values()]
    assert [(row.day, row.of_day) for row in rows] == days_of(table)


def test_the_marker_of_another_table_closes_nothing():
    clock = Clock()
    one, two = PlayDesk("T1", clock), PlayDesk("T2", clock)
    values = [one.opens_round(), two.opens_round(), two.ends_day()]
    values.append(one.settles(4, "progressive", paid_mc=15_000))
    (entry,) = model_of(values).tables["entries"].values()
    assert (entry.day, entry.of_day) == (GAMING_DAY, GAMING_DAY)


def test_a_day_that_begins_after_the_marker_is_the_day_itself():
    table = at_a_round()
    table.ends_day()
    table.day = NEXT_DAY
    table.opens_round()
    table.settles(4, "progressive", paid_mc=15_000)
    assert days_of(table) == [(NEXT_DAY, NEXT_DAY)]


def test_a_marker_of_an_earlier_day_opens_no_day_again():
    table = at_a_round()
    table.ends_day()
    table.ends_day(day="2026-03-10")
    table.opens_round()
    table.settles(4, "progressive", paid_mc=15_000)
    assert days_of(table) == [(NEXT_DAY, GAMING_DAY)]


def test_a_marker_of_a_day_that_has_not_begun_or_of_a_test_closes_nothing():
    table = at_a_round()
    table.ends_day(day="2027-01-01")
    table.mode = "training"
    table.ends_day()
    table.mode = "live"
    table.opens_round()
    table.settles(4, "progressive", paid_mc=15_000)
    assert days_of(table) == [(GAMING_DAY, GAMING_DAY)]
    assert model_of(table.recorded).tables["table_days"] == {}


def test_a_claim_that_takes_a_payment_over_after_the_marker_does_so_on_the_next_day():
    table = at_a_round()
    table.settles(4, "progressive", paid_mc=AWARD_MC)
    round_ = table.round
    table.ends_day()
    table.round = round_
    table.claims(4)
    assert days_of(table) == [(GAMING_DAY, GAMING_DAY), (NEXT_DAY, GAMING_DAY)]


def test_the_last_day_that_a_table_ended_is_known():
    table = at_a_round()
    table.ends_day()
    (row,) = model_of(table.recorded).tables["table_days"].values()
    assert (row.stream, row.ended_day, row.seq) == (STREAM, GAMING_DAY, 2)


# --- cash for nothing, and what is mended -----------------------------------------------------------------


def beyond(mc, cause="payment"):
    return (Posting("beyond_entitlement", "", cause, mc, 0), Posting("paid", "", cause, -mc, 0))


def test_cash_in_the_name_of_a_link_that_the_table_never_fed_stands_beyond_entitlement():
    table = at_a_round()
    table.pays_for_nothing(250_000, "S-1", seat=3)
    assert posted(table) == [("progressive_paid", beyond(250_000))]
    (row,) = model_of(table.recorded).tables["payments"].values()
    assert (row.book, row.seat, row.amount_mc, row.beyond_mc, row.reason, row.link, row.slip) == (
        *(STREAM, 3, 250_000, 250_000),
        *("no_award", "NONE", "S-1"),
    )
    assert row.is_whole


def test_a_payment_with_a_leg_is_the_link_s():
    table = at_a_round()
    table.pays(table.claims(4), 250_000)
    assert posted(table) == []
    assert model_of(table.recorded).tables["payments"] == {}


def test_the_same_slip_again_posts_nothing_and_names_the_first():
    table = at_a_round()
    table.pays_for_nothing(250_000, "S-1")
    table.pays_for_nothing(250_000, " s–1 ")
    table.pays_for_nothing(250_000, "S-2")
    table.pays_for_nothing(250_000)
    table.pays_for_nothing(250_000)
    assert posted(table) == [("progressive_paid", beyond(250_000))] * 4
    tables = model_of(table.recorded).tables
    assert [row.payment_seq for row in tables["payments"].values()] == [2, 4, 5, 6]
    (refused,) = tables["refusals"].values()
    assert (refused.link, refused.seq, refused.table, refused.attempted) == (STREAM, 3, "T1", "payment")
    assert refused.reason.startswith("slip s–1 is that of payment 2 of T1")


def test_of_more_slips_than_a_table_book_keeps_the_oldest_is_forgotten_whatever_it_is_called():
    book = TableBook()
    for seq in range(1, SLIPS_KEPT + 2):
        assert book.slips.first_with(f"S-{1_000 - seq}", seq) == 0
        book = BOOK.load(BOOK.dump(book))
    assert len(book.slips.seen) == SLIPS_KEPT
    assert book.slips.first_with("S-998", SLIPS_KEPT + 2) == 2
    assert book.slips.first_with("S-999", SLIPS_KEPT + 2) == 0


def test_a_payment_that_never_happened_leaves_its_account_and_its_slip_free():
    table = at_a_round()
    table.pays_for_nothing(250_000, "S-1")
    table.mends(2, "never_happened", 250_000)
    table.pays_for_nothing(300_000, "S-1")
    undone = (
        Posting("paid", "", "payment_correction", 250_000, 0),
        Posting("beyond_entitlement", "", "payment_correction", -250_000, 0),
    )
    assert posted(table) == [
        ("progressive_paid", beyond(250_000)),
        ("payment_corrected", undone),
        ("progressive_paid", beyond(300_000)),
    ]
    tables = model_of(table.recorded).tables
    first = tables["payments"]["NONE", "T1", 2]
    assert (first.amount_mc, first.beyond_mc, first.undone_mc) == (250_000, 0, 250_000)
    move = tables["payment_moves"][STREAM, 3, "T1", 2]
    assert (move.outcome, move.undone_mc, move.document) == ("never_happened", 250_000, "V-1")
    assert move.signed_by == '["pit-1", "finance-4"]'


def test_a_part_that_came_back_and_a_part_that_is_written_off():
    table = at_a_round()
    table.pays_for_nothing(250_000)
    table.mends(2, "recovered", 250_000, amount_mc=100_000)
    table.mends(2, "written_off", 150_000)
    assert posted(table)[1:] == [
        (
            "payment_corrected",
            (
                Posting("paid", "", "payment_correction", 100_000, 0),
                Posting("beyond_entitlement", "", "payment_correction", -100_000, 0),
            ),
        ),
        (
            "payment_corrected",
            (
                Posting("house", "", "payment_correction", 150_000, 0),
                Posting("beyond_entitlement", "", "payment_correction", -150_000, 0),
            ),
        ),
    ]
    (row,) = model_of(table.recorded).tables["payments"].values()
    assert (row.beyond_mc, row.recovered_mc, row.written_off_mc) == (0, 100_000, 150_000)
    assert row.is_whole


def test_a_fixed_award_that_was_a_dollar_too_much_is_mended_on_its_own_account():
    table = at_a_round()
    table.settles(4, "progressive", paid_mc=AWARD_MC)
    table.mends(2, "recovered", AWARD_MC, kind="fixed_award", wager="progressive", amount_mc=100_000)
    assert posted(table)[1] == (
        "payment_corrected",
        (
            Posting("paid", "progressive", "payment_correction", 100_000, 0),
            Posting("fixed_awards", "progressive", "payment_correction", -100_000, 0),
        ),
    )


def test_a_late_claim_takes_over_what_is_left_of_a_mended_payment():
    table = at_a_round()
    table.settles(4, "progressive", paid_mc=AWARD_MC)
    table.mends(2, "recovered", AWARD_MC, kind="fixed_award", wager="progressive", amount_mc=100_000)
    table.claims(4)
    totals = model_of(table.recorded).tables["day_totals"].values()
    assert sum(row.mc for row in totals if row.account == "fixed_awards") == 0
    (_, taken) = model_of(table.recorded).tables["house_payment_changes"].values()
    assert (taken.change, taken.payment_seq, taken.amount_mc) == ("claimed", 2, AWARD_MC - 100_000)


def test_a_correction_that_no_recorder_has_looked_into_moves_nothing():
    table = at_a_round()
    table.pays_for_nothing(250_000)
    body = PaymentCorrected(
        signed_by=(), reason="", table="T1", payment_seq=2, outcome="recovered", document=""
    )
    table.records(body)
    assert posted(table) == [("progressive_paid", beyond(250_000))]
