"""Limits, overflow, the guard and who may feed a link, by hand."""

import pytest

from tests.projections.judging import ALL, TENTH, OneLink, terms, usd

SEED, LIMIT = usd("990"), usd("1,000")
OVERFLOW = "progressive.overflow"


def limited(reseed="0", **more):
    """A seed of $990, a limit of $1,000, 23 % and 5 % of $5: $1.15 and $0.25 a wager."""
    return OneLink(terms({"progressive": (SEED, usd(reseed), 2_300, 500, LIMIT)}, **more))


def test_what_exceeds_the_limit_goes_to_the_overflow():
    at = limited()
    assert at.shown(OVERFLOW) == (0, 0)
    at.bets("T1", range(1, 9))  # 8 wagers: $9.20 and $2.00
    assert (at.shown(), at.shown(OVERFLOW)) == ((usd("999.20"), usd("2")), (0, 0))
    at.bets("T1", [1])  # $1.15: $0.80 fit
    assert (at.shown(), at.shown(OVERFLOW)) == ((LIMIT, usd("2.25")), (usd("0.35"), 0))
    at.bets("T1", [1])
    assert (at.shown(), at.shown(OVERFLOW)) == ((LIMIT, usd("2.50")), (usd("1.50"), 0))


def test_a_tenth_is_of_what_is_on_display_and_wagers_fill_the_meter_up_again():
    at = limited()
    at.bets("T1", range(1, 11))  # $11.50: $10 to the limit, $1.50 over it; $2.50 to the reserve
    assert at.wins("T1", 10, TENTH)[1].amount_mc == usd("100")
    assert (at.shown(), at.shown(OVERFLOW)) == ((usd("900"), usd("2.50")), (usd("1.50"), 0))
    at.bets("T1", [1])
    assert (at.shown(), at.shown(OVERFLOW)) == ((usd("901.15"), usd("2.75")), (usd("1.50"), 0))


def test_after_a_full_award_reseed_reserve_and_overflow_make_the_next_meter():
    at = limited()
    at.bets("T1", range(1, 11))
    _, award = at.wins("T1", 10, ALL)
    assert (award.amount_mc, award.reseed_mc) == (usd("1,000"), 0)
    assert (award.reserve_moved_mc, award.overflow_moved_mc) == (usd("2.50"), usd("1.50"))
    assert (at.shown(), at.shown(OVERFLOW)) == ((usd("4"), 0), (0, 0))


def test_the_next_meter_does_not_exceed_the_limit_either():
    at = limited(reseed="998")
    at.bets("T1", range(1, 11))
    _, award = at.wins("T1", 10, ALL)
    assert (award.amount_mc, award.reseed_mc) == (usd("1,000"), usd("998"))
    # $998 and $2.50 and $1.50 are $1,002: $2 too many.
    assert (at.shown(), at.shown(OVERFLOW)) == ((LIMIT, 0), (usd("2"), 0))


def test_a_rejected_full_award_leaves_meter_reserve_and_overflow_as_they_were():
    at = limited(reseed="998")
    at.bets("T1", range(1, 11))
    claim, _ = at.wins("T1", 10, ALL)
    returned, corrected = at.rejects("T1", claim)
    assert (returned.amount_mc, returned.reseed_back_mc) == (usd("1,000"), usd("998"))
    assert (returned.corrected_mc, returned.house_mc, corrected) == (0, 0, [])
    assert (at.shown(), at.shown(OVERFLOW)) == ((LIMIT, usd("2.50")), (usd("1.50"), 0))


def test_a_void_gives_back_what_had_gone_over_the_limit_too():
    at = limited()
    at.bets("T1", range(1, 9))  # $999.20
    at.bets("T1", [1, 2])  # $2.30: $0.80 to the limit, $1.50 over it
    assert (at.shown(), at.shown(OVERFLOW)) == ((LIMIT, usd("2.50")), (usd("1.50"), 0))
    body = at.court.only("HCF", at.table("T1").voids({"HCF": [1, 2]}), "contribution_reversed")
    assert (body.primary_mc, body.reserve_mc, body.house_mc) == (usd("2.30"), usd("0.50"), 0)
    assert (at.shown(), at.shown(OVERFLOW)) == ((usd("999.20"), usd("2")), (0, 0))


def test_a_link_without_a_limit_has_no_overflow():
    at = OneLink(terms({"progressive": (SEED, 0, 2_300, 500)}))
    at.bets("T1", [1])
    assert list(at.court.standing("HCF")) == ["progressive"]


def test_a_round_that_adds_up_to_more_than_the_guard_feeds_nothing_and_can_win():
    at = OneLink(terms({"progressive": (SEED, 0, 2_300, 500)}, guard_mc=usd("30")))
    assert [type_ for type_, _ in at.bets("T1", range(1, 7))] == ["meter_contributed"]  # $30 and no more
    value = at.table("T1").bets("HCF", [(seat, "progressive", usd("5")) for seat in range(1, 8)])
    attempted, reason = at.court.refusal("HCF", value)
    assert attempted == "contribution"
    assert "unreasonable" in reason
    assert "adjust" in reason
    assert at.court.takes("HCF", at.table("T1").voids({"HCF": [2]})) == []  # nothing to reverse
    assert at.shown() == (usd("996.90"), usd("1.50"))
    assert at.wins("T1", 1, ALL)[1].amount_mc == usd("996.90")


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(3)")
@pytest.mark.parametrize("amounts", [["5", "1"], ["4.99999"], ["5.00001"], ["10"]])
def test_a_wager_of_another_unit_is_due_back_and_the_others_feed_and_win(amounts):
    at = OneLink(terms({"progressive": (SEED, 0, 2_300, 500)}))
    wagers = [(seat, "progressive", usd(amount)) for seat, amount in enumerate(amounts, 1)]
    (first, body), *rest = at.court.takes("HCF", at.table("T1").bets("HCF", wagers))
    assert first == "stake_due_back"
    assert [(stake.seat, stake.amount_mc) for stake in body.stakes] == [
        (seat, amount_mc) for seat, _, amount_mc in wagers if amount_mc != usd("5")
    ]
    good = [seat for seat, _, amount_mc in wagers if amount_mc == usd("5")]
    assert [(type_, fed.wagers) for type_, fed in rest] == [("meter_contributed", 1) for _ in good]
    assert at.court.refusal("HCF", at.table("T1").claims(body.stakes[0].seat, ALL, "HCF"))[0] == "claim"
    for seat in good:
        at.wins("T1", seat, ALL)


@pytest.mark.reg("58 Pa. Code § 678a.2(c)")
def test_a_table_of_the_same_parameter_set_joins_once():
    at = OneLink(terms({"progressive": (SEED, 0, 2_300, 500)}))
    joined = at.court.only("HCF", at.court.table("T1").opens(unit_mc=usd("5")), "table_joined")
    assert (joined.table, joined.unit_wager_mc, joined.paytable) == ("T1", usd("5"), "A")


@pytest.mark.reg("58 Pa. Code § 678a.2(c)")
@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"unit_mc": usd("1")}, id="unit"),
        pytest.param({"rulebook": "678a@2015-proposed"}, id="rulebook"),
        pytest.param({"paytable": "B"}, id="paytable"),
    ],
)
def test_a_table_of_another_parameter_set_is_refused_and_so_are_its_wagers(other):
    at = OneLink(terms({"progressive": (SEED, 0, 2_300, 500)}))
    answers = at.court.takes("HCF", at.table("T1").opens(**({"unit_mc": usd("5")} | other)))
    assert [body.attempted for type_, body in answers if type_ == "leg_refused"] == ["join"]
    ((type_, body),) = at.bets("T1", [1])
    assert (type_, body.stakes[0].amount_mc) == ("stake_due_back", usd("5"))
    assert at.shown() == (SEED, 0)
    assert [type_ for type_, _ in at.bets("T2", [1])] == ["meter_contributed"]  # others go on
    at.court.takes("HCF", at.table("T1").opens(unit_mc=usd("5")))  # the submission was corrected
    assert [type_ for type_, _ in at.bets("T1", [1])] == ["meter_contributed"]
