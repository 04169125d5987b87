"""A14 of a dealer's hand that several share: each has papers of their own, and each their own cards."""

from __future__ import annotations

import pytest

from projections.examining.examiner import examine
from tests.projections.examining.told import Told


def collected_early(*order: tuple[str, int]) -> list[tuple[int | None, str | None]]:
    """What A14 finds of a hand that seats 5 and 4 share, claimed by seat 5."""
    told = Told("647a").ready().begins()
    shared = {
        "seat": 5,
        "wager": "fchb_dealer",
        "hand": "straight_flush",
        "cards": [],
        "sharing_seats": [5, 4],
    }
    told.says("progressive_claimed", **shared, link="L-5", leg=1)
    claim_seq = len(told.events)
    papers = {"wager": "fchb_dealer", "claim_seq": claim_seq, "cards_remained": True, "documented_by": "F-1"}
    for what, seat in order:
        if what == "papers":
            told.says("award_documented", seat=seat, document=f"JP-{seat}", **papers)
        else:
            told.says("hand_collected", hand="seat", seat=seat, cards=2)
    return [(found.seat, found.section) for found in examine(told.events) if found.id == "A14"]


def test_cards_go_to_the_rack_seat_by_seat_when_the_papers_of_each_are_complete():
    assert collected_early(("papers", 5), ("cards", 5), ("papers", 4), ("cards", 4)) == []


@pytest.mark.parametrize("seat", [4, 5])
def test_whose_cards_went_before_their_own_papers_is_named(seat):
    other = 9 - seat
    order = (("cards", seat), ("papers", other), ("papers", seat), ("cards", other))
    assert collected_early(*order) == [(seat, "647a.11(j)(3)")]
