"""Texas Hold 'Em Bonus by hand, to the cent: paytables A to D and the Five Card Hand Bonus.

Seeds, reseeds and rates are those of 58 Pa. Code § 647a.12(d)(3) and (e)(4), worked out here from the text.
"""

import pytest

from events.vocabulary.awards import EnvyPaid
from events.vocabulary.play import WagerSettled
from tests.amounts import dollars
from tests.projections.folding import route, to_links
from tests.projections.judging import OneLink, terms, usd
from tests.scenario import BOTH_HANDS

AWARDS = pytest.mark.reg("58 Pa. Code § 647a.12(d)(1)")
RATES = pytest.mark.reg("58 Pa. Code § 647a.12(d)(3)")
TURN = pytest.mark.reg("58 Pa. Code § 647a.12(d)(4)")
FIVE_CARD = pytest.mark.reg("58 Pa. Code § 647a.12(e)(4)")
SHARED = pytest.mark.reg("58 Pa. Code § 647a.12(e)(2)")

ROYAL, STRAIGHT_FLUSH, QUADS = "royal_flush", "straight_flush", "four_of_a_kind"
ONE_METER = ((ROYAL, "progressive", 10_000), (STRAIGHT_FLUSH, "progressive", 1_000))
TWO_TIERS = ((ROYAL, "mega", 10_000), (STRAIGHT_FLUSH, "major", 10_000))
THREE_TIERS = (*TWO_TIERS, (QUADS, "minor", 10_000))


def hold_em(paytable, meters, awards, unit="1", **more):
    """Terms of a link of 647a."""
    return terms(meters, awards, usd(unit), **({"rulebook": "647a@2019-08-31", "paytable": paytable} | more))


@AWARDS
@RATES
def test_paytable_a_at_five_dollars():
    at = OneLink(hold_em("A", {"progressive": (usd("50,000"), usd("50,000"), 2_100, 0)}, ONE_METER, "5"))
    at.wagers(1_000)  # $5,000 at 21 %: $1,050
    assert at.shown() == (usd("51,050"), 0)
    assert at.wins("T9", 5, STRAIGHT_FLUSH)[1].amount_mc == usd("5,105")
    _, royal = at.wins("T9", 1, ROYAL)
    assert (royal.amount_mc, royal.reseed_mc) == (usd("45,945"), usd("50,000"))
    assert at.shown() == (usd("50,000"), 0)


@AWARDS
@RATES
def test_paytable_a_at_one_dollar_floors_a_tenth_to_the_cent():
    at = OneLink(hold_em("A", {"progressive": (usd("10,000"), usd("10,000"), 2_100, 0)}, ONE_METER))
    at.bets("T1", [1, 2, 3])  # $0.63
    assert at.wins("T1", 3, STRAIGHT_FLUSH)[1].amount_mc == usd("1,000.06")  # of $10,000.63
    assert at.shown() == (usd("9,000.57"), 0)


@AWARDS
@RATES
@pytest.mark.parametrize(
    ("unit", "seeds", "after", "next_major"),
    [
        ("1", ("10,000", "1,000"), ("10,110", "1,100"), "1,000"),  # $1,000: $110 and $100
        ("5", ("50,000", "5,000"), ("50,550", "5,500"), "5,000"),  # $5,000: $550 and $500
    ],
)
def test_paytable_b_has_a_mega_at_11_and_a_major_at_10_percent(unit, seeds, after, next_major):
    mega, major = map(usd, seeds)
    meters = {"mega": (mega, mega, 1_100, 0), "major": (major, major, 1_000, 0)}
    at = OneLink(hold_em("B", meters, TWO_TIERS, unit))
    at.wagers(1_000)
    assert (at.shown("mega")[0], at.shown("major")[0]) == (usd(after[0]), usd(after[1]))
    _, award = at.wins("T9", 2, STRAIGHT_FLUSH)
    assert (award.meter, award.amount_mc) == ("major", usd(after[1]))
    assert (at.shown("mega")[0], at.shown("major")[0]) == (usd(after[0]), usd(next_major))
    _, award = at.wins("T9", 1, ROYAL)
    assert (award.meter, award.amount_mc) == ("mega", usd(after[0]))
    assert (at.shown("mega")[0], at.shown("major")[0]) == (mega, usd(next_major))
    at.bets("T9", [1, 2])
    assert QUADS in at.court.refusal("HCF", at.table("T9").claims(1, QUADS, "HCF"))[1]  # 300 for 1


@AWARDS
@RATES
@pytest.mark.parametrize(
    ("paytable", "rates", "after"),
    [
        ("C", (900, 700, 300), ("50,450", "5,350", "1,400")),  # of $5,000: $450, $350, $150
        ("D", (1_000, 800, 300), ("50,500", "5,400", "1,400")),  # $500, $400, $150
    ],
)
def test_paytables_c_and_d_have_three_tiers(paytable, rates, after):
    seeds = dict(zip(("mega", "major", "minor"), map(usd, ("50,000", "5,000", "1,250")), strict=True))
    meters = {tier: (seed, seed, rate, 0) for (tier, seed), rate in zip(seeds.items(), rates, strict=True)}
    at = OneLink(hold_em(paytable, meters, THREE_TIERS, "5"))
    assert [at.shown(tier)[0] for tier in seeds] == list(seeds.values())
    at.wagers(1_000)
    amounts = dict(zip(seeds, map(usd, after), strict=True))
    for seat, hand in ((4, QUADS), (3, STRAIGHT_FLUSH), (2, ROYAL)):
        _, award = at.wins("T9", seat, hand)
        assert (award.amount_mc, award.reseed_mc) == (amounts[award.meter], seeds[award.meter])
        amounts[award.meter] = seeds[award.meter]
        assert {tier: at.shown(tier) for tier in seeds} == {t: (mc, 0) for t, mc in amounts.items()}


@RATES
def test_paytable_d_at_one_dollar_keeps_tiers_apart():
    meters = {
        "mega": (usd("10,000"), usd("10,000"), 1_000, 0),
        "major": (usd("1,000"), usd("1,000"), 800, 0),
        "minor": (usd("250"), usd("250"), 300, 0),
    }
    at = OneLink(hold_em("D", meters, THREE_TIERS))
    at.bets("T1", [1, 2, 3])  # $3: $0.30, $0.24, $0.09
    assert at.wins("T1", 3, QUADS)[1].amount_mc == usd("250.09")
    assert at.wins("T1", 2, QUADS)[1].amount_mc == usd("250")  # the reseed, won again in the same round
    assert at.shown("minor") == (usd("250"), 0)
    assert (at.shown("mega")[0], at.shown("major")[0]) == (usd("10,000.30"), usd("1,000.24"))


def five_card(unit="5", seed="50,000"):
    """The Five Card Hand Bonus: 10,000 for 1, reseed nothing, 13 % and 8 % (its own unit)."""
    awards = ((ROYAL, "five_card", 10_000), (STRAIGHT_FLUSH, "five_card", 1_000))
    meters = {"five_card": (usd(seed), 0, 1_300, 800)}
    both = {"wager": "fchb_player", "wagers": BOTH_HANDS}
    return OneLink(hold_em("only", meters, awards, unit, **both), "FCHB")


@FIVE_CARD
def test_five_card_hand_bonus_at_five_dollars():
    at = five_card()
    at.wagers(1_000, "fchb_player")  # $5,000: $650 and $400
    assert at.shown("five_card") == (usd("50,650"), usd("400"))
    assert at.wins("T9", 4, STRAIGHT_FLUSH, wager="fchb_player")[1].amount_mc == usd("5,065")
    assert at.wins("T9", 2, ROYAL, wager="fchb_player")[1].amount_mc == usd("45,585")
    assert at.shown("five_card") == (usd("400"), 0)


@FIVE_CARD
def test_five_card_hand_bonus_at_one_dollar():
    at = five_card("1", "10,000")
    at.bets("T1", [1, 2, 3], "fchb_player")  # $0.39 and $0.24
    assert at.wins("T1", 1, STRAIGHT_FLUSH, wager="fchb_player")[1].amount_mc == usd("1,000.03")
    assert at.shown("five_card") == (usd("9,000.36"), usd("0.24"))


@SHARED
def test_a_royal_flush_of_the_dealer_is_divided_among_three_and_the_odd_cent_stays():
    at = five_card()
    at.wagers(1_000, "fchb_player")
    at.bets("T1", [2, 4, 5], "fchb_dealer")  # $1.95 and $1.20 more
    assert at.shown("five_card") == (usd("50,651.95"), usd("401.20"))
    claim, award = at.wins("T1", 5, ROYAL, wager="fchb_dealer", sharing=(5, 4, 2))
    third = usd("16,883.98")  # $50,651.95 / 3 = 16,883.98333
    assert {(share.seat, share.amount_mc) for share in award.shares} == {(s, third) for s in (2, 4, 5)}
    assert award.amount_mc == usd("50,651.94")
    assert at.shown("five_card") == (usd("401.21"), 0)  # a cent that stayed and the reserve
    at.validates("T1", claim)
    for seat in (5, 2, 4):
        assert at.pays("T1", claim, seat, third).seat == seat
    assert at.cash("T1", claim, 4, third) == (0, third, "too_much")


@SHARED
def test_a_straight_flush_of_the_dealer_is_floored_before_it_is_divided():
    at = five_card("1", "10,000")
    at.bets("T1", [1, 2, 3], "fchb_dealer")  # $10,000.39
    _, award = at.wins("T1", 3, STRAIGHT_FLUSH, wager="fchb_dealer", sharing=(3, 2, 1))
    # A tenth is $1,000.039, floored $1,000.03; a third of it is $333.3433, floored $333.34.
    assert [share.amount_mc for share in award.shares] == [usd("333.34")] * 3
    assert award.amount_mc == usd("1,000.02")
    assert at.shown("five_card") == (usd("9,000.37"), usd("0.24"))


@SHARED
def test_a_share_is_paid_to_a_seat_that_has_one_once_and_in_its_own_amount():
    at = five_card("1", "10,000")
    on_hands = ((1, "fchb_dealer"), (2, "fchb_player"), (3, "fchb_dealer"))
    at.court.takes("FCHB", at.table("T1").bets("FCHB", [(seat, of, dollars(1)) for seat, of in on_hands]))
    claim, _ = at.wins("T1", 3, STRAIGHT_FLUSH, wager="fchb_dealer", sharing=(3, 1))
    share = usd("500.01")  # half of $1,000.03
    table, court = at.table("T1"), at.court
    at.validates("T1", claim)
    assert court.refusal("FCHB", table.validates(claim))[0] == "validation"
    assert at.cash("T1", claim, 2, share) == (0, share, "no_award")
    assert at.cash("T1", claim, 1, share, "table_inventory") == (0, share, "wrong_source")
    assert at.cash("T1", claim, 1, usd("1,000.02")) == (share, share, "too_much")
    assert at.cash("T1", claim, 1, share) == (0, share, "too_much")
    assert at.pays("T1", claim, 3, share).amount_mc == share


@SHARED
@pytest.mark.parametrize("again", [(1, ()), (2, ()), (2, (2,)), (1, (1, 2)), (2, (1, 2, 3)), (3, (2, 3))])
def test_a_wager_on_the_dealers_hand_wins_once(again):
    at = five_card("1", "10,000")
    at.bets("T1", [1, 2, 3], "fchb_dealer")
    at.wins("T1", 1, STRAIGHT_FLUSH, wager="fchb_dealer", sharing=(1, 2, 3))
    seat, sharing = again
    value = at.table("T1").claims(seat, STRAIGHT_FLUSH, "FCHB", wager="fchb_dealer", sharing=sharing)
    assert at.court.refusal("FCHB", value)[0] == "claim"


@SHARED
def test_a_dealers_hand_is_not_paid_whole_to_one_of_several():
    """The issue's case: one of three took it all. Refused, it is claimed again for every seat."""
    at = five_card("1", "10,000")
    at.bets("T1", [1, 2, 3], "fchb_dealer")
    for sharing in ((), (2,), (1, 2), (1, 2, 4)):
        value = at.table("T1").claims(2, STRAIGHT_FLUSH, "FCHB", wager="fchb_dealer", sharing=sharing)
        assert at.court.refusal("FCHB", value)[0] == "claim"
    _, award = at.wins("T1", 2, STRAIGHT_FLUSH, wager="fchb_dealer", sharing=(1, 2, 3))
    assert [share.amount_mc for share in award.shares] == [usd("333.34")] * 3


@pytest.mark.reg("58 Pa. Code § 647a.11(j)(3)")
def test_a_percentage_of_the_five_card_hand_bonus_is_never_credited_to_the_game_account():
    at = five_card()
    at.bets("T1", [1], "fchb_player")
    claim, award = at.wins("T1", 1, STRAIGHT_FLUSH, wager="fchb_player")
    at.validates("T1", claim)
    paid = at.cash("T1", claim, 1, award.amount_mc, "game_account")
    assert paid == (0, award.amount_mc, "wrong_source")


@pytest.mark.reg("58 Pa. Code § 647a.12(e)(2)")
def test_a_player_with_both_five_card_wagers_wins_on_both_hands():
    """Player's hand first, then the dealer's, which he shares with seat 2."""
    at = five_card("1", "10,000")
    wagers = [(1, "fchb_player", dollars(1)), (1, "fchb_dealer", dollars(1)), (2, "fchb_dealer", dollars(1))]
    at.court.takes("FCHB", at.table("T1").bets("FCHB", wagers))  # $0.39 and $0.24
    assert at.wins("T1", 1, STRAIGHT_FLUSH, wager="fchb_player")[1].amount_mc == usd("1,000.03")
    _, award = at.wins("T1", 1, STRAIGHT_FLUSH, wager="fchb_dealer", sharing=(1, 2))
    # A tenth of $9,000.36 is $900.03 in cents; half of it $450.01.
    assert award.amount_mc == usd("900.02")
    assert at.shown("five_card") == (usd("8,100.34"), usd("0.24"))


@pytest.mark.cites("58 Pa. Code § 647a.12(d)(5)")
def test_envy_bonuses_and_awards_for_one_are_no_legs_of_any_link():
    at = OneLink(hold_em("A", {"progressive": (usd("10,000"), usd("10,000"), 2_100, 0)}, ONE_METER))
    table = at.table("T1")
    table.bets("HCF", [(1, "progressive", usd("1")), (2, "progressive", usd("1"))])
    table.records(EnvyPaid(seat=2, holder_seat=1, hand=ROYAL, amount_mc=usd("1,000")))
    table.records(
        WagerSettled(
            seat=2,
            wager="progressive",
            outcome="win",
            stake_mc=usd("1"),
            returned_mc=0,
            paid_mc=usd("50"),
            paid_from="table_inventory",
        )
    )
    legs = [event.type for _, event in to_links(route(table.recorded))]
    assert legs == ["table_opened", "bets_closed"]


@TURN
def test_winners_at_two_tables_in_the_same_instant_are_decided_in_the_order_of_the_link():
    at = OneLink(hold_em("A", {"progressive": (usd("10,000"), usd("10,000"), 2_100, 0)}, ONE_METER))
    at.bets("T1", [1])
    at.bets("T2", [1])
    first, second = (at.table(name).claims(1, ROYAL, "HCF") for name in ("T1", "T2"))
    assert at.court.only("HCF", second, "award_locked").amount_mc == usd("10,000.42")
    assert at.court.only("HCF", first, "award_locked").amount_mc == usd("10,000")
