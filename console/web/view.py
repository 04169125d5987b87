"""What a page shows: a template with its values, the document that scripts get, and the list of the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from console.web.frame.lists import Listed
from events.errors import PitledgerError


class NotFound(PitledgerError):
    """There is nothing at an address, in a sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class View:
    """What is shown: a template with its values, the document that scripts get, and the list of the page."""

    template: str
    title: str
    document: Callable[[], Any]
    values: Mapping[str, Any] = field(default_factory=dict)
    listed: Listed | None = None
