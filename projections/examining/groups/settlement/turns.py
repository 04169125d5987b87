"""S05–S11: who is settled when, and which wager before which (x.11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from projections.examining.check import ROUND_DONE, Check, Found, Moment
from projections.examining.groups.settlement.showdown import at_showdown, contest, qualified
from projections.examining.memory.table_state import Step

IN_TURN: Final = {"647a": "(h)", "663a": "(f)", "677a": "(g)", "678a": "(d)", "679a": "(c)"}
OPTIONAL_LAST: Final = {"663a": "(j)", "677a": "(i)", "679a": "(d)"}
BONUSES: Final = ("flush_bonus", "straight_flush_bonus", "progressive")
"""678a: in this order."""
TEXAS: Final = {"bonus": "(h)(3)", "progressive": "(i)", "fchb": "(j)", "six_card_bonus": "(k)"}
"""647a: what is settled behind the contest, in order, and where it says so."""


def _passes(moment: Moment) -> list[list[Step]]:
    """The settlements that go around the table once each: one pass, two where 678a's dealer fails."""
    steps = at_showdown(moment)
    if moment.x != "678a" or qualified(moment) is not False:
        return [steps]
    played = contest(moment)
    return [
        [step for step in steps if step.body.wager in played],
        [step for step in steps if step.body.wager not in played],
    ]


def settled_out_of_turn(moment: Moment) -> Iterator[Found]:
    """S05: boxes are settled counterclockwise, the highest seat first."""
    if moment.digest.interrupted:
        return
    for steps in _passes(moment):
        first = {step.body.seat: step for step in reversed(steps)}
        order = sorted(first.values(), key=lambda step: step.seq)
        for before, after in pairwise(order):
            if after.body.seat > before.body.seat:
                text = f"Seat {before.body.seat} was settled before seat {after.body.seat}."
                section = f"{moment.x}.11{IN_TURN[moment.x]}"
                yield Found(section, text, "", (before.seq, after.seq), seat=before.body.seat)
                return


def settled_interleaved(moment: Moment) -> Iterator[Found]:
    """S06: the contest of one player is settled before that of the next (647a.11(h)(2), 677a.11(g)(2))."""
    if moment.digest.interrupted:
        return
    played, left, last = contest(moment), set[int](), 0
    for step in at_showdown(moment):
        seat = step.body.seat
        if step.body.wager not in played:
            continue
        if seat in left:
            text = f"Seat {seat} was settled in two parts, with another between them."
            yield Found(f"{moment.x}.11{IN_TURN[moment.x]}(2)", text, "", (step.seq,), seat=seat)
            return
        if last and seat != last:
            left.add(last)
        last = seat


def bonus_before_contests(moment: Moment) -> Iterator[Found]:
    """S07: where the dealer does not qualify, every Ante and Raise comes before any bonus (678a.11(d)(1))."""
    if moment.digest.interrupted or qualified(moment) is not False:
        return
    digest = moment.digest
    contests = [step for step in at_showdown(moment) if step.body.wager in ("ante", "raise")]
    stayed = [step for step in digest.settled if step.body.seat not in digest.abandoned]
    bonuses = [step for step in stayed if step.body.wager not in ("ante", "raise")]
    if contests and bonuses and bonuses[0].seq < contests[-1].seq:
        text = f"A bonus of seat {bonuses[0].body.seat} was settled before every Ante and Raise was."
        yield Found("678a.11(d)(1)", text, "", (bonuses[0].seq, contests[-1].seq), seat=bonuses[0].body.seat)


def two_passes(moment: Moment) -> Iterator[Found]:
    """S08: where the dealer qualifies, each player is settled whole before the next (678a.11(d)(2))."""
    if moment.digest.interrupted or qualified(moment) is not True:
        return
    left, last = set[int](), 0
    for step in at_showdown(moment):
        seat = step.body.seat
        if seat in left:
            text = f"Seat {seat} was settled in two passes though the dealer's hand qualified."
            yield Found("678a.11(d)(2)", text, "", (step.seq,), seat=seat)
            return
        if last and seat != last:
            left.add(last)
        last = seat


def _first_out_of_order(moment: Moment, order: Sequence[str]) -> Iterator[tuple[Step, Step]]:
    """Of each seat the first wager that was settled before one that comes before it."""
    for seat in sorted({step.body.seat for step in moment.digest.settled}):
        steps = [step for step in moment.digest.settled if step.body.seat == seat]
        ranked = [(order.index(name), step) for step in steps if (name := _in(step.body.wager, order))]
        for (rank, early), (next_rank, late) in pairwise(ranked):
            if next_rank < rank:
                yield early, late
                break


def _in(wager: str, order: Sequence[str]) -> str:
    return next((name for name in order if wager == name or wager.startswith(f"{name}_")), "")


def bonuses_out_of_order(moment: Moment) -> Iterator[Found]:
    """S09: Flush Bonus, then Straight Flush Bonus, then Progressive (678a.11(e))."""
    if not moment.digest.interrupted:
        for early, late in _first_out_of_order(moment, BONUSES):
            yield _early(early, late, "678a.11(e)")


def texas_out_of_order(moment: Moment) -> Iterator[Found]:
    """S10: contest, Bonus, Progressive, Five Card, Six Card (647a.11(h)(3), (i)–(k))."""
    if moment.digest.interrupted:
        return
    for early, late in _first_out_of_order(moment, [*TEXAS]):
        yield _early(early, late, f"647a.11{TEXAS[_in(early.body.wager, [*TEXAS])]}")
    for seat in sorted({step.body.seat for step in at_showdown(moment)}):
        yield from _optional_first(moment, seat, contest(moment), "647a.11(h)(3)")


def optional_first(moment: Moment) -> Iterator[Found]:
    """S11: the contest of a box is settled before its optional wagers."""
    if moment.digest.interrupted:
        return
    for seat in sorted({step.body.seat for step in at_showdown(moment)}):
        section = f"{moment.x}.11{OPTIONAL_LAST[moment.x]}"
        yield from _optional_first(moment, seat, contest(moment), section)


def _optional_first(moment: Moment, seat: int, played: set[str], section: str) -> Iterator[Found]:
    optional = moment.digest.optional(seat, moment.game)
    steps = [step for step in moment.digest.settled if step.body.seat == seat]
    early = next((step for step in steps if step.body.wager in optional), None)
    late = [step for step in steps if step.body.wager in played]
    if early is not None and late and late[-1].seq > early.seq:
        yield _early(early, late[-1], section)


def _early(early: Step, late: Step, section: str) -> Found:
    seat, wager = early.body.seat, early.body.wager
    text = f"Seat {seat}: {wager.replace('_', ' ')} was settled before {late.body.wager.replace('_', ' ')}."
    return Found(section, text, str(seat), (early.seq, late.seq), seat=seat, wager=wager)


_AT, _ONE_AT_A_TIME = (ROUND_DONE,), ("647a", "677a")
CHECKS = (
    Check("S05", "settled_out_of_turn", _AT, "settlement", settled_out_of_turn),
    Check("S06", "settled_interleaved", _AT, "settlement", settled_interleaved, chapters=_ONE_AT_A_TIME),
    Check(
        "S07", "bonus_before_contests", _AT, "settlement, cards", bonus_before_contests, chapters=("678a",)
    ),
    Check("S08", "settled_in_two_passes", _AT, "settlement, cards", two_passes, chapters=("678a",)),
    Check("S09", "bonuses_out_of_order", _AT, "settlement", bonuses_out_of_order, chapters=("678a",)),
    Check("S10", "wagers_out_of_order", _AT, "settlement", texas_out_of_order, chapters=("647a",)),
    Check(
        "S11", "optional_wager_first", _AT, "settlement", optional_first, chapters=("663a", "677a", "679a")
    ),
)
