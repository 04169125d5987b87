"""A floor pays short, over, twice and for nothing: every report names each payment, to the cent.

In full, for 200 tables and a day: `make faults NAME=floor-payments`.
"""

import sqlite3

import pytest

from floor.night import HOUR_US
from floor.trouble.erring import Rates
from tests.floor.payment_day import GAMES, PAYMENTS, PaymentNight, play, wrong_in


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Ten tables for an hour and a half; at every fourth round somebody is lucky."""
    data = tmp_path_factory.mktemp("payments") / "instance"
    span_us = 3 * HOUR_US // 2
    night = PaymentNight(1, 10, span_us=span_us, games=GAMES, rates=Rates(300_000), every=4)
    return data, play(data, night)


def test_day_liability_hits_trial_check_and_journals_agree_on_every_cent_and_name_each_payment(
    played, tmp_path
):
    data, planted = played

    assert {each.kind for each in planted} == {each.kind for each in PAYMENTS}
    assert list(wrong_in(data, planted, tmp_path / "journals")) == []


@pytest.mark.parametrize(
    ("change", "noticed"),
    [
        ("UPDATE payments SET settled_mc = settled_mc + 1000", "hits, settled"),
        ("UPDATE payments SET reason = 'too_much' WHERE reason <> ''", "liability, beyond entitlement"),
        ("UPDATE payment_moves SET beyond_mc = beyond_mc + 1000 WHERE beyond_mc > 0", "day, cash"),
        ("DELETE FROM refusals", "hits, slips that came again"),
        ("DELETE FROM house_payments", "hits, house money"),
        ("UPDATE awards SET status = 'paid' WHERE owed <> '[]'", "hits, part paid"),
    ],
)
def test_a_report_that_differs_by_a_cent_is_noticed(played, tmp_path, change, noticed):
    data, planted = played
    copy = tmp_path / "instance"
    copy.mkdir()
    for file in data.iterdir():
        if not file.name.endswith(".lock"):
            (copy / file.name).write_bytes(file.read_bytes())
    with sqlite3.connect(copy / "read.sqlite") as store:
        store.execute(change)
    store.close()

    assert any(text.startswith(noticed) for text in wrong_in(copy, planted, tmp_path / "journals"))
