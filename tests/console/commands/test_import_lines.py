"""Lines made into drafts by a process of its own: the same batches, and an end that is reported."""

import io
import json
import multiprocessing
import os
import re
import sys
from hashlib import sha256
from threading import Thread

import pytest

from console.commands.importing import file as import_file
from console.commands.importing.file import open_import
from console.commands.importing.lines import Unreadable, batches, batches_apart
from tests.console.calling import pitledger
from tests.console.event_lines import a_shift

PREFIX = "0123456789abcdef#"


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "events.jsonl"
    bad = ["nonsense", r'{"no text: \ud800": 1}']
    lines = [*a_shift(tables=1, rounds=2), "", *bad, *a_shift(tables=1, rounds=1, own_ids=True)]
    file.write_text("\n".join(lines))
    return file


@pytest.mark.parametrize("size", [7, 1_000])
def test_both_ways_give_the_same_batches(path, size):
    with path.open("rb") as file:
        here = list(batches(file, PREFIX, size))
    apart = list(batches_apart(path, PREFIX, size))
    assert apart == here
    assert sum(batch.lines for batch in here) == 34 + 2 + 18
    assert sum(batch.size for batch in here) == path.stat().st_size
    assert [error.line for batch in here for error in batch.not_taken] == [36, 37]
    assert here[0].drafts[0][1].source_id == f"{PREFIX}1"


def refused(*lines):
    """The field and the words of what is wrong with each line."""
    found = [error for batch in batches(lines, PREFIX, 100) for error in batch.not_taken]
    return {error.line: (error.field, error.message) for error in found}


def test_a_byte_order_mark_is_named_with_what_to_do():
    first, second = a_shift(tables=1, rounds=1)[:2]
    assert refused(b"\xef\xbb\xbf" + first.encode(), second.encode()) == {
        1: ("event", "the line begins with a byte order mark (BOM): save the file as UTF-8 without one")
    }


def test_every_bad_field_of_a_line_is_named_at_once():
    line = json.loads(a_shift(tables=1, rounds=1)[3])
    assert line["type"] == "wager_placed"
    del line["body"]["seat"]
    line["body"] |= {"amount_mc": -1, "colour": "red"}
    ((field, message),) = refused(json.dumps(line).encode()).values()
    assert field == "body.seat"
    assert re.fullmatch(r".*required.*; body\.amount_mc: .*; body\.colour: .*", message), message
    for name in ("actor", "mode", "body"):
        del line[name]
    wanted = ("actor", "is missing; mode: is missing; body: is missing")
    assert refused(json.dumps(line).encode()) == {1: wanted}


def test_a_file_that_vanished_is_named(tmp_path):
    with pytest.raises(Unreadable, match=r"gone\.jsonl could not be read to its end"):
        list(batches_apart(tmp_path / "gone.jsonl", PREFIX, 10))


def test_whoever_stops_early_leaves_no_process_behind(path):
    several = batches_apart(path, PREFIX, 1)

    assert next(several).lines == 1
    (reader,) = multiprocessing.active_children()
    assert reader.is_alive()
    several.close()

    assert multiprocessing.active_children() == []
    assert reader.exitcode == 0


@pytest.mark.parametrize("before", [b"", b"{}\n{}\n"])
def test_a_line_without_end_is_refused_before_it_is_kept(tmp_path, monkeypatch, before):
    monkeypatch.setattr(import_file, "LINE_AT_MOST", 3 << 20)
    endless, whole = tmp_path / "endless", tmp_path / "whole"
    endless.write_bytes(before + b"x" * (5 << 20))
    whole.write_bytes(before + b"x" * (2 << 20) + b"\n" + b"y" * (2 << 20))
    line = before.count(b"\n") + 1
    for name, given in ((str(endless), b""), ("-", endless.read_bytes())):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        with pytest.raises(Unreadable, match=f"line {line} is longer than 3 MiB"), open_import(name):
            pass
    with open_import(str(whole)) as taken:
        assert taken.size == whole.stat().st_size


def test_a_pipe_is_read_once(tmp_path):
    """What was read of it is gone: not once for its hash and again for its lines."""
    lines, pipe = "\n".join(a_shift(tables=1, rounds=1)), tmp_path / "pipe"
    os.mkfifo(pipe)
    Thread(target=lambda: pipe.write_text(lines), daemon=True).start()

    document = pitledger("import", pipe, "--data", tmp_path / "instance", "--json").document

    assert (document["lines"], document["recorded"]) == (18, 18)
    assert document["sha256"] == sha256(lines.encode()).hexdigest()
