"""Every address by every role: allowed, or refused with the roles that may; none is forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.routing import Route

from console.web.acting.act_table import ACTS
from console.web.acting.pages import SIGNATURE
from console.web.application import addresses, application
from console.web.entry.roles import ROLES
from console.web.forms.form_table import FORMS
from console.web.live.pulse import Pulse
from console.web.page_table import PAGES
from tests.console.calling import pitledger
from tests.console.pages.disputed_floor import SHORT
from tests.console.web.conftest import EXPORT, OPEN, OWED, Console, copied, serving
from tests.console.web.forms.filling import recorded

ALL, NOBODY = "surveillance accounting compliance pit admin", ""
TABLE = {
    # address: (what is asked for, who may)
    "/": ("/", ALL),
    "/floor": ("/floor", ALL),
    "/meters": ("/meters", ALL),
    "/meters/{link}/{meter}": ("/meters/HCF/progressive", ALL),
    "/kiosk/{link}": ("/kiosk/HCF", ALL),
    "/rounds": ("/rounds", "surveillance accounting compliance pit"),
    "/rounds/{round:path}": (f"/rounds/{SHORT}", "surveillance accounting compliance pit"),
    "/findings": ("/findings", "surveillance accounting compliance"),
    "/findings/{stream}/{seq}": ("/findings/table:T1/1", "surveillance accounting compliance"),
    "/events/{stream}/{seq}": ("/events/table:T1/1", "surveillance accounting compliance"),
    "/audit": ("/audit", "compliance"),
    "/audit/exports": ("/audit/exports", "compliance"),
    "/audit/exports/{export}": (f"/audit/exports/{EXPORT}", "compliance"),
    "/audit/prove": ("/audit/prove?stream=table:T1&seq=1", "surveillance accounting compliance"),
    "/cases": ("/cases", "surveillance accounting compliance"),
    "/cases/{case}": (f"/cases/{OWED}", "surveillance accounting compliance"),
    "/packets/{round:path}": (f"/packets/{SHORT}", "surveillance compliance"),
    "/tables/{table}": ("/tables/T1?day=2026-03-02", ALL),
    "/find": ("/find?q=678a.12", ALL),
    "/badges": ("/badges", "compliance admin"),
    "/badges/{badge}": ("/badges/S-9", "compliance admin"),
    "/health": ("/health", "admin"),
    "/settings": ("/settings", ALL),
    "/rules": ("/rules", ALL),
    "/rules/book/{rulebook}": ("/rules/book/678a@2019-11-02", ALL),
    "/rules/{table}": ("/rules/T1", ALL),
    "/ledger/trial": ("/ledger/trial", "accounting compliance"),
    "/ledger/statement/{link}/{meter}": ("/ledger/statement/HCF/progressive", "accounting compliance"),
    "/ledger/liability": ("/ledger/liability", "accounting compliance"),
    "/ledger/hits": ("/ledger/hits", "surveillance accounting compliance"),
    "/ledger/postings": ("/ledger/postings", "accounting compliance"),
    "/ledger/hold": ("/ledger/hold", "accounting compliance"),
    "/days": ("/days", "accounting compliance"),
    "/days/{day}": ("/days/2026-03-02", "accounting compliance"),
    "/awards/{link}/{table}/{claim}": ("/awards/HCF/T1/47", "surveillance accounting compliance pit"),
    "/signatures": ("/signatures", ALL),
    "/signatures/{number}": ("/signatures/1", ALL),
}
"""Written by hand, beside the declarations: a page that is added has to be put here, too."""
FORM_TABLE = {
    "/cases/new": ("/cases/new", "surveillance compliance"),
    "/cases/{case}/note": (f"/cases/{OPEN}/note", "surveillance compliance"),
    "/cases/{case}/rule-out": (f"/cases/{OPEN}/rule-out", "surveillance compliance"),
    "/cases/{case}/hold": (f"/cases/{OPEN}/hold", "surveillance compliance"),
    "/cases/{case}/lift": (f"/cases/{OPEN}/lift", "surveillance compliance"),
    "/cases/{case}/decide": (f"/cases/{OPEN}/decide", "surveillance"),
    "/cases/{case}/pay": (f"/cases/{OWED}/pay", "surveillance accounting"),
    "/cases/{case}/reopen": (f"/cases/{OWED}/reopen", "surveillance"),
    "/meters/{link}/{meter}/reading": ("/meters/HCF/progressive/reading", "accounting"),
    "/days/{day}/close": ("/days/2026-03-02/close", "accounting"),
    "/meters/{link}/{meter}/adjust": ("/meters/HCF/progressive/adjust", "accounting"),
    "/awards/{link}/{table}/{claim}/validate": ("/awards/HCF/T1/47/validate", "surveillance pit"),
    "/awards/{link}/{table}/{claim}/reject": ("/awards/HCF/T1/47/reject", "surveillance pit"),
    "/ledger/payments/{table}/{payment}/correct": ("/ledger/payments/T1/50/correct", "surveillance"),
    "/days/{day}/readings/{reading}/withdraw": ("/days/2026-03-02/readings/1/withdraw", "accounting"),
    "/days/{day}/readings/{reading}/explain": ("/days/2026-03-02/readings/1/explain", "accounting"),
}
"""The forms that record, by hand likewise."""
ACT_TABLE = {
    "/audit/checkpoint": "compliance",
    "/audit/exports/begin": "compliance",
    "/audit/exports/{export}/go-on": "compliance",
    "/settings/keep": ALL,
    "/settings/pins/add": ALL,
    "/settings/pins/remove": ALL,
    "/settings/sign-out-others": ALL,
    "/settings/displays/begin": ALL,
    "/settings/displays/end": ALL,
}
"""The acts that need no preview, by hand likewise."""
OTHERS = {
    "/sign-in",  # anybody
    "/sign-out",  # whoever has a session
    "/live",  # whoever has signed in
    "/api/openapi.json",  # the same
}
ASSETS = "/assets/"


@pytest.fixture(scope="module")
def console(house: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Console]:
    """A console of its own, with a reading that differs and a second signature that is asked for."""
    data = copied(house, tmp_path_factory)
    read = ("--read", "HCF", "progressive", "1.00", "--by", "A-9", "--at", "2026-03-02 12:00")
    assert pitledger("day", "2026-03-02", *read, "--data", data).code == 1
    for made in serving(data, "who"):
        path = "/days/2026-03-02/readings/1/explain"
        assert recorded(made.signed_in("accounting"), path, reason="x").status == 200
        yield made


def forms(page) -> list[tuple[str, str]]:
    """The address of each form of a page, as it is asked for, and the form."""
    asked, sign, query = TABLE[page.address][0].partition("?")
    root = "/home" if asked == "/" else asked
    endings = {"json": f"{root}.json", "csv": f"{root}.csv", "html": asked}
    return [
        (
            (f"/api{root}" if address.startswith("/api/") else endings.get(form, root + form)) + sign + query,
            form,
        )
        for address, form in addresses(page)
    ]


def test_the_table_has_every_page():
    assert {page.address for page in PAGES} == set(TABLE)


def test_the_table_of_forms_has_every_form():
    assert {form.address for form in FORMS} == set(FORM_TABLE)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_a_role_has_its_forms_and_no_other(console: Console, form, role):
    path, roles = FORM_TABLE[form.address]
    may = role in roles.split()
    visitor = console.signed_in(role)
    shown = visitor.ask(path)
    assert shown.status == (200 if may else 403), shown.text[:300]
    token = visitor.token("/floor")
    id_ = {"id": "x" * 20}
    for fields in ({}, {"token": token}, id_, {"token": "x", **id_}, {"token": token, **id_}):
        sent = visitor.ask(path, fields)
        assert sent.status == (400 if may and fields == {"token": token, **id_} else 403), sent.text[:300]
        assert "Nothing was recorded" in sent.text or not may


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_nobody_has_a_form_without_a_sign_in(console: Console, form):
    for fields in (None, {"token": "x", "step": "sign"}):
        answered = console.visitor().ask(FORM_TABLE[form.address][0], fields)
        assert (answered.status, answered.headers["location"][:8]) == (303, "/sign-in")


def test_the_table_of_acts_has_every_act():
    assert {act.address for act in ACTS} == set(ACT_TABLE)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.name)
def test_an_act_is_for_its_roles_and_for_forms_of_their_session(console: Console, act, role):
    visitor, path = console.signed_in(role), act.address.replace("{export}", "20260101-000000-abcd")
    for fields in ({}, {"token": "x"}):
        assert visitor.ask(path, fields).status == 403
    if role not in ACT_TABLE[act.address].split():
        refused = visitor.ask(path, {"token": visitor.token("/floor")})
        assert refused.status == 403
        assert ACT_TABLE[act.address].split()[0] in refused.text
    stranger = console.visitor().ask(path, {"token": "x"})
    assert (stranger.status, stranger.headers["location"][:8]) == (303, "/sign-in")
    assert visitor.ask(path).status in (403, 404, 405), "nothing is done by a GET"


def test_no_route_is_beside_the_table(console: Console):
    app = application(console.site, (), Pulse(None, None))
    routed = {route.path for route in app.routes if isinstance(route, Route)}

    declared = {address for page in PAGES for address, _ in addresses(page)}
    declared |= {form.address for form in FORMS} | {act.address for act in ACTS}
    assert {route.path for route in app.routes if isinstance(route, Route) and "POST" in route.methods} == {
        *(form.address for form in FORMS),
        *ACT_TABLE,
        *("/sign-in", "/sign-out", SIGNATURE.address),
    }
    assert {path for path in routed - declared if not path.startswith(ASSETS)} == OTHERS


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_role_sees_its_pages_and_no_other(console: Console, page, role):
    may = role in TABLE[page.address][1].split()
    for path, form in forms(page):
        answered = console.signed_in(role).ask(path)
        good = 303 if page.name == "find" and form == "html" else 200
        assert answered.status == (good if may else 403), f"{path}: {answered.text[:300]}"
        if not may:
            for named in TABLE[page.address][1].split():
                assert named in answered.text, f"{path} names those that may"
            assert answered.headers["content-type"].startswith("text/html") == (form == "html")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_nobody_sees_anything_without_a_sign_in(console: Console, page):
    for path, form in forms(page):
        answered = console.visitor().ask(path)
        if form == "html":
            assert (answered.status, answered.headers["location"][:8]) == (303, "/sign-in")
        else:
            assert answered.status == 401
            assert set(answered.document) == {"error"}


@pytest.mark.parametrize("path", ["/live", "/api/openapi.json"])
def test_neither_stream_nor_description_is_for_strangers(console: Console, path):
    assert console.visitor().ask(path).status == 401


def test_nothing_is_changed_by_a_get_and_nothing_is_posted_to_a_page(console: Console):
    visitor = console.signed_in("surveillance")
    for page in PAGES:
        for method in ("POST",) * (page is not SIGNATURE) + ("PUT", "DELETE"):
            assert visitor.ask(TABLE[page.address][0], {}, method).status == 405
    assert visitor.ask("/sign-out").status == 405
