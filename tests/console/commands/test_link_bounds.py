"""What no link takes: amounts that no casino meets, links that nobody opened, names like another's."""

import json

import pytest

from tests.console.calling import pitledger
from tests.console.event_lines import line_of
from tests.console.link_calls import HCF, TWO, exported
from tests.streams.recorder.table_drafts import LinkDrafts

HUGE = "100000000000"


@pytest.mark.parametrize(
    "args",
    [
        ("open", "L2", "--rulebook", "678a@2019-11-02", "--paytable", "A", "--unit", HUGE),
        ("open", "L2", *HCF, "--limit", f"progressive={HUGE}"),
        ("open", "L2", *HCF, "--guard", HUGE),
        ("change", "HCF", "--rulebook", "678a@2019-11-02", "--paytable", "B", "--unit", HUGE),
        ("adjust", "HCF", "--meter", "progressive", "--add", HUGE, "--document", "slip"),
        ("adjust", "HCF", "--meter", "progressive", "--take", HUGE, "--document", "slip"),
        ("transfer", "HCF", "--meter", "progressive", "--to", "L2:progressive", "--amount", HUGE),
    ],
)
def test_an_amount_that_no_casino_meets_is_a_wrong_call(opened, tmp_path, args):
    called = opened(*args)
    assert called.code == 2
    assert "is more than $1,000,000,000.00" in called.err
    assert exported(tmp_path, "link:HCF").count("\n") == 1


def test_a_unit_whose_seed_no_meter_can_hold_names_the_field(link):
    """30,000 for 1 at $50,000 are $1.5 billion."""
    called = link("open", "HCF", "--rulebook", "678a@2019-11-02", "--paytable", "A", "--unit", "50000.00")
    assert called.code == 2
    assert "body.meters.0.seed_mc: $1,500,000,000.00 is more than $1,000,000,000.00" in called.err


def test_an_adjustment_that_fills_a_meter_beyond_its_bound_is_refused(opened, tmp_path):
    called = opened("adjust", "HCF", "--meter", "progressive", "--add", "999900000", "--document", "slip")
    assert called.code == 1
    assert "the meter would hold $1,000,050,000.00, the most is $1,000,000,000.00" in called.err
    assert pitledger("check", "--data", tmp_path).code == 0


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"meters": (), "awards": ()}, "678a@2019-11-02 has the meters progressive for this paytable"),
        ({"rulebook": "678a@2031-01-01"}, "no rulebook '678a@2031-01-01': there are"),
        ({"rulebook": "678a@2031-01-01", "meters": (), "awards": ()}, "no rulebook"),
    ],
)
def test_a_link_without_meters_or_of_a_rulebook_that_nobody_has_is_not_opened_by_a_line_either(
    call, wrong, reason
):
    lines = [line_of(LinkDrafts("L-1").open(**wrong)), line_of(LinkDrafts("L-2").open())]
    document = call("import", "-", "--json", stdin="\n".join(lines)).document
    assert (document["recorded"], document["refused"]) == (1, 1)
    events = [json.loads(line) for line in call("export-events").out.splitlines()]
    (refusal,) = (event["body"] for event in events if event["stream"] == "link:L-1")
    assert refusal["attempted"] == "link_opened"
    assert reason in refusal["reason"]


@pytest.mark.parametrize(
    "change",
    [
        ("adjust", "NOPE", "--meter", "progressive", "--add", "1.00", "--document", "V-1"),
        ("close", "NOPE"),
        ("retire", "NOPE"),
        ("change", "NOPE", *HCF),
        ("transfer", "NOPE", "--meter", "progressive", "--to", "HCF:progressive", "--amount", "1.00"),
        ("transfer", "HCF", "--meter", "progressive", "--to", "NOPE:progressive", "--amount", "1.00"),
        ("adjust", "hcf", "--meter", "progressive", "--add", "1.00", "--document", "V-1"),
    ],
)
def test_a_link_that_nobody_has_opened_is_named_and_gets_no_stream(opened, tmp_path, change):
    before = pitledger("export-events", "--data", tmp_path).out
    called = opened(*change)

    name = "hcf" if "hcf" in change else "NOPE"
    assert called.code == 2
    assert f"nobody has opened the link {name}: `pitledger meters --data " in called.err
    assert (called.document["seq"], called.document["recorded"]) == (None, None)
    assert f"nobody has opened the link {name}" in called.document["refused"]
    assert pitledger("export-events", "--data", tmp_path).out == before


@pytest.mark.parametrize("other", ["hcf", "Hcf"])
def test_a_link_whose_name_people_would_take_for_anothers_is_not_opened(opened, tmp_path, other):
    called = opened("open", other, *HCF)

    assert (called.code, called.document["seq"]) == (2, None)
    assert f"the link HCF is there already, and people would take {other} for it" in called.err
    assert f'"link:{other}"' not in pitledger("export-events", "--data", tmp_path).out
    assert opened("open", "HCF-2", *HCF).code == 0


def test_too_much_to_take_is_refused_in_dollars(opened):
    called = opened("adjust", "HCF", "--meter", "progressive", "--take", "999999.00", "--document", "V-1")

    assert called.code == 1
    assert "$150,000.00 is there, $999,999.00 cannot be taken" in called.err


def test_a_client_s_change_of_a_link_that_nobody_opened_makes_no_link(tmp_path):
    """The keeper refuses it, on record; nothing else knows such a link."""
    data = ("--data", tmp_path)
    adjusted = LinkDrafts("NOPE").adjust(100_000)
    assert pitledger("import", "-", *data, stdin=line_of(adjusted)).code == 0
    meters = pitledger("meters", "NOPE", *data)
    assert (meters.code, meters.out) == (2, "")
    assert "the link NOPE was not opened here: `pitledger meters --data " in meters.err
    assert pitledger("meters", *data).out == "No link was opened here.\n"
    for report in ("trial", "postings", "hits", "liability"):
        called = pitledger("ledger", report, "--link", "NOPE", *data)
        assert (called.code, called.out) == (2, "")
        assert "there is no link NOPE" in called.err


def test_meters_of_a_time_are_those_of_that_time(opened, tmp_path):
    at = ("--at", "2020-01-01T00:00:00Z")
    data = ("--data", tmp_path)
    before = pitledger("meters", "HCF", *at, *data)
    assert (before.code, before.out) == (2, "")
    assert "the link HCF was not opened by 2019-12-31 19:00:00 EST" in before.err
    none = pitledger("meters", *at, *data)
    assert (none.code, none.out) == (2, "")
    assert "no link was opened by 2019-12-31 19:00:00 EST" in none.err
    scripted = pitledger("meters", *at, *data, "--json")
    assert (scripted.code, scripted.document["links"]) == (2, [])
    for more in ((), ("HCF",), ("--json",)):
        ahead = pitledger("meters", *more, "--at", "2099-01-01T00:00:00Z", *data)
        assert (ahead.code, ahead.out) == (2, "")
        assert "--at: 2098-12-31 19:00:00 EST has not come yet" in ahead.err

    then = pitledger("meters", *data, "--json").document["links"][0]["meters"][0]["as_of"]
    opened("adjust", "HCF", "--meter", "progressive", "--add", "1.00", "--document", "V-1")
    meters = [
        pitledger("meters", "HCF", *args, *data, "--json").document["links"][0]["meters"][0]
        for args in ((), ("--at", then))
    ]
    assert [(meter["record"], meter["amount_mc"]) for meter in meters] == [
        (2, 15_000_100_000),
        (1, 15_000_000_000),
    ]


def test_a_change_of_a_link_makes_no_instance(tmp_path):
    nowhere = tmp_path / "mistyped"
    called = pitledger("link", "close", "HCF", *TWO, "--data", nowhere)
    assert called.code == 2
    assert "there is no instance here" in called.err
    assert not nowhere.exists()
