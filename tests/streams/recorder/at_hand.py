"""A recorder for tests, with a clock that stands, and what it answered."""

from events import decode_body
from streams.recorder.recorder import Recorder
from tests.streams.recorder.table_drafts import AT

NOW = AT + 3_600_000_000


def fresh(log) -> Recorder:
    """A recorder as it is after a crash: it knows nothing but the log."""
    return Recorder(log, "PA-01", clock=lambda: NOW, pauses=(0, 0))


def body(recorded):
    """The body of what was recorded."""
    return decode_body(recorded.event)
