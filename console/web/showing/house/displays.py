"""Displays in the pit: browsers that show the meters of one link and nothing else, until they are ended."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from starlette.responses import RedirectResponse, Response

from console.web.acting.plain_act import Pressed
from console.web.entry.accounts import Account
from console.web.entry.roles import ADMIN
from console.web.entry.sessions import Display, Session
from console.web.frame.places import address
from console.web.site import Site
from console.web.view import NotFound
from events.naming import comparable
from streams.read_model.queries.links import is_link, is_meter

SETTINGS: Final = "/settings"
_LASTS_S: Final = 366 * 86_400.0
"""A browser keeps what it was given for so long; whether that opens anything is the session's to say."""


def begin(pressed: Pressed) -> Response:
    """Make this browser a display: whoever pressed the button is signed out in it."""
    link, meter, sessions = pressed.field("link"), pressed.field("meter"), pressed.site.sessions
    with pressed.site.store() as store:
        if not (is_meter(store, link, meter) if meter else is_link(store, link)):
            raise NotFound(f"There is no meter {meter} of {link}." if meter else f"There is no link {link}.")
    sessions.end(pressed.session)
    token, _ = sessions.begin(display=Display(link, pressed.badge))
    only = f"?{urlencode({'meter': meter})}" if meter else ""
    response = RedirectResponse(address("/kiosk/{link}", link=link) + only, 303)
    pressed.site.give(response, token, _LASTS_S)
    return response


def end(pressed: Pressed) -> str:
    """End a display."""
    assert pressed.session.account is not None
    for each in ended_by(pressed.site, pressed.session.account):
        if each.name == pressed.field("display"):
            pressed.site.sessions.end(each)
    return SETTINGS


def ended_by(site: Site, account: Account) -> list[Session]:
    """The displays that somebody may end: those that they began, and an administrator all."""
    return [
        each
        for each in site.sessions.displays()
        if each.display is not None
        and (account.role == ADMIN or comparable(each.display.begun_by) == comparable(account.badge))
    ]
