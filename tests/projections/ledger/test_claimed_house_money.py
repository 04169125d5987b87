"""What a claim takes over of a table's house money, and when it is house money again: no cent is in no book,
and none in two."""

from events.vocabulary.play import ProgressiveOpen
from events.vocabulary.progressive import HandMade, HandReading, ProgressivePaid, RoundShown
from projections import house_money
from projections.house_money import ROUNDS_KEPT, FixedAward, HouseMoney, RoundClaim
from projections.state_versions import StateFormat
from tests.projections.ledger.playing import PlayDesk
from tests.projections.ledger.test_play import model_of
from tests.projections.ledger.test_table_books import (
    AWARD_MC,
    NEXT_DAY,
    at_a_round,
    beyond,
    fixed,
    posted,
)
from tests.scenario import GAMING_DAY, UNIT_MC
from tests.scenario_table import TableDesk

BACK = ("progressive_rejected", fixed(AWARD_MC))
TAKEN = ("progressive_claimed", fixed(-AWARD_MC))
SETTLED = ("wager_settled", fixed(AWARD_MC))


def left(table):
    """What of each payment of house money is left, by its number."""
    tables = model_of(table.recorded).tables
    amounts = {row.seq: row.amount_mc for row in tables["house_payments"].values()}
    for change in tables["house_payment_changes"].values():
        amounts[change.payment_seq] -= change.amount_mc
    return amounts


def test_a_claim_that_is_rejected_gives_back_what_it_had_taken_over():
    table = at_a_round()
    table.settles(4, "progressive", paid_mc=AWARD_MC)
    table.rejects(table.claims(4))
    assert posted(table) == [SETTLED, TAKEN, BACK]
    assert left(table) == {2: AWARD_MC}
    (row,) = model_of(table.recorded).tables["play"].values()
    assert row.house_mc == AWARD_MC


def test_what_was_settled_under_a_claim_is_no_cash_when_that_is_rejected():
    """It says what the award was; whoever paid it recorded that as a payment."""
    table = at_a_round()
    claim = table.claims(4)
    table.settles(4, "progressive", paid_mc=AWARD_MC)
    table.rejects(claim)
    assert posted(table) == []


def test_what_comes_back_after_the_table_s_marker_comes_back_on_the_next_day():
    table = at_a_round()
    table.settles(4, "progressive", paid_mc=AWARD_MC)
    claim = table.claims(4)
    table.ends_day()
    table.rejects(claim)
    entries = model_of(table.recorded).tables["entries"]
    assert [entries[key].day for key in sorted(entries)] == [GAMING_DAY, GAMING_DAY, NEXT_DAY]


def test_what_two_people_mended_is_not_given_back():
    table = at_a_round()
    table.settles(4, "progressive", paid_mc=AWARD_MC)
    table.mends(2, "recovered", AWARD_MC, kind="fixed_award", wager="progressive", amount_mc=100_000)
    table.rejects(table.claims(4))
    rest = fixed(AWARD_MC - 100_000)
    assert posted(table)[-1] == ("progressive_rejected", rest)
    assert left(table) == {2: AWARD_MC - 100_000}


def test_a_void_that_returns_all_wagers_of_a_claim_gives_back_what_it_had_taken_over():
    table = at_a_round()
    for seat in (2, 5):
        table.settles(seat, "progressive", paid_mc=AWARD_MC)
    table.claims(5, sharing=[5, 2])
    table.voids({"HCF": [5], "OTHER": [2]})
    assert left(table) == {2: 0, 3: 0}, "seat 2 keeps its wager: the link owes it"
    table.voids({"HCF": [5, 2]})
    assert left(table) == {2: AWARD_MC, 3: AWARD_MC}


def test_a_claim_for_a_wager_that_was_returned_before_takes_nothing_over():
    table = at_a_round()
    table.settles(4, "progressive", paid_mc=AWARD_MC)
    table.voids({"HCF": [4]})
    table.claims(4)
    assert posted(table) == [SETTLED]


def test_a_claim_that_its_cards_contradict_takes_nothing_over():
    table = at_a_round()
    table.settles(4, "progressive", paid_mc=AWARD_MC)
    other = HandMade(hand="flush", readings=(HandReading(switches="", hand="flush"),))
    table.claims(4, made=other)
    table.settles(4, "progressive", paid_mc=7_000)
    assert posted(table) == [SETTLED, ("wager_settled", fixed(7_000))]


def test_a_claim_for_a_seat_without_the_wager_takes_nothing_over():
    """Its link refuses it, so what was paid to that seat would stand in no book at all."""
    table = at_a_round()
    none = RoundShown(
        hand=None,
        readings=(),
        round_found=True,
        folded=False,
        seat_cards=(),
        dealer_cards=(),
        community=(),
        wagered=False,
    )
    table.settles(4, "progressive", paid_mc=AWARD_MC)
    table.claims(4, shown=none)
    assert posted(table) == [SETTLED]


def test_the_oldest_round_is_forgotten_also_by_a_book_that_was_just_loaded():
    """Round 9 is older than 10, and comes behind it by its name."""
    stored, money = StateFormat(1, HouseMoney), HouseMoney()
    for number in range(7, 7 + ROUNDS_KEPT + 1):
        money.pay(f"R-{number}", FixedAward(number, 4, "progressive", 1_000))
        money = stored.load(stored.dump(money))
    assert [each.round for each in money.rounds] == ["R-8", "R-9", "R-10", "R-11"]


def test_a_hand_that_wins_no_percentage_takes_nothing_over():
    """Five cards in sequence win 250 for 1 under paytable A (678a.12(d)(1)), and no share of a meter."""
    table = PlayDesk("T1")
    offer = ProgressiveOpen(wager="progressive", link="HCF", unit_wager_mc=UNIT_MC, legs_sent=0, paytable="A")
    TableDesk.opens_round(table, (offer,))
    table.claims(4, "five_card_straight_flush")
    table.settles(4, "progressive", paid_mc=AWARD_MC)
    assert posted(table) == [SETTLED]


def test_a_claim_on_a_link_that_the_table_never_fed_takes_nothing_over():
    table = at_a_round()
    table.settles(4, "progressive", paid_mc=AWARD_MC)
    table.legs["NONE"] = -1  # the recorder gives it no leg
    table.claims(4, link="NONE")
    assert posted(table) == [SETTLED]


def test_the_settlement_and_the_payment_of_a_claim_that_no_link_locks_are_one_cash():
    """The link has the payment, beyond entitlement; of $1,250 settled $1,000 are that same cash."""
    table = at_a_round()
    other = HandMade(hand="flush", readings=(HandReading(switches="", hand="flush"),))
    claim = table.claims(4, made=other)
    table.settles(4, "progressive", paid_mc=AWARD_MC)
    table.pays(claim, 100_000_000)
    assert posted(table) == [SETTLED, ("progressive_paid", fixed(-100_000_000))]
    assert left(table) == {3: AWARD_MC - 100_000_000}


def test_a_payment_that_came_before_the_settlement_is_the_same_cash_too():
    table = at_a_round()
    claim = table.claims(4)
    table.pays(claim, AWARD_MC)
    table.rejects(claim)
    table.settles(4, "progressive", paid_mc=AWARD_MC)
    assert posted(table) == []


def test_cash_in_the_table_s_own_book_is_not_house_money_as_well():
    table = at_a_round()
    table.settles(4, "progressive", paid_mc=AWARD_MC)
    table.legs["NONE"] = -1
    table.claims(4, link="NONE")
    table.records(
        ProgressivePaid(
            link="NONE",
            leg=0,
            claim_seq=table.seq,
            seat=4,
            amount_mc=AWARD_MC,
            paid_from="cage",
            paid_by="cage-1",
        )
    )
    assert posted(table) == [SETTLED, ("progressive_paid", (*fixed(-AWARD_MC), *beyond(AWARD_MC)))]


def test_what_is_settled_late_of_the_round_before_is_still_the_link_s():
    table = at_a_round()
    table.claims(4)
    table.closes_round()
    table.opens_round()
    table.settles(3, "progressive", paid_mc=7_000)
    table.round = "T1-R1"
    table.settles(4, "progressive", paid_mc=AWARD_MC)
    assert posted(table) == [("wager_settled", fixed(7_000))]


def test_a_table_remembers_few_rounds_and_few_claims_and_payments_of_each(monkeypatch):
    monkeypatch.setattr(house_money, "KEPT_A_ROUND", 8)
    money = HouseMoney()
    for seq in range(80):
        round_ = str(seq // 16)
        money.claim(round_, seq, RoundClaim("HCF", frozenset({(seq, "ante")}), covers=True))
        money.pay(round_, FixedAward(seq, 4, "progressive", 1_000))
        money.name(seq, seq, 1_000)
        money.void(round_, {f"L-{seq}": [1]})
    assert [each.round for each in money.rounds] == ["1", "2", "3", "4"]
    sizes = {(len(of.claims), len(of.paid), len(of.named_mc), len(of.returned)) for of in money.rounds}
    assert sizes == {(8,) * 4}
