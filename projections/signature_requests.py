"""Second signatures that were asked for at the desk of signatures: which are open, who may give them.

A request is answered once, by a person of another department within its time; whoever asked may take it back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from events.body import read_body
from events.envelope import LIVE, Event
from events.naming import comparable
from events.times import SECOND_US
from events.vocabulary.desk import SignatureDeclined, SignatureGiven, SignatureRequested

DESK: Final = "desk:signatures"
"""The stream of requests and of what became of them."""
OPEN_FOR_US: Final = 60 * 60 * SECOND_US
"""For so long a request can be signed."""


class Request(msgspec.Struct, frozen=True):
    """A request, by its number, and what became of it."""

    seq: int
    asked_at_us: int
    asked: SignatureRequested
    given: SignatureGiven | None = None
    declined: SignatureDeclined | None = None
    answered_at_us: int | None = None

    @property
    def first(self) -> dict[str, str]:
        """Who signed first, as the signatures of a body have it."""
        return {"badge": self.asked.badge, "department": self.asked.department}

    @property
    def is_answered(self) -> bool:
        """Whether it was signed or declined."""
        return self.given is not None or self.declined is not None

    def is_open(self, now_us: int) -> bool:
        """Whether it can still be signed."""
        return not self.is_answered and now_us < self.asked.until_us

    def state(self, now_us: int) -> str:
        """What became of it, in a word."""
        if self.given is not None:
            return "refused" if self.given.refused else "signed"
        if self.declined is not None:
            return "declined"
        return "open" if now_us < self.asked.until_us else "expired"


Requests = Mapping[int, Request]


def evolve(requests: dict[int, Request], event: Event) -> None:
    """Take an event of the desk: of two answers to a request the first counts."""
    if event.mode != LIVE:
        return
    body = read_body(event)
    if isinstance(body, SignatureRequested):
        requests[event.seq] = Request(event.seq, event.recorded_at_us, body)
        return
    if not isinstance(body, SignatureGiven | SignatureDeclined):
        return
    found = requests.get(body.request_seq)
    if found is None or found.is_answered:
        return
    answered = replace(found, answered_at_us=event.recorded_at_us)
    requests[found.seq] = (
        replace(answered, given=body)
        if isinstance(body, SignatureGiven)
        else replace(answered, declined=body)
    )


def signing_problem(request: Request, badge: str, department: str, now_us: int) -> str:
    """Why somebody cannot give this signature; empty where they can."""
    first = request.asked
    if request.is_answered:
        return f"request {request.seq} was {request.state(now_us)} already"
    if not request.is_open(now_us):
        return f"request {request.seq} was open for an hour, which is over: it has to be asked for again"
    if comparable(badge) == comparable(first.badge):
        return f"{badge} signed first: somebody of another department signs second"
    if comparable(department) == comparable(first.department):
        both = f"{badge} and {first.badge} are both of {first.department}"
        return f"{both}: somebody of another department signs second"
    return ""


def declining_problem(request: Request, badge: str, department: str, now_us: int) -> str:
    """Why somebody cannot decline it: whoever asked for it may, and whoever could sign it."""
    if comparable(badge) == comparable(request.asked.badge) and request.is_open(now_us):
        return ""
    return signing_problem(request, badge, department, now_us)
