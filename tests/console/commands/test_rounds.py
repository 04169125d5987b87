"""`pitledger rounds`: by table, seat and time, by hand, by what differs; the shape that scripts rely on."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing

import pytest

from tests.console.calling import pitledger
from tests.console.terminal import in_terminal

FIELDS = ["round", "at", "table", "seats", "cards", "hand", "staked_cents", "paid_cents", "due_cents"]


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A table of each game, ten rounds each, in about every second of which something goes wrong."""
    where = tmp_path_factory.mktemp("rounds") / "house"
    called = pitledger(
        *("floor", "--tables", 5, "--rounds", 10, "--seed", 3, "--mistakes", "0.5"), "--data", where
    )
    assert called.code == 0, called.err
    return where


def rounds(data, *args):
    called = pitledger("rounds", *args, "--data", data, "--json")
    assert called.code == 0, called.err
    return called.document


@pytest.fixture(scope="module")
def verdicts(data):
    """The verdict on every round, as `round` gives it."""
    return {
        each["round"]: pitledger("round", each["round"], "--data", data, "--json").document["verdict"]
        for each in rounds(data)
    }


def test_every_live_round_is_found_in_the_order_of_time(data):
    found = rounds(data)

    assert len(found) == 50
    assert {tuple(each) for each in found} == {tuple(FIELDS)}
    assert [each["at"] for each in found] == sorted(each["at"] for each in found)
    assert all(each["at"].endswith("Z") and len(each["at"]) == 27 for each in found)


def test_amounts_are_those_of_the_verdict(data, verdicts):
    for found in rounds(data):
        rows = [row for row in verdicts[found["round"]] if row["wager"] != "payout_limit"]

        assert found["paid_cents"] == sum(row["done_cents"] for row in rows)
        if all(row["judged"] for row in rows):
            assert found["due_cents"] == sum(row["due_cents"] for row in rows)
        else:
            assert found["due_cents"] is None


def test_for_a_seat_cards_hand_and_amounts_are_the_seats(data):
    played = [each for each in rounds(data) if each["table"].startswith("TCP")]
    table, number = played[0]["table"], played[0]["seats"][-1]
    found = rounds(data, "--table", table, "--seat", number)

    assert found
    for each in found:
        assert number in each["seats"]
        assert len(each["cards"]) in {3, 4}
        shown = pitledger("round", each["round"], "--data", data, "--json").document
        (seat,) = [seat for seat in shown["seats"] if seat["seat"] == number]
        assert each["cards"] == seat["cards"]
        assert each["staked_cents"] * 1_000 == sum(seat["wagers"].values())
        hands = {row["hand"] for row in shown["verdict"] if row["seat"] == number and row["judged"]}
        assert (each["hand"] is None) == (not hands)


def test_a_seat_is_found_in_every_round_that_it_wagered_in_and_no_other(data):
    for seat in (1, 6):
        expected = [each["round"] for each in rounds(data) if seat in each["seats"]]

        assert [each["round"] for each in rounds(data, "--seat", seat)] == expected


def test_differs_finds_the_rounds_in_which_a_wager_was_not_settled_as_due(data, verdicts):
    expected = {
        each["round"]
        for each in rounds(data)
        if any(row["difference_cents"] for row in verdicts[each["round"]])
    }

    assert expected
    assert {each["round"] for each in rounds(data, "--differs")} == expected


def test_a_hand_is_found_by_its_words_in_any_letters(data, verdicts):
    pairs = rounds(data, "--hand", "PAIR OF")

    assert pairs
    assert all("pair of" in each["hand"] for each in pairs)
    for each in rounds(data):
        named = any("pair of" in (row["hand"] or "") for row in verdicts[each["round"]])
        assert named == (each["round"] in {pair["round"] for pair in pairs})


def test_a_local_time_without_its_day_is_of_the_last_day_that_was_played(data):
    first = rounds(data)[0]
    table = ("--table", first["table"])

    around = rounds(data, *table, "--around", "06:05")

    assert around == rounds(data, *table, "--around", "2026-03-02 06:05")
    assert around == rounds(data, *table, "--around", "2026-03-02T11:05:00Z")
    assert around
    assert rounds(data, *table, "--around", "2026-03-02 15:00") == []


def test_from_is_included_and_to_is_not(data):
    found = rounds(data)
    first, last = found[3]["at"], found[-3]["at"]

    between = rounds(data, "--from", first, "--to", last)

    assert between == [each for each in found if first <= each["at"] < last]


def test_around_takes_the_nearest_first_and_else_the_latest(data):
    found = rounds(data)
    table = found[0]["table"]
    own = [each["round"] for each in rounds(data, "--table", table)]
    fifth = rounds(data, "--table", table)[4]

    latest = rounds(data, "--table", table, "--limit", 3)
    assert [each["round"] for each in latest] == own[-3:]
    (nearest,) = rounds(data, "--table", table, "--around", fifth["at"], "--limit", 1)
    assert nearest == fifth


def test_what_was_not_looked_at_is_said(data):
    called = pitledger("rounds", "--data", data, "--limit", 8)

    assert "first 8: 42 further rounds were not looked at; --limit shows more" in called.err


@pytest.mark.parametrize("around", [(), ("--around", "07:00"), ("--from", "06:00")])
def test_none_found_is_no_failure(data, around):
    """A time without its day is of today where nothing was played."""
    called = pitledger("rounds", "--table", "NOPE", *around, "--data", data, "--json")
    assert (called.code, called.document) == (0, [])
    assert "No round was ever played at a table NOPE." in called.err

    called = pitledger("rounds", "--seat", 9, "--data", data)
    assert (called.code, called.out, called.err) == (0, "No round found.\n", "")


def test_a_table_that_is_recorded_is_not_said_to_have_played_no_round(data, tmp_path):
    """Its rounds may be behind: another process writes the log, and follows from it later."""
    copy = shutil.copytree(data, tmp_path / "copy")
    with closing(sqlite3.connect(copy / "read.sqlite")) as model, model:
        model.execute("DELETE FROM rounds WHERE stream = 'table:HCF-01'")
    called = pitledger("rounds", "--table", "HCF-01", "--data", copy)
    assert (called.code, called.out) == (0, "No round found.\n")
    assert "table:HCF-01 is recorded, and no round of it is here yet" in called.err


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (("--around", "seven"), "'seven' is not a time"),
        (("--around", "07:00", "--from", "06:00"), "--around: it is for itself"),
        (("--from", "2026-03-02 07:00", "--to", "2026-03-02 06:00"), "--to: this is not after --from"),
        (("--from", "2026-03-08 02:30"), "--from: 2026-03-08 02:30 does not exist"),
        (("--seat", "0"), "'0' is not possible"),
        (("--limit", "0"), "'0' is not possible"),
    ],
)
def test_a_call_that_cannot_be_meant_is_refused(data, asked, says):
    called = pitledger("rounds", *asked, "--data", data)

    assert (called.code, called.out) == (2, "")
    assert says in called.err


def test_a_terminal_of_eighty_columns_holds_it(data):
    screen = in_terminal(80, "rounds", "--data", data, "--differs")

    assert screen.code == 0
    assert screen.widest <= 80
    assert "differs" in screen.text
    assert "2026-03-02 EST" in screen.text
