"""The templates of the console in the browser, and the files that they name.

They stand on those of the round's own page: the table is drawn by the same template in both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

from jinja2 import ChoiceLoader, Environment, PackageLoader
from markupsafe import Markup, escape

from console.pages.round_page import environment as of_pages
from console.web.frame import words
from console.web.frame.lists import cell_text, difference
from console.web.frame.places import round_of
from console.web.frame.shell import is_at
from console.wording.people import shortly
from console.wording.visible import visible
from events.times import time_text

_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_OWN: Final = ("icon.svg", "console.css", "console.js", "line.js", "live.js", "plot.js")
_VENDORED: Final = ("htmx.min.js", "uPlot.iife.min.js", "uPlot.min.css")
_OF_PAGES: Final = ("ground.css", "round.css", "round.js")


@dataclass(frozen=True, slots=True)
class Asset:
    """A file that a page names."""

    content: bytes
    media_type: str


@cache
def assets() -> Mapping[str, Asset]:
    """All of them, by name: they are few and small, and stay in memory."""
    web, pages = files("console.web") / "assets", files("console.pages") / "assets"
    found = {name: web / name for name in _OWN}
    found |= {name: web / "vendored" / name for name in _VENDORED}
    found |= {name: pages / name for name in _OF_PAGES}
    return {name: _asset(name, file.read_bytes()) for name, file in found.items()}


def _asset(name: str, content: bytes) -> Asset:
    ending = name[name.rindex(".") :]
    own_style = ending == ".css" and name not in _VENDORED
    return Asset(squeezed(content.decode()).encode() if own_style else content, _TYPES[ending])


def squeezed(style: str) -> str:
    """A style sheet of ours without comments and the blanks that only people need."""
    bare = re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL))
    return re.sub(r"([:,]) ", r"\1", re.sub(r" ?([{};]) ?", r"\1", bare)).replace(";}", "}")


@cache
def edition() -> str:
    """Names what is in the files, so that a browser may keep them for ever."""
    digest = sha256()
    for name, asset in sorted(assets().items()):
        digest.update(name.encode() + b"\0" + asset.content)
    return digest.hexdigest()[:16]


def asset_address(name: str) -> str:
    """Where a file is."""
    assert name in assets(), name
    return f"/assets/{edition()}/{name}"


@cache
def environment() -> Environment:
    """The templates; everything that is put into them is escaped."""
    pages = of_pages()
    own = PackageLoader("console.web", "templates")
    made = pages.overlay(loader=ChoiceLoader([own, PackageLoader("console.pages", "assets")]))
    made.globals = {**pages.globals, "asset": asset_address, "is_at": is_at}
    made.filters = {
        **pages.filters,
        "dollars": words.dollars,
        "display": words.display,
        "moment": words.moment,
        "clock": words.clock,
        "utc": time_text,
        "plain": words.plain,
        "cell_text": cell_text_of,
        "difference": difference,
        "round_of": round_of,
        "shortly": shortly,
        "with_code": with_code,
    }
    return made


def with_code(text: str) -> Markup:
    """A sentence whose commands stand between backticks, which a page sets in the type of commands."""
    parts = [str(escape(visible(part))) for part in text.split("`")]
    if len(parts) % 2 == 0:
        return escape(visible(text))
    return Markup("".join(f"<code>{part}</code>" if odd % 2 else part for odd, part in enumerate(parts)))  # noqa: S704 - each part is escaped


def cell_text_of(cell: Any, column: Any) -> str:
    """A cell as people read it, for templates."""
    return cell_text(column, cell)


def render(template: str, values: Mapping[str, Any]) -> str:
    """A page."""
    return environment().get_template(template).render(**values)
