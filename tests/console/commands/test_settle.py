"""`pitledger settle`: one object or JSON lines, in order, an error for a line that cannot be, exit code 2."""

import io
import json
import sys
from contextlib import suppress

import pytest

from console.commands import settle
from console.main import main

FOLD = {
    "game": "high_card_flush",
    "rulebook": "678a@2019-11-02",
    "seats": [{"seat": 1, "wagers": {"ante": 1000}, "decision": {"action": "fold"}}],
}
VOID = {
    **FOLD,
    "seats": [{"seat": 4, "wagers": {"ante": 700}, "decision": {"action": "none"}}],
    "event": {"type": "shoe_jam"},
}


def settled(text):
    """Exit code and answers for a file with this text."""
    target = io.StringIO()
    code = settle.settle_lines(io.BytesIO(text.encode()), target)
    lines = target.getvalue().splitlines()
    return code, [json.loads(line) for line in lines]


def totals(answers):
    return [a["seats"][0]["total_returned_to_player_cents"] if "seats" in a else "error" for a in answers]


def run(*arguments):
    return main(["settle", *map(str, arguments)])


@pytest.mark.parametrize("indent", [None, 2])
def test_one_object_gives_one_document(indent):
    code, answers = settled(json.dumps(VOID, indent=indent) + "\n")
    assert code == 0
    assert totals(answers) == [700]


def test_lines_are_answered_in_order():
    code, answers = settled("\n".join(json.dumps(d) for d in (VOID, FOLD, VOID)))
    assert code == 0
    assert totals(answers) == [700, 0, 700]


def test_line_that_cannot_be_answers_with_an_error_and_the_rest_goes_on():
    wrong = {**FOLD, "rulebook": "1a@2000-01-01"}
    code, answers = settled("\n".join(json.dumps(d) for d in (VOID, wrong, VOID)))
    assert code == 2
    assert totals(answers) == [700, "error", 700]
    assert answers[1]["error"]["field"] == "rulebook"


@pytest.mark.parametrize("broken", ["{", "nonsense", '{"game": }', "[" * 100_000])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_line_that_is_not_json_answers_with_an_error_and_the_rest_goes_on(broken, place):
    lines = [json.dumps(VOID), json.dumps(FOLD)]
    lines.insert(place, broken)
    code, answers = settled("\n".join(lines) + "\n")
    assert code == 2
    expected = [700, 0]
    expected.insert(place, "error")
    assert totals(answers) == expected
    assert answers[place]["error"]["field"] == "$"


def test_blank_lines_are_no_descriptions():
    code, answers = settled("\n" + json.dumps(VOID) + "\n\n  \n" + json.dumps(FOLD) + "\n\n")
    assert code == 0
    assert totals(answers) == [700, 0]


def test_bytes_that_are_no_text_are_an_error():
    target = io.StringIO()
    assert settle.settle_lines(io.BytesIO(b"\xff\n" + json.dumps(VOID).encode()), target) == 2
    assert totals([json.loads(line) for line in target.getvalue().splitlines()]) == ["error", 700]


def test_empty_file_is_an_error():
    code, answers = settled("")
    assert code == 2
    assert "nothing in it" in answers[0]["error"]["message"]


def test_file_is_read_and_answered_on_standard_output(tmp_path, capsys):
    file = tmp_path / "rounds.jsonl"
    file.write_text(json.dumps(VOID))
    assert run(str(file)) == 0
    captured = capsys.readouterr()
    assert totals([json.loads(captured.out)]) == [700]
    assert captured.err == ""


def test_missing_file_cannot_run(tmp_path, capsys):
    assert run(str(tmp_path / "nowhere.json")) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "cannot read" in captured.err


def test_an_output_that_is_full_is_not_the_fault_of_the_file(tmp_path, monkeypatch):
    file = tmp_path / "rounds.jsonl"
    file.write_text(json.dumps(VOID))
    with open("/dev/full", "w") as full:  # noqa: PTH123
        monkeypatch.setattr(sys, "stdout", full)
        with pytest.raises(OSError, match="No space left"):
            settle.settle(file)
        monkeypatch.undo()
        with suppress(OSError):
            full.close()


def test_dash_is_standard_input(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(VOID).encode())))
    assert run("-") == 0
    assert totals([json.loads(capsys.readouterr().out)]) == [700]


def test_answer_comes_before_the_next_line_is_read():
    """A partner that writes a line and waits for its answer is not kept waiting."""
    flushed = []

    class Target(io.StringIO):
        def flush(self):
            flushed.append(self.getvalue().count("\n"))

    def lines():
        for asked in range(3):
            assert not flushed or flushed[-1] == asked
            yield json.dumps(VOID).encode() + b"\n"

    assert settle.settle_lines(lines(), Target(), at_once=True) == 0
    assert flushed[:3] == [1, 2, 3]
