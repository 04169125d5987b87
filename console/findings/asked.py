"""What findings are asked of must be something: a mistyped table would read as one with a clean bill."""

from __future__ import annotations

from typing import Final

from console.calls.wrong_call import WrongCall, did_you_mean
from console.printing.output import print_message
from console.rounds.chosen import no_such_round
from events.envelope import MODES
from games.rulebook import all_rulebooks
from projections.examining.check_list import BOUNDS, CHECKS, LINK_CHECKS
from streams.read_model.findings import Wanted
from streams.read_model.queries.heard_of import chapters_found, is_day, is_round_found, tables_heard_of
from streams.read_model.queries.rounds import is_table, rounds_named
from streams.read_model.store import ReadStore

_NAMED: Final = 10
"""How many tables are named where another one was meant."""
SEVERITIES: Final = ("money", "procedure", "record")


def severity_name(text: str) -> str:
    """A severity as it was typed."""
    return _one_of(text, SEVERITIES)


def check_named(text: str) -> str:
    """The id of a check, as it was typed or by its name."""
    names = {check.id: check.word for check in (*CHECKS, *BOUNDS)}
    names |= {check.id: check.word for check in LINK_CHECKS}
    for id_, word in names.items():
        if text.casefold().replace(" ", "_") in (id_.casefold(), word):
            return id_
    near = did_you_mean(text, [*names, *names.values()])
    raise ValueError(f"there is no check {text!r}{near}: a finding names its own")


def mode_name(text: str) -> str:
    """A mode as it was typed."""
    return _one_of(text, MODES)


def _one_of(text: str, known: tuple[str, ...]) -> str:
    if text not in known:
        raise ValueError(f"{text!r} is not one of {', '.join(known)}")
    return text


def require_known(store: ReadStore, wanted: Wanted) -> None:
    """Refuse a table, a round or a chapter that nobody has heard of; say so of a day without a round."""
    if wanted.table is not None and not is_table(store, wanted.table):
        _require_heard_of(store, wanted.table)
    if wanted.round is not None:
        name = wanted.round
        if not rounds_named(store, name) and not is_round_found(store, name):
            raise WrongCall(f"--round: {no_such_round(store, name)}.")
    if wanted.section is not None:
        _require_chapter(store, wanted.section)
    if wanted.day is not None and not is_day(store, wanted.day):
        print_message(f"Nothing was played on {wanted.day}: no round of that gaming day is recorded here.")


def _require_heard_of(store: ReadStore, table: str) -> None:
    tables = tables_heard_of(store)
    if table not in tables:
        there_are = ", ".join(tables[:_NAMED]) + (", …" if len(tables) > _NAMED else "")
        raise WrongCall(
            f"--table {table}: nothing was played at a table of that name{did_you_mean(table, tables)}; "
            f"there {'are' if len(tables) > 1 else 'is'} {there_are or 'none'}"
        )


def _require_chapter(store: ReadStore, section: str) -> None:
    """A section is of a chapter that a rulebook has, or the list of checks."""
    asked = section.partition(".")[0].partition("(")[0]
    known = {book.chapter for book in all_rulebooks()}.union(*(check.chapters for check in CHECKS))
    if asked not in known and asked not in (found := chapters_found(store)):
        chapters = sorted(known | found)
        raise WrongCall(
            f"--section {section}: there is no chapter {asked}{did_you_mean(asked, chapters)}; "
            f"there are {', '.join(chapters)}"
        )
