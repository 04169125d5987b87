"""Which step of an award is missing under which section, from the chapter's duties and what was done."""

import pytest

from projections.ledger.award_duties import duties_of, missing
from projections.ledger.award_steps import StepTaken, steps_of

RULEBOOK = "678a@2019-11-02"


def taken(step, *, said="", seat=3, claim_seq=7, refused=None):
    award = ("HCF", claim_seq, seat, "progressive", "six_card_straight_flush")
    return StepTaken(step, 9, "R-1", *award, "D-1", 0, said, "2026-03-01", 0, refused)


ALL = (
    taken("claimed"),
    taken("light verified", said="lit"),
    taken("validated"),
    taken("documented", said="V-1"),
)


def names(duties):
    return [duty.step for duty in duties]


def test_an_unknown_rulebook_knows_nothing_of_steps():
    assert duties_of("999a@2030-01-01", "progressive") is None
    assert duties_of(RULEBOOK, "ante") is None
    assert missing([], []) == []


@pytest.mark.cites("58 Pa. Code § 647a.11(j)")
def test_the_five_card_hand_bonus_has_no_light():
    duties = duties_of("647a@2019-08-31", "fchb_player")

    assert duties is not None
    assert "verify_light" not in {duty.step for duty in duties}


def test_what_was_done_is_not_missing_and_what_was_not_is_in_the_chapters_order():
    duties = duties_of(RULEBOOK, "progressive")

    assert names(missing(duties, ALL, "paid")) == []
    assert names(missing(duties, ALL, "validated")) == ["pay"]
    assert names(missing(duties, [], "locked")) == names(duties)
    assert all(duty.section.startswith("678a.") for duty in missing(duties, [], "locked"))


@pytest.mark.parametrize(
    ("left_out", "lacks"),
    [
        ("claimed", "verify_hand"),
        ("light verified", "verify_light"),
        ("validated", "validate"),
        ("documented", "document"),
    ],
)
def test_each_step_is_the_proof_of_its_duty(left_out, lacks):
    duties = duties_of(RULEBOOK, "progressive")
    done = [step for step in ALL if step.step != left_out]

    assert lacks in names(missing(duties, done, "paid"))
    assert lacks not in names(missing(duties, ALL, "paid"))


def test_a_step_that_the_link_refused_proves_nothing():
    duties = duties_of(RULEBOOK, "progressive")
    done = [*ALL[:2], taken("validated", refused="no such claim"), ALL[3]]

    assert names(missing(duties, done, "paid")) == ["validate"]


def test_a_light_that_was_not_lit_and_cards_that_are_gone_prove_nothing():
    duties = duties_of(RULEBOOK, "progressive")
    done = [
        ALL[0],
        taken("light verified", said="not lit"),
        ALL[2],
        taken("documented", said="V-1, cards gone"),
    ]

    assert set(names(missing(duties, done, "paid"))) == {"verify_light", "keep_cards_on_table"}


def test_an_award_that_was_returned_needs_nothing_more():
    assert missing(duties_of(RULEBOOK, "progressive"), [], "returned") == []


def test_the_steps_of_an_award_are_those_of_its_claim_and_the_light_of_its_seat():
    others = [taken("claimed", claim_seq=8), taken("light verified", claim_seq=0, seat=4)]
    light = taken("light verified", claim_seq=0, seat=3)

    assert steps_of(7, 3, [*others, *ALL, light]) == [*ALL, light]
