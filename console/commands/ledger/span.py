"""What several reports take: a span of gaming days or of moments, one link, a moment in the past."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from cyclopts import Parameter

from console.calls.arguments import day_or_moment, one
from console.calls.names import something
from console.calls.wrong_call import WrongCall, did_you_mean
from console.wording.local_time import local_time
from console.wording.typed_time import FORMS, OR_A_DAY, read_as_of
from projections.ledger.spans import Bound
from streams.read_model.queries.links import is_link, is_meter, known_links
from streams.read_model.queries.rounds import is_table
from streams.read_model.store import ReadStore

OneLink = Annotated[str | None, one(something, "LINK", "one link only")]
At = Annotated[int | None, one(read_as_of, "WHEN", f"as of then, {OR_A_DAY}; of a day its end")]


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """From a gaming day or a moment to another, both of one kind; an end that is not given is open."""

    start: Annotated[
        Bound,
        one(day_or_moment, "WHEN", f"from this gaming day on, or after this time, {FORMS}", name="--from"),
    ] = None
    end: Annotated[
        Bound,
        one(
            day_or_moment, "WHEN", f"to the end of this gaming day, or up to this time, {FORMS}", name="--to"
        ),
    ] = None

    def __post_init__(self) -> None:
        """Refuse a span of two kinds, or one that ends before it begins."""
        start, end = self.start, self.end
        if start is None or end is None:
            return
        if isinstance(start, str) != isinstance(end, str):
            raise WrongCall("--from and --to: name two gaming days, or two times, not one of each")
        if (isinstance(start, str) and start > str(end)) or (isinstance(start, int) and start > int(end)):
            span = f"{shown(start)} to {shown(end)}"
            raise WrongCall(f"--from and --to: the span ends before it begins ({span})")


def shown(bound: str | int) -> str:
    """An end of a span for people: a gaming day, or a time."""
    return bound if isinstance(bound, str) else local_time(bound)


ALWAYS: Final = Span()
"""A span with both ends open."""


def require_link(store: ReadStore, link: str | None) -> None:
    """Refuse a link that was never opened: no figures would look like figures of nothing."""
    if link is not None and not is_link(store, link):
        near = did_you_mean(link, [known.link for known in known_links(store)])
        raise WrongCall(f"there is no link {link}{near}: `pitledger meters` lists them")


def require_table(store: ReadStore, table: str | None) -> None:
    """Refuse a table at which nothing was played."""
    if table is not None and not is_table(store, table):
        raise WrongCall(f"--table {table}: nothing was played at a table of that name: check how it is spelt")


def require_meter(store: ReadStore, link: str | None, meter: str) -> None:
    """Refuse a meter that the link has not, or that no link has where none is given."""
    links = [link] if link is not None else [known.link for known in known_links(store)]
    if not any(is_meter(store, each, meter) for each in links):
        whose = f"{link} has no meter" if link is not None else "no link has a meter"
        raise WrongCall(f"{whose} {meter}: `pitledger meters` lists them")
