"""D21–D23, D28–D38, D41, D42: shuffled, cut, spread while nobody plays, ready to deal (x.5, x.9, x.10)."""

from __future__ import annotations

from collections.abc import Iterator

from events.naming import comparable
from games.procedure.dealing import (
    Shuffling,
    check_cut,
    check_procedure,
    check_recut,
    cut_required,
    exempt,
)
from projections.examining.check import CARD, FIRST_CARD, Check, Found, Moment, found_if
from projections.examining.memory.deck_state import DeckState
from projections.signatures import rank_below

IDLE_US = 60_000_000
"""So long after the last player left may the cards lie as they are. No section gives a time: a minute is the
house's."""


def _seqs(*seqs: int) -> tuple[int, ...]:
    return tuple(seq for seq in seqs if seq)


def first_round_unshuffled(moment: Moment) -> Iterator[Found]:
    """D21: the first card of a new deck that nobody shuffled, here or elsewhere."""
    deck = moment.deck
    if deck is not None and not deck.rounds and not deck.shuffled_for_round:
        text = f"Deck {deck.name} was not shuffled before its first round."
        yield Found(f"{moment.x}.5(a)", text, deck.name, _seqs(deck.received_seq))


def unshuffled(moment: Moment) -> Iterator[Found]:
    """D22: the first card of a deck that was not shuffled since its last round."""
    deck = moment.deck
    if deck is not None and deck.rounds and not deck.shuffled_for_round:
        text = f"Deck {deck.name} was not shuffled since round {deck.last_round}."
        yield Found(f"{moment.x}.5(a)", text, deck.name, _seqs(deck.ended_seq))


def reshuffle_not_done(moment: Moment) -> Iterator[Found]:
    """D23: a reshuffle was directed, and a card is dealt before it."""
    round_ = moment.table.round
    about = "" if round_ is None else round_.deck
    seq = moment.table.reshuffle_due.get(about)
    if seq:
        yield Found(
            f"{moment.x}.5(a)", "A reshuffle was directed, and a card was dealt before it.", about, (seq,)
        )


def _cut_due(moment: Moment, deck: DeckState) -> Shuffling | None:
    """How the cards were mixed where they have to be cut now; None where they need no cut."""
    method = deck.stacked_by
    if method is None or not cut_required(moment.book, method):
        return None
    if deck.rounds and method == "preshuffled":
        return None  # for its first round: afterwards it has to be shuffled
    return method


def _cut_since_round(deck: DeckState) -> bool:
    return deck.cut_seq > deck.ended_seq


def not_cut(moment: Moment) -> Iterator[Found]:
    """D28: shuffled by hand and not cut before the first card."""
    deck = moment.deck
    if deck is not None and _cut_due(moment, deck) == "manual" and not _cut_since_round(deck):
        text = f"Deck {deck.name} was shuffled by hand and not cut."
        yield Found(f"{moment.x}.5(c)(2)", text, deck.name, _seqs(deck.shuffled_seq))


def preshuffled_not_cut(moment: Moment) -> Iterator[Found]:
    """D29: preshuffled and not cut, where the chapter asks for a cut (663a does not)."""
    deck = moment.deck
    if deck is not None and _cut_due(moment, deck) == "preshuffled" and not _cut_since_round(deck):
        text = f"Deck {deck.name} came preshuffled and was not cut."
        yield Found(f"{moment.x}.5(c)(2)", text, deck.name, _seqs(deck.received_seq))


def cut_before_shuffle(moment: Moment) -> Iterator[Found]:
    """D30: cut, but before the last shuffle or before it was spread again; or not at all before the card."""
    deck = moment.deck
    if deck is None or not _cut_due(moment, deck):
        return
    if deck.cut_seq < max(deck.shuffled_seq, deck.ended_seq):
        text = f"Deck {deck.name} was not cut after its last shuffle."
        yield Found(f"{moment.x}.5(c)(2)", text, deck.name, _seqs(deck.cut_seq, deck.shuffled_seq))


def _cut(moment: Moment) -> DeckState | None:
    """The deck of the round, where it was cut for it and x.5(d), (e) apply."""
    deck = moment.deck
    if deck is None or not _cut_since_round(deck) or exempt(moment.book, moment.table.shuffling, "d"):
        return None
    return deck


def cut_too_shallow(moment: Moment) -> Iterator[Found]:
    """D31: the cover card went in fewer than ten cards from the top."""
    deck = _cut(moment)
    if deck is not None:
        yield from found_if(check_cut(moment.book, deck.cut_depth), deck.name, deck.cut_seq)


def cut_without_cover_card(moment: Moment) -> Iterator[Found]:
    """D32: cut without a cover card."""
    deck = _cut(moment)
    if deck is not None and not deck.cut_cover_cards:
        yield Found(
            f"{moment.x}.5(d)", f"Deck {deck.name} was cut without a cover card.", deck.name, (deck.cut_seq,)
        )


def recut_too_late(moment: Moment) -> Iterator[Found]:
    """D33: a recut was ordered when cards had been dealt."""
    round_ = moment.table.round
    if round_ is None or exempt(moment.book, moment.table.shuffling, "e"):
        return
    yield from found_if(check_recut(moment.book, round_.cards), moment.body.deck, round_.first_card_seq)


def recut_not_done(moment: Moment) -> Iterator[Found]:
    """D34: a recut was ordered and not made before the first card."""
    deck = moment.deck
    if deck is None or exempt(moment.book, moment.table.shuffling, "e"):
        return
    if deck.recut_seq > max(deck.cut_seq, deck.ended_seq):
        text = f"Deck {deck.name} was to be cut again, and was not."
        yield Found(f"{moment.x}.5(e)", text, deck.name, _seqs(deck.cut_seq, deck.recut_seq))


def recut_by_dealer(moment: Moment) -> Iterator[Found]:
    """D35: the dealer ordered the recut, or somebody else who is not a floorperson or above."""
    by = moment.body.ordered_by
    rank = rank_below(moment.body.stamps, by)
    if rank or comparable(by) == moment.table.dealer:
        who = "The dealer" if comparable(by) == moment.table.dealer else f"{by.strip()}, {rank},"
        text = f"{who} ordered a recut, which is for a floorperson or above."
        yield Found(f"{moment.x}.5(e)", text, moment.body.deck)


def not_spread_idle(moment: Moment) -> Iterator[Found]:
    """D36: nobody played, and the cards were not spread; judged at the next seating or the closing."""
    table = moment.table
    waited_us = moment.event.occurred_at_us - table.left_alone_us
    if not table.left_alone_seq or waited_us < IDLE_US or exempt(moment.book, table.shuffling, "f"):
        return
    lying = [deck.name for deck in table.live() if deck.idle_seq < table.left_alone_seq]
    if lying:
        text = f"Nobody played, and the cards were not spread: deck {', deck '.join(lying)}."
        yield Found(f"{moment.x}.5(f)", text, "", (table.left_alone_seq,))


def idle_face_up(moment: Moment) -> Iterator[Found]:
    """D37: spread face up while nobody played, and no player had asked for it."""
    body = moment.body
    if body.occasion == "idle" and body.face == "up" and not body.asked_by_player:
        text = f"Deck {body.deck} was spread face up while nobody played, and no player had asked for it."
        yield Found(f"{moment.x}.5(f)", text, body.deck)


def not_ready_after_idle(moment: Moment) -> Iterator[Found]:
    """D38: after the cards were spread, a round without wash, shuffle and, by hand, cut."""
    deck = moment.deck
    if deck is None or deck.idle_seq <= deck.ended_seq or exempt(moment.book, moment.table.shuffling, "f"):
        return
    steps = (("washed", deck.washed_seq), ("shuffled", deck.shuffled_seq))
    left_out = [word for word, seq in steps if seq < deck.idle_seq]
    if cut_required(moment.book, moment.table.shuffling) and deck.cut_seq < deck.idle_seq:
        left_out.append("cut")
    if left_out:
        text = f"Deck {deck.name} was spread while nobody played, and then not {' or '.join(left_out)}."
        yield Found(f"{moment.x}.5(f)", text, deck.name, (deck.idle_seq,))


def hand_without_shuffler(moment: Moment) -> Iterator[Found]:
    """D41: dealt from the hand from a deck that no device has shuffled (x.9(a)(1))."""
    deck, round_ = moment.deck, moment.table.round
    if deck is not None and round_ is not None and deck.stacked_by:
        breach = check_procedure(moment.book, round_.dealing, deck.stacked_by)
        yield from found_if(breach, deck.name, deck.shuffled_seq)


def shoe_not_ready(moment: Moment) -> Iterator[Found]:
    """D42: a card from a shoe whose deck was not ready. What is missing speaks first."""
    deck, round_ = moment.deck, moment.table.round
    if deck is None or round_ is None or round_.dealing == "hand":
        return
    uncut = bool(_cut_due(moment, deck)) and not _cut_since_round(deck)
    if uncut or not deck.shuffled_for_round:
        part = "8(a)" if round_.dealing == "manual_shoe" else "10(a)(1)"
        yield Found(f"{moment.x}.{part}", f"Deck {deck.name} was not ready for the shoe.", deck.name)


CHECKS = (
    Check("D21", "deck_never_shuffled", (FIRST_CARD,), "decks", first_round_unshuffled),
    Check("D22", "deck_not_shuffled", (FIRST_CARD,), "decks", unshuffled),
    Check("D23", "reshuffle_not_done", (CARD,), "rulings", reshuffle_not_done),
    Check("D28", "deck_not_cut", (FIRST_CARD,), "decks", not_cut),
    Check("D29", "preshuffled_deck_not_cut", (FIRST_CARD,), "decks", preshuffled_not_cut),
    Check("D38", "not_ready_after_idle", (FIRST_CARD,), "decks", not_ready_after_idle),
    Check("D30", "cut_before_shuffle", (FIRST_CARD,), "decks", cut_before_shuffle),
    Check("D34", "recut_not_done", (FIRST_CARD,), "decks", recut_not_done),
    Check("D31", "cut_too_shallow", (FIRST_CARD,), "decks", cut_too_shallow),
    Check("D32", "cut_without_cover_card", (FIRST_CARD,), "decks", cut_without_cover_card),
    Check("D33", "recut_too_late", ("recut_ordered",), "the round", recut_too_late),
    Check("D35", "recut_ordered_by_dealer", ("recut_ordered",), "crew", recut_by_dealer),
    Check(
        "D36", "idle_deck_not_spread", ("player_seated", "table_closed"), "decks, players", not_spread_idle
    ),
    Check("D37", "idle_deck_face_up", ("deck_spread",), "the spread", idle_face_up),
    Check("D41", "hand_without_shuffler", (FIRST_CARD,), "decks, the round", hand_without_shuffler),
    Check("D42", "shoe_not_ready", (FIRST_CARD,), "decks, the round", shoe_not_ready),
)
