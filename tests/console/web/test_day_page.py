"""The page of a gaming day has what the command tells: awards that are owed, and what came late."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from tests.console.accounting_floor import SIX, Floor
from tests.console.calling import pitledger
from tests.console.web.conftest import copied, serving

DAY = "2026-03-02"
BY_TWO = ("--sign", "A-9:accounting", "--sign", "S-9:surveillance", "--reason", "video secured")


@pytest.fixture(scope="module")
def day(house: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    """The page after an award was claimed, the day was closed without its table, and that table went on."""
    data = copied(house, tmp_path_factory)
    floor = Floor(data, f"{DAY}T16:00:00Z")
    floor.rounds = 500
    claim = floor.claims("T1", 1, SIX)
    assert pitledger("day", DAY, "--close", "--without", "T1", *BY_TWO, "--data", data).code == 0
    floor.claims("T1", 2, SIX)
    for console in serving(data, "day"):
        page = console.signed_in("accounting").ask(f"/days/{DAY}")
        assert page.status == 200
        yield unescape(page.text), claim


def test_what_was_owed_at_its_end_is_told_with_the_way_to_it(day):
    page, claim = day
    link = f'<a href="/awards/HCF/T1/{claim}"><span class="status pending">'
    (words,) = re.findall(re.escape(link) + r".*?</span> ([^<]*)</span>", page)

    # the first award left $150,006.90 - $15,000.69; 23 % of a $5 wager more, and 10 % of that, floored
    assert words == "unpaid: $13,500.73 at T1 for six card straight flush, locked"


def test_what_came_after_the_close_is_told_with_its_record(day):
    page, _ = day
    late = re.findall(
        r'<a href="/events/meter%3AHCF/(\d+)"><span class="status warn">.*?after the close', page
    )

    assert late
    assert f"came after the close: record {late[0]}," in page
