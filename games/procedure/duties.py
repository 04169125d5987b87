"""What the text asks for, and what was not done: the two answers that procedure functions give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

By = Literal["dealer", "floorperson", "device"]


@dataclass(frozen=True, slots=True)
class Duty:
    """Something that must be done, by whom, and where it says so."""

    step: str
    by: By
    section: str


@dataclass(frozen=True, slots=True)
class Breach:
    """A rule that was not kept: the subsection, what is wrong, and what it is about."""

    section: str
    message: str
    about: str = ""
