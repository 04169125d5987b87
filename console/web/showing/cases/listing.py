"""Cases by the day by which a reply is due: those that somebody has to do something about first."""

from __future__ import annotations

from typing import Final

from console.cases.reply_clock import clock_text, is_overdue, is_waiting
from console.cases.shown import case_json
from console.web.asked import Asked
from console.web.entry.roles import ACCOUNTING, WHO_WORK_ON_CASES
from console.web.frame.lists import Cell, Column, Row, row
from console.web.frame.places import case_address
from console.web.view import View
from streams.read_model.queries.cases import Case
from streams.read_model.queries.cases import cases as cases_of

STATES: Final = ("open", "unpaid", "decided", "all")
COLUMNS: Final = (
    Column("case", "case", "id"),
    Column("status", "status", "status"),
    Column("reply_by", "reply by"),
    Column("clock", "clock"),
    Column("table", "table"),
    Column("seat", "seat", "number"),
    Column("disputed", "about", "time"),
    Column("claimed", "claims", "money"),
    Column("claim", "what", wide=True),
    Column("holds", "holds", "number"),
    Column("decided", "decided", "money"),
    Column("unpaid", "unpaid", "money"),
)
_NOTHING: Final = {
    None: "No case waits for anybody. A player's claim is taken down by Case on the page of its round, or by "
    "`pitledger case open`.",
    "open": "No case is open: each has its decision.",
    "unpaid": "Nothing that was decided is unpaid.",
    "decided": "No case is decided yet.",
    "all": "No case was ever opened here.",
}


def state_name(text: str) -> str:
    """A state as it was typed."""
    if text not in STATES:
        raise ValueError(f"{text!r} is not one of {', '.join(STATES)}")
    return text


def cases(asked: Asked) -> View:
    """The cases that are asked for; accounting sees those of which money is owed."""
    day, state, due = asked.site.days(asked.now_us), asked.get("state"), asked.get("due")
    found = [each for each in cases_of(asked.store) if may_see(asked, each) and _is_of(each, state)]
    if due is not None:
        found = [each for each in found if each.decision is None and each.reply_by <= due]
    in_order = sorted(found, key=lambda each: (not is_waiting(each), each.reply_by, each.opened_at_us))
    nothing = _NOTHING[state] if due is None else f"No reply is due by {due}."
    list_ = asked.listed(COLUMNS, [_row(each, day) for each in in_order], nothing)
    values = {"may_open": asked.role in WHO_WORK_ON_CASES}
    return View("cases.html", "Cases", lambda: [case_json(each, day) for each in found], values, list_)


def may_see(asked: Asked, case: Case) -> bool:
    """Whether somebody may see a case; whose money is owed is accounting's business."""
    return asked.role != ACCOUNTING or case.unpaid_mc > 0


def _is_of(case: Case, state: str | None) -> bool:
    match state:
        case None:
            return is_waiting(case)
        case "unpaid":
            return case.unpaid_mc > 0
        case "all":
            return True
        case _:
            return case.status == state


def tone_of(case: Case, day: str) -> str:
    """The status that a case has."""
    if case.decision is None:
        return "bad" if is_overdue(case, day) else "pending"
    return "warn" if case.unpaid_mc else "ok"


def _row(case: Case, day: str) -> Row:
    place, tone = case_address(case.name), tone_of(case, day)
    return row(
        case.name,
        href=place,
        tone=tone if tone == "bad" else "",
        case=Cell(case.name, href=place),
        status=Cell(standing(case), tone=tone),
        reply_by=case.reply_by,
        clock=clock_text(case, day),
        table=case.table,
        seat=case.seat,
        disputed=case.disputed_at_us,
        claimed=case.claimed_mc,
        claim=case.claim,
        holds=len(case.holds),
        decided=None if case.decision is None else case.decision.amount_mc,
        unpaid=case.unpaid_mc or None,
    )


def standing(case: Case) -> str:
    """How a case stands, in a few words."""
    if case.decision is None:
        return "open"
    if case.unpaid_mc:
        return "decided, not paid"
    return "decided, paid" if case.payments else "decided"
