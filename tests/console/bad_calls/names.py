"""Links, meters, tables, rounds, streams, people and papers that are not there, or cannot be called that."""

from __future__ import annotations

from tests.console.bad_calls.places import UNSIGNED
from tests.console.bad_calls.row import HOUSE, SIGNED, TERMS, bad

LONG = "x" * 5_000
LISTS = "`pitledger meters` lists"
AMOUNT = "--add 1.00 --document V-1"
ISSUE = "--department slots --rank staff"

NOT_THERE = [
    bad("meters NOPE", "link NOPE", LISTS),
    bad("meters hcf-l1", "link hcf-l1", "HCF-L1"),
    bad("meters ''", "LINK", "write the name"),
    bad("meters HCF-L1 --at 1999-01-01T00:00:00Z", "HCF-L1", "1998-12-31 19:00:00 EST"),
    bad(f"meters {LONG}", "link xxx", LISTS),
    bad("meters 'NOPE\x1b[31m'", "NOPE\\u001b[31m", LISTS),
    bad("meters 'NO\nPE'", "NO\\nPE", LISTS),
    bad("ledger trial --link NOPE", "link NOPE", LISTS),
    bad("ledger postings --link NOPE", "link NOPE", LISTS),
    bad("ledger postings --table NOPE", "--table NOPE", "how it is spelt"),
    bad("ledger postings --link HCF-L1 --meter NOPE", "meter NOPE", LISTS),
    bad("ledger postings --meter NOPE", "meter NOPE", LISTS),
    bad("ledger statement NOPE progressive", "NOPE", LISTS),
    bad("ledger statement HCF-L1 NOPE", "NOPE", LISTS),
    bad("ledger hits --link NOPE", "link NOPE", LISTS),
    bad("ledger hits --table NOPE", "--table NOPE", "how it is spelt"),
    bad("ledger liability --link NOPE", "link NOPE", LISTS),
    bad("ledger export --out new --link NOPE", "--link NOPE", "There are: HCF-L1"),
    bad("round NOPE", "no round NOPE", "pitledger rounds"),
    bad("round ''", "ROUND", "write the name"),
    bad("round hcf-01-1", "no round hcf-01-1", "HCF-01-1"),
    bad("round HCF-01-1 --table HCF-02", "HCF-01-1", "at HCF-01 in live", "--table"),
    bad("round HCF-01-1 --mode test", "HCF-01-1", "in live", "--mode"),
    bad("round HCF-01-1 --mode sideways", "--mode: 'sideways'", "live, test, training"),
    bad(f"round {LONG}", "no round xxx", "pitledger rounds"),
    bad("export-events --round NOPE", "--round", "no round NOPE"),
    bad("export-events --round HCF-01-1 --stream table:HCF-02", "--round", "at HCF-01"),
    bad("export-events --stream NOPE", "--stream", "NOPE", "table:HCF-01"),
    bad("export-events --stream table:NOPE", "--stream", "table:NOPE", "table:HCF-01"),
    bad("day 2026-03-02 --by A-2 --read NOPE progressive 1.00 --at 2026-03-02T15:00:00Z", "NOPE", LISTS),
    bad(
        "day 2026-03-02 --by A-2 --read HCF-L1 mega 1.00 --at 2026-03-02T15:00:00Z",
        "HCF-L1 has no meter mega",
        LISTS,
    ),
    bad(f"day 2026-03-02 --close --without NOPE {SIGNED}", "--without NOPE", "no such table"),
    bad("hold NOPE", "NOPE", "678a"),
    bad("hold 678a@1999-01-01", "678a@1999-01-01", "there are 647a"),
    bad("hold ''", "no chapter ''", "there are 647a"),
    bad("schema --type NOPE", "--type: 'NOPE'", "`pitledger schema`"),
    bad("schema --type wager_place", "--type: 'wager_place'", "did you mean wager_placed?"),
    bad("schema --type ''", "--type: ''", "`pitledger schema`"),
    bad("resume table:NOPE --by A-2 --by S-1 --reason x", "table:NOPE", "pitledger check"),
    bad(
        "resume table:HCF-01 --by A-2 --by S-1 --reason x", "table:HCF-01 is not halted", "nothing to resume"
    ),
    bad("resume HCF-01 --by A-2 --by S-1 --reason x", "HCF-01", "table:HCF-01"),
    bad("resume '' --by A-2 --by S-1 --reason x", "STREAM", "table:HCF-01"),
    bad("floor --rounds 1 --tables 1 --facility EAST", "EAST", "--data"),
    bad("import lines.jsonl --facility EAST", "--facility EAST", "DEMO", "--data"),
    bad(f"link close HCF-L1 {SIGNED} --facility EAST", "--facility EAST", "DEMO", "--data"),
]
LINKS = [
    *(
        bad(f"link {call} {SIGNED}", "link NOPE", LISTS)
        for call in (
            *(
                "close NOPE",
                "retire NOPE",
                f"change NOPE {TERMS}",
                f"adjust NOPE --meter progressive {AMOUNT}",
            ),
            "transfer NOPE --meter progressive --to HCF-L1:progressive --amount 1.00",
            "transfer HCF-L1 --meter progressive --to NOPE:progressive --amount 1.00",
            "mend NOPE --table HCF-01 --payment 9 --recovered --document V-1",
        )
    ),
    bad(f"link adjust HCF-L1 --meter NOPE {AMOUNT} {SIGNED}", "HCF-L1 has no meter NOPE", LISTS),
    bad(
        f"link transfer HCF-L1 --meter progressive --to HCF-L1:progressive --amount 1 {SIGNED}",
        "--to",
        "another link",
    ),
    bad(
        f"link transfer HCF-L1 --meter progressive --to NOPE --amount 1 {SIGNED}",
        "--to: 'NOPE'",
        "LINK:METER",
    ),
    bad(f"link mend-table NOPE --payment 9 --recovered --document V-1 {SIGNED}", "NOPE", "table"),
    bad(f"link set-aside NOPE --table HCF-01 --leg 9 {SIGNED}", "NOPE", LISTS),
    bad(f"link set-aside HCF-L1 --table NOPE --leg 9 {SIGNED}", "NOPE", "table"),
    bad(f"link open hcf-l1 {TERMS} {SIGNED}", "HCF-L1 is there already", "name it otherwise"),
    bad(f"link open '' {TERMS} {SIGNED}", "LINK", "name"),
    bad(f"link open '  ' {TERMS} {SIGNED}", "LINK", "name"),
    bad(f"link open 'A B' {TERMS} {SIGNED}", "LINK", "'A B'"),
    bad(f"link open 'A\tB' {TERMS} {SIGNED}", "LINK", "'A\\tB'"),
    bad(f"link open link:NEW {TERMS} {SIGNED}", "LINK", "link:NEW"),
    bad(f"link open {LONG} {TERMS} {SIGNED}", "LINK", "characters"),
    bad(f"link open NEW --rulebook NOPE --paytable A --unit 5 {SIGNED}", "NOPE", "678a@2019-11-02"),
    bad(f"link open NEW --rulebook 678a@2019-11-02 --paytable Z --unit 5 {SIGNED}", "Z", "A"),
    bad(
        f"link open NEW --rulebook 663a@2014-02-01 --paytable A --unit 5 {SIGNED}",
        "663a@2014-02-01",
        "progressive",
    ),
    bad(f"link open NEW {TERMS} --wager ante {SIGNED}", "ante", "progressive"),
    bad(f"link open NEW {TERMS} --limit mega=250000.00 {SIGNED}", "mega", "progressive"),
    bad(f"link open NEW {TERMS} --seed 1.00 {SIGNED}", "seed", "678a@2019-11-02"),
    bad(f"link open NEW {TERMS} --rate 50 {SIGNED}", "rate", "678a@2019-11-02"),
]
REFUSED = [
    bad(f"link open HCF-L1 {TERMS} {SIGNED}", "refused", "HCF-L1", code=1),
    bad(f"link retire HCF-L1 {SIGNED}", "refused", "close", code=1),
    bad(f"link change HCF-L1 {TERMS} {SIGNED}", "refused", "close", code=1),
    bad(
        f"link adjust HCF-L1 --meter progressive --take 900000000 --document V-1 {SIGNED}",
        "refused",
        "$",
        code=1,
    ),
    bad("link close HCF-L1 --sign A-2:accounting --reason x", "refused", "two people", code=1),
    bad(
        "link close HCF-L1 --sign A-2:accounting --sign A-2:slots --reason x", "refused", "two people", code=1
    ),
    bad(
        "link close HCF-L1 --sign A-2:accounting --sign A-7:accounting --reason x",
        "refused",
        "department",
        code=1,
    ),
    bad("link close HCF-L1 --sign A-2:accounting --sign Z-9:slots --reason x", "refused", "Z-9", code=1),
    bad("link close HCF-L1 --sign A-2:cage --sign S-1:slots --reason x", "refused", "A-2", code=1),
    bad(f"badge issue A-2 {ISSUE} {SIGNED}", "refused", "A-2", code=1),
    bad(f"badge change Z-9 {ISSUE} {SIGNED}", "refused", "Z-9", code=1),
    bad(f"badge withdraw Z-9 {SIGNED}", "refused", "Z-9", code=1),
    bad(f"badge issue B-1 {ISSUE}", "refused", "two people", code=1),
    bad(
        f"badge issue B-1 {ISSUE} --sign A-2:accounting --sign Z-9:slots --reason x", "refused", "Z-9", code=1
    ),
    bad(
        f"link mend HCF-L1 --table HCF-01 --payment 1 --recovered --document V-1 {SIGNED}",
        "refused",
        "payment 1",
        code=1,
    ),
    bad(f"link mend-table HCF-01 --payment 1 --recovered --document V-1 {SIGNED}", "refused", "1", code=1),
    bad("day 2026-03-02 --close --sign A-2:accounting --sign Z-9:slots --reason x", "refused", "Z-9", code=1),
]
PEOPLE = [
    *(
        bad(f"badge issue '{badge}' {ISSUE}", "BADGE", shown, at=at)
        for at in (HOUSE, UNSIGNED)
        for badge, shown in (
            ("", "name"),
            ("   ", "name"),
            ("B\x07", "'B\\x07'"),
            ("B\n1", "'B\\n1'"),
            ("B\x1b[2J", "'B\\x1b[2J'"),
            ("B\u202e1", "'B\\u202e1'"),
            (LONG, "characters"),
        )
    ),
    bad("badge issue B-1 --department '' --rank staff", "--department", "name", at=UNSIGNED),
    bad(
        "badge issue B-1 --department 'slo\x00ts'".replace("\x00", "\x01") + " --rank staff",
        "--department",
        "'slo\\x01ts'",
        at=UNSIGNED,
    ),
    bad(
        "link close HCF --sign 'A\x07-2:accounting' --sign S-1:slots --reason x",
        "--sign",
        "'A\\x07-2",
        at=UNSIGNED,
    ),
    bad(
        "link close HCF --sign A-2:accounting --sign 'S-1:sl\nots' --reason x",
        "--sign",
        "sl\\nots",
        at=UNSIGNED,
    ),
    bad("link close HCF --sign A-2:accounting --sign S-1:slots --reason ''", "--reason", "why", at=UNSIGNED),
    bad(
        "link close HCF --sign A-2:accounting --sign S-1:slots --reason '  '", "--reason", "why", at=UNSIGNED
    ),
    bad(
        f"link close HCF --sign A-2:accounting --sign S-1:slots --reason {LONG}",
        "--reason",
        "characters",
        at=UNSIGNED,
    ),
    bad(
        f"link adjust HCF --meter progressive --add 1 --document '' {SIGNED}",
        "--document",
        "name the paper",
        at=UNSIGNED,
    ),
    bad(
        f"link adjust HCF --meter progressive --add 1 --document ' ' {SIGNED}",
        "--document",
        "name the paper",
        at=UNSIGNED,
    ),
    bad(
        f"link adjust HCF --meter progressive --add 1 --document {LONG} {SIGNED}",
        "--document",
        "characters",
        at=UNSIGNED,
    ),
    bad(
        f"link adjust HCF --meter progressive --add 1 --document 'V\x07' {SIGNED}",
        "--document",
        "'V\\x07'",
        at=UNSIGNED,
    ),
    bad(f"link close HCF {SIGNED} --id ''", "--id", "id of your own", at=UNSIGNED),
    bad(
        "link close HCF --sign A-2:accounting --sign S-1:slots --reason 'paid \u202e000,1'",
        "--reason",
        "\\u202e000,1'",
        at=UNSIGNED,
    ),
    bad(f"link close HCF {SIGNED} --id 'a\x07'", "--id", "'a\\x07'", at=UNSIGNED),
    bad(f"link close HCF {SIGNED} --id {LONG}", "--id", "characters", at=UNSIGNED),
    bad(
        "day 2026-03-02 --by 'A\x07' --read HCF-L1 progressive 1.00 --at 2026-03-02T15:00:00Z",
        "--by",
        "'A\\x07'",
    ),
    bad(
        "day 2026-03-02 --by '' --read HCF-L1 progressive 1.00 --at 2026-03-02T15:00:00Z",
        "--by",
        "such as A-2",
    ),
    bad("resume table:HCF-01 --by '' --by S-1 --reason x", "--by", "such as A-2"),
    bad("resume table:HCF-01 --by A-2 --by S-1 --reason ''", "--reason", "say why"),
    bad("rebuild --accept '' --reason x", "--accept", "such as A-2"),
    bad("badge issue B-1 --department slots --rank staff --facility ''", "--facility", "name", at="empty"),
    bad(
        f"badge issue B-1 --department slots --rank staff --facility '{LONG}'",
        "--facility",
        "characters",
        at="empty",
    ),
    bad(
        "badge issue B-1 --department slots --rank staff --facility 'EA\x07ST'",
        "--facility",
        "'EA\\x07ST'",
        at="empty",
    ),
]
ROWS = [*NOT_THERE, *LINKS, *REFUSED, *PEOPLE]
