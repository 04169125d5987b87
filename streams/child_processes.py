"""Processes that work for another one: Ctrl-C is for the one that started them, and it ends them."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker


@contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """Processes that are started meanwhile do not hear Ctrl-C, not even while they are being set up.

    A terminal sends it to all of them, and each would print where it was. One that comes meanwhile reaches
    this process afterwards.
    """
    resource_tracker.ensure_running()  # the first process starts it, which lets Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
