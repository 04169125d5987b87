"""Who may wager, by the real commands: what people did to a link rules the rounds that open after it."""

import json

import pytest

from tests.console.event_lines import line_of
from tests.streams.recorder.table_drafts import TableDrafts

TWO = ("--sign", "S-1:slots", "--sign", "A-2:accounting", "--reason", "as filed")
TERMS = ("--rulebook", "678a@2019-11-02", "--paytable", "A")


@pytest.mark.cites("58 Pa. Code § 678a.2(c)")
def test_wagers_are_taken_while_their_link_is_in_play_with_the_table_s_own_terms(call):
    table = TableDrafts()

    def link(action, *terms):
        assert "refused" not in call("link", action, "L-1", *terms, *TWO, "--wait", "0").err

    def wagers() -> str:
        """The next round, imported: what becomes of its one wager."""
        drafts = [table.open_round(), table.wager(1), table.no_more_bets(), table.close_round()]
        called = call("import", "-", "--json", stdin="\n".join(map(line_of, drafts)))
        assert called.code == 0, called.err
        lines = call("export-events", "--stream", table.stream).out.splitlines()
        opened, wager, closed = (json.loads(line) for line in lines[-4:-1])
        (leg,) = closed["body"]["legs"]
        found = opened["body"]["progressives"][0]["found"]
        assert leg["control_seq"] == (0 if found is None else found["control_seq"])
        assert len(leg["wagers"]) == (wager["type"] == "wager_placed")
        return wager["body"].get("code", "taken")

    call("import", "-", stdin=line_of(table.open()))
    assert wagers() == "link_unknown"
    link("open", *TERMS, "--unit", "5.00")
    assert wagers() == "taken"
    link("close")
    assert wagers() == "link_not_live"
    link("change", *TERMS, "--unit", "1.00")
    link("open", *TERMS, "--unit", "1.00")
    assert wagers() == "other_unit"
    link("close")
    assert wagers() == "link_not_live"
