"""The second signatures that wait for somebody."""

from __future__ import annotations

from console.web.asked import Asked
from projections.signature_requests import Request, signing_problem


def waiting_for(asked: Asked) -> list[Request]:
    """The requests that whoever asks can sign."""
    who = asked.site.signs_as(asked.account)
    return [each for each in asked.site.requests().values() if not signing_problem(each, *who, asked.now_us)]
