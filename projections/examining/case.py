"""A wager that was not settled as it should have been: what was due, what was done, and how."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from events.money import MC_PER_CENT, text
from events.vocabulary.play import WagerSettled
from games.describing.describe import parse
from projections.examining.check import Found
from projections.examining.limited_wagers import told_apart
from projections.examining.settled_round import SettledRound, by_place
from projections.rounds.done import ENVY, Place
from projections.rounds.verdict import LIMIT, Row


@dataclass(slots=True)
class Case:
    """One wager of one seat about which something is wrong."""

    round: SettledRound
    row: Row
    settled: Sequence[WagerSettled]

    @property
    def place(self) -> Place:
        """Seat and wager."""
        return self.row.seat, self.row.wager

    @property
    def due(self) -> str:
        """What becomes of the wager: win, lose, push or void; empty where that cannot be judged."""
        if not self.row.judged:
            return ""
        return self.row.result.outcome if self.row.result is not None else "lose"

    @property
    def difference_mc(self) -> int:
        """Done less due; 0 where nothing is known to be due."""
        return self.row.difference_mc or 0

    @property
    def paid_mc(self) -> int:
        """What was paid beside the stake."""
        return sum(each.paid_mc for each in self.settled)

    @property
    def was_void(self) -> bool:
        """Whether it was handled as void in the end."""
        return bool(self.settled) and self.settled[-1].outcome == "void"

    @property
    def stands(self) -> bool:
        """Whether the irregularity of the round leaves the wager to be settled."""
        rule = self.round.rule
        if rule is None or not rule.returned:
            return False
        return self.row.wager not in rule.returned and self.row.wager not in rule.silent

    @property
    def placed_mc(self) -> int:
        """What was staked."""
        return self.round.placed_mc(self.place)

    @property
    def section(self) -> str:
        """Where the game says what is due; else where the chapter has the wager."""
        if self.row.section is not None:
            return self.row.section
        known = {each.name: each.section for each in self.round.game.wagers}
        return known.get(self.row.wager, f"{self.round.book.chapter}.11")

    def found(self, section: str, what: str) -> Found:
        """The case as a check found it; `what` begins the sentence, amounts end it."""
        row, due_mc = self.row, self.row.due_mc
        name = row.wager.replace("_", " ")
        said = f"Seat {row.seat}, {name}: {what}."
        if due_mc is not None:
            said += f" Due {text(due_mc)}, given {text(row.done_mc)}."
        seqs = tuple(step.seq for step in self.round.settlements(self.place))
        done_mc = None if due_mc is None else row.done_mc
        return Found(
            section,
            said,
            f"{row.seat} {row.wager}",
            seqs,
            seat=row.seat,
            wager=row.wager,
            due_mc=due_mc,
            done_mc=done_mc,
        )


Fits = Callable[[Case], bool]


def cases(settled: SettledRound) -> Iterator[Case]:
    """Every wager that was not settled once, with its stake, as due. Envy goes by player: see `envy`."""
    done = by_place(settled.view)
    for row in told_apart(settled, done):
        case = Case(settled, row, done.get((row.seat, row.wager), ()))
        if row.wager != ENVY and not _is_right(case) and _has_its_stake(case):
            yield case


def _has_its_stake(case: Case) -> bool:
    """Whether a wager is of the amount by which the game settles it: 647a fixes Flop, Turn and River."""
    settled, row = case.round, case.row
    if row.result is None or settled.verdict.description is None:
        return True
    described = parse(settled.verdict.description)[0].seats
    stakes = next((settled.game.stakes(seat) for seat in described if seat.seat == row.seat), {})
    return row.wager not in stakes or stakes[row.wager] * MC_PER_CENT == case.placed_mc


def _kept_with_its_hand(case: Case) -> bool:
    """Whether a wager that was left behind lost, as it may (x.7(b)), though hands were void in the end."""
    return case.due == "void" and [each.outcome for each in case.settled] == ["lose"] and not case.paid_mc


def _is_right(case: Case) -> bool:
    row, settled = case.row, case.settled
    seat = case.round.view.seats.get(row.seat)
    if row.difference_mc:
        return seat is not None and seat.abandoned and _kept_with_its_hand(case)
    if row.wager == LIMIT:
        return True
    if case.was_void and case.stands:
        return False
    placed_mc = case.placed_mc
    if len(settled) == 1:
        return settled[0].stake_mc == placed_mc
    if not settled:
        left_to_a_ruling = not row.judged and (case.round.voided or bool(case.round.kind))
        return not placed_mc or left_to_a_ruling or (seat is not None and seat.abandoned)
    returned_later = bool(case.round.kind) and settled[0].outcome == "lose" and case.was_void
    return returned_later and len(settled) == 2
