"""A step from one version of the list of checks to the next, as a later release would bring it.

The next list has lost one check, and lost nothing else. Everything that knows the version is told.
"""

from __future__ import annotations

import sys

import pytest

from projections.examining import examiner
from projections.examining.check_list import EXAMINER
from projections.examining.finding import VERSION

NEXT = VERSION + 1
GONE = "T05"
"""The check that the next list does not have."""


KNOWING = ("projections.examining", "projections.checking.findings", "streams.read_model.findings", "console")
"""Where the version of the list is known."""


def use_next_list(patch: pytest.MonkeyPatch) -> None:
    """Have every module that has been imported work by the next list."""
    for name, module in [*sys.modules.items()]:
        if name.startswith(KNOWING) and getattr(module, "VERSION", None) == VERSION:
            patch.setattr(module, "VERSION", NEXT)
        if getattr(module, "EXAMINER", None) == EXAMINER:
            patch.setattr(module, "EXAMINER", f"examiner-{NEXT}")
    kept = {at: [check for check in checks if check.id != GONE] for at, checks in examiner._AT.items()}
    patch.setattr(examiner, "_AT", kept)
    patch.setattr(examiner, "_ASKED", {})
