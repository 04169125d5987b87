"""Fills the generated parts of docs/rules/: wagers, paytables, limits, readings, irregularities, hold.

Run it with `.venv/bin/python docs/generate_rules.py`; a test fails while a page is stale. A page is written
by hand, but for what stands between `<!-- begin NAME -->` and `<!-- end NAME -->`: that comes from the game
and its rulebooks, so that no figure is ever copied by hand.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from console.wording.rulebook_words import (
    METER_HEAD,
    TIMING,
    after_fold,
    boxes_line,
    called,
    dollars,
    meter_row,
    paid_with,
    payout_limit_line,
    paytable_title,
    returned_words,
    shown,
)
from games import registry
from games.chapter import PaytableSet, Rulebook
from games.counting.hold import holds_of
from games.game import Game
from games.rulebook import all_rulebooks

HERE = Path(__file__).parent
PAGES = HERE / "rules"
PART = re.compile(r"<!-- begin (\w+) -->\n.*?<!-- end \1 -->\n", re.DOTALL)


def table(*rows: tuple[str, ...]) -> str:
    """A Markdown table; the first row is its head."""
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    lines.insert(1, "|" + "---|" * len(rows[0]))
    return "\n".join(lines) + "\n"


def per_book(books: list[Rulebook], part: Callable[[Rulebook], str]) -> str:
    """A part for each rulebook, under its name where there are several."""
    if len(books) == 1:
        return part(books[0])
    return "\n".join(f"### `{book.name}`\n\n{part(book)}" for book in books)


def sources(_game: Game, books: list[Rulebook]) -> str:
    """The texts that the page is about."""
    rows = [("rulebook", "in force", "text")]
    for book in books:
        since = f"from {book.effective_from}" if book.effective_from else "proposed: chosen by name only"
        rows.append((f"`{book.name}`", since, book.source))
    return table(*rows)


def wagers(game: Game, _books: list[Rulebook]) -> str:
    """x.7: which wagers, when, with what, and what a player who gives up the hand keeps."""
    rows = [("wager", "name in descriptions", "when", "with", "after a fold", "section")]
    rows += [
        (
            called(wager.name) + ("" if wager.optional else " (required)"),
            f"`{wager.name}`",
            TIMING[wager.timing],
            paid_with(wager),
            after_fold(wager),
            wager.section,
        )
        for wager in game.wagers
    ]
    return table(*rows)


def paytables(_game: Game, books: list[Rulebook]) -> str:
    """x.12: every column of every table."""
    return per_book(books, lambda book: "\n".join(paytable(found) for found in book.paytables.values()))


def paytable(found: PaytableSet) -> str:
    """One table, hands down and columns across."""
    fixed = "fixed by the text" if not found.selected else "the Rules Submission selects a column"
    head = ("hand", *(letter if found.selected else "pays" for letter in found.columns))
    rows = [
        (
            hand.replace("_", " "),
            *(column.rows[hand].text if hand in column.rows else "–" for column in found.columns.values()),
        )
        for hand in found.hands
    ]
    title = paytable_title(found)
    return f"**{title}** ({found.section}; {fixed})\n\n{table(head, *rows)}"


def limits(_game: Game, books: list[Rulebook]) -> str:
    """Boxes, payout limit, meters and envy."""
    return per_book(books, lambda book: "\n".join(limits_of(book)))


def limits_of(book: Rulebook) -> Iterator[str]:
    """The limits of one rulebook."""
    yield f"- {boxes_line(book)}\n- {payout_limit_line(book)}\n"
    if book.meters:
        yield meters(book)
    if book.envy:
        head = ("hand", *(f"on a {dollars(wager)} wager" for wager in book.envy))
        hands = next(iter(book.envy.values()))
        rows = [(h.replace("_", " "), *(dollars(pays[h]) for pays in book.envy.values())) for h in hands]
        yield f"**Envy Bonus** ({book.envy_section})\n\n{table(head, *rows)}"


def meters(book: Rulebook) -> str:
    """Seeds and rates of the progressive meters."""
    rows: list[tuple[str, ...]] = [("paytable", *METER_HEAD)]
    for (name, letter), found in book.meters.items():
        column = called(name) + (f" {letter}" if book.paytables[name].selected else "")
        rows += [(column, *meter_row(meter)) for meter in found]
    return f"**Progressive meters**\n\n{table(*rows)}"


def readings(_game: Game, books: list[Rulebook]) -> str:
    """Where the text is unclear, and what the certificate holder chooses."""
    return per_book(books, readings_of)


def readings_of(book: Rulebook) -> str:
    """Switches and options of one rulebook; the first value is how we read it."""
    rows = [("name", "question", "we read", "or", "section")]
    for switch in book.switches.values():
        others = ", ".join(shown(value) for value in switch.values if value != switch.default)
        rows.append(
            (f"`{switch.name}`", switch.question, shown(switch.default), others or "–", switch.section)
        )
    for option in book.options.values():
        choice = ", ".join(shown(value) for value in option.values)
        default = "must be chosen" if option.default is None else shown(option.default)
        rows.append((f"`{option.name}`", "the certificate holder's choice", default, choice, option.section))
    return table(*rows)


def irregularities(_game: Game, books: list[Rulebook]) -> str:
    """x.13 and the stub rules: which wagers go back, and what becomes of the cards."""
    return per_book(books, irregularities_of)


def irregularities_of(book: Rulebook) -> str:
    """The irregularities of one rulebook."""
    rows = [("what", "wagers returned", "cards", "section")]
    rows += [
        (f"`{rule.kind}`", returned_words(rule), rule.cards, rule.section)
        for rule in book.irregularities.values()
    ]
    return table(*rows)


def hold(_game: Game, books: list[Rulebook]) -> str:
    """The exact share that the house keeps of the wagers that need no strategy."""
    rows = [("rulebook", "wager", "paytable", "read as", "the house keeps")]
    for book in books:
        for row in holds_of(book):
            setting = ", ".join(f"`{name}` = {shown(value)}" for name, value in row.options.items())
            share = f"{row.percent} % ({row.hold})"
            rows.append((f"`{book.name}`", called(row.wager), row.paytable or "–", setting or "–", share))
    return table(*rows)


PARTS: dict[str, Callable[[Game, list[Rulebook]], str]] = {
    "sources": sources,
    "wagers": wagers,
    "paytables": paytables,
    "limits": limits,
    "readings": readings,
    "irregularities": irregularities,
    "hold": hold,
}


def filled(text: str, game: Game) -> str:
    """A page with its generated parts as they should be."""
    books = [book for book in all_rulebooks() if book.game == game.name]

    def part(match: re.Match[str]) -> str:
        name = match[1]
        return f"<!-- begin {name} -->\n\n{PARTS[name](game, books)}\n<!-- end {name} -->\n"

    return PART.sub(part, text)


def pages() -> dict[Path, Game]:
    """Each game's page."""
    return {PAGES / f"{game.name}.md": game for game in games()}


def games() -> list[Game]:
    """The games in the order of their chapters."""
    return sorted(registry.all_games(), key=lambda game: game.chapter)


def main() -> int:
    """Fill the pages."""
    for path, game in pages().items():
        path.write_text(filled(path.read_text(encoding="utf-8"), game), encoding="utf-8")
    print(f"{len(pages())} pages in docs/rules")
    return 0


if __name__ == "__main__":
    sys.exit(main())
