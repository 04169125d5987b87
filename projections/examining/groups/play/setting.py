"""P21–P25: how hands are set into a high and a low one (663a.7(f), .11(a)(3), (d), (e))."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from games.cards import parse
from games.ranking.hi_lo import dealer_setting, high_points, is_legal, low_points
from projections.examining.check import ROUND_DONE, Check, Found, Moment
from projections.examining.memory.table_state import Step


def _sets(moment: Moment) -> dict[int, list[Step]]:
    """How each box was set, in the order of the events."""
    assert moment.round is not None
    found = defaultdict[int, list[Step]](list)
    for step in moment.round.of("hand_set"):
        if step.body.seat is not None:
            found[step.body.seat].append(step)
    return found


def setting_out_of_order(moment: Moment) -> Iterator[Found]:
    """P21: a player with two boxes sets the larger wager first, of equal ones the one to the left."""
    digest, sets = moment.digest, _sets(moment)
    for player, boxes in moment.table.boxes.items():
        own = [seat for seat in boxes if seat in sets and seat in digest.staked]
        due = sorted(own, key=lambda seat: (-digest.ante_mc(seat), -seat))
        done = sorted(own, key=lambda seat: sets[seat][0].seq)
        if due != done:
            text = f"Hands were set in the order of seats {_list(done)}; due is {_list(due)}."
            seqs = tuple(sets[seat][0].seq for seat in own)
            yield Found("663a.7(f)", text, player, seqs, seat=done[0])


def _list(seats: list[int]) -> str:
    return ", ".join(map(str, seats))


def set_again(moment: Moment) -> Iterator[Found]:
    """P22: hands that lie on the layout are not set again with other cards."""
    for seat, steps in _sets(moment).items():
        known = [step for step in steps if None not in (*step.body.high, *step.body.low)]
        for before, after in pairwise(known):
            if {*before.body.high} != {*after.body.high} or {*before.body.low} != {*after.body.low}:
                text = f"The hands of seat {seat} were changed after they had been set."
                yield Found("663a.11(a)(3)", text, str(seat), (before.seq, after.seq), seat=seat)
                break


def set_against_rule(moment: Moment) -> Iterator[Found]:
    """P23: the three higher cards are the high hand; one ace at most may be low."""
    for seat, steps in _sets(moment).items():
        last = steps[-1].body
        if None in (*last.high, *last.low):
            continue
        if not is_legal([*map(parse, last.high)], [*map(parse, last.low)]):
            text = f"Seat {seat} set its hands against the rule: a house ruling is required."
            yield Found("663a.11(d)", text, str(seat), (steps[-1].seq,), seat=seat)


def dealer_set_wrong(moment: Moment) -> Iterator[Found]:
    """P24: the dealer's three higher cards are high, and aces too unless there are four."""
    assert moment.round is not None
    step = moment.round.first("hand_set", hand="dealer")
    if step is None or None in (*step.body.high, *step.body.low):
        return
    high, low = [*map(parse, step.body.high)], [*map(parse, step.body.low)]
    if len(high) + len(low) != 5:
        return
    if (high_points(high), low_points(low)) != dealer_setting([*high, *low]).points or len(high) != 3:
        text = "The dealer's hands were not set as they have to be."
        yield Found("663a.11(e)", text, "dealer", (step.seq,))


def turned_before_all_had_set(moment: Moment) -> Iterator[Found]:
    """P25: the dealer's cards are turned when every hand that is played has been set."""
    digest, sets = moment.digest, _sets(moment)
    shown = digest.dealer_shown
    if digest.interrupted or shown is None:
        return
    for seat in {
        step.body.seat for step in digest.decisions if step.body.action == "play"
    } - digest.abandoned:
        if seat not in sets or sets[seat][0].seq > shown.seq:
            late = seat in sets
            section = "663a.11(e)" if late else "663a.11(d)"
            when = "before the dealer's cards were turned" if late else "at all"
            yield Found(
                section, f"Seat {seat} had not set its hands {when}.", str(seat), (shown.seq,), seat=seat
            )


_AT, _ONLY = (ROUND_DONE,), ("663a",)
CHECKS = (
    Check("P21", "hands_set_out_of_order", _AT, "settings", setting_out_of_order, chapters=_ONLY),
    Check("P22", "hand_set_again", _AT, "settings", set_again, chapters=_ONLY),
    Check("P23", "hand_set_wrong", _AT, "settings, cards", set_against_rule, chapters=_ONLY),
    Check("P24", "dealer_hand_set_wrong", _AT, "settings, cards", dealer_set_wrong, chapters=_ONLY),
    Check("P25", "dealer_turned_early", _AT, "settings", turned_before_all_had_set, chapters=_ONLY),
)
