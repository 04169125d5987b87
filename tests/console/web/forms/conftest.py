"""An instance of its own for forms: what they record is for no other test to find."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.console.web.conftest import Console, copied, serving


@pytest.fixture(scope="module")
def desk(house: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Console]:
    """A console that may record."""
    yield from serving(copied(house, tmp_path_factory), "forms")
