"""`pitledger schema`: valid by the metaschema, and true of what is read."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from console.commands import event_schema as schema
from console.main import main
from events.body import TYPES, may_be_on
from events.errors import MalformedEvent
from events.jsonform import JSON_FIELDS, draft_from_json, to_json
from events.times import time_text
from tests.events.bodies import EXAMPLES, an_event, failing
from tests.events.two_versions import FIRST, SECOND, two_versions


def run(capsys, *words):
    return main(["schema", *words]), capsys.readouterr()


@pytest.fixture(scope="module")
def whole():
    return Draft202012Validator(schema.document())


def line(name):
    kind = min(TYPES[name].STREAMS)
    stream = kind if ":" in kind else f"{'finding:table' if kind == 'finding' else kind}:HCF-01"
    named = {"stream": stream, "type": name, "schema": TYPES[name].SCHEMA, "body": EXAMPLES[name]}
    return {**to_json(an_event()), **named}


@pytest.mark.parametrize("words", [(), ("--json",)])
def test_it_prints_one_json_document_and_nothing_else(capsys, words):
    code, printed = run(capsys, *words)

    assert code == 0
    assert json.loads(printed.out) == schema.document()
    assert printed.err == ""


def test_the_document_is_valid_draft_2020_12():
    Draft202012Validator.check_schema(schema.document())


def test_every_body_is_valid_draft_2020_12_and_takes_its_example(capsys, whole):
    def check(name):
        code, printed = run(capsys, "--type", name)
        body = json.loads(printed.out)

        assert code == 0
        assert body["$schema"] == Draft202012Validator.META_SCHEMA["$schema"]
        Draft202012Validator.check_schema(body)
        assert Draft202012Validator(body).is_valid(EXAMPLES[name])
        assert list(whole.iter_errors(line(name))) == []
        assert not whole.is_valid({**line(name), "body": {**EXAMPLES[name], "unheard_of": 1}})
        for stream in ("table:HCF-01", "desk:pit", "desk:badges", "link:L-1"):
            assert whole.is_valid({**line(name), "stream": stream}) == may_be_on(name, stream)

    assert failing(check) == {}


def test_an_unknown_type_says_what_there_is(capsys):
    code, printed = run(capsys, "--type", "wager_plcaed")

    assert code == 2
    assert printed.out == ""
    assert "wager_plcaed" in printed.err
    assert "wager_placed" in printed.err


def test_the_envelope_has_the_fields_that_are_read():
    assert tuple(schema.ENVELOPE) == JSON_FIELDS


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"round": None},
        {
            "seq": None,
            "prev": None,
            "recorded_at": None,
            "gaming_day": None,
            "source_id": None,
            "facility": None,
        },
        {"facility": "two words"},
        {"stream": "shoe:1"},
        {"seq": 0},
        {"seq": "7"},
        {"prev": "ab"},
        {"type": "no_such_type"},
        {"schema": 0},
        {"schema": None},
        {"occurred_at": 5},
        {"occurred_at": None},
        {"round": "R 1"},
        {"actor": ""},
        {"actor": "x" * 65},
        {"source_id": ""},
        {"mode": "demo"},
        {"body": []},
        {"body": {"seat": 3}},
        {"colour": "red"},
        {"occurred_at": time_text(0)},
    ],
)
def test_schema_and_reader_agree(whole, changes):
    agree(whole, {**line("wager_placed"), **changes})


@pytest.mark.parametrize("absent", JSON_FIELDS)
def test_schema_and_reader_agree_on_what_may_be_absent(whole, absent):
    agree(whole, {key: value for key, value in line("wager_placed").items() if key != absent})


def agree(whole, value):
    try:
        draft_from_json(value)
    except MalformedEvent:
        assert not whole.is_valid(value)
    else:
        assert whole.is_valid(value)


def test_a_line_of_an_old_version_is_held_against_that_version():
    with two_versions():
        whole = Draft202012Validator(schema.document())
    old = {**line("wager_placed"), "type": "deck_weighed", "schema": 1, "body": FIRST}

    assert whole.is_valid(old)
    assert whole.is_valid({**old, "schema": 2, "body": SECOND})
    assert not whole.is_valid({**old, "schema": 2})
