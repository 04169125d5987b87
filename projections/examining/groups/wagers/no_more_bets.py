"""W12–W16, W18–W21, W32: "no more bets", lock-out, chips, lights.

Sections x.2(c), x.8(b), x.9(a)(3), (b), x.10(a)(2).
"""

from __future__ import annotations

from collections.abc import Iterator

from games.procedure.dealing import check_progressive_chips
from projections.examining.check import INVENTORY, ROUND_DONE, Check, Found, Moment, of_round
from projections.examining.memory.table_state import Step
from projections.examining.round_facts import RoundFacts


def _section(facts: RoundFacts) -> str:
    """Where the chapter says so of the way in which the round is dealt."""
    return facts.book.cards.no_more_bets[facts.round.dealing]


@of_round
def not_announced(_moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """W12: cards were dealt, and nobody announced "no more bets"."""
    if facts.round.first_card_seq and not facts.round.bets_closed_seq:
        text = 'Nobody announced "no more bets" in this round.'
        yield Found(_section(facts), text, "", (facts.round.first_card_seq,))


@of_round
def announced_late(_moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """W13: a card was dealt before "no more bets"."""
    first, closed = facts.round.first_card_seq, facts.round.bets_closed_seq
    if 0 < first < closed:
        yield Found(_section(facts), 'A card was dealt before "no more bets".', "", (first, closed))


# --- lock-out ---------------------------------------------------------------------------------------------


@of_round
def not_locked(moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """W14: the progressive system was not locked, though its wager is on offer."""
    first = facts.round.first_card_seq
    if first and facts.system("value_chip") and facts.first("lock_out_engaged", system="progressive") is None:
        text = "The progressive system was not locked before the deal."
        yield Found(f"{moment.x}.2(c)(2)", text, "", (first,), wager="progressive")


@of_round
def locked_at_a_wrong_time(moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """W15: the progressive system was locked after the first card, or before "no more bets".

    The second breaks no section: the wagers that it kept out could still have been made.
    """
    locked = facts.first("lock_out_engaged", system="progressive")
    first, closed = facts.round.first_card_seq, facts.round.bets_closed_seq
    if locked is None:
        return
    if 0 < first < locked.seq:
        text = "The progressive system was locked after a card had been dealt."
        yield Found(f"{moment.x}.2(c)(2)", text, "", (first, locked.seq), wager="progressive")
    elif locked.seq < closed:
        text = 'The progressive system was locked before "no more bets".'
        yield Found(None, text, "", (locked.seq, closed), wager="progressive")


@of_round
def electronic_not_locked(moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """W16: electronic wagering was not locked before the deal, though its wagers are on offer (647a.2(d))."""
    first = facts.round.first_card_seq
    if not first or not facts.system("electronic"):
        return
    locked = facts.first("lock_out_engaged", system="electronic_wagering")
    if locked is None or locked.seq > first:
        seqs = (first, *([locked.seq] if locked is not None else []))
        yield Found(f"{moment.x}.2(d)", "Electronic wagering was not locked before the deal.", "", seqs)


# --- chips and lights -------------------------------------------------------------------------------------


@of_round
def chips_unlike_wagers(_moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """W18: the chips collected are not so many as the wagers that the system shows, or than it took."""
    taken = {each.wager: len(each.seats) for each in facts.accepted()}
    for step in facts.all("progressive_chips_counted"):
        body = step.body
        for accepted in (body.accepted, taken.get(body.wager, body.chips)):
            breach = check_progressive_chips(facts.book, facts.round.dealing, body.chips, accepted)
            if breach is not None:
                seqs = (facts.round.bets_closed_seq, step.seq)
                yield Found(breach.section, f"{breach.message}.", body.wager, seqs, wager=body.wager)
                break


@of_round
def chips_not_counted(_moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """W19: progressive wagers were made, and their chips were not compared with what the system took."""
    counted = {step.body.wager for step in facts.all("progressive_chips_counted")}
    for each in facts.accepted():
        if each.seats and each.wager not in counted and facts.round.first_card_seq:
            text = f"The chips of {len(each.seats)} {each.wager} wagers were not counted."
            yield Found(_section(facts), text, each.wager, wager=each.wager)


@of_round
def chips_counted_late(_moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """W20: the chips were counted after the first card."""
    first = facts.round.first_card_seq
    for step in facts.all("progressive_chips_counted"):
        if 0 < first < step.seq:
            text = f"The chips of the {step.body.wager} wagers were counted after a card had been dealt."
            yield Found(_section(facts), text, step.body.wager, (first, step.seq), wager=step.body.wager)


@of_round
def chips_not_in_inventory(_moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """W32: the chips of progressive wagers were not placed in the table inventory container, or not when they
    had been counted and before the deal. Nothing is asked where nobody recorded where they went."""
    first = facts.round.first_card_seq
    for wager in facts.system("value_chip"):
        last = {seat: step for step in facts.all("chips_placed") for seat in _seats(step, wager)}
        counted = facts.first("progressive_chips_counted", wager=wager)
        for step in last.values():
            late = 0 < first < step.seq
            early = counted is not None and step.seq < counted.seq
            if step.body.to != INVENTORY:
                why = "were not placed in the table inventory container"
            elif late or early:
                why = "were placed " + ("when a card had been dealt" if late else "before they were counted")
            else:
                continue
            text = f"The chips of the {wager} wagers {why}."
            yield Found(_section(facts), text, wager, (step.seq,), wager=wager)
            break


def _seats(step: Step, wager: str) -> tuple[int, ...]:
    """Whose chips were placed, of a wager."""
    return tuple(step.body.seats) if step.body.wager == wager else ()


@of_round
def lights_unlike_wagers(moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """W21: the lights are not on where, and only where, the system took a wager (x.2(c)(1))."""
    lit = {step.body.wager: step for step in facts.all("progressive_lights_lit")}
    for each in facts.accepted():
        step = lit.get(each.wager)
        seats = frozenset(step.body.seats) if step is not None else frozenset()
        if seats != each.seats:
            wrong = ", ".join(str(seat) for seat in sorted(seats ^ each.seats))
            text = f"The progressive light and the wagers taken do not agree: seat {wrong}."
            seqs = (step.seq,) if step is not None else ()
            yield Found(f"{moment.x}.2(c)(1)", text, each.wager, seqs, wager=each.wager)


_DONE, _METERED = (ROUND_DONE,), ("647a", "678a")
CHECKS = (
    Check("W12", "no_more_bets_not_announced", _DONE, "the round", not_announced),
    Check("W13", "dealt_before_no_more_bets", _DONE, "the round", announced_late),
    Check("W14", "lock_out_missing", _DONE, "the round, selections", not_locked, chapters=_METERED),
    Check("W15", "lock_out_at_a_wrong_time", _DONE, "the round", locked_at_a_wrong_time, chapters=_METERED),
    Check(
        "W16",
        "electronic_lock_out_missing",
        _DONE,
        "the round, selections",
        electronic_not_locked,
        chapters=("647a",),
    ),
    Check("W18", "chip_count_wrong", _DONE, "the round", chips_unlike_wagers, chapters=_METERED),
    Check("W19", "chips_not_counted", _DONE, "the round", chips_not_counted, chapters=_METERED),
    Check("W20", "chips_counted_late", _DONE, "the round", chips_counted_late, chapters=_METERED),
    Check("W32", "chips_not_in_inventory", _DONE, "the round", chips_not_in_inventory, chapters=_METERED),
    Check("W21", "lights_unlike_wagers", _DONE, "the round", lights_unlike_wagers, chapters=_METERED),
)
