"""Lines that fit a terminal: words are kept, times and commands are not broken, a pipe is a page."""

import json
import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from console.calls import answering
from console.printing.colour import print_painted
from console.printing.columns import columns, print_columns
from console.printing.lines import print_lines, print_row, wrapped
from console.printing.output import print_json, print_message
from console.printing.standard_streams import visible_streams
from console.wording.visible import visible
from tests.console.calling import pitledger

TIME = "2026-03-02 07:16:29 EST"
HINT = "`pitledger meters --data var/east`"


@given(before=st.integers(0, 60), width=st.integers(40, 100))
def test_a_time_and_a_command_are_never_broken(before, width):
    words = " ".join(["word"] * before)
    shown = wrapped(f"{words} at {TIME} run {HINT} now", width, 2, 4)

    assert TIME in shown
    assert HINT in shown
    assert shown.split() == f"{words} at {TIME} run {HINT} now".split()
    assert max(map(len, shown.split("\n"))) <= width


def test_a_command_that_is_longer_than_a_line_goes_on_like_other_words():
    shown = wrapped("run `pitledger link close HCF --sign A:b --sign C:d --reason TEXT`", 40)

    assert max(map(len, shown.split("\n"))) <= 40


CELLS = st.text("abc-", max_size=30)


@example(rows=[("a" * 13, "", "", "", "")], width=40)
@given(
    rows=st.lists(st.tuples(CELLS, CELLS, CELLS, CELLS, CELLS), min_size=1, max_size=6),
    width=st.integers(40, 120),
)
def test_a_table_fits_and_loses_no_value(rows, width):
    headings = ("name", "amount>", "options~", "percent", "~")

    lines = "\n".join(columns(headings, rows, width)).split("\n")
    whole = list(columns(headings, rows, 1_000))

    assert max(map(len, lines)) <= width
    assert len(whole) == 1 + len(rows)
    if max(map(len, whole)) <= width:
        assert lines == whole
    shown = "\n".join(lines)
    for cell in (cell for row in rows for cell in row if cell.strip("-")):
        assert cell in shown


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (100, ["wager  options   hold", "ante   a=true   1/221", "raise  -         1/22"]),
        (14, ["wager   hold", "ante   1/221", "    options", "    a=true", "raise   1/22"]),
        (10, ["wager", "     hold", "ante", "    1/221", "    options", "    a=true", "raise", "     1/22"]),
    ],
)
def test_details_stand_below_where_there_is_no_room_beside(width, lines):
    rows = [("ante", "a=true", "1/221"), ("raise", "-", "1/22")]

    assert "\n".join(columns(("wager", "options~", "hold>"), rows, width)).split("\n") == lines


@pytest.mark.parametrize("mark", [*"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"])
def test_a_mark_that_turns_what_follows_is_shown_by_its_number(mark, capsys):
    """A badge `D-(mark)1` that came in an event would be read as another one."""
    badge, number = f"D-{mark}1", f"D-\\u{ord(mark):04x}1"
    print_lines(f"paid by {badge}")
    print_row(f"paid by {badge}")
    print_columns(("who",), [(badge,)])
    print_painted(f"paid by {badge}")
    print_json({"who": badge})
    print_message(f"paid by {badge}")
    said = "".join(capsys.readouterr())

    assert mark not in said
    assert said.count(number) == 6
    assert visible("Ünïcödé-日本 אב") == "Ünïcödé-日本 אב"


@pytest.mark.parametrize("letter", [*"\x01\x07\r\x1b\x7f\x9b\u2028\u2029"])
def test_what_would_steer_a_terminal_is_shown_by_its_number_whoever_prints_it(letter, capsys):
    name, number = f"P{letter}1", f"P\\u{ord(letter):04x}1"
    with visible_streams():
        print(name)
        sys.stdout.writelines([name, "\n"])
        print_json({"who": name})
        print(name, file=sys.stderr)
    said = capsys.readouterr()

    assert letter not in said.out + said.err
    assert (said.out.startswith(f"{number}\n{number}\n"), said.err) == (True, f"{number}\n")
    assert json.loads(said.out.split("\n", 2)[2]) == {"who": name}
    print(name)
    assert letter in capsys.readouterr().out, "the streams are again what they were"


def test_every_command_prints_through_such_streams(monkeypatch):
    monkeypatch.setattr(answering, "_run", lambda _call: print("P\x1b[2J") or 0)
    assert pitledger("meters").out == "P\\u001b[2J\n"


def test_a_cell_of_a_table_stays_in_its_line(capsys):
    print_columns(("who", "what"), [("A\nB 1", "x")])
    assert capsys.readouterr().out == "who     what\nA\\nB 1  x\n"


def test_scripts_read_such_a_name_as_it_was_recorded(capsys):
    print_json({"who": "D-\u202e1"})

    assert json.loads(capsys.readouterr().out) == {"who": "D-\u202e1"}
