"""What every answer says of itself: nothing comes from elsewhere, nobody frames it, none of it is stored."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
OF_ASSETS: Final = "public, max-age=31536000, immutable"
"""Their addresses name what is in them."""
LONGEST_BODY: Final = 65_536
"""Bytes that a form may have."""


class Guarded:
    """Puts the headers on every answer, and refuses a name of this host that it is not called by."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str]) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if _host(scope) not in self._hosts:
            await _refuse(guarded)
            return
        await self._app(scope, receive, guarded)


def _host(scope: Scope) -> str:
    """The name that this host was called by, without its port."""
    for name, value in scope["headers"]:
        if name == b"host":
            host: str = value.decode("latin-1").lower()
            bare = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
            return bare or host
    return ""


async def _refuse(send: Send) -> None:
    """A page elsewhere may have its own name stand for this address: it reads nothing by that."""
    body = b"This console is not called by that name: name it with `pitledger serve --name`.\n"
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 421, "headers": headers})
    await send({"type": "http.response.body", "body": body})
