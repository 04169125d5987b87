"""Pieces of the verifier by themselves, where no bag is needed."""

from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import msgpack
import pytest

from console.exports import verify_bag
from console.exports.verify_bag import (
    OVERFLOW,
    UNIT,
    Bad,
    Change,
    Ledger,
    Link,
    Links,
    Queue,
    Said,
    by_hand,
    owed_again,
    table_money,
)
from tests.console.exports.verified_histories import Listed, checked
from tests.streams.sealed_events import Chains

L1 = {"link": "L1", "leg": 1}


@contextmanager
def refused(why):
    """A `ValueError` with these words."""
    with pytest.raises(ValueError, match=why):
        yield


# --- money by hand, under a limit ---------------------------------------------------------------------------


def by_hand_on(account, mc, *, meter="m", limit=100):
    """What an amount changes on a meter that shows 90, and has 5 above its limit."""
    link, change = Link("L1"), Change()
    link.balances = {"m": (90 * UNIT, 7 * UNIT), "m" + OVERFLOW: (5 * UNIT, 0)}
    link.terms = {"m": {"limit_mc": limit}}
    by_hand(link, change, {"meter": meter, "account": account}, mc)
    return change.meters


def test_what_is_added_by_hand_goes_over_the_limit_and_what_is_taken_comes_from_the_account():
    assert by_hand_on("primary", 30) == {"m": (10 * UNIT, 0), "m" + OVERFLOW: (20 * UNIT, 0)}
    assert by_hand_on("primary", 10) == {"m": (10 * UNIT, 0)}
    assert by_hand_on("primary", 30, limit=0) == {"m": (30 * UNIT, 0)}
    assert by_hand_on("primary", -30) == {"m": (-30 * UNIT, 0)}
    assert by_hand_on("reserve", 30) == {"m": (0, 30 * UNIT)}
    assert by_hand_on("primary", 30, meter="m" + OVERFLOW) == {"m" + OVERFLOW: (30 * UNIT, 0)}
    with refused("no account 'residual'"):
        by_hand_on("residual", 1)


# --- the ledger of a table ----------------------------------------------------------------------------------


def table_event(type_, **facts):
    """An event of a table as the verifier has it."""
    return Said(0, "table:T", 1, type_, 0, "2026-03-01", "T-1", "D-1", facts)


def lines(*of):
    """Lines of a book: account, meter, cause, millicents."""
    return {each[:3]: [each[3], 0] for each in of}


ENVY = (("envy", "", "envy", 7), ("paid", "", "envy", -7))
DISPUTE = (("disputes", "", "d", 9), ("paid", "", "d", -9))
FIXED = (("fixed_awards", "ante", "fixed_award", 50), ("paid", "", "fixed_award", -50))


@pytest.mark.parametrize(
    ("event", "moved", "why"),
    [
        (table_event("envy_paid", amount_mc=7), ENVY, ""),
        (table_event("envy_paid", amount_mc=8), ENVY, "an envy bonus of 8 mc was paid"),
        (table_event("wager_settled", wager="ante", paid_mc=50), FIXED, ""),
        (table_event("wager_settled", wager="ante", paid_mc=90), FIXED, ""),
        (table_event("wager_settled", wager="ante", paid_mc=49), FIXED, "49 mc was paid"),
        (table_event("wager_settled", wager="raise", paid_mc=50), FIXED, "50 mc was paid for raise"),
        (
            table_event("wager_settled", wager="ante", paid_mc=50),
            (FIXED[0], ("paid", "", "fixed_award", -40), ("house", "", "x", -10)),
            "50 mc was paid for ante",
        ),
        (table_event("dispute_paid", amount_mc=9), DISPUTE, ""),
        (table_event("dispute_paid", amount_mc=8), DISPUTE, "8 mc was paid"),
        (
            table_event("progressive_paid", amount_mc=9, leg=0),
            (("beyond_entitlement", "", "payment", 9), ("paid", "", "payment", -9)),
            "",
        ),
        (
            table_event("progressive_paid", amount_mc=8, leg=0),
            (("beyond_entitlement", "", "payment", 9), ("paid", "", "payment", -9)),
            "8 mc was paid",
        ),
        (
            table_event("progressive_paid", amount_mc=9, leg=1),
            (("beyond_entitlement", "", "payment", 9), ("paid", "", "payment", -9)),
            "9 mc was paid",
        ),
        (table_event("progressive_paid", amount_mc=9, leg=0), FIXED, ""),
        (table_event("round_voided"), FIXED, ""),
        (table_event("round_voided"), (("primary", "", "x", 1), ("paid", "", "x", -1)), "primary is no"),
    ],
)  # fmt: skip
def test_what_an_event_can_have_moved_in_its_tables_own_book(event, moved, why):
    found = table_money(event, lines(*moved))
    assert why in found
    assert bool(found) == bool(why)


@pytest.mark.parametrize(
    ("type_", "facts", "mode", "must"),
    [
        ("progressive_paid", {"amount_mc": 5}, "live", True),
        ("progressive_paid", {"amount_mc": 5, "slip": " "}, "live", True),
        ("progressive_paid", {"amount_mc": 5, "slip": "S-1"}, "live", False),
        ("progressive_paid", {"amount_mc": 5, "leg": 1}, "live", False),
        ("progressive_paid", {"amount_mc": 0}, "live", False),
        ("progressive_paid", {"amount_mc": 5}, "test", False),
        ("envy_paid", {"amount_mc": 5}, "live", True),
        ("dispute_paid", {"amount_mc": 5}, "live", True),
        ("wager_settled", {"amount_mc": 5}, "live", False),
    ],
)
def test_cash_at_a_table_must_be_in_its_book_but_for_a_slip_that_may_have_come_before(
    type_, facts, mode, must
):
    ledger = Ledger.__new__(Ledger)
    ledger.due, ledger._ended = {}, {}
    ledger._entries = verify_bag.Table.__new__(verify_bag.Table)
    ledger._entries.name, ledger._entries.rows = "entries.csv", 4
    value = ["X", "table:T", 3, b"", type_, 1, 0, 0, "2026-03-01", None, "D", "s", mode, msgpack.packb(facts)]
    if not must:
        ledger.happened(0, value)
        return
    with pytest.raises(Bad, match=rf"table:T seq 3 \({type_}\) is in no entry") as bad:
        ledger.happened(0, value)
    assert bad.value.place == "file entries.csv"


def test_a_day_that_ended_moves_what_comes_later_to_the_next_one():
    ledger = Ledger.__new__(Ledger)
    ledger.due, ledger._ended = {}, {}
    for day, mode in (("2026-03-02", "live"), ("2026-03-01", "live"), ("2026-03-09", "test")):
        body = msgpack.packb({"day": day})
        ledger.happened(
            0, ["X", "table:T", 3, b"", "table_day_ended", 1, 0, 0, day, None, "D", "s", mode, body]
        )
    assert ledger._ended == {"table:T": "2026-03-02"}


# --- what was asked, and what was decided -------------------------------------------------------------------


def decided(chains, type_, source, **facts):
    """A record of the keeper of L1 on an event."""
    stream, _, number = source.rpartition("#")
    body = {"decider": 1, "source_stream": stream, "source_seq": int(number), "balances": [], **facts}
    return [chains.next("meter:L1", type_=type_, body=msgpack.packb(body)), source]


def history(*made):
    """Entries of events, each record with its source and decider in its header."""
    entries = []
    for each in made:
        event, source = each if isinstance(each, list) else (each, "")
        value = list(msgpack.unpackb(event.value))
        if source:
            value[6:8] = [SOURCE_AT, SOURCE_AT + 5]
            value[10:12] = ["keeper/1", source]
        entries.append(msgpack.packb(value))
    return entries


SOURCE_AT = 1_760_000_000_000_001
"""When the first event of a stream occurred."""


def test_a_claim_that_was_refused_by_a_mark_of_the_router_needs_no_decision():
    claim = {**L1, "seat": 1, "hand": "x", "wager": "ante"}
    for refused_seq, good in ((1, True), (2, False)):
        chains = Chains()
        asked = chains.next("table:T", type_="progressive_claimed", body=msgpack.packb(claim))
        refusal = decided(
            chains,
            "leg_refused",
            "router:T#1",
            attempted="claim",
            table="T",
            claim_seq=refused_seq,
            reason="halted",
        )
        later = [chains.next("table:T") for _ in range(2)]
        entries = history(asked, refusal, *later)
        entries[-1] = with_time(entries[-1], SOURCE_AT + 10**9)
        if good:
            assert checked(entries).counts["silent"] == 1
        else:
            with pytest.raises(Bad, match="nothing was decided on a progressive_claimed") as bad:
                checked(entries)
            assert bad.value.place == "index 0"


def with_time(entry, us):
    """An event recorded at another time."""
    value = list(msgpack.unpackb(entry))
    value[7] = us
    return msgpack.packb(value)


def test_what_was_quarantined_or_set_aside_is_counted_together():
    links = Links(Listed([]), {}, None)
    links.counts.update({"quarantined": 3, "set aside": 4})
    assert "  0 await their decision, 7 quarantined or set aside on record" in links.said()


def test_what_is_over_is_given_back_and_the_rest_stays_in_order():
    queue = Queue()
    for number in range(5_000):
        queue.add(number, number + 7)
    for number in range(5_000):
        assert len(queue) == 5_000 - number
        assert queue.first() == (number, number + 7)
        queue.drop()
        assert len(queue._places) <= 2 * 5_000
    assert len(queue) == 0
    assert len(queue._places) < 4_096


def test_a_share_whose_payment_never_happened_is_owed_again():
    award = verify_bag.Award("m", 100, {1: 20, 2: 50})
    award.paid = {1: 30}
    owed_again(award, {"seat": 1, "house_mc": 0}, 10)
    assert (award.paid, award.owed) == ({1: 20}, {1: 30, 2: 50})
    owed_again(award, {"seat": 1, "house_mc": 0}, 20)
    assert (award.paid, award.owed) == ({}, {1: 50, 2: 50})
    award.paid, award.owed = {1: 60}, {2: 50}
    with refused("house_mc"):
        owed_again(award, {"seat": 1, "house_mc": 0}, 10)
    award.paid, award.owed = {1: 60}, {2: 50}
    owed_again(award, {"seat": 1, "house_mc": 10}, 10)
    assert (award.paid, award.owed) == ({1: 50}, {2: 50})
    with refused("was paid less than 60 mc"):
        owed_again(award, {"seat": 1, "house_mc": 0}, 60)


# --- a part -------------------------------------------------------------------------------------------------


def test_what_a_meter_gains_has_its_overflow_with_it():
    before = {"a": (5, 1), "a" + OVERFLOW: (7, 0), "b": (1, 1)}
    after = {"a": (9, 1), "a" + OVERFLOW: (10, 0), "b": (1, 4), "c": (2, 0)}
    assert verify_bag.moves(before, after) == {"a": (7, 0), "b": (0, 3), "c": (2, 0)}
    with refused("b is not there any more"):
        verify_bag.moves(before, {"a": (9, 1), "a" + OVERFLOW: (10, 0)})


def test_whole_millicents_are_counted_meter_by_meter():
    before = {"a": (9_999, 20_000), "b": (5_000, 0)}
    after = {"a": (10_000, 20_000), "b": (9_999, 30_001), "c": (40_000, 0)}
    assert verify_bag.whole_moves(before, after, 0) == 1 + 0 + 4
    assert verify_bag.whole_moves(before, after, 1) == 3


def a_decision(chains, primary_mc, **facts):
    """An adjustment of L1, after which this stands on its one meter."""
    balance = {"meter": "m", "primary_mc": primary_mc, "reserve_mc": 0}
    balance |= {"primary_residual": 0, "reserve_residual": 0}
    facts = {"meter": "m", "account": "primary", "balances": [balance], **facts}
    return decided(chains, "meter_adjusted", "link:L1#1", **facts)


@pytest.mark.parametrize(
    ("second", "why"),
    [
        ({"primary_mc": 9, "amount_mc": 4}, ""),
        ({"primary_mc": 10, "amount_mc": 4}, "what m gains in units is"),
        ({"primary_mc": 9, "amount_mc": 4, "source_seq": 2}, "its source is"),
        ({"primary_mc": 9, "amount_mc": "4"}, "amount_mc is '4'"),
    ],
)
def test_a_decision_in_a_part_is_named_where_it_does_not_follow_from_the_one_before(second, why):
    chains = Chains()
    chains.heads["meter:L1"] = (4, b"x" * 32)
    first = a_decision(chains, 5, amount_mc=1)
    entries = history(first)
    chains.heads["meter:L1"] = (5, verify_bag.sha256(entries[0]).digest())
    entries += history(a_decision(chains, **second))
    part = verify_bag.Part(Path("none"), 2)
    assert part.take([0], entries[:1]) == []
    if not why:
        assert part.take([1], entries[1:]) == []
        assert "links: 1; 1 decisions change the meters by their own fields" in part.said()
        return
    with pytest.raises(Bad, match=why) as bad:
        part.take([1], entries[1:])
    assert bad.value.place == "index 1"


def test_a_journal_that_is_no_text_or_not_there_is_named():
    with TemporaryDirectory() as name:
        (Path(name) / "odd").write_bytes(b"\xff")
        for file in ("odd", "none"):
            with pytest.raises(Bad, match="it cannot be read") as bad:
                list(verify_bag.text_lines(Path(name), file))
            assert bad.value.place == f"file {file}"
        (Path(name) / "good").write_bytes("ö\r\nb\n".encode())
        assert list(verify_bag.text_lines(Path(name), "good")) == ["ö\r\n", "b\n"]


def test_wagers_that_were_set_aside_need_no_decision():
    wager = {"seat": 1, "wager": "ante", "amount_mc": 5}
    legs = {"legs": [{**L1, "wagers": [wager], "control_seq": 1, "selections_seq": 1}]}
    for table, last_leg, good in (("T", 1, True), ("T", 0, False), ("U", 1, False)):
        chains = Chains()
        bets = chains.next("table:T", type_="bets_closed", body=msgpack.packb(legs))
        asked = chains.next("link:L1", type_="link_leg_set_aside", body=msgpack.packb({"table": table}))
        aside = decided(chains, "leg_set_aside", "link:L1#1", table=table, last_leg=last_leg)
        entries = history(bets, asked, aside, chains.next("table:T"))
        entries[-1] = with_time(entries[-1], SOURCE_AT + 10**9)
        if good:
            assert checked(entries).counts["set aside"] == 1
        else:
            with pytest.raises(Bad, match="nothing was decided on 1 wagers") as bad:
                checked(entries)
            assert bad.value.place == "index 0"


def test_of_several_gaps_the_first_in_the_log_is_named():
    chains = Chains()
    made = [
        chains.next(stream).value
        for stream in ("table:Z", "table:Z", "table:Z", "table:A", "table:A", "table:A")
    ]
    entries = [each for number, each in enumerate(made) if number not in (1, 4)]
    streams = verify_bag.Streams(Listed(entries), None)
    streams.take(range(4), entries)
    with pytest.raises(Bad, match="table:Z: an event before seq 3 is missing") as bad:
        streams.finish()
    assert bad.value.place == "index 1"


@pytest.mark.parametrize(
    ("record", "kept"),
    [
        ({"topic": "links", "key": "L1"}, {("L1", "table:T", 1)}),
        ({"topic": "events", "key": "L1"}, set()),
        ({"topic": "links"}, set()),
        ({"topic": "links", "key": "L1", "value": b"no event"}, set()),
        ({"topic": "links", "key": "L1", "value": 5}, set()),
    ],
)
def test_what_is_quarantined_on_its_way_to_a_link_is_remembered(record, kept):
    """Shown as an entry of the log, wrapped."""
    value = {"value": Chains().next("table:T").value, **record}
    entry = msgpack.packb({"kind": "quarantined", "value": msgpack.packb(value)})
    streams = verify_bag.Streams(Listed([entry]), None)
    assert streams.take([0], [entry]) == [msgpack.unpackb(entry)]
    assert (streams.wrapped, streams.links._quarantined) == (1, kept)
