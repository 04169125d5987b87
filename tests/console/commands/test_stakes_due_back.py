"""Stakes that are due back: listed with whom they belong to, until a table records that it returned them."""

from events.times import parse_time
from events.vocabulary.play import WagerSettled
from tests.console.commands.test_who_may_feed import HCF, imports
from tests.console.link_calls import TWO
from tests.streams.recorder.table_drafts import TableDrafts


def returned(table, seat, returned_mc):
    """The dealer gives a stake back: the wager is void."""
    settled = WagerSettled(
        seat=seat,
        wager="progressive",
        outcome="void",
        stake_mc=300_000,
        returned_mc=returned_mc,
        paid_mc=0,
        paid_from=None,
    )
    return table.draft_of(settled)


def due(engine):
    """Seats and amounts that are due back, as `meters` and `ledger liability` agree on them."""
    (link,) = engine.call("meters", "--json").document["links"]
    owed = engine.call("ledger", "liability", "--json").document
    found = [(stake["seat"], stake["amount_mc"]) for stake in link["stakes_due_back"]]
    assert [(stake["seat"], stake["amount_mc"]) for stake in owed["stakes_due_back"]] == found
    assert owed["stakes_due_back_mc"] == sum(mc for _, mc in found)
    return found


def test_a_stake_is_due_back_until_the_table_has_returned_all_of_it(engine):
    """Seats 3 and 5 took $2 of their $5 back: $3 is not the link's unit, so it feeds nothing."""
    assert engine.call("link", "open", "L-1", *HCF, *TWO).code == 0
    table = TableDrafts("T2")
    less = [draft for seat in (3, 5) for draft in (table.wager(seat), table.withdraw(seat, 200_000))]
    imports(engine, table.open(), table.open_round(), *less, table.no_more_bets())
    engine.link(lambda link: len(link["stakes_due_back"]) == 2)

    assert due(engine) == [(3, 300_000), (5, 300_000)]
    shown = engine.call("ledger", "liability").out
    assert "stakes due back: 2, $6.00: hand each back, and have the table record it" in shown
    assert "L-1: seat 5 of T2, round T2-1: $3.00 due back (progressive), because $3.00 was wagered" in shown
    before = max(event["recorded_at"] for event in engine.call("export-events", "--json").document)

    imports(engine, returned(table, 3, 300_000), returned(table, 5, 100_000), table.close_round())
    engine.link(lambda link: len(link["stakes_due_back"]) == 1)
    assert due(engine) == [(5, 300_000)]
    then = engine.call("meters", "--at", before, "--json").document["links"][0]["stakes_due_back"]
    assert [stake["seat"] for stake in then] == [3, 5]
    assert parse_time(then[0]["at"]) <= parse_time(before)

    imports(engine, returned(table, 5, 200_000))  # the rest, after the round
    engine.link(lambda link: not link["stakes_due_back"])
    assert due(engine) == []
    assert "due back" not in engine.call("meters").out + engine.call("ledger", "liability").out
    assert engine.settled().code == 0
