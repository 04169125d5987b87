"""A wrong call: the option is named, and how to write it; exit code 2; nothing on standard output."""

import pytest

from tests.console.calling import pitledger

SIGNED = ("--sign", "A-2:accounting", "--sign", "S-1:slots", "--reason", "x")
ADJUST = ("link", "adjust", "HCF", "--meter", "progressive", "--document", "V-17", *SIGNED)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ((), "pitledger: which one? `pitledger --help` lists"),
        (("ledger",), "pitledger ledger: which one? `pitledger ledger --help` lists"),
        (("metres",), "there is no 'metres' here (did you mean meters?)"),
        (("ledger", "trail"), "there is no 'trail' here (did you mean trial?)"),
        (("import",), "FILE is missing (JSON lines"),
        (("import", "--nonsense", "x"), "there is no option --nonsense"),
        (("meters", "--att", "x"), "there is no option --att (did you mean --at?)"),
        (("meters", "A", "B"), "'B' is one argument too many"),
        (("meters", "--at"), "--at needs more than that: write --at WHEN"),
        (("meters", "--at", "noon"), "--at: 'noon' is"),
        (("meters", "--a", "2025-06-15T15:00:00Z"), "there is no option --a"),
        (("day", "2023-02-29"), "DATE: '2023-02-29' is not a day: write it like 2025-06-15"),
        (("day", "2025-06-15", "--read", "HCF", "progressive"), "write --read LINK METER AMOUNT"),
        (("day", "2025-06-15", "--read", "HCF", "progressive", "x"), "--read: 'x' is not an amount"),
        (("day", "2025-06-15", "--read", "A", "b", "1", "--close"), "--read and --close: give one"),
        (("day", "2025-06-15", "--by", "A-1"), "--by belongs to --read"),
        (("day", "2025-06-15", "--without", "T"), "--without belongs to --close"),
        (("day", "2025-06-15", "--close"), "--close needs --sign"),
        (("link", "close", "HCF"), "--sign BADGE:DEPARTMENT is missing (who signs"),
        (("link", "close", "HCF", "--sign", "A-2"), "--sign: 'A-2': write BADGE:DEPARTMENT"),
        (ADJUST, "give either --add AMOUNT or --take AMOUNT"),
        ((*ADJUST, "--add", "1", "--take", "1"), "and not both"),
        ((*ADJUST, "--add", "1", "--account", "x"), "--account: 'x' is not one of primary, reserve"),
        (("ledger", "export", "--out", "x", "--format", "xls"), "--format: 'xls' is not one of beancount"),
        (("ledger", "postings", "--link", "A", "--table", "B"), "--link and --table: give one"),
        (("floor",), "give either --rounds N or --hours H"),
        (("floor", "--rounds", "1", "--hours", "1"), "give either --rounds N or --hours H"),
        (("floor", "--rounds", "many"), "--rounds: 'many' is not a whole number"),
        (("floor", "--rounds", "1", "--game", "poker"), "--game: 'poker' is not one of"),
        (("floor", "--rounds", "1", "--wait", "long"), "--wait: 'long' is not a number"),
        (("worker", "x"), "NAME: 'x' is not one of router, keeper, examiner, sinks"),
        (("topics",), "name its brokers with --kafka HOST:PORT"),
        (("schema", "--type", "x"), "--type: 'x' is not an event type; `pitledger schema --data "),
        (("settle", "nowhere.json"), "cannot read nowhere.json"),
        (("resume", "table:A", "--by", "A", "--by", "A", "--reason", "x"), "give --by twice"),
        (("rebuild", "--accept", "A-7"), "--accept needs a --reason"),
        (("meters", "--cut-off", "25:00"), "--cut-off: '25:00' is not a time of day: write it like 06:00"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
@pytest.mark.parametrize("json", [(), ("--json",)], ids=["", "json"])
def test_a_wrong_call_names_the_option_and_the_remedy(call, said, json, tmp_path):
    called = pitledger(*call, *json, "--data", tmp_path)

    assert (called.code, called.out) == (2, "")
    assert said in called.err
    assert called.err.startswith("pitledger")
    assert called.err.count("\n") == 1


def test_the_last_of_a_repeated_option_counts(tmp_path):
    called = pitledger("--data", tmp_path / "a", "export-events", "--data", tmp_path / "b")

    assert f"{tmp_path / 'b'}: there is no instance here" in called.err


def test_options_stand_between_a_command_and_its_action(tmp_path):
    called = pitledger("ledger", "--data", tmp_path, "--json", "trial")

    assert called.code == 2
    assert str(tmp_path) in called.err


def test_after_two_dashes_everything_is_an_argument(tmp_path):
    called = pitledger("--data", tmp_path, "import", "--", "--help")

    assert called.code == 2
    assert "there is no option --help; a file of that name is written ./--help" in called.err


def test_a_file_that_is_named_by_nothing_is_refused(tmp_path):
    called = pitledger("import", "/dev/null", "--errors", "", "--data", tmp_path / "i")

    assert (called.code, called.out) == (2, "")
    assert "--errors: it is empty: name a file" in called.err
    assert not (tmp_path / "i").exists()
