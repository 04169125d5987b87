"""The tutorial of compliance's day is done as it is written: signed, proved, exported, checked at home."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

from tests.browser import chromium
from tests.browser_steps import Reader
from tests.console.calling import pitledger
from tests.console.web.conftest import serving
from tests.doc_pages import ROOT, blocks, type_page

TUTORIAL = ROOT / "docs/tutorials/proof-and-export-in-the-browser.md"
PICTURES = ROOT / "docs/pictures"


@pytest.fixture(scope="module")
def followed(tmp_path_factory):
    """The tutorial to its end: who followed it, the instance, and the lines on the page of the proof."""
    folder = tmp_path_factory.mktemp("tutorial")
    assert [each.failures for each in type_page(TUTORIAL, folder)] == [[]]
    data = folder / "var/proof"
    troubles, lines = [], []

    def keep_lines(page, name):
        if name == "proof":
            lines.extend(map(unescape, re.findall(r'"Lines for \w+">(.*?)</pre>', page.content(), re.DOTALL)))

    for console in serving(data, "tutorial"):
        with chromium() as browser:
            context = browser.new_context(viewport={"width": 1440, "height": 900}, accept_downloads=True)
            page = context.new_page()
            page.on("pageerror", lambda error: troubles.append(str(error)))
            reader = Reader(page, f"http://127.0.0.1:{console.port}", folder, keep_lines)
            reader.follow(TUTORIAL)
            yield reader, data, lines
            context.close()
    assert troubles == []


def at_home(downloads: list[Path], folder: Path) -> Path:
    """What was downloaded, in a place of its own."""
    for file in downloads:
        shutil.copy(file, folder)
    return folder


def test_the_outsider_checks_the_bag_with_the_program_in_it(followed, tmp_path):
    reader, data, _ = followed
    (typed,) = [each.text for each in blocks(TUTORIAL) if "at-home" in each.words]
    home = at_home(reader.downloads, tmp_path)
    key = (data.parent / "key.txt").read_text().strip()
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", typed],
        cwd=home,
        env={**os.environ, "KEY": key, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout) == (0, "good: everything above holds\n"), done.stderr
    (bag,) = [each for each in (home / "bag").iterdir() if each.is_dir()]
    assert pitledger("audit", "verify", bag, "--key", key).code == 0


def test_the_outsider_checks_the_event_with_openssl_and_a_shell(followed, tmp_path):
    reader, _, lines = followed
    home = at_home(reader.downloads, tmp_path)

    done = subprocess.run(
        ["sh", "-eu", "-c", "\n".join(lines)], cwd=home, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    assert "Signature Verified Successfully" in done.stdout
    assert done.stdout.endswith("included\n")


def test_the_export_is_on_record_in_the_log_that_it_is_of(followed):
    _, data, _ = followed
    told = pitledger("audit", "checkpoint", "--json", "--data", data).document

    assert told["size"] > 0
    statements = [
        path
        for path in (data / "audit" / "tile" / "entries").rglob("*")
        if path.is_file() and b"in-toto" in path.read_bytes()
    ]
    assert statements


def test_every_picture_of_it_is_there_and_shown(followed):
    reader, _, _ = followed
    shown = re.findall(r"\]\(\.\./pictures/([\w-]+)\.png\)", TUTORIAL.read_text("utf-8"))

    assert shown == reader.pictures
    assert not [name for name in shown if not (PICTURES / f"{name}.png").exists()]
