"""Which rounds are void by x.13(c) for a number of cards, and which only look so."""

import pytest

from projections.rounds.discrepancies import discrepancies
from projections.rounds.terms import Terms
from projections.rounds.verdict import Known, judge
from tests.projections.rounds.irregular_games import GAMES
from tests.projections.rounds.played import HCF, Told

OWN, DEALER = "Ad Kd 9d 2d 5d 3c 7h", "Qh Jh Th 2c 3s 4d 6s"
PRIME = GAMES["three_card_prime"].terms
JACK_HIGH = "Jh 9c 3s"


def rows(told, terms=HCF):
    return {(row.seat, row.wager): row for row in judge(told.view, Known(terms)).rows}


# --- nobody recorded the deal -----------------------------------------------------------------------------


@pytest.mark.reg("58 Pa. Code §§ 678a.11(c)(2), 678a.11(d)(2)(ii)(A)")
def test_a_folded_hand_that_nobody_showed_and_nobody_recorded_the_deal_of_is_no_wrong_number():
    """Five diamonds beat three hearts; the player of seat 2 folded and lost the Ante."""
    told = Told().wagers(1, ante=1_000).wagers(2, ante=1_000).says("bets_closed", legs=[])
    told.decides(1, "raise", wager="raise", cents=1_000).decides(2, "fold")
    told.says("hand_revealed", hand="dealer", cards=DEALER.split())
    found = rows(told.says("hand_revealed", hand="seat", seat=1, cards=OWN.split()).closes())

    assert [found[place].due_cents for place in ((1, "ante"), (1, "raise"), (2, "ante"))] == [2_000, 2_000, 0]
    assert found[2, "ante"].section == "678a.11(c)(2)"


def test_where_all_fold_nothing_is_shown_and_the_antes_are_lost():
    told = Told().wagers(1, ante=1_000).says("bets_closed", legs=[]).decides(1, "fold").closes()

    assert rows(told)[1, "ante"].due_cents == 0


def test_a_hand_of_which_less_was_shown_than_it_has_is_not_judged():
    told = Told().wagers(1, ante=1_000).says("bets_closed", legs=[])
    told.decides(1, "raise", wager="raise", cents=1_000)
    told.says("hand_revealed", hand="dealer", cards=DEALER.split())
    found = rows(told.says("hand_revealed", hand="seat", seat=1, cards=["Ad", "Kd", "9d"]).closes())

    assert not found[1, "raise"].judged
    assert "expected seven cards, found 3" in found[1, "raise"].why


@pytest.mark.reg("58 Pa. Code § 678a.13(c)")
def test_a_hand_of_which_more_was_shown_than_it_may_have_voids_the_round():
    told = Told().wagers(1, ante=1_000).says("bets_closed", legs=[])
    told.decides(1, "raise", wager="raise", cents=1_000)
    told.says("hand_revealed", hand="dealer", cards=[*DEALER.split(), "8c"])
    found = rows(told.says("hand_revealed", hand="seat", seat=1, cards=OWN.split()).closes())

    assert (found[1, "raise"].due_cents, found[1, "raise"].section) == (1_000, "678a.13(c)")


@pytest.mark.reg("58 Pa. Code § 678a.13(c)")
def test_a_box_that_was_passed_over_in_a_deal_that_was_recorded_voids_the_round():
    told = Told().wagers(1, ante=1_000).wagers(2, ante=1_000).says("bets_closed", legs=[])
    told.deals(1, OWN).deals(None, DEALER).decides(1, "raise", wager="raise", cents=1_000)
    found = rows(told.decides(2, "fold").closes())

    assert {row.due_cents for row in found.values()} == {1_000}


# --- 679a: the fourth card --------------------------------------------------------------------------------


def prime(cards, *, stack=False, collected=False, **wagers):
    """A round against a dealer who does not qualify, dealt card by card, or in stacks for all."""
    told = Told().wagers(1, ante=1_000, **wagers).says("bets_closed", legs=[])
    for hand, number in (({"to": "seat", "seat": 1}, len(cards.split())), ({"to": "dealer"}, 3)):
        if stack:
            told.says("stack_delivered", **hand, cards=[None] * 4)
            if collected:
                top = {"hand": hand["to"], "seat": hand.get("seat"), "cards": 1}
                told.says("hand_collected", **top)
        else:
            for position in range(1, number + 1):
                told.says("card_dealt", **hand, position=position)
    told.decides(1, "play", wager="play", cents=1_000)
    told.says("hand_revealed", hand="dealer", cards=JACK_HIGH.split())
    return told.says("hand_revealed", hand="seat", seat=1, cards=cards.split())


@pytest.mark.reg("58 Pa. Code § 679a.13(c)")
@pytest.mark.parametrize(
    ("cards", "wagers"), [("Qc Qd 4s 2h", {"prime": 500}), ("Qc Qd 4s", {"prime": 500, "pair_bonus": 500})]
)
def test_a_fourth_card_for_no_wager_or_none_for_one_voids_the_round_that_went_on(cards, wagers):
    found = rows(prime(cards, **wagers).closes(), PRIME)

    assert {row.wager: row.due_cents for row in found.values()} == {"ante": 1_000, "play": 1_000, **wagers}
    assert {row.section for row in found.values()} == {"679a.13(c)"}


@pytest.mark.reg("58 Pa. Code § 679a.12(e)")
def test_a_fourth_card_for_a_pair_bonus_is_right():
    found = rows(prime("Qc Qd 4s 3h", pair_bonus=500).closes(), PRIME)

    assert [found[1, wager].due_cents for wager in ("ante", "play", "pair_bonus")] == [1_000, 2_000, 1_000]


@pytest.mark.parametrize("options", [{"pair_bonus_community": True}, {}])
def test_a_card_for_all_is_instead_of_fourth_cards(options):
    """A pair against no two: 1 to 1 (679a.12(e))."""
    terms = Terms("three_card_prime", "679a@2019-08-31", PRIME.paytables, options, None, 1)
    told = prime("Qc Qd 4s", pair_bonus=500)
    told.says("community_cards_revealed", street="pair_bonus", cards=["9h"])

    assert rows(told.closes(), terms)[1, "pair_bonus"].due_cents == 1_000


def test_a_card_for_all_that_was_never_dealt_is_missing_and_no_hand_has_a_wrong_number():
    terms = Terms(
        "three_card_prime", "679a@2019-08-31", PRIME.paytables, {"pair_bonus_community": True}, None, 1
    )
    found = rows(prime("Qc Qd 4s", pair_bonus=500).closes(), terms)

    assert (found[1, "ante"].due_cents, found[1, "play"].due_cents) == (1_000, 2_000)
    assert not found[1, "pair_bonus"].judged


@pytest.mark.reg("58 Pa. Code § 679a.10(g)(2)")
def test_the_top_cards_of_stacks_of_four_go_to_the_rack_and_nobody_has_a_card_too_many():
    told = prime("Qc Qd 4s", stack=True, collected=True, prime=500).closes()
    found = rows(told, PRIME)

    assert [found[1, wager].due_cents for wager in ("ante", "play", "prime")] == [1_000, 2_000, 0]
    assert not [words for words in discrepancies(told.view) if "cards were dealt" in words]


@pytest.mark.reg("58 Pa. Code § 679a.13(c)")
def test_a_stack_of_four_for_the_dealer_alone_voids_the_round():
    told = Told().wagers(1, ante=1_000).says("bets_closed", legs=[])
    told.deals(1, "Qc Qd 4s", shown=False).deals(None, f"{JACK_HIGH} 8d", shown=False)
    found = rows(told.decides(1, "play", wager="play", cents=1_000).closes(), PRIME)

    assert {row.due_cents for row in found.values()} == {1_000}
