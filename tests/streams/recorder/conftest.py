"""The log that a test records to."""

import pytest

from streams.sqlite.log import SqliteLog


@pytest.fixture
def log(tmp_path):
    with SqliteLog(tmp_path / "log.sqlite", writable=True) as opened:
        yield opened
