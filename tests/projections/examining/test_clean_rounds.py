"""The faultless rounds that scenarios change: nothing is found in them, and they pay what is due."""

from __future__ import annotations

import pytest

from events.body import read_body
from events.envelope import Event
from projections.rounds.replay import replay
from projections.rounds.terms import terms_of
from projections.rounds.verdict import Known, judge
from tests.projections.examining.clean_rounds import FULL, PLAIN
from tests.projections.examining.told import BOOKS, Told

WAYS = [
    ("manual_shoe", "manual"),
    ("hand", "device"),
    ("automated_shoe", "counting_device"),
    ("automated_shoe", "reshuffling_device"),
]


def told(chapter, rounds, dealing, shuffling):
    told = Told(chapter, dealing, shuffling)
    told = told.ready_for_all() if rounds is FULL else told.ready()
    return told.plays(script=told.script(rounds))


@pytest.mark.parametrize("rounds", [PLAIN, FULL], ids=["plain", "full"])
@pytest.mark.parametrize(("dealing", "shuffling"), WAYS)
@pytest.mark.parametrize("chapter", BOOKS)
def test_nothing_is_found(chapter, dealing, shuffling, rounds):
    assert told(chapter, rounds, dealing, shuffling).findings == []


@pytest.mark.parametrize("rounds", [PLAIN, FULL], ids=["plain", "full"])
@pytest.mark.parametrize("chapter", BOOKS)
def test_what_was_worked_out_by_hand_is_what_is_due(chapter, rounds):
    events: list[Event] = told(chapter, rounds, "manual_shoe", "manual").events
    view = replay([event for event in events if event.round])
    (opened,) = [event for event in events if event.type == "table_opened"]

    verdict = judge(view, Known(terms_of(read_body(opened))))
    assert [row for row in verdict.rows if not row.judged] == []
    assert {row.difference_cents for row in verdict.rows} == {0}
