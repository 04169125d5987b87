"""The tutorial of surveillance's day is done as it is written: by shell, in a real browser, on paper."""

from __future__ import annotations

import re
import subprocess
import zipfile

import pytest
from playwright.sync_api import expect

from tests.browser import chromium
from tests.browser_steps import Reader
from tests.console.calling import pitledger
from tests.console.web.conftest import serving
from tests.doc_pages import ROOT, type_page

TUTORIAL = ROOT / "docs/tutorials/a-claim-in-the-browser.md"
PICTURES = ROOT / "docs/pictures"


@pytest.fixture(scope="module")
def followed(tmp_path_factory):
    """The tutorial to its end: who followed it, and where."""
    folder = tmp_path_factory.mktemp("tutorial")
    typed = type_page(TUTORIAL, folder)
    assert [each.failures for each in typed] == [[]]
    data = folder / "var/claim"
    troubles = []
    for console in serving(data, "tutorial"):
        with chromium() as browser:
            context = browser.new_context(viewport={"width": 1440, "height": 900}, accept_downloads=True)
            page = context.new_page()
            page.on("pageerror", lambda error: troubles.append(str(error)))
            root = f"http://127.0.0.1:{console.port}"
            reader = Reader(page, root, folder, lambda _page, _name: None)
            reader.follow(TUTORIAL)
            yield reader, data
            context.close()
    assert troubles == []


def test_its_steps_are_on_record_as_its_events(followed):
    _, data = followed
    entries = pitledger("export-events", "--stream", "desk:case-1", "--json", "--data", data).document

    done = [each["type"] for each in entries if each["type"] != "case_viewed"]
    assert done == [
        *("case_opened", "case_hold_placed", "case_round_ruled_out", "case_noted", "case_decided"),
    ]
    assert {each["actor"] for each in entries} == {"S-2"}, "who may not look has not looked"
    views = [each["body"]["round"] for each in entries if each["type"] == "case_viewed"]
    assert {"HCF-01-7", "HCF-01-8", None} == set(views)
    paid = pitledger("export-events", "--stream", "table:HCF-01", "--json", "--data", data).document[-1]
    assert (paid["type"], paid["body"]["amount_mc"], paid["body"]["slip"]) == (
        "dispute_paid",
        10_000_000,
        "CS-204",
    )
    checked = pitledger("check", "--data", data)
    assert (checked.code, "0 problems" in checked.err) == (0, True)


def test_its_packet_is_checked_by_openssl_and_a_shell(followed, tmp_path):
    reader, data = followed
    (packet,) = reader.downloads
    zipfile.ZipFile(packet).extractall(tmp_path)
    key = (data.parent / "key.txt").read_text().strip()

    folder = tmp_path / "round-HCF-01-8"
    checked = subprocess.run(
        ["sh", "verify.sh", key], cwd=folder, capture_output=True, text=True, check=False
    )

    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_round_and_the_case_are_printed_without_the_console_around_them(followed):
    reader, _ = followed
    reader.sign_in("S-2: four words or more")
    for path, words in (("/rounds/HCF-01-8", "Verdict"), ("/cases/1", "What was done")):
        reader.go(path)
        reader.page.emulate_media(media="print")
        for gone in ("nav.places", ".acts", "header.top .find"):
            expect(reader.page.locator(gone).first).to_be_hidden()
        expect(reader.page.get_by_role("heading", name=words)).to_be_visible()
        expect(reader.page.locator(".printed")).to_contain_text(re.compile(f"{path}, printed by S-2"))
        paper = reader.page.pdf(format="Letter", prefer_css_page_size=True)
        assert paper.startswith(b"%PDF")
        reader.page.emulate_media(media="screen")


def test_every_picture_of_it_is_there_and_shown(followed):
    reader, _ = followed
    shown = re.findall(r"\]\(\.\./pictures/([\w-]+)\.png\)", TUTORIAL.read_text("utf-8"))

    assert shown == reader.pictures
    assert not [name for name in shown if not (PICTURES / f"{name}.png").exists()]
