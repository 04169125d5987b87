"""The forms in a real browser: a day of accounting with a second signature, and an award validated."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser import chromium
from tests.console.accounting_floor import SIX, Floor
from tests.console.calling import pitledger
from tests.console.web.conftest import BADGES, PASSWORD, Console
from tests.console.web.forms.events import events_of

DAY = "2026-03-02"
WIDE, NARROW = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
GRAVE = ("serious", "critical")


@pytest.fixture(scope="module")
def browser():
    with chromium() as running:
        yield running


@pytest.fixture
def opened(browser, desk: Console):
    """Signs somebody in, in a browser of their own; afterwards no page has complained."""
    troubles, contexts = [], []
    root = f"http://127.0.0.1:{desk.port}"

    def open_(role: str, path: str = "/", size=WIDE, scheme="light", script=True) -> Page:
        context = browser.new_context(viewport=size, color_scheme=scheme, java_script_enabled=script)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto(f"{root}/sign-in?next={path}")
        page.get_by_label("Badge").fill(BADGES[role])
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        return page

    yield open_
    for context in contexts:
        context.close()
    assert troubles == []


def judged(page: Page) -> None:
    """No page is wider than the screen, and none shuts anybody out."""
    assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"], page.url
    found = [each for each in Axe().run(page).response["violations"] if each["impact"] in GRAVE]
    assert [(each["id"], each["nodes"][0]["html"][:120]) for each in found] == [], page.url


def sign(page: Page, button: str) -> None:
    page.get_by_label("Your password").first.fill(PASSWORD)
    page.get_by_role("button", name=button).click()
    page.wait_for_load_state()


def preview(page: Page, **typed: str) -> None:
    for label, text in typed.items():
        page.get_by_label(label.replace("_", " ")).fill(text)
    judged(page)
    page.get_by_role("button", name="Preview").click()
    judged(page)


def test_accounting_reads_explains_and_closes_with_a_second_signature(opened, desk: Console):
    accounting = opened("accounting", f"/days/{DAY}")
    accounting.get_by_role("link", name="read progressive").click()
    preview(accounting, amount_on_the_display="1.00", when_it_was_read=f"{DAY} 12:00")
    expect(accounting.locator("main")).to_contain_text("reading_entered".replace("_", " "))
    sign(accounting, "Sign and record")
    expect(accounting.locator("main")).to_contain_text("Recorded as desk:accounting seq")

    accounting.goto(accounting.url.partition("/meters")[0] + f"/days/{DAY}")
    accounting.get_by_role("link", name="Explain").click()
    preview(accounting, reason="the display was a minute behind")
    sign(accounting, "Sign, and ask for the second signature")
    expect(accounting.locator("main")).to_contain_text("Nothing else was recorded")

    second = opened("surveillance", size=NARROW, scheme="dark")
    second.locator(".needs a", has_text="asks for your signature: explain").click()
    judged(second)
    expect(second.locator("main")).to_contain_text("nothing that this rests on has changed")
    sign(second, "Sign and record")
    expect(second.locator("main")).to_contain_text("unreconciled no more")

    accounting.goto(accounting.url.partition("/days")[0] + f"/days/{DAY}")
    accounting.get_by_role("link", name="Close day").click()
    accounting.get_by_label("T1").check()
    preview(accounting, reason="end of month")
    sign(accounting, "Sign, and ask for the second signature")
    second.goto(second.url.partition("/signatures")[0] + "/")
    second.locator(".needs a", has_text="asks for your signature: close gaming day").click()
    sign(second, "Sign and record")
    expect(second.locator("main")).to_contain_text(f"{DAY} is closed.")

    accounting.goto(accounting.url.partition("/days")[0] + f"/days/{DAY}")
    expect(accounting.locator("main")).to_contain_text("closed, and every reading is settled")
    closed = [each for each in events_of(desk.data, "desk:accounting") if each["type"] == "gaming_day_closed"]
    assert [[who["badge"] for who in each["body"]["signed_by"]] for each in closed] == [["A-9", "S-9"]]


def test_a_floorperson_validates_an_award_without_script_too(opened, desk: Console):
    floor = Floor(desk.data, "2026-03-02T16:00:00Z")
    floor.rounds = 500
    claim = floor.claims("T1", 1, SIX)
    signs = ("--sign", "A-9:accounting", "--sign", "S-9:surveillance", "--reason", "x")
    changed = ("--department", "table games", "--rank", "floorperson", *signs)
    assert pitledger("badge", "change", "F-9", *changed, "--data", desk.data).code == 0
    desk.site._register = None
    judged(opened("pit", f"/awards/HCF/T1/{claim}", size=NARROW, scheme="dark"))

    pit = opened("pit", script=False)
    pit.locator(".needs a", has_text="to validate at T1").first.click()
    expect(pit).to_have_url(re.compile(rf"/awards/HCF/T1/{claim}$"))
    pit.get_by_role("link", name="Validate").click()
    pit.get_by_role("button", name="Preview").click()
    sign(pit, "Sign and record")

    expect(pit.locator("main")).to_contain_text("It may be paid now.")
    assert events_of(desk.data, "table:T1")[-1]["type"] == "progressive_validated"


@pytest.mark.parametrize(("size", "scheme"), [(WIDE, "light"), (NARROW, "dark")], ids=["wide", "narrow"])
def test_no_form_is_wider_than_the_screen_and_none_shuts_anybody_out(opened, size, scheme):
    for role, paths in {
        "accounting": ("/meters/HCF/progressive/adjust", f"/days/{DAY}/close", "/meters/HCF/progressive"),
        "surveillance": ("/awards/HCF/T1/47", "/ledger/payments/T1/50/correct", "/signatures"),
    }.items():
        page = opened(role, size=size, scheme=scheme)
        for path in paths:
            page.goto("/".join(page.url.split("/")[:3]) + path)
            judged(page)
