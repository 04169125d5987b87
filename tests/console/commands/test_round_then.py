"""A round at a moment of it shows nothing of its awards, its void and its dispute that came later."""

import pytest

from tests.console.calling import pitledger
from tests.console.event_lines import line_of
from tests.streams.recorder.table_drafts import LinkDrafts, TableDrafts

CLAIMED, VOIDED = 5, 6
BY = ("--by", "F-1")
TWO = ("--sign", "S-1:slots", "--sign", "A-2:accounting", "--reason", "as seen on video")


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """An award is locked, its round is voided, and the player is paid by a case."""
    house = ("--data", tmp_path_factory.mktemp("then"))
    table = TableDrafts()
    drafts = [LinkDrafts().open(), table.open(), table.open_round(), table.wager(1), table.no_more_bets()]
    drafts += [table.claim(1), table.void(L_1=(1,))]
    assert pitledger("import", "-", *house, stdin="\n".join(map(line_of, drafts))).code == 0
    claim = ("--table", "HCF-01", "--seat", 1, "--claim", "it was not void", "--amount", "20.00")
    at = ("--at", "2026-01-01T12:00:00Z")
    assert pitledger("case", "open", *claim, *at, *BY, *house).code == 0
    cash = (
        "--pay",
        "20.00",
        "--round",
        "HCF-01-1",
        "--wager",
        "progressive",
        "--slip",
        "C-9",
        "--paid-by",
        "C-1",
    )
    assert pitledger("case", "decide", "1", *cash, *TWO, *house).code == 0
    return house


def steps(house, *at):
    document = pitledger("round", "HCF-01-1", *at, *house, "--json").document
    return [step["status"] for step in document["meters"]], len(document["case_payments"])


def test_what_a_meter_went_through_later_is_not_shown(house):
    assert steps(house) == (["locked", "returned"], 1)
    assert steps(house, "--at", VOIDED) == (["locked", "returned"], 0)
    assert steps(house, "--at", CLAIMED) == (["locked"], 0)
    assert steps(house, "--at", CLAIMED - 1) == ([], 0)


def test_at_a_terminal_likewise(house):
    def shown(*at):
        return pitledger("round", "HCF-01-1", *at, *house).out

    assert "was returned" in shown()
    assert "was returned" not in shown("--at", CLAIMED)
    assert "was locked" in shown("--at", CLAIMED)
