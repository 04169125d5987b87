"""Who may sign and who may validate: badges and departments compared as people mean them."""

import pytest

from events.vocabulary.links import Signature
from events.vocabulary.terms import RANKS, Stamp
from projections.signatures import (
    one_signature_problem,
    own_claim_problem,
    signing_problem,
    validating_problem,
)


def signed(*pairs: str) -> list[Signature]:
    """Signatures written BADGE:DEPARTMENT."""
    return [Signature(badge=pair.partition(":")[0], department=pair.partition(":")[2]) for pair in pairs]


def test_two_people_of_two_departments_sign():
    assert signing_problem(signed("S-1:slots", "A-2:accounting"), "why") == ""


@pytest.mark.parametrize(
    ("pair", "reason", "says"),
    [
        ("S-1:slots", "why", ""),
        (" :slots", "why", "lacks its badge"),
        ("S-1: ", "why", "lacks its department"),
        ("S-1:slots", " ", "no reason"),
    ],
)
def test_where_one_signs_badge_department_and_reason_are_named(pair, reason, says):
    (signature,) = signed(pair)
    problem = one_signature_problem(signature, reason)
    assert (says in problem, bool(problem)) == (True, bool(says))


@pytest.mark.parametrize(
    "other",
    [
        "s-1",
        " S-1 ",
        "S-1",
        "S -1",
        "S- 1",
        "\u200bS-1",
        "S-\u00ad1",
        "S\u20111",
        "S\u22121",
        "Ｓ-1",
        "Ｓ－１",
    ],
)
def test_one_person_is_one_however_the_badge_is_written(other):
    assert "two different badges" in signing_problem(signed("S-1:slots", f"{other}:accounting"), "why")


@pytest.mark.parametrize("other", ["S1", "S-11", "S_1", "Š-1"])
def test_another_badge_is_another_person(other):
    assert signing_problem(signed("S-1:slots", f"{other}:accounting"), "why") == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("slots", "Slots"),
        ("slots", " slots "),
        ("slots", "s lots"),
        ("table games", "Table  Games"),
        ("table games", "tablegames"),
        ("table games", "table\u200b\u00a0games"),
    ],
)
def test_one_department_is_one_however_it_is_written(one, other):
    assert "same department" in signing_problem(signed(f"S-1:{one}", f"S-2:{other}"), "why")


@pytest.mark.parametrize(
    "pairs", [(), ("S-1:slots",), ("S-1:slots", "A-2:accounting", "M-3:cage"), (" :x", "A:y")]
)
def test_two_must_sign_no_more_and_no_fewer(pairs):
    assert "two different badges" in signing_problem(signed(*pairs), "why")


def test_a_department_and_a_reason_must_be_given():
    assert "lacks its department" in signing_problem(signed("S-1: ", "A-2:accounting"), "why")
    assert "no reason" in signing_problem(signed("S-1:slots", "A-2:accounting"), "  ")


@pytest.mark.cites("58 Pa. Code § 678a.11(e)(3)(iii)")
def test_a_floorperson_or_above_validates():
    def problem(rank):
        stamp = Stamp(badge="f-1", department="table games", rank=rank, register_seq=9)
        return validating_problem([stamp], " F-1")

    assert [rank for rank in RANKS if not problem(rank)] == [
        "floorperson",
        "pit_manager",
        "shift_manager",
        "games_manager",
    ]
    assert "a floorperson or above" in problem("dealer")
    assert "not in the register" in problem(None)


def test_without_a_register_nobody_is_kept_from_validating():
    assert validating_problem((), "F-1") == ""


def test_who_claimed_an_award_does_not_validate_it():
    assert "F-1 claimed it" in own_claim_problem(("D-2", "f -1"), 17, "F-1")
    assert "claim 17" in own_claim_problem(("F-1",), 17, "F-1")
    assert own_claim_problem(("D-2", "F-11"), 17, "F-1") == own_claim_problem((), 17, "F-1") == ""
