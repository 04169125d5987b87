"""Home says to each role what waits for it, and leads there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.console.calling import pitledger
from tests.console.web.conftest import EXPORT, ODD, OPEN, OWED, Console

NEEDS = {
    "surveillance": {
        "1 finding about money, $10.00 short in all": "/findings?severity=money",
        f"case {OPEN}: T1 seat 4 claims $10.00, 30 days left": f"/cases/{OPEN}",
        f"case {ODD}: T1 seat 1 claims $250.00, 30 days left": f"/cases/{ODD}",
    },
    "accounting": {
        f"case {OWED}: $10.00 decided for T1 seat 4 and not paid": f"/cases/{OWED}",
        "day 2026-03-02 is not closed: 1 thing to look at": "/days/2026-03-02",
    },
    "compliance": {
        "1 finding about money, $10.00 short in all": "/findings?severity=money",
        f"case {OPEN}: T1 seat 4 claims $10.00, 30 days left": f"/cases/{OPEN}",
        f"case {ODD}: T1 seat 1 claims $250.00, 30 days left": f"/cases/{ODD}",
        "day 2026-03-02 is not closed: 1 thing to look at": "/days/2026-03-02",
    },
    "pit": {},
    "admin": {},
}
"""By hand, of the disputed floor and its cases."""


def needs(console: Console, role: str) -> dict[str, str]:
    return {
        each["words"]: each["href"] for each in console.signed_in(role).ask("/home.json").document["needs"]
    }


@pytest.mark.parametrize("role", NEEDS)
def test_each_role_is_told_what_waits_for_it(console: Console, role):
    found = needs(console, role)

    of_chapters = {words for words in found if "under chapter 678a" in words}
    assert {words: href for words, href in found.items() if words not in of_chapters} == NEEDS[role]
    assert len(of_chapters) == (role == "compliance")
    for href in found.values():
        assert console.signed_in(role).ask(href).status == 200, href


def test_home_says_so_where_nothing_waits(console: Console):
    assert "Nothing waits for you" in console.signed_in("admin").ask("/").text
    assert "Nothing waits for you" not in console.signed_in("surveillance").ask("/").text


def test_what_is_overdue_is_told_in_red(console: Console, monkeypatch):
    monkeypatch.setattr("console.web.site.Site.now_us", lambda _: 2_000_000_000_000_000)

    told = console.signed_in("surveillance").ask("/home.json").document["needs"]
    waiting = {each["words"]: each["tone"] for each in told}

    overdue = [words for words in waiting if "overdue by" in words]
    assert len(overdue) == 2
    assert {waiting[words] for words in overdue} == {"bad"}


def test_an_old_checkpoint_is_told_to_compliance(console: Console, monkeypatch):
    assert not [words for words in needs(console, "compliance") if "checkpoint" in words]
    note = pitledger("case", "note", ODD, "x", "--by", "S-9", "--data", console.data)
    assert note.code == 0

    monkeypatch.setattr("console.web.site.Site.now_us", lambda _: 2_000_000_000_000_000)
    (words,) = [words for words in needs(console, "compliance") if "checkpoint" in words]

    assert words.startswith("the last checkpoint is ")
    assert " came since" in words


def test_compliance_is_told_of_exports_and_nobody_else(console: Console, monkeypatch):
    shown = console.signed_in("compliance").ask("/").text
    assert f'<a class="id" href="/audit/exports/{EXPORT}">{EXPORT}</a>' in shown
    assert "good: everything holds" in shown
    assert EXPORT not in console.signed_in("surveillance").ask("/").text

    found = console.site.jobs.find(EXPORT)
    bad = replace(found, state="bad")
    monkeypatch.setattr(type(console.site.jobs), "all", lambda *_: [bad])
    told = console.signed_in("compliance").ask("/home.json").document
    words = f"export {EXPORT} of {found.asked.words}: the verifier found something bad"
    waiting = {"tone": "bad", "words": words, "href": f"/audit/exports/{EXPORT}"}
    assert waiting in told["needs"]
    assert told["exports"] == [{"export": EXPORT, "state": "bad"}]
