"""A rulebook: wagers, paytables, limits, meters, readings, irregularities; with what a table selected."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from markupsafe import Markup

from console.web.asked import Asked
from console.web.frame.words import dollars as dollars_of_mc
from console.web.view import NotFound, View
from console.wording import rulebook_words as words
from games import registry
from games.chapter import ONLY, PaytableSet, Rulebook
from games.errors import UnknownRulebook
from games.rulebook import by_name

_BEFORE: Final = "before_no_more_bets"
_SECTION: Final = re.compile(r"\d+a\.(\d+)")


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a table has selected: columns of paytables, options, the wagers that it offers, its amounts."""

    paytables: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    wagers: frozenset[str] | None = None
    lines: tuple[str, ...] = ()


NOTHING_CHOSEN: Final = Chosen()


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a paytable, and whether it is the selected one."""

    letter: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A paytable as it is printed: hands down, columns across."""

    title: str
    section: str
    how: str
    columns: list[Column]
    rows: list[tuple[str, list[str]]]


class Marks:
    """Marks what belongs to the section that is asked for; the first of it is where the page begins.

    That is the section with its parts. Where the rulebook has neither, it is the nearest one that it is a
    part of.
    """

    def __init__(self, asked: str = "", sections: Iterable[str] = ()) -> None:
        there = {*sections}
        parts = {each for each in there if asked and _is_within(each, asked)}
        around = sorted((each for each in there if asked and _is_within(asked, each)), key=len)
        self._marked = parts or {*around[-1:]}
        self.found = bool(self._marked)
        self._is_first = True

    def __call__(self, section: str) -> Markup:
        """The attributes of a row about a section."""
        if section not in self._marked:
            return Markup()
        first, self._is_first = self._is_first, False
        return Markup(' class="asked" id="asked"') if first else Markup(' class="asked"')


def _is_within(section: str, of: str) -> bool:
    """Whether a section is another one, or a part of it."""
    return bool(of) and section.startswith(of) and section[len(of) :][:1] in ("", "(", ".")


def sections_of(values: Mapping[str, Any]) -> Iterator[str]:
    """Every section that the rows of a rulebook's page are about."""
    yield from (each["section"] for each in values["wagers"])
    yield from (each.section for each in values["tables"])
    yield from (section for _, section in values["limits"])
    yield from (figures[-1] for _, figures in values["meters"])
    for rows in (values["readings"], values["irregularities"]):
        yield from (each[4] if len(each) > 4 else each[3] for each in rows)


def book(asked: Asked) -> View:
    """A rulebook by its name."""
    try:
        found = by_name(asked.places["rulebook"])
    except UnknownRulebook as error:
        raise NotFound(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error
    section = asked.get("section") or ""
    values = book_values(found)
    marks = Marks(section, sections_of(values))
    values |= {"marks": marks, "section": section, "subject": subject(section)}
    return View("rulebook.html", found.name, lambda: book_document(found), values)


def subject(section: str) -> str:
    """What a section is about, in a few words; empty of what is none."""
    match = _SECTION.match(section)
    return words.SUBJECTS.get(int(match[1]), "") if match else ""


def book_values(of: Rulebook, chosen: Chosen = NOTHING_CHOSEN) -> dict[str, Any]:
    """What the templates of a rulebook take."""
    game = registry.by_name(of.game)
    return {
        "book": of,
        "chosen": chosen,
        "wagers": [
            {
                "name": words.called(wager.name) + ("" if wager.optional else " (required)"),
                "offered": chosen.wagers is None or wager.name in chosen.wagers or wager.timing != _BEFORE,
                "when": words.TIMING[wager.timing],
                "with": words.paid_with(wager),
                "after_fold": words.after_fold(wager),
                "section": wager.section,
            }
            for wager in game.wagers
        ],
        "tables": [_table(each, chosen) for each in of.paytables.values()],
        "limits": [
            (words.boxes_line(of), of.boxes.section),
            (words.payout_limit_line(of), of.payout_limit.section if of.payout_limit else ""),
        ],
        "meters": [*_meters(of)],
        "meter_head": words.METER_HEAD,
        "envy": [
            (hand, [words.dollars(pays[hand]) for pays in of.envy.values()])
            for hand in (next(iter(of.envy.values())) if of.envy else ())
        ],
        "envy_head": [words.dollars(wager) for wager in of.envy],
        "readings": [*_readings(of, chosen)],
        "irregularities": [
            (rule.kind, words.returned_words(rule), rule.cards, rule.section)
            for rule in of.irregularities.values()
        ],
    }


def _table(found: PaytableSet, chosen: Chosen) -> Table:
    picked = chosen.paytables.get(found.name, "")
    how = "the Rules Submission selects a column" if found.selected else "fixed by the text"
    columns = [
        Column(letter if found.selected else "pays", letter in (picked, ONLY)) for letter in found.columns
    ]
    rows = [
        (hand, [each.rows[hand].text if hand in each.rows else "–" for each in found.columns.values()])
        for hand in found.hands
    ]
    return Table(words.paytable_title(found), found.section, how, columns, rows)


def _meters(of: Rulebook) -> Iterator[tuple[str, tuple[str, ...]]]:
    for (name, letter), meters in of.meters.items():
        column = words.called(name) + (f" {letter}" if of.paytables[name].selected else "")
        for meter in meters:
            yield column, words.meter_row(meter)


def _readings(of: Rulebook, chosen: Chosen) -> Iterator[tuple[str, str, str, str, str]]:
    """Switches and options: what is asked, what holds here, what else could."""
    for switch in of.switches.values():
        others = ", ".join(words.shown(value) for value in switch.values if value != switch.default)
        yield switch.name, switch.question, words.shown(switch.default), others or "–", switch.section
    for option in of.options.values():
        held = chosen.options.get(option.name, option.default)
        others = ", ".join(words.shown(value) for value in option.values if value != held)
        asked = "the certificate holder's choice" + (", made here" if option.name in chosen.options else "")
        holds = "must be chosen" if held is None else words.shown(held)
        yield option.name, asked, holds, others or "–", option.section


def book_document(of: Rulebook, chosen: Chosen = NOTHING_CHOSEN) -> dict[str, Any]:
    """A rulebook for scripts."""
    return {
        "rulebook": of.name,
        "chapter": of.chapter,
        "game": of.game,
        "source": of.source,
        "sha256": of.sha256,
        "effective_from": of.effective_from,
        "effective_until": of.effective_until,
        "paytables": {
            each.name: {
                "section": each.section,
                "chosen": chosen.paytables.get(each.name),
                "columns": {
                    letter: {hand: rate.text for hand, rate in column.rows.items()}
                    for letter, column in each.columns.items()
                },
            }
            for each in of.paytables.values()
        },
        "switches": {each.name: each.default for each in of.switches.values()},
        "options": {each.name: chosen.options.get(each.name, each.default) for each in of.options.values()},
    }


def amount_lines(limit_mc: int, limit_section: str, units: Mapping[str, int], boxes: int) -> Iterator[str]:
    """What a table has selected besides paytables and options, in sentences."""
    yield f"Boxes a player: {boxes}."
    for wager, unit in units.items():
        yield f"{words.called(wager)}: {dollars_of_mc(unit)} and no other amount."
    if limit_mc:
        by = f", which {limit_section} gives a table that names none" if limit_section else ""
        yield f"Payout limit: {dollars_of_mc(limit_mc)}{by}."
