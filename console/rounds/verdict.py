"""The verdict on a round for people and for scripts: due beside done, and what would be due otherwise."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated, Any, NamedTuple

from cyclopts import Parameter

from console.calls.arguments import many
from console.calls.wrong_call import WrongCall
from console.findings.shown import parts_of_cents
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
        return judge(view, replace(known, terms=terms))


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
            "side_by_side": [*map(_pair_document, side_by_side(verdict, instead))],
        }
    return document


class Compared(NamedTuple):
    """A wager as it was judged, and as it would be; None where only one of the two has it."""

    seat: int
    wager: str
    was: Row | None
    would_be: Row | None

    @property
    def change_cents(self) -> int | None:
        """What would be due more, or less; None where either is not judged."""
        due = [None if row is None else row.due_cents for row in (self.was, self.would_be)]
        return None if due[0] is None or due[1] is None else due[1] - due[0]


def side_by_side(verdict: RoundVerdict, instead: RoundVerdict) -> list[Compared]:
    """Every wager of either verdict, in their order."""
    was = {(row.seat, row.wager): row for row in verdict.rows}
    would_be = {(row.seat, row.wager): row for row in instead.rows}
    return [
        Compared(*place, was.get(place), would_be.get(place)) for place in dict.fromkeys((*was, *would_be))
    ]


def _pair_document(compared: Compared) -> dict[str, Any]:
    was, would_be = compared.was, compared.would_be
    return {
        "seat": compared.seat,
        "wager": compared.wager,
        "due_cents": was and was.due_cents,
        "what_if_due_cents": would_be and would_be.due_cents,
        "change_cents": compared.change_cents,
        "rate": was and was.rate,
        "what_if_rate": would_be and would_be.rate,
        "section": was and was.section,
        "what_if_section": would_be and would_be.section,
    }


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
    plain |= parts_of_cents(done=row.done_mc, difference=row.difference_mc)
    if not row.judged:
        plain["why"] = row.why
    if row.covers:
        plain["covers"] = [list(place) for place in row.covers]
    return plain
