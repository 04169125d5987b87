"""Accounting on a real broker: a command records, and waits for a keeper that is a process of its own."""

import time

import pytest

from tests.console.accounting_floor import SIX, Floor, paid, settled, validated
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
    assert (same.code, same.document["seq"]) == (2, None)
    assert "the link HCF is there already" in same.err

    day = call("ledger", "postings").document["entries"][0]["day"]
    read = call("day", day, "--read", "HCF", "progressive", "149999.00", "--by", "A-7")
    assert (read.code, read.document["variance_mc"]) == (0, 0)
    wrong = call("day", day, "--read", "HCF", "progressive", "149999.01", "--by", "A-7").document
    withdraw = ("day", day, "--withdraw", wrong["reading_seq"], *TWO)
    while (withdrawn := call(*withdraw)).code == 2:  # until the sinks have the reading
        assert time.monotonic() < give_up, withdrawn.err
        time.sleep(0.2)
    assert (withdrawn.code, withdrawn.document["recorded"]) == (0, "reading_withdrawn")
    while (
        sum(each["withdrawn"] for link in call("day", day).document["links"] for each in link["readings"])
        != 1
    ):
        assert time.monotonic() < give_up
        time.sleep(0.2)
    closed = call("day", day, "--close", *TWO)
    assert (closed.code, [link["link"] for link in closed.document["links"]]) == (0, ["HCF", "NEW"])


def test_payments_are_read_and_mended_with_the_log_on_kafka_as_in_one_file(rig, tmp_path):
    """$1 too much for six cards, $250 in the name of a link that the table never fed, $15 of house money."""
    floor = Floor(tmp_path / "floor")
    floor.opens_link()
    floor.opens_table("T1")
    claim = floor.claims("T1", 3, SIX)
    floor.follows("T1", validated(claim, 3), paid(claim, 3, 1_500_111_000, slip="S-1"))
    floor.follows("T1", paid(7, 5, 25_000_000, "MINI", slip="S-2"), settled(4, 1_500_000))

    def call(*args):
        place = ("--kafka", rig.bootstrap, "--data", rig.directory / "sinks")
        return pitledger(*args, *place, "--json", PITLEDGER_KAFKA_PREFIX=rig.prefix)

    def reports(report):
        return [report("ledger", "hits"), report("ledger", "liability"), report("day", "2026-03-01")]

    def embedded(*args):
        return pitledger(*args, "--data", floor.data, "--json").document

    rig.start_all()
    for stream in ("link:HCF", "table:T1"):  # the link first, as it was opened
        lines = tmp_path / "lines.jsonl"
        lines.write_text(pitledger("export-events", "--stream", stream, "--data", floor.data).out)
        assert call("import", lines).code == 0
        rig.wait()
    assert reports(lambda *args: call(*args).document) == reports(embedded)

    payments = call("ledger", "liability").document["beyond_entitlement"]
    beyond = {book["book"]: book["payments"][0]["payment_seq"] for book in payments}
    assert sorted(beyond) == ["HCF", "table:T1"]
    which = ("--table", "T1", "--payment", beyond["HCF"], "--recovered", "--document", "V-1")
    mended = call("link", "mend", "HCF", *which, *TWO, "--wait", LIMIT_S)
    assert [answer["type"] for answer in mended.document["answers"]] == ["payment_mended"]
    at_table = ("--payment", beyond["table:T1"], "--written-off", "--document", "V-2")
    assert call("link", "mend-table", "T1", *at_table, *TWO).code == 0
    refused = call("link", "mend-table", "T1", *at_table, *TWO)
    assert (refused.code, "nothing is left of payment" in refused.err) == (1, True)
    rig.wait()
    found = call("ledger", "liability").document
    assert (found["beyond_entitlement"], found["beyond_mc"]) == ([], 0)
    assert call("check").code == 0
