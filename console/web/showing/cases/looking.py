"""Who looks at a case, or at a round for it, is on record before anything is shown."""

from __future__ import annotations

from secrets import token_hex
from typing import NamedTuple

from console.calls.wrong_call import WrongCall
from console.cases.entries import add_entry, case_in_log, view_of
from console.recording.clerk import refused_because
from console.web.asked import Asked
from console.web.entry.roles import ACCOUNTING
from console.web.frame.places import event_address
from console.web.showing.cases.listing import may_see
from console.web.view import NotFound, NotYours
from streams.read_model.queries.cases import cases


class Look(NamedTuple):
    """A look as it is on record: the case, the entry by its name, and where that is looked at."""

    case: str
    name: str
    href: str


def record_look(asked: Asked, case: str, **what: str) -> Look:
    """Record that whoever asks looks at a case. Where that is refused, nothing is shown."""
    require_may_see(asked, case)
    with asked.site.clerks.clerk() as clerk:
        entry = view_of(case, asked.account.badge, **what)
        recorded = add_entry(clerk, entry, f"{asked.site.source}{token_hex(8)}")
        clerk.process()
    if recorded.refused:
        why = refused_because(recorded.event)
        raise NotYours(f"Who looks at a case is recorded, and this was refused: {why}")
    stream = recorded.event.stream
    return Look(case, f"{stream} #{recorded.seq}", event_address(stream, recorded.seq))


def require_may_see(asked: Asked, case: str) -> None:
    """Refuse a case that nobody opened, and to accounting one of which no money is owed."""
    try:
        case_in_log(asked.log, case)
    except WrongCall:
        raise NotFound(f"There is no case {case}: the page Cases has those that there are.") from None
    if asked.role != ACCOUNTING:
        return
    with asked.site.store() as store:
        if not any(may_see(asked, each) for each in cases(store, case)):
            raise NotYours(
                f"No money is owed by the case {case}: until some is, its page is for surveillance or "
                "compliance."
            )
