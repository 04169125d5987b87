"""What the verifier makes of single decisions: each function of it by itself, with a link made by hand."""

from collections import Counter

import pytest

from console.exports import verify_bag
from console.exports.verify_bag import (
    OVERFLOW,
    UNIT,
    Answering,
    Award,
    Change,
    Link,
    Links,
    Payment,
    Round,
    Said,
)
from tests.console.exports.verified_histories import Listed

CLAIM = ("T", 4)


def said(type_, stream="meter:L1", seq=9, round_="T-1", **facts):
    return Said(0, stream, seq, type_, 0, "2026-03-01", round_, "keeper/1", facts)


def asked(type_, stream="table:T", seq=5, round_="T-1", **facts):
    return Answering(said(type_, stream, seq, round_, **facts), facts)


def link(**awards):
    """A link whose meter shows 90, with an award of 40 for two seats; kept as owed, or as paid."""
    found = Link("L1")
    found.balances = {"m": (90 * UNIT, 7 * UNIT)}
    found.terms = {"m": {"primary_bp": 100, "reserve_bp": 10, "limit_mc": 0}}
    award = Award("m", 40, {1: 20, 2: 20})
    award.validated, award.validated_amount, award.round, award.number = True, 40, "T-1", 1
    award.boxes = frozenset({1, 2})
    for name, value in awards.items():
        setattr(award, name, value)
    found.keep(CLAIM, award)
    return found


# --- payments -----------------------------------------------------------------------------------------------

PAID = {"claim_seq": 4, "seat": 1, "paid_by": "D-1", "paid_from": "cage", "slip": "S"}


def paid(of, amount, settled, reason="", meter="m", **facts):
    """What is refused of a payment that settles so much."""
    facts = {**PAID, "amount_mc": amount, **facts}
    record = {"table": "T", "settled_mc": settled, "beyond_mc": amount - settled, "beyond_reason": reason}
    try:
        verify_bag.paid(
            of, said("award_paid", **facts, **record, meter=meter), asked("progressive_paid", **facts)
        )
    except ValueError as error:
        return str(error).split()[0]
    return ""


def settled_link():
    """A link that has paid its award."""
    found = link()
    found.known(CLAIM).settle(1, 20)
    found.known(CLAIM).settle(2, 20)
    found.keep(CLAIM, found.known(CLAIM))
    return found


@pytest.mark.parametrize(
    ("amount", "settled", "reason", "facts", "refused"),
    [
        (20, 20, "", {}, ""),
        (20, 19, "too_much", {}, "settled_mc"),
        (25, 20, "too_much", {}, ""),
        (25, 20, "no_award", {}, "5"),
        (25, 20, "", {}, "5"),
        (20, 20, "too_much", {}, "0"),
        (20, 20, "", {"meter": "n"}, "meter"),
        (20, 0, "wrong_source", {"paid_from": "inventory"}, ""),
        (20, 0, "too_much", {"paid_from": "inventory"}, "20"),
        (20, 20, "", {"paid_from": "hand_pay"}, ""),
        (20, 0, "no_award", {"seat": 3}, ""),
        (20, 0, "too_much", {"seat": 3}, "20"),
        (20, 0, "no_award", {"claim_seq": 7, "meter": ""}, ""),
        (20, 0, "too_much", {"claim_seq": 7, "meter": ""}, ""),
        (20, 0, "not_validated", {"claim_seq": 7, "meter": ""}, "20"),
        (-1, -1, "", {}, "amount_mc"),
    ],
)
def test_cash_settles_its_seats_share_and_the_rest_has_its_reason(amount, settled, reason, facts, refused):
    assert paid(link(), amount, settled, reason, **facts) == refused


def test_before_it_is_validated_nothing_is_settled():
    assert paid(link(validated=False), 20, 0, "not_validated") == ""
    assert paid(link(validated=False), 20, 20) == "settled_mc"
    assert paid(link(validated=False), 20, 0, "too_much") == "20"


def test_an_award_that_was_paid_may_be_known_or_forgotten():
    for reason in ("no_award", "too_much", "wrong_source"):
        assert paid(settled_link(), 20, 0, reason) == ""
        assert paid(settled_link(), 20, 0, reason, meter="") == ""
    assert paid(settled_link(), 20, 0, "not_validated") == "20"
    assert paid(settled_link(), 20, 0, "too_much", meter="n") == "meter"


def test_a_payment_is_remembered_and_summed():
    of = link()
    assert paid(of, 25, 20, "too_much") == ""
    payment = of.payments["T", 5]
    assert (payment.claim, payment.seat, payment.settled, payment.beyond) == (CLAIM, 1, 20, 5)
    assert of.sums == {"owed": -20, "settled": 20, "beyond": 5, "cash": 25}
    assert (of.known(CLAIM).owed, of.known(CLAIM).paid) == ({2: 20}, {1: 20})


# --- awards that go back ------------------------------------------------------------------------------------


REFUSED = ("what is on m", "the reserve of m", "house_mc")


def goes_back(of, after, *, redrawn=True, house=0):
    """What is refused of an award that goes back, after which this stands on its meter."""
    facts = {"redrawn": redrawn, "house_mc": house}
    try:
        verify_bag.goes_back(of, said("award_returned", **facts), of.known(CLAIM), after)
    except ValueError as error:
        return next(each for each in REFUSED if str(error).startswith(each))
    return ""


def test_an_award_goes_back_to_where_it_was_drawn_from_and_the_house_bears_what_is_below_nought():
    fresh = {"exact": True, "reseed": 100, "reserve_moved": 3, "overflow_moved": 2, "percent": 10_000}
    less = (90 + 40 - 100 - 3 - 2) * UNIT
    assert goes_back(link(**fresh), {"m": (less, 10 * UNIT)}) == ""
    assert goes_back(link(**fresh), {"m": (less + 1, 10 * UNIT)}) == "what is on m"
    assert goes_back(link(**fresh), {"m": (less, 10 * UNIT - 1)}) == "the reserve of m"
    assert goes_back(link(**fresh), {"m": (less, 10 * UNIT)}, house=1) == "house_mc"
    low = {**fresh, "reseed": 200}
    assert goes_back(link(**low), {"m": (0, 10 * UNIT)}, house=75) == ""
    assert goes_back(link(**low), {"m": (0, 10 * UNIT)}, house=74) == "house_mc"
    assert goes_back(link(**low), {"m": (1, 10 * UNIT)}, house=75) == "what is on m"


def test_what_later_locks_of_the_meter_changed_is_not_held_against_it():
    for percent, number, meter, why in (
        (10_000, 2, "m", ""),
        (5_000, 2, "m", "the reserve of m"),
        (10_000, 1, "m", "the reserve of m"),
        (10_000, 2, "n", "the reserve of m"),
    ):
        of = link(exact=True)
        later = Award(meter, 5, {1: 5})
        later.percent, later.number, later.exact = percent, number, True
        of.keep(("T", 6), later)
        assert goes_back(of, {"m": (130 * UNIT, 8 * UNIT)}) == why
        if not why:
            assert not later.exact


def test_an_award_of_which_something_was_paid_is_restored_by_the_house():
    award = {"reseed": 100, "paid": {1: 30}, "owed": {2: 20}, "amount": 40}
    after = {"m": (30 * UNIT, 7 * UNIT)}
    assert goes_back(link(**award), after, redrawn=False, house=-10) == ""
    assert goes_back(link(**award), after, redrawn=False, house=-9) == "house_mc"
    assert goes_back(link(**award), {"m": (31 * UNIT, 7 * UNIT)}, redrawn=False, house=-10).startswith(
        "what is on m"
    )
    low = {**award, "reseed": 150}
    assert goes_back(link(**low), {"m": (0, 7 * UNIT)}, redrawn=False, house=10) == ""
    assert goes_back(link(**low), {"m": (0, 7 * UNIT)}, redrawn=False, house=9) == "house_mc"
    of = link(**low)
    of.balances["m" + OVERFLOW] = (5 * UNIT, 0)
    assert goes_back(of, {"m": (0, 7 * UNIT), "m" + OVERFLOW: (0, 0)}, redrawn=False, house=5) == ""
    assert goes_back(of, {"m": (0, 7 * UNIT), "m" + OVERFLOW: (UNIT, 0)}, redrawn=False, house=5).startswith(
        "what"
    )


def test_what_an_award_that_goes_back_moves_in_the_ledger():
    facts = {"meter": "m", "amount_mc": 40, "corrected_mc": 3, "unpaid_mc": 20, "beyond_mc": 15}
    facts |= {"reseed_back_mc": 9, "house_mc": 2}
    for redrawn, due in (
        (
            True,
            {
                ("payable", "m", "return"): [40, 0],
                ("primary", "m", "return"): [-40 + 4 + 9, 0],
                ("reserve", "m", "return"): [-4, 0],
                ("primary", "m", "correction"): [3 - 2, 0],
                ("payable", "m", "correction"): [-3, 0],
                ("house", "m", "correction"): [2, 0],
                ("seed_funding", "m", "return"): [-9, 0],
            },
        ),
        (
            False,
            {
                ("payable", "m", "return"): [20, 0],
                ("beyond_entitlement", "m", "return"): [15, 0],
                ("house", "m", "return"): [2, 0],
                ("primary", "m", "return"): [-20 - 15 - 2 + 9, 0],
                ("seed_funding", "m", "return"): [-9, 0],
            },
        ),
    ):
        change = Change()
        verify_bag.returned_lines(change, {**facts, "redrawn": redrawn}, 4)
        assert change.lines == due


# --- what a decision of a part says that it moves -----------------------------------------------------------

AMOUNT = {"meter": "m", "account": "primary", "amount_mc": 5}


@pytest.mark.parametrize(
    ("type_", "facts", "due"),
    [
        ("meter_adjusted", AMOUNT, {"m": (5, 0)}),
        ("meter_adjusted", {**AMOUNT, "amount_mc": -5}, {"m": (-5, 0)}),
        ("meter_adjusted", {**AMOUNT, "account": "reserve"}, {"m": (0, 5)}),
        ("meter_adjusted", {**AMOUNT, "meter": "m" + OVERFLOW}, {"m": (5, 0)}),
        ("transfer_sent", AMOUNT, {"m": (-5, 0)}),
        ("transfer_received", AMOUNT, {"m": (5, 0)}),
        ("transfer_returned", {**AMOUNT, "account": "reserve"}, {"m": (0, 5)}),
        (
            "meter_opened",
            {"meters": [{"meter": "m", "seed_mc": 5}, {"meter": "n", "seed_mc": 6}]},
            {"n": (6, 0)},
        ),
        (
            "award_locked",
            {"meter": "m", "amount_mc": 9, "reseed_mc": 2, "reserve_moved_mc": 3},
            {"m": (-4, -3)},
        ),
        (
            "award_returned",
            {
                "meter": "m",
                "unpaid_mc": 9,
                "beyond_mc": 1,
                "house_mc": 2,
                "reseed_back_mc": 3,
                "corrected_mc": 4,
            },
            {"m": (5, 0)},
        ),
        ("award_validated", {}, {}),
    ],
)
def test_what_a_decision_says_that_it_moves(type_, facts, due):
    found = verify_bag.own_moves(said(type_, **facts), {"m": (0, 0)}, {})
    assert found == {meter: (primary * UNIT, reserve * UNIT) for meter, (primary, reserve) in due.items()}


def test_what_an_award_that_goes_back_leaves_on_the_reserve_is_taken_as_it_is():
    facts = {
        "meter": "m",
        "unpaid_mc": 9,
        "beyond_mc": 0,
        "house_mc": 0,
        "reseed_back_mc": 0,
        "corrected_mc": 0,
    }
    assert verify_bag.own_moves(said("award_returned", **facts), {}, {"m": (1, 30)}) == {
        "m": (9 * UNIT - 30, 30)
    }


# --- what a link remembers ----------------------------------------------------------------------------------


def links():
    return Links(Listed([]), {}, None)


def test_a_day_that_a_link_closed_stays_closed_and_a_table_is_incomplete_until_it_is_not():
    of = Link("L1")
    for day, due in (("2026-03-02", "2026-03-02"), ("2026-03-01", "2026-03-02")):
        links()._remember(of, said("meter_day_closed", day=day), asked("link_day_closed"))
        assert of.closed_day == due
    links()._remember(of, said("table_incomplete", table="T"), None)
    assert of.incomplete == {"T"}
    links()._remember(of, said("table_complete", table="T"), None)
    assert of.incomplete == set()
    for leg, due in ((7, 7), (3, 7)):
        links()._remember(of, said("leg_set_aside", table="T", last_leg=leg), asked("link_leg_set_aside"))
        assert of.passed == {"T": due}


@pytest.mark.parametrize("type_", ["award_locked", "leg_refused"])
def test_what_is_decided_on_a_claim_names_it(type_):
    links()._remember(Link("L1"), said(type_, claim_seq=5), asked("progressive_claimed", seq=5))
    links()._remember(Link("L1"), said("leg_refused", claim_seq=1), asked("progressive_paid", seq=5))
    with pytest.raises(ValueError, match="claim_seq"):
        links()._remember(Link("L1"), said(type_, claim_seq=4), asked("progressive_claimed", seq=5))


def test_wagers_are_of_the_round_that_they_are_sent_with_or_of_their_own():
    assert verify_bag.round_of(said("round_opened", round_="T-2"), {"round": "T-1"}) == "T-1"
    assert verify_bag.round_of(said("round_opened", round_="T-2"), {}) == "T-2"
    assert verify_bag.round_of(said("round_opened", round_="T-2"), {"round": None}) == ""


def test_what_is_returned_had_fed_in_the_tables_last_round():
    of, part = Link("L1"), {"link": "L1", "leg": 1, "seats": [1, 2], "unfed": [2]}
    void = Answering(said("round_voided", "table:T", 5, "T-1", legs=[part]), part)
    assert verify_bag.returned_stakes(of, void) == []
    of.rounds["T"] = Round("T-1")
    of.rounds["T"].fed = {(1, "p"): 5, (2, "p"): 6, (3, "p"): 7, (1, "q"): 8}
    assert verify_bag.returned_stakes(of, void) == [5, 8]
    of.rounds["T"].name = "T-2"
    assert verify_bag.returned_stakes(of, void) == []


def test_payments_settle_shares_later_and_only_what_stands_beyond():
    def moved(mc, reason="", seat=1, seq=5):
        return [{"payment_seq": seq, "amount_mc": mc, "seat": seat, "reason": reason}]

    of = link()
    of.pay(("T", 5), Payment(CLAIM, 1, 0, 15))
    assert of.set_against(CLAIM, moved(10, "too_much"), of.known(CLAIM)) == 10
    assert of.sums == Counter(owed=-10, settled=10, beyond=-10)
    assert (of.payments["T", 5].settled, of.payments["T", 5].beyond) == (10, 5)
    for wrong in (moved(6), moved(5, "too_much"), moved(4), moved(5, seat=2)):
        other = link()
        other.pay(("T", 5), Payment(CLAIM, 1, 10, 5))
        with pytest.raises(ValueError, match=r"payment 5 has not|why the rest"):
            other.set_against(CLAIM, wrong, other.known(CLAIM))


def test_what_goes_over_a_limit_is_posted_with_what_was_left_over():
    before = {"m": (90 * UNIT, 0), "m" + OVERFLOW: (5 * UNIT + 1, 0)}
    after = {"m": (90 * UNIT, 0), "m" + OVERFLOW: (9 * UNIT + 4, 0)}
    assert verify_bag.ledger_lines(Change(), before, after) == {
        ("primary", "m", "overflow"): [4, 0],
        ("primary", "m" + OVERFLOW, "overflow"): [-4, 0],
        ("residual", "m", "overflow"): [0, 3],
        ("residual", "m" + OVERFLOW, "overflow"): [0, -3],
    }


# --- what is read -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "width", "name"),
    [
        (0, 256, "000"),
        (999, 256, "999"),
        (1_000, 256, "x001/000"),
        (1_234_067, 8, "x001/x234/067.p/8"),
        (1_001_000, 255, "x001/x001/000.p/255"),
    ],
)
def test_where_a_tile_is(number, width, name):
    assert verify_bag.tile_name("entries", number, width) == f"data/tile/entries/{name}"


def test_times_of_cosignatures_are_dates_as_long_as_there_are_any():
    key = verify_bag.Key("w", b"k" * 32, verify_bag.WITNESS)
    for seconds, due in (
        (0, "1970-01-01T00:00:00.000000Z"),
        (253_402_300_799, "9999-12-31T23:59:59.000000Z"),
        (253_402_300_800, "253402300800"),
    ):
        signature = verify_bag.base64.b64encode(key.id + seconds.to_bytes(8, "big") + b"s" * 64).decode()
        note = f"o\n1\nr\n\n— x AAAA\n— w {signature}\n".encode()
        assert verify_bag.times_in(note, [key]) == {key: due}


@pytest.mark.parametrize("call", [[], ["bag"], ["--key", "x"], ["bag", "--key", "x", "--more", "y"]])
def test_a_call_without_bag_or_key_is_wrong(call):
    with pytest.raises(SystemExit) as ended:
        verify_bag.main(call)
    assert ended.value.code == 2


def test_all_of_a_wager_may_go_to_the_meters_and_no_more():
    for rate, good in ((UNIT, True), (UNIT + 1, False)):
        standing = verify_bag.Standing(known=False)
        if good:
            assert standing._contributed({"wagered_mc": 5}, {"m": (5 * rate, 0)}) == {"m": (5 * rate, 0)}
        else:
            with pytest.raises(ValueError, match="more than was wagered"):
                standing._contributed({"wagered_mc": 5}, {"m": (5 * rate, 0)})
