"""A test in the middle of a live round, under the very name of that round: by the real commands."""

import json

import pytest

from tests.console.calling import pitledger
from tests.console.event_lines import line_of
from tests.streams.recorder.table_drafts import UNIT, LinkDrafts, TableDrafts


@pytest.fixture
def instance(tmp_path):
    """A live round with wagers of seats 1 and 2, and everything that a test can do inside it."""
    table, link = TableDrafts(), LinkDrafts()
    drafts = [link.open(), table.open(), table.open_round(), table.wager(1), table.wager(2)]
    name = table.round
    inside = [
        table.select(progressives=()),
        table.wager(5),
        table.withdraw(1),
        table.lock_out(),
        table.no_more_bets(),
        table.claim(5),
        table.void(L_1=(1, 2)),
        table.close_round(),
        table.end_day(),
        table.close(),
        table.open_round(),
    ]
    drafts += [draft._replace(mode="test", round=name) for draft in inside]
    table.round = name
    drafts += [table.wager(3), table.no_more_bets(), table.close_round()]
    called = pitledger("import", "-", "--data", tmp_path, "--json", stdin="\n".join(map(line_of, drafts)))
    assert (called.code, called.document["refused"]) == (0, 1), (
        "the test's own wager, at a table without offers"
    )
    return tmp_path, name


def view(instance, *options):
    data, name = instance
    return pitledger("round", name, "--data", data, "--json", *options)


def test_the_round_is_what_was_live(instance):
    live = view(instance).document
    assert (live["mode"], live["status"]) == ("live", "closed")
    assert {seat["seat"]: seat["wagers"]["progressive"] for seat in live["seats"]} == dict.fromkeys(
        (1, 2, 3), UNIT
    )
    assert {"round_voided", "lock_out_engaged", "table_closed"}.isdisjoint(
        happening["type"] for happening in live["timeline"]
    )
    assert len(live["timeline"]) == 6


def test_the_test_is_a_round_of_its_own(instance):
    tested = view(instance, "--mode", "test").document
    assert (tested["mode"], tested["status"]) == ("test", "voided")
    assert view(instance, "--mode", "training").code == 2
    assert view(instance, "--mode", "play").code == 2


def test_only_live_wagers_are_on_the_meter_and_everything_agrees(instance):
    data, _ = instance
    (link,) = pitledger("meters", "--data", data, "--json").document["links"]
    (meter,) = link["meters"]
    assert meter["amount_mc"] == 30_000 * UNIT + 3 * UNIT * 23 // 100
    for command in ("check", "rebuild", "check"):
        called = pitledger(command, "--data", data)
        assert called.code == 0, called.out + called.err
    exported = pitledger("export-events", "--data", data).out.splitlines()
    for event in map(json.loads, exported):
        if event["mode"] == "test":
            assert not event["body"].get("legs")
            assert not event["body"].get("leg")


@pytest.mark.parametrize("options", [("--table", "HCF-02"), ("--mode", "training")])
def test_a_round_that_was_played_otherwise_is_named_with_table_and_mode(instance, options):
    called = view(instance, *options)
    name = instance[1]
    assert (called.code, called.out) == (2, "")
    assert f"{name} was played at HCF-01 in live, at HCF-01 in test: give --table and --mode" in called.err


def test_a_round_in_other_letters_and_one_that_nobody_played_are_told_apart(instance):
    data, name = instance
    lower = pitledger("round", name.lower(), "--data", data)
    assert lower.code == 2
    assert f"no round {name.lower()} is recorded here, but {name}." in lower.err
    none = pitledger("round", "X-99", "--data", data)
    assert none.code == 2
    assert "no round X-99 is recorded here; `pitledger rounds --data " in none.err
