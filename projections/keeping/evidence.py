"""What a claim and a validation rest on: the cards of the hand, as the recorder found and judged them.

A claim that its cards contradict is refused; where no card is known yet it is locked, and the validation
brings the cards. What the rule texts leave open is left open here: a hand is contradicted when it is another
one under every reading.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from events.vocabulary.progressive import HandMade, ProgressiveClaimed, ProgressiveValidated, RoundShown
from games.progressive_hands import lost_by_folding
from projections.hands_made import is_another, may_be
from projections.keeping.link_state import DEALER, Award

_CARDS_NAMED: Final = 9
"""How many cards a reason names: more make no hand of any game."""


def claim_problem(rulebook: str, body: ProgressiveClaimed, *, of_the_dealer: bool) -> str:
    """Why the cards of a claim are against it; empty where they are not, or none is known."""
    shown = body.shown
    folded = _folded(rulebook, body.wager, body.seat, shown)
    if folded:
        return f"{folded}: it wins nothing"
    if is_another(shown, body.hand):
        cards = _on_the_table(shown, of_the_dealer=of_the_dealer)
        return f"the cards shown{cards} make {_hands(shown)}, not {body.hand}: claim the hand that they make"
    if is_another(body.made, body.hand):
        cards = _named(body.cards)
        made = _hands(body.made)
        return f"the cards of the claim{cards} make {made}, not {body.hand}: claim the hand that they make"
    return ""


def validation_problem(rulebook: str, award: Award, body: ProgressiveValidated) -> str:
    """Why a validation does not count for the cards that it rests on; empty where they make the hand."""
    shown, (seat, wager), hand = body.shown, award.wager, award.hand
    folded = _folded(rulebook, wager, seat, shown)
    if folded:
        return f"{folded}: reject the award"
    if is_another(shown, hand):
        cards = _on_the_table(shown, of_the_dealer=seat == DEALER)
        return f"the cards shown{cards} make {_hands(shown)}, not {hand}: reject the award"
    if is_another(body.seen, hand):
        cards = _named(body.cards)
        made = _hands(body.seen)
        return (
            f"the cards that you saw{cards} make {made}, not {hand}: give the right ones, or reject the award"
        )
    if may_be(shown, hand) or may_be(body.seen, hand):
        return ""
    if body.cards:
        needed = f"the cards that you saw{_named(body.cards)} make no hand that could be {hand}"
        return f"{needed}: validate with all cards of the hand"
    return f"no card shows {hand}: validate with the cards that you saw"


def _folded(rulebook: str, wager: str, seat: int, shown: RoundShown | None) -> str:
    """That a folded player claims what the chapter took from him with the fold; empty where he does not."""
    section = lost_by_folding(rulebook, wager) if shown is not None and shown.folded else ""
    return f"seat {seat} folded, and with it lost the {wager} wager ({section})" if section else ""


def _hands(made: HandMade | None) -> str:
    """The hands that cards make: one, or one for each reading where they differ."""
    readings = () if made is None else made.readings
    hands = dict.fromkeys(reading.hand for reading in readings if reading.hand is not None)
    if len(hands) < 2:
        return "".join(hands)
    return " or ".join(f"{reading.hand} ({reading.switches})" for reading in readings)


def _on_the_table(shown: RoundShown | None, *, of_the_dealer: bool) -> str:
    if shown is None:
        return ""
    hand = shown.dealer_cards if of_the_dealer else shown.seat_cards
    return _named((*hand, *shown.community))


def _named(cards: Sequence[str | None]) -> str:
    """Cards in brackets; none where they are too many to be a hand."""
    known = [card for card in cards if card is not None]
    return f" ({' '.join(known)})" if 0 < len(known) <= _CARDS_NAMED else ""
