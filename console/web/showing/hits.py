"""Hits: every award with its steps, and which are missing."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from console.calls.wrong_call import WrongCall
from console.commands.ledger.hits import award_json, hits_document
from console.commands.ledger.span import Span
from console.web.asked import Asked
from console.web.frame.lists import Cell, Column, Row, Rows, row
from console.web.frame.places import address
from console.web.frame.words import plain
from console.web.showing.asked_of_pages import links, require_link, tables
from console.web.view import View
from events.times import parse_time
from streams.read_model.queries.hits import hits as hits_of

COLUMNS: Final = (
    Column("table", "table", "id"),
    Column("round", "round", "id"),
    Column("seat", "seat", "number"),
    Column("hand", "hand"),
    Column("meter", "meter", "id"),
    Column("amount", "amount", "money"),
    Column("paid", "paid", "money"),
    Column("status", "status", "status"),
    Column("claimed", "claimed", "time"),
    Column("steps", "steps", wide=True),
    Column("missing", "missing", "status"),
)


def hits(asked: Asked) -> View:
    """Every award with its steps, and which are missing."""
    require_link(asked, asked.get("link"))
    day = asked.get("day")
    span = Span(start=asked.get("from"), end=asked.get("to"))
    if day is not None and asked.typed.keys() & {"from", "to"}:
        raise WrongCall("day is a span of its own: leave from and to out")
    found = hits_of(asked.store, asked.get("link"), day or span.start, day or span.end)
    found = found if asked.get("table") is None else found.of_table(asked.get("table"))
    found = found.still_open() if asked.get("open") else found
    rows = Rows(found.in_order_of_time()[::-1], lambda each: _hit_row(award_json(each, found)))
    totals = [asdict(total) for total in found.totals()]
    values = {"links": links(asked), "tables": tables(asked), "totals": totals}
    nothing = "No award was claimed yet." if not asked.typed else "No award is like that: take a filter away."
    return View(
        "hits.html", "Hits", lambda: hits_document(found), values, asked.listed(COLUMNS, rows, nothing)
    )


_TONES: Final = {"paid": "ok", "returned": "unknown", "rejected": "bad"}


def _hit_row(hit: dict[str, Any]) -> Row:
    """A row of the document of an award, of a meter or of the house."""
    steps = [step for step in hit["steps"] if not step["refused"]]
    number = hit["claim_seq"] or f"payment-{hit['payment_seq']}"
    return row(
        f"{hit['table']}/{hit['link']}/{number}",
        table=Cell(hit["table"], href=address("/tables/{table}", table=hit["table"])),
        round=Cell(hit["round"], href=address("/rounds/{round}", round=hit["round"] or "")),
        seat=hit["seat"],
        hand=plain(hit["hand"] or hit["kind"]),
        meter=f"{hit['link']} {hit['meter']}" if hit["link"] else "house money",
        amount=hit["amount_mc"],
        paid=hit["paid_mc"],
        status=Cell(plain(hit["status"]), tone=_TONES.get(hit["status"], "pending"), href=_award(hit)),
        claimed=parse_time(steps[0]["recorded_at"]) if steps else None,
        steps=" → ".join(plain(step["step"]) for step in steps),
        missing=_missing(hit["missing"]),
    )


def _award(hit: dict[str, Any]) -> str:
    """The page of an award of a meter; house money has none."""
    places = {"link": hit["link"], "table": hit["table"], "claim": str(hit["claim_seq"])}
    return address("/awards/{link}/{table}/{claim}", **places) if hit["link"] else ""


def _missing(missing: list[dict[str, str]] | None) -> Cell:
    """The steps that a section demands and nobody took."""
    if missing is None:
        return Cell("cannot be judged", tone="unknown")
    words = ", ".join(f"{plain(each['step'])} ({each['section']})" for each in missing)
    return Cell(words or "nothing", tone="warn" if words else "ok")
