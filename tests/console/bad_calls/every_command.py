"""What can be wrong with any command: no such option, a word too many, no instance, no such zone."""

from __future__ import annotations

from tests.console.bad_calls.places import A_FILE, BAD_MODEL, GARBAGE, NO_LOG, OTHER_DATABASE
from tests.console.bad_calls.row import EMPTY, NOWHERE, SIGNED, TERMS, bad

READING = {
    "export-events": "",
    "round": "HCF-01-1",
    "meters": "",
    "ledger trial": "",
    "ledger postings": "",
    "ledger statement": "HCF-L1 progressive",
    "ledger hits": "",
    "ledger liability": "",
    "ledger hold": "",
    "ledger export": "--out new",
    "day": "2026-03-02",
    "badge list": "",
    "account list": "",
    "serve": "--port 0",
    "case list": "",
    "rounds": "",
    "findings": "",
    "check": "",
    "rebuild": "",
    "audit init": "",
    "vault list": "",
}
"""Commands that need an instance to read, and what they may be called with."""
CHANGING = {
    "link change": f"HCF-L1 {TERMS} {SIGNED}",
    "link close": f"HCF-L1 {SIGNED}",
    "link adjust": f"HCF-L1 --meter progressive --add 1.00 --document V-1 {SIGNED}",
    "link transfer": f"HCF-L1 --meter progressive --to B:progressive --amount 1.00 {SIGNED}",
    "link retire": f"HCF-L1 {SIGNED}",
    "link mend": f"HCF-L1 --table HCF-01 --payment 9 --recovered --document V-1 {SIGNED}",
    "link mend-table": f"HCF-01 --payment 9 --recovered --document V-1 {SIGNED}",
    "link set-aside": f"HCF-L1 --table HCF-01 --leg 9 {SIGNED}",
    "badge change": f"A-2 --department slots --rank staff {SIGNED}",
    "badge withdraw": f"A-2 {SIGNED}",
    "account set": "A-2 --role pit",
    "account remove": "A-2",
    "resume": "table:HCF-01 --by A-2 --by S-1 --reason x",
    "case open": "--table HCF-01 --seat 4 --at 06:10 --amount 30.00 --claim x --by A-2",
    "case note": "1 x --by A-2",
    "case rule-out": "1 HCF-01-1 --reason x --by A-2",
    "case hold": "1 x --by A-2",
    "case lift": "1 2 --reason x --by A-2",
    "case decide": "1 --no-payment --sign A-2:accounting --reason x",
    "case pay": "1 --slip CS-1 --paid-by A-2",
    "case reopen": "1 --reason x --by A-2",
    "case show": "1 --by A-2",
    "vault disclose": "P-17 --by A-2 --reason x",
    "vault forget": "P-17 --by A-2 --reason x",
}
"""Commands that change what must be there."""
STARTING = {
    "demo": "--rounds 1 --no-console",
    "floor": "--rounds 1 --tables 1",
    "import": "lines.jsonl",
    "link open": f"NEW {TERMS} {SIGNED}",
    "badge issue": "B-1 --department slots --rank staff",
}
"""Commands that may make an instance."""
ELSEWHERE = {
    "schema": "",
    "settle": "lines.jsonl",
    "hold": "679a",
    "completion": "bash",
    "topics": "--kafka 127.0.0.1:1",
    "worker": "router --kafka 127.0.0.1:1",
    "audit verify": "bag --key x",
    "audit witness": "new",
}
"""Commands that work without an embedded instance."""
AUDITING = {
    "audit checkpoint": "",
    "audit prove": "--stream table:HCF-01 --seq 1",
    "audit export": "--out new",
    "audit packet": "HCF-01-1 --out new.zip",
    "audit policy": "lines.jsonl",
}
"""Commands that need an audit log."""
FITTING = {**READING, **CHANGING, **STARTING, **ELSEWHERE, **AUDITING}
NEEDS = {
    "import": "FILE",
    "round": "ROUND",
    "ledger statement": "LINK",
    "ledger export": "--out DIR",
    "day": "DATE",
    "settle": "FILE",
    "resume": "STREAM",
    "worker": "NAME",
    "completion": "SHELL",
    "link open": "LINK",
    "link change": "LINK",
    "link close": "LINK",
    "link adjust": "LINK",
    "link transfer": "LINK",
    "link retire": "LINK",
    "link mend": "LINK",
    "link mend-table": "TABLE",
    "link set-aside": "LINK",
    "badge issue": "BADGE",
    "badge change": "BADGE",
    "badge withdraw": "BADGE",
    "account set": "BADGE",
    "account remove": "BADGE",
    "case open": "--table TABLE",
    "case note": "CASE",
    "case rule-out": "CASE",
    "case hold": "CASE",
    "case lift": "CASE",
    "case decide": "CASE",
    "case pay": "CASE",
    "case reopen": "CASE",
    "case show": "CASE",
    "audit export": "--out BAG",
    "audit packet": "ROUND",
    "audit verify": "BAG",
    "audit witness": "FOLDER",
}
"""What each command cannot do without, first of all."""

KEY = "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8"
"""A key that is one: that of Go's checksum database."""
WITNESS_KEY = "w1.example+0fd32396+BC1xFkK3JrBEAWJ8qfusMvXIUw+xkDzE2wIlhxeSGkiB"
"""A key of a witness that nobody has."""


def _typed(command: str, more: str = "") -> str:
    return " ".join(part for part in (command, FITTING[command], more) if part)


ROWS = [
    *(bad(_typed(command, "--frobnicate"), "no option --frobnicate", "--help`") for command in FITTING),
    *(
        bad(command, f"{needed} is missing", f"`pitledger {command} --help`")
        for command, needed in NEEDS.items()
    ),
    *(
        bad(_typed(command, "a b c"), "is one argument too many", f"`pitledger {command} --help`")
        for command in FITTING
    ),
    *(bad(_typed(command, "--zone Mars/Base"), "'Mars/Base'", "write it like") for command in FITTING),
    *(
        bad(_typed(command), f"{NOWHERE}: there is no instance here", "--data", at=NOWHERE)
        for command in (*READING, *CHANGING, *AUDITING)
    ),
    *(
        bad(_typed(command, more), "audit: there is no audit log here", "pitledger audit init")
        for command, more in ((*((name, "") for name in AUDITING), ("audit init", "--rotate")))
    ),
    bad("audit prove", "--stream", "--round, or --since"),
    bad("audit prove --seq 0 --stream table:HCF-01", "--seq", "from 1 up"),
    bad("audit prove --stream HCF-01 --seq 1", "--stream", "table:HCF-01"),
    bad("audit init --origin 'a b'", "--origin", "such as casino.org/pit"),
    bad("audit init --rotate --origin x", "--rotate", "leave out --origin"),
    bad("audit init --passphrase", "--passphrase", "PITLEDGER_AUDIT_PASSPHRASE"),
    bad("audit verify house --key x", "--key", "NAME+KEYID+BASE64"),
    bad(f"audit verify none --key {KEY}", "BAG: none", "name that of an export"),
    bad(f"audit verify house --key {KEY} --policy lines.jsonl", "--policy: lines.jsonl", "has no quorum"),
    bad(
        f"audit verify house --key {KEY} --policy binary",
        "--policy: binary: line 2",
        "End it with a line feed",
    ),
    bad("audit witness new", "new: there is no witness here", "--name"),
    bad("audit witness new --name w", "--log", "give the key of one"),
    bad("audit witness new --name 'a b'", "--name", "such as gaming-board.example/w1"),
    bad("audit witness new --name w --log x", "--log", "NAME+KEYID+BASE64"),
    bad(f"audit witness new --name w --log {WITNESS_KEY}", "--log", "as `pitledger audit init` printed it"),
    bad("audit witness new --name w --port 70000", "--port", "at most 65,535"),
    bad(f"audit witness new --name w --log {KEY} --passphrase", "--passphrase", "PITLEDGER_AUDIT_PASSPHRASE"),
    bad(f"audit witness {A_FILE} --name w --log {KEY}", A_FILE, "check the disk"),
    *(
        bad(_typed(command), f"{EMPTY}: there is no instance here", "--data", at=EMPTY)
        for command in ("meters", "check", "rebuild", "export-events", "resume", "link close")
    ),
    *(bad(_typed(command), A_FILE, "--data", at=A_FILE) for command in (*READING, *CHANGING, *STARTING)),
    *(
        bad(_typed(command), f"{GARBAGE}/log.sqlite", "is not a Pitledger log", at=GARBAGE)
        for command in (*READING, *CHANGING, *STARTING)
        if command != "demo"
    ),
    *(
        bad(_typed(command), f"{NO_LOG}/log.sqlite", "--data", at=NO_LOG)
        for command in ("meters", "check", "import")
    ),
    *(
        bad(_typed(command), f"{OTHER_DATABASE}/log.sqlite", "belongs to another program", at=OTHER_DATABASE)
        for command in ("meters", "check", "import", "rebuild", "floor")
    ),
    *(
        bad(_typed(command), f"{BAD_MODEL}/read.sqlite", "pitledger rebuild", at=BAD_MODEL)
        for command in ("meters", "round", "ledger trial", "day", "ledger export")
    ),
    *(bad(_typed("demo"), f"{at}: ", "not a demo's", "--data", at=at) for at in (GARBAGE, OTHER_DATABASE)),
]
