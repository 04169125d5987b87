"""A page: what is declared of it, and what shows it.

From these come the routes, the read API with its description, and the tests of who sees what.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from console.web.asked import Asked
from console.web.declared import Declared
from console.web.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Declared):
    """A page of the console."""

    show: Callable[[Asked], View]
    on_displays: bool = False
    """Whether a display in the pit shows it, of its own link."""
