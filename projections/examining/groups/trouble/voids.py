"""I02–I04, I07–I13, I15, I18, I25, I29, C33, C34: void that is played, played that is void, and the wagers of
a void round (x.13, x.8–x.10).

A round that should be void, and a void that has no ground, are one finding each, with the sums of the round.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from events.money import text
from events.vocabulary.dealing import CardDrawnInError, StubCounted
from events.vocabulary.irregularities import IrregularityCalled, IrregularityRuled
from projections.examining.case import Case, Fits
from projections.examining.check import Found
from projections.examining.settled_round import SettledRound
from projections.rounds.description import (
    AFTER_INITIAL_TWO,
    EARLY,
    EXPOSED,
    FACE_UP,
    JAM,
    STUB,
    WRONG_NUMBER,
    is_exposed,
    kinds_shown,
)
from projections.rounds.hand_sizes import most_dealt, most_held
from projections.rounds.verdict import Row

NOTHING_TO_SAY: Final = ("", None)
Whole = tuple[str, Found | None]
"""A check and what it found; no check where the wagers of a round are not for us to judge."""


# --- the round as a whole ---------------------------------------------------------------------------------


def whole_round(settled: SettledRound) -> Whole | None:
    """What is wrong with a round as a whole; None where its wagers are judged one by one."""
    rule = settled.rule
    if settled.voided:
        return _void_without_ground(settled)
    if rule is None:
        return _void_too_late(settled)
    if rule.returned is not None and (_handled_as_void(settled, rule.returned) or _all_have_left(settled)):
        return None
    for finder in (face_up, wrong_number, exposed, jammed, stub_wrong):
        id_, why = finder(settled)
        if id_:
            return id_, _sums(settled, settled.section(settled.kind), f"{why}, and the round was not void.")
    return NOTHING_TO_SAY


def _handled_as_void(settled: SettledRound, returned: tuple[str, ...]) -> bool:
    """Whether hands were void, though the round was closed: some wager went back as void."""
    return any(
        each.outcome == "void" and each.wager in returned
        for seat in settled.view.seats.values()
        for each in seat.settled
    )


def _all_have_left(settled: SettledRound) -> bool:
    """Whether every wager was left behind: nobody is there to get one back."""
    return all(seat.abandoned for seat in settled.view.seats.values() if seat.staked)


def face_up(settled: SettledRound) -> tuple[str, str]:
    """I02: two cards or more were found face up, and the round was closed."""
    is_kind = settled.kind in (FACE_UP, EARLY, AFTER_INITIAL_TWO)
    return ("I02" if is_kind else "", "More than one card was found face up")


def wrong_number(settled: SettledRound) -> tuple[str, str]:
    """I07, I08: a wrong number of cards was called, of a hand or of the board, and the round was closed."""
    called = any(
        isinstance(each.body, IrregularityCalled | IrregularityRuled) and each.body.kind == WRONG_NUMBER
        for each in settled.view.irregularities
    )
    if settled.kind != WRONG_NUMBER or not called:
        return "", ""
    board, right = len(settled.view.areas.get("community", ())), settled.game.shape.community_cards
    if right and board != right and not _hand_too_large(settled):
        return "I08", f"The board had {board} cards instead of {right}"
    return "I07", "A wrong number of cards was called"


def exposed(settled: SettledRound) -> tuple[str, str]:
    """I09 (677a, 678a), I10 (679a), I11 (647a): a card of the dealer's was exposed in time to matter."""
    chapters = {"647a": "I11", "679a": "I10"}
    id_ = chapters.get(settled.book.chapter, "I09") if settled.kind == EXPOSED else ""
    return id_, "A card of the dealer's was exposed"


def jammed(settled: SettledRound) -> tuple[str, str]:
    """I18: the dealing shoe jammed, and the round was closed."""
    return ("I18" if settled.kind == JAM else "", "The dealing shoe jammed")


def stub_wrong(settled: SettledRound) -> tuple[str, str]:
    """C33, C34: the count of the stub was wrong, by a misdeal or not, and the round was closed."""
    if settled.kind != STUB:
        return "", ""
    counts = [each.body for each in settled.view.irregularities if isinstance(each.body, StubCounted)]
    misdealt = any(count.misdealt for count in counts)
    return "C33" if misdealt or not counts else "C34", "The count of the stub was wrong"


def _void_too_late(settled: SettledRound) -> Whole | None:
    """I12: as below, where the round was closed and hands were void."""
    rule = settled.book.irregularities.get(EXPOSED)
    if rule is None or not rule.returned or not is_exposed(settled.view):
        return None
    if not _handled_as_void(settled, rule.returned):
        return None
    return exposed_too_late(settled)


def exposed_too_late(settled: SettledRound) -> Whole:
    """I12: a card of the dealer's was exposed after the last decision, and hands were void all the same."""
    why = "The dealer's card was exposed after the last decision, and the hands were void all the same."
    return "I12", _sums(settled, settled.section(EXPOSED), why)


def _void_without_ground(settled: SettledRound) -> Whole | None:
    """I12, I25: a void for which the round shows no ground; None where there is one."""
    view = settled.view
    if kinds_shown(view, settled.game, settled.book) or has_too_many(settled):
        return None
    if _never_begun(settled):
        return NOTHING_TO_SAY
    if _house_ruled(settled):
        return NOTHING_TO_SAY
    rule = settled.book.irregularities.get(EXPOSED)
    if rule is not None and rule.returned and is_exposed(view):
        return exposed_too_late(settled)
    return void_without_cause(settled)


def _never_begun(settled: SettledRound) -> bool:
    """Whether everybody took the wagers back before a card was dealt: there was no hand to be void."""
    seats = settled.view.seats.values()
    laid = any(seat.cards or seat.staked for seat in seats) or any(settled.view.areas.values())
    return bool(seats) and not laid


def void_without_cause(settled: SettledRound) -> Whole:
    """I25: a round was declared void, and nothing happened for which a subsection has it so."""
    why = "The round was declared void, and nothing is recorded by which it would be."
    return "I25", _sums(settled, f"{settled.book.chapter}.13", why)


def _house_ruled(settled: SettledRound) -> bool:
    """Whether something happened about which the chapter is silent: what follows is the house's affair."""
    bodies = [each.body for each in settled.view.irregularities]
    rule = settled.book.irregularities.get(EXPOSED)
    if rule is not None and not rule.returned and is_exposed(settled.view):
        return True
    return any(
        (isinstance(body, CardDrawnInError) and body.exposed)
        or (isinstance(body, IrregularityCalled | IrregularityRuled) and body.kind == "hand_set_wrong")
        for body in bodies
    )


def has_too_many(settled: SettledRound) -> bool:
    """Whether a hand, the dealer's or the board has more cards than it may have."""
    board = len(settled.view.areas.get("community", ()))
    return board > settled.game.shape.community_cards or _hand_too_large(settled)


def _hand_too_large(settled: SettledRound) -> bool:
    most, dealer = most_held(settled.game), len(settled.view.areas.get("dealer", ()))
    too_large = any(len(seat.cards) > most for seat in settled.view.seats.values())
    return too_large or dealer > most_dealt(settled.view, settled.game)


_SHOWN: Final = (
    "card_found_face_up",
    "card_exposed",
    "card_drawn_in_error",
    "device_jammed",
    "irregularity_called",
    "irregularity_ruled",
    "round_voided",
)


def _sums(settled: SettledRound, section: str, why: str) -> Found:
    """A round as one finding: what all players should have got, and what they got, as far as it is known."""
    rule = settled.rule
    rows = [row for row in settled.rows() if rule is None or rule.returned is None or _is_void(row)]
    due_mc = done_mc = None
    if rows and all(row.due_cents is not None for row in rows):
        due_mc = sum(row.due_mc or 0 for row in rows)
        done_mc = sum(row.done_mc for row in rows)
        if due_mc != done_mc:
            why += f" Due to the players {text(due_mc)}, given {text(done_mc)}."
    seqs = settled.seqs(*_SHOWN)
    wrong = {each.body.deck for each in settled.view.irregularities if isinstance(each.body, StubCounted)}
    seqs += tuple(s.seq for s in settled.steps if s.type == "stub_counted" and s.body.deck in wrong)
    return Found(section, why, "", seqs, due_mc=due_mc, done_mc=done_mc)


def _is_void(row: Row) -> bool:
    return row.result is not None and row.result.outcome == "void"


# --- one wager of a void round ----------------------------------------------------------------------------


def bonus_returned_late(case: Case) -> bool:
    """I03: two cards face up after everybody had two, and the bonus was returned instead of settled."""
    return case.round.kind == AFTER_INITIAL_TWO and case.stands and case.was_void


def bonus_settled_early(case: Case) -> bool:
    """I04: two cards face up before everybody had two, and the bonus was settled instead of returned."""
    later = case.round.book.irregularities.get(AFTER_INITIAL_TWO)
    if case.round.kind != EARLY or later is None or later.returned is None:
        return False
    stands = case.row.wager not in later.returned and case.row.wager not in later.silent
    return stands and bool(case.settled) and not case.was_void


def bonus_returned(case: Case) -> bool:
    """I13: after an exposed card a bonus was returned instead of settled."""
    return case.round.kind == EXPOSED and case.stands and case.was_void


def not_returned(case: Case) -> bool:
    """I15: a wager of a void hand was not returned."""
    return case.due == "void" and case.difference_mc != 0


def folded_returned(case: Case) -> bool:
    """I29: what a fold had cost was returned with a void, and the house reads it otherwise."""
    rule = case.round.rule
    return rule is not None and case.due == "lose" and case.was_void and case.round.gave_up(case.row.seat)


FITS: Final[Mapping[str, tuple[Fits, str, str]]] = {
    "I03": (bonus_returned_late, "bonus_returned", "returned, and it was to be settled"),
    "I04": (bonus_settled_early, "bonus_settled", "settled, and it was to be returned"),
    "I13": (bonus_returned, "bonus_returned_after_exposure", "returned, and it was to be settled"),
    "I15": (not_returned, "void_not_returned", "void: its stake goes back, and nothing is paid"),
    "I29": (folded_returned, "folded_ante_returned", "lost with the hand, and returned with the void"),
}
"""For each check: whether a case is its own, its word, and what is said of it."""
WORDS: Final[Mapping[str, str]] = {
    "I02": "face_up_cards_not_void",
    "I07": "wrong_number_not_void",
    "I08": "wrong_board_not_void",
    "I09": "exposed_card_not_void",
    "I10": "exposed_card_before_reveal_not_void",
    "I11": "exposed_card_before_river_not_void",
    "I12": "void_for_late_exposure",
    "I18": "jam_not_void",
    "I25": "void_without_cause",
    "C33": "misdeal_not_void",
    "C34": "wrong_count_not_void",
}
"""Checks of the round as a whole."""


def section_of(case: Case) -> str:
    """Where the irregularity of the round is."""
    return case.round.section(case.round.kind)
