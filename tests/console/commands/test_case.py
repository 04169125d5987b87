"""`pitledger case`: from the complaint to the decided and paid case, on both engines."""

import json
import shlex
import time

import pytest

from tests.amounts import dollars
from tests.console.both_engines import Engine
from tests.console.calling import pitledger
from tests.console.disputed_evening import evening
from tests.console.terminal import in_terminal
from tests.rig import LIMIT_S, POLL_S

CLAIM = ("--table", "HCF-01", "--seat", 4, "--at", "19:00", "--claim", "the raise was not paid")
OPEN = ("case", "open", *CLAIM, "--amount", "30.00", "--player", "P-17", "--by", "F-12")
ONE = ("--sign", "F-12:table games", "--reason", "four clubs beat three diamonds")
PAY = ("--pay", "30.00", "--round", "HCF-01-3", "--wager", "raise")
CASH = ("--slip", "CS-1", "--paid-by", "C-8")
SHORT_MC = dollars(30)


def until(call, done):
    """What a call answers once it is as wanted: on Kafka workers follow by and by."""
    give_up = time.monotonic() + LIMIT_S
    while not done(answer := call()):
        assert time.monotonic() <= give_up, answer
        time.sleep(POLL_S)
    return answer


@pytest.fixture
def house(engine: Engine):
    """An instance of either engine with the evening, as soon as its rounds are found."""
    assert engine.call("import", "-", "--facility", "PHL", stdin=evening()).code == 0
    until(
        lambda: engine.call("rounds", "--json"), lambda called: called.code == 0 and len(called.document) == 3
    )
    return lambda *args, **more: pitledger_at(engine, *args, **more)


def pitledger_at(engine, *args, **more):
    """A call without a wait: nobody answers what is recorded about a case."""
    prefix = {"PITLEDGER_KAFKA_PREFIX": engine.rig.prefix} if engine.rig else {}
    return pitledger(*args, *engine.place, **prefix, **more)


def shown(house, case="1"):
    return house("case", "show", case, "--by", "S-3", "--json")


def hinted(said):
    """The words of the command that a message names."""
    return shlex.split(said.split("`")[1])[1:]


def paid_case(house):
    """The case with its payment, once the sinks have both."""
    return until(
        lambda: shown(house), lambda called: called.code == 0 and called.document["payments"]
    ).document


def test_seat_4_was_paid_short_from_the_complaint_to_the_payment(house):
    (found,) = house(
        "rounds", "--table", "HCF-01", "--seat", 4, "--around", "19:00", "--differs", "--json"
    ).document
    assert (found["round"], found["paid_cents"], found["due_cents"]) == ("HCF-01-3", 9_000, 12_000)
    opened = house(*OPEN, "--json")
    assert (opened.code, opened.document["case"], opened.document["stream"]) == (0, "1", "desk:case-1")
    assert house("case", "hold", 1, "camera 11, 18:30 to 19:30", "--by", "S-3").code == 0
    assert house("round", "HCF-01-3", "--case", 1, "--by", "S-3").code == 0
    assert house("case", "rule-out", 1, "HCF-01-1", "--reason", "paid as due", "--by", "S-3").code == 0
    decided = house("case", "decide", 1, *PAY, *CASH, *ONE, "--json")
    assert (decided.code, decided.document["recorded"], decided.err) == (0, "case_decided", "")
    assert decided.document["paid"]["stream"] == "table:HCF-01"
    assert house("case", "note", 1, "told the player", "--by", "F-12").code == 0

    case = paid_case(house)
    assert (case["status"], case["days_left"], case["overdue"]) == ("decided", None, False)
    assert (case["decided_mc"], case["unpaid_mc"], case["holds"]) == (SHORT_MC, 0, [2])
    assert case["disputed_at"] == "2026-03-03T00:00:00.000000Z"  # 19:00 at Philadelphia
    done = [(each["entry"], each["by"], each["round"]) for each in case["entries"]]
    assert done[:6] == [
        ("hold", ["S-3"], None),
        ("view", ["S-3"], "HCF-01-3"),
        ("ruled_out", ["S-3"], "HCF-01-1"),
        ("payment", ["F-12"], "HCF-01-3"),
        ("note", ["F-12"], None),
        ("view", ["S-3"], None),
    ]
    (paid,) = case["payments"]
    assert (paid["amount_mc"], paid["settled_mc"], paid["beyond_mc"]) == (SHORT_MC, SHORT_MC, 0)
    assert (paid["book"], paid["round"], paid["wager"], paid["slip"]) == (
        *("table:HCF-01", "HCF-01-3", "raise", "CS-1"),
    )
    trial = house("ledger", "trial", "--json").document["accounts"]
    assert [(each["account"], each["meter"], each["balance_mc"]) for each in trial] == [
        ("disputes", "raise", SHORT_MC),
        ("paid", "raise", -SHORT_MC),
    ]
    day = house("day", paid["day"], "--json").document
    assert [(each["account"], each["amount_mc"]) for each in day["house_money"]] == [("disputes", SHORT_MC)]
    assert [(each["case"], each["amount_mc"]) for each in day["disputes"]] == [("1", SHORT_MC)]
    assert house("ledger", "hits", "--json").document["payments_for_no_award"] == []
    of_round = house("round", "HCF-01-3", "--json").document["case_payments"]
    assert [(each["case"], each["amount_mc"]) for each in of_round] == [("1", SHORT_MC)]
    checked = until(lambda: house("check"), lambda called: called.code == 0)
    assert "0 problems" in checked.err


@pytest.fixture
def here(tmp_path):
    """The evening in an embedded instance."""
    call = lambda *args, **more: pitledger(*args, "--data", tmp_path / "here", **more)  # noqa: E731
    assert call("import", "-", "--facility", "PHL", stdin=evening() + evening("HCF-02")).code == 0
    return call


@pytest.fixture
def opened(here):
    """The same with the case opened."""
    assert here(*OPEN).code == 0
    return here


def types_of(call, stream="desk:case-1"):
    lines = call("export-events", "--stream", stream).out.splitlines()
    return [json.loads(line)["type"] for line in lines]


def test_cases_are_numbered_on_and_may_have_a_name_of_their_own(here):
    named = here("case", "open", "PLCB-7", *OPEN[2:], "--json")
    assert named.document["stream"] == "desk:case-PLCB-7"
    assert [here(*OPEN, "--json").document["case"] for _ in range(3)] == ["1", "2", "3"]


def test_an_opening_that_was_refused_uses_no_number_up(here):
    for badge, department in (("F-12", "table games"), ("A-2", "accounting")):
        assert here("badge", "issue", badge, "--department", department, "--rank", "staff").code == 0
    strange = here(*OPEN[:-1], "X-9", "--json")
    assert (strange.code, strange.document["recorded"]) == (1, "record_refused")
    assert "X-9 is not in the register" in strange.err
    again = here(*OPEN, "--json").document
    assert (again["case"], again["seq"]) == ("1", 2)


def test_a_decision_is_paid_later_in_parts_and_too_much_stands_beyond_entitlement(opened):
    decided = opened("case", "decide", 1, *PAY, *ONE)
    assert "Nobody has paid it yet" in decided.err
    pasted = hinted(decided.err)
    as_it_stands = opened(*pasted)
    assert (as_it_stands.code, "TEXT stands for what only you know" in as_it_stands.err) == (2, True)
    (listed,) = opened("case", "list", "--json").document
    assert (listed["status"], listed["unpaid_mc"]) == ("decided", SHORT_MC)
    for slip, amount, unpaid in (("A", "10.00", dollars(20)), ("B", "25.00", 0)):
        cash = ("--slip", slip, "--paid-by", "C-8", "--amount", amount)
        paid = opened("case", "pay", 1, *cash)
        assert paid.code == 0
        assert shown(opened).document["unpaid_mc"] == unpaid
    assert [each["beyond_mc"] for each in shown(opened).document["payments"]] == [0, dollars(5)]
    to_mend = hinted(paid.err)
    again = opened("case", "pay", 1, "--slip", "b", "--paid-by", "C-8", "--amount", "25.00")
    assert "the same slip is the same cash" in again.err
    (beyond,) = opened("ledger", "liability", "--json").document["beyond_entitlement"]
    assert (beyond["book"], beyond["amount_mc"]) == ("table:HCF-01", dollars(5))
    values = iter(["V-1", "A-2:accounting", "S-1:slots", "as found"])
    mended = opened(*(next(values) if each in ("TEXT", "BADGE:DEPARTMENT") else each for each in to_mend))
    assert "dispute raise: $5.00 recovered, $0.00 left" in mended.out
    assert opened("check").code == 0
    assert opened("rebuild").code == 0


def test_a_payment_that_never_happened_leaves_the_decision_unpaid(opened):
    assert opened("case", "decide", 1, *PAY, *CASH, *ONE).code == 0
    number = shown(opened).document["payments"][0]["payment_seq"]
    two = ("--sign", "A-2:accounting", "--sign", "S-1:slots", "--reason", "as found", "--document", "V-1")
    covered = opened("link", "mend-table", "HCF-01", "--payment", number, "--recovered", *two)
    assert (covered.code, "the decision 1#2 of its case covers it" in covered.err) == (1, True)
    undone = opened("link", "mend-table", "HCF-01", "--payment", number, "--never-happened", *two)
    assert undone.code == 0, undone.err
    assert shown(opened).document["unpaid_mc"] == SHORT_MC
    again = opened("link", "mend-table", "HCF-01", "--payment", number, "--never-happened", *two)
    assert (again.code, "mended before" in again.err) == (1, True)
    assert opened("case", "pay", 1, *CASH, "--amount", "35.00").code == 0
    assert shown(opened).document["unpaid_mc"] == 0
    number = shown(opened).document["payments"][1]["payment_seq"]
    too_much = opened("link", "mend-table", "HCF-01", "--payment", number, "--recovered", *two)
    assert "dispute raise: $5.00 recovered, $0.00 left" in too_much.out
    (account,) = [
        each["balance_mc"]
        for each in opened("ledger", "trial", "--json").document["accounts"]
        if each["account"] == "disputes"
    ]
    assert account == SHORT_MC
    assert opened("check").code == 0


def test_the_same_call_by_its_id_decides_and_pays_once(opened):
    call = ("case", "decide", 1, *PAY, *CASH, *ONE, "--id", "call-7", "--json")
    first, second = opened(*call).document, opened(*call).document
    assert (second["existed"], second["paid"]["existed"]) == (True, True)
    assert (second["seq"], second["paid"]["seq"]) == (first["seq"], first["paid"]["seq"])
    assert len(shown(opened).document["payments"]) == 1


def test_over_the_amount_of_the_opening_two_decide(here):
    assert here(*OPEN, "--two-sign-over", "29.99").code == 0
    alone = here("case", "decide", 1, *PAY, *CASH, *ONE, "--json")
    assert (alone.code, alone.document["recorded"], alone.document["paid"]) == (1, "record_refused", None)
    assert "over $29.99, so two decide" in alone.err
    assert here("case", "decide", 1, *PAY, *ONE, "--sign", "A-2:accounting").code == 0


def test_the_amount_is_a_setting_of_the_instance(here):
    for given, mc in (({"PITLEDGER_CASE_TWO_SIGN_OVER": "20.00"}, dollars(20)), ({}, dollars(100))):
        case = here(*OPEN, "--json", **given).document["case"]
        assert shown(here, case).document["two_sign_over_mc"] == mc
    empty = here(*OPEN, PITLEDGER_CASE_TWO_SIGN_OVER="")
    assert (empty.code, "it is set and empty" in empty.err) == (2, True)
    wrong = here(*OPEN, PITLEDGER_CASE_TWO_SIGN_OVER="lots")
    assert (wrong.code, "PITLEDGER_CASE_TWO_SIGN_OVER: 'lots'" in wrong.err) == (2, True)


def test_what_the_rules_say_otherwise_is_told_and_does_not_stop_a_decision(opened):
    differs = ("--pay", "31.00", "--round", "HCF-01-3", "--wager", "raise")
    decided = opened("case", "decide", 1, *differs, *ONE)
    assert decided.code == 0
    assert "The verdict has raise of seat 4 $30.00 short, and $31.00 is decided." in decided.err


def test_a_wager_that_was_paid_as_due_is_said_to_be(opened):
    due = ("--pay", "5.00", "--round", "HCF-01-3", "--wager", "ante")
    decided = opened("case", "decide", 1, *due, *ONE)
    assert "The verdict has ante of seat 4 paid as due, and $5.00 is decided." in " ".join(
        decided.err.split()
    )


def test_no_reply_is_due_before_what_is_disputed(here):
    refused = here(*OPEN, "--reply-by", "2020-01-01")
    assert (refused.code, refused.out) == (2, "")
    assert "--reply-by 2020-01-01: that is before 2026-" in refused.err


def test_a_reply_is_due_in_thirty_days_unless_set_and_overdue_is_answered_1(here):
    assert here(*OPEN).code == 0
    listed = here("case", "list", "--json")
    assert (listed.code, listed.document[0]["days_left"]) == (0, 30)
    assert here(*OPEN, "--reply-by", "2026-03-09").code == 0
    late = here("case", "list", "--json")
    assert (late.code, [each["overdue"] for each in late.document]) == (1, [False, True])
    plain = here("case", "list")
    assert (plain.code, "overdue by" in plain.out, "\x1b" in plain.out) == (1, True, False)
    for case in (1, 2):
        assert here("case", "decide", case, "--no-payment", *ONE).code == 0
    assert here("case", "list").out == "No case is open.\n"
    assert len(here("case", "list", "--all", "--json").document) == 2


def test_a_case_is_opened_again_and_decided_anew(opened):
    assert opened("case", "decide", 1, "--no-payment", *ONE).code == 0
    late = opened("case", "hold", 1, "camera 12", "--by", "S-3")
    assert late.code == 1
    assert "pitledger case reopen 1" in late.err
    again = ("case", "reopen", 1, "--reason", "a photograph", "--by", "S-3", "--reply-by", "2026-12-24")
    assert opened(*again).code == 0
    case = shown(opened).document
    assert (case["status"], case["reply_by"], case["decided_mc"]) == ("open", "2026-12-24", None)
    assert opened("case", "decide", 1, *PAY, *CASH, *ONE).code == 0
    assert types_of(opened).count("case_decided") == 2


def test_nobody_looks_unrecorded(opened):
    for badge, department in (("F-12", "table games"), ("A-2", "accounting")):
        assert opened("badge", "issue", badge, "--department", department, "--rank", "staff").code == 0
    for look in (("case", "show", 1, "--by", "X-9"), ("round", "HCF-01-3", "--case", 1, "--by", "X-9")):
        refused = opened(*look)
        assert (refused.code, refused.out) == (1, "")
        assert "X-9 is not in the register" in refused.err
    assert types_of(opened) == ["case_opened", "record_refused", "record_refused"]
    assert opened("case", "show", 1, "--by", "A-2").out.startswith("Case 1: HCF-01, seat 4")
    assert types_of(opened)[-1] == "case_viewed"


def test_a_round_of_another_table_is_ruled_out_but_not_paid_for(opened):
    ruled_out = ("case", "rule-out", 1, "HCF-02-1", "--reason", "another table", "--by", "S-3")
    assert opened(*ruled_out).code == 0
    paid = opened("case", "decide", 1, "--pay", "30.00", "--round", "HCF-02-3", "--wager", "raise", *ONE)
    assert (paid.code, "the case is about HCF-01" in paid.err) == (2, True)
    assert "case_decided" not in types_of(opened)


def test_a_day_that_the_table_has_ended_takes_no_later_payment(opened):
    """The cash is of the day on which it was paid, never of the round's."""
    assert opened("case", "decide", 1, *PAY, *CASH, *ONE).code == 0
    assert opened("day", "2026-03-02", "--json").document["house_money"] == []


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (("rule-out", 1, "HCF-01-9", "--reason", "x", "--by", "S-3"), "no live round HCF-01-9"),
        (("rule-out", 1, "hcf-01-1", "--reason", "x", "--by", "S-3"), "but HCF-01-1"),
        (("rule-out", 1, "HCF-01-1", "--table", "HCF-02", "--reason", "x", "--by", "S-3"), "not at HCF-02"),
        (("decide", 1, "--pay", "1.00", "--round", "NOPE", "--wager", "raise", *ONE), "no live round NOPE"),
        (
            ("decide", 1, "--pay", "1.00", "--round", "HCF-01-3", "--wager", "flush_bonus", *ONE),
            "seat 4 had none in HCF-01-3, but ante, raise",
        ),
        (
            ("decide", 1, "--pay", "1.00", "--round", "HCF-01-3", "--seat", 2, "--wager", "raise", *ONE),
            "nothing was wagered there in HCF-01-3; seats 4 were in it",
        ),
        (("pay", 1, *CASH), "the case 1 is not decided"),
        (("pay", 1, *CASH, "--decision", 9), "has no decision 9"),
    ],
)
def test_what_is_not_there_gets_into_no_case(opened, call, says):
    called = opened("case", *call)
    assert (called.code, says in called.err) == (2, True), called.err
    assert types_of(opened) == ["case_opened"]


def test_without_an_amount_what_is_left_is_paid_and_nothing_beyond(opened):
    assert opened("case", "decide", 1, *PAY, *ONE).code == 0
    assert opened("case", "pay", 1, "--slip", "A", "--paid-by", "C-8", "--amount", "10.00").code == 0
    assert opened("case", "pay", 1, "--slip", "B", "--paid-by", "C-8").code == 0
    settled = [each["settled_mc"] for each in shown(opened).document["payments"]]
    assert settled == [dollars(10), dollars(20)]

    more = opened("case", "pay", 1, "--slip", "C", "--paid-by", "C-8")
    assert more.code == 2
    assert "the case 1 is paid: $30.00 by slip A, B" in more.err
    assert "--amount" in more.err
    assert types_of(opened, "table:HCF-01").count("dispute_paid") == 2
    assert opened("case", "pay", 1, "--slip", "b", "--paid-by", "C-8").code == 0  # the same cash, told again
    fact = opened("case", "pay", 1, "--slip", "C", "--paid-by", "C-8", "--amount", "5.00")
    assert (fact.code, "$5.00 of this is more than was decided" in fact.err) == (0, True)
    assert shown(opened).document["payments"][-1]["beyond_mc"] == dollars(5)


def test_a_case_that_was_decided_without_a_payment_is_not_paid(opened):
    assert opened("case", "decide", 1, "--no-payment", *ONE).code == 0
    called = opened("case", "pay", 1, *CASH)
    assert (called.code, "was decided without a payment (entry 2)" in called.err) == (2, True)
    assert "dispute_paid" not in types_of(opened, "table:HCF-01")


def test_each_decision_is_paid_for_itself(opened):
    assert opened("case", "decide", 1, *PAY, *ONE).code == 0
    assert opened("case", "reopen", 1, "--reason", "more", "--by", "S-3").code == 0
    ante = ("--pay", "5.00", "--round", "HCF-01-3", "--wager", "ante")
    assert opened("case", "decide", 1, *ante, *ONE).code == 0
    assert shown(opened).document["unpaid_mc"] == dollars(35)
    assert opened("case", "pay", 1, "--slip", "B", "--paid-by", "C-8").code == 0
    assert opened("case", "pay", 1, "--slip", "A", "--paid-by", "C-8", "--decision", 2).code == 0
    case = shown(opened).document
    assert case["unpaid_mc"] == 0
    assert [(each["decision_seq"], each["wager"], each["settled_mc"]) for each in case["payments"]] == [
        (4, "ante", dollars(5)),
        (2, "raise", SHORT_MC),
    ]


def test_an_overdue_case_is_red_at_a_terminal_and_no_other(here, tmp_path):
    assert here(*OPEN).code == 0
    assert here(*OPEN, "--reply-by", "2026-03-09").code == 0
    screen = in_terminal(120, "case", "list", "--data", tmp_path / "here")
    (red,) = [line for line in screen.coloured.splitlines() if "\x1b[31m" in line]
    assert "overdue by" in red
    assert red.endswith("\x1b[0m")
    narrow = in_terminal(80, "case", "list", "--data", tmp_path / "here")
    assert narrow.widest <= 80
