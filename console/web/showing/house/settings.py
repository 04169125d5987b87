"""One's own settings, in a cookie of the browser; and one's own sessions, to end the others."""

from __future__ import annotations

from typing import Any, Final

from starlette.responses import RedirectResponse, Response

from console.web.acting.plain_act import Pressed
from console.web.asked import Asked
from console.web.entry.sessions import Session
from console.web.frame.settings import CHOICES, LABELS, chosen
from console.web.showing.house.displays import ended_by
from console.web.site import Site
from console.web.view import View
from events.naming import comparable

ADDRESS: Final = "/settings"
_A_YEAR_S: Final = 366 * 86_400


def settings_cookie(site: Site) -> str:
    """What the cookie of the settings is called."""
    return f"{site.cookie}-view"


def settings(asked: Asked) -> View:
    """What may be chosen, and who is signed in with this badge."""
    own = asked.site.sessions.of(asked.account.badge)
    sessions = [
        {
            "here": each is asked.session,
            "began_us": _began_us(asked, each),
            "used_us": asked.now_us - int((asked.site.sessions.now() - each.used_s) * 1_000_000),
        }
        for each in own
    ]
    ends = ended_by(asked.site, asked.account)
    shown = [each.display for each in ends if each.display is not None]
    displays = [{"name": each.name, "of": each.display, "began_us": _began_us(asked, each)} for each in ends]
    held = asked.settings
    document: dict[str, Any] = {
        **{name: getattr(held, name) for name in CHOICES},
        "sessions": len(own),
        "displays": [each._asdict() for each in shown],
    }
    values = {"choices": CHOICES, "labels": LABELS, "sessions": sessions, "displays": displays}
    return View("settings.html", "Settings", lambda: document, values)


def _began_us(asked: Asked, session: Session) -> int:
    return asked.now_us - int((asked.site.sessions.now() - session.began_s) * 1_000_000)


def keep(pressed: Pressed) -> Response:
    """Keep what was chosen, in the browser that chose it."""
    response = RedirectResponse(ADDRESS, 303)
    response.set_cookie(
        settings_cookie(pressed.site),
        chosen(pressed.fields).text,
        max_age=_A_YEAR_S,
        httponly=True,
        samesite="strict",
        secure=pressed.site.is_https,
    )
    return response


def sign_out_others(pressed: Pressed) -> str:
    """End every other session of the badge."""
    sessions = pressed.site.sessions
    for each in sessions.of(comparable(pressed.badge)):
        if each is not pressed.session:
            sessions.end(each)
    return ADDRESS
