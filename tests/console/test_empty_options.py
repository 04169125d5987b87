"""What is given and empty is refused: taken for "not given" it would mean another instance, or day."""

import pytest

from tests.console.calling import pitledger
from tests.console.event_lines import a_shift

LINE = a_shift(1, 1)[0]


@pytest.mark.parametrize(
    ("options", "variables", "named"),
    [
        *((option, {}, "--data") for option in (["--data", ""], ["--data="], ["--data", " "])),
        (["--kafka", "", "--data", "i"], {}, "--kafka"),
        (["--kafka", ""], {"PITLEDGER_KAFKA": "127.0.0.1:1"}, "--kafka"),
        (["--zone", "", "--data", "i"], {}, "--zone"),
        (["--cut-off", "", "--data", "i"], {}, "--cut-off"),
        ([], {"PITLEDGER_DATA": ""}, "PITLEDGER_DATA"),
        ([], {"PITLEDGER_KAFKA": ""}, "PITLEDGER_KAFKA"),
        (["--kafka", "127.0.0.1:1"], {"PITLEDGER_DATA": ""}, "PITLEDGER_DATA"),
        (["--kafka", "127.0.0.1:1"], {"PITLEDGER_KAFKA_PREFIX": ""}, "PITLEDGER_KAFKA_PREFIX"),
        (["--data", "i"], {"PITLEDGER_ZONE": ""}, "PITLEDGER_ZONE"),
        (["--data", "i"], {"PITLEDGER_CUT_OFF": ""}, "PITLEDGER_CUT_OFF"),
    ],
)
def test_what_is_empty_is_named_and_records_nothing(tmp_path, monkeypatch, options, variables, named):
    monkeypatch.chdir(tmp_path)

    called = pitledger(*options, "import", "-", stdin=LINE, **variables)

    assert (called.code, called.out) == (2, "")
    assert called.err.startswith(f"pitledger import: {named}: ")
    assert called.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_the_amount_above_which_two_decide_is_not_empty(tmp_path):
    assert pitledger("import", "-", "--data", tmp_path, stdin="\n".join(a_shift(1, 1))).code == 0

    called = pitledger(
        *("case", "open", "--table", "HCF-01", "--seat", 1, "--at", "12:00", "--amount", "5.00"),
        *("--claim", "c", "--by", "F-1", "--data", tmp_path),
        PITLEDGER_CASE_TWO_SIGN_OVER="",
    )

    assert (called.code, called.out) == (2, "")
    assert "PITLEDGER_CASE_TWO_SIGN_OVER: it is set and empty" in called.err
