"""What the house bears of a void or a rejection, and why the meter could not: every reason that there is."""

from events.bounds import LOCKS_A_METER
from tests.projections.judging import ALL, TENTH, OneLink, terms, usd

AT_5 = terms({"progressive": (usd("150,000"), 0, 2_300, 500)})
"""678a paytable A at $5: a wager adds $1.15 and 25 ¢."""


def why(record):
    """Amounts and reasons of a record, which come to what it says that the house bears."""
    assert {short.meter for short in record.shortfalls} <= {"progressive"}
    return [(short.amount_mc, short.because) for short in record.shortfalls]


def reversal(at, table, seats):
    """The reversal that a void ends with."""
    body = at.court.takes(at.name, at.table(table).voids({at.name: seats}))[-1][1]
    assert sum(mc for mc, _ in why(body)) == body.house_mc
    return body


def reseeded(seed="10", reseed="100"):
    """A link whose meter wagers do not move."""
    return OneLink(terms({"progressive": (usd(seed), usd(reseed), 0, 0, 0)}))


def paid(at, table, claim, seat, amount):
    at.validates(table, claim)
    assert at.cash(table, claim, seat, amount) == (amount, 0, "")


def test_a_meter_that_has_it_gives_it_back_and_nothing_is_borne():
    at = OneLink(AT_5)
    at.bets("T1", [1])
    assert why(reversal(at, "T1", [1])) == []


def test_a_whole_award_since_leaves_the_contributions_to_the_house():
    at = OneLink(AT_5)
    at.bets("T1", [1])
    at.bets("T2", [1])
    at.wins("T2", 1, ALL)
    assert why(reversal(at, "T1", [1])) == [(usd("1.40"), "won_since")]


def test_a_meter_does_not_fall_below_what_it_started_from():
    at = OneLink(AT_5)
    at.bets("T1", [1])
    at.bets("T2", [1])
    at.wins("T2", 1, TENTH)
    assert why(reversal(at, "T1", [1])) == [(usd("1.15"), "below_start")]


def test_a_reserve_that_was_taken_away_gives_nothing():
    at = OneLink(AT_5)
    at.bets("T1", [1])
    at.court.takes("HCF", at.link.adjusts(-usd("0.20"), account="reserve"))
    assert why(reversal(at, "T1", [1])) == [(usd("0.20"), "reserve_spent")]


def test_an_award_that_was_paid_leaves_the_reseed_to_the_house_where_the_meter_lacks_it():
    """$10 were won, paid and reseeded to $100, of which $95 were adjusted away: $5 + $10 - $100 lack $85."""
    at = reseeded()
    at.bets("T1", [1])
    claim, _ = at.wins("T1", 1, ALL)
    paid(at, "T1", claim, 1, usd("10"))
    at.court.takes("HCF", at.link.adjusts(-usd("95")))
    returned, _ = at.rejects("T1", claim)
    assert why(returned) == [(usd("85"), "part_paid")]


def test_so_does_one_that_lies_behind_64_locks():
    at = reseeded()
    at.bets("T1", [1])
    claim, _ = at.wins("T1", 1, ALL)
    for number in range(LOCKS_A_METER):
        table = f"T{number + 2}"
        at.bets(table, [1])
        at.wins(table, 1, TENTH)
    left_mc = at.shown()[0]
    returned, _ = at.rejects("T1", claim)
    assert returned.redrawn is False
    assert why(returned) == [(usd("90") - left_mc, "behind_locks")]


def test_a_later_award_that_was_paid_too_high_is_made_up_by_the_house():
    """T1 wins $10 and a reseed of $100 follows; T2 is paid a tenth of that. Without T1's it had been $1."""
    at = reseeded()
    at.bets("T1", [1])
    first, _ = at.wins("T1", 1, ALL)
    at.bets("T2", [1])
    second, award = at.wins("T2", 1, TENTH)
    paid(at, "T2", second, 1, award.amount_mc)
    returned, _ = at.rejects("T1", first)
    assert why(returned) == [(usd("9"), "later_paid")]
    returned, _ = at.rejects("T2", second)
    assert (returned.house_mc, why(returned)) == (-usd("9"), []), "the house has its own back"


def test_a_meter_that_was_emptied_by_hand_is_kept_from_falling_below_zero():
    """$10 were won and reseeded to $100, all of which was adjusted away: without the award $10 - $100."""
    at = reseeded()
    at.bets("T1", [1])
    claim, _ = at.wins("T1", 1, ALL)
    at.court.takes("HCF", at.link.adjusts(-usd("100")))
    returned, _ = at.rejects("T1", claim)
    assert (returned.redrawn, why(returned)) == (True, [(usd("90"), "below_zero")])
