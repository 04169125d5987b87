"""A browser without a window: it keeps cookies, follows nothing, and reads the token of a form."""

from __future__ import annotations

import http.client
import json
import re
from typing import Any, NamedTuple
from urllib.parse import urlencode


class Answered(NamedTuple):
    """What came back."""

    status: int
    headers: http.client.HTTPMessage
    content: bytes

    @property
    def text(self) -> str:
        """It as text."""
        return self.content.decode("utf-8", "replace")

    @property
    def document(self) -> Any:
        """The JSON document that it is."""
        return json.loads(self.text)


class Visitor:
    """One browser."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}

    def ask(
        self, path: str, form: dict[str, str] | None = None, method: str = "", **headers: str
    ) -> Answered:
        """Ask for a page, or send a form."""
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        body = None if form is None else urlencode(form)
        if body is not None:
            sent.setdefault("Content-Type", "application/x-www-form-urlencoded")
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method or ("GET" if form is None else "POST"), path, body, sent)
            answer = connection.getresponse()
            content = answer.read()
        finally:
            connection.close()
        for cookie in answer.headers.get_all("set-cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return Answered(answer.status, answer.headers, content)

    def token(self, path: str = "/sign-in") -> str:
        """The token that the form of a page has."""
        return re.search(r'name="token" value="([^"]+)"', self.ask(path).text)[1]

    def sign_in(self, badge: str, password: str, after: str = "/") -> Answered:
        """Fill in the form."""
        return self.ask(
            "/sign-in", {"token": self.token(), "badge": badge, "password": password, "next": after}
        )
