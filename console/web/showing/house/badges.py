"""The register of badges: who holds one, of which department and rank, and every change of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from console.commands.badge.changes import state_of
from console.commands.badge.list import badges_document, in_order
from console.web.asked import Asked
from console.web.entry.accounts import load_accounts
from console.web.entry.roles import INVESTIGATORS
from console.web.frame.lists import Cell, Column, row
from console.web.frame.places import address, event_address
from console.web.frame.words import plain
from console.web.view import NotFound, View
from events.body import body_fields, decode_body
from events.envelope import read_header
from events.naming import comparable
from events.times import time_text
from events.vocabulary.badges import REGISTER
from streams.recorder.gaps import read_counted

COLUMNS: Final = (
    Column("badge", "badge", "id"),
    Column("department", "department"),
    Column("rank", "rank"),
    Column("role", "signs in for"),
    Column("since", "since", "time"),
    Column("state", "state", "status"),
)
CHANGES: Final = (
    Column("seq", "event", "id"),
    Column("at", "at", "time"),
    Column("change", "change"),
    Column("department", "department"),
    Column("rank", "rank"),
    Column("by", "signed by"),
    Column("reason", "reason", wide=True),
)


def badges(asked: Asked) -> View:
    """Everybody of the register, those whose badge was withdrawn, too."""
    register = asked.site.register()
    roles = _roles(asked)
    shown = sorted(register.everybody.values(), key=in_order)
    rows = [
        row(
            each.badge,
            href=address("/badges/{badge}", badge=each.badge),
            badge=each.badge,
            department=each.department,
            rank=each.rank,
            role=roles.get(comparable(each.badge), ""),
            since=each.since_us,
            state=Cell("held", tone="ok")
            if each.withdrawn_at_us is None
            else Cell("withdrawn", tone="unknown"),
        )
        for each in shown
    ]
    nothing = "Nobody has a badge yet: `pitledger badge issue` gives the first ones."
    values = {"in_force": register.in_force, "state": state_of(register)}
    document = badges_document(register, shown)
    return View("badges.html", "Badges", lambda: document, values, asked.listed(COLUMNS, rows, nothing))


def badge(asked: Asked) -> View:
    """One badge with every change of it, refused ones too."""
    name = asked.places["badge"]
    holder = asked.site.register().everybody.get(comparable(name))
    changes = list(_changes(asked, comparable(name)))
    if holder is None and not changes:
        raise NotFound(f"The register has no badge {name}. The page of all badges shows those that it has.")
    may_see = asked.role in INVESTIGATORS
    rows = [
        row(
            str(each["seq"]),
            href=event_address(REGISTER, each["seq"]) if may_see else "",
            seq=str(each["seq"]),
            at=each["at_us"],
            change=plain(each["change"]),
            department=each["department"],
            rank=each["rank"],
            by=", ".join(each["signed_by"]),
            reason=each["reason"],
        )
        for each in reversed(changes)
    ]
    document = {
        "badge": name,
        "department": holder.department if holder else None,
        "rank": holder.rank if holder else None,
        "role": _roles(asked).get(comparable(name)),
        "changes": [
            {key: value for key, value in each.items() if key != "at_us"} | {"at": time_text(each["at_us"])}
            for each in changes
        ],
    }
    values = {"name": name, "holder": holder, "role": document["role"]}
    list_ = asked.listed(CHANGES, rows, "The register says nothing of it.")
    return View("badge.html", f"Badge {name}", lambda: document, values, list_)


def _roles(asked: Asked) -> dict[str, str]:
    """As what badges sign in to this console."""
    accounts = load_accounts(asked.site.where.data)
    return {badge: account.role for badge, account in accounts.items()}


def _changes(asked: Asked, wanted: str) -> Iterator[dict[str, Any]]:
    for value in read_counted(asked.log, REGISTER):
        event = read_header(value)
        said = body_fields(decode_body(event))
        if comparable(str(said.get("badge", ""))) == wanted:
            yield {
                "seq": event.seq,
                "at_us": event.recorded_at_us,
                "change": event.type,
                "department": said.get("department") or "",
                "rank": said.get("rank") or "",
                "signed_by": [each["badge"] for each in said.get("signed_by") or ()],
                "reason": said.get("reason") or "",
            }
