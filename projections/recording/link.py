"""What the recorder knows of a link, and what it makes of a draft on the link's own stream.

It refuses what may not be: a change that nobody signed for, terms that are not the rulebook's, other terms or
the end of a link that is live. The keeper of the link decides the rest, by what stands on the meters. The
state is one word: whether the link is live.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgpack

from events.envelope import Event
from events.jsonform import Draft
from events.vocabulary.links import LinkChangeRefused
from projections.recording.link_rules import link_problem
from projections.recording.table import refusal
from projections.signatures import signing_problem

OPENED: Final = "link_opened"
CLOSED: Final = "link_closed"
TERMS_CHANGED: Final = "link_terms_changed"
RETIRED: Final = "link_retired"

Fields = Mapping[str, Any]
Check = Callable[[bool, Draft, Fields], str]
"""What is wrong with a change of a link that is live or not; empty where nothing is."""


def decide(live: bool, draft: Draft) -> Draft:
    """The draft as it will be recorded; a refusal where it may not be. Tests and training change nothing."""
    if draft.mode != "live" or draft.type not in CONTROL:
        return draft
    fields = msgpack.unpackb(draft.body)
    problem = next(filter(None, (check(live, draft, fields) for check in CONTROL[draft.type])), None)
    if problem is None:
        return draft
    badges = tuple(signature["badge"] for signature in fields["signed_by"])
    return refusal(draft, LinkChangeRefused(attempted=draft.type, reason=problem, attempted_by=badges))


def evolve(live: bool, event: Event) -> bool:
    """Whether the link is live after an event of its stream; tests and training leave it alone."""
    if event.mode != "live" or event.type not in (OPENED, CLOSED):
        return live
    return event.type == OPENED


def _live(live: bool, draft: Draft, _fields: Fields) -> str:
    if not live:
        return ""
    if draft.type == RETIRED:
        return "the link is live: close it, and retire it when its meters are empty"
    return "the link is live: close it, change its terms, and open it again"


def _signed(_live: bool, _draft: Draft, fields: Fields) -> str:
    return signing_problem(fields["signed_by"], fields["reason"])


def _terms(_live: bool, _draft: Draft, fields: Fields) -> str:
    return link_problem(fields)


def _some_amount(_live: bool, _draft: Draft, fields: Fields) -> str:
    return "" if fields["amount_mc"] else "nothing would move: name an amount"


def _elsewhere(_live: bool, draft: Draft, fields: Fields) -> str:
    own = draft.stream.partition(":")[2]
    return "" if fields["to_link"] != own else "the money would stay in this link: name another one"


CONTROL: Final[dict[str, tuple[Check, ...]]] = {
    OPENED: (_live, _signed, _terms),
    TERMS_CHANGED: (_live, _signed, _terms),
    CLOSED: (_signed,),
    RETIRED: (_live, _signed),
    "link_adjusted": (_signed, _some_amount),
    "link_transferred": (_signed, _some_amount, _elsewhere),
    "link_day_closed": (_signed,),
}
"""What may be asked of a link, and what is checked, in this order."""
