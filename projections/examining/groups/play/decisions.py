"""P01–P13: who decides when, and how much a decision may wager (x.11(b)–(f))."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from games.cards import parse
from games.high_card_flush.hands import Hand
from projections.examining.check import ROUND_DONE, Check, Found, Moment
from projections.examining.memory.table_state import Step

STREETS: Final = {
    "647a": {"preflop": "(b)", "flop": "(d)", "turn": "(f)"},
    "663a": {"deal": "(b)"},
    "677a": {"preflop": "(b)", "flop": "(d)", "river": "(f)"},
    "678a": {"deal": "(b)"},
    "679a": {"deal": "(b)"},
}
"""When players are asked, and the part of x.11 that says so."""


def _section(moment: Moment, at: str) -> str:
    return f"{moment.x}.11{STREETS[moment.x].get(at, '(b)')}"


def out_of_turn(moment: Moment) -> Iterator[Found]:
    """P01: players decide clockwise, from the dealer's left, at each street."""
    for at in STREETS[moment.x]:
        last: Step | None = None
        for step in moment.digest.decisions:
            if step.body.at != at:
                continue
            if last is not None and step.body.seat < last.body.seat:
                yield Found(
                    _section(moment, at),
                    f"Seat {last.body.seat} decided before seat {step.body.seat} was asked.",
                    at,
                    (last.seq, step.seq),
                    seat=last.body.seat,
                )
                break
            last = step


def _asked(moment: Moment, seat: int, at: str) -> bool:
    """Whether a seat is asked at a street, by what it had decided before."""
    streets = [*STREETS[moment.x]]
    earlier = streets[: streets.index(at)]
    before = [step.body for step in moment.digest.decided(seat) if step.body.at in earlier]
    if any(body.action in ("fold", "forfeit") for body in before):
        return False
    return moment.x != "677a" or not any(body.wager == "raise" for body in before)


def not_asked(moment: Moment) -> Iterator[Found]:
    """P02: a box in play made no decision where it has to be asked."""
    digest = moment.digest
    if digest.interrupted or moment.event.type != "round_closed":
        return
    for seat in sorted({*moment.facts.playing} - _left(moment)):
        if seat in digest.abandoned or not digest.ante_mc(seat):
            continue
        for at in STREETS[moment.x]:
            decided = any(step.body.at == at for step in digest.decided(seat))
            if not decided and _asked(moment, seat, at):
                text = f"Seat {seat} made no decision{'' if at == 'deal' else f' ({at})'}."
                yield Found(_section(moment, at), text, f"{seat} {at}", seat=seat)
                break  # what it was not asked later follows from that


def _left(moment: Moment) -> set[int]:
    """The boxes of players who left during the round: what becomes of these is another check's."""
    round_ = moment.round
    assert round_ is not None
    gone = {step.body.player for step in round_.of("player_left")}
    return {seat for seat, players in round_.owners.items() if gone & {*players}}


def decided_again(moment: Moment) -> Iterator[Found]:
    """P03: a second decision at one street, or one after the hand was given up or left."""
    assert moment.round is not None
    for seat in {step.body.seat for step in moment.digest.decisions}:
        for step, why in _again(moment.digest.decided(seat)):
            text = f"Seat {seat} decided {why}."
            yield Found(_section(moment, step.body.at), text, str(seat), (step.seq,), seat=seat)
            break


def _again(decided: Iterable[Step]) -> Iterator[tuple[Step, str]]:
    """The decisions of a seat that it had no right to make any more, each with the reason."""
    at, given_up = set[str](), False
    for step in decided:
        if given_up or step.body.at in at:
            yield step, "after it had given up its hand" if given_up else "twice"
        at.add(step.body.at)
        given_up = given_up or step.body.action in ("fold", "forfeit")


def _wagers(moment: Moment, wager: str) -> Iterator[tuple[Step, int]]:
    """The decisions that made a wager, first ones only, and the Ante of their seats."""
    seen = set[int]()
    for step in moment.digest.decisions:
        ante_mc = moment.digest.ante_mc(step.body.seat)
        if step.body.wager == wager and ante_mc and step.body.seat not in seen:
            seen.add(step.body.seat)
            yield step, ante_mc


def _wrong(step: Step, section: str, limit: str) -> Found:
    body = step.body
    text = f"Seat {body.seat} made a {body.wager.capitalize()} Wager that {limit}."
    return Found(section, text, f"{body.seat} {body.wager}", (step.seq,), seat=body.seat, wager=body.wager)


def _flush_length(moment: Moment, seat: int) -> int | None:
    """678a: how long the flush of a hand is that was shown whole; None where it was not."""
    shown = moment.digest.shown.get(seat)
    if shown is None or None in shown.body.cards or len(shown.body.cards) != 7:
        return None
    return Hand(tuple(map(parse, shown.body.cards))).flush() >> 13


def raise_for_short_flush(moment: Moment) -> Iterator[Found]:
    """P04: with a flush of up to four cards the Raise equals the Ante (678a.11(b)(1))."""
    for step, ante_mc in _wagers(moment, "raise"):
        length = _flush_length(moment, step.body.seat)
        if length is not None and length <= 4 and step.body.amount_mc > ante_mc:
            yield _wrong(step, "678a.11(b)(1)", "is more than the Ante, with a flush of four cards or fewer")


def raise_for_long_flush(moment: Moment) -> Iterator[Found]:
    """P05: up to twice the Ante with five cards, three times with six or seven (678a.11(b)(2), (3))."""
    for step, ante_mc in _wagers(moment, "raise"):
        length = _flush_length(moment, step.body.seat)
        if length is None or length < 5:
            continue
        times, part = (2, "(2)") if length == 5 else (3, "(3)")
        if step.body.amount_mc > times * ante_mc:
            yield _wrong(step, f"678a.11(b){part}", f"is more than {times} times the Ante")


def raise_below_ante(moment: Moment) -> Iterator[Found]:
    """P13: a Raise is the Ante at least (678a.11(b), switch raise_steps)."""
    for step, ante_mc in _wagers(moment, "raise"):
        if step.body.amount_mc < ante_mc:
            yield _wrong(step, "678a.11(b)", "is less than the Ante")


def _raise_at(at: str, times: int, part: str) -> Callable[[Moment], Iterator[Found]]:
    def find(moment: Moment) -> Iterator[Found]:
        for step, ante_mc in _wagers(moment, "raise"):
            if step.body.at == at and step.body.amount_mc > times * ante_mc:
                limit = "the Ante" if times == 1 else f"{times} times the Ante"
                yield _wrong(step, f"677a.11{part}", f"is more than {limit}")
            elif step.body.at == at == "river" and step.body.amount_mc < ante_mc:
                yield _wrong(step, f"677a.11{part}", "is less than the Ante")

    return find


def not_open_at_that_street(moment: Moment) -> Iterator[Found]:
    """P09: a second Raise, a fold before the River, a check at the River (677a.7(d)(1), .11).

    What is decided once more where it was decided already is P03, whatever it is.
    """
    raised = set[int]()
    seats = {step.body.seat for step in moment.digest.decisions}
    again = {step.seq for seat in seats for step, _ in _again(moment.digest.decided(seat))}
    for step in moment.digest.decisions:
        body = step.body
        if step.seq in again:
            continue
        if body.wager == "raise" and body.seat in raised:
            text, section = f"Seat {body.seat} made a second Raise Wager.", "677a.7(d)(1)"
        elif body.action == "fold" and body.at != "river":
            text, section = f"Seat {body.seat} folded before the River.", _section(moment, body.at)
        elif body.action == "check" and body.at == "river":
            text, section = f"Seat {body.seat} checked at the River.", "677a.11(f)"
        else:
            raised |= {body.seat} if body.wager == "raise" else set()
            continue
        yield Found(section, text, f"{body.seat} {body.at}", (step.seq,), seat=body.seat, wager=body.wager)


def flop_wager(moment: Moment) -> Iterator[Found]:
    """P10: the Flop Wager is twice the Ante (647a.11(b))."""
    for step, ante_mc in _wagers(moment, "flop"):
        if step.body.amount_mc != 2 * ante_mc:
            yield _wrong(step, "647a.11(b)", "is not twice the Ante")


def turn_or_river_wager(moment: Moment) -> Iterator[Found]:
    """P11: Turn and River Wagers equal the Ante, by boxes with a Flop Wager (647a.11(d), (f))."""
    with_flop = {step.body.seat for step, _ in _wagers(moment, "flop")}
    for wager, section in (("turn", "647a.11(d)"), ("river", "647a.11(f)")):
        for step, ante_mc in _wagers(moment, wager):
            if step.body.seat not in with_flop:
                yield _wrong(step, section, "no Flop Wager of it came before")
            elif step.body.amount_mc != ante_mc:
                yield _wrong(step, section, "is not equal to the Ante")


def play_wager(moment: Moment) -> Iterator[Found]:
    """P12: the Play Wager equals the Ante (663a.11(b), 679a.7(d)(1), .11(b))."""
    for step, ante_mc in _wagers(moment, "play"):
        if step.body.amount_mc != ante_mc:
            yield _wrong(step, f"{moment.x}.11(b)", "is not equal to the Ante")


_AT = (ROUND_DONE,)
CHECKS = (
    Check("P01", "decision_out_of_turn", _AT, "decisions", out_of_turn),
    Check("P02", "player_not_asked", _AT, "decisions", not_asked),
    Check("P03", "decided_again", _AT, "decisions", decided_again),
    Check("P04", "raise_above_ante", _AT, "decisions, cards", raise_for_short_flush, chapters=("678a",)),
    Check("P05", "raise_too_high", _AT, "decisions, cards", raise_for_long_flush, chapters=("678a",)),
    Check("P06", "raise_before_flop", _AT, "decisions", _raise_at("preflop", 3, "(b)"), chapters=("677a",)),
    Check("P07", "raise_after_flop", _AT, "decisions", _raise_at("flop", 2, "(d)"), chapters=("677a",)),
    Check("P08", "raise_at_river", _AT, "decisions", _raise_at("river", 1, "(f)"), chapters=("677a",)),
    Check("P09", "not_open_at_street", _AT, "decisions", not_open_at_that_street, chapters=("677a",)),
    Check("P10", "flop_wager_wrong", _AT, "decisions", flop_wager, chapters=("647a",)),
    Check("P11", "turn_or_river_wrong", _AT, "decisions", turn_or_river_wager, chapters=("647a",)),
    Check("P12", "play_wager_wrong", _AT, "decisions", play_wager, chapters=("663a", "679a")),
    Check("P13", "raise_below_ante", _AT, "decisions", raise_below_ante, chapters=("678a",)),
)
