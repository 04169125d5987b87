"""Takes the pictures of pages that the documentation shows, in Debian's Chromium: `make pictures`.

The rounds are those that the tests look at, so a picture shows what a test has tried.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser import chromium  # noqa: E402 - found by the line before
from tests.console.pages.disputed_floor import SHORT, VOIDED, WON, disputed_floor  # noqa: E402


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


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        take(Path(made))
