"""Meters: what stands where, and whether it can be believed; one meter with its past; the kiosk."""

from __future__ import annotations

from typing import Any

from console.commands.ledger.span import Span
from console.commands.ledger.statement import statement_json
from console.commands.meters import link_json, meters_document
from console.web.asked import Asked
from console.web.frame.lists import Column, Row, row
from console.web.frame.sparkline import sparkline
from console.web.frame.words import plain
from console.web.showing.asked_of_pages import links as all_links
from console.web.showing.meter_past import leads, past_of
from console.web.showing.meter_terms import MeterTerms, terms_of
from console.web.view import NotFound, View
from console.wording.local_time import local_zone
from console.wording.past import require_past
from streams.read_model.ledger import statement
from streams.read_model.queries.awards import last_hits
from streams.read_model.queries.days import readings_of
from streams.read_model.queries.found_rounds import last_played_us
from streams.read_model.queries.links import is_meter
from streams.read_model.queries.meters import LinkMeters, MeterAmounts, link_meters

COLUMNS = (
    Column("link", "link"),
    Column("meter", "meter"),
    Column("amount", "amount", "money"),
    Column("reserve", "reserve", "money"),
    Column("overflow", "overflow", "money"),
    Column("owed", "owed by its link", "money"),
    Column("record", "record", "number"),
    Column("as_of", "as of", "time"),
)


def meters(asked: Asked) -> View:
    """Every meter, now or as of a moment."""
    at = asked.get("at")
    require_past(at, last_played_us(asked.store))
    links = link_meters(asked.store, asked.get("link"), at)
    rows = [_row(link, meter) for link in links for meter in link.meters]
    list_ = asked.listed(COLUMNS, rows, "No link was opened yet: `pitledger link open` opens one.")
    lights = {
        (link.link.link, each.meter): light(asked, link, each) for link in links for each in link.meters
    }
    names = all_links(asked)
    values = {"links": links, "lights": lights, "at_us": at, "sparkline": sparkline, "names": names}
    values |= {"terms": _terms(links), "hits": last_hits(asked.store) if at is None else {}}
    values |= leads(asked)
    return View("meters.html", "Meters", lambda: meters_document(links, at), values, list_)


def _terms(links: list[LinkMeters]) -> dict[tuple[str, str], MeterTerms | None]:
    """What each meter is fed by, and the sections of it."""
    return {(of.link.link, each.meter): terms_of(of.link, each.meter) for of in links for each in of.meters}


def _row(link: LinkMeters, meter: MeterAmounts) -> Row:
    name = link.link.link
    return row(
        f"{name}/{meter.meter}",
        href=f"/meters/{name}/{meter.meter}",
        link=name,
        meter=plain(meter.meter),
        amount=meter.amount_mc,
        reserve=meter.reserve_mc,
        overflow=meter.overflow_mc,
        owed=link.payable_mc,
        record=meter.record,
        as_of=meter.as_of_us,
    )


def light(asked: Asked, link: LinkMeters, meter: MeterAmounts) -> tuple[str, str]:
    """Whether a meter agrees with what was last read off its display today."""
    day = asked.site.days(asked.now_us)
    read = [
        each
        for each in readings_of(asked.store, day)
        if (each.link, each.meter) == (link.link.link, meter.meter) and not each.withdrawn
    ]
    if not read:
        return "unknown", "not read today"
    if not read[-1].settled:
        return "bad", "the reading differs"
    return "ok", "agrees with the reading"


def meter(asked: Asked) -> View:
    """One meter: why it stands there, now or over a span."""
    found, one = _one_meter(asked)
    link, name = found.link.link, one.meter
    span = Span(start=asked.get("from"), end=asked.get("to"))
    whole = statement(asked.store, link, name, span.start, span.end)
    values = {
        "found": found,
        "meter": one,
        "statement": whole,
        "light": light(asked, found, one),
        "terms": terms_of(found.link, name),
        "hit": last_hits(asked.store).get((link, name)),
        **leads(asked),
        "zone": local_zone().key,
        "is_span": span.start is not None or span.end is not None,
        **past_of(asked, link, one, span),
    }

    def document() -> Any:
        return {**link_json(found), "statement": statement_json(whole, span.start, span.end)}

    return View("meter.html", f"{link} {name}", document, values)


def kiosk(asked: Asked) -> View:
    """A link for a display in the pit: names, amounts, what hands win."""
    found = _link(asked)
    wanted = asked.get("meter")
    shown = [each for each in found.meters if wanted in (None, each.meter)]
    if not shown:
        raise NotFound(f"{found.link.link} has no meter {wanted}.")
    return View("kiosk.html", found.link.link, lambda: link_json(found), {"found": found, "shown": shown})


def _link(asked: Asked) -> LinkMeters:
    link = asked.places["link"]
    for found in link_meters(asked.store, link):
        return found
    raise NotFound(f"There is no link {link}. The page of all meters shows those that there are.")


def _one_meter(asked: Asked) -> tuple[LinkMeters, MeterAmounts]:
    found, name = _link(asked), asked.places["meter"]
    if is_meter(asked.store, found.link.link, name):
        for each in found.meters:
            if each.meter == name:
                return found, each
    raise NotFound(f"{found.link.link} has no meter {name}. The page of all meters shows those that it has.")
