"""How somebody wants to see the console: kept in a cookie of the browser, and in none of our files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final
from urllib.parse import parse_qsl, urlencode

CHOICES: Final[Mapping[str, Mapping[str, str]]] = {
    "theme": {"system": "as the system has it", "light": "light", "dark": "dark"},
    "density": {"open": "rows of 32 pixels", "compact": "rows of 26 pixels"},
    "deck": {"four": "four colours", "two": "two colours"},
    "keys": {"on": "on", "off": "off"},
    "times": {"local": "the facility's clock", "utc": "UTC"},
}
"""What may be chosen, the first of each unless somebody chooses."""
LABELS: Final[Mapping[str, str]] = {
    "theme": "colours of the page",
    "density": "lists",
    "deck": "cards",
    "keys": "keys such as g and j",
    "times": "times",
}
_LONGEST: Final = 200


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices of a browser."""

    theme: str = "system"
    density: str = "open"
    deck: str = "four"
    keys: str = "on"
    times: str = "local"

    @property
    def text(self) -> str:
        """As the cookie has them."""
        return urlencode({each.name: getattr(self, each.name) for each in fields(self)})


AS_IT_COMES: Final = Settings()


def chosen(typed: Mapping[str, str]) -> Settings:
    """The settings of what was typed or kept; what is no choice is as it comes."""
    return Settings(**{name: typed[name] for name, may in CHOICES.items() if typed.get(name) in may})


def read_settings(cookie: str) -> Settings:
    """The settings of a cookie, whoever wrote it."""
    return chosen(dict(parse_qsl(cookie[:_LONGEST])))
