"""Names of people and departments: what cannot be seen makes no difference, and is no name by itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events import MalformedEvent, parse_body
from events.naming import comparable, names_somebody
from tests.events.bodies import EXAMPLES

UNSEEN = (
    " \t\n\x00\x7f\xa0\xad\u034f\u061c\u115f\u180e\u200b\u200d"
    "\u2028\u202e\u2060\u2800\u3000\u3164\ufe0f\ufeff"
)
"""Blanks, and characters of every other kind that shows nothing."""
HYPHENS = "-\u02d7\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u207b\u2212\ufe58\ufe63\uff0d"


@pytest.mark.parametrize("hyphen", HYPHENS)
def test_one_hyphen_is_as_good_as_another(hyphen):
    assert comparable(f"S{hyphen}1") == "s-1"


@given(st.text(max_size=8), st.text(max_size=8), st.text(UNSEEN, min_size=1, max_size=3))
def test_what_cannot_be_seen_makes_no_difference(before, after, unseen):
    apart = comparable(before + " " + after)

    assert comparable(before + unseen + after) == apart
    assert comparable(apart) == apart
    assert names_somebody(unseen) is False


@given(st.text(st.characters(codec="ascii"), max_size=20))
def test_upper_and_lower_case_are_one(text):
    assert comparable(text.upper()) == comparable(text.lower())


def test_a_look_alike_of_another_script_is_another_letter():
    assert comparable("\u0405-1") != comparable("S-1"), "Cyrillic: only a register knows who is meant"


@pytest.mark.parametrize("blank", ["\u200b", " ", "-", "\u3164", "\u00a0\u2011", "''"])
@pytest.mark.parametrize(
    ("name", "field"),
    [("progressive_paid", "paid_by"), ("badge_issued", "badge"), ("badge_issued", "department")],
)
def test_a_name_without_a_letter_or_digit_is_refused_where_it_comes_in(name, field, blank):
    with pytest.raises(MalformedEvent, match=rf"^body\.{field}: has no letter or digit") as refusal:
        parse_body(name, {**EXAMPLES[name], field: blank})
    assert refusal.value.field == f"body.{field}"


def test_a_signature_without_a_name_is_refused_where_it_comes_in():
    for field in ("badge", "department"):
        signed = [{"badge": "S-1", "department": "slots", field: "\u200b"}]
        with pytest.raises(MalformedEvent, match=rf"^body\.signed_by\.0\.{field}: has no letter or digit"):
            parse_body("badge_issued", {**EXAMPLES["badge_issued"], "signed_by": signed})
