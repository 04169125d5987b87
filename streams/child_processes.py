"""Processes that work for another one: Ctrl-C is for the one that started them, and they end with it."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import parent_process, resource_tracker


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


def end_with_parent() -> None:
    """Called in such a process: it ends when the one that started it is gone, however that ended.

    One that was killed could not tell, and those that wait for its questions or its ear would wait for ever.
    """
    parent = parent_process()
    if parent is not None:

        def follow() -> None:
            parent.join()
            os._exit(1)

        threading.Thread(target=follow, name="parent", daemon=True).start()
