"""W11, C11, C20, C22–C24: what is asked before which cards are shown, street by street (x.7(c), 647a.11,
677a.11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from projections.examining.check import ROUND_DONE, Check, Finder, Found, Moment, of_round
from projections.examining.groups.cards.community import (
    HEADS_UP,
    HOLDEM,
    STREET_SECTIONS,
    dealt_streets,
)
from projections.examining.memory.table_state import Step
from projections.examining.round_facts import COMMUNITY, DEALER, RoundFacts

ASKED_AT: Final[Mapping[str, str]] = {"flop": "preflop", "turn": "flop", "river": "turn"}
"""647a: when each wager is asked for. Elsewhere a decision itself says when it was made."""
NEXT: Final[Mapping[str, Mapping[str, str]]] = {
    HOLDEM: {"preflop": "flop", "flop": "turn", "turn": "river"},
    HEADS_UP: {"preflop": "flop", "flop": "turn_and_river"},
}
"""What is shown once everybody has decided."""
SHOWN_BY: Final[Mapping[str, str]] = {
    "flop": STREET_SECTIONS[0],
    "turn": STREET_SECTIONS[1],
    "river": STREET_SECTIONS[2],
}
WORDS: Final = {"flop": "Flop", "turn": "Turn", "river": "River", "turn_and_river": "Turn and River"}


def _asked_at(moment: Moment, decision: Step) -> str:
    """The last cards that a player should have seen then."""
    body = decision.body
    if moment.x == HOLDEM and body.wager is not None:
        return ASKED_AT.get(body.wager, body.at)
    return str(body.at)


def _shown(facts: RoundFacts) -> dict[str, tuple[int, int]]:
    """Each street's first and last card in sight: dealt face up, or turned up where it lay."""
    shown: dict[str, tuple[int, int]] = {}
    for step in facts.all("community_cards_revealed"):
        shown.setdefault(step.body.street, (step.seq, step.seq))
    for half in ("turn", "river"):
        if half in shown and facts.book.chapter == HEADS_UP:
            first, last = shown.get("turn_and_river", shown[half])
            shown["turn_and_river"] = min(first, shown[half][0]), max(last, shown[half][1])
    if facts.book.chapter == HOLDEM and not facts.is_board_first:
        for street, cards in zip(SHOWN_BY, dealt_streets(facts), strict=True):
            if cards:
                shown[street] = cards[0].seq, cards[-1].seq
    return shown


def _in_time(facts: RoundFacts) -> list[Step]:
    """The decisions before the dealer's hand was revealed; that of a later one is another matter: S01."""
    shown = facts.first("hand_revealed", hand=DEALER)
    return [step for step in facts.all("decision_made") if shown is None or step.seq < shown.seq]


def _asked_late(moment: Moment, facts: RoundFacts) -> Iterator[tuple[str, Step]]:
    """Streets that were shown before a player had decided, and the first such decision."""
    following, shown = NEXT.get(moment.x, {}), _shown(facts)
    decided, told = set[tuple[int, str]](), set[str]()
    for step in _in_time(facts):
        at = _asked_at(moment, step)
        street = following.get(at, "")
        late = street in shown and step.seq > shown[street][0]
        if late and street not in told and (step.body.seat, at) not in decided:
            told.add(street)
            yield street, step
        decided.add((step.body.seat, at))


def _too_early(moment: Moment, facts: RoundFacts, *streets: str) -> Iterator[Found]:
    shown = _shown(facts)
    for street, step in _asked_late(moment, facts):
        if street in streets:
            text = f"The {WORDS[street]} came before seat {step.body.seat} had decided."
            section = SHOWN_BY[street] if moment.x == HOLDEM else _heads_up(street)
            yield Found(section, text, "", (shown[street][0], step.seq), seat=step.body.seat)


def _heads_up(street: str) -> str:
    return "677a.11(c)" if street == "flop" else "677a.11(e)"


@of_round
def street_too_early(moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """C20: Flop, Turn or River was dealt before every player had wagered, checked or folded."""
    if not facts.is_board_first:
        yield from _too_early(moment, facts, *SHOWN_BY)


def _wrongly_shown(street: str, cards: int) -> Finder:
    """C22, C23: shown before every player had raised or checked, or not so many cards, or not together."""

    @of_round
    def find(moment: Moment, facts: RoundFacts) -> Iterator[Found]:
        if not facts.is_board_first:
            yield from _too_early(moment, facts, street)
        halves = [step for step in facts.all("community_cards_revealed") if step.body.street in street]
        if any(step.body.street != street or len(step.body.cards) != cards for step in halves):
            text = f"The {WORDS[street]} was not shown as {('two', 'three')[cards - 2]} cards together."
            yield Found(_heads_up(street), text, "", tuple(step.seq for step in halves))

    return find


@of_round
def board_shown_early(moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """C24: community cards that the shoe dispensed first were seen before their street (x.10(g))."""
    if not facts.is_board_first:
        return
    section = f"{moment.x}.10(g)"
    face_up = [each.seq for each in facts.to(COMMUNITY) if each.face_up]
    exposed = [step.seq for step in facts.all("card_exposed") if step.body.hand == COMMUNITY]
    if face_up or exposed:
        text = "Community cards that were dispensed first were seen before their street."
        yield Found(section, text, "", tuple(face_up + exposed))
    for street, step in _asked_late(moment, facts):
        text = f"The {WORDS[street]} was shown before seat {step.body.seat} had decided."
        yield Found(section, text, "", (_shown(facts)[street][0], step.seq), seat=step.body.seat)


@of_round
def dealer_shown_before_board(_moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """C11: the dealer's hand was revealed before the fifth community card, all having decided (647a.11(h)).

    Before the last decision it is another matter: S01.
    """
    shown = facts.first("hand_revealed", hand=DEALER)
    if not facts.is_played_on or shown is None:
        return
    decided = max((step.seq for step in facts.all("decision_made")), default=0)
    river = _shown(facts).get("river")
    if river is not None and decided < shown.seq < river[1]:
        text = "The dealer's hand was revealed before the fifth community card."
        yield Found("647a.11(h)", text, "", (shown.seq, river[1]))


@of_round
def wager_at_a_wrong_time(moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """W11: a wager that follows cards was made before them, or after those of the next street (x.7(c))."""
    if not facts.is_played_on or not facts.hands:
        return
    shown, following = _shown(facts), NEXT.get(moment.x, {})
    before = {street: at for at, street in following.items()}
    complete = max(each.seq for each in facts.hands)
    for step in _in_time(facts):
        at, body = _asked_at(moment, step), step.body
        if body.wager is None:
            continue
        seen = at if at in before else "turn_and_river" if at == "river" else ""
        seen_seq = shown[seen][1] if seen in shown else complete
        late_seq = shown.get(following.get(at, ""), (0, 0))[0]
        if step.seq < seen_seq or 0 < late_seq < step.seq:
            when = "before the cards that it follows" if step.seq < seen_seq else "after the next cards"
            text = f"The {body.wager} wager of seat {body.seat} was made {when}."
            seqs = (step.seq, seen_seq if step.seq < seen_seq else late_seq)
            section, about = f"{moment.x}.7(c)", f"{body.seat} {body.wager}"
            yield Found(section, text, about, seqs, seat=body.seat, wager=body.wager)


_DONE, _NEEDS = (ROUND_DONE,), "cards, decisions"
CHECKS = (
    Check("C20", "street_too_early", _DONE, _NEEDS, street_too_early, chapters=(HOLDEM,)),
    Check("C22", "flop_wrongly_shown", _DONE, _NEEDS, _wrongly_shown("flop", 3), chapters=(HEADS_UP,)),
    Check(
        "C23",
        "turn_and_river_wrongly_shown",
        _DONE,
        _NEEDS,
        _wrongly_shown("turn_and_river", 2),
        chapters=(HEADS_UP,),
    ),
    Check("C24", "board_shown_early", _DONE, _NEEDS, board_shown_early, chapters=(HOLDEM, HEADS_UP)),
    Check("C11", "dealer_shown_before_board", _DONE, "cards", dealer_shown_before_board, chapters=(HOLDEM,)),
    Check("W11", "wager_at_a_wrong_time", _DONE, _NEEDS, wager_at_a_wrong_time),
)
