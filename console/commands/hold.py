"""`pitledger hold [CHAPTER]`: the exact theoretical hold of every wager that needs no strategy.

It prints what `games.counting.hold` works out, as a table for people or as JSON, and beside the rows of 2015
the ranges that the Board published then, saying where ours differ.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Annotated

from cyclopts import Parameter

from console.calls.options import NO_OPTIONS, GlobalOptions
from console.printing.columns import columns
from console.printing.lines import WIDTH, page_width, wrapped
from console.printing.output import print_json
from games.counting.hold import Hold, holds, percent

HEADINGS = ("rulebook", "wager", "paytable", "options~", "hold", "percent", "published", "~")


def hold(
    chapter: Annotated[
        str | None, Parameter(help="a chapter or a rulebook: 678a or 678a@2019-11-02; all if absent")
    ] = None,
    /,
    *,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """The exact theoretical hold of every wager that needs no strategy, as a fraction and in percent.

    Examples:
        pitledger hold
        pitledger hold 678a@2019-11-02 --json
    """
    rows = holds(chapter)
    if options.json:
        print_json([as_json(row) for row in rows])
    else:
        sys.stdout.writelines(f"{line}\n" for line in as_text(rows, page_width(sys.stdout)))
    return 0


def as_json(row: Hold) -> dict[str, object]:
    """One row as scripts read it."""
    return {
        "rulebook": row.rulebook,
        "wager": row.wager,
        "paytable": row.paytable,
        "options": dict(row.options),
        "hold": f"{row.hold.numerator}/{row.hold.denominator}",
        "percent": row.percent,
        "published": row.published.text if row.published else None,
    }


def as_text(rows: Sequence[Hold], width: int = WIDTH) -> Iterator[str]:
    """The table for people, and below it our ranges against the published ones; no wider than `width`."""
    yield from columns(HEADINGS, [tuple(cells(row)) for row in rows], width)
    compared = [row for row in rows if row.published]
    if compared:
        yield ""
        compare = "Published in 2015 (Pa.B. Doc. No. 15-1495) and ours, over all paytables, in percent:"
        for line in (compare, *comparison(compared)):
            yield wrapped(line, width)


def cells(row: Hold) -> Iterable[str]:
    """What the table shows of one row."""
    yield row.rulebook
    yield row.wager
    yield row.paytable or "-"
    yield options(row)
    yield str(row.hold)
    yield row.percent
    yield row.published.text if row.published else "-"
    yield remark(row)


def options(row: Hold) -> str:
    """The settings of switches that a row holds for."""
    shown = (f"{name}={json.dumps(value)}" for name, value in row.options.items())
    return ", ".join(shown) or "-"


def remark(row: Hold) -> str:
    """Where a row differs from the published range, and whether that is the printing alone."""
    if row.published is None or (agreement := row.published.agreement(row.hold)) == "within":
        return ""
    points = percent(row.published.distance(row.hold) / 100)
    side = "below" if row.hold * 100 < Fraction(row.published.low) else "above"
    if agreement in {"rounded", "cut"}:
        return f"{side} it by {points}, the same once {agreement}"
    return f"{side} it by {points}"


def comparison(rows: Sequence[Hold]) -> Iterator[str]:
    """One line a wager and setting: the published range, ours, and the verdict."""
    for (rulebook, wager, setting), group in groupby(
        rows, lambda row: (row.rulebook, row.wager, options(row))
    ):
        ordered = sorted(group, key=lambda row: row.hold)
        published = ordered[0].published
        assert published is not None, "only rows with a published range are compared"
        outside = [row for row in ordered if published.agreement(row.hold) in {"below", "above"}]
        letters = ", ".join(sorted(row.paytable or "-" for row in outside))
        verdict = f"differs, paytable {letters} outside" if outside else "agrees as printed"
        shown = wager if setting == "-" else f"{wager} ({setting})"
        ours = f"{ordered[0].percent}–{ordered[-1].percent}"
        yield f"{rulebook} {shown}: {published.text}, ours {ours}: {verdict}"
    if any(row.rulebook.startswith("678a@") for row in rows):
        yield "678a@2015-proposed progressive: 23, ours none: the rate is left to the Rules Submission"
