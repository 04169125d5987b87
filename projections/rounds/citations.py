"""Sections as people write them: `58 Pa. Code § 678a.13(c)` is `678a.13(c)`."""

from __future__ import annotations

import re
from typing import Final

_CITATION: Final = re.compile(
    r"\s*(?:58\s*Pa\.?\s*Code,?\s*)?(?:§|[Ss]ection)?\s*"
    r"(?P<section>[0-9]{3}a\.[0-9]{1,2}(?:\s?\([0-9A-Za-z]{1,4}\))*)\s*\.?\s*",
    re.ASCII,
)


def plainly_cited(text: str) -> str:
    """The section alone, as rulebooks have it; a text that is no citation of one stays as it is."""
    found = _CITATION.fullmatch(text)
    return "".join(found["section"].split()) if found else text
