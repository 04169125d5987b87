"""Streams in which something is missing or twice: no check stumbles, and no other round is blamed for it."""

from __future__ import annotations

import pytest

from projections.examining import examiner
from projections.examining.examiner import TableExaminer, examine
from projections.examining.memory.table_state import TableState
from tests.projections.examining.award_scenarios import WON
from tests.projections.examining.clean_rounds import FULL
from tests.projections.examining.told import BOOKS, Told


def two_rounds(chapter: str) -> Told:
    """Rounds with every wager, progressive ones included."""
    told = Told(chapter).ready_for_all()
    told.plays(script=told.script(FULL)).stacks()
    return told.plays(script=told.script(FULL))


@pytest.mark.parametrize("chapter", BOOKS)
def test_no_event_whose_loss_or_repetition_a_check_cannot_bear(chapter):
    events = two_rounds(chapter).events
    assert not list(examine(events))
    for place, event in enumerate(events):
        list(examine(events[:place] + events[place + 1 :]))
        list(examine([*events[: place + 1], event, *events[place + 1 :]]))


def test_a_table_whose_opening_is_missing_is_known_by_its_submission_alone():
    """How it deals is not known then; a deck's hours are not judged by a procedure that nobody named."""
    told = Told("678a").ready()
    told.reselects().plays().stacks()
    told.plays()

    list(examine(told.events[1:]))


def test_a_stub_that_is_counted_in_a_round_nobody_opened_is_not_that_of_the_round_before():
    told = Told("647a").ready_for_all()
    told.plays(script=told.script(FULL)).stacks()
    opened = len(told.events)
    told.begins(script=told.script(FULL))
    told.says("stub_counted", deck="red-1", stub_cards=40, deck_cards=52)
    del told.events[opened]

    assert not [found for found in told.findings if found.id == "C32"]


def test_of_a_share_that_nobody_claimed_the_table_cannot_say_how_much_was_due():
    told = Told("678a").ready_for_all()
    (found,) = told.plays(script=told.script(WON)).findings

    assert (found.id, found.severity, found.due_mc, found.done_mc) == ("S15", "money", None, 0)


def test_an_event_that_a_check_stumbles_over_has_happened_all_the_same(monkeypatch):
    told = Told("678a").ready()
    told.begins()
    opened = next(event for event in told.events if event.type == "round_opened")

    def stumbles(*_: object) -> None:
        raise KeyError("a defect")

    modes: dict[str, TableState] = {}
    table = TableExaminer(modes)
    for event in told.events[: opened.seq - 1]:
        table.take(event)
    with monkeypatch.context() as broken:
        broken.setattr(examiner, "_asked", stumbles)
        with pytest.raises(KeyError):
            table.take(opened)

    known = modes["live"].round
    assert known is not None
    assert known.name == opened.round
