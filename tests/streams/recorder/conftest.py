"""The log that a test records to."""

import pytest

from streams.sqlite.log import SqliteLog
from tests.streams.recorder.at_hand import fresh
from tests.streams.recorder.table_drafts import LinkDrafts


@pytest.fixture
def log(tmp_path):
    with SqliteLog(tmp_path / "log.sqlite", writable=True) as opened:
        yield opened


@pytest.fixture
def recorder(log):
    return fresh(log)


@pytest.fixture
def open_link(recorder):
    """The link L-1, in play before the table opens."""
    recorder.record(LinkDrafts().open())
