"""The page of a round in a real browser: keys, scrubber, print, narrow and wide, light and dark."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from playwright.sync_api import expect

from tests.browser import chromium
from tests.console.calling import pitledger
from tests.console.pages.disputed_floor import MARKED_UP, SHORT, VOIDED, WON

WIDE, NARROW = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
BOXES = """(selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility())
  .map((each) => each.getBoundingClientRect()).map((box) => [box.left, box.top, box.right, box.bottom])"""


@pytest.fixture(scope="module")
def browser():
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def written(disputed, tmp_path_factory):
    """Writes the page of a round once; gives its file."""
    folder = tmp_path_factory.mktemp("pages")

    def write(name, *more):
        path = folder / f"{name}{'-'.join(map(str, more))}.html"
        if not path.exists():
            assert pitledger("round", name, "--html", path, *more, "--data", disputed).code == 0
        return path

    return write


@pytest.fixture
def opened(browser, written):
    """Opens the page of a round; fails afterwards if it asked for anything else, or complained."""
    contexts, troubles = [], []

    def open_(name, *more, size=WIDE, scheme="light", script=True):
        context = browser.new_context(viewport=size, color_scheme=scheme, java_script_enabled=script)
        contexts.append(context)
        page = context.new_page()
        address = written(name, *more).as_uri()
        page.on("request", lambda request: None if request.url == address else troubles.append(request.url))
        page.on("console", lambda message: troubles.append(message.text))
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto(address)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert troubles == []


def moment(page):
    return int(page.locator("#moment").input_value())


def test_it_opens_at_the_end_with_the_difference_in_red(opened):
    page = opened(SHORT)

    assert moment(page) == int(page.locator("#moment").get_attribute("max"))
    row = page.get_by_role("row", name="4 raise")
    expect(row).to_contain_text("$40.00")
    for cell in ("done", "difference"):
        assert (
            row.locator(f"[data-name={cell}]").evaluate("e => getComputedStyle(e).color")
            == "rgb(179, 32, 31)"
        )
    expect(page.locator(".seat[data-seat='4'] .line.bad:not(.off)")).to_contain_text("−$10.00 short")


def test_the_arrow_keys_go_event_by_event_and_home_and_end_to_the_ends(opened):
    page = opened(WON)
    last = moment(page)

    page.keyboard.press("Home")
    assert moment(page) == 0
    assert page.locator(".felt .card:not(.off)").count() == 0
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert moment(page) == 2
    page.keyboard.press("ArrowLeft")
    assert moment(page) == 1
    page.keyboard.press("End")
    assert moment(page) == last
    page.keyboard.press("ArrowRight")
    assert moment(page) == last


def test_shift_goes_by_phases_and_n_to_what_differs(opened):
    page = opened(SHORT)

    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".now .words")).to_contain_text("bets closed")
    page.keyboard.press("Shift+ArrowLeft")
    assert moment(page) == 0
    page.keyboard.press("n")
    expect(page.locator(".now .words")).to_contain_text("wager settled, seat 4, wager raise")
    expect(page.locator("[aria-current=step] .mark")).to_contain_text("differs from what was due")


def test_space_plays_and_pauses_and_stops_at_what_differs(opened):
    """The table's clock goes on a second an event: four times as fast, a quarter of one."""
    page = opened(SHORT)

    page.keyboard.press("Home")
    for _ in range(2):
        page.get_by_role("button", name="Speed").click()
    page.locator("h1").click()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#moment")).to_have_value(re.compile("[2-9]"), timeout=30_000)
    page.keyboard.press(" ")
    held = moment(page)
    expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")
    assert moment(page) == held
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play")).to_be_visible(timeout=30_000)
    expect(page.locator(".now .words")).to_contain_text("wager raise")


def test_the_help_opens_by_its_key_and_closes_by_escape(opened):
    page = opened(SHORT)

    page.keyboard.press("?")
    help_ = page.get_by_role("dialog", name="Keys")
    expect(help_).to_be_visible()
    at = moment(page)
    page.keyboard.press("ArrowLeft")
    assert moment(page) == at, "keys of the page rest while the help is open"
    page.keyboard.press("Escape")
    expect(help_).to_be_hidden()


def test_the_keyboard_alone_reaches_every_control(opened):
    page = opened(SHORT)
    reached = set()
    for _ in range(80):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id || document.activeElement.innerText"))

    names = {"Play", "Faces", "?", "moment", "deal", "closed", "To the verdict"}
    assert names <= reached
    page.locator("#moment").focus()
    page.keyboard.press("ArrowLeft")
    assert moment(page) == int(page.locator("#moment").get_attribute("max")) - 1
    page.get_by_role("button", name="Faces").focus()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")


def test_the_scrubber_says_aloud_where_it_is(opened):
    page = opened(SHORT)
    slider = page.get_by_role("slider", name="Moment of the round")

    slider.fill("0")
    total = int(slider.get_attribute("max")) + 1
    said = slider.get_attribute("aria-valuetext")
    assert said.startswith(f"event 1 of {total}, round opened, rulebook 678a@2019-11-02")
    expect(page.get_by_role("status")).to_contain_text("round opened")


def test_cards_are_backs_until_they_are_shown_and_dimmed_when_collected(opened):
    page = opened(SHORT)
    aloud = page.get_by_role("region", name="seat 4").locator(".aloud")

    page.get_by_role("button", name="deal", exact=True).click()
    assert aloud.all_inner_texts() == ["card, face down"] * 7
    page.keyboard.press("f")
    assert aloud.first.inner_text() == "ace of diamonds, face down"
    page.keyboard.press("f")
    page.get_by_role("button", name="settlement").click()
    assert aloud.first.inner_text() == "ace of diamonds"
    page.keyboard.press("End")
    assert aloud.first.inner_text() == "ace of diamonds, in the discard rack"


@pytest.mark.parametrize("name", [WON, VOIDED])
def test_without_script_every_moment_is_what_the_scrubber_shows(opened, written, disputed, name):
    page = opened(name)
    seqs = [int(text[1:]) for text in page.locator(".go").all_inner_texts()]
    for index in (0, 2 * len(seqs) // 3, len(seqs) - 1):
        page.locator("#moment").fill(str(index))
        still = opened(name, "--at", seqs[index], script=False)
        # Without script a script cannot be asked for what is visible: the classes say it.
        state = "es => es.map(e => [e.className, e.dataset.from])"
        elements = ".felt .card, .felt .line, .felt .held"
        now = [[set(classes.split()), start] for classes, start in page.eval_on_selector_all(elements, state)]
        html = still.locator(".felt").inner_html()
        found = re.findall(r'<(?:li|span|div) class="((?:card|line|held)[^"]*)" data-from="(\d+)"', html)
        assert [[set(classes.split()), start] for classes, start in found] == now


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "size", [WIDE, {"width": 1100, "height": 800}, NARROW], ids=["wide", "middle", "narrow"]
)
def test_nothing_overlaps_and_nothing_is_cut(opened, size, scheme):
    page = opened(WON, size=size, scheme=scheme)

    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    boxes = page.evaluate(BOXES, ".seat, .dealer, .board:not(:empty), .pile")
    assert len(boxes) >= 8
    for one, other in combinations(boxes, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (one, other)
    for seat in page.locator(".seat").all():
        box = seat.bounding_box()
        for card in seat.locator(".card").all():
            inner = card.bounding_box()
            assert box["x"] <= inner["x"]
            assert inner["x"] + inner["width"] <= box["x"] + box["width"]
    wide = page.evaluate(
        "() => [...document.querySelectorAll('.wagers dd, .note, td, .timeline .what')]"
        ".filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.innerText)"
    )
    assert wide == []


def test_playing_moves_nothing(opened):
    """Every box stays where it is from the first event to the last."""
    page = opened(WON)
    before = page.evaluate(BOXES, ".seat, .dealer, .scrubber")

    page.keyboard.press("Home")
    assert page.evaluate(BOXES, ".seat, .dealer, .scrubber") == before


def test_on_paper_there_are_no_buttons_and_every_event(opened):
    page = opened(WON, scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")

    expect(page.locator(".buttons")).to_be_hidden()
    expect(page.locator("#moment")).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator(".verdict").bounding_box()["y"] < page.locator(".timeline").bounding_box()["y"]
    listed = page.locator(".timeline ol")
    assert listed.evaluate("e => e.scrollHeight - e.clientHeight") <= 1
    printed = page.pdf(format="Letter")
    assert printed.startswith(b"%PDF-")
    assert 2 <= printed.count(b"/Type /Page\n") <= 8


def test_a_key_puts_the_other_seats_aside(opened):
    page = opened(WON)

    page.keyboard.press("4")
    assert page.locator("tr.aside").count() == page.locator("tbody tr").count() - 3
    page.keyboard.press("4")
    assert page.locator(".aside").count() == 0


def test_markup_from_an_event_is_shown_as_text_and_does_not_run(opened):
    page = opened(MARKED_UP)

    assert page.title() == f"Round {MARKED_UP} at T1"
    expect(page.locator(".answer")).to_contain_text(
        "</script><script>document.title='run'</script><img src=x"
    )
    assert page.locator("main img, main i, header b, main script").count() == 0
