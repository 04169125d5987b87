"""What nobody has read to its end is closed when the process ends, without a word."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from streams.sqlite.file import LOG_FILE
from streams.sqlite.log import SqliteLog
from tests.traffic import traffic

LEFT_UNREAD = """
import sys, threading
from pathlib import Path
import streams.sqlite.file, streams.sqlite.reads
from streams.read_model.bulk_sources import SqliteSource
reading = SqliteSource(Path(sys.argv[1])).{read}
next(reading)
# Held by a module that Python takes apart after those that the reader needs, as a traceback may be.
parts = [each for name, each in sys.modules.items() if name.startswith(("streams", "threading"))]
threading.kept = [reading, *parts]
del reading, parts
"""


@pytest.mark.parametrize("read", ["chunks(0, 0, 3_000)", "records('events', 0, 0, 3_000)"])
def test_a_reader_of_the_embedded_log_leaves_no_traceback_at_exit(tmp_path: Path, read: str) -> None:
    with SqliteLog(tmp_path / LOG_FILE, writable=True) as log:
        log.append(list(traffic(3_000, tables=1, links=1)))
    script = LEFT_UNREAD.format(read=read)
    ended = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / LOG_FILE)], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
