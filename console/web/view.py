"""What a page shows: a template with its values, the document that scripts get, and the list of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from console.web.frame.lists import Listed
from events.errors import PitledgerError


class NotFound(PitledgerError):
    """There is nothing at an address, in a sentence that says what to do."""


class NotYours(PitledgerError):
    """A page that the role may see of other things, or at other times, and not this now."""


@dataclass(frozen=True, slots=True)
class File:
    """A file to be kept: its name, of letters that no header minds, and its bytes, whole or in pieces."""

    name: str
    content: bytes | Iterator[bytes]
    media_type: str = "application/octet-stream"


@dataclass(frozen=True, slots=True)
class View:
    """What is shown: a template with its values, the document that scripts get, and the list of the page."""

    template: str
    title: str
    document: Callable[[], Any]
    values: Mapping[str, Any] = field(default_factory=dict)
    listed: Listed | None = None
    goes_to: str = ""
    """Another page that is meant; then this one has no template."""
    files: Mapping[str, Callable[[], File]] = field(default_factory=dict)
    """By their endings; each is made when it is asked for."""

    def file_of(self, ending: str) -> File:
        """A file that the page has; `NotFound` where there is none now."""
        if ending not in self.files:
            raise NotFound(f"There is no {ending} of this now: the page says why.")
        return self.files[ending]()
