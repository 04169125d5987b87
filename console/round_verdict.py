"""The verdict on a round for people and for scripts: due beside done, and what would be due otherwise."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from cyclopts import Parameter

from console.arguments import many
from console.columns import print_columns
from console.lines import print_lines
from console.wrong_call import WrongCall
from events.money import MC_PER_CENT
from events.money import text as money_text
from games import rulebook
from games.chapter import Choice
from games.errors import UnknownRulebook
from projections.rounds.verdict import Known, RoundVerdict, Row, judge
from projections.rounds.view import RoundView


def _pair(typed: str) -> tuple[str, str]:
    name, mark, value = typed.partition("=")
    if not (name and mark and value):
        raise ValueError(f"{typed!r} is not NAME=VALUE")
    return name, value


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class WhatIf:
    """What a round is judged by instead of what it was played under."""

    rulebook: Annotated[
        str | None, Parameter(metavar="RULEBOOK", help="what if it had been played under this rulebook")
    ] = None
    paytable: Annotated[
        tuple[tuple[str, str], ...],
        many(_pair, "WAGER=X", "what if a wager were paid by this paytable; may be repeated"),
    ] = field(default=())
    switch: Annotated[
        tuple[tuple[str, str], ...],
        many(_pair, "NAME=VALUE", "what if an unclear rule were read like this; may be repeated"),
    ] = field(default=())

    def judged(self, view: RoundView, known: Known) -> RoundVerdict | None:
        """The verdict under what is asked for; None where nothing is."""
        if not (self.rulebook or self.paytable or self.switch):
            return None
        name = self.rulebook or known.terms.rulebook
        try:
            book = rulebook.by_name(name)
        except UnknownRulebook as error:
            raise WrongCall(f"--rulebook: {error}") from error
        if known.terms.game and book.game != known.terms.game:
            game, played = book.game.replace("_", " "), known.terms.game.replace("_", " ")
            raise WrongCall(f"--rulebook: {name} is of {game}, and the round was one of {played}")
        for wager, letter in self.paytable:
            if wager not in book.paytables or letter not in book.paytables[wager].columns:
                have = ", ".join(
                    f"{each}={'/'.join(table.columns)}" for each, table in book.paytables.items()
                )
                raise WrongCall(f"--paytable: {name} has no {wager}={letter}: it has {have}")
        options = {switch: _choice(book, switch, value) for switch, value in self.switch}
        terms = known.terms.under(self.rulebook, dict(self.paytable), options)
        return judge(view, Known(terms, known.players, known.meters, known.locked, known.incomplete))


NOTHING_ELSE = WhatIf()


def _choice(book: rulebook.Rulebook, name: str, value: str) -> Choice:
    """A reading of a switch, or an option, as it was typed."""
    asked = book.switches.get(name) or book.options.get(name)
    if asked is None:
        known = ", ".join(sorted((*book.switches, *book.options)))
        raise WrongCall(f"--switch: {book.name} has no {name}: it has {known}")
    for choice in asked.values:
        if str(choice).lower() == value.lower():
            return choice
    readings = ", ".join(str(choice).lower() for choice in asked.values)
    raise WrongCall(f"--switch: {name} cannot be {value}: choose one of {readings}")


def verdict_document(verdict: RoundVerdict, instead: RoundVerdict | None) -> dict[str, Any]:
    """The verdict as plain values, with the round as `pitledger settle` takes it."""
    document: dict[str, Any] = {
        "settle": verdict.description,
        "settle_why": verdict.why_not_described,
        "verdict": [_row(row) for row in verdict.rows],
        "notes": list(verdict.notes),
    }
    if instead is not None:
        document["what_if"] = {
            "settle": instead.description,
            "settle_why": instead.why_not_described,
            "verdict": [_row(row) for row in instead.rows],
            "notes": list(instead.notes),
        }
    return document


def _row(row: Row) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "seat": row.seat,
        "wager": row.wager,
        "due_cents": row.due_cents,
        "done_cents": row.done_cents,
        "difference_cents": row.difference_cents,
        "rate": row.rate,
        "hand": row.hand,
        "section": row.section,
        "depends_on": list(row.depends_on),
        "judged": row.judged,
    }
    if not row.judged:
        plain["why"] = row.why
    if row.covers:
        plain["covers"] = [list(place) for place in row.covers]
    return plain


def show_verdict(verdict: RoundVerdict, instead: RoundVerdict | None) -> None:
    """A table of due and done; what differs is marked."""
    headings = ["seat", "wager", "due>", "done>", "difference>", ""]
    headings += ["hand~", "rate~", "section~", "depends on~"]
    others = {} if instead is None else {(row.seat, row.wager): row for row in instead.rows}
    if instead is not None:
        headings.insert(5, "what if>")
    rows = []
    for row in verdict.rows:
        cells = [
            str(row.seat),
            row.wager,
            _money(row.due_cents),
            _money(row.done_cents),
            _money(row.difference_cents) if row.difference_cents else "",
            _mark(row),
            row.hand or "",
            row.rate or "",
            row.section or "",
            ", ".join(row.depends_on),
        ]
        if instead is not None:
            other = others.get((row.seat, row.wager))
            cells.insert(5, _money(other.due_cents if other else None))
        rows.append(cells)
    print_columns(headings, rows, 2)
    _show_reasons(verdict)
    if instead is not None:
        _show_reasons(instead, "what if, ")


def _show_reasons(verdict: RoundVerdict, of: str = "") -> None:
    """Why some wagers are not judged, and what the verdict rests on."""
    for why in dict.fromkeys(row.why for row in verdict.rows if row.why):
        named = ", ".join(f"seat {row.seat} {row.wager}" for row in verdict.rows if row.why == why)
        print_lines(f"{of}not judged: {named}: {why}", 2)
    for note in verdict.notes:
        print_lines(f"{of}{note}", 2)


def _mark(row: Row) -> str:
    if not row.judged:
        return "?"
    difference = row.difference_cents or 0
    return "too little" if difference < 0 else "too much" if difference else "right"


def _money(cents: int | None) -> str:
    return "?" if cents is None else money_text(cents * MC_PER_CENT)
