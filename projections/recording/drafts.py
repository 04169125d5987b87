"""What becomes of a draft whose body the rules have changed: filled in, or a refusal in its place."""

from __future__ import annotations

from events.body import Body, checked
from events.jsonform import Draft


def with_body(draft: Draft, body: Body) -> Draft:
    """The draft with what the system has filled in."""
    return draft._replace(body=body.to_bytes())


def refused(draft: Draft, refusal: Body) -> Draft:
    """What is recorded in place of a draft that is refused."""
    return draft._replace(type=refusal.TYPE, schema=refusal.SCHEMA, body=checked(refusal).to_bytes())
