"""Who may feed a link, by the recorder and the real commands, on both engines: an accountant finds what is
due back to whom, and why."""

import msgpack
import pytest

from events.body import body_fields, read_body
from events.envelope import decode
from tests.console.event_lines import line_of
from tests.console.link_calls import HCF, TWO
from tests.scenario import UNIT_MC, Clock, LinkDesk, high_card_flush_meter
from tests.scenario_table import TableDesk
from tests.streams.recorder.table_drafts import TableDrafts

SEED_MC = 15_000_000_000
"""30,000 for 1 at $5 (678a.12(d)(3)); each wager of $5 adds 23 %, $1.15."""
ADDED_MC = 115_000


def imports(engine, *drafts):
    """A client sends lines; all are recorded, some perhaps as refusals."""
    called = engine.call("import", "-", "--json", stdin="\n".join(map(line_of, drafts)))
    assert called.code == 0, called.err
    return called.document


def amount(link):
    return link["meters"][0]["amount_mc"]


@pytest.mark.reg("58 Pa. Code § 678a.2(c)")
def test_a_wager_that_may_not_feed_is_due_back_and_the_others_of_its_round_feed(engine):
    assert engine.call("link", "open", "L-1", *HCF, *TWO).code == 0
    table = TableDrafts("T2")
    imports(
        engine,
        table.open(),
        table.open_round(),
        table.wager(1),
        table.wager(3),
        table.withdraw(3, 200_000),  # $2 of its $5: $3 is not the unit
        table.no_more_bets(),
        table.close_round(),
    )
    link = engine.link(lambda link: link["stakes_due_back"])
    (stake,) = link["stakes_due_back"]
    why = "$3.00 was wagered, and the link takes $5.00 and no other amount"
    assert stake.pop("at").startswith("20")
    assert stake == {
        "table": "T2",
        "round": "T2-1",
        "seat": 3,
        "wager": "progressive",
        "amount_mc": 300_000,
        "reason": why,
    }
    assert amount(engine.link(lambda link: amount(link) > SEED_MC)) == SEED_MC + ADDED_MC
    shown = engine.call("meters").out
    assert f"seat 3 of T2, round T2-1: $3.00 due back (progressive), because {why}" in " ".join(shown.split())
    assert engine.settled().code == 0


def test_a_round_plays_by_what_its_link_was_when_it_opened(engine):
    """Closed since: it feeds all the same. Other terms since: its stakes are due back."""
    assert engine.call("link", "open", "L-1", *HCF, *TWO).code == 0
    table = TableDrafts("T2")
    imports(engine, table.open(), table.open_round())
    assert engine.call("link", "close", "L-1", *TWO).code == 0
    imports(engine, table.wager(1), table.no_more_bets(), table.close_round())
    assert amount(engine.link(lambda link: amount(link) > SEED_MC)) == SEED_MC + ADDED_MC

    document = imports(engine, table.open_round(), table.wager(1), table.close_round())
    assert document["refused"] == 1, "the link is closed, so no wager is taken"

    assert engine.call("link", "open", "L-1", *HCF, *TWO).code == 0
    imports(engine, table.open_round(), table.wager(5))
    assert engine.call("link", "close", "L-1", *TWO).code == 0
    limited = (*HCF, "--limit", "progressive=160000")
    assert engine.call("link", "change", "L-1", *limited, *TWO).code == 0
    assert engine.call("link", "open", "L-1", *limited, *TWO).code == 0
    imports(engine, table.no_more_bets(), table.close_round())
    link = engine.link(lambda link: link["stakes_due_back"])
    (stake,) = link["stakes_due_back"]
    assert (stake["round"], stake["seat"], stake["amount_mc"]) == ("T2-3", 5, UNIT_MC)
    assert stake["reason"] == "the link's terms have changed since the round was opened"
    assert amount(link) == SEED_MC + ADDED_MC
    assert engine.settled().code == 0


def test_a_table_that_leaves_feeds_the_round_that_was_open_and_no_other(engine):
    assert engine.call("link", "open", "L-1", *HCF, *TWO).code == 0
    table = TableDrafts("T2")
    imports(engine, table.open(), table.open_round(), table.wager(1))
    imports(engine, table.select(progressives=()), table.no_more_bets(), table.close_round())
    document = imports(engine, table.open_round(), table.wager(1), table.close_round())
    assert document["refused"] == 1, "the table offers it no more"
    assert amount(engine.link(lambda link: amount(link) > SEED_MC)) == SEED_MC + ADDED_MC
    assert engine.link(lambda _: True)["stakes_due_back"] == []
    assert engine.settled().code == 0


def test_a_round_over_the_guard_feeds_when_two_people_have_signed_for_it(engine):
    """Three wagers where two are the most: $3.45 and 75 cents are put on the meter by hand."""
    assert engine.call("link", "open", "L-1", *HCF, "--guard", "10.00", *TWO).code == 0
    table = TableDrafts("T2")
    wagers = [table.wager(seat) for seat in (1, 2, 3)]
    imports(engine, table.open(), table.open_round(), *wagers, table.no_more_bets(), table.claim(2))
    link = engine.link(lambda link: link["awards"])
    assert (link["awards"][0]["seat"], link["awards"][0]["amount_mc"]) == (2, SEED_MC), "it can win"
    assert (amount(link), link["stakes_due_back"]) == (0, [])
    (unfed,) = link["refused"]
    assert (unfed["table"], unfed["attempted"], unfed["source"]) == ("T2", "contribution", "table:T2#6")
    assert unfed["reason"].startswith("$15.00 in one round is unreasonable, $10.00 is the most that can be")
    assert "wagers that fed nothing: $15.00 in one round" in engine.call("meters").out
    for account, add in (("primary", "3.45"), ("reserve", "0.75")):
        where = ("--meter", "progressive", "--account", account, "--add", add, "--document", "slip 9")
        assert engine.call("link", "adjust", "L-1", *where, *TWO).code == 0
    assert amount(engine.link(amount)) == 345_000
    assert engine.settled().code == 0


def test_a_claim_and_a_void_that_were_refused_are_named_to_accounting(engine):
    """Seat 5 had no wager; and when the next round's bets are closed, the first can be voided no longer."""
    assert engine.call("link", "open", "L-1", *HCF, *TWO).code == 0
    table = TableDrafts("T2")
    first = (table.open(), table.open_round(), table.wager(1), table.no_more_bets(), table.claim(5))
    late = table.void(L_1=(1,))
    imports(engine, *first, table.open_round(), table.wager(1), table.no_more_bets(), late)
    link = engine.link(lambda link: len(link["refused"]) == 2)
    assert [(each["attempted"], each["reason"]) for each in link["refused"]] == [
        ("claim", "seat 5 has no accepted progressive wager in this round"),
        ("reversal", "the round is not the table's last one: record an adjustment instead of a void"),
    ]
    assert amount(link) == SEED_MC + 2 * ADDED_MC, "both rounds have fed, and nothing went back"
    assert engine.settled().code == 0


def test_tables_that_lie_and_links_that_no_casino_has_harm_nobody_else(engine):
    """A log that no recorder of ours wrote: a stranger with legs of its own making, a link of 450 meters, one
    of $20 billion, and beside them a table that plays by the rules."""
    clock = Clock()
    link, big, huge = (LinkDesk(name, clock) for name in ("HCF", "BIG", "HUGE"))
    honest, stranger = TableDesk("T1", clock), TableDesk("T9", clock)
    fields = body_fields(read_body(decode(LinkDesk("ANY").opens()))) | {"awards": []}
    meter = body_fields(high_card_flush_meter())
    many = [meter | {"meter": f"m{number}"} for number in range(450)]
    big.records_raw("link_opened", 1, msgpack.packb(fields | {"meters": many}))
    rich = [meter | {"seed_mc": 20 * 10**14}]
    huge.records_raw("link_opened", 1, msgpack.packb(fields | {"meters": rich}))
    link.opens()
    honest.opens()
    stranger.opens_round()
    stranger.closes_bets({"HCF": [1, 2], "BIG": [1], "HUGE": [1]}, wager="ante")
    stranger.claims(1, "seven_card_straight_flush", wager="ante")
    honest.plays({"HCF": [1]})
    honest.closes_bets({"HCF": [1, 2]})  # "no more bets" again, with seat 1 a second time
    for desk in (big, huge, link, honest, stranger):
        engine.feed(desk.recorded)

    shown = engine.link(lambda link: len(link["stakes_due_back"]) == 3, "HCF")
    assert {(s["table"], s["seat"], s["reason"]) for s in shown["stakes_due_back"]} == {
        ("T9", 1, "the table has not joined the link"),
        ("T9", 2, "the table has not joined the link"),
        ("T1", 1, "seat 1 had this wager in the round already, and the link takes one a round"),
    }
    two = SEED_MC + 2 * ADDED_MC
    assert amount(engine.link(lambda link: amount(link) >= two, "HCF")) == two
    assert engine.link(lambda _: True, "HCF")["awards"] == []

    def harmed(checked):
        return [line for line in checked.out.splitlines() if line.startswith(("links", "meters", "money"))]

    checked = engine.settled(lambda checked: checked.code < 2 and not harmed(checked))
    assert harmed(checked) == []
    assert checked.code < 2


def test_a_leg_whose_control_never_comes_is_shown_with_what_to_type_and_its_stakes_are_due_back(engine):
    assert engine.call("link", "open", "HCF", *HCF, *TWO, "--facility", "PHL").code == 0
    clock = Clock()
    table = TableDesk("T1", clock)
    clock.controls["HCF"] = 700
    table.opens()
    table.plays({"HCF": [4]})
    clock.controls["HCF"] = 1
    table.plays({"HCF": [1]})
    engine.feed(table.recorded)

    (gap,) = engine.link(lambda link: link["incomplete"])["incomplete"]
    assert (gap["table"], gap["what"], gap["from_number"]) == ("T1", "control", 700)
    typed = "pitledger link set-aside HCF --table T1 --leg 2 --sign BADGE:DEPARTMENT"
    assert gap["set_aside"].startswith(typed)
    shown = engine.call("meters").out
    assert "incomplete: T1 from control number 700" in shown
    assert "held by leg 2, which waits for it; where it never comes, two people sign:" in shown
    assert typed in shown

    assert engine.call("link", "set-aside", "HCF", "--table", "T1", "--leg", 2, *TWO).code == 0
    link = engine.link(lambda link: not link["incomplete"] and link["stakes_due_back"])
    (stake,) = link["stakes_due_back"]
    assert (stake["seat"], stake["round"], stake["amount_mc"]) == (4, "T1-R1", UNIT_MC)
    assert stake["reason"].startswith(
        "control 700 of the link was not heard, and two people set the leg aside"
    )
    assert amount(link) == SEED_MC + ADDED_MC
    lines = engine.settled().out.splitlines()
    assert [line for line in lines if line.startswith(("links", "meters", "read"))] == []
