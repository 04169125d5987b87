"""`pitledger link`: what two people sign is recorded, what the system refuses is on record and answered 1."""

import pytest

from tests.console.calling import pitledger
from tests.console.link_calls import HCF, TWO, exported


def balance(called, meter="progressive"):
    """What a meter has after the last answer of a call."""
    (found,) = (b for b in called.document["answers"][-1]["balances"] if b["meter"] == meter)
    return found["primary_mc"], found["reserve_mc"]


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(3)")
def test_a_link_opens_with_the_seed_of_its_rulebook_times_the_unit(link):
    called = link("open", "HCF", *HCF)

    assert called.code == 0, called.err
    document = called.document
    assert (document["recorded"], document["seq"], document["refused"]) == ("link_opened", 1, None)
    (answer,) = document["answers"]
    assert (answer["link"], answer["type"], answer["funded_mc"]) == ("HCF", "meter_opened", 15_000_000_000)
    assert balance(called) == (15_000_000_000, 0)


@pytest.mark.reg("58 Pa. Code § 647a.12(d)")
def test_tiers_open_each_with_its_own_seed(link):
    """Paytable C at $1: 10,000, 1,000 and 250 for 1."""
    called = link("open", "THB", "--rulebook", "647a@2019-08-31", "--paytable", "C", "--unit", "1.00")

    assert called.code == 0, called.err
    meters = {b["meter"]: b["primary_mc"] for b in called.document["answers"][0]["balances"]}
    assert meters == {"mega": 1_000_000_000, "major": 100_000_000, "minor": 25_000_000}


@pytest.mark.reg("58 Pa. Code § 647a.12(e)(4)")
def test_the_five_card_hand_bonus_opens_by_the_one_paytable_of_its_chapter(link):
    """10,000 for 1 at $5; the wager that feeds it needs no naming."""
    called = link("open", "FCHB", "--rulebook", "647a@2019-08-31", "--paytable", "only", "--unit", "5.00")

    assert called.code == 0, called.err
    assert balance(called, "five_card") == (5_000_000_000, 0)
    assert called.document["answers"][0]["wager"] == "fchb_player"


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(3)")
def test_what_the_proposed_text_leaves_free_is_said_on_the_command_line(link):
    proposed = ("open", "OLD", "--rulebook", "678a@2015-proposed", "--paytable", "A", "--unit", "1.00")
    free = ("--seed", "45000.00", "--reseed", "30000.00", "--rate", "20")

    assert link(*proposed).code == 2
    called = link(*proposed, *free)

    assert called.code == 0, called.err
    assert balance(called) == (4_500_000_000, 0)
    (terms,) = called.document["answers"][0]["meters"]
    assert (terms["reseed_mc"], terms["primary_bp"], terms["reserve_bp"]) == (3_000_000_000, 2_000, 0)


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(3)")
def test_a_reset_amount_below_the_least_of_the_proposed_text_is_refused(link):
    proposed = ("open", "OLD", "--rulebook", "678a@2015-proposed", "--paytable", "A", "--unit", "1.00")
    called = link(*proposed, "--rate", "20", "--reseed", "29999.99")

    assert called.code == 1
    assert "$30,000.00" in called.document["refused"]


def test_a_seed_that_the_rulebook_fixes_is_not_ours_to_set(link):
    called = link("open", "HCF", *HCF, "--seed", "1.00")

    assert called.code == 2
    assert "seed" in called.err


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        (("--paytable", "Z"), "Z"),
        (("--rulebook", "678a@1999"), "678a@1999"),
        (("--limit", "mega=1.00"), "mega"),
        (("--limit", "progressive=200000.00", "--limit", "progressive=300000.00"), "twice"),
        (("--unit", "5,00"), "150000.00"),
    ],
)
def test_terms_that_cannot_be_are_named(link, wrong, named):
    called = link("open", "HCF", *HCF, *wrong)

    assert called.code == 2
    assert named in called.err


@pytest.mark.parametrize(
    ("signed", "reason"),
    [
        (("--sign", "S-1:slots"), "two"),
        (("--sign", "S-1:slots", "--sign", "S-1:accounting"), "two"),
        (("--sign", "S-1:slots", "--sign", "S-2:slots"), "department"),
    ],
)
def test_without_two_people_of_two_departments_it_is_refused_and_on_record(link, tmp_path, signed, reason):
    called = link("open", "HCF", *HCF, signed=(*signed, "--reason", "as filed"))

    assert called.code == 1
    assert called.document["recorded"] == "link_change_refused"
    assert reason in called.document["refused"]
    assert reason in called.err
    assert '"attempted":"link_opened"' in exported(tmp_path, "link:HCF")


def test_nobody_signing_is_a_wrong_call(link):
    assert link("open", "HCF", *HCF, signed=("--reason", "x")).code == 2
    assert link("open", "HCF", *HCF, signed=("--sign", "S-1", "--reason", "x")).code == 2


def test_the_terms_of_a_live_link_stay(opened):
    refused = opened("change", "HCF", *HCF, "--guard", "100.00")
    assert refused.code == 1
    assert "live" in refused.document["refused"]

    assert opened("close", "HCF").document["answers"][0]["type"] == "meter_closed"
    changed = opened("change", "HCF", *HCF, "--guard", "100.00")

    assert changed.code == 0, changed.err
    (answer,) = changed.document["answers"]
    assert (answer["type"], answer["guard_mc"]) == ("meter_terms_changed", 10_000_000)
    assert balance(changed) == (15_000_000_000, 0)


def test_an_adjustment_adds_or_takes_to_the_cent(opened):
    added = opened("adjust", "HCF", "--meter", "progressive", "--add", "12.50", "--document", "slip 7")
    assert added.code == 0, added.err
    assert balance(added) == (15_001_250_000, 0)

    taken = opened("adjust", "HCF", "--meter", "progressive", "--take", "12.51", "--document", "slip 8")
    assert balance(taken) == (14_999_999_000, 0)

    reserve = opened(
        *("adjust", "HCF", "--meter", "progressive", "--account", "reserve"),
        *("--add", "0.01", "--document", "slip 9"),
    )
    assert balance(reserve) == (14_999_999_000, 1_000)


@pytest.mark.parametrize("sums", [("--take", "150000.01"), ("--account", "reserve", "--take", "0.01")])
def test_an_adjustment_below_nothing_is_refused(opened, sums):
    called = opened("adjust", "HCF", "--meter", "progressive", *sums, "--document", "slip 7")

    assert called.code == 1
    assert called.document["refused"]
    again = opened("adjust", "HCF", "--meter", "progressive", "--add", "1.00", "--document", "slip 8")
    assert balance(again) == (15_000_100_000, 0)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("--add", "0.005", "--document", "slip 7"), "'0.005' is not whole cents"),
        (("--add", "0", "--document", "slip 7"), "'0' moves nothing"),
        (("--add", "1.00", "--document", " "), "--document: name the paper"),
    ],
)
def test_half_a_cent_or_no_document_is_a_wrong_call_and_leaves_nothing(opened, tmp_path, wrong, said):
    before = exported(tmp_path, "link:HCF")
    called = opened("adjust", "HCF", "--meter", "progressive", *wrong)

    assert called.code == 2
    assert said in called.err
    assert exported(tmp_path, "link:HCF") == before


def test_an_adjustment_of_a_meter_that_is_not_there_is_refused(opened):
    called = opened("adjust", "HCF", "--meter", "mega", "--add", "1.00", "--document", "slip 7")

    assert (called.code, called.document["recorded"]) == (2, None)
    assert "HCF has no meter mega, but progressive" in called.err


def test_a_repeat_of_an_id_moves_nothing_twice(opened):
    change = ("adjust", "HCF", "--meter", "progressive", "--add", "1.00", "--document", "slip 7")
    first = opened(*change, "--id", "slip-7")
    again = opened(*change, "--id", "slip-7")

    assert (first.document["existed"], again.document["existed"]) == (False, True)
    assert (again.code, again.document["seq"]) == (0, first.document["seq"])
    assert balance(again) == balance(first) == (15_000_100_000, 0)


def test_a_transfer_leaves_one_meter_and_arrives_on_another(opened):
    opened("open", "NEW", *HCF)
    called = opened(
        *("transfer", "HCF", "--meter", "progressive", "--to", "NEW:progressive", "--amount", "50000.00")
    )

    assert called.code == 0, called.err
    sent, received = called.document["answers"]
    assert (sent["type"], sent["link"], sent["balances"][0]["primary_mc"]) == (
        *("transfer_sent", "HCF"),
        10_000_000_000,
    )
    assert (received["type"], received["link"]) == ("transfer_received", "NEW")
    assert balance(called) == (20_000_000_000, 0)


@pytest.mark.parametrize("to", ["NEW:progressive", "NEW:mega"])
def test_what_has_arrived_or_come_back_is_not_in_transit_any_more(opened, tmp_path, to):
    opened("open", "NEW", *HCF)
    opened("transfer", "HCF", "--meter", "progressive", "--to", to, "--amount", "50000.00")

    links = pitledger("meters", "--json", "--data", tmp_path).document["links"]
    assert {link["link"]: link["in_transit_mc"] for link in links} == {"HCF": 0, "NEW": 0}
    for only in ((), ("--link", "HCF"), ("--link", "NEW")):
        owed = pitledger("ledger", "liability", *only, "--data", tmp_path)
        assert owed.code == 0, owed
        assert "in_transit" not in owed.out


def test_a_transfer_to_a_meter_that_is_not_there_comes_back(opened, tmp_path):
    opened("open", "NEW", *HCF)
    called = opened(
        *("transfer", "HCF", "--meter", "progressive", "--to", "NEW:mega", "--amount", "50000.00")
    )

    assert called.code == 1
    assert "mega" in called.document["refused"]
    (hcf,) = pitledger("meters", "HCF", "--json", "--data", tmp_path).document["links"]
    assert hcf["meters"][0]["amount_mc"] == 15_000_000_000


def test_a_transfer_of_more_than_there_is_is_refused(opened):
    opened("open", "NEW", *HCF)
    called = opened(
        *("transfer", "HCF", "--meter", "progressive", "--to", "NEW:progressive", "--amount", "150000.01")
    )

    assert called.code == 1
    assert [answer["type"] for answer in called.document["answers"]] == ["leg_refused"]


def test_a_link_is_retired_when_it_is_closed_and_empty(opened):
    assert opened("retire", "HCF").code == 1
    opened("close", "HCF")
    full = opened("retire", "HCF")
    assert full.code == 1
    assert full.document["refused"]

    opened("adjust", "HCF", "--meter", "progressive", "--take", "150000.00", "--document", "slip 7")
    retired = opened("retire", "HCF")

    assert retired.code == 0, retired.err
    assert retired.document["answers"][0]["type"] == "meter_retired"
    assert opened("open", "HCF", *HCF).code == 1


def test_people_read_what_was_recorded_and_what_stands_on_the_meter(tmp_path):
    called = pitledger("link", "open", "HCF", *HCF, *TWO, "--data", tmp_path)

    assert called.out.splitlines()[:2] == ["link:HCF seq 1: link_opened", "HCF record 1: meter_opened"]
    assert "$150,000.00" in called.out


def test_an_empty_log_belongs_to_the_facility_that_is_named(link, tmp_path):
    link("open", "HCF", *HCF, "--facility", "PHL")

    assert '"facility":"PHL"' in exported(tmp_path, "link:HCF")


def test_a_name_that_is_none_is_a_wrong_call(link):
    called = link("open", "no spaces", *HCF)

    assert called.code == 2
    assert "Traceback" not in called.err
