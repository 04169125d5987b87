"""Names of people and departments: what cannot be seen makes no difference, and is no name by itself."""

import json

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events import MalformedEvent, parse_body
from events.columns import decode_rows
from events.envelope import decode, encode
from events.jsonform import draft_from_json, draft_from_line, to_json
from events.naming import comparable, names_somebody
from tests.events.bodies import EXAMPLES, an_event

UNSEEN = (
    " \t\n\x00\x7f\xa0\xad\u034f\u061c\u115f\u180e\u200b\u200d"
    "\u2028\u202e\u2060\u2800\u3000\u3164\ufe0f\ufeff\U00016fe4\U0001d159"
)
"""Blanks, and characters of every other kind that shows nothing."""
HYPHENS = (
    "-\u02d7\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u207b\u2212\u2500\u2501\u2796\u30fc\ufe58\ufe63\uff0d"
)


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


CONTROL = ["S-1\x00", "\x1b[31mS-1", "S\t1", "S-1\n", "S\x7f1", "S\x851"]


@pytest.mark.parametrize("bad", CONTROL)
@pytest.mark.parametrize("field", ["badge", "department"])
def test_a_name_with_a_control_character_is_refused_where_it_comes_in(field, bad):
    with pytest.raises(MalformedEvent, match=rf"^body\.{field}: .* or a control character") as refusal:
        parse_body("badge_issued", {**EXAMPLES["badge_issued"], field: bad})
    assert refusal.value.field == f"body.{field}"


@pytest.mark.parametrize("bad", [*CONTROL, "\x00", " ", "\u200b", "-", "\U00016fe4"])
def test_an_actor_that_names_nobody_is_refused_wherever_an_event_comes_from(bad):
    named = an_event()
    wrong = named._replace(actor=bad)
    stored = msgpack.packb(list(wrong))
    fields = {**to_json(named), "actor": bad}
    for refuse in (
        lambda: encode(wrong),
        lambda: decode(stored),
        lambda: decode_rows([encode(named), stored]),
        lambda: draft_from_json(fields),
    ):
        with pytest.raises(MalformedEvent, match=r"names nobody|not events"):
            refuse()
    assert draft_from_line(json.dumps(fields).encode(), "line#1") is None, "the slow reader names it"
    assert draft_from_line(json.dumps(to_json(named)).encode(), "line#1") is not None
