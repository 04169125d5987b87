"""Second signatures: who may give them, until when, and that a request is answered once."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from events.vocabulary.desk import SignatureDeclined, SignatureGiven, SignatureRequested
from projections.signature_requests import Request, declining_problem, signing_problem

ASKED = SignatureRequested(
    asks="x",
    form="/x",
    typed=(),
    facts=(),
    sha256="0" * 64,
    seen=(),
    why="x",
    badge="A-2",
    department="accounting",
    until_us=100,
)
REQUEST = Request(3, 1, ASKED)


@pytest.mark.parametrize(
    ("badge", "department", "now_us", "problem"),
    [
        ("S-1", "surveillance", 99, ""),
        ("S-1", "surveillance", 100, "open for an hour, which is over"),
        ("a-2 ", "surveillance", 5, "signed first"),
        ("A-3", " Accounting", 5, "both of accounting"),
    ],
)
def test_somebody_of_another_department_signs_within_its_time(badge, department, now_us, problem):
    found = signing_problem(REQUEST, badge, department, now_us)

    assert problem in found
    assert bool(found) == bool(problem)


def test_whoever_asked_may_take_it_back_and_colleagues_may_not_decline_it():
    assert declining_problem(REQUEST, "A-2", "accounting", 5) == ""
    assert declining_problem(REQUEST, "S-1", "surveillance", 5) == ""
    assert declining_problem(REQUEST, "A-3", "accounting", 5)
    assert declining_problem(REQUEST, "A-2", "accounting", 100)


def test_what_is_answered_is_answered():
    second = {"badge": "S-1", "department": "surveillance"}
    given = SignatureGiven(request_seq=3, sha256="0" * 64, **second, recorded=())
    no = SignatureDeclined(request_seq=3, declined_by="S-1", reason="x")
    for answered, state in (
        (replace(REQUEST, given=given), "signed"),
        (replace(REQUEST, given=replace(given, refused="x")), "refused"),
        (replace(REQUEST, declined=no), "declined"),
    ):
        assert answered.state(5) == state
        assert f"was {state} already" in signing_problem(answered, "S-1", "surveillance", 5)
    assert (REQUEST.state(5), REQUEST.state(100)) == ("open", "expired")
