"""docs/events holds one page for each event type, and none is stale."""

from __future__ import annotations

import runpy

from events.body import TYPES
from tests.events.bodies import ROOT

GENERATOR = runpy.run_path(str(ROOT / "docs/generate_events.py"))
REMEDY = "stale: run .venv/bin/python docs/generate_events.py"


def test_there_is_a_page_for_every_type_and_no_other():
    pages = {page.stem for page in (ROOT / "docs/events").glob("*.md")}

    assert pages == {*TYPES, "index"}, REMEDY


def test_no_page_is_stale():
    pages = GENERATOR["pages"]().items()
    stale = [name for name, text in pages if (ROOT / "docs/events" / name).read_text("utf-8") != text]

    assert stale == [], REMEDY
