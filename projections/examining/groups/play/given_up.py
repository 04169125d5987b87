"""P14, P15: when the wagers of a hand that was given up are collected, and where their chips go.

What they are paid is `payouts`'.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from projections.examining.check import CARD_TYPES, INVENTORY, Found
from projections.examining.memory.table_state import Step
from projections.examining.settled_round import SettledRound

INTO_INVENTORY: Final = ("647a", "678a")
"""Chapters in which the Ante of a folded hand goes into the table inventory container; 677a only has it
collected."""
PLAY_GOES_ON: Final = CARD_TYPES | {"decision_made", "community_cards_revealed", "hand_revealed"}


def given_up_with_hand(settled: SettledRound) -> frozenset[str]:
    """The wagers that go with a hand: 647a, 678a, 679a the Ante, 663a the Tie too, 677a the Odds."""
    return frozenset(
        each.name
        for each in settled.game.wagers
        if each.timing != "result" and not each.kept_on_fold and not each.progressive
    )


def collected_late(settled: SettledRound) -> Iterator[tuple[str, Found]]:
    """Each wager of a hand that was given up and collected at another time than the chapter has it."""
    steps = settled.steps
    for number, step in enumerate(steps):
        if step.type != "decision_made" or step.body.action not in ("fold", "forfeit"):
            continue
        late = folded_late if step.body.action == "fold" else forfeited_late
        for wager in sorted(given_up_with_hand(settled)):
            taken = [
                place
                for place, each in enumerate(steps)
                if each.type == "wager_settled"
                and (each.body.seat, each.body.wager) == (step.body.seat, wager)
            ]
            if not taken or steps[taken[0]].body.outcome != "lose":
                continue  # never, or not as a loss: that is money
            when = late(steps, number, taken[0])
            if not when and step.body.action == "fold":
                when = _placed_elsewhere(settled, step.body.seat, wager)
            if when:
                yield _found(settled, step, wager, steps[taken[0]], when)


def folded_late(steps: list[Step], folded: int, taken: int) -> str:
    """P14: not collected at once, when the player folds; gives what came between."""
    between = steps[folded + 1 : taken]
    return "after play had gone on" if any(each.type in PLAY_GOES_ON for each in between) else ""


def _placed_elsewhere(settled: SettledRound, seat: int, wager: str) -> str:
    """P14: not placed in the table inventory container, as the last that was recorded of it says."""
    placed = [
        step.body
        for step in settled.steps
        if step.type == "chips_placed" and step.body.wager == wager and seat in step.body.seats
    ]
    if settled.book.chapter not in INTO_INVENTORY or not placed or placed[-1].to == INVENTORY:
        return ""
    return "but not placed in the table inventory container"


def forfeited_late(steps: list[Step], _forfeited: int, taken: int) -> str:
    """P15: collected before everybody had decided, or after the dealer's hand was shown."""
    if any(each.type == "decision_made" for each in steps[taken:]):
        return "before everybody had decided"
    shown = any(each.type == "hand_revealed" and each.body.hand == "dealer" for each in steps[:taken])
    return "after the dealer's hand was shown" if shown else ""


def _found(settled: SettledRound, gave_up: Step, wager: str, taken: Step, when: str) -> tuple[str, Found]:
    seat = gave_up.body.seat
    id_ = "P14" if gave_up.body.action == "fold" else "P15"
    rows = (row for row in settled.verdict.rows if (row.seat, row.wager) == (seat, wager))
    section = next((row.section for row in rows), None) if id_ == "P14" else None
    section = section or f"{settled.book.chapter}.11(c)"
    said = f"Seat {seat}, {wager.replace('_', ' ')}: of a hand given up, and collected {when}."
    return id_, Found(section, said, f"{seat} {wager}", (gave_up.seq, taken.seq), seat, wager, None, 0, 0)
