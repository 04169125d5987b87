"""What people see of a floor where much went wrong: it fits, it is local, and it is in words."""

import re
import shlex

import pytest

from tests.console.calling import COMMAND, pitledger
from tests.console.terminal import in_terminal, run_in_terminal

IN_UTC = re.compile(r"[0-9]T[0-9]{2}:[0-9]{2}|[0-9]Z\b")
FOR_PROGRAMMERS = re.compile(r"\b(None|True|False|Amount|Struct)\b|[a-z]_mc\b|[(\[]'|', |\{|[A-Za-z]+\(.*=")


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A floor of every game with mistakes and irregularities."""
    data = tmp_path_factory.mktemp("screens") / "a floor"
    floor = ("floor", "--tables", 5, "--rounds", 30, "--seed", 8)
    called = pitledger(*floor, "--mistakes", 0.2, "--irregularities", 0.2, "--data", data)
    assert called.code == 0, called.err
    return data


@pytest.fixture(scope="module")
def irregular(data):
    """The rounds in which something went wrong."""
    lines = pitledger("export-events", "--data", data, "--json").document
    irregular = {each["round"] for each in lines if each["type"].startswith(("irregularity", "device"))}
    return sorted(irregular - {None})


CALLS = [
    ("meters",),
    ("meters", "--at", "2026-03-02 06:10"),
    ("meters", "NOPE"),
    *(("ledger", report) for report in ("trial", "hits", "liability", "hold", "postings")),
    ("ledger", "statement", "HCF-L1", "progressive", "--from", "2026-03-02 06:05"),
    ("day", "2026-03-02"),
    ("badge", "list"),
    ("check",),
    ("hold",),
    ("round", "NOPE"),
    ("export-events", "--from", "2026-03-02 07:00", "--to", "2026-03-02 06:00"),
    ("link", "adjust", "NOPE"),
]


def test_every_irregular_round_is_told_in_words(data, irregular):
    assert len(irregular) > 10
    for name in irregular:
        shown = pitledger("round", name, "--timeline", "--data", data).out
        assert not IN_UTC.search(shown), shown
        assert not FOR_PROGRAMMERS.search(shown), shown
        assert re.search(r"^  2026-03-02 EST$", shown, re.MULTILINE)
        assert re.search(
            r"^ +[0-9]+  [0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}  round_opened ", shown, re.MULTILINE
        )


@pytest.mark.parametrize("words", CALLS, ids=" ".join)
def test_what_people_read_is_local_and_in_words(data, words):
    called = pitledger(*words, "--data", data)

    assert not IN_UTC.search(called.out + called.err)
    assert not FOR_PROGRAMMERS.search((called.out + called.err).replace(str(data), ""))


@pytest.mark.parametrize("columns", [80, 100])
@pytest.mark.parametrize(
    "words", [*CALLS, ("round",), ("round", "--timeline"), ("--help",), ("day", "--help")], ids=" ".join
)
def test_it_fits_a_terminal(data, irregular, words, columns):
    words = (*words, irregular[0]) if words in (("round",), ("round", "--timeline")) else words
    screen = in_terminal(columns, *words, "--data", data)
    # A path is not broken, so that it can be copied.
    lines = [line for line in screen.text.splitlines() if str(data.parent) not in line]

    assert screen.code in (0, 1, 2)
    assert lines
    assert max(map(len, lines)) <= columns, max(lines, key=len)


@pytest.mark.parametrize(
    "words",
    [
        *CALLS[:-3],
        ("findings", "--all"),
        ("findings", "--patterns"),
        ("rounds", "--table", "THB-01"),
        ("round",),
        ("round", "--timeline"),
        ("hold", "678a"),
    ],
    ids=" ".join,
)
def test_it_fits_a_pipe(data, irregular, words):
    """As a page of a hundred columns: who wants a row a line asks for `--json`."""
    words = (*words, irregular[0]) if words[0] == "round" and "NOPE" not in words else words
    called = pitledger(*words, "--data", data)
    # A path is not broken, so that it can be copied.
    lines = [line for line in called.out.splitlines() if str(data.parent) not in line]

    assert max(map(len, lines), default=0) <= 100, max(lines, key=len)


def test_a_note_of_the_hold_names_its_row(data):
    report = pitledger("ledger", "hold", "--data", data, "--json").document["hold"]
    shown = pitledger("ledger", "hold", "--data", data).out.splitlines()
    noted = [line for line in report if line["note"]]
    names = [
        f"{line['rulebook']} {line['wager']}"
        + (f", paytable {line['paytable']}" if line["paytable"] else "")
        + "".join(
            f", {name}={str(value).lower() if isinstance(value, bool) else f'{chr(34)}{value}{chr(34)}'}"
            for name, value in line["options"].items()
        )
        for line in noted
    ]

    assert len(set(names)) == len(names) > 5
    notes = [f"{name}: {line['note']}" for name, line in zip(names, noted, strict=True)]
    assert " ".join(" ".join(shown).split()).endswith(" ".join(notes))


def test_a_message_fits_the_terminal_although_the_answer_goes_to_a_pipe(data):
    called = " ".join(map(shlex.quote, [*COMMAND, "link", "adjust", "NOPE", "--data", "var"]))
    screen = run_in_terminal(60, ["/bin/sh", "-c", f"{called} | cat"])

    assert "pitledger link" in screen.text
    assert screen.widest <= 60, screen.text


@pytest.mark.parametrize("words", [("meters",), ("ledger", "trial"), ("ledger", "liability")], ids=" ".join)
def test_what_was_then_says_when(data, words):
    """A time without its day is of today, by this machine's clock: who reads it must see that."""
    then = pitledger(*words, "--at", "2026-03-02 06:05", "--data", data)

    assert then.out.startswith("As of 2026-03-02 06:05:00 EST\n")
    assert not pitledger(*words, "--data", data).out.startswith("As of")


def test_hits_say_at_their_end_what_was_paid_without_a_step(data):
    called = pitledger("ledger", "hits", "--data", data)
    without = re.findall(r"round (\S+):\s+paid(?:\n  2026.*)+\n  missing:", called.out)

    assert (called.code, bool(without)) == (1, True), "the floor has planted some"
    assert f"{len(without)} paid without a step that the section demands, in " in called.err
    assert all(round_ in called.err for round_ in without)


def test_the_names_of_events_leave_what_happened_in_one_column(data):
    shown = pitledger("round", "HCF-01-1", "--timeline", "--data", data).out
    rows = re.findall(r"^ +[0-9]+  [0-9:.]{15}  ([a-z_]+ +)\S", shown, re.MULTILINE)

    assert "progressive_chips_counted" in shown
    assert len({len(row) for row in rows}) == 1
