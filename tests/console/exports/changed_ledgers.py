"""A ledger's files with one line changed: what the verifier says of them, without the entries behind them."""

from __future__ import annotations

import csv
import random
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from console.exports import verify_bag

FILES = ("csv/trial_balance.csv", "csv/accounts.csv", "ledger.beancount", "ledger.journal")
"""What is checked when all entries have been seen: held against entries and postings."""
Sums = dict[tuple[str, str, str, str], list[int]]


def sums_of(bag: Path) -> Sums:
    """What the postings of a bag come to."""
    sums: Sums = {}
    with (bag / "data/ledger/csv/postings.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            total = sums.setdefault((row["book"], row["account"], row["meter"], row["cause"]), [0, 0])
            total[0], total[1] = total[0] + int(row["mc"]), total[1] + int(row["nano"])
    return sums


def finished(bag: Path, sums: Sums) -> list[str]:
    """What the verifier says of a ledger whose entries and postings are good."""
    with ExitStack() as files:
        ledger = verify_bag.Ledger(bag, files)
        for book in ledger._entries.books():
            while ledger._entries.peek(book) is not None:
                ledger._entries.take(book)
        for book in ledger._postings.books():
            while ledger._postings.peek(book) is not None:
                ledger._postings.take(book)
        ledger._sums = {of: [*amounts] for of, amounts in sums.items()}
        return ledger.finish()


def changes(bag: Path, name: str, seed: int = 15, step: int = 1) -> Iterator[tuple[str, bytes]]:
    """Contents of a file with a line left out, twice, or of other characters; with what was done."""
    dice = random.Random(f"{seed} {name}")
    lines = (bag / "data/ledger" / name).read_bytes().split(b"\n")[:-1]
    for number, line in enumerate(lines):
        if number % step or not line or line.startswith(b";"):
            continue
        at = dice.choice([at for at, byte in enumerate(line) if chr(byte).isalnum()])
        other = line[:at] + (b"7" if line[at : at + 1] != b"7" else b"8") + line[at + 1 :]
        for what, instead in (("left out", []), ("twice", [line, line]), ("changed", [other])):
            made = b"".join(each + b"\n" for each in [*lines[:number], *instead, *lines[number + 1 :]])
            yield f"{name} line {number + 1} {what}", made


def judged(bag: Path, sums: Sums, name: str, content: bytes) -> str:
    """Where the verifier finds fault with a ledger of which one file has this content; empty for nowhere."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(bag / "data/ledger", Path(folder) / "data/ledger")
        (Path(folder) / "data/ledger" / name).write_bytes(content)
        try:
            finished(Path(folder), sums)
        except verify_bag.Bad as bad:
            return bad.place
    return ""
