"""D10–D20: a new deck before it is played: inspected, verified, spread, seen, washed (x.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from projections.examining.check import FIRST_CARD, Check, Found, Moment
from projections.examining.memory.deck_state import DeckState

Broken = Callable[[DeckState], str]
"""What is wrong with how a new deck was prepared, in words; empty for nothing."""


def not_inspected(deck: DeckState) -> str:
    """D10."""
    return "" if deck.inspected_seq else "was not inspected by the dealer"


def inspected_by_another(deck: DeckState) -> str:
    """D11."""
    wrong = deck.inspected_seq and not deck.inspected_by_dealer
    return "was inspected by somebody other than the dealer on duty" if wrong else ""


def not_verified(deck: DeckState) -> str:
    """D12."""
    return "" if deck.verified_seq else "was not verified by the floorperson after the inspection"


def verified_by_another(deck: DeckState) -> str:
    """D13."""
    wrong = deck.verified_seq and not deck.verified_by_floorperson
    return "was verified by somebody other than the floorperson assigned to the table" if wrong else ""


def out_of_order(deck: DeckState) -> str:
    """D14."""
    if deck.inspected_seq and deck.verified_seq and deck.verified_seq < deck.inspected_seq:
        return "was verified before it was inspected"
    if deck.verified_seq and deck.spread_seq and deck.spread_seq < deck.verified_seq:
        return "was spread before its inspection was verified"
    return ""


def defective(deck: DeckState) -> str:
    """D15."""
    wrong = deck.wrong_when_inspected
    return f"is in play, though its inspection found something wrong: {wrong}" if wrong else ""


def not_spread(deck: DeckState) -> str:
    """D16."""
    if not deck.spread_seq:
        return "was not spread for the first player to see"
    return "" if deck.spread_face_up else "was spread face down, and has to be face up"


def not_washed(deck: DeckState) -> str:
    """D17."""
    late = deck.first_shuffle_seq and deck.washed_seq > deck.first_shuffle_seq and not deck.idle_seq
    if not deck.washed_seq or deck.washed_seq < deck.spread_seq or late:
        return "was not washed between its spreading and its first shuffle"
    return ""


def washed_unseen(deck: DeckState) -> str:
    """D18."""
    wrong = deck.washed_seq and deck.washed_unseen
    return "was washed before a player was given the chance to see it" if wrong else ""


STEPS: tuple[tuple[str, str, str, Broken], ...] = (
    ("D10", "deck_not_inspected", "4(a)", not_inspected),
    ("D11", "inspected_by_another", "4(a)", inspected_by_another),
    ("D12", "inspection_not_verified", "4(a)", not_verified),
    ("D13", "verified_by_another", "4(a)", verified_by_another),
    ("D14", "inspection_out_of_order", "4(a)", out_of_order),
    ("D15", "defective_deck_played", "4(a)", defective),
    ("D16", "deck_not_spread", "4(b)", not_spread),
    ("D17", "deck_not_washed", "4(c)", not_washed),
    ("D18", "deck_washed_unseen", "4(c)", washed_unseen),
)


def _new(moment: Moment) -> DeckState | None:
    """The deck of the round, where this is its first and x.4(a)–(d) apply to it."""
    deck = moment.deck
    return None if deck is None or deck.rounds or deck.spared else deck


def _step(part: str, broken: Broken, moment: Moment) -> Iterator[Found]:
    deck = _new(moment)
    wrong = "" if deck is None else broken(deck)
    if deck is not None and wrong:
        section = f"{moment.x}.4(b)" if wrong.startswith("was spread before") else f"{moment.x}.{part}"
        seqs = (deck.received_seq, deck.inspected_seq, deck.verified_seq, deck.spread_seq, deck.washed_seq)
        yield Found(section, f"Deck {deck.name} {wrong}.", deck.name, tuple(seq for seq in seqs if seq))


def _any_step(moment: Moment) -> str:
    deck = _new(moment)
    if deck is None:
        return ""
    return next((wrong for _, _, _, broken in STEPS if (wrong := broken(deck))), "")


def one_of_two(moment: Moment) -> Iterator[Found]:
    """D19: each of two decks goes through all of it (x.4(d)). The step that is missing speaks first."""
    deck, wrong = moment.deck, _any_step(moment)
    if deck is not None and wrong and len(moment.table.live()) == 2:
        yield Found(f"{moment.x}.4(d)", f"Of two decks, deck {deck.name} {wrong}.", deck.name)


def half_spared(moment: Moment) -> Iterator[Found]:
    """D20: only a deck that is preinspected and preshuffled is spared (x.4(e)). Likewise."""
    deck, wrong = moment.deck, _any_step(moment)
    if deck is not None and wrong and (deck.preinspected or deck.preshuffled):
        yield Found(f"{moment.x}.4(e)", f"Deck {deck.name} {wrong}.", deck.name)


CHECKS = (
    *(
        Check(id_, word, (FIRST_CARD,), "decks, crew", partial(_step, part, broken))
        for id_, word, part, broken in STEPS
    ),
    Check("D19", "one_deck_of_two_not_prepared", (FIRST_CARD,), "decks", one_of_two),
    Check("D20", "half_spared_deck_not_prepared", (FIRST_CARD,), "decks", half_spared),
)
