"""Exports of the audit log: begun, watched, checked, taken along; each on record as the command has it."""

from __future__ import annotations

from typing import Any, Final

from console.calls.wrong_call import WrongCall
from console.commands.audit.part_asked import tables_named
from console.exports.envelope import envelope_file
from console.web.acting.plain_act import Pressed
from console.web.asked import Asked
from console.web.frame.lists import Cell, Column, row
from console.web.frame.places import address
from console.web.showing.audit.checkpoints import has_audit_log, last_checkpoint
from console.web.view import File, NotFound, View
from console.web.working.exports import Export
from console.web.working.tar import tar_of
from console.wording.gaming_days import day
from events.times import time_text

COLUMNS: Final = (
    Column("id", "export", "id"),
    Column("at", "begun", "time"),
    Column("by", "by", "id"),
    Column("of", "of", wide=True),
    Column("state", "state", "status"),
    Column("entries", "entries", "number"),
)
TONES: Final = {"running": "pending", "cut off": "warn", "failed": "bad", "bad": "bad", "good": "ok"}
WORDS: Final = {
    "running": "under way",
    "cut off": "cut off: it goes on where it was",
    "failed": "failed",
    "bad": "the verifier found something bad",
    "good": "good: everything holds",
}
_NOT_SHOWN: Final = "not shown"
"""How the line begins that says what an export cannot show."""
_LAST: Final = 3
"""So many exports Home tells of."""
_PATIENCE_S: Final = 6.0


def place(id_: str) -> str:
    """Where an export is looked at."""
    return address("/audit/exports/{export}", export=id_)


def exports(asked: Asked) -> View:
    """Every export that was made here, and a form for another one."""
    begun = has_audit_log(asked.site)
    found = asked.site.jobs.all() if begun else []
    rows = [
        row(
            each.asked.id,
            href=place(each.asked.id),
            id=each.asked.id,
            at=each.asked.at_us,
            by=each.asked.by,
            of=each.asked.words,
            state=Cell(WORDS[each.state], tone=TONES[each.state]),
            entries=each.made.get("size"),
        )
        for each in found
    ]
    nothing = "Nothing was exported from here yet. The form above begins with everything, or with a part."
    values = {"begun": begun, "running": asked.site.jobs.running()}
    list_ = asked.listed(COLUMNS, rows, nothing)
    return View("exports.html", "Exports", lambda: [*map(_document, found)], values, list_)


def last_exports(asked: Asked) -> list[Export]:
    """The last exports that were made here, the latest first."""
    return asked.site.jobs.all(_LAST) if has_audit_log(asked.site) else []


def export(asked: Asked) -> View:
    """One export: how far it has come, what the verifier said, and how it is taken along."""
    found = asked.site.jobs.find(asked.places["export"])
    if found is None:
        raise NotFound(
            f"There is no export {asked.places['export']}. The page of exports shows those made here."
        )
    last = last_checkpoint(asked.site)
    whole = found.state in ("good", "bad")
    values = {
        "export": found,
        "tone": TONES[found.state],
        "words": WORDS[found.state],
        "vkey": last.vkey if last else "",
        "whole": whole,
        "lines": verifier_lines(found.verified.get("checked", [])),
    }
    parts = (found.bag, envelope_file(found.bag))
    files = (
        {".tar": lambda: File(f"{found.asked.id}.tar", tar_of(parts), "application/x-tar")} if whole else {}
    )
    return View("export.html", f"Export {found.asked.id}", lambda: _document(found), values, files=files)


def verifier_lines(checked: list[str]) -> list[tuple[str, str]]:
    """What the verifier checked, a line each: what is indented belongs to the line before."""
    lines: list[str] = []
    for said in checked:
        if said.startswith(" ") and lines:
            lines[-1] += f" {said.strip()}"
        else:
            lines.append(said)
    return [("unknown" if each.startswith(_NOT_SHOWN) else "ok", each) for each in lines]


def _document(of: Export) -> dict[str, Any]:
    return {
        "export": of.asked.id,
        "by": of.asked.by,
        "at": time_text(of.asked.at_us),
        "of": of.asked.words,
        "state": of.state,
        "percent": of.percent,
        "made": of.made or None,
        "verified": of.verified or None,
    }


# --- acts -------------------------------------------------------------------------------------------------


def sign(pressed: Pressed) -> str:
    """Sign a checkpoint now; a short one is waited for."""
    pressed.site.jobs.sign()
    pressed.site.jobs.wait(_PATIENCE_S)
    return "/audit"


def begin(pressed: Pressed) -> str:
    """Begin an export of what the form says."""
    first, last = (_day(pressed, name) for name in ("from", "to"))
    if first and last and first > last:
        raise WrongCall(f"from {first} is after to {last}: give the earlier day first")
    typed = pressed.field("tables").replace(" ", "")
    try:
        named = ",".join(tables_named(typed)) if typed else ""
    except ValueError as error:
        raise WrongCall(f"tables: {error}") from error
    events_only = bool(pressed.field("events_only"))
    id_ = pressed.site.jobs.begin(pressed.badge, first, last, named, events_only=events_only)
    return place(id_)


def go_on(pressed: Pressed) -> str:
    """Go on with one that was cut off."""
    id_ = pressed.field("export")
    pressed.site.jobs.go_on(id_)
    return place(id_)


def _day(pressed: Pressed, name: str) -> str:
    typed = pressed.field(name)
    try:
        return day(typed) if typed else ""
    except ValueError as error:
        raise WrongCall(f"{name}: {error}") from error
