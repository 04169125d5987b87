"""Pins: addresses that somebody wants again, kept in a cookie of the browser, and in none of our files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from urllib.parse import parse_qsl, unquote_plus, urlencode

MOST: Final = 8
_LONGEST: Final = 400
_COOKIE_LONGEST: Final = 3_800
"""A browser keeps 4,096 bytes of a cookie."""


def is_address(text: str) -> bool:
    """Whether a text leads to a page here, and nowhere else."""
    is_local = text.startswith("/") and not text.startswith("//") and "\\" not in text
    return is_local and len(text) <= _LONGEST and text.isascii() and text.isprintable() and " " not in text


def read_pins(cookie: str) -> list[str]:
    """The addresses of a cookie, whoever wrote it; what is none is left out."""
    kept = [text for _, text in parse_qsl(cookie[:_COOKIE_LONGEST])]
    return [text for text in dict.fromkeys(kept) if is_address(text)][:MOST]


def cookie_of(pins: Sequence[str]) -> str:
    """As the cookie has them: the last ones, as many as it holds."""
    kept = [*dict.fromkeys(pins)][-MOST:]
    while len(text := urlencode([("p", each) for each in kept])) > _COOKIE_LONGEST:
        kept = kept[1:]
    return text


def words_of(address: str) -> str:
    """An address as people read it: `findings: table T1, severity money`."""
    path, _, query = address.partition("?")
    asked = ", ".join(f"{name} {text}" for name, text in parse_qsl(query))
    place = unquote_plus(path).strip("/").replace("/", " ")
    return f"{place}: {asked}" if asked else place
