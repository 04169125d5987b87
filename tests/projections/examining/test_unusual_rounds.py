"""Rounds in which something lawful but unusual happens: nothing is found, and they pay what is due.

Each is a `FULL` round, whose amounts were worked out by hand, told with one thing more. What a box takes back
before "no more bets" is as if it had never been there (x.7(c)), so the boxes of the round win and lose what
they do without it, and a box that took everything back has nothing due and nothing given.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from events.body import read_body
from projections.rounds.discrepancies import discrepancies
from projections.rounds.replay import replay
from projections.rounds.terms import terms_of
from projections.rounds.verdict import Known, judge
from tests.projections.examining.changes import placed
from tests.projections.examining.clean_rounds import DOLLAR, FULL, UNIT_MC
from tests.projections.examining.round_lines import Line
from tests.projections.examining.script import Script
from tests.projections.examining.told import BOOKS, Told

History = Callable[[Script, str], object]
REQUIRED = {chapter: ("ante", "odds") if chapter == "677a" else ("ante",) for chapter in BOOKS}
"""The wagers of x.7(d) without which nobody takes part."""
OPTIONAL = {
    "647a": "bonus",
    "663a": "poker_bonus",
    "677a": "pocket_bonus",
    "678a": "flush_bonus",
    "679a": "pair_bonus",
}
SHOE = {"dealing": "manual_shoe", "shuffling": "manual"}
STACKS = {"dealing": "automated_shoe", "shuffling": "counting_device"}


def back(wager: str, seat: int, dollars: int) -> Line:
    """A wager, or part of one, is taken back."""
    return "wager_withdrawn", {"seat": seat, "wager": wager, "amount_mc": dollars * DOLLAR}


def laid(seat: int, *wagers: str, dollars: int = 10) -> list[Line]:
    return [placed(wager, seat, dollars) for wager in wagers]


def taken(seat: int, *wagers: str, dollars: int = 10) -> list[Line]:
    return [back(wager, seat, dollars) for wager in wagers]


def there_and_back(seat: int, *wagers: str, dollars: int = 10) -> list[Line]:
    """Wagers are laid, and all of them taken back."""
    return [*laid(seat, *wagers, dollars=dollars), *taken(seat, *wagers, dollars=dollars)]


def sits(player: str, *boxes: int) -> Line:
    return "player_seated", {"player": player, "seat": boxes[0], "boxes": list(boxes)}


def leaves(player: str, seat: int) -> Line:
    return "player_left", {"player": player, "seat": seat}


# --- the histories ----------------------------------------------------------------------------------------


def all_of_a_box_is_taken_back(script, chapter):
    script.before("bets_closed", *there_and_back(2, *REQUIRED[chapter]))


def all_of_a_box_is_taken_back_and_its_bonus_first(script, chapter):
    wagers = (*REQUIRED[chapter], OPTIONAL[chapter])
    script.before("bets_closed", *laid(2, *wagers), *taken(2, *reversed(wagers)))


def part_of_it_is_taken_back(script, chapter):
    """Seventeen dollars, less seven: the ten by which seat 1 is settled."""
    for wager in REQUIRED[chapter]:
        script.change("wager_placed", {"amount_mc": 17 * DOLLAR}, seat=1, wager=wager)
        script.after("wager_placed", back(wager, 1, 7), seat=1, wager=wager)


def taken_back_and_laid_again(script, chapter):
    for wager in REQUIRED[chapter]:
        script.after("wager_placed", back(wager, 1, 10), placed(wager, 1, 10), seat=1, wager=wager)


def only_the_bonus_is_taken_back(script, chapter):
    script.before("bets_closed", *there_and_back(3, OPTIONAL[chapter], dollars=5))


def moved_to_the_box_beside_it(script, chapter):
    """P-1 has boxes 1 and 2, begins on 2 and plays on 1."""
    script.lines[:0] = [
        ("boxes_changed", {"player": "P-1", "boxes": [1, 2]}),
        *there_and_back(2, *REQUIRED[chapter]),
        ("boxes_changed", {"player": "P-1", "boxes": [1]}),
    ]


def moved_across_the_table(script, chapter):
    """P-1 sits at box 4 first, and goes to box 1 with the wager: never on both."""
    script.lines[:0] = [
        ("boxes_changed", {"player": "P-1", "boxes": [4]}),
        *there_and_back(4, *REQUIRED[chapter]),
        ("boxes_changed", {"player": "P-1", "boxes": [1]}),
    ]


def left_before_no_more_bets(script, chapter):
    script.before("bets_closed", *there_and_back(2, *REQUIRED[chapter]), leaves("P-2", 2))


def another_player_takes_the_box(script, chapter):
    script.lines[:0] = [
        leaves("P-5", 5),
        sits("P-9", 5),
        *there_and_back(5, *REQUIRED[chapter]),
        leaves("P-9", 5),
        sits("P-5", 5),
    ]


def sat_down_in_the_middle(script, _chapter):
    script.after("bets_closed", sits("P-4", 4))


def another_dealer_in_the_middle(script, _chapter):
    script.before("hand_revealed", ("dealer_changed", {"dealer": "D-2", "floorperson": "F-1"}), hand="dealer")


def progressive_taken_back(script, chapter):
    """Seat 3 thinks better of the progressive wager; the system never took it."""
    dollars = UNIT_MC[chapter] // DOLLAR
    script.after("wager_placed", *there_and_back(3, "progressive", dollars=dollars), seat=3, wager="ante")


def progressive_laid_too_early_and_laid_again(script, chapter):
    """Before the Ante it may not be laid; it is taken back and laid behind it."""
    early = there_and_back(5, "progressive", dollars=UNIT_MC[chapter] // DOLLAR)
    script.before("wager_placed", *early, seat=5, wager="ante")


def six_card_bonus_of_another_taken_back(script, _chapter):
    script.before("bets_closed", *there_and_back(1, "six_card_bonus", dollars=5))


EVERYWHERE: list[History] = [
    all_of_a_box_is_taken_back,
    all_of_a_box_is_taken_back_and_its_bonus_first,
    part_of_it_is_taken_back,
    taken_back_and_laid_again,
    only_the_bonus_is_taken_back,
    moved_to_the_box_beside_it,
    moved_across_the_table,
    left_before_no_more_bets,
    another_player_takes_the_box,
    sat_down_in_the_middle,
    another_dealer_in_the_middle,
]
HISTORIES: list[tuple[History, str]] = [
    *((history, chapter) for history in EVERYWHERE for chapter in BOOKS),
    *((progressive_taken_back, chapter) for chapter in UNIT_MC),
    *((progressive_laid_too_early_and_laid_again, chapter) for chapter in UNIT_MC),
    (six_card_bonus_of_another_taken_back, "647a"),
]


def round_with(history: History, chapter: str, way: dict[str, str] = SHOE) -> Told:
    boxes = 2 if chapter != "677a" and history is moved_to_the_box_beside_it else 1
    told = Told(chapter, **way).ready_for_all(boxes_per_player=boxes).seats(2, "P-2")
    if history in (moved_to_the_box_beside_it, another_player_takes_the_box):
        told.leaves("P-2")
    script = told.script(FULL)
    history(script, chapter)
    return told.plays(script=script)


def verdict_on(told: Told):
    view = replay([event for event in told.events if event.round])
    (opened,) = [event for event in told.events if event.type == "table_opened"]
    return view, judge(view, Known(terms_of(read_body(opened))))


def by_hand(chapter: str) -> dict[tuple[int, str], int]:
    """What each wager of a `FULL` round is due, in cents."""
    return {
        (seat, paid.wager): 100 * (paid.returned + paid.paid)
        for seat, box in FULL[chapter].boxes.items()
        for paid in box.settled
    }


@pytest.mark.parametrize(("history", "chapter"), HISTORIES)
def test_the_round_is_as_without_it(history, chapter):
    told = round_with(history, chapter)
    view, verdict = verdict_on(told)

    assert {(row.seat, row.wager): row.due_cents for row in verdict.rows if row.due_cents} == {
        place: cents for place, cents in by_hand(chapter).items() if cents
    }
    assert [row for row in verdict.rows if not row.judged or row.difference_mc] == []
    assert "event" not in verdict.description
    assert told.findings == []
    assert discrepancies(view) == []


@pytest.mark.parametrize("chapter", BOOKS)
@pytest.mark.parametrize("history", EVERYWHERE[:3])
def test_nor_does_it_matter_how_cards_are_dealt(history, chapter):
    told = round_with(history, chapter, STACKS)
    _, verdict = verdict_on(told)
    assert told.findings == []
    assert {row.difference_mc for row in verdict.rows} == {0}
