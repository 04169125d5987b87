"""What the recorder knows of a link, and what it makes of a draft on the link's own stream.

The one thing it refuses is a change of the link's terms while the link is live: by `link_terms_changed`, or
by opening it again with others. The state is one word: whether the link is live.
"""

from __future__ import annotations

from typing import Final

import msgpack

from events.envelope import Event
from events.jsonform import Draft
from events.vocabulary.links import LinkChangeRefused
from projections.table import refusal

OPENED: Final = "link_opened"
CLOSED: Final = "link_closed"
TERMS_CHANGED: Final = "link_terms_changed"


def decide(live: bool, draft: Draft) -> Draft:
    """The draft as it will be recorded; a refusal where it would change the terms of a live link."""
    if not live or draft.mode != "live" or draft.type not in (OPENED, TERMS_CHANGED):
        return draft
    body = LinkChangeRefused(
        attempted=draft.type,
        reason="the link is live: close it, change its terms, and open it again",
        attempted_by=tuple(signature["badge"] for signature in msgpack.unpackb(draft.body)["signed_by"]),
    )
    return refusal(draft, body)


def evolve(live: bool, event: Event) -> bool:
    """Whether the link is live after an event of its stream; tests and training leave it alone."""
    if event.mode != "live" or event.type not in (OPENED, CLOSED):
        return live
    return event.type == OPENED
