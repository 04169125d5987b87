"""No line of the ledger's files can say anything else than what the entries of the log come to."""

import pytest

from tests.console.exports.changed_ledgers import FILES, changes, finished, judged, sums_of
from tests.faults.insiders.forger import make_evening


@pytest.fixture(scope="module")
def bag(tmp_path_factory):
    return make_evening(tmp_path_factory.mktemp("evening")).bag


def test_the_ledger_is_good_as_it_is(bag):
    said = finished(bag, sums_of(bag))
    assert said[1] == "  0 postings, 45 balances, 23 accounts"
    assert [line.split(",")[0] for line in said[2:]] == [
        "journal: ledger.beancount",
        "journal: ledger.journal",
    ]


@pytest.mark.parametrize("name", FILES)
def test_a_line_left_out_twice_or_changed_is_refused(bag, name):
    sums, found = sums_of(bag), set()
    for what, content in changes(bag, name):
        place = judged(bag, sums, name, content)
        assert place, what
        found.add(place)
    if name != "csv/accounts.csv":  # a path that is another one is missed in the journal
        assert found == {f"file data/ledger/{name}"}
