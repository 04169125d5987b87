"""What a check looks for, in a line of our own; the rule's text is the chapter's."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def looked_for() -> Mapping[str, str]:
    """By the id of the check."""
    return tomllib.loads((files("console.findings") / "looked_for.toml").read_text("utf-8"))
