"""Addresses that somebody pins, and takes off again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from starlette.responses import RedirectResponse, Response

from console.calls.wrong_call import WrongCall
from console.web.acting.plain_act import Pressed
from console.web.frame.pins import cookie_of, is_address
from console.web.site import Site

_A_YEAR_S: Final = 366 * 86_400


def pin(pressed: Pressed) -> Response:
    """Keep an address among the pins of this browser, and go on where it was."""
    wanted = _address(pressed)
    kept = [each for each in pressed.pins if each != wanted]
    return _kept(pressed.site, [*kept, wanted], wanted)


def unpin(pressed: Pressed) -> Response:
    """Take one off."""
    wanted = _address(pressed)
    return _kept(pressed.site, [each for each in pressed.pins if each != wanted], "/")


def _address(pressed: Pressed) -> str:
    wanted = pressed.field("address")
    if not is_address(wanted):
        raise WrongCall("this is not the address of a page here, or it is too long to be pinned")
    return wanted


def _kept(site: Site, pins: Sequence[str], then: str) -> Response:
    response = RedirectResponse(then, 303)
    response.set_cookie(
        f"{site.cookie}-pins",
        cookie_of(pins),
        max_age=_A_YEAR_S,
        httponly=True,
        samesite="strict",
        secure=site.is_https,
    )
    return response
