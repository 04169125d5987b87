"""Numbers, amounts, days, times and zones that are none, or are out of all bounds."""

from __future__ import annotations

from tests.console.bad_calls.row import NOWHERE, SIGNED, bad

ADJUST = f"link adjust HCF-L1 --meter progressive --document V-1 {SIGNED}"
SENT = f"link transfer HCF-L1 --meter progressive --to B:progressive {SIGNED}"
OPEN = f"link open NEW --rulebook 678a@2019-11-02 --paytable A {SIGNED}"
READ = "day 2026-03-02 --by A-2 --read HCF-L1 progressive"
ARABIC = "١٢٣"
HUGE = "1" + 30 * "0"
A_SPEED = "full, real, or events a second"

NUMBERS = [
    *(
        bad(f"floor --rounds {typed}", f"--rounds: {typed!r} is not a whole number", "such as 8", at=NOWHERE)
        for typed in ("many", "1.5", "1e3", "1e999", "NaN", "0x10", ARABIC, HUGE, "1_000", "५")
    ),
    bad("floor --rounds ''", "--rounds: '' is not a whole number", "such as 8", at=NOWHERE),
    bad("floor --rounds 0", "--rounds", "from 1 up", at=NOWHERE),
    bad("floor --rounds=-1", "--rounds", "from 1 up", at=NOWHERE),
    bad("floor --rounds 1 --tables 0", "--tables", "from 1", at=NOWHERE),
    bad("floor --rounds 1 --tables=-3", "--tables", "from 1", at=NOWHERE),
    bad("floor --rounds 1 --tables 999999999", "--tables", "at most", at=NOWHERE),
    bad("floor --rounds 1 --processes=-1", "--processes", "at most 256", at=NOWHERE),
    bad("floor --rounds 1 --processes 100000", "--processes", "at most", at=NOWHERE),
    bad("floor --rounds 1 --seed x", "--seed: 'x'", "such as", at=NOWHERE),
    bad("floor --rounds 1 --wait long", "--wait: 'long'", "such as", at=NOWHERE),
    bad("floor --rounds 1 --wait NaN", "--wait: 'NaN'", "such as", at=NOWHERE),
    bad("floor --rounds 1 --wait inf", "--wait: 'inf'", "such as", at=NOWHERE),
    bad("floor --rounds 1 --wait=-5", "--wait: '-5'", "such as", at=NOWHERE),
    *(
        bad(f"floor --hours={typed}", f"--hours: {typed!r}", "write 24 or 0.5", at=NOWHERE)
        for typed in ("0", "-1", "NaN", "inf", "1e999", "noon", "1/0", ARABIC, "")
    ),
    *(
        bad(f"floor --rounds 1 --speed={typed}", f"--speed: {typed!r}", A_SPEED, at=NOWHERE)
        for typed in ("0", "-1", "fast", "1.5", "²", ARABIC, "")
    ),
    *(
        bad(f"floor --rounds 1 --mistakes={typed}", "--mistakes", typed, "0.01", at=NOWHERE)
        for typed in ("2", "-0.1", "NaN", "x", "1e-999", ARABIC)
    ),
    bad("floor --rounds 1 --irregularities 1.1", "--irregularities", "0.01", at=NOWHERE),
    bad("floor --rounds 1 --game poker", "--game: 'poker'", "high_card_flush", at=NOWHERE),
    bad("demo --rounds 0 --no-console", "--rounds", "from 1 up", at=NOWHERE),
    bad("demo --tables 0 --no-console", "--tables", "from 1", at=NOWHERE),
    bad("demo --tables 999999999 --rounds 1", "--tables", "at most", at=NOWHERE),
    bad(f"demo --seed {HUGE} --rounds 1", "--seed", "such as", at=NOWHERE),
    bad("round HCF-01-1 --at x", "--at: 'x'", "such as"),
    bad("round HCF-01-1 --at 0", "--at", "begins at"),
    bad("round HCF-01-1 --at=-5", "--at", "begins at"),
    bad(f"round HCF-01-1 --at {HUGE}", "--at", "such as"),
    bad("rebuild --processes=-1", "--processes", "at most 256"),
    bad("rebuild --processes x", "--processes: 'x'", "such as"),
    bad("topics --partitions 0 --kafka 127.0.0.1:1", "--partitions", "from 1"),
    bad("topics --partitions=-1 --kafka 127.0.0.1:1", "--partitions", "from 1"),
    bad("topics --partitions many --kafka 127.0.0.1:1", "--partitions: 'many'", "such as"),
    bad("topics --partitions 10000000 --kafka 127.0.0.1:1", "--partitions", "at most"),
    bad("topics --replication 0 --kafka 127.0.0.1:1", "--replication", "from 1"),
    bad("worker router --replication 0 --kafka 127.0.0.1:1", "--replication", "from 1"),
    bad("resume table:HCF-01 --by A --by B --reason x --from-seq one", "--from-seq: 'one'", "such as"),
    bad(f"link set-aside HCF-L1 --table HCF-01 --leg x {SIGNED}", "--leg: 'x'", "such as"),
    bad(f"link set-aside HCF-L1 --table HCF-01 --leg 0 {SIGNED}", "--leg", "from 1"),
    bad(f"link set-aside HCF-L1 --table HCF-01 --leg 9 --to-leg 8 {SIGNED}", "--to-leg", "--leg"),
    bad(
        f"link mend HCF-L1 --table HCF-01 --payment x --recovered --document V {SIGNED}",
        "--payment: 'x'",
        "such as",
    ),
    bad(
        f"link mend-table HCF-01 --payment=-1 --recovered --document V {SIGNED}",
        "--payment: '-1'",
        "from 0 up",
    ),
]
AMOUNTS = [
    *(
        bad(f"{ADJUST} --add={typed}", f"--add: {typed!r}", "150000.00")
        for typed in ("-1", "1e3", "1e999", "NaN", ARABIC, "$5", "1,000.00", "five", "0.000001", "")
    ),
    bad(f"{ADJUST} --add 0.005", "--add: '0.005' is not whole cents", "150.00"),
    bad(f"{ADJUST} --add 0", "--add", "more than nothing"),
    bad(f"{ADJUST} --take 0.00", "--take", "more than nothing"),
    bad(f"{ADJUST} --add {HUGE}", "--add", "the most that an amount may be"),
    bad(f"{SENT} --amount -1", "--amount", "150000.00"),
    bad(f"{SENT} --amount 0", "--amount", "more than nothing"),
    bad(f"{SENT} --amount x", "--amount: 'x'", "150000.00"),
    bad(f"{READ} x", "--read: 'x' is not an amount", "150000.00"),
    bad(f"{READ} -5", "--read", "150000.00"),
    bad(f"{READ} {HUGE}", "--read", "the most that an amount may be"),
    bad(f"{OPEN} --unit 0", "--unit", "more than nothing"),
    bad(f"{OPEN} --unit free", "--unit: 'free'", "150000.00"),
    bad(f"{OPEN} --unit 5.00 --guard x", "--guard: 'x'", "150000.00"),
    bad(f"{OPEN} --unit 5.00 --limit progressive=lots", "--limit: 'lots'", "150000.00"),
    bad(f"{OPEN} --unit 5.00 --limit progressive=1 --limit progressive=2", "--limit", "named twice"),
    bad(f"{OPEN} --unit 5.00 --rate 101", "--rate: '101'", "at most 100"),
    bad(f"{OPEN} --unit 5.00 --rate 1.255", "--rate: '1.255'", "write 23 or 1.25"),
    bad(
        f"link mend-table HCF-01 --payment 9 --recovered --amount 0.005 --document V {SIGNED}",
        "--amount: '0.005' is not whole cents",
        "150.00",
    ),
]
TIMES = [
    *(
        bad(f"meters --at '{typed}'", f"--at: {typed!r}", remedy)
        for typed, remedy in (
            ("noonish", "write 07:00 or"),
            ("", "write 07:00 or"),
            ("1e999", "write 07:00 or"),
            ("1772463600", "write 07:00 or"),
            ("٢٠٢٦-03-02T15:00:00Z", "write 07:00 or"),
            ("99999-01-01T00:00:00Z", "write 07:00 or"),
            ("2026-13-01T00:00:00Z", "of the calendar"),
            ("2026-02-30T00:00:00Z", "of the calendar"),
            ("2026-03-02T25:00:00Z", "of the calendar"),
            ("2026-03-02T15:00:00+99:00", "beyond 23:59"),
            ("0000-01-01T00:00:00Z", "1970 and 9999"),
            ("1969-12-31T23:59:59Z", "1970 and 9999"),
        )
    ),
    bad("ledger trial --at yesterday", "--at: 'yesterday'", "write 07:00 or"),
    bad("ledger liability --at 2026-03-02T24:30:00Z", "--at: '2026-03-02T24:30:00Z'", "of the calendar"),
    bad("day 2023-02-29", "DATE: '2023-02-29'", "2025-06-15"),
    bad("day today", "DATE: 'today'", "2025-06-15"),
    bad("day 2026-3-2", "DATE: '2026-3-2'", "2025-06-15"),
    bad("day 20260302", "DATE: '20260302'", "2025-06-15"),
    bad("day ''", "DATE: ''", "2025-06-15"),
    bad("day 0001-01-01", "DATE: '0001-01-01'", "before 1969-12-30"),
    bad("day 0000-00-00", "DATE: '0000-00-00'", "2025-06-15"),
    bad("day 10000-01-01", "DATE: '10000-01-01'", "2025-06-15"),
    bad("day ２０２６-03-02", "DATE: '２０２６-03-02'", "2025-06-15"),
    bad("day 2026-W10-1", "DATE: '2026-W10-1'", "2025-06-15"),
    bad("day 2026-03-02T15:00:00Z", "DATE: '2026-03-02T15:00:00Z'", "2025-06-15"),
    bad(f"{READ} 1.00 --at 9999-01-01T00:00:00Z", "--at", "has not come yet"),
    bad(f"{READ.replace('2026-03-02', '9999-12-31')} 1.00 --at 05:00", "--at", "has not come yet"),
    bad(f"{READ} 1.00 --at 2026-02-01T15:00:00Z", "2026-03-02", "--at says when it was read"),
    bad("ledger postings --day 2026-02-30", "--day: '2026-02-30'", "2025-06-15"),
    bad("findings --patterns --by player", "--by: 'player'", "dealer, table, seat, shift"),
    bad("findings --patterns --by ''", "--by: ''", "dealer, table, seat, shift"),
    bad("findings --by dealer", "--by", "--patterns"),
    bad("findings --patterns --follow", "--patterns", "leave out --follow"),
    bad("findings --patterns --all", "--patterns", "leave out --all"),
    bad("findings --patterns --round R-1", "--patterns", "leave out --round"),
    bad("findings --patterns --mode test", "--patterns", "leave out --mode test"),
    bad("findings --patterns --accept B-1 --reason x", "--patterns", "--accept"),
    bad(
        "ledger postings --from 2026-02-30",
        "--from: '2026-02-30'",
        "neither a day nor a time",
        "write 2025-06-15",
    ),
    bad("ledger postings --from 2026-03-03 --to 2026-03-02", "--from and --to", "ends before it begins"),
    bad("ledger hits --from 2026-03-02 --to 2026-03-02T15:00:00Z", "--from and --to", "not one of each"),
    bad("ledger hold --from 2026-03-03 --to 2026-03-02", "--from and --to", "ends before it begins"),
    bad(
        "ledger statement HCF-L1 progressive --from 2026-03-03 --to 2026-03-02",
        "--from and --to",
        "ends before",
    ),
    bad(
        "ledger export --out new --from 2026-03-03 --to 2026-03-02", "--from 2026-03-03", "earlier day first"
    ),
    bad(
        "ledger export --out new --from 2026-03-02T15:00:00Z", "--from: '2026-03-02T15:00:00Z'", "2025-06-15"
    ),
    bad("export-events --from 2026-03-03T00:00:00Z --to 2026-03-02T00:00:00Z", "--to", "--from"),
    bad("export-events --from soon", "--from: 'soon'", "write 07:00 or"),
    bad("meters --cut-off 25:00", "--cut-off: '25:00'", "write it like 06:00"),
    *(
        bad(f"meters --cut-off {typed}", f"--cut-off: {typed!r}", "write it like 06:00")
        for typed in ("06", "T06", "0600", "06:00:30", "06:00:00.5", "24:00", "6:00")
    ),
    bad("meters --cut-off noon", "--cut-off: 'noon'", "write it like 06:00"),
    bad("meters --cut-off 06:00+02:00", "--cut-off: '06:00+02:00'", "write it like 06:00"),
    bad("meters", "PITLEDGER_CUT_OFF: '25:00'", "write it like 06:00", PITLEDGER_CUT_OFF="25:00"),
    bad("meters", "'Mars/Base'", "write it like", PITLEDGER_ZONE="Mars/Base"),
    bad("meters --zone America", "'America'", "write it like America/New_York"),
    bad("meters --zone ../../etc/passwd", "'../../etc/passwd'", "write it like America/New_York"),
    bad("meters --zone EST5EDT4", "'EST5EDT4'", "write it like America/New_York"),
    bad("meters --zone +02:00", "'+02:00'", "write it like America/New_York"),
]
ROWS = [*NUMBERS, *AMOUNTS, *TIMES]
