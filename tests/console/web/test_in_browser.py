"""The console in a real browser: each user's way, wide and narrow, light and dark, by keyboard."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser import chromium
from tests.console.pages.disputed_floor import MARKED_UP, SHORT, WON
from tests.console.web.conftest import BADGES, EXPORT, ODD, OPEN, OWED, PASSWORD

WIDE, NARROW = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
PAGES = {
    "surveillance": [
        *("/", "/floor", "/meters", "/rounds", f"/rounds/{SHORT}", f"/rounds/{MARKED_UP}", "/findings"),
        *(f"/rounds/{WON}", "/cases", f"/cases/{OPEN}", f"/cases/{OWED}", f"/cases/{ODD}", "/cases/new"),
        *(f"/cases/{OPEN}/decide", f"/packets/{SHORT}"),
    ],
    "accounting": [
        *("/meters/HCF/progressive", "/ledger/trial", "/ledger/statement/HCF/progressive"),
        *(
            "/ledger/liability",
            "/ledger/hits",
            "/ledger/hold",
            "/ledger/postings?link=HCF",
            "/days",
            "/days/2026-03-02",
        ),
        *("/findings?section=678a.5", "/nothing"),
    ],
    "compliance": [
        *("/events/table:T1/12", "/findings/table:T1/1", "/tables/T1?day=2026-03-02", "/rules", "/rules/T1"),
        *("/rules/book/678a@2019-11-02?section=678a.12(c)", "/audit", "/audit/prove?stream=table:T1&seq=12"),
        *("/audit/exports", f"/audit/exports/{EXPORT}", "/badges", "/badges/S-9", "/settings"),
    ],
    "admin": ["/health"],
}
OF_BOTH = [(role, scheme) for role in ("compliance", "admin") for scheme in ("light", "dark")]
REFUSED = re.compile(r"status of 40[34] ")
"""What a browser says of a page that was refused, as some are here."""
GRAVE = ("serious", "critical")


@pytest.fixture(scope="module")
def browser():
    with chromium() as running:
        yield running


@pytest.fixture
def opened(browser, console):
    """Signs somebody in; fails afterwards if a page asked elsewhere, or complained."""
    contexts, troubles = [], []
    root = f"http://127.0.0.1:{console.port}"

    def open_(role, path="/", size=WIDE, scheme="light", script=True):
        context = browser.new_context(viewport=size, color_scheme=scheme, java_script_enabled=script)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda sent: None if sent.url.startswith(root) else troubles.append(sent.url))
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda said: None if REFUSED.search(said.text) else troubles.append(said.text))
        page.goto(f"{root}/sign-in?next={path}")
        page.get_by_label("Badge").fill(BADGES[role])
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_load_state()
        return page

    yield open_
    for context in contexts:
        context.close()
    assert troubles == []


def test_surveillance_finds_the_seat_that_was_paid_short(opened):
    page = opened("surveillance")

    page.get_by_label("table", exact=True).fill("T1")
    page.get_by_label("seat", exact=True).fill("4")
    page.get_by_label("about", exact=True).fill("2026-03-02 07:10")
    page.get_by_role("button", name="Find", exact=True).click()
    row = page.get_by_role("row", name=SHORT)
    expect(row).to_contain_text("−$10.00 short")
    row.get_by_role("link").first.click()

    expect(page.locator(".answer .bad")).to_contain_text("Seat 4 was paid $10.00 short")
    page.wait_for_load_state()  # keys are a script's
    page.keyboard.press("Home")
    page.keyboard.press("n")
    expect(page.locator(".now .words")).to_contain_text("wager settled, seat 4, wager raise")
    page.get_by_role("link", name="Address of this moment").click()
    assert re.search(rf"/rounds/{SHORT}\?at=\d+$", page.url)


def test_a_filter_changes_the_list_and_the_address_and_nothing_else(opened):
    page = opened("surveillance", "/findings")
    whole = page.locator(".list tbody tr").count()
    page.locator("h1").evaluate("each => each.dataset.kept = 'yes'")

    page.get_by_label("severity").select_option("money")
    page.get_by_role("button", name="Show").click()

    expect(page.locator(".list .listhead")).to_contain_text("1 finding")
    assert whole > 1
    assert "severity=money" in page.url
    assert page.locator("h1").get_attribute("data-kept") == "yes"
    page.get_by_role("link", name="difference").click()
    expect(page.locator("th[aria-sort]")).to_contain_text("difference")


def test_the_wrong_role_is_told_whose_page_it_is(opened):
    page = opened("pit", "/ledger/trial")

    expect(page.get_by_role("alert")).to_contain_text("This page is for accounting or compliance")
    assert "Ledger" not in page.locator("nav.places").inner_text()


def test_keys_lead_from_page_to_page_and_row_to_row(opened):
    page = opened("surveillance", "/floor")

    page.keyboard.press("g")
    page.keyboard.press("r")
    expect(page).to_have_url(re.compile("/rounds$"))
    page.keyboard.press("j")
    page.keyboard.press("j")
    focused = "document.activeElement.textContent"
    second = page.locator(".list tbody tr").nth(1).get_by_role("link").first
    assert page.evaluate(focused) == second.inner_text()
    page.keyboard.press("/")
    page.keyboard.type(SHORT)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"/rounds/{SHORT}$"))


def test_w_asks_what_if_and_what_is_typed_there_is_no_key(opened):
    page = opened("surveillance", f"/rounds/{SHORT}")
    at = page.locator(".now .seq").inner_text()

    page.keyboard.press("w")
    page.keyboard.type("4 fn")

    assert page.get_by_label("rulebook").input_value() == "4 fn"
    assert page.locator(".now .seq").inner_text() == at
    assert page.locator("body").get_attribute("data-seat") is None
    letters = page.locator("svg.rail text").all_text_contents()
    assert (letters[0], letters[-1]) == ("O", "C")


def test_whoever_signs_out_is_out(opened):
    page = opened("surveillance")

    page.get_by_role("button", name="Sign out").click()
    expect(page).to_have_url(re.compile("/sign-in"))
    page.go_back()

    expect(page).to_have_url(re.compile("/sign-in"))


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize(("role", "scheme"), [("surveillance", "light"), ("accounting", "dark"), *OF_BOTH])
def test_no_page_is_wider_than_the_screen_and_none_shuts_anybody_out(opened, role, scheme, size):
    page = opened(role, size=size, scheme=scheme)
    for path in PAGES[role]:
        page.goto("/".join(page.url.split("/")[:3]) + path)
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"], path
        found = [each for each in Axe().run(page).response["violations"] if each["impact"] in GRAVE]
        told = [(each["id"], each["nodes"][0]["html"][:120]) for each in found]
        assert told == [], f"{path}: {told}"


def test_the_same_is_true_of_the_sign_in(browser, console):
    for size in (WIDE, NARROW):
        page = browser.new_page(viewport=size)
        page.goto(f"http://127.0.0.1:{console.port}/sign-in")
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
        assert not [each for each in Axe().run(page).response["violations"] if each["impact"] in GRAVE]
        page.close()


def test_without_script_pages_are_whole_and_forms_work(opened):
    page = opened("surveillance", "/findings", script=False)

    page.get_by_label("severity").select_option("money")
    page.get_by_role("button", name="Show").click()

    assert page.locator(".list tbody tr").count() == 1
    page.goto(page.url.partition("/findings")[0] + f"/rounds/{SHORT}")
    assert "−$10.00 short" in page.locator(".felt").inner_html()
