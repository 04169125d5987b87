"""Cases that are not there, and claims, rounds, decisions and payments that cannot be meant."""

from __future__ import annotations

from tests.console.bad_calls.row import bad

LONG = "x" * 5_000
CLAIM = "--table HCF-01 --seat 4 --at 06:01 --amount 30.00 --claim x"
LISTS = "`pitledger case list --all`"
BY = "--by A-2"
SIGNED = "--sign A-2:accounting --reason x"

OPENING = [
    bad(f"case open --table NOPE --seat 4 --at 06:01 --amount 30 --claim x {BY}", "--table NOPE", "spelt"),
    bad(f"case open --table 'A B' --seat 4 --at 06:01 --amount 30 --claim x {BY}", "--table", "'A B'"),
    bad(
        f"case open --table HCF-01 --seat 0 --at 06:01 --amount 30 --claim x {BY}", "--seat: '0'", "from 1 up"
    ),
    bad(
        f"case open --table HCF-01 --seat four --at 06:01 --amount 30 --claim x {BY}",
        "--seat: 'four'",
        "such as 8",
    ),
    bad(
        f"case open --table HCF-01 --seat 4 --at seven --amount 30 --claim x {BY}",
        "--at: 'seven'",
        "write 07:00",
    ),
    bad(
        f"case open --table HCF-01 --seat 4 --at '2999-01-01 06:00' --amount 30 --claim x {BY}",
        *("--at: 2999-01-01 06:00:00 EST", "has not come yet"),
    ),
    bad(
        f"case open --table HCF-01 --seat 4 --at 06:01 --amount lots --claim x {BY}",
        "--amount: 'lots'",
        "150000.00",
    ),
    bad(
        f"case open --table HCF-01 --seat 4 --at 06:01 --amount 0.001 --claim x {BY}",
        "--amount",
        "whole cents",
    ),
    bad(f"case open --table HCF-01 --seat 4 --at 06:01 --amount 30 --claim ' ' {BY}", "--claim", "in words"),
    bad(
        f"case open --table HCF-01 --seat 4 --at 06:01 --amount 30 --claim {LONG} {BY}",
        "--claim",
        "at most 2,000",
    ),
    bad(f"case open {CLAIM}", "--by BADGE is missing", "pitledger case open --help"),
    bad(f"case open {CLAIM} --by ' '", "--by", "such as A-2"),
    bad(f"case open 'A B' {CLAIM} {BY}", "CASE", "'A B'"),
    bad(f"case open '' {CLAIM} {BY}", "CASE", "name"),
    bad(f"case open {'x' * 60} {CLAIM} {BY}", "CASE", "at most 59"),
    bad(f"case open {CLAIM} {BY} --reply-by soon", "--reply-by: 'soon'", "2025-06-15"),
    bad(f"case open {CLAIM} {BY} --two-sign-over some", "--two-sign-over: 'some'", "150000.00"),
    bad(f"case open {CLAIM} {BY} --id 7", "--id", "name the case"),
    bad(f"case open {CLAIM} {BY} --player ' '", "--player", "such as A-2"),
    bad(
        f"case open {CLAIM} {BY}",
        "PITLEDGER_CASE_TWO_SIGN_OVER: 'x'",
        "150000.00",
        PITLEDGER_CASE_TWO_SIGN_OVER="x",
    ),
    bad(f"case open {CLAIM} --by X-9", "refused", "X-9 is not in the register", code=1),
]
NOT_THERE = [
    *(
        bad(f"case {call}", "there is no case 77", LISTS)
        for call in (
            f"note 77 x {BY}",
            f"rule-out 77 HCF-01-1 --reason x {BY}",
            f"hold 77 x {BY}",
            f"lift 77 2 --reason x {BY}",
            f"decide 77 --no-payment {SIGNED}",
            "pay 77 --slip CS-1 --paid-by A-2",
            f"reopen 77 --reason x {BY}",
            f"show 77 {BY}",
        )
    ),
    bad(f"round HCF-01-1 --case 77 {BY}", "there is no case 77", LISTS),
    bad("round HCF-01-1 --case 77", "--case and --by", "give both"),
    bad(f"round HCF-01-1 {BY}", "--case and --by", "give both"),
    bad(f"case show desk:case-1 {BY}", "CASE", "desk:case-1"),
    bad(f"case note 77 '' {BY}", "TEXT", "in words"),
    bad(f"case hold 77 '  ' {BY}", "TEXT", "in words"),
    bad(f"case rule-out 77 '' --reason x {BY}", "ROUND", "write the name"),
    bad(f"case lift 77 two --reason x {BY}", "ENTRY: 'two'", "such as 8"),
    bad(f"case lift 77 0 --reason x {BY}", "ENTRY: '0'", "pitledger case show"),
]
DECIDING = [
    bad(f"case decide 77 {SIGNED}", "--pay AMOUNT", "--no-payment"),
    bad(f"case decide 77 --pay 30 --no-payment {SIGNED}", "--pay AMOUNT", "--no-payment"),
    bad(f"case decide 77 --pay 0 {SIGNED}", "--pay: '0'", "150.00"),
    bad(f"case decide 77 --pay 30 {SIGNED}", "--pay needs --round", "which wager"),
    bad(f"case decide 77 --pay 30 --round HCF-01-1 {SIGNED}", "--pay needs --wager", "which round"),
    bad(f"case decide 77 --no-payment --round HCF-01-1 {SIGNED}", "--round", "belongs to --pay"),
    bad(f"case decide 77 --no-payment --slip CS-1 {SIGNED}", "--slip", "belongs to --pay"),
    bad(f"case decide 77 --pay 30 --round R --wager ante --slip CS-1 {SIGNED}", "--paid-by", "give both"),
    bad("case decide 77 --no-payment --reason x", "--sign BADGE:DEPARTMENT is missing", "--help"),
    bad("case decide 77 --no-payment --sign A-2 --reason x", "--sign: 'A-2'", "A-2:accounting"),
    bad("case pay 77 --slip CS-1", "--paid-by BADGE is missing", "--help"),
    bad("case pay 77 --slip '' --paid-by A-2", "--slip", "receipt"),
    bad(f"case pay 77 --slip {'x' * 65} --paid-by A-2", "--slip", "at most 64"),
    bad("case pay 77 --slip CS-1 --paid-by A-2 --amount 0", "--amount: '0'", "150.00"),
    bad("case pay 77 --slip CS-1 --paid-by A-2 --decision 0", "--decision: '0'", "from 1 up"),
    bad("case pay 77 --slip CS-1 --paid-by A-2 --paid-from pocket", "--paid-from", "cage"),
]
ROWS = [*OPENING, *NOT_THERE, *DECIDING]
