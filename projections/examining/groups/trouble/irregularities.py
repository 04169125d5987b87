"""I01, I05, I06, I14, I22–I24, I27, I28: what goes wrong with cards, who rules on it and how, what follows a
void (x.13).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from events.naming import comparable
from games.chapter import Rulebook
from projections.examining.check import AFTER_VOID, CARD_TYPES, FIRST_CARD, ROUND_DONE, Check, Found, Moment
from projections.examining.memory.table_state import Step
from projections.examining.settled_round import SettledRound, settled_round
from projections.rounds.citations import plainly_cited
from projections.rounds.description import EXPOSED, STUB, is_exposed, kinds_shown
from projections.signatures import rank_below

DRAWN: Final = "drawn_in_error"
RACK: Final = "discard_rack"
RULINGS: Final = {
    "face_up_single": frozenset({"card_not_used"}),
    DRAWN: frozenset({"card_used_as_next"}),
    "shuffler_jam": frozenset({"reshuffle"}),
    STUB: frozenset({"round_void", "deck_removed"}),
}
"""What is ruled on a kind of irregularity, where no wager goes back or the deck may have to leave."""
ALL_VOID: Final = frozenset({"round_void", "reshuffle"})
HANDS_VOID: Final = frozenset({"hands_void", "reshuffle"})
TOO_LATE: Final = frozenset({"play_on"})


def _irregular(moment: Moment) -> SettledRound | None:
    """The round, where anything out of the ordinary happened in it."""
    settled = settled_round(moment)
    return settled if settled is not None and settled.view.irregularities else None


def _of(settled: SettledRound, type_: str) -> list[Step]:
    return [step for step in settled.steps if step.type == type_]


def _ruled(settled: SettledRound, kind: str) -> bool:
    return any(step.body.kind == kind for step in _of(settled, "irregularity_ruled"))


def face_up_used(moment: Moment) -> Iterator[Found]:
    """I01: a card that was found face up is used in the same round, or does not go to the rack (x.13(a)).

    Where it went nobody need record. If there are more of them, all cards are reshuffled.
    """
    settled = _irregular(moment)
    found = [] if settled is None else _of(settled, "card_found_face_up")
    if settled is None or len(found) != 1:
        return
    view, card = settled.view, found[0].body.card
    placed = _of(settled, "face_up_card_placed")
    if card is not None and any(
        card in cards for cards in [*view.areas.values(), *(seat.cards for seat in view.seats.values())]
    ):
        text = f"The {card} was found face up and used in the round all the same."
        yield Found(settled.section("face_up_single"), text, card, (found[0].seq,))
    elif placed and placed[-1].body.to != RACK:
        text = f"The {card or 'card'} that was found face up was not placed in the discard rack."
        yield Found(settled.section("face_up_single"), text, card or "", (found[0].seq, placed[-1].seq))


def drawn_not_next(moment: Moment) -> Iterator[Found]:
    """I05: a card that was drawn in error, unseen, is not the next card (x.13(b))."""
    settled = _irregular(moment)
    for number, step in enumerate([] if settled is None else settled.steps):
        if settled is None or step.type != "card_drawn_in_error" or step.body.exposed:
            continue
        dealt = next((each for each in settled.steps[number:] if each.type in CARD_TYPES), None)
        card = None if dealt is None else _first_card(dealt.body)
        if dealt is not None and step.body.card and card and step.body.card != card:
            text = f"The {step.body.card} was drawn in error, and the {card} was dealt as the next card."
            yield Found(settled.section(DRAWN), text, DRAWN, (step.seq, dealt.seq))


def _first_card(body: Any) -> str | None:
    cards = getattr(body, "cards", None)
    card: str | None = body.card if cards is None else next(iter(cards), None)
    return card


def drawn_and_seen(moment: Moment) -> Iterator[Found]:
    """I06: a card that was drawn in error was seen, for which there is no rule, and nobody ruled."""
    settled = _irregular(moment)
    if settled is None:
        return
    seen = [step for step in _of(settled, "card_drawn_in_error") if step.body.exposed]
    if seen and not _ruled(settled, DRAWN):
        text = "A card drawn in error was seen: the rule is silent about it, and nobody ruled."
        yield Found(settled.section(DRAWN), text, DRAWN, tuple(step.seq for step in seen))


def exposed_without_rule(moment: Moment) -> Iterator[Found]:
    """I14: a card of the dealer's was exposed, for which 663a has no rule, and nobody ruled."""
    settled = _irregular(moment)
    if settled is None or not _is_silent_on_exposure(settled.book):
        return
    if is_exposed(settled.view) and not _ruled(settled, EXPOSED):
        text = "A card of the dealer's was exposed: there is no rule about it, and nobody ruled."
        yield Found(None, text, EXPOSED, settled.seqs("card_exposed", "irregularity_called"))


def _is_silent_on_exposure(book: Rulebook) -> bool:
    rule = book.irregularities[EXPOSED]
    return rule.returned == () and not rule.silent


def house_ruling_missing(moment: Moment) -> Iterator[Found]:
    """I28: after an exposed card wagers of which the rule says nothing were settled, and nobody ruled."""
    settled = _irregular(moment)
    if settled is None or settled.kind != EXPOSED or settled.rule is None or _ruled(settled, EXPOSED):
        return
    done = [step for step in _of(settled, "wager_settled") if step.body.wager in settled.rule.silent]
    if done:
        names = ", ".join(dict.fromkeys(step.body.wager.replace("_", " ") for step in done))
        text = f"The rule is silent about {names} after an exposed card, and the house did not rule."
        yield Found(settled.rule.section, text, EXPOSED, tuple(step.seq for step in done))


def not_ruled(moment: Moment) -> Iterator[Found]:
    """I22: an irregularity was called, or a card was exposed and hands were void, and nobody ruled.

    No section asks for a ruling."""
    if moment.event.type in CARD_TYPES:  # called between rounds
        calls = moment.table.called
    else:
        settled = _irregular(moment)
        steps = [] if settled is None else settled.steps
        calls = {step.body.kind: step.seq for step in steps if step.type == "irregularity_called"}
        for step in steps:
            if step.type == "irregularity_ruled":
                calls.pop(step.body.kind, None)
    for kind, seq in calls.items():
        text = f"An irregularity was called ({kind.replace('_', ' ')}), and nobody ruled on it."
        yield Found(None, text, kind, (seq,))
    if moment.event.type == "round_closed" and EXPOSED not in calls:
        yield from _void_unruled(moment)


def _void_unruled(moment: Moment) -> Iterator[Found]:
    """A card of the dealer's was exposed in time, nobody called it or ruled, and stakes went back."""
    settled, round_ = _irregular(moment), moment.round
    if settled is None or round_ is None or settled.kind != EXPOSED or _ruled(settled, EXPOSED):
        return
    if round_.is_handled_as_void:
        text = "A card of the dealer's was exposed and hands were void, and nobody ruled so."
        yield Found(None, text, EXPOSED, settled.seqs("card_exposed"))


def wrong_ruling(moment: Moment) -> Iterator[Found]:
    """I23: a ruling, or the section that it cites, is not the one that the kind has."""
    if moment.event.type == "irregularity_ruled":  # of a round, when that is done
        if moment.table.round is None:
            yield from _judged(moment.book, None, moment.table.dealing, moment.body, moment.event.seq)
        return
    settled = _irregular(moment)
    for step in [] if settled is None else _of(settled, "irregularity_ruled"):
        assert settled is not None
        yield from _judged(settled.book, settled, settled.view.dealing, step.body, step.seq)


def _judged(
    book: Rulebook, settled: SettledRound | None, dealing: str, body: Any, seq: int
) -> Iterator[Found]:
    rule = book.irregularities.get(body.kind)
    if rule is None or (body.kind == EXPOSED and _is_silent_on_exposure(book)):
        return
    if body.kind == DRAWN and settled is not None and _was_seen(settled):
        return
    section = book.cards.stub_wrong[dealing or "manual_shoe"] if body.kind == STUB else rule.section
    allowed = RULINGS.get(body.kind) or (ALL_VOID if rule.returned is None else HANDS_VOID)
    if body.kind == EXPOSED and settled is not None and _is_too_late(settled):
        allowed = TOO_LATE
    kind = body.kind.replace("_", " ")
    if body.ruling not in allowed:
        text = f"The ruling on an irregularity ({kind}) was {body.ruling.replace('_', ' ')}."
        yield Found(section, text, body.kind, (seq,))
    elif plainly_cited(body.section) != section:
        text = f"The ruling on an irregularity ({kind}) rests on {body.section or 'no section'}."
        yield Found(section, text, body.kind, (seq,))


def _is_too_late(settled: SettledRound) -> bool:
    """Whether the dealer's card was exposed when that did not matter any more, whatever else went wrong."""
    return EXPOSED not in kinds_shown(settled.view, settled.game, settled.book)


def _was_seen(settled: SettledRound) -> bool:
    return any(step.body.exposed for step in _of(settled, "card_drawn_in_error"))


def ruled_by_dealer(moment: Moment) -> Iterator[Found]:
    """I24: the dealer ruled on an irregularity, or somebody else of less than a floorperson's rank."""
    body = moment.body
    is_dealer = comparable(body.ruled_by) == moment.table.dealer
    rank = rank_below(body.stamps, body.ruled_by)
    if is_dealer or rank:
        rule = moment.book.irregularities.get(body.kind)
        section = f"{moment.x}.13" if rule is None else rule.section
        if body.kind == STUB:
            dealing = moment.round.dealing if moment.round is not None else moment.table.dealing
            section = moment.book.cards.stub_wrong[dealing or "manual_shoe"]
        who = "The dealer" if is_dealer else f"{body.ruled_by.strip()}, {rank},"
        yield Found(section, f"{who} ruled on an irregularity alone.", body.kind)


def after_the_void(moment: Moment) -> Iterator[Found]:
    """I27: cards dealt, a decision, or a wager settled that is to go back, after the round was void."""
    event, body, last = moment.event, moment.body, moment.round
    goes_on = event.type in CARD_TYPES or event.type in ("decision_made", "wager_settled")
    if last is None or not goes_on or ("I27", "") in moment.table.spoken:
        return
    void = next(step for step in reversed(last.steps) if step.type == "round_voided")
    cited = plainly_cited(void.body.section)
    if event.type == "wager_settled":
        rules = [rule for rule in moment.book.irregularities.values() if rule.section == cited]
        goes_back = any(rule.returned is None or body.wager in rule.returned for rule in rules)
        if body.outcome == "void" or not goes_back:
            return
    what = event.type.replace("_", " ")
    yield Found(
        cited or f"{moment.x}.13",
        f"The round was void, and it went on: {what}.",
        "",
        (void.seq,),
    )


_DONE = (ROUND_DONE,)
CHECKS = (
    Check("I01", "face_up_card_used", _DONE, "cards", face_up_used),
    Check("I05", "drawn_card_not_next", _DONE, "cards", drawn_not_next),
    Check("I06", "drawn_card_seen_without_ruling", _DONE, "cards, rulings", drawn_and_seen),
    Check("I14", "exposed_card_without_ruling", _DONE, "cards, rulings", exposed_without_rule),
    Check("I28", "house_ruling_missing", _DONE, "settlements, rulings", house_ruling_missing),
    Check("I22", "irregularity_not_ruled", (*_DONE, FIRST_CARD), "calls, rulings", not_ruled),
    Check("I23", "wrong_ruling", (*_DONE, "irregularity_ruled"), "rulings", wrong_ruling),
    Check("I24", "ruled_by_dealer", ("irregularity_ruled",), "crew", ruled_by_dealer),
    Check(
        "I27",
        "played_after_void",
        (AFTER_VOID,),
        "the round before",
        after_the_void,
        remedy="void",
    ),
)
