"""A page as it is declared: its address, who may see it, and what it may be asked."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from console.web.entry.roles import EVERYBODY, Role

_PLACE: Final = re.compile(r"\{(\w+)(?::\w+)?\}")


@dataclass(frozen=True, slots=True)
class Param:
    """Something that a page may be asked: how it is read, and what a form offers for it.

    What `read` refuses it refuses by a `ValueError`, as on the command line.
    """

    name: str
    about: str
    read: Callable[[str], Any] = str
    choices: Sequence[str] = ()
    kind: str = "text"
    """`text`, `date`, `choice` of those alone, `flag`, or `hidden`, which no form has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """All of a page but what shows it.

    `address` has its places in braces; `command` is the command that tells the same; `prefixes` begin names
    that may be asked besides, such as `switch.`.
    """

    name: str
    address: str
    about: str
    roles: frozenset[Role] = EVERYBODY
    params: tuple[Param, ...] = ()
    is_list: bool = False
    command: str = ""
    prefixes: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    """Endings of files that are to be had beside the page, such as `.tlog-proof`."""

    @property
    def places(self) -> list[str]:
        """The names in its address."""
        return _PLACE.findall(self.address)
