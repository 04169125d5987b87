"""The rounds that the documents are about, played once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.console.pages.disputed_floor import disputed_floor


@pytest.fixture(scope="session")
def disputed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An instance with a won progressive, a voided round, an underpaid seat, and markup in words."""
    return disputed_floor(tmp_path_factory.mktemp("disputed") / "house")
