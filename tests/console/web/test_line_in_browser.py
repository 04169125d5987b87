"""What reaches pages while they are open: over one line for all tabs, and in words where it does not come."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from console.web.live import pulse
from console.web.live.floor_cells import FloorLooker
from console.web.live.pulse import Cell
from tests.browser import chromium
from tests.console.pages.disputed_floor import SHORT
from tests.console.web.conftest import BADGES, PASSWORD, Console, copied, serving

TABS = 7
"""One more than the connections that a browser has to a host."""
AMOUNT = "[data-cell='amount/HCF/progressive']"


@pytest.fixture(scope="module")
def console(house: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Console]:
    """A console whose sessions are ended here."""
    yield from serving(copied(house, tmp_path_factory), "line")


@pytest.fixture(scope="module")
def browser():
    with chromium() as running:
        yield running


@pytest.fixture
def context(browser, console: Console) -> Iterator[BrowserContext]:
    """A browser in which surveillance has signed in."""
    made = browser.new_context()
    visitor = console.visitor()
    visitor.sign_in(BADGES["surveillance"], PASSWORD)
    root = f"http://127.0.0.1:{console.port}"
    made.add_cookies([{"name": name, "value": value, "url": root} for name, value in visitor.cookies.items()])
    made.set_default_timeout(15_000)
    yield made
    made.close()


def opened(context: BrowserContext, console: Console, path: str) -> Page:
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{console.port}{path}")
    return page


def end_sessions(console: Console) -> None:
    for each in console.site.sessions.of(BADGES["surveillance"]):
        console.site.sessions.end(each)


def test_more_tabs_than_a_browser_has_lines_are_all_live(context, console: Console):
    tabs = [opened(context, console, path) for path in ("/meters", "/floor", "/") * 3][:TABS]

    for tab in tabs:
        tab.locator(AMOUNT if "/meters" in tab.url else "h1").wait_for()
    for tab in tabs[0], tabs[3]:
        tab.locator(AMOUNT).evaluate("each => { each.textContent = 'old' }")
    late = opened(context, console, "/meters")
    late.locator(AMOUNT).evaluate("each => { each.textContent = 'old' }")
    late.reload()
    expect(late.locator(AMOUNT)).to_have_text(re.compile(r"^\$"))


def test_what_cannot_be_filtered_is_said_and_what_was_there_stays(context, console: Console):
    page = opened(context, console, "/rounds")
    rows = page.locator(".list tbody tr").count()

    page.get_by_label("around").fill("yesterdayish")
    page.get_by_role("button", name="Show").click()

    expect(page.locator("[data-trouble]")).to_contain_text("around: 'yesterdayish'")
    assert page.locator(".list tbody tr").count() == rows > 1
    page.get_by_label("around").fill("")
    page.get_by_label("differs").check()
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".list tbody tr")).to_have_count(1)
    assert page.locator("[data-trouble]").inner_text() == ""


def test_a_filter_of_somebody_signed_out_leads_to_the_sign_in_and_back(context, console: Console):
    page = opened(context, console, "/rounds")
    end_sessions(console)

    page.locator("[name=table]").fill("T1")
    page.get_by_role("button", name="Show").click()

    expect(page).to_have_url(re.compile(r"/sign-in\?next=/rounds%3F.*table%3DT1"))
    page.get_by_label("Badge").fill(BADGES["surveillance"])
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(re.compile(r"/rounds\?.*table=T1"))


def test_a_round_that_is_the_only_one_opens_itself(context, console: Console):
    page = opened(context, console, "/rounds")

    page.get_by_label("around").fill("2026-03-02 07:00")
    page.get_by_label("differs").check()
    page.get_by_role("button", name="Show").click()

    expect(page).to_have_url(re.compile(f"/rounds/{SHORT}$"))


def test_a_page_whose_session_ends_leads_to_the_sign_in_and_a_display_shows_no_form(
    context, console: Console, monkeypatch
):
    monkeypatch.setattr(pulse, "HEARTBEAT_S", 0.2)
    kiosk = opened(context, console, "/kiosk/HCF")
    kiosk.get_by_role("button", name="Leave this browser here").click()
    expect(kiosk).to_have_url(re.compile("/kiosk/HCF$"))
    expect(kiosk.locator(".begin")).to_have_count(0)
    (session,) = console.site.sessions.displays()
    console.site.sessions.end(session)
    expect(kiosk.locator(".stale")).to_have_text("Ask the dealer")
    assert "/kiosk/HCF" in kiosk.url


def test_who_is_signed_out_elsewhere_is_out_on_every_page(context, console: Console, monkeypatch):
    monkeypatch.setattr(pulse, "HEARTBEAT_S", 0.2)
    page = opened(context, console, "/meters")
    page.locator(AMOUNT).wait_for()

    end_sessions(console)

    expect(page).to_have_url(re.compile("/sign-in"))


def test_every_page_tells_its_keys_and_u_shows_utc_and_back(context, console: Console):
    page = opened(context, console, "/findings")
    page.locator("h1").click()
    first = page.locator(".list time").first
    local, utc = first.inner_text(), first.get_attribute("title")

    page.keyboard.press("u")
    assert first.inner_text() == utc
    page.keyboard.press("u")
    assert first.inner_text() == local
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    expect(page.locator("#help")).to_contain_text("the box that finds anything")
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()


def test_the_last_round_of_a_tile_leads_to_the_round_that_it_names(context, console: Console, monkeypatch):
    cells = {"round/T1": Cell("T1-999 being played")}
    monkeypatch.setattr(FloorLooker, "look", lambda _: cells)
    page = opened(context, console, "/floor")

    link = page.locator("[data-cell='round/T1']")
    expect(link).to_have_text("T1-999 being played")
    expect(link).to_have_attribute("href", "/rounds/T1-999")


def test_on_a_telephone_a_wide_paytable_scrolls_alone(context, console: Console):
    page = opened(context, console, "/rules/T1?day=2026-03-02")
    page.set_viewport_size({"width": 390, "height": 844})

    page.locator(".scrolls table").evaluate_all(
        "all => all.forEach((each) => { each.style.width = '900px' })"
    )

    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_read_model_that_is_behind_is_said_to_be_and_dotted(context, console: Console, monkeypatch):
    cells = {"behind": Cell("read model is 12 s behind")}
    monkeypatch.setattr(FloorLooker, "look", lambda _: cells)
    page = opened(context, console, "/meters")

    expect(page.locator(".stale")).to_have_text("▲ read model is 12 s behind")
    assert "is-stale" in page.locator("body").get_attribute("class")
    cells["behind"] = Cell("")
    expect(page.locator(".stale")).to_have_text("")
