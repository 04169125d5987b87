"""Where the log of a test is."""

import pytest


@pytest.fixture
def path(tmp_path):
    return tmp_path / "log.db"
