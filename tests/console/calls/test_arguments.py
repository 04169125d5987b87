"""What people type is read exactly or refused: amounts, percentages, signatures, days and times."""

from datetime import time
from functools import reduce
from operator import getitem
from typing import get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.calls.app import make_app
from console.calls.arguments import (
    amount,
    day_or_moment,
    link_and_meter,
    of_meter,
    percent,
    signature,
)
from console.calls.command_table import COMMANDS
from console.calls.options import GlobalOptions
from console.calls.wrong_call import WrongCall
from console.wording.gaming_days import day, time_of_the_day
from events.bounds import MAX_AMOUNT_MC
from events.money import text
from streams.clock import GamingDays, UnknownZone
from tests.console.calling import pitledger


@pytest.mark.parametrize(
    ("typed", "amount_mc"),
    [
        ("0", 0),
        ("5", 500_000),
        ("150000.00", 15_000_000_000),
        ("0.01", 1_000),
        ("0.1", 10_000),
        ("0.00001", 1),
        ("1000000000", MAX_AMOUNT_MC),
    ],
)
def test_an_amount_is_dollars_and_cents_to_the_millicent(typed, amount_mc):
    assert amount(typed) == amount_mc


@given(st.integers(0, MAX_AMOUNT_MC))
def test_an_amount_as_we_print_it_is_read_back(amount_mc):
    assert amount(text(amount_mc).replace("$", "").replace(",", "")) == amount_mc


@pytest.mark.parametrize(
    "typed",
    [
        *("", "-5", "5.", ".5", "1e3", "0.000001", "5,00", "1,000.00", "$5", " 5", "five", "١"),
        "1" * 20,
        "1000000000.00001",
    ],
)
def test_what_is_not_an_amount_is_refused_with_how_to_write_it(typed):
    with pytest.raises(ValueError, match=r"150000\.00|more than \$1,000,000,000\.00"):
        amount(typed)


@pytest.mark.parametrize(("typed", "rate_bp"), [("23", 2_300), ("1.25%", 125), ("0.5", 50), ("100", 10_000)])
def test_a_percentage_is_basis_points(typed, rate_bp):
    assert percent(typed) == rate_bp


@pytest.mark.parametrize("typed", ["100.01", "1.255", "-1", "", "%"])
def test_what_is_not_a_percentage_is_refused(typed):
    with pytest.raises(ValueError, match="not a percentage"):
        percent(typed)


def test_pairs_are_split_at_their_sign():
    assert signature("A-2:accounting") == {"badge": "A-2", "department": "accounting"}
    assert link_and_meter("HCF:progressive") == ("HCF", "progressive")
    assert of_meter(amount)("mega=10.00") == ("mega", 1_000_000)


@pytest.mark.parametrize("read", [signature, link_and_meter, of_meter(amount)])
@pytest.mark.parametrize("typed", ["A-2", ":", "=", ":x", "=x", "A-2:"])
def test_half_a_pair_is_refused(read, typed):
    with pytest.raises(ValueError, match="write"):
        read(typed)


def test_a_bound_is_a_day_or_a_time():
    assert day("2024-02-29") == day_or_moment("2024-02-29") == "2024-02-29"
    assert day_or_moment("1970-01-01T00:00:01Z") == 1_000_000
    with pytest.raises(ValueError, match="not a day"):
        day("2023-02-29")
    with pytest.raises(ValueError, match="no offset"):
        day_or_moment("2025-06-15T15:00:00")


@pytest.mark.parametrize(
    ("options", "variables", "expected"),
    [
        ({}, {}, GamingDays()),
        ({}, {"PITLEDGER_ZONE": "UTC"}, GamingDays("UTC")),
        ({"zone": "Asia/Tokyo"}, {"PITLEDGER_ZONE": "UTC"}, GamingDays("Asia/Tokyo")),
    ],
)
def test_the_command_line_goes_before_the_environment(options, variables, expected):
    days = GlobalOptions(**options).gaming_days(variables)

    assert days.bounds("2025-06-15") == expected.bounds("2025-06-15")


def test_the_cut_off_moves_the_bounds():
    days = GlobalOptions(zone="UTC").gaming_days({"PITLEDGER_CUT_OFF": "00:30"})

    assert days.bounds("1970-01-02")[0] == (24 * 60 + 30) * 60_000_000
    assert time_of_the_day("00:30") == time(0, 30)


@pytest.mark.parametrize(
    ("variables", "error"),
    [({"PITLEDGER_ZONE": "Mars/Base"}, UnknownZone), ({"PITLEDGER_CUT_OFF": "25:00"}, WrongCall)],
)
def test_a_zone_or_cut_off_of_the_environment_that_is_not_one_is_refused(variables, error):
    with pytest.raises(error, match="write it like"):
        GlobalOptions().gaming_days(variables)


@pytest.mark.parametrize("zone", ["Nowhere", "America", "../etc", "x" * 5_000])
@pytest.mark.parametrize("command", [["meters"], ["ledger", "hits"], ["check"], ["hold"], ["schema"]])
def test_a_zone_that_is_not_one_is_refused_by_commands_that_need_none(command, zone, tmp_path):
    typed = pitledger(*command, "--zone", zone, "--data", tmp_path)
    inherited = pitledger(*command, "--data", tmp_path, PITLEDGER_ZONE=zone)

    for called in (typed, inherited):
        assert (called.code, called.out) == (2, "")
        assert f"there is no time zone {repr(zone)[:50]}" in called.err
        assert "write it like" in called.err


def test_every_command_takes_the_options_by_the_name_under_which_they_are_checked():
    app = make_app()
    commands = [(each.name, action.name) for each in COMMANDS for action in each.actions]
    commands += [(each.name,) for each in COMMANDS if not each.actions]

    for words in commands:
        function = reduce(getitem, words, app).default_command
        assert get_type_hints(function)["options"] is GlobalOptions, words


@pytest.mark.parametrize("option", [("--zone", "Mars/Base"), ("--cut-off", "25:00")])
def test_a_zone_or_cut_off_of_the_command_line_that_is_not_one_is_refused(option, tmp_path):
    called = pitledger("day", "2025-06-15", *option, "--data", tmp_path)

    assert (called.code, called.out) == (2, "")
    assert "write it like" in called.err
