"""Forms as browsers send them: their fields, and whether a page of this very session sent them."""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qsl

from starlette.requests import Request

from console.web.entry.headers import LONGEST_BODY
from console.web.entry.sessions import Session

_FIELDS: Final = 90


class TooLong(ValueError):
    """A form that no page of ours has."""


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form, the last of each name; `TooLong` where it cannot be one of ours."""
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > LONGEST_BODY:
            raise TooLong(f"a form has at most {LONGEST_BODY:,} bytes")
    try:
        return dict(
            parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=_FIELDS)
        )
    except ValueError as error:
        raise TooLong(str(error)) from error


def is_from_here(request: Request, session: Session | None, token: str) -> bool:
    """Whether a form is of this session, and was sent from a page of this console."""
    if session is None or not session.is_form_of(token):
        return False
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = request.headers.get("origin")
    return origin is None or origin.partition("://")[2] == request.headers.get("host")
