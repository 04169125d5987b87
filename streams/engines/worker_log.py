"""What a worker writes to standard error: warnings, one line each, seldom the same one twice; and its end.

A client that cannot reach its broker says so many times a second. What it says is worth a line a minute, and
an outage of a night must fill no disk.
"""

from __future__ import annotations

import logging
import os
import re
import time
from collections.abc import Callable
from typing import Final, NoReturn

EXIT_TROUBLE: Final = 75
"""The process gave up on a server or a disk; start it again."""
EXIT_DEFECT: Final = 70
"""The process met what must not happen; start it again and read its log."""
SILENT_S: Final = 60.0
"""How long nothing more is written of what was written once."""
REMEMBERED: Final = 256
"""Of so many messages it is known when they were last written."""
OF_SPEED: Final = ("mode.timers", "kafka.net.selector")
"""Loggers that warn of a machine that is busy for a moment: nobody can do anything about that."""
_ITS_OWN_TOPIC: Final = re.compile(
    "Topic .*-changelog not found in cluster metadata|Ignoring missing topic: .*-changelog"
)
"""What is said, even as an error, of the topic that a worker makes for itself at its first start."""
_FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class SeldomRepeated(logging.Filter):
    """Lets a message through once a minute, and then says how often it came meanwhile.

    Two records are the same message if the same place of the same logger made them, whatever the numbers in
    them. What is critical always passes: the process ends with it.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._written: dict[tuple[str, int, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write a record."""
        if record.levelno >= logging.CRITICAL:
            return True
        message = record.name, record.levelno, f"{record.pathname}:{record.lineno}"
        now = self._clock()
        written, left_out = self._written.get(message, (now - SILENT_S, 0))
        if now - written < SILENT_S:
            self._written[message] = written, left_out + 1
            return False
        if left_out:
            record.msg = f"{record.getMessage()} (and {left_out:,} more like this since the last)"
            record.args = ()
        self._written.pop(message, None)
        if len(self._written) >= REMEMBERED:
            self._written.pop(next(iter(self._written)))
        self._written[message] = now, 0
        return True


def is_of_its_own_topic(record: logging.LogRecord) -> bool:
    """Whether a record is about the changelog that is not there before a worker's first start."""
    return _ITS_OWN_TOPIC.match(record.getMessage()) is not None


def log_to_stderr() -> None:
    """Have everything in this process log to standard error, from warnings up."""
    handler = logging.StreamHandler()
    handler.addFilter(lambda record: not is_of_its_own_topic(record))
    handler.addFilter(SeldomRepeated())
    handler.setFormatter(logging.Formatter(_FORMAT))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for logger in OF_SPEED:
        logging.getLogger(logger).setLevel(logging.ERROR)


def exit_now(code: int) -> NoReturn:
    """End the process at once, its log written: nothing else in memory is worth keeping, and an orderly stop
    would commit offsets."""
    logging.shutdown()
    os._exit(code)
