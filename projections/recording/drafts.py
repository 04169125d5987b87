"""What becomes of a draft whose body the rules have changed: filled in, or a refusal in its place."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from events.body import Body, checked
from events.jsonform import Draft
from events.vocabulary.desk import RecordRefused, RefusalCode


def attempt_sha256(draft: Draft) -> str:
    """What a refused attempt is recognised by: all that its client sent, but for the source id.

    By the body alone a device whose counter starts again would leave no trace of its second round closed.
    """
    sent = (draft.type, draft.occurred_at_us, draft.round, draft.actor, draft.mode, draft.body)
    return sha256(msgspec.msgpack.encode(sent)).hexdigest()


def with_body(draft: Draft, body: Body) -> Draft:
    """The draft with what the system has filled in."""
    return draft._replace(body=body.to_bytes())


def refused(draft: Draft, refusal: Body) -> Draft:
    """What is recorded in place of a draft that is refused."""
    return draft._replace(type=refusal.TYPE, schema=refusal.SCHEMA, body=checked(refusal).to_bytes())


def refuse_record(draft: Draft, code: RefusalCode, reason: str) -> Draft:
    """The refusal of what is neither a wager nor a change of a table or a link."""
    refusal = RecordRefused(
        attempted_type=draft.type,
        attempted_source_id=draft.source_id or "",
        attempted_sha256=attempt_sha256(draft),
        code=code,
        reason=reason,
    )
    return refused(draft, refusal)
