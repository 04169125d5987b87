"""What a marked test sees is read from its source: an amount, a finding, a refusal, or nothing."""

import textwrap
from itertools import count

import pytest

from docs.evidence import kinds_of

HELPERS = """
from games.describing.describe import answer

def verdict_of(settle, cards):
    return settle([cards], "Ah Kd")

def due(rows):
    return {wager: row.due_cents for wager, row in rows.items()}

def all_back(rows):
    assert due(rows) == {"ante": 1000}

def refused_claim(at):
    attempted, reason = at.refusal()
    assert attempted == "claim"
    return reason
"""
CONFTEST = """
import pytest

@pytest.fixture
def settle(table):
    return table.settle

@pytest.fixture
def refused(table):
    return table.answer()["error"]
"""


@pytest.fixture
def seen(tmp_path):
    """What a test sees whose source is given."""
    folder = tmp_path / "tests" / "games"
    folder.mkdir(parents=True)
    (folder / "told.py").write_text(HELPERS)
    (folder / "conftest.py").write_text(CONFTEST)

    numbers = count(1)

    def of(source, name="test_it"):
        file = f"tests/games/test_{next(numbers)}.py"
        (tmp_path / file).write_text(textwrap.dedent(source))
        return kinds_of(file, name, tmp_path)

    return of


@pytest.mark.parametrize(
    "body",
    [
        'assert settle([])("ante") == ("win", 1000, 1000)',
        'verdict = settle([])\n    assert verdict("ante") == ("lose", 0, 0)',
        "verdict = verdict_of(settle, 'Ac')\n    assert verdict.total() == 0",
        "assert settle([]).paid('ante') == 1000",
        "for verdict in [settle([])]:\n        assert verdict('ante')[1:3] == (0, 0)",
        "back = [w['returned_stake_cents'] for w in settle([]).values()]\n    assert back == [7]",
        "award = at.wins()\n    assert award.amount_mc == usd('15')",
        "assert at.shown() == (usd('15'), 0)",
        "all_back(rows_of(settle))",
        "assert due(rows_of(settle)) == {'ante': 0}",
        "row = at.row()\n    assert row == {'due_cents': 5}",
    ],
)
def test_amount_that_was_worked_out(seen, body):
    source = "from tests.games.told import all_back, due, verdict_of\ndef test_it(settle, at, rows_of):\n    "
    assert seen(source + body) == {"amount"}


@pytest.mark.parametrize(
    "body",
    [
        'with pytest.raises(Refused):\n        record("x")',
        'assert refused_claim(at) == "seat 2 has no wager"',
        "reason = refused_claim(at)\n    assert 'no wager' in reason",
        "field, message = refused\n    assert field == 'seats[0]'",
        "assert at.answer()['error'] == 'seats'",
        "(event,) = record('x')\n    assert event.type == 'wager_refused'",
    ],
)
def test_refusal(seen, body):
    source = (
        "import pytest\nfrom streams.recorder.refusal import Refused\n"
        "from tests.games.told import refused_claim\ndef test_it(at, refused, record):\n    "
    )
    assert seen(source + body) == {"refused"}


def test_finding(seen):
    assert seen("def test_it(told):\n    assert told().findings == []") == {"finding"}


@pytest.mark.parametrize(
    "body",
    [
        "assert WAGERS['ante'].deadline == 'no_more_bets'",  # a label
        "assert 52 - 7 * 5 == 17",  # the stub that goes to the rack
        "assert breaches(opening()) == ['647a.2(b)(1)']",  # what no table can fail
        "assert settle([]).outcome('ante') == 'win'",  # who wins, and not what
        "assert settle([]).notes == []",
        "assert duties(2) == ['collect_ante']",
        "assert 'error' not in answer()",  # that nothing was refused
        "assert not refused_at(3)",
        "stake_mc = 5\n    assert steps() == ['shuffle']",
        "assert {'stake_mc': 5} == {'stake_mc': 5}",  # written down on both sides
        "with pytest.raises(KeyError):\n        settle([])",  # an accident, and nobody's refusal
        "settle([]).total()",  # looked at by nobody
    ],
)
def test_what_makes_no_evidence(seen, body):
    assert seen(f"import pytest\nfrom games import WAGERS\ndef test_it(settle):\n    {body}") == set()


def test_whole_module_counts_only_if_each_of_its_tests_sees_something(seen):
    good = "def test_one(settle):\n    assert settle([]).total() == 0\n"
    assert seen(good, "") == {"amount"}
    assert seen(good + "def test_two():\n    assert 1 + 1 == 2\n", "") == set()
    in_class = "class TestBoth:\n    def test_one(self, settle):\n        assert settle([]).total() == 0\n"
    assert seen(in_class + "def test_two():\n    assert 1 + 1 == 2\n", "TestBoth") == {"amount"}
