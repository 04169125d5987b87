"""Debian's Chromium, by Playwright: started without a net, and closed with the tests that use it.

Playwright keeps an event loop of its own in the thread that started it, so it must not outlive a test module.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

FLAGS = (
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running browser. Playwright's own browsers are never downloaded."""
    program = shutil.which("chromium")
    assert program, "there is no Chromium: type `make packages`"
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=[*FLAGS])
        try:
            yield running
        finally:
            running.close()
