"""Takes the pictures of pages that the documentation shows, in Debian's Chromium: `make pictures`.

The rounds are those that the tests look at, and tutorials are followed step by step, so a picture shows what
a test has tried.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Page

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser import chromium  # noqa: E402 - found by the line before
from tests.browser_steps import Reader  # noqa: E402
from tests.console.pages.disputed_floor import SHORT, VOIDED, WON, disputed_floor  # noqa: E402
from tests.console.web.conftest import serving  # noqa: E402
from tests.doc_pages import type_page  # noqa: E402


class Picture(NamedTuple):
    """A picture: its file, the round, its size and scheme, and the keys pressed before it is taken."""

    name: str
    round: str
    width: int
    height: int
    scheme: str
    keys: tuple[str, ...] = ()


PICTURES: Final = (
    Picture("round-won-light", WON, 1440, 840, "light"),
    Picture("round-short-dark", SHORT, 1440, 900, "dark", ("Home", "n")),
    Picture("round-voided-phone", VOIDED, 390, 844, "light"),
    Picture("round-short-phone-dark", SHORT, 390, 844, "dark", ("Home", "n")),
)


def take(folder: Path) -> None:
    """Play the rounds, write their pages, and take every picture."""
    data = disputed_floor(folder / "house")
    command = [sys.executable, "-m", "console.main", "round"]
    for name in {picture.round for picture in PICTURES}:
        page = folder / f"{name}.html"
        subprocess.run([*command, name, "--html", page, "--data", data], cwd=ROOT, check=True)  # noqa: S603
    with chromium() as browser:
        for picture in PICTURES:
            size = {"width": picture.width, "height": picture.height}
            context = browser.new_context(viewport=size, color_scheme=picture.scheme)  # type: ignore[arg-type]
            page = context.new_page()
            page.goto((folder / f"{picture.round}.html").as_uri())
            for key in picture.keys:
                page.keyboard.press(key)
            page.screenshot(path=HERE / f"{picture.name}.png")
            context.close()


class Told(NamedTuple):
    """A tutorial whose steps are done in the browser, and the instance that its commands make."""

    page: str
    data: str


TUTORIALS: Final = (
    Told("a-claim-in-the-browser.md", "var/claim"),
    Told("proof-and-export-in-the-browser.md", "var/proof"),
)


def follow(folder: Path, told: Told) -> None:
    """Do a tutorial from its beginning to its end, and take the pictures that it asks for."""
    tutorial = HERE.parent / "tutorials" / told.page
    type_page(tutorial, folder)
    for console in serving(folder / told.data, "pictures"):
        with chromium() as browser:
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            reader = Reader(context.new_page(), f"http://127.0.0.1:{console.port}", folder, _keep)
            reader.follow(tutorial)
            context.close()


def _keep(page: Page, name: str) -> None:
    page.screenshot(path=HERE / f"{name}.png")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        take(Path(made))
    for each in TUTORIALS:
        with tempfile.TemporaryDirectory() as made:
            follow(Path(made), each)
