"""The judges of an exported ledger, none of them ours: beancount, hledger, frictionless and DuckDB.

Each says what is wrong in its own words, or nothing.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import duckdb

BIN = Path(sys.executable).parent
Sums = dict[tuple[str, ...], tuple[int, int]]


def _verdict(command: Sequence[object]) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    assert done.returncode == 0 or said, f"{command[0]} refused without a word"
    return said if done.returncode else ""


def bean_check(journal: Path) -> str:
    """What `bean-check` has against a journal."""
    return _verdict([BIN / "bean-check", "--no-cache", journal])


def hledger_check(journal: Path) -> str:
    """What `hledger check --strict` has against a journal."""
    return _verdict(["hledger", "--file", journal, "check", "--strict"])


def frictionless_validate(folder: Path) -> str:
    """What `frictionless validate` has against a folder with a data package."""
    return _verdict([BIN / "frictionless", "validate", folder / "datapackage.json"])


def posted(folder: Path, *columns: str) -> Sums:
    """What DuckDB adds up from the postings in Parquet, by some of their columns."""
    return _sums(folder / "postings.parquet", columns, "sum(mc), sum(nano)")


def trial_balance(folder: Path, *columns: str) -> Sums:
    """What the trial balance in Parquet says was posted, by some of its columns."""
    return _sums(
        folder / "trial_balance.parquet",
        columns,
        "sum(closing_mc) - sum(opening_mc), sum(closing_nano) - sum(opening_nano)",
    )


def _sums(file: Path, columns: Sequence[str], amounts: str) -> Sums:
    names = ", ".join(f"coalesce({column}, '')" for column in columns)
    with duckdb.connect() as db:
        rows = db.execute(f"SELECT {names}, {amounts} FROM read_parquet(?) GROUP BY ALL", [str(file)])
        return {row[:-2]: (int(row[-2]), int(row[-1])) for row in rows.fetchall()}
