"""Due against done, wager by wager; every amount here is worked out by hand from the chapter."""

import pytest

from games.describing.describe import answer
from projections.rounds.done import Locked
from projections.rounds.terms import Terms
from projections.rounds.verdict import CLAIM_REFUSED, CLAIM_RETURNED, Known, judge
from tests.projections.rounds.played import HCF, Told

LOW = "2s 4c 3d Jc 4h Jh 6d"
"""A dealer without three cards of a suit, nine high: 678a.11(d)(1), the dealer does not qualify."""
QUALIFIED = "Qh Jh Th 2c 3s 4d 6s"
"""Three hearts, queen high."""
FOUR_FLUSH = "Ad Kd 9d 2d 3c 5s 7h"
FIVE_FLUSH = "Ad Kd 9d 2d 5d 3c 7h"


def judged(told, known=None):
    """The rows by seat and wager."""
    verdict = judge(told.view, known or Known(HCF))
    return {(row.seat, row.wager): row for row in verdict.rows}


def raised(seat=1, cards=FOUR_FLUSH, dealer=QUALIFIED, shown=True, **bonuses):
    """A seat with an ante of $10 that raises as much, against a dealer's hand."""
    told = Told().wagers(seat, ante=1_000, **bonuses)
    told.deals(seat, cards, shown).decides(seat, "raise", wager="raise", cents=1_000)
    return told.deals(None, dealer)


@pytest.mark.reg("58 Pa. Code § 678a.11(d)(2)(ii)(A)")
def test_what_was_paid_as_due_is_right():
    told = raised().settles(1, "ante", "win", 1_000, 1_000).settles(1, "raise", "win", 1_000, 1_000).closes()

    rows = judged(told)

    assert [(row.due_cents, row.done_cents, row.difference_cents) for row in rows.values()] == [
        (2_000, 2_000, 0),
        (2_000, 2_000, 0),
    ]
    assert rows[1, "ante"].section == "678a.11(d)(2)(ii)(A)"
    assert rows[1, "ante"].rate == "1 to 1"


@pytest.mark.reg("58 Pa. Code § 678a.11(d)(2)(ii)(A)")
def test_who_was_paid_short_is_owed_the_difference():
    told = raised().settles(1, "ante", "win", 1_000, 500).settles(1, "raise", "lose").closes()

    rows = judged(told)

    assert rows[1, "ante"].difference_cents == -500
    assert rows[1, "raise"].difference_cents == -2_000


@pytest.mark.parametrize(
    ("beside_mc", "cents"),
    [(-1_000, -1), (-999, -1), (-1, -1), (0, 0), (1, 1), (999, 1), (1_000, 1), (1_001, 2)],
)
def test_a_part_of_a_cent_is_a_difference_either_way(beside_mc, cents):
    """The Raise of $10.00 wins even money: $20.00 is due, and no rule rounds what was paid beside that."""
    told = raised().says(
        "wager_settled", seat=1, wager="raise", outcome="win", stake_mc=1_000_000, returned_mc=1_000_000,
        paid_mc=1_000_000 + beside_mc, paid_from="table_inventory",
    )  # fmt: skip
    row = judged(told.closes())[1, "raise"]

    assert (row.due_mc, row.done_mc) == (2_000_000, 2_000_000 + beside_mc)
    assert (row.difference_mc, row.difference_cents) == (beside_mc, cents)


def test_what_was_never_settled_is_owed_whole():
    rows = judged(raised().settles(1, "ante", "win", 1_000, 1_000).closes())

    assert (rows[1, "raise"].due_cents, rows[1, "raise"].done_cents) == (2_000, 0)


def test_what_was_settled_and_never_wagered_is_too_much():
    told = raised().settles(1, "ante", "win", 1_000, 1_000).settles(1, "raise", "win", 1_000, 1_000)
    rows = judged(told.settles(1, "flush_bonus", "win", 500, 500).closes())

    assert (rows[1, "flush_bonus"].due_cents, rows[1, "flush_bonus"].done_cents) == (0, 1_000)


def test_why_a_raise_cannot_be_judged_is_said_in_dollars():
    """`settle` talks of cents, people do not."""
    told = Told().wagers(1, ante=1_000).deals(1, FOUR_FLUSH, True)
    told.decides(1, "raise", wager="raise", cents=99_900).deals(None, QUALIFIED)

    why = judged(told.closes())[1, "raise"].why

    assert "$999.00" in why
    assert "99900" not in why
    assert "4-card flush" in why
    assert "(678a.11(b))" in why


@pytest.mark.reg("58 Pa. Code § 678a.11(d)(1)")
def test_cards_that_do_not_matter_may_stay_unknown():
    """The dealer does not qualify: the ante wins and the raise goes back, whatever the player held."""
    rows = judged(raised(dealer=LOW, shown=False).closes())

    assert (rows[1, "ante"].due_cents, rows[1, "raise"].due_cents) == (2_000, 1_000)


def test_cards_that_matter_and_are_unknown_are_named():
    rows = judged(raised(shown=False, flush_bonus=500).closes())

    for row in rows.values():
        assert not row.judged
        assert row.why == "the cards of seat 1 are not known"
        assert (row.due_cents, row.difference_cents, row.rate) == (None, None, None)


@pytest.mark.reg("58 Pa. Code § 678a.12(b)")
def test_a_bonus_is_judged_although_the_dealers_hand_is_unknown():
    """Five of a suit by paytable A: 10 to 1 on $5, and the stake."""
    told = Told().wagers(1, ante=1_000, flush_bonus=500).deals(1, FIVE_FLUSH)
    told.decides(1, "raise", wager="raise", cents=1_000).deals(None, LOW, shown=False)
    rows = judged(told.settles(1, "flush_bonus", "win", 500, 5_000).closes())

    assert (rows[1, "flush_bonus"].due_cents, rows[1, "flush_bonus"].difference_cents) == (5_500, 0)
    assert rows[1, "ante"].why == "the cards of the dealer are not known"


def test_one_seat_that_cannot_be_judged_leaves_the_others():
    told = raised(1)
    told.wagers(2, ante=500).deals(2, "Kc Qc Tc 4s 8d 8h 2h", shown=False)
    told.decides(2, "raise", wager="raise", cents=500)
    rows = judged(told.settles(1, "ante", "win", 1_000, 1_000).closes())

    assert rows[1, "ante"].due_cents == 2_000
    assert not rows[2, "ante"].judged


def test_an_open_round_is_not_judged():
    (row,) = judged(Told().wagers(1, ante=1_000)).values()

    assert row.why == "the round is still open"


def test_a_round_with_events_missing_is_not_judged():
    rows = judged(raised().closes(), Known(HCF, incomplete="seq 7 is missing"))

    assert {row.why for row in rows.values()} == {"seq 7 is missing"}


def test_an_unknown_rulebook_is_named_and_gives_no_description():
    verdict = judge(raised().closes().view, Known(Terms("", "700a@2020", {}, {}, None, 1)))

    assert verdict.description is None
    assert "700a@2020" in (verdict.why_not_described or "")
    assert not any(row.judged for row in verdict.rows)


@pytest.mark.reg("58 Pa. Code § 678a.13(c)")
@pytest.mark.parametrize("dealer", [f"{QUALIFIED} 8c", "Qh Jh Th 2c 3s 4d"])
def test_a_hand_with_a_wrong_number_of_cards_voids_the_round_that_went_on(dealer):
    told = raised(dealer=dealer, flush_bonus=500).settles(1, "ante", "lose").settles(1, "raise", "lose")
    rows = judged(told.settles(1, "flush_bonus", "win", 500, 1_500).closes())

    assert {wager: row.due_cents for (_, wager), row in rows.items()} == {
        "ante": 1_000,
        "raise": 1_000,
        "flush_bonus": 500,
    }
    assert {row.section for row in rows.values()} == {"678a.13(c)"}


@pytest.mark.reg("58 Pa. Code § 678a.13(d)")
def test_an_exposed_card_of_the_dealer_voids_ante_and_raise_alone():
    told = Told().wagers(1, ante=1_000, flush_bonus=500).deals(1, FIVE_FLUSH)
    told.says("card_exposed", hand="dealer", position=1, card="Qh")
    told.decides(1, "raise", wager="raise", cents=1_000).deals(None, QUALIFIED)
    rows = judged(told.voids("678a.13(d)"))

    assert rows[1, "ante"].due_cents == 1_000
    assert rows[1, "ante"].section == "678a.13(d)"
    assert rows[1, "flush_bonus"].due_cents == 5_500


@pytest.mark.reg("58 Pa. Code § 678a.13(d)")
def test_a_card_exposed_after_the_last_decision_voids_nothing():
    told = raised()
    told.says("card_exposed", hand="dealer", position=1, card="Qh")
    rows = judged(told.closes())

    assert rows[1, "ante"].due_cents == 2_000


def test_a_void_that_names_no_irregularity_is_judged_as_a_round():
    """Nothing in the events says why: the player would have won."""
    rows = judged(raised().settles(1, "ante", "void", 1_000).settles(1, "raise", "void", 1_000).voids("none"))

    assert [row.difference_cents for row in rows.values()] == [-1_000, -1_000]


@pytest.mark.reg("58 Pa. Code § 678a.12(e)")
def test_a_payout_limit_judges_the_wagers_that_it_covers_together():
    """$20,000 each on ante and raise win $40,000 by one box, $80,000 by two: the limit is $50,000."""
    told = Told()
    for seat, cards in ((1, "Ad Kd 9d 2d 3c 5s 7h"), (2, "As Ks 9s 2s 4c 5d 7c")):
        told.wagers(seat, ante=2_000_000).deals(seat, cards)
        told.decides(seat, "raise", wager="raise", cents=2_000_000)
    told.deals(None, "Qh Jh 9h 2c 3s 4d 6s")
    for seat in (2, 1):
        told.settles(seat, "ante", "win", 2_000_000, 1_250_000)
        told.settles(seat, "raise", "win", 2_000_000, 1_249_999)
    terms = Terms("high_card_flush", "678a@2019-11-02", {}, {}, 5_000_000_000, 2)
    rows = judged(told.closes(), Known(terms, {1: "P-1", 2: "P-1"}))

    limit = rows[2, "payout_limit"]
    assert (limit.due_cents, limit.done_cents, limit.difference_cents) == (13_000_000, 12_999_998, -2)
    assert limit.section == "678a.12(e)"
    assert set(limit.covers) == {(1, "ante"), (1, "raise"), (2, "ante"), (2, "raise")}
    assert not rows[1, "ante"].judged
    assert rows[1, "ante"].hand is None
    dealer = "against three-card flush Q-J-9"
    assert limit.hand == f"four-card flush A-K-9-2 {dealer}"


STRAIGHT_FLUSH = "9h 8h 7h 6h 5h 4h Ks"


def claimed(told, paid_cents=None):
    told.says("progressive_claimed", seat=1, wager="progressive", hand="six_card_straight_flush", cards=[],
              link="HCF", leg=2)  # fmt: skip
    claim_seq = told.table.seq
    told.settles(1, "progressive", "win", 0, paid_cents or 0)
    if paid_cents is not None:
        told.says("progressive_paid", link="HCF", leg=3, claim_seq=claim_seq, seat=1,
                  amount_mc=paid_cents * 1_000, paid_from="cage", paid_by="C-1")  # fmt: skip
    return claim_seq


@pytest.mark.reg("58 Pa. Code § 678a.11(e)(3)(iv)")
def test_an_award_is_due_as_its_link_has_it_and_counted_once():
    told = raised(cards=STRAIGHT_FLUSH, progressive=500)
    seq = claimed(told, paid_cents=1_507_981)
    rows = judged(told.closes(), Known(HCF, locked={seq: Locked({1: 1_507_981_000}, paid=True)}))

    row = rows[1, "progressive"]
    assert (row.due_cents, row.done_cents) == (1_507_981, 1_507_981)


def test_the_same_slip_again_is_the_same_cash_and_another_slip_is_not():
    told = raised(cards=STRAIGHT_FLUSH, progressive=500)
    seq = claimed(told)
    for leg, slip in ((3, "PS-1"), (4, " ps-1 "), (5, "PS-2")):
        told.says("progressive_paid", link="HCF", leg=leg, claim_seq=seq, seat=1, amount_mc=1_507_981_000,
                  paid_from="cage", paid_by="C-1", slip=slip)  # fmt: skip
    rows = judged(told.closes(), Known(HCF, locked={seq: Locked({1: 1_507_981_000}, paid=True)}))

    assert rows[1, "progressive"].done_cents == 2 * 1_507_981


def test_an_award_that_was_paid_short_is_owed_the_rest():
    told = raised(cards=STRAIGHT_FLUSH, progressive=500)
    seq = claimed(told, paid_cents=1_507_881)
    rows = judged(told.closes(), Known(HCF, locked={seq: Locked({1: 1_507_981_000}, paid=True)}))

    assert rows[1, "progressive"].difference_cents == -100


def test_an_award_that_is_locked_and_unpaid_is_not_judged_yet():
    told = raised(cards=STRAIGHT_FLUSH, progressive=500)
    seq = claimed(told)
    rows = judged(told.closes(), Known(HCF, locked={seq: Locked({1: 1_507_981_000}, paid=False)}))

    assert rows[1, "progressive"].why == "the award is locked and not paid yet"


@pytest.mark.parametrize("why", [CLAIM_RETURNED, CLAIM_REFUSED])
def test_what_was_paid_for_a_claim_that_is_not_owed_is_all_too_much(why):
    """The link sent the claim back, or refused it: it owes nothing, and $15,079.81 was paid all the same."""
    told = raised(cards=STRAIGHT_FLUSH, progressive=500)
    seq = claimed(told, paid_cents=1_507_981)
    row = judged(told.closes(), Known(HCF, {}, {"progressive": 15_079_810}, not_owed={seq: why}))[
        1, "progressive"
    ]

    assert (row.due_cents, row.done_cents, row.difference_cents) == (0, 1_507_981, 1_507_981)
    assert row.depends_on == (why,)


def test_a_claim_that_was_sent_back_and_not_paid_leaves_the_hand_as_it_was():
    """The hand still wins a tenth of the meter: nobody has claimed it rightly."""
    told = raised(cards=STRAIGHT_FLUSH, progressive=500)
    seq = claimed(told)
    known = Known(HCF, {}, {"progressive": 15_079_810}, not_owed={seq: CLAIM_RETURNED})
    row = judged(told.closes(), known)[1, "progressive"]

    assert (row.due_cents, row.done_cents, row.depends_on) == (1_507_981, 0, ("no claim",))


def test_a_second_claim_that_stands_is_what_is_due_after_the_first_was_sent_back():
    told = raised(cards=STRAIGHT_FLUSH, progressive=500)
    first = claimed(told)
    second = claimed(told, paid_cents=1_507_981)
    known = Known(
        HCF, locked={second: Locked({1: 1_507_981_000}, paid=True)}, not_owed={first: CLAIM_RETURNED}
    )

    assert judged(told.closes(), known)[1, "progressive"].difference_cents == 0


def test_a_share_that_nobody_claimed_is_due_from_the_meter_as_it_stood():
    told = raised(cards=STRAIGHT_FLUSH, progressive=500).settles(1, "progressive", "lose").closes()
    row = judged(told, Known(HCF, meters={"progressive": 15_079_810}))[1, "progressive"]

    assert (row.due_cents, row.difference_cents) == (1_507_981, -1_507_981)
    assert row.depends_on == ("no claim",)


def test_a_verdict_names_the_switches_that_would_change_it_and_no_other_wager_does():
    """Four of a suit each, and equal: by these alone they tie, by all seven the player's ace wins."""
    told = Told().wagers(1, ante=1_000, flush_bonus=500).deals(1, "Kd Qd 9d 2d As 5s 7h")
    told.decides(1, "raise", wager="raise", cents=1_000).deals(None, "Kh Qh 9h 2h 3c 5c 8s")
    rows = judged(told.closes())

    assert rows[1, "ante"].depends_on == ("flush_comparison",)
    assert rows[1, "ante"].due_cents == 1_000
    assert rows[1, "flush_bonus"].depends_on == ()


def test_the_description_is_what_settle_takes():
    verdict = judge(raised(flush_bonus=500).closes().view, Known(HCF))

    (seat,) = answer(verdict.description)["seats"]
    assert seat["total_returned_to_player_cents"] == 2_000 + 2_000 + 500 + 500


@pytest.mark.cites("58 Pa. Code § 678a.11(d)(2)(ii)(A)")
def test_every_judged_wager_names_the_hand_that_settled_it():
    rows = judged(raised(flush_bonus=500).closes())

    contest = "four-card flush A-K-9-2 against three-card flush Q-J-T"
    assert {wager: row.hand for (_, wager), row in rows.items()} == {
        "ante": contest,
        "raise": contest,
        "flush_bonus": "four-card flush A-K-9-2",
    }


def test_what_is_not_judged_names_no_hand():
    told = Told().wagers(1, ante=1_000, flush_bonus=500).deals(1, FIVE_FLUSH)
    told.decides(1, "raise", wager="raise", cents=1_000).deals(None, LOW, shown=False)
    rows = judged(told.closes())

    assert (rows[1, "ante"].judged, rows[1, "ante"].hand) == (False, None)
    assert rows[1, "flush_bonus"].hand == "five-card flush A-K-9-5-2"


def test_an_award_names_its_hand():
    told = raised(cards=STRAIGHT_FLUSH, progressive=500)
    seq = claimed(told, paid_cents=1_507_981)
    locked = {seq: Locked({1: 1_507_981_000}, paid=True)}
    rows = judged(told.closes(), Known(HCF, {}, {"progressive": 15_079_810}, locked))

    assert rows[1, "progressive"].hand == "six-card straight flush 9-8-7-6-5-4"


HI_LO = Terms("five_card_hi_lo", "663a@2014-02-01", {"ante_bonus": "A", "poker_bonus": "A"}, {}, None, 1)


@pytest.mark.cites("58 Pa. Code § 663a.11(d)")
def test_a_hand_set_against_the_rule_is_not_judged_and_the_poker_bonus_is():
    """A nine may not lie below a two that goes high."""
    told = Told().wagers(1, ante=1_000, poker_bonus=500).deals(1, "Ks Qs 9s 9h 2d")
    told.decides(1, "play", wager="play", cents=1_000)
    told.says("hand_set", hand="seat", seat=1, high=["Ks", "Qs", "2d"], low=["9s", "9h"])
    rows = judged(told.deals(None, "Kc Qc 9c 5d 3d").closes(), Known(HI_LO))

    for wager in ("ante", "play"):
        assert (rows[1, wager].judged, rows[1, wager].hand) == (False, None)
        assert "house ruling required" in rows[1, wager].why
    assert rows[1, "poker_bonus"].hand == "pair of nines"


@pytest.mark.parametrize("mode", ["live", "test"])
def test_a_round_of_which_no_selections_are_recorded_does_not_deny_its_rulebook(mode):
    """A table that was opened live has selected nothing for a test: paytables and options are not known."""
    view = raised().closes().view
    view.rulebook, view.mode = "678a@2019-11-02", mode
    verdict = judge(view, Known(Terms("", "", {}, {}, None, 1)))

    assert {row.why for row in verdict.rows} == {
        f"it was played by 678a@2019-11-02, and what its table had selected in {mode} play is not recorded"
    }
