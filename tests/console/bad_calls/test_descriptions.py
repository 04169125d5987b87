"""`pitledger settle` of what cannot be: an error that names the field, other lines answered, code 2."""

import json

import pytest

from tests.console.bad_calls.descriptions import DESCRIBED, ROUND, Described
from tests.console.calling import pitledger


@pytest.mark.parametrize(
    "described", DESCRIBED, ids=lambda each: f"{each.text[:30]!r} {each.field} {each.says}"
)
def test_what_cannot_be_is_answered_with_the_field(described: Described, tmp_path):
    called = pitledger("settle", "-", "--data", tmp_path, stdin=described.text)

    assert "Traceback" not in called.err + called.out
    assert (called.code, called.err) == (2, "")
    error = called.document["error"]
    assert described.field in error["field"]
    assert described.says in f"{error['field']} {error['message']}"
    assert error["message"]
    assert len(error["message"]) <= 300
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "described",
    [each for each in DESCRIBED if each.text.strip()],
    ids=lambda each: f"{each.text[:30]!r} {each.field} {each.says}",
)
def test_the_lines_beside_it_are_answered(described: Described):
    good = json.dumps(ROUND).encode()

    called = pitledger("settle", "-", stdin=b"\n".join((good, described.text, good)))

    answers = [json.loads(line) for line in called.out.splitlines()]
    assert called.code == 2
    assert ["error" in answer for answer in answers] == [False, True, False]
    assert answers[0] == answers[2]
