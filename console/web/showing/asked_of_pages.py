"""What several pages may be asked: a moment, a table, a link, a gaming day."""

from __future__ import annotations

from typing import Final

from console.calls.arguments import whole_number
from console.calls.names import something
from console.calls.wrong_call import WrongCall
from console.web.asked import Asked
from console.web.declared import Param
from console.wording.gaming_days import day
from console.wording.typed_time import OR_A_DAY, read_as_of
from streams.read_model.queries.heard_of import tables_heard_of
from streams.read_model.queries.links import known_links


def tables(asked: Asked) -> list[str]:
    """The tables that a form offers."""
    return tables_heard_of(asked.store)


def links(asked: Asked) -> list[str]:
    """The links that a form offers."""
    return [known.link for known in known_links(asked.store)]


def seat(text: str) -> int:
    """The number of a seat."""
    number = whole_number(text)
    if not 1 <= number <= 255:
        raise ValueError(f"{text!r} is not a seat: write a number from 1 up")
    return number


def event_number(text: str) -> int:
    """The number of an event of a stream."""
    number = whole_number(text)
    if number < 1:
        raise ValueError(f"{text!r} is not the number of an event: they begin at 1")
    return number


def flag(text: str) -> bool:
    """Whether something is asked for at all."""
    if text not in ("1", "true", "yes", "on"):
        raise ValueError(f"{text!r}: write 1, or leave it out")
    return True


TABLE: Final = Param("table", "only of this table", something)
LINK: Final = Param("link", "only of this link", something)
AT: Final = Param("at", f"as of then, {OR_A_DAY}; of a day its end", read_as_of)
DAY: Final = Param("day", "only of this gaming day", day, kind="date")


def require_link(asked: Asked, link: str | None) -> None:
    """Refuse a link that there is not: no figures would look like figures of nothing."""
    if link is not None and link not in links(asked):
        raise WrongCall(f"there is no link {link}: there {_are(links(asked))}")


def _are(names: list[str]) -> str:
    return f"are {', '.join(names)}" if names else "is none yet"
