"""Progressive awards on the floor: claimed at their turn, paid at the amount that the meter locked."""

from collections import defaultdict

import pytest

from events.body import decode_body
from events.envelope import read_header
from events.topics import METERS
from tests.floor.watched import lucky, played

HCF = ("high_card_flush",)
SIX = "4h 5h 6h 7h 8h 9h Kc"
SEVEN = "4s 5s 6s 7s 8s 9s Ts"
FIVE = "4d 5d 6d 7d 8d Kc Qs"


@pytest.fixture(scope="module")
def floor(tmp_path_factory):
    """Four linked tables where box 2 makes a six-card and box 5 a seven-card straight flush all the time."""
    deck = lucky({2: SIX, 5: SEVEN, 3: FIVE})
    with played(tmp_path_factory.mktemp("awards"), tables=4, rounds=60, games=HCF, deck=deck) as done:
        yield done


def of_type(events, *types):
    return [(event, decode_body(event)) for event in events if event.type in types]


def test_every_percentage_award_is_paid_at_the_amount_that_the_meter_locked(floor):
    decided = [read_header(record.value) for record in floor.embedded.log.read(METERS, 0, 0)]
    locked = {(body.table, body.claim_seq): body.amount_mc for _, body in of_type(decided, "award_locked")}
    sent_back = {
        (event.owner, body.claim_seq) for event, body in of_type(floor.events, "progressive_rejected")
    }
    paid = {
        (event.owner, body.claim_seq): body.amount_mc
        for event, body in of_type(floor.events, "progressive_paid")
    }

    assert len(paid) > 10
    assert len(sent_back) > 10
    assert paid.keys() | sent_back == locked.keys()
    assert not paid.keys() & sent_back
    assert paid == {award: locked[award] for award in paid}
    assert {body.paid_from for _, body in of_type(floor.events, "progressive_paid")} == {"cage"}


def test_a_percentage_award_goes_through_all_its_steps_in_order(floor):
    """A claim entered too soon is sent back by the floorperson and entered again: then all its steps."""
    steps = defaultdict(list)
    claim = {}
    for event in floor.events:
        body = decode_body(event)
        if event.type == "progressive_claimed":
            claim[event.round, body.seat] = event.seq
            if steps[event.round, body.seat] == ["progressive_claimed", "progressive_rejected"]:
                del steps[event.round, body.seat]
        place = (event.round, getattr(body, "seat", None))
        if place in claim and getattr(body, "wager", "progressive") == "progressive":
            steps[place].append(event.type)

    assert steps
    for taken in steps.values():
        assert taken[:6] == [
            "progressive_claimed",
            "progressive_light_verified",
            "progressive_validated",
            "award_documented",
            "progressive_paid",
            "wager_settled",
        ]


def test_what_the_round_shows_is_the_hand_that_is_claimed_and_validated(floor):
    claims = of_type(floor.events, "progressive_claimed")
    hands = {(event.owner, event.seq): body.hand for event, body in claims}
    validated = of_type(floor.events, "progressive_validated")

    assert [body.shown.hand for _, body in claims] == [body.hand for _, body in claims]
    assert {len(body.shown.seat_cards) for _, body in claims} == {7}
    assert len(validated) > 10
    for event, body in validated:
        hand = hands[event.owner, body.claim_seq]
        assert (body.seen.hand, body.shown.hand) == (hand, hand)


def test_the_dealer_claims_and_a_floorperson_validates(floor):
    claimed_by = {
        (event.owner, event.seq): body.claimed_by
        for event, body in of_type(floor.events, "progressive_claimed")
    }

    assert {len(people) for people in claimed_by.values()} == {1}, "the register knows every dealer"
    for event, body in of_type(floor.events, "progressive_validated"):
        assert body.validated_by not in claimed_by[event.owner, body.claim_seq]


def test_settled_is_what_was_paid_by_the_cage(floor):
    paid = {
        (event.round, body.seat): body.amount_mc for event, body in of_type(floor.events, "progressive_paid")
    }
    settled = {
        (event.round, body.seat): body.paid_mc
        for event, body in of_type(floor.events, "wager_settled")
        if body.paid_from == "cage"
    }

    assert paid == settled


def test_a_fixed_award_is_validated_and_documented_only_where_the_rack_does_not_pay_it(floor):
    """678a.11(e)(3): a $5 wager wins $1,250 or $4,500 with five cards, which the rack does not pay here."""
    documented = {
        (event.round, body.seat)
        for event, body in of_type(floor.events, "award_documented")
        if body.claim_seq == 0
    }
    fixed = {(e.round, b.seat): b for e, b in of_type(floor.events, "fixed_award_validated")}
    settled = {
        (e.round, b.seat): b for e, b in of_type(floor.events, "wager_settled") if b.wager == "progressive"
    }

    assert fixed
    for place, award in fixed.items():
        assert settled[place].paid_mc == award.amount_mc
        by_hand = settled[place].paid_from == "hand_pay"
        assert by_hand == (award.amount_mc >= 120_000_000)
        assert by_hand == (place in documented)


def test_no_claim_waits_for_ever_and_none_is_refused(floor):
    decided = [read_header(record.value) for record in floor.embedded.log.read(METERS, 0, 0)]
    claims = of_type(floor.events, "progressive_claimed")

    assert len(claims) == len(of_type(decided, "award_locked"))
    assert not of_type(decided, "leg_refused")
