"""Asks witnesses over HTTP, all at once and not for long: one that is away or slow holds up nobody.

What comes back is bytes and a number; nothing is believed here. No proxy of the environment is used, and no
redirection is followed: the policy says where a witness is.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Thread
from typing import Final, NamedTuple
from urllib.parse import SplitResult, urlsplit

PATIENCE_S: Final = 10.0
"""So long a witness may take for one request, whatever it does meanwhile."""
_CONNECT_S: Final = 5.0
_MOST_ANSWER: Final = 65_536


class Reply(NamedTuple):
    """What a witness has answered; status 0 where it did not, with the reason as the body."""

    status: int
    body: bytes
    content_type: str = ""

    @property
    def said(self) -> str:
        """The first line of it, for people; what cannot be seen is not shown."""
        line = self.body.decode("utf-8", "replace").strip().partition("\n")[0][:120]
        shown = "".join(each for each in line if each.isprintable())
        if not self.status:
            return shown
        return f"HTTP {self.status}, {shown}" if shown else f"HTTP {self.status}"


def address_of(url: str) -> SplitResult:
    """The parts of a witness's submission prefix; `ValueError` for what is none."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError(f"{url!r} is not the address of a witness: write it such as http://127.0.0.1:8731")
    if parts.port == 0 or parts.username is not None or not url.isascii() or not url.isprintable():
        raise ValueError(f"{url!r} is not the address of a witness: write it such as http://127.0.0.1:8731")
    return parts


def ask_all(requests: Mapping[str, tuple[str, bytes]], patience: float = PATIENCE_S) -> dict[str, Reply]:
    """What each witness answers to `POST URL/add-checkpoint`: URL and body of each are given by its name."""
    replies: dict[str, Reply] = {}

    def ask_one(name: str, url: str, body: bytes) -> None:
        reply = _asked(url, body)
        replies.setdefault(name, reply)

    threads = [
        Thread(target=ask_one, args=(name, url, body), daemon=True) for name, (url, body) in requests.items()
    ]
    for thread in threads:
        thread.start()
    end = time.monotonic() + patience
    for thread in threads:
        thread.join(max(0.0, end - time.monotonic()))
    late = Reply(0, b"it did not answer in %d seconds" % patience)
    return {name: replies.setdefault(name, late) for name in requests}


def _asked(url: str, body: bytes) -> Reply:
    try:
        parts = address_of(url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=_CONNECT_S)
        try:
            headers = {"Content-Type": "text/plain; charset=utf-8", "User-Agent": "pitledger"}
            connection.request("POST", f"{parts.path.rstrip('/')}/add-checkpoint", body, headers)
            answer = connection.getresponse()
            content = answer.read(_MOST_ANSWER + 1)
            if len(content) > _MOST_ANSWER:
                return Reply(0, b"its answer has no end")
            return Reply(answer.status, content, (answer.getheader("Content-Type") or "").strip())
        finally:
            connection.close()
    except TimeoutError:
        return Reply(0, b"it did not answer in %d seconds" % _CONNECT_S)
    except (OSError, HTTPException, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        return Reply(0, str(why).encode())
