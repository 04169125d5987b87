"""W07, P14, P15, S12–S24, S27, S31: a wager that got too little, too much, or nothing (x.7, x.11, x.12).

One small function a check says whether a case is its own; who speaks first is `precedence`'s.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from events.vocabulary.irregularities import IrregularityRuled
from projections.examining.case import Case, Fits
from projections.examining.check import Found
from projections.examining.groups.play.given_up import given_up_with_hand
from projections.examining.settled_round import SettledRound, by_place
from projections.rounds.verdict import LIMIT

BAD_BEAT: Final = {"677a.11(h)(2)(iii)(B)": "odds", "679a.11(c)(3)(iv)": "play"}
"""Where a chapter pays a strong hand that loses, and on which wager."""
HIGHER: Final = "647a.11(h)(2)(ii)"
"""Where an Ante is paid from a straight, or a flush, up."""
DUTIES: Final = {"P15": "11(c)", "S31": "11(j)"}
"""Where a chapter has the dealer collect what was forfeited, and pay what is beside a wager."""
BESIDE: Final = ("_magic", "_lucky")
"""What is paid beside a Five Card Hand Bonus Wager."""


def abandoned_paid(case: Case) -> bool:
    """W07: a wager that was left behind is paid, and nobody has ruled so (x.7(b))."""
    seat = case.round.view.seats[case.row.seat]
    ruled = any(
        isinstance(each.body, IrregularityRuled) and each.body.ruling == "play_on"
        for each in case.round.view.irregularities
    )
    return seat.abandoned and case.due == "lose" and case.difference_mc > 0 and not ruled


def _given_up(case: Case) -> bool:
    """Whether a wager is one that was given up with the hand, and was not just taken."""
    wrong = case.difference_mc > 0 or not case.settled
    given_up = case.row.wager in given_up_with_hand(case.round) and case.round.gave_up(case.row.seat)
    return given_up and case.due == "lose" and wrong


def folded_paid(case: Case) -> bool:
    """P14: the Ante (677a: and Odds) of a hand that was folded is not collected."""
    return case.round.book.chapter in ("647a", "677a", "678a") and _given_up(case)


def forfeited_paid(case: Case) -> bool:
    """P15: the Ante (663a: and Tie) of a hand that was forfeited is not collected."""
    return case.round.book.chapter in ("663a", "679a") and _given_up(case)


def folded_progressive_paid(case: Case) -> bool:
    """S27: the Progressive of a player who folded is paid (647a.11(b)(2)(i)(B))."""
    folded = any(
        each.name == case.row.wager and each.fold_section == case.row.section and not each.kept_on_fold
        for each in case.round.game.wagers
    )
    return folded and case.due == "lose" and case.difference_mc > 0


def magic_or_lucky(case: Case) -> bool:
    """S31: a Magic Card or Lucky Bonus paid without cause, or not paid (647a.12(e)(3))."""
    return case.row.wager.endswith(BESIDE) and bool(case.difference_mc)


def limit_wrong(case: Case) -> bool:
    """S21: what a payout limit covers is above it or cut below it, or what it does not cover is cut."""
    if case.row.wager == LIMIT:
        return True
    limit, options = case.round.book.payout_limit, (case.round.verdict.description or {}).get("options", {})
    limit_cents = options.get("payout_limit_cents")
    if limit is None or limit_cents is None or case.row.wager in limit.covers or case.difference_mc >= 0:
        return False
    paid_mc = sum(each.paid_mc for each in case.round.view.seats[case.row.seat].settled)
    return bool(paid_mc == limit_cents * 1_000)


def ante_by_hand(case: Case) -> bool:
    """S22: an Ante paid below the straight or flush that was submitted, or not paid from it (647a)."""
    if case.row.wager != "ante" or case.row.section != HIGHER:
        return False
    return bool(case.settled) and (
        (case.due == "push" and case.paid_mc > 0) or (case.due == "win" and not case.paid_mc)
    )


def bad_beat_wager(case: Case) -> str:
    """The wager of the seat on which a strong hand that loses is paid; empty where the seat has none."""
    rows = (row for row in case.round.verdict.rows if row.seat == case.row.seat)
    return next((BAD_BEAT[row.section] for row in rows if row.section in BAD_BEAT), "")


def bad_beat(case: Case) -> bool:
    """S23: a strong hand that loses is not paid what is paid for it alone, or on another wager."""
    on = bad_beat_wager(case)
    if not on or any(step.body.paid_mc for step in case.round.settlements((case.row.seat, on))):
        return False
    if case.row.wager == on:
        return case.due == "win" and bool(case.settled)
    return case.due == "lose" and case.paid_mc > 0


def ante_bonus(case: Case) -> bool:
    """S24: the Ante Bonus of three aces not paid, or paid after a forfeit (663a.11(h))."""
    return case.row.wager == "ante_bonus" and bool(case.difference_mc)


def losing_paid(case: Case) -> bool:
    """S14: a losing wager is paid or returned."""
    return case.due == "lose" and case.difference_mc > 0


def winning_taken(case: Case) -> bool:
    """S15: a winning wager is collected."""
    return case.due == "win" and bool(case.settled) and not case.row.done_mc and bool(case.row.due_cents)


def push_taken(case: Case) -> bool:
    """S16: a push is collected."""
    return case.due == "push" and bool(case.settled) and not case.row.done_mc


def never_settled(case: Case) -> bool:
    """S18: a wager is not settled before the round is closed."""
    return not case.settled and bool(case.placed_mc) and case.row.wager != LIMIT


def settled_twice(case: Case) -> bool:
    """S19: a wager is settled twice."""
    return len(case.settled) > 1


def stake_of_a_win(case: Case) -> bool:
    """S17: a win is paid right, and its stake is not wholly returned; or returned at "for 1"."""
    result = case.row.result
    return (
        case.due == "win"
        and result is not None
        and case.paid_mc == result.payout * 1_000
        and bool(case.difference_mc)
    )


def other_stake(case: Case) -> bool:
    """S20: a wager is settled by another stake than was placed (x.7)."""
    return bool(case.settled) and case.settled[0].stake_mc != case.placed_mc and case.row.wager != LIMIT


def underpaid(case: Case) -> bool:
    """S12: a player gets too little."""
    return case.difference_mc < 0


def overpaid(case: Case) -> bool:
    """S13: a player gets too much."""
    return case.difference_mc > 0


FITS: Final[Mapping[str, tuple[Fits, str, str]]] = {
    "W07": (abandoned_paid, "abandoned_wager_paid", "left behind by its player, and paid without a ruling"),
    "P14": (folded_paid, "folded_wager_not_collected", "of a folded hand, and not collected"),
    "P15": (forfeited_paid, "forfeited_wager_not_collected", "of a forfeited hand, and not collected"),
    "S27": (folded_progressive_paid, "folded_progressive_paid", "of a folded hand, and paid"),
    "S31": (magic_or_lucky, "magic_or_lucky_bonus_wrong", "not as the Magic Card or lucky position has it"),
    "S21": (limit_wrong, "payout_limit_wrong", "not as the payout limit has it"),
    "S22": (ante_by_hand, "ante_paid_by_wrong_hand", "not by the hand from which an Ante is paid"),
    "S23": (bad_beat, "bad_beat_wrong", "a strong hand that lost was not paid what it is paid for that"),
    "S24": (ante_bonus, "ante_bonus_wrong", "not as three aces have it"),
    "S14": (losing_paid, "losing_wager_paid", "it lost, and was paid or returned"),
    "S15": (winning_taken, "winning_wager_taken", "it won, and was collected"),
    "S16": (push_taken, "push_taken", "it neither won nor lost, and was collected"),
    "S18": (never_settled, "wager_not_settled", "never settled"),
    "S19": (settled_twice, "wager_settled_twice", "settled more than once"),
    "S17": (stake_of_a_win, "stake_wrongly_returned", "it won, and its stake was not returned as it is due"),
    "S20": (other_stake, "other_stake_settled", "settled by another stake than was placed"),
    "S12": (underpaid, "underpaid", "too little was paid"),
    "S13": (overpaid, "overpaid", "too much was paid"),
}
"""For each check: whether a case is its own, its word, and what is said of it."""


def jackpots_taken(settled: SettledRound) -> Iterator[Found]:
    """S15: a hand that wins a share of a meter was collected, and nobody claimed it.

    The meter is its link's, so nothing is said about how much was due.
    """
    done = by_place(settled.view)
    for row in settled.unclaimed_shares():
        ends = done.get((row.seat, row.wager), ())
        if ends and all(end.outcome == "lose" and not end.paid_mc for end in ends):
            case = Case(settled, replace(row, due_cents=None), ends)
            found = case.found(case.section, f"it won {row.rate}, and was collected unclaimed")
            yield found._replace(done_mc=0)


def section_of(id_: str, case: Case) -> str:
    """The section that a check cites: as the game settles the wager, but for some."""
    chapter = case.round.book.chapter
    if id_ == "W07":
        return f"{chapter}.7(b)"
    if id_ == "S20":
        return f"{chapter}.7"
    if id_ in DUTIES:
        return f"{chapter}.{DUTIES[id_]}"
    limit = case.round.book.payout_limit
    return limit.section if id_ == "S21" and limit is not None else case.section
