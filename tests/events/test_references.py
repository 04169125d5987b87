"""Which fields name people, and what becomes of their labels: a reference, and nothing else changes."""

import hashlib
import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events import vocabulary
from events.body import TYPES, body_class, parse_body, read_body
from events.envelope import NO_PREV
from events.jsonform import Draft, draft_from_json
from events.references import (
    Mention,
    Opening,
    is_reference,
    mentions,
    names_people,
    personal_fields,
    personal_types,
    reference,
    with_references,
)

assert vocabulary.THEMES
EXAMPLES = json.loads((Path(__file__).parents[2] / "docs" / "event_examples.json").read_text())
SALT = bytes(range(32))
LABELS = st.text(min_size=1, max_size=64, alphabet=st.characters(exclude_categories=("Cs",)))
PERSON = re.compile(r"player|account|patron|guest|claimant|customer|person|member|holder")
NOT_PEOPLE = {
    ("deck_spread", "asked_by_player"),
    ("envy_paid", "holder_seat"),
    ("link_adjusted", "account"),
    ("link_transferred", "account"),
    ("meter_adjusted", "account"),
    ("selections_changed", "boxes_per_player"),
    ("table_opened", "boxes_per_player"),
    ("table_opened", "floorperson"),
    ("dealer_changed", "floorperson"),
    ("transfer_received", "account"),
    ("transfer_refused", "account"),
    ("transfer_returned", "account"),
    ("transfer_sent", "account"),
}
"""Fields whose names sound like a person: yes or no, a number, a badge of staff, an account of the ledger."""


def drafted(type_, fields, **more):
    body = parse_body(type_, fields)
    bare = Draft(
        *(None, "table:T-1", None, None, type_, body.SCHEMA, 1, None, None, None, "D-1", "x#1", "live"),
        body.to_bytes(),
    )
    return bare._replace(**more)


def seated(player, **more):
    return drafted("player_seated", {"player": player, "seat": 3, "boxes": [3]}, **more)


def credited(player, account):
    fields = {"player": player, "seat": 3, "account": account, "amount_mc": 1, "source": "buy_in"}
    return drafted("game_account_credited", fields)


def test_every_field_that_sounds_like_a_person_is_marked_or_named_here_with_its_reason():
    sounding = {
        (type_, field)
        for type_, body in TYPES.items()
        for field in body.__struct_fields__
        if PERSON.search(field)
    }
    marked = {(type_, field) for type_ in personal_types() for field, _ in personal_fields(type_)}

    assert marked == {
        ("boxes_changed", "player"),
        ("case_opened", "player"),
        ("game_account_credited", "account"),
        ("game_account_credited", "player"),
        ("player_left", "player"),
        ("player_seated", "player"),
    }
    assert sounding == marked | NOT_PEOPLE


def test_the_examples_of_the_documentation_name_nobody():
    for type_ in personal_types():
        for field, _ in personal_fields(type_):
            assert is_reference(EXAMPLES[type_][field]), (type_, field)


@settings(deadline=None)
@given(LABELS)
def test_a_label_gives_way_to_the_hash_that_anybody_can_compute(label):
    made = with_references(seated(label), lambda mention: reference(SALT, mention.label))

    expected = label if is_reference(label) else hashlib.sha256(SALT + label.encode()).hexdigest()
    assert read_body(made) == body_class("player_seated")(player=expected, seat=3, boxes=(3,))
    assert Opening("player", label, SALT).reference == hashlib.sha256(SALT + label.encode()).hexdigest()


@settings(deadline=None)
@given(LABELS)
def test_what_was_replaced_once_stays_as_it_is(label):
    once = with_references(seated(label), lambda mention: reference(SALT, mention.label))

    assert mentions(once) == ()
    assert with_references(once, lambda _mention: pytest.fail("it names nobody")) == once


def test_nothing_but_the_body_changes_and_of_the_body_nothing_but_the_labels():
    before = credited("P-1", "GA-1")
    after = with_references(before, lambda mention: reference(SALT, mention.label))

    assert after._replace(body=before.body) == before
    facts = read_body(before)
    replaced = {"player": reference(SALT, "P-1"), "account": reference(SALT, "GA-1")}
    assert {name: getattr(read_body(after), name) for name in facts.__struct_fields__} == {
        **{name: getattr(facts, name) for name in facts.__struct_fields__},
        **replaced,
    }


def test_an_account_is_mentioned_with_its_player():
    assert mentions(credited("P-1", "GA-1")) == (Mention("player", "P-1"), Mention("account", "GA-1", "P-1"))


def test_player_and_account_of_one_label_are_two():
    made = with_references(credited("7", "7"), lambda mention: reference(SALT, mention.kind))

    assert read_body(made).player == reference(SALT, "player")
    assert read_body(made).account == reference(SALT, "account")


def test_a_copy_keeps_its_bytes_whatever_it_says():
    line = {
        "stream": "table:T-1",
        "type": "player_seated",
        "schema": 1,
        "actor": "D-1",
        "mode": "live",
        "facility": "F",
        "seq": 1,
        "prev": NO_PREV.hex(),
        "source_id": "x#1",
        "gaming_day": "2026-03-02",
        "occurred_at": "2026-03-02T12:00:00Z",
        "recorded_at": "2026-03-02T12:00:00Z",
        "body": {"player": "P-1", "seat": 3, "boxes": [3]},
    }
    assert not names_people(draft_from_json(line))
    assert names_people(draft_from_json({**line, "prev": None}))
    assert not names_people(drafted("player_seated", line["body"], type="card_burned"))


def test_a_case_may_be_opened_for_nobody():
    fields = {**EXAMPLES["case_opened"], "player": None}
    assert mentions(drafted("case_opened", fields)) == ()
