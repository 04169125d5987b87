"""What a claim rests on: the round's wagers, its cards, who folded, and what was claimed before."""

import pytest
from msgspec.structs import replace

from events.bounds import UNPAID_AWARDS_A_LINK
from events.envelope import read_header
from events.vocabulary.progressive import HandReading, RoundShown
from tests.projections.judging import ALL, TENTH, OneLink, terms, usd
from tests.scenario import BOTH_HANDS
from tests.scenario_table import made

AT_5 = terms({"progressive": (usd("150,000"), 0, 2_300, 500)})
HOLDEM_AT_5 = terms(
    {"progressive": (usd("50,000"), usd("50,000"), 2_100, 0)},
    (("royal_flush", "progressive", 10_000), ("straight_flush", "progressive", 1_000)),
    rulebook="647a@2019-08-31",
)
SIX_HIGH = ("9h", "8h", "7h", "6h", "5h", "4h", "As")
LOCKED = usd("15,000.11")
"""A tenth of $150,000 and one wager's $1.15."""


def shown(*hands, cards=SIX_HIGH, folded=False):
    """What the round shows under the readings of a switch, one a hand; nothing without any."""
    readings = tuple(HandReading(switches=f"reading = {n}", hand=hand) for n, hand in enumerate(hands, 1))
    return RoundShown(
        hand=hands[0] if hands else None,
        readings=readings,
        round_found=True,
        folded=folded,
        seat_cards=cards,
        dealer_cards=(),
        community=(),
    )


def one_wager(given=AT_5):
    """A link and a table with a wager of seat 1."""
    at = OneLink(given)
    at.bets("T1", [1])
    return at


def refused_claim(at, seat=1, hand=TENTH, table="T1", **more):
    """Why a claim is refused."""
    attempted, reason = at.court.refusal(at.name, at.table(table).claims(seat, hand, at.name, **more))
    assert attempted == "claim"
    return reason


def refused_validation(at, claim, **evidence):
    """Why a validation is refused."""
    attempted, reason = at.court.refusal(at.name, at.table("T1").validates(claim, **evidence))
    assert attempted == "validation"
    return reason


# --- wagers ----------------------------------------------------------------------------------------------


@pytest.mark.reg("58 Pa. Code § 678a.7(d)(4)")
def test_a_claim_needs_an_accepted_wager_of_that_seat_in_that_round_at_that_table():
    at = one_wager()
    at.bets("T2", [2])
    assert "seat 2 has no accepted progressive wager in this round" in refused_claim(at, seat=2)
    assert "seat 1 has no accepted progressive wager in this round" in refused_claim(at, table="T2")
    assert "seat 1 has no accepted" in refused_claim(at, wager="fchb_player")
    earlier = at.table("T1").round
    at.bets("T1", [1])
    at.table("T1").round = earlier
    assert "seat 1 has no accepted progressive wager in this round" in refused_claim(at)


def test_a_link_that_was_closed_since_the_bets_pays_its_winner():
    at = one_wager()
    at.court.only("HCF", at.link.closes(), "meter_closed")
    claim, award = at.wins("T1", 1, TENTH)
    assert award.amount_mc == LOCKED
    at.validates("T1", claim)
    assert at.cash("T1", claim, 1, LOCKED) == (LOCKED, 0, "")


def test_a_link_that_was_given_up_since_pays_nobody():
    at = one_wager(terms({"progressive": (0, usd("100"), 0, 0)}))
    at.court.takes("HCF", at.link.closes(), at.link.retires())
    assert "retired" in refused_claim(at, hand=ALL)
    assert at.shown() == (0, 0)


def test_a_hand_is_claimed_once_a_round_and_again_after_it_went_back():
    at = one_wager()
    claim, _ = at.wins("T1", 1, ALL)
    seq = read_header(claim).seq
    assert f"seat 1 has claimed in this round already (claim {seq})" in refused_claim(at)
    at.rejects("T1", claim)
    _, award = at.wins("T1", 1, TENTH)
    assert award.amount_mc == LOCKED


def test_what_was_refused_can_be_claimed_again_for_what_it_is():
    at = one_wager()
    refused_claim(at, hand=ALL, shown=shown(TENTH))
    _, award = at.wins("T1", 1, TENTH, shown=shown(TENTH))
    assert award.amount_mc == LOCKED


def test_more_awards_than_a_link_may_owe_are_refused_and_said_so():
    at = OneLink(AT_5)
    claims = []
    for _ in range(UNPAID_AWARDS_A_LINK):
        at.bets("T1", [1])
        claims.append(at.wins("T1", 1, TENTH)[0])
    at.bets("T1", [1])
    assert "256 awards of the link are unpaid: pay or reject some, then claim again" in refused_claim(at)
    at.rejects("T1", claims[0])
    assert at.wins("T1", 1, TENTH)


# --- cards -----------------------------------------------------------------------------------------------


@pytest.mark.reg("58 Pa. Code § 678a.11(e)(3)(i)")
def test_a_claim_of_another_hand_than_the_round_shows_is_refused():
    at = one_wager()
    reason = refused_claim(at, hand=ALL, shown=shown(TENTH, TENTH))
    assert reason == (
        "the cards shown (9h 8h 7h 6h 5h 4h As) make six_card_straight_flush, not "
        "seven_card_straight_flush: claim the hand that they make"
    )


@pytest.mark.reg("58 Pa. Code § 678a.11(e)(3)(i)")
def test_a_claim_of_another_hand_than_its_own_cards_make_is_refused():
    at = one_wager()
    reason = refused_claim(at, hand=ALL, cards=SIX_HIGH, made=made(TENTH))
    assert "the cards of the claim (9h 8h 7h 6h 5h 4h As) make six_card_straight_flush, not" in reason
    reason = refused_claim(at, shown=shown(TENTH), cards=SIX_HIGH, made=made(ALL, "a_pair"))
    assert "make seven_card_straight_flush (reading = 1) or a_pair (reading = 2), not" in reason


@pytest.mark.reg("58 Pa. Code § 678a.6(d)")
@pytest.mark.parametrize("hands", [(TENTH, ALL), (ALL, TENTH), (None, ALL), (ALL, None), (None,), ()])
def test_a_hand_that_some_reading_allows_or_nobody_knows_yet_is_locked(hands):
    at = one_wager()
    evidence = {"shown": shown(*hands), "made": made(*hands) if hands else None}
    assert at.wins("T1", 1, TENTH, **evidence)[1].amount_mc == LOCKED


def test_a_reason_names_no_more_cards_than_a_hand_has():
    at = one_wager()
    cards = ("9h",) * 5_000
    reason = refused_claim(at, hand=ALL, cards=cards, made=made(TENTH), shown=shown(cards=("9h",) * 64))
    assert reason.startswith("the cards of the claim make six_card_straight_flush")


# --- folds -----------------------------------------------------------------------------------------------


@pytest.mark.reg("58 Pa. Code § 647a.11(b)(2)(i)(B)")
def test_a_folded_player_wins_no_progressive_payout():
    at = one_wager(HOLDEM_AT_5)
    reason = refused_claim(at, hand="royal_flush", shown=shown("royal_flush", folded=True))
    assert reason == (
        "seat 1 folded, and with it lost the progressive wager (647a.11(b)(2)(i)(B)): it wins nothing"
    )
    assert at.wins("T1", 1, "royal_flush", shown=shown("royal_flush"))


@pytest.mark.reg("58 Pa. Code § 647a.11(b)(2)(i)(B)")
def test_an_award_of_a_hand_that_turns_out_folded_is_not_validated():
    at = one_wager(HOLDEM_AT_5)
    claim, _ = at.wins("T1", 1, "royal_flush")
    seen = {"shown": shown("royal_flush", folded=True)}
    assert "seat 1 folded" in refused_validation(at, claim, **seen)
    assert "reject the award" in refused_validation(at, claim, **seen)


@pytest.mark.reg("58 Pa. Code § 678a.11(c)(2)(i)")
def test_a_folded_player_keeps_the_progressive_jackpot_wager():
    at = one_wager()
    claim, award = at.wins("T1", 1, TENTH, shown=shown(TENTH, folded=True))
    assert award.amount_mc == LOCKED
    value = at.table("T1").validates(claim, seen=None, shown=shown(TENTH, folded=True))
    at.court.only("HCF", value, "award_validated")


# --- the dealer's hand -----------------------------------------------------------------------------------

FIVE_CARD = terms(
    {"five_card": (usd("90"), 0, 0, 0)},
    (("royal_flush", "five_card", 10_000),),
    rulebook="647a@2019-08-31",
    wager="fchb_player",
    wagers=BOTH_HANDS,
)


def three_backers():
    """Three wagers on the dealer's hand, and one of seat 4 on its own."""
    at = OneLink(FIVE_CARD)
    bets = [(seat, "fchb_dealer", at.unit) for seat in (1, 2, 3)]
    at.court.takes("HCF", at.table("T1").bets("HCF", [*bets, (4, "fchb_player", at.unit)]))
    return at


@pytest.mark.reg("58 Pa. Code § 647a.12(e)(2)")
@pytest.mark.parametrize(
    "named", [{}, {"sharing": (1, 2)}, {"other_boxes": (3,)}, {"sharing": (1, 2), "other_boxes": ()}]
)
def test_a_dealer_s_hand_is_claimed_for_every_seat_with_that_wager(named):
    """As it was seen: the whole of it was paid to one of three."""
    at = three_backers()
    reason = refused_claim(at, hand="royal_flush", wager="fchb_dealer", **named)
    assert reason == (
        "the dealer's hand is claimed for every seat with fchb_dealer, and these are 1, 2, 3: name one seat "
        "a player in sharing_seats, further ones in other_boxes"
    )


@pytest.mark.reg("58 Pa. Code § 647a.12(e)(2)")
@pytest.mark.parametrize(
    ("named", "shares"),
    [
        ({"sharing": (1, 2, 3)}, {1: "30", 2: "30", 3: "30"}),
        ({"sharing": (1, 3), "other_boxes": (2,)}, {1: "45", 3: "45"}),
        ({"other_boxes": (3, 2)}, {1: "90"}),
    ],
)
def test_who_shares_a_dealer_s_hand_is_one_seat_a_player(named, shares):
    at = three_backers()
    _, award = at.wins("T1", 1, "royal_flush", wager="fchb_dealer", **named)
    assert {share.seat: share.amount_mc for share in award.shares} == {s: usd(mc) for s, mc in shares.items()}
    reason = refused_claim(at, seat=3, hand="royal_flush", wager="fchb_dealer", sharing=(3, 2, 1))
    assert f"fchb_dealer was claimed in this one (claim {award.claim_seq})" in reason


@pytest.mark.reg("58 Pa. Code § 647a.12(e)(2)")
@pytest.mark.parametrize(
    ("named", "problem"),
    [
        ({"sharing": (2, 3), "other_boxes": (1,)}, "is named once, the claiming one among them"),
        ({"sharing": (1, 2, 2), "other_boxes": (3,)}, "is named once, the claiming one among them"),
        ({"sharing": (1, 2, 3), "other_boxes": (3,)}, "is named once, the claiming one among them"),
        ({"sharing": (1, 2, 3, 4)}, "seat 4 has no accepted"),
        ({"sharing": (1, 2, 3), "other_boxes": (5,)}, "seat 5 has no accepted"),
    ],
)
def test_nobody_shares_a_dealer_s_hand_twice_or_without_that_wager(named, problem):
    at = three_backers()
    assert problem in refused_claim(at, hand="royal_flush", wager="fchb_dealer", **named)


@pytest.mark.reg("58 Pa. Code § 647a.11(j)")
@pytest.mark.parametrize("named", [{"sharing": (4, 1)}, {"other_boxes": (1,)}])
def test_nobody_shares_a_player_s_hand(named):
    at = three_backers()
    reason = refused_claim(at, seat=4, hand="royal_flush", wager="fchb_player", **named)
    assert reason == (
        "fchb_player is won by a player's own hand and nobody shares it: claim for seat 4 alone"
    )
    assert at.wins("T1", 4, "royal_flush", wager="fchb_player")[1].amount_mc == usd("90")


@pytest.mark.cites("58 Pa. Code § 647a.11(b)(2)(i)(C)")
def test_a_folded_player_keeps_both_five_card_hand_bonus_wagers():
    at = three_backers()
    evidence = {"shown": shown("royal_flush", folded=True)}
    at.wins("T1", 4, "royal_flush", wager="fchb_player", **evidence)
    at.wins("T1", 1, "royal_flush", wager="fchb_dealer", sharing=(1, 2, 3), **evidence)


@pytest.mark.reg("58 Pa. Code § 647a.11(j)")
def test_what_is_shown_against_a_dealer_s_hand_are_the_dealer_s_cards():
    at = three_backers()
    two_pair = replace(shown("two_pair"), dealer_cards=("Ks", "Kh"), community=("Qs", "Qh", "2c"))
    reason = refused_claim(at, hand="royal_flush", wager="fchb_dealer", sharing=(1, 2, 3), shown=two_pair)
    assert "the cards shown (Ks Kh Qs Qh 2c) make two_pair, not royal_flush" in reason


# --- validation ------------------------------------------------------------------------------------------


@pytest.mark.reg("58 Pa. Code § 678a.11(e)(3)(iii)")
def test_no_award_is_validated_without_a_card():
    """As it was seen: $150,001.15 claimed, validated, documented and paid without a card."""
    at = one_wager()
    claim, award = at.wins("T1", 1, ALL)
    assert award.amount_mc == usd("150,001.15")
    for nothing in ({}, {"shown": shown()}, {"shown": shown(None, None)}):
        reason = refused_validation(at, claim, **{"seen": None, **nothing})
        assert reason == "no card shows seven_card_straight_flush: validate with the cards that you saw"
    assert at.cash("T1", claim, 1, award.amount_mc) == (0, award.amount_mc, "not_validated")


@pytest.mark.cites("58 Pa. Code § 678a.11(e)(3)(iii)")
@pytest.mark.parametrize(
    "evidence",
    [
        {"seen": made(ALL)},
        {"seen": None, "shown": shown(ALL)},
        {"seen": made(TENTH, ALL), "shown": shown(None)},
        {"seen": made(None, ALL), "shown": shown(ALL, TENTH)},
    ],
)
def test_an_award_is_validated_by_cards_that_make_its_hand_by_some_reading(evidence):
    at = one_wager()
    claim, _ = at.wins("T1", 1, ALL)
    at.court.only("HCF", at.table("T1").validates(claim, **evidence), "award_validated")


@pytest.mark.reg("58 Pa. Code § 678a.11(e)(3)(iii)")
@pytest.mark.parametrize(
    ("evidence", "reason"),
    [
        (
            {"seen": made(TENTH), "cards": SIX_HIGH},
            (
                "the cards that you saw (9h 8h 7h 6h 5h 4h As) make six_card_straight_flush, not "
                "seven_card_straight_flush: give the right ones, or reject the award"
            ),
        ),
        (
            {"seen": made(ALL), "shown": shown(TENTH)},
            (
                "the cards shown (9h 8h 7h 6h 5h 4h As) make six_card_straight_flush, not "
                "seven_card_straight_flush: reject the award"
            ),
        ),
        (
            {"seen": made(None), "cards": ("9h", "8h")},
            (
                "the cards that you saw (9h 8h) make no hand that could be seven_card_straight_flush: "
                "validate with all cards of the hand"
            ),
        ),
    ],
)
def test_an_award_is_not_validated_by_cards_that_make_another_hand(evidence, reason):
    at = one_wager()
    claim, _ = at.wins("T1", 1, ALL)
    assert refused_validation(at, claim, **evidence) == reason
    at.validates("T1", claim)


@pytest.mark.reg("58 Pa. Code § 678a.11(e)(3)(iii)")
def test_an_award_that_was_corrected_is_validated_again():
    """As it was seen: 25 ¢, corrected to $15,000.34, and paid on the first validation.

    T1 wins all of $150,001.15; the reserve of 25 ¢ and two wagers make $2.55, a tenth is 25 ¢. Without the
    first award it is a tenth of $150,003.45.
    """
    at = one_wager()
    first, _ = at.wins("T1", 1, ALL)
    at.bets("T2", [1, 2])
    second, award = at.wins("T2", 2, TENTH)
    assert award.amount_mc == usd("0.25")
    at.validates("T2", second)
    _, (corrected,) = at.rejects("T1", first)
    assert corrected.amount_mc == usd("15,000.34")
    assert at.cash("T2", second, 2, usd("15,000.34")) == (0, usd("15,000.34"), "not_validated")
    validated = at.validates("T2", second)
    assert [(moved.seat, moved.amount_mc) for moved in validated.settled] == [(2, usd("15,000.34"))]


def test_an_award_that_a_return_leaves_as_it_was_stays_validated():
    """Two tenths of a meter of $10: $1.00 and $0.90; the second is rejected, and the first is what it was."""
    at = OneLink(terms({"progressive": (usd("10"), 0, 0, 0)}))
    at.bets("T1", [1, 2])
    first, _ = at.wins("T1", 2, TENTH)
    at.validates("T1", first)
    second, _ = at.wins("T1", 1, TENTH)
    at.rejects("T1", second)
    assert at.cash("T1", first, 2, usd("1")) == (usd("1"), 0, "")
