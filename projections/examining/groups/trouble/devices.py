"""I16, I17, I19–I21: cards that a void or a jam sends back to be shuffled, devices out of order (x.13)."""

from __future__ import annotations

from collections.abc import Iterator

from games.procedure.dealing import DECK_SIZE
from projections.examining.check import FIRST_CARD, UNMARKED, Check, Found, Moment
from projections.examining.memory.device_evolution import SHOES, SHUFFLERS


def _section(moment: Moment, kind: str) -> str:
    return moment.book.irregularities[kind].section


def void_not_reshuffled(moment: Moment) -> Iterator[Found]:
    """I16: the cards of a void round are dealt again before they were shuffled."""
    deck = moment.deck
    void = None if deck is None else moment.table.void_decks.get(deck.name)
    if deck is not None and void is not None:
        seq, section = void
        text = f"Deck {deck.name} was not shuffled after its void round."
        yield Found(section or f"{moment.x}.13", text, deck.name, (seq,))


def jam_not_reshuffled(moment: Moment) -> Iterator[Found]:
    """I17: a device jammed while it shuffled, and no cards were shuffled before the next round."""
    seq, round_ = moment.table.shuffle_jam_seq, moment.round
    if seq and round_ is not None and moment.table.shuffle_jam_deck in (round_.deck, ""):
        text = "The device jammed while it shuffled, and the cards were not shuffled again."
        yield Found(_section(moment, "shuffler_jam"), text, round_.deck, (seq,))


def dealt_cards_left_out(moment: Moment) -> Iterator[Found]:
    """I19: after a jam of the dealing shoe the cards already dealt were not shuffled with the others."""
    seq, counted = moment.table.deal_jam_seq, moment.body.counted
    if seq and counted is not None and counted < DECK_SIZE:
        text = f"After the jam {counted} cards were shuffled: those already dealt belong to them."
        yield Found(_section(moment, "shoe_jam"), text, moment.body.deck, (seq,))


def not_marked(moment: Moment) -> Iterator[Found]:
    """I20: a device cannot be used, and cards are dealt or shuffled otherwise before it is marked so."""
    shuffles = moment.event.type == "cards_shuffled"
    for device, (kind, seq) in moment.table.failed.items():
        if kind not in (SHUFFLERS if shuffles else SHOES) or (shuffles and moment.body.device == device):
            continue
        text = f"{device} cannot be used, and was neither covered nor marked out of order."
        yield Found(_section(moment, "device_out_of_order"), text, device, (seq,))


def out_of_order_used(moment: Moment) -> Iterator[Found]:
    """I21: a shoe that is marked out of order deals. (Of a shuffling device D24 says so.)"""
    round_ = moment.round
    if round_ is None or round_.dealing != "automated_shoe" or not moment.table.out_of_order:
        return
    for device, kind in moment.table.out_of_order.items():
        if kind in SHOES:
            text = f"{device} is marked out of order, and cards were dealt from it."
            yield Found(_section(moment, "device_out_of_order"), text, device)


CHECKS = (
    Check("I16", "void_cards_not_reshuffled", (FIRST_CARD,), "decks, the round before", void_not_reshuffled),
    Check("I17", "jammed_cards_not_reshuffled", (FIRST_CARD,), "devices", jam_not_reshuffled),
    Check("I19", "dealt_cards_left_out", ("cards_shuffled",), "devices", dealt_cards_left_out),
    Check("I20", "failed_device_not_marked", (UNMARKED,), "devices", not_marked),
    Check("I21", "out_of_order_device_used", (FIRST_CARD,), "devices", out_of_order_used),
)
