"""Accounting on a real broker: a command records, and waits for a keeper that is a process of its own."""

import time

import pytest

from tests.console.calling import pitledger
from tests.rig import LIMIT_S, Rig

TWO = ("--sign", "S-1:slots", "--sign", "A-2:accounting", "--reason", "as filed")
HCF = ("--rulebook", "678a@2019-11-02", "--paytable", "A", "--unit", "5.00")


@pytest.fixture
def rig(broker, topic_prefix, tmp_path):
    with Rig(broker.bootstrap, topic_prefix, tmp_path) as rig:
        yield rig


def test_links_are_controlled_and_days_closed_with_the_log_on_kafka(rig):
    def call(*args, wait=LIMIT_S):
        place = ("--kafka", rig.bootstrap, "--data", rig.directory / "sinks")
        waiting = () if args[0] == "meters" or "--sign" not in args else ("--wait", wait)
        return pitledger(*args, *waiting, *place, "--json", PITLEDGER_KAFKA_PREFIX=rig.prefix)

    alone = call("link", "open", "HCF", *HCF, *TWO, "--id", "opening", wait=0.2)
    assert alone.code == 2, "nobody decides yet"
    assert (alone.document["seq"], alone.document["answers"]) == (1, [])
    assert "recorded as link:HCF seq 1" in alone.err

    rig.start_all()
    again = call("link", "open", "HCF", *HCF, *TWO, "--id", "opening")
    assert (again.code, again.document["existed"], again.document["seq"]) == (0, True, 1)
    (answer,) = again.document["answers"]
    assert (answer["type"], answer["balances"][0]["primary_mc"]) == ("meter_opened", 15_000_000_000)

    assert call("link", "open", "NEW", *HCF, *TWO).code == 0
    moved = call(
        *("link", "transfer", "HCF", "--meter", "progressive", "--to", "NEW:progressive"),
        *("--amount", "1.00", *TWO),
    )
    assert [answer["type"] for answer in moved.document["answers"]] == ["transfer_sent", "transfer_received"]

    give_up = time.monotonic() + LIMIT_S
    amounts = {}
    while amounts != {"HCF": 14_999_900_000, "NEW": 15_000_100_000}:
        assert time.monotonic() < give_up, amounts
        time.sleep(0.2)
        meters = call("meters")
        links = meters.document["links"] if meters.code == 0 else []
        amounts = {link["link"]: link["meters"][0]["amount_mc"] for link in links}

    same = call("link", "open", "hcf", *HCF, *TWO)
    assert (same.code, same.document["seq"]) == (1, None)
    assert "the link HCF is there already" in same.err

    day = call("ledger", "postings").document["entries"][0]["day"]
    read = call("day", day, "--read", "HCF", "progressive", "149999.00", "--by", "A-7")
    assert (read.code, read.document["variance_mc"]) == (0, 0)
    closed = call("day", day, "--close", *TWO)
    assert (closed.code, [link["link"] for link in closed.document["links"]]) == (0, ["HCF", "NEW"])
