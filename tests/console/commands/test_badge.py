"""`pitledger badge`: the register kept from the command line; what follows from it for other commands."""

import json

import pytest

from tests.console.calling import pitledger

SIGNED = ("--sign", "S-1:slots", "--sign", "A-2:accounting", "--reason", "as agreed")
HCF = ("--rulebook", "678a@2019-11-02", "--paytable", "A", "--unit", "5.00")


def issue(call, badge, department, *more, rank="staff"):
    return call("badge", "issue", badge, "--department", department, "--rank", rank, *more, "--json")


@pytest.fixture
def in_force(call):
    """The same, with a register in force: S-1 of slots, A-2 of accounting."""
    assert issue(call, "S-1", "slots").document["in_force"] is False
    assert issue(call, "A-2", "accounting").document["in_force"] is True
    return call


def test_the_register_is_issued_changed_withdrawn_and_listed(in_force):
    new = issue(in_force, "F-12", "table games", *SIGNED, rank="floorperson")
    assert (new.code, new.document["recorded"], new.document["seq"]) == (0, "badge_issued", 3)
    of = ("--department", "table games", "--rank", "pit_manager")
    assert in_force("badge", "change", "f-12", *of, *SIGNED).code == 0
    shown = {each["badge"]: each for each in in_force("badge", "list", "--json").document["badges"]}
    assert list(shown) == ["A-2", "S-1", "F-12"]
    assert shown["F-12"]["rank"] == "pit_manager"
    assert in_force("badge", "withdraw", "F-12", *SIGNED).code == 0
    assert "F-12" not in in_force("badge", "list").out
    everybody = in_force("badge", "list", "--all", "--json").document
    assert everybody["badges"][-1]["withdrawn"] is not None
    assert (everybody["in_force"], everybody["why_not"], everybody["seq"]) == (True, None, 5)
    assert "The register is in force" in in_force("badge", "list").out


def test_what_is_refused_is_on_record_and_answered_1(in_force):
    called = issue(in_force, "F-12", "table games")
    assert (called.code, called.document["recorded"]) == (1, "badge_refused")
    assert "two people must sign" in called.err
    for badge in ("A-2", "S-1"):
        assert "left with one department" in in_force("badge", "withdraw", badge, *SIGNED).err
    lines = in_force("export-events", "--stream", "desk:badges").out.splitlines()
    assert [json.loads(line)["type"] for line in lines[2:]] == ["badge_refused"] * 3


def test_a_badge_that_could_never_sign_is_not_issued(in_force):
    called = issue(in_force, "A:2", "accounting", *SIGNED)
    assert (called.code, called.document["recorded"]) == (1, "badge_refused")
    assert "has a colon" in called.err


def test_a_repeat_by_its_id_is_answered(in_force):
    first = issue(in_force, "F-12", "table games", *SIGNED, "--id", "hr-7").document
    again = issue(in_force, "F-12", "table games", *SIGNED, "--id", "hr-7").document
    assert (again["seq"], again["existed"]) == (first["seq"], True)


def test_who_signs_for_a_link_is_in_the_register(in_force):
    def opens(*signers):
        signed = [word for signer in signers for word in ("--sign", signer)]
        return in_force("link", "open", "HCF", *HCF, *signed, "--reason", "new", "--json", "--wait", "0")

    stranger = opens("S-1:slots", "X-9:accounting")
    assert stranger.code == 1
    assert "badge X-9 is not in the register" in stranger.document["refused"]
    other = opens("S-1:table games", "A-2:accounting").document["refused"]
    assert "'table games'" in other
    assert "'slots'" in other
    assert opens("s-1:Slots", "a-2:ACCOUNTING").document["recorded"] == "link_opened"
    *_, line = in_force("export-events", "--stream", "link:HCF").out.splitlines()
    stamps = json.loads(line)["body"]["stamps"]
    assert [(stamp["badge"], stamp["department"], stamp["register_seq"]) for stamp in stamps] == [
        ("s-1", "slots", 2),
        ("a-2", "accounting", 2),
    ]


def test_one_department_written_twice_does_not_open_a_link(call):
    signed = ("--sign", "S-1:slots", "--sign", "s-1:Slots", "--reason", "new")
    called = call("link", "open", "HCF", *HCF, *signed, "--wait", "0")
    assert called.code == 1
    assert "two different badges" in called.err
    signed = ("--sign", "S-1:slots", "--sign", "S-2:Slots", "--reason", "new")
    assert "same department" in call("link", "open", "HCF", *HCF, *signed, "--wait", "0").err


def test_a_rank_that_does_not_exist_is_a_wrong_call(call):
    assert issue(call, "S-1", "slots", rank="king").code == 2


def test_check_mentions_that_no_register_is_in_force(tmp_path):
    def call(*args):
        return pitledger(*args, "--data", tmp_path)

    assert issue(call, "S-1", "slots").code == 0
    checked = call("check")
    assert checked.code == 0
    assert "No register of badges is in force: it has nobody outside slots" in checked.err
    assert call("check", "--json").document["register"]["in_force"] is False
    assert issue(call, "A-2", "accounting").code == 0
    assert "register" not in call("check").err
    assert call("check", "--json").document["register"] == {"in_force": True, "why_not": None}


@pytest.mark.parametrize(
    "change",
    [("badge", "withdraw", "S-1"), ("badge", "change", "S-1", "--department", "slots", "--rank", "staff")],
)
def test_what_changes_a_badge_makes_no_instance(tmp_path, change):
    nowhere = tmp_path / "mistyped"
    called = pitledger(*change, "--data", nowhere)
    assert called.code == 2
    assert "there is no instance here" in called.err
    assert f"`pitledger demo --data {nowhere}`; import, badge issue and link open make one too" in called.err
    assert not nowhere.exists()
