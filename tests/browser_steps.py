"""Steps of a tutorial, done in a real browser just as its page tells them.

A block marked `browser` has a step a line; blocks are done in order, in one browser. What a step can be is in
`STEPS`; what it takes stands behind it. A `see` that does not come true fails, as does a click on nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.doc_pages import Block, blocks

_A_WHILE_MS = 90_000
_SCROLLED_MS = 700
"""By then a page that a key moved stands still."""
Picture = Callable[[Page, str], None]
"""Takes a picture of a page under a name."""


@dataclass
class Reader:
    """Somebody who follows a tutorial. `folder` is where what is downloaded goes."""

    page: Page
    root: str
    folder: Path
    take_picture: Picture
    pictures: list[str] = field(default_factory=list)
    downloads: list[Path] = field(default_factory=list)

    def follow(self, tutorial: Path) -> None:
        """Do every step of a page."""
        for block in steps_of(tutorial):
            for line in filter(None, map(str.strip, block.text.splitlines())):
                self._step(line)

    def _step(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        assert word in STEPS, f"{line!r}: there is no step {word!r}"
        STEPS[word](self, rest)

    # --- the steps ----------------------------------------------------------------------------------------

    def sign_in(self, text: str) -> None:
        """`sign-in BADGE: PASSWORD`, from wherever one is."""
        badge, password = _pair(text)
        out = self.page.get_by_role("button", name="Sign out")
        if self.page.url.startswith(self.root) and out.count():
            out.click()
        self.page.goto(f"{self.root}/sign-in")
        self.page.get_by_label("Badge").fill(badge)
        self.page.get_by_label("Password").fill(password)
        self.page.get_by_role("button", name="Sign in", exact=True).click()
        expect(self.page.locator("h1")).to_have_text("Home")

    def go(self, path: str) -> None:
        """`go /PATH`."""
        self.page.goto(f"{self.root}{path}")

    def fill(self, text: str) -> None:
        """`fill LABEL: TEXT`."""
        label, typed = _pair(text)
        self.page.locator("main").get_by_label(re.compile(f"^{re.escape(label)}", re.I)).first.fill(typed)

    def choose(self, text: str) -> None:
        """`choose LABEL: OPTION`."""
        label, option = _pair(text)
        self.page.locator("main").get_by_label(label, exact=False).first.select_option(option)

    def tick(self, label: str) -> None:
        """`tick LABEL`."""
        self.page.locator("main").get_by_label(label, exact=True).check()

    def click(self, name: str) -> None:
        """`click NAME`, of a button or a link."""
        named: Any = {"name": name, "exact": True}
        main = self.page.locator("main")
        found = main.get_by_role("button", **named).or_(main.get_by_role("link", **named))
        found.first.click()
        self.page.wait_for_load_state()

    def press(self, keys: str) -> None:
        """`press KEY KEY …`, each as Playwright calls it."""
        self.page.wait_for_load_state()  # keys are a script's
        for key in keys.split():
            self.page.keyboard.press(key)

    def see(self, text: str) -> None:
        """`see TEXT`, somewhere on the page."""
        expect(self.page.locator("main")).to_contain_text(text)

    def wait_for(self, text: str) -> None:
        """`wait-for TEXT`: as `see`, where work goes on that takes a while."""
        expect(self.page.locator("main")).to_contain_text(text, timeout=_A_WHILE_MS)

    def download(self, name: str) -> None:
        """`download NAME`: click on it, and keep what comes."""
        with self.page.expect_download() as coming:
            self.click(name)
        kept = self.folder / coming.value.suggested_filename
        coming.value.save_as(kept)
        self.downloads.append(kept)

    def picture(self, name: str) -> None:
        """`picture NAME`: how it looks now."""
        self.page.wait_for_timeout(_SCROLLED_MS)
        self.pictures.append(name)
        self.take_picture(self.page, name)


STEPS: dict[str, Callable[[Reader, str], None]] = {
    "sign-in": Reader.sign_in,
    "go": Reader.go,
    "fill": Reader.fill,
    "choose": Reader.choose,
    "tick": Reader.tick,
    "click": Reader.click,
    "press": Reader.press,
    "see": Reader.see,
    "wait-for": Reader.wait_for,
    "download": Reader.download,
    "picture": Reader.picture,
}


def steps_of(tutorial: Path) -> list[Block]:
    """The blocks of a page that are done in a browser."""
    return [block for block in blocks(tutorial) if block.language == "browser"]


def _pair(text: str) -> tuple[str, str]:
    name, colon, rest = text.partition(": ")
    assert colon, f"{text!r}: write NAME: TEXT"
    return name, rest
