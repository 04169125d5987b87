"""What a line of a round says: a no is a no, a zero a zero, money is dollars, and nothing looks like code."""

import pytest

from events.vocabulary.awards import ProgressiveLightVerified
from events.vocabulary.irregularities import IrregularityCalled
from events.vocabulary.legs import AcceptedWager, WagerLeg
from events.vocabulary.play import WagerSettled
from events.vocabulary.progressive import BetsClosed
from projections.rounds.words import in_words


@pytest.mark.parametrize(("lit", "said"), [(True, "lit"), (False, "not lit")])
def test_a_light_that_was_not_lit_is_said_not_to_be(lit, said):
    looked = ProgressiveLightVerified(seat=3, wager="progressive", lit=lit, verified_by="D-1")

    assert in_words(looked) == f"seat 3, wager progressive, {said}, verified by D-1"


def test_nothing_paid_is_said():
    settled = WagerSettled(seat=2, wager="ante", outcome="lose", stake_mc=500_000, returned_mc=0, paid_mc=0)

    assert in_words(settled) == "seat 2, wager ante, outcome lose, stake $5.00, returned $0.00, paid $0.00"


def test_no_more_bets_names_the_wagers_that_were_taken():
    wagers = (AcceptedWager(seat=2, wager="progressive", amount_mc=500_000),)
    legs = (WagerLeg(link="HCF", leg=7, wagers=wagers, control_seq=3, selections_seq=4),)

    assert in_words(BetsClosed(legs=legs)) == "legs link HCF, wagers seat 2 progressive $5.00"


def test_an_irregularity_has_no_brackets_and_no_none():
    called = IrregularityCalled(
        kind="exposed_card", seats=(2, 3), cards=("Ah", None), called_by="D-1", text="two at once"
    )

    assert in_words(called) == ("kind exposed_card, seats 2 3, cards Ah ??, called by D-1, text two at once")
