"""The shelf of rulebooks: found by name, or by chapter and day; never the nearest one.

The files in `games/rulebooks/` are read once, on first use. A game of somebody else's (or of a test) adds its
own with `add`. How a file is read is `rulebooks.reading`'s business, what it says `chapter`'s.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources

from games.chapter import Rulebook
from games.errors import RulebookError, UnknownRulebook
from games.rulebooks.reading import is_day, read

__all__ = ["Rulebook", "add", "all_rulebooks", "by_name", "choose", "read"]

_SHELF: dict[str, Rulebook] = {}
FAR_FUTURE = "9999-12-31"


def check_shelf(books: Iterable[Rulebook]) -> None:
    """Refuse two rulebooks of one name, and two of one chapter that are in force on the same day."""
    seen: list[Rulebook] = []
    for book in books:
        for other in seen:
            if other.name == book.name:
                raise RulebookError(f"{book.name}.toml", "version", f"{book.name} is on the shelf already")
            if other.chapter == book.chapter and overlap(other, book):
                message = f"overlaps {other.name}; end the earlier one with `effective_until`"
                raise RulebookError(f"{book.name}.toml", "effective_from", message)
        seen.append(book)


def overlap(one: Rulebook, other: Rulebook) -> bool:
    """Whether some day has both in force; a proposed text is never in force."""
    if one.effective_from is None or other.effective_from is None:
        return False
    starts_before_end = one.effective_from <= (other.effective_until or FAR_FUTURE)
    return starts_before_end and other.effective_from <= (one.effective_until or FAR_FUTURE)


def stock(files: Iterable[tuple[str, bytes]]) -> dict[str, Rulebook]:
    """The rulebooks in these files (name and content), each called after what it holds."""
    books = []
    for file, content in files:
        book = read(file, content)
        if file != f"{book.name}.toml":
            raise RulebookError(file, "version", f"the file should be called {book.name}.toml")
        books.append(book)
    check_shelf(books)
    return {book.name: book for book in books}


def shelf() -> dict[str, Rulebook]:
    """Every rulebook by name, read on first use."""
    if not _SHELF:
        folder = resources.files("games").joinpath("rulebooks")
        files = [(file.name, file.read_bytes()) for file in folder.iterdir() if file.name.endswith(".toml")]
        _SHELF.update(stock(sorted(files)))
    return _SHELF


def add(book: Rulebook) -> None:
    """Put another rulebook on the shelf; adding the same bytes again changes nothing."""
    books = shelf()
    if book.name in books and books[book.name].sha256 == book.sha256:
        return
    check_shelf([*books.values(), book])
    books[book.name] = book


def all_rulebooks() -> tuple[Rulebook, ...]:
    """Every rulebook, by name."""
    return tuple(book for _, book in sorted(shelf().items()))


def by_name(name: str) -> Rulebook:
    """The rulebook called like "678a@2019-11-02"; a proposed text is found only this way."""
    try:
        return shelf()[name]
    except (KeyError, TypeError):
        known = ", ".join(sorted(shelf()))
        raise UnknownRulebook(f"no rulebook {name!r}: there are {known}") from None


def choose(chapter: str, day: str) -> Rulebook:
    """The rulebook of `chapter` in force on `day` (YYYY-MM-DD), or UnknownRulebook."""
    if not is_day(day):
        raise UnknownRulebook(f"{day!r} is not a day: write it as 2019-11-02")
    for book in shelf().values():
        if book.chapter != chapter or book.effective_from is None:
            continue
        if book.effective_from <= day <= (book.effective_until or FAR_FUTURE):
            return book
    raise UnknownRulebook(f"no rulebook for that day: chapter {chapter}, {day}")
