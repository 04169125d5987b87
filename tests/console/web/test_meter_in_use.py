"""A meter as somebody works with it: what was won of it last, what feeds it, and a span of its past."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from streams.read_model.queries import meter_span
from streams.read_model.queries.meters import POINTS, amount_at
from tests.console.web.conftest import Console

METER = "/meters/HCF/progressive"


def plain(page: str) -> str:
    """What a page says, without its marks."""
    return " ".join(unescape(re.sub(r"<[^>]*>", "", page)).split())


@pytest.mark.parametrize("path", ["/meters", METER])
def test_a_meter_says_what_was_won_last_and_by_which_sections(console: Console, path):
    """678a at $5: "$30,000 for 1" seeds $150,000, 23 % and 5 % feed it; seat 3 won 10 % of $150,006.90."""
    shown = console.signed_in("accounting").ask(path).text

    said = plain(shown)
    assert "Last hit: $15,000.69 for six card straight flush at T1, 2026-03-02" in said
    assert '<a href="/awards/HCF/T1/47">$15,000.69</a>' in shown
    assert "seed $150,000.00, 23 % of each $5.00, 5 % to its reserve (678a.12(d)(3))" in said
    assert re.search(
        r'awards by <a class="id" href="/rules/book/678a(?:%40|@)2019-11-02\?section=678a\.12(?:%28|\()',
        shown,
    )


def test_an_administrator_is_told_of_the_hit_and_led_nowhere(console: Console):
    shown = console.signed_in("admin").ask("/meters").text

    assert "Last hit: $15,000.69" in plain(shown)
    assert "/awards/" not in shown


def test_as_of_a_moment_no_later_hit_is_told(console: Console):
    shown = console.signed_in("accounting").ask("/meters?at=2026-03-02T11:59:30Z").text

    assert "Last hit" not in plain(shown)


def test_a_span_of_a_meter_has_its_own_points_sums_and_records(console: Console):
    """All of the floor was played on one gaming day: that is all of it, and the day after nothing."""
    accounting = console.signed_in("accounting")
    whole = accounting.ask(f"{METER}.json").document["statement"]
    records = re.findall(
        r'data-name="record"><a href="/events/meter%3AHCF/(\d+)">', accounting.ask(METER).text
    )
    assert records
    day = accounting.ask(f"{METER}.json?from=2026-03-02&to=2026-03-02").document["statement"]
    assert day["closing"] == whole["closing"]
    assert accounting.ask(f"{METER}?from=2026-03-02&to=2026-03-02").text.count('data-name="record"') >= len(
        records
    )

    later = accounting.ask(f"{METER}?from=2026-03-03").text
    assert "Nothing moved it in that span." in later
    assert accounting.ask(f"{METER}?from=2026-03-05&to=2026-03-01").status == 400
    assert accounting.ask(f"{METER}?from=soon").status == 400


def test_on_the_plot_awards_stand_where_they_were_locked_and_lead_there(console: Console):
    shown = console.signed_in("accounting").ask(f"{METER}?from=2026-03-02&to=2026-03-02").text
    drawn = json.loads(unescape(re.search(r"data-marks='([^']*)'", shown)[1]))

    locked, *others = drawn
    assert locked[1:] == [
        "pending",
        "locked: $15,000.69 for six card straight flush at T1",
        "/awards/HCF/T1/47",
    ]
    assert [each[1] for each in others] == ["ok"]
    assert re.search(r'<li><a href="/awards/HCF/T1/47"><span class="status pending">', shown)
    of_admin = console.signed_in("admin").ask(f"{METER}?from=2026-03-02").text
    assert "locked: $15,000.69" in of_admin
    assert "/awards/" not in of_admin


def test_a_long_span_is_looked_at_here_and_there_and_ends_as_it_should(console: Console, monkeypatch):
    monkeypatch.setattr(meter_span, "WALKED", 3)
    with console.site.store() as store:
        first, last = 1_772_452_740_000_000, 1_772_539_200_000_000
        found = meter_span.meter_span(store, "HCF", "progressive", first, last)
        assert not found.is_whole
        assert len(found.points) <= POINTS + 1
        assert found.points[-1] == (last, amount_at(store, "HCF", "progressive", last))
