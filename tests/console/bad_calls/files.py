"""Files and folders that are not there, are something else, or hold what cannot be taken."""

from __future__ import annotations

import json

from tests.console.bad_calls.row import bad

NOTE = {
    "stream": "desk:pit",
    "type": "note_recorded",
    "schema": 1,
    "mode": "live",
    "actor": "P-1",
    "occurred_at": "2026-03-02T15:00:00Z",
    "body": {"subject": "x", "text": "y"},
}


def line(**changes: object) -> str:
    """A line of an import with something changed; None leaves a field out."""
    return json.dumps({name: value for name, value in {**NOTE, **changes}.items() if value is not None})


WAGER = {"seat": 1, "wager": "ante", "amount_mc": 500_000, "instrument": "value_chip"}
DEEP = "[" * 100_000 + "]" * 100_000

PATHS = [
    bad("import nowhere.jsonl", "nowhere.jsonl", "No such file"),
    bad("import taken", "taken", "directory"),
    bad("import ''", "FILE", "-"),
    bad("import lines.jsonl/x", "lines.jsonl/x", "Not a directory"),
    bad(f"import {'x' * 300}", "x" * 60, "File name too long"),
    bad("import lines.jsonl --errors taken", "--errors", "taken"),
    bad("import lines.jsonl --errors nowhere/errors.jsonl", "--errors", "nowhere/errors.jsonl"),
    bad("import lines.jsonl --errors lines.jsonl", "--errors", "lines.jsonl", "another file"),
    bad("import lines.jsonl --errors house/log.sqlite", "--errors", "house/log.sqlite", "another file"),
    bad("import lines.jsonl --errors house/read.sqlite-wal", "--errors", "read.sqlite-wal", "another file"),
    bad("import lines.jsonl --errors new/log.sqlite", "--errors", "new/log.sqlite", "another file"),
    bad("import - --errors /dev/full", "--errors", "/dev/full", "another file", stdin="garbage"),
    bad("settle nowhere.json", "nowhere.json", "- for standard input"),
    bad("settle taken", "taken", "- for standard input"),
    bad("settle ''", "FILE", "- for standard input"),
    bad("settle lines.jsonl/x", "lines.jsonl/x", "- for standard input"),
    bad("floor --rounds 1 --tables 1 --out lines.jsonl", "--out", "lines.jsonl", "name another file"),
    bad("floor --rounds 1 --tables 1 --out taken", "--out", "taken", "name another file"),
    bad("floor --rounds 1 --tables 1 --out nowhere/f.jsonl", "--out", "nowhere/f.jsonl"),
    bad("floor --rounds 1 --tables 1 --out ''", "--out", "name a file"),
    bad("floor --rounds 1 --tables 1 --mistakes 0.5 --planted taken", "--planted", "taken"),
    bad("floor --rounds 1 --tables 1 --planted nowhere/p.jsonl", "--planted", "nowhere/p.jsonl"),
    bad(
        "floor --rounds 1 --tables 1 --out f.jsonl --planted house/log.sqlite",
        "--planted",
        "house/log.sqlite",
    ),
    bad(
        "floor --rounds 1 --tables 1 --out f.jsonl --planted f.jsonl", "--planted", "f.jsonl", "another file"
    ),
    bad("floor --rounds 1 --tables 1", "the log holds", "--data"),
    bad("floor --rounds 1 --tables 1 --speed 500", "log", "--data"),
    bad("demo --rounds 1 --no-console --data taken/mine.txt", "taken/mine.txt", "--data"),
    bad("demo --rounds 1 --no-console", "not a demo's", "--data", at="unsigned"),
    bad("ledger export --out taken", "taken", "not there yet"),
    bad("ledger export --out lines.jsonl", "lines.jsonl", "not there yet"),
    bad("ledger export --out ''", "--out", "name a folder"),
    bad("ledger export --out .", "--out", "name a folder"),
    bad("ledger export --out lines.jsonl/x", "lines.jsonl/x", "--out"),
    bad(f"ledger export --out {'x' * 300}", "--out", "File name too long"),
    bad(f"meters --data {'x' * 300}", "x" * 20, "--data"),
    bad("meters --data lines.jsonl/x", "lines.jsonl/x", "--data"),
]


def taken_not(stdin: str | bytes, *says: str, number: int = 1) -> object:
    """A row of an import whose line cannot be taken; it goes on, and says which and why."""
    return bad("import -", f"line {number}" if number else "", *says, stdin=stdin, code=1)


LINES = [
    taken_not("garbage\n", "not JSON"),
    taken_not(bytes(range(128, 256)) + b"\n", "UTF-8"),
    taken_not(line().encode("utf-16") + b"\n", "UTF-8"),
    taken_not("[]\n", "object"),
    taken_not("null\n", "object"),
    taken_not('"text"\n', "object"),
    taken_not("1e999\n", "object"),
    taken_not(DEEP + "\n", "JSON"),
    taken_not('{"stream": ' + DEEP + "}\n", "JSON"),
    taken_not(line(colour="red"), "colour"),
    taken_not(line(stream=None), "stream"),
    taken_not(line(stream=""), "stream"),
    taken_not(line(stream="pit"), "stream"),
    taken_not(line(stream="desk:"), "stream"),
    taken_not(line(stream="desk:a\nb"), "stream"),
    taken_not(line(stream="desk:a\u0000b"), "stream"),
    taken_not(line(stream="desk:" + "x" * 5_000), "stream"),
    taken_not(line(stream=7), "stream"),
    taken_not(line(type="note_recordet"), "type", "note_recordet"),
    taken_not(line(type=None), "type"),
    taken_not(line(schema=99), "schema"),
    taken_not(line(schema="1"), "schema"),
    taken_not(line(mode="practice"), "mode"),
    taken_not(line(actor=""), "actor"),
    taken_not(line(actor="P\u0007"), "actor"),
    taken_not(line(actor="P\u0000"), "actor"),
    taken_not(line(occurred_at="2026-02-30T15:00:00Z"), "occurred_at"),
    taken_not(line(occurred_at="2026-03-02T15:00:00"), "occurred_at"),
    taken_not(line(occurred_at=1772463600), "occurred_at"),
    taken_not(line(occurred_at=None), "occurred_at"),
    taken_not(line(body=None), "body"),
    taken_not(line(body=[]), "body"),
    taken_not(line(body={"subject": "x"}), "body.text"),
    taken_not(line(body={"subject": "x", "text": 7}), "body.text"),
    taken_not(line(body={"subject": "x", "text": "y", "more": 1}), "body.more"),
    taken_not(line(body={"subject": "x", "text": "\ud800"}), "line 1"),
    taken_not(line(body={"subject": "x", "text": "y" * 70_000}), "body.text", "2000"),
    taken_not(line(source_id=""), "source_id"),
    taken_not(line(source_id="recorder#1"), "source_id"),
    taken_not(line(source_id="x" * 5_000), "source_id"),
    taken_not(line(seq=0), "seq"),
    taken_not(line(seq=1, prev="00"), "prev"),
    taken_not(line(facility="EAST"), "facility", "DEMO"),
    *(
        taken_not(
            line(
                stream="table:HCF-01", type="wager_placed", round="R-1", body={**WAGER, "amount_mc": amount}
            ),
            "body.amount_mc",
        )
        for amount in (-1, 1.5, 5e5, "500000", 10**30, True, None)
    ),
    taken_not(
        line(stream="table:HCF-01", type="wager_placed", round="R-1", body=WAGER).replace("500000", "NaN"),
        "body.amount_mc",
    ),
    taken_not(
        line(stream="table:HCF-01", type="wager_placed", round="R-1", body=WAGER).replace("500000", "1e999"),
        "body.amount_mc",
    ),
    taken_not(line(type="wager_placed", round="R-1", body=WAGER), "stream", "wager_placed"),
    taken_not(line() + "\n\n" + "garbage\n", "not JSON", number=3),
    taken_not(line() + "\r\n" + "garbage\r\n", "not JSON", number=2),
]
ROWS = [*PATHS, *LINES]
