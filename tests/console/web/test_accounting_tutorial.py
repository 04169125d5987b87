"""The tutorial of accounting's day is done as it is written: read, withdrawn, closed by two, added up."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser import chromium
from tests.browser_steps import Reader
from tests.console.calling import pitledger
from tests.console.web.conftest import serving
from tests.doc_pages import ROOT, blocks, type_page

TUTORIAL = ROOT / "docs/tutorials/a-day-closed-in-the-browser.md"
DAY = "2026-03-02"


@pytest.fixture(scope="module")
def followed(tmp_path_factory):
    """The tutorial to its end: who followed it, and the instance."""
    folder = tmp_path_factory.mktemp("tutorial")
    assert [each.failures for each in type_page(TUTORIAL, folder)] == [[]]
    data = folder / "var/close"
    troubles = []
    for console in serving(data, "tutorial"):
        with chromium() as browser:
            context = browser.new_context(viewport={"width": 1440, "height": 900}, accept_downloads=True)
            page = context.new_page()
            page.on("pageerror", lambda error: troubles.append(str(error)))
            reader = Reader(page, f"http://127.0.0.1:{console.port}", folder, lambda _page, _name: None)
            reader.follow(TUTORIAL)
            yield reader, data
            context.close()
    assert troubles == []


def test_its_steps_are_on_record_with_both_signatures(followed):
    _, data = followed
    desk = pitledger("export-events", "--stream", "desk:accounting", "--json", "--data", data).document

    assert [each["type"] for each in desk] == [
        *("reading_entered", "reading_compared", "reading_withdrawn", "gaming_day_closed"),
    ]
    for each in desk[2:]:
        assert [who["badge"] for who in each["body"]["signed_by"]] == ["A-7", "S-2"]
    assert desk[-1]["body"]["missing_tables"] == ["HCF-01", "THB-01"]
    assert pitledger("day", DAY, "--data", data).code == 0
    checked = pitledger("check", "--data", data)
    assert (checked.code, "0 problems" in checked.err) == (0, True)


def test_the_books_that_were_taken_along_add_up(followed, tmp_path):
    reader, _ = followed
    (typed,) = [each.text for each in blocks(TUTORIAL) if "at-home" in each.words]
    (shown,) = re.findall(r"^off by .*$", TUTORIAL.read_text("utf-8"), re.M)
    (file,) = reader.downloads
    shutil.copy(file, tmp_path)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", typed],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout) == (0, f"{shown}\n"), done.stderr
