"""What a page may weigh, so that it is quick on any line: bytes of its document, styles and own scripts."""

from __future__ import annotations

import re

import pytest

from console.web.frame.environment import assets
from console.web.page_table import PAGES
from tests.console.web.conftest import Console
from tests.console.web.test_who_may import TABLE

HTML, CSS, SCRIPT = 60_000, 24_000, 12_000
VENDORED = ("htmx.min.js", "uPlot.iife.min.js", "uPlot.min.css")
KINDS = {".css": CSS, ".js": SCRIPT}
OF_A_ROUND = ("ground.css", "round.css", "console.css", "console.js", "round.js")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_is_light(console: Console, page):
    asked, roles = TABLE[page.address]
    answered = console.signed_in(roles.split()[-1]).ask(asked)

    assert len(answered.content) <= HTML
    named = re.findall(r'/assets/\w+/([\w.]+\.(?:css|js))"', answered.text)
    own = [name for name in named if name not in VENDORED]
    sizes = {kind: sum(len(assets()[name].content) for name in own if name.endswith(kind)) for kind in KINDS}
    assert all(size <= KINDS[kind] for kind, size in sizes.items()), sizes


def test_pages_name_what_is_weighed(console: Console):
    text = console.signed_in("compliance").ask("/rounds/T1-3").text

    assert all(name in text for name in OF_A_ROUND)
