"""A gaming day closed: on every link that has not, then at the desk, signed by two people."""

from __future__ import annotations

from console.acts.closing import Close, close_day
from console.recording.clerk import Clerk, refused_because
from console.web.acting.form import Filled, Line, Move, Outcome, Plan, Seen, Sheet, require
from console.web.asked import Asked
from console.web.frame.places import address
from console.web.showing.days import stops
from console.web.view import NotFound
from console.wording.gaming_days import day as read_day
from console.wording.local_time import local_time
from streams.read_model.queries.days import (
    Reconciliation,
    closed_without,
    closes_of,
    open_links,
    reconciliation,
)


def _day(asked: Asked) -> str:
    try:
        return read_day(asked.places["day"])
    except ValueError as error:
        raise NotFound(f"{error}.") from error


def sheet(asked: Asked) -> Sheet:
    """What stops it, and the tables that sent no end-of-day marker."""
    day = _day(asked)
    found = reconciliation(asked.store, day)
    start_us, end_us = asked.site.days.bounds(day)
    lines = [
        Line("gaming day", f"{local_time(start_us)} to {local_time(end_us)}"),
        Line("links not closed", ", ".join(open_links(asked.store, day)) or "none"),
        *(Line("look at", stop.words, tone=stop.tone) for stop in stops(found)),
    ]
    return Sheet(
        title=f"Close {day}",
        back=address("/days/{day}", day=day),
        lines=lines,
        choices={"without": _missing(found)},
        note="Tick a table to close the day although it has sent no end-of-day marker.",
    )


def _missing(found: Reconciliation) -> list[str]:
    return sorted({table for link in found.links if not link.closed for table in link.missing})


def plan(asked: Asked, filled: Filled) -> Plan:
    """The close of each link, then that of the day."""
    day = _day(asked)
    start_us, end_us = asked.site.days.bounds(day)
    require(f"{day} has not begun" if start_us > asked.now_us else "")
    links, lacking = open_links(asked.store, day), closed_without(asked.store, day)
    require(f"{day} is closed already" if closes_of(asked.store, day) and not links else "")
    found = reconciliation(asked.store, day)
    missing = _missing(found)
    unnamed = [table for table in missing if table not in filled["without"]]
    require(f"no end-of-day marker has come from {', '.join(unnamed)}: tick it, or wait" if unnamed else "")
    close = Close(day, tuple(filled["without"]), filled.signed_by, filled["reason"])

    def record(clerk: Clerk, id_: str) -> Outcome:
        closed = close_day(clerk, close, links, lacking, id_)
        refused = "; ".join(f"{each.link}: {each.refused}" for each in closed.refused)
        if closed.at_desk is not None and closed.at_desk.refused:
            refused = refused_because(closed.at_desk.event)
        return Outcome(closed.recorded, said="" if refused else f"{day} is closed.", refused=refused)

    readings = [each for link in found.links for each in link.readings]
    return Plan(
        asks=f"close gaming day {day}" + (f" without {', '.join(missing)}" if missing else ""),
        facts=(*map(close.of_link, links), close.at_desk(sorted({*lacking, *missing}))),
        record=record,
        moves=tuple(Move(each, "open", "closed") for each in (*links, f"the day {day}")),
        seen=(
            Seen("tables without a marker", len(missing), ", ".join(missing) or "none"),
            Seen("readings of the day", len(readings), str(len(readings))),
            Seen("links not closed", len(links), ", ".join(links) or "none"),
        ),
        second="a gaming day is closed by two people of two departments",
        warnings=_warnings(asked, found, end_us),
    )


def _warnings(asked: Asked, found: Reconciliation, end_us: int) -> tuple[str, ...]:
    differing = [each for link in found.links for each in link.readings if not each.settled]
    said = [f"a reading of {each.link} {each.meter} is neither explained nor withdrawn" for each in differing]
    if asked.now_us < end_us:
        said.append(
            f"{found.day} is not over: it goes on until {local_time(end_us)}. What tables record until then "
            "counts for the next day."
        )
    return tuple(said)
