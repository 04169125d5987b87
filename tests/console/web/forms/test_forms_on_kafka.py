"""A form on a real broker: the recorder is the commands' own, and the keeper's answer may take a moment."""

from __future__ import annotations

import re
import time

import pytest

from console.calls.options import Location
from console.recording.clerks import OwnClerks
from console.web.serving import HOST, listen, new_server, served
from console.web.site import Site
from streams.clock import GamingDays
from tests.console.calling import pitledger
from tests.console.web.conftest import PASSWORD, Console, give_accounts
from tests.console.web.forms.filling import hidden, previewed, signed
from tests.rig import LIMIT_S, Rig

TERMS = ("--rulebook", "678a@2019-11-02", "--paytable", "A", "--unit", "5.00")
SIGNS = ("--sign", "A-9:accounting", "--sign", "S-9:surveillance", "--reason", "x")


@pytest.fixture
def rig(broker, topic_prefix, tmp_path):
    with Rig(broker.bootstrap, topic_prefix, tmp_path) as rig:
        yield rig


def test_a_meter_is_adjusted_by_two_with_the_log_on_kafka(rig):
    data = rig.directory / "sinks"

    def call(*args):
        place = ("--kafka", rig.bootstrap, "--data", data)
        return pitledger(*args, *place, PITLEDGER_KAFKA_PREFIX=rig.prefix)

    rig.start_all()
    for badge, department in (("A-9", "accounting"), ("S-9", "surveillance")):
        issued = ("--department", department, "--rank", "staff", "--reason", "x")
        assert call("badge", "issue", badge, *issued).code == 0
    assert call("link", "open", "HCF", *TERMS, *SIGNS, "--wait", LIMIT_S).code == 0
    give_accounts(data)
    where, days = Location(data, rig.bootstrap, rig.prefix, rig.directory / "cache"), GamingDays()
    site = Site(where, days, "kafka", OwnClerks(where, days))
    with listen(HOST, 0) as listening, served(new_server(site, ()), listening):
        console = Console(site, listening.getsockname()[1], data, {})
        accounting, surveillance = console.signed_in("accounting"), console.signed_in("surveillance")
        path, give_up = "/meters/HCF/progressive/adjust", time.monotonic() + LIMIT_S
        while accounting.ask(path).status != 200:  # until the sinks have the link
            assert time.monotonic() < give_up
            time.sleep(0.4)
        typed = {"account": "primary", "way": "add", "amount": "12.50", "document": "V-17", "reason": "reset"}
        asked = signed(accounting, path, previewed(accounting, path, **typed))
        assert asked.status == 200, asked.text
        address = re.search(r"/signatures/\d+", asked.text)[0]
        done = surveillance.ask(address, {**hidden(surveillance.ask(address), "sign"), "password": PASSWORD})

    assert done.status == 200, done.text
    assert "link:HCF seq 2" in done.text
    while "$150,012.50" not in (shown := call("meters", "HCF").out):
        assert time.monotonic() < give_up, shown
        time.sleep(0.4)
