"""The report as PDF/A, set with typst: the same bytes for the same facts.

The template gets plain values as JSON, so nothing that is recorded can be markup; its date is that of the
last entry of the ledger.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Final

import typst

from console.pages.paper import displayable

_TEMPLATE: Final = files("console.exports.report") / "report.typ"
_STANDARD: Final = "a-2u"


def render_report(facts: dict[str, Any], at_s: int) -> bytes:
    """The report, with a date in seconds since 1970."""
    return displayable(facts, lambda said: _set(said, at_s))


def _set(said: str, at_s: int) -> bytes:
    made = typst.compile(
        _TEMPLATE.read_bytes(),
        format="pdf",
        sys_inputs={"facts": said},
        ignore_system_fonts=True,
        pdf_standards=[_STANDARD],
        timestamp=at_s,
    )
    assert isinstance(made, bytes)
    return made
