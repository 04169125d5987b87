"""Findings: what broke which section, those first that weigh most."""

from __future__ import annotations

from typing import Any, Final

from console.findings.asked import SEVERITIES, require_known
from console.findings.shown import finding_document
from console.pages.happened import finding_tone
from console.web.asked import Asked
from console.web.frame.lists import Cell, Column, Row, row
from console.web.frame.places import finding_address, round_of
from console.web.frame.words import plain
from console.web.showing.asked_of_pages import tables
from console.web.view import View
from streams.read_model.findings import Numbered, Wanted, find_numbered, findings_in_all

COLUMNS: Final = (
    Column("severity", "weight", "status"),
    Column("round", "where", "id"),
    Column("seat", "seat", "number"),
    Column("at", "at", "time"),
    Column("id", "check"),
    Column("section", "section", "id"),
    Column("message", "what", wide=True),
    Column("due", "due", "money"),
    Column("done", "done", "money"),
    Column("difference", "difference", "difference"),
)


def findings(asked: Asked) -> View:
    """The findings that are asked for."""
    names = ("table", "day", "round", "section", "severity")
    wanted = Wanted(*(asked.get(name) for name in names))
    require_known(asked.store, wanted)
    check = asked.get("check")
    found = [each for each in find_numbered(asked.store, wanted) if check in (None, each.finding.id)]
    nothing = (
        "Nothing was found: no event that was examined breaks a section that is checked."
        if wanted == Wanted() and check is None
        else "Nothing was found of what is asked for: take a filter away to see the rest."
    )
    list_ = asked.listed(COLUMNS, [_row(each) for each in found], nothing)
    values = {"tables": tables(asked), "severities": SEVERITIES, "in_all": findings_in_all(asked.store)}

    def document() -> Any:
        return [finding_document(each.finding) for each in found]

    return View("findings.html", "Findings", document, values, list_)


def _row(numbered: Numbered) -> Row:
    found, place = numbered.finding, finding_address(numbered.finding.stream, numbered.seq)
    tone = finding_tone(found)
    return row(
        f"{found.stream}/{numbered.seq}",
        href=place,
        tone=tone,
        severity=Cell(found.severity, place, tone=tone),
        round=Cell(found.round or found.table or found.stream, href=round_of(found)),
        seat=Cell(found.seat if found.seat else None),
        at=found.at_us,
        id=f"{found.id} {plain(found.check)}",
        section=found.section or "",
        message=found.message,
        due=found.due_mc,
        done=found.done_mc,
        difference=Cell(found.difference_mc, tone=tone),
    )
