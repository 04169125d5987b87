"""The password asked for again: by somebody who has signed in, before anything is recorded in that name."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from starlette.requests import Request

from console.web.entry.accounts import is_password
from console.web.entry.sessions import Session
from events.naming import comparable

if TYPE_CHECKING:
    from console.web.site import Site

WRONG: Final = "This is not your password. Nothing was recorded."


def address_of(request: Request) -> str:
    """Where a browser is."""
    return request.client.host if request.client else ""


def wait_in_words(seconds: float) -> str:
    """That whoever failed too often has to wait, and for how long."""
    minutes = math.ceil(seconds / 60)
    return f"Too many failures: try again in {minutes} minute{'s' * (minutes != 1)}."


def password_problem(site: Site, session: Session, request: Request, password: str) -> str:
    """Why somebody does not sign by this password; empty where they do. Failures count as at the sign-in."""
    assert session.account is not None
    badge, address = comparable(session.account.badge), address_of(request)
    wait_s = site.attempts.wait_s(badge, address)
    if wait_s > 0:
        return f"{wait_in_words(wait_s)} Nothing was recorded."
    if not is_password(session.account, password):
        site.attempts.failed(badge, address)
        return WRONG
    site.attempts.succeeded(badge)
    return ""
