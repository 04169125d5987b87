"""What of the audit log an export is to have: all of it, or some gaming days and tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cyclopts import Parameter

from console.calls.arguments import one
from console.exports.bag_part import Asked
from console.exports.writing import CannotExport
from console.wording.gaming_days import day
from events.naming import is_name


def tables_named(text: str) -> tuple[str, ...]:
    """Names of tables with commas between them."""
    names = tuple(text.split(","))
    for name in names:
        if not is_name(name):
            raise ValueError(f"{text!r} is not a list of tables: write their names such as HCF-01,HCF-02")
    return names


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class PartAsked:
    """The options for a part; without any of them it is all of the log."""

    first_day: Annotated[
        str | None, one(day, "DAY", "a part: from this gaming day on; all hashes, its own entries", "--from")
    ] = None
    last_day: Annotated[str | None, one(day, "DAY", "a part: up to this gaming day", "--to")] = None
    tables: Annotated[
        tuple[str, ...], one(tables_named, "TABLE,…", "a part: these tables, and the meters that they feed")
    ] = ()

    def asked(self) -> Asked:
        """What it is to be of."""
        if self.first_day and self.last_day and self.first_day > self.last_day:
            raise CannotExport(
                f"--from {self.first_day} is after --to {self.last_day}: give the earlier day first"
            )
        return Asked(self.first_day or "", self.last_day or "", self.tables)


ALL_OF_IT = PartAsked()
