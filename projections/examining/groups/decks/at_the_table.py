"""D01–D09, D24–D27, D40: which decks are at the table, whose turn it is, how long they stay (x.3, x.5(b))."""

from __future__ import annotations

from collections.abc import Iterator

from games.procedure.dealing import (
    check_alternation,
    check_backs,
    check_cover_cards,
    check_deck_age,
    check_deck_number,
    check_designs,
    check_device_count,
    check_discard_rack,
)
from projections.examining.check import ROUND_ENDED, Check, Finder, Found, Moment, found_if
from projections.signatures import rank_below


def cover_cards(moment: Moment) -> Iterator[Found]:
    """D01: the cover cards that came with the decks at the opening are not so many as belong to them."""
    table = moment.table
    if table.cover_cards is not None:
        breach = check_cover_cards(moment.book, table.cover_cards)
        yield from found_if(breach, "", table.cover_cards_seq)


def too_many_decks(moment: Moment) -> Iterator[Found]:
    """D02: more than two decks are at the table."""
    live = moment.table.live()
    yield from found_if(check_deck_number(moment.book, len(live)), "", *(d.received_seq for d in live))


def backs(moment: Moment) -> Iterator[Found]:
    """D03: two decks have backs of one colour."""
    live = moment.table.live()
    breach = check_backs(moment.book, [deck.back_colour for deck in live])
    yield from found_if(breach, "", *(deck.received_seq for deck in live))


def designs(moment: Moment) -> Iterator[Found]:
    """D04: the cards of a deck, or two decks, are not of one design; nothing where nobody described them."""
    live = moment.table.live()
    breach = check_designs(moment.book, [deck.designs for deck in live])
    yield from found_if(breach, "", *(deck.described_seq for deck in live))


def waiting_deck_not_shuffled(moment: Moment) -> Iterator[Found]:
    """D05: a deck was not shuffled while the other one was played (x.3(b)(2)); judged as the round ends."""
    round_ = moment.table.round
    live = moment.table.live()
    if round_ is None or len(live) != 2:
        return
    for deck in live:
        if deck.name != round_.deck and deck.rounds and not deck.shuffled_for_round:
            text = f"Deck {deck.name} was not shuffled while deck {round_.deck} was played."
            yield Found(f"{moment.x}.3(b)(2)", text, deck.name, (deck.ended_seq, round_.opened_seq))


def two_decks_in_rack(moment: Moment) -> Iterator[Found]:
    """D07: cards of the round went into the rack before the other deck had left it (x.3(b)(4))."""
    round_ = moment.table.round
    live = moment.table.live()
    if round_ is None or len(live) != 2 or not round_.first_collected_seq:
        return
    for deck in live:
        late = deck.shuffled_seq > round_.first_collected_seq or not deck.shuffled_for_round
        if deck.name != round_.deck and deck.rounds and late:
            breach = check_discard_rack(moment.book, [deck.name, round_.deck])
            yield from found_if(breach, deck.name, deck.ended_seq, round_.first_collected_seq)


def alternation(moment: Moment) -> Iterator[Found]:
    """D06: of two decks one is used twice running, or a new one before the one that waits (x.3(b)(3))."""
    table, name = moment.table, moment.body.deck
    deck = table.decks.get(name or "")
    live = table.live()
    if deck is None or len(live) < 2:
        return
    last = table.last_deck if table.round is None else table.round.deck  # that one was left open (S35)
    breach = check_alternation(moment.book, last or None, deck.name, len(live))
    yield from found_if(breach, deck.name, deck.ended_seq)
    if last and last not in table.decks:
        skipped = [other for other in live if other.received_seq < deck.received_seq]
        if skipped:
            text = f"Deck {skipped[0].name} was waiting for its turn, and deck {deck.name} was used."
            yield Found(f"{moment.x}.3(b)(3)", text, deck.name, (deck.received_seq,))


def _too_old(by_hand: bool) -> Finder:
    """D08, D09: a round was begun, or still open, when the deck had to be changed. Once for the decks."""

    def find(moment: Moment) -> Iterator[Found]:
        table, opens = moment.table, moment.event.type == "round_opened"
        round_ = table.round
        name = moment.body.deck if opens else round_.deck if round_ is not None else ""
        dealing = moment.body.dealing if opens else round_.dealing if round_ is not None else ""
        dealing = dealing or table.dealing
        deck = table.decks.get(name or "")
        if deck is None or deck.in_play_since_us is None or (dealing == "hand") != by_hand:
            return
        age_us = moment.event.occurred_at_us - deck.in_play_since_us
        yield from found_if(check_deck_age(moment.book, dealing, age_us), "", deck.first_shuffle_seq)

    return find


def other_method(moment: Moment) -> Iterator[Found]:
    """D24: shuffled otherwise than the table does, or by a device that is out of order (x.5(a))."""
    table, body = moment.table, moment.body
    if body.device is not None and body.device in table.out_of_order:
        text = f"The cards were shuffled by {body.device}, which is marked out of order."
        yield Found(f"{moment.x}.5(a)", text, body.deck)
    elif body.method != table.shuffling:
        how, should = body.method.replace("_", " "), table.shuffling.replace("_", " ")
        yield Found(
            f"{moment.x}.5(a)", f"Shuffled by other means ({how}) than the table's ({should}).", body.deck
        )


def shuffled_in_round(moment: Moment) -> Iterator[Found]:
    """D25: the deck in play was shuffled in the middle of its round, and no floorperson or above had directed
    it.

    Where all cards had been taken up the round was over, and only its end was not said (S35, T31).
    """
    round_, deck = moment.table.round, moment.deck
    if round_ is None or deck is None or not round_.cards or moment.body.deck != deck.name:
        return
    if round_.is_cleared:
        return
    by = moment.body.ordered_by
    rank = "" if by is None else rank_below(moment.body.stamps, by)
    if (
        (by is None or rank)
        and deck.name not in moment.table.reshuffle_due
        and deck.shuffled_seq < round_.opened_seq
    ):
        directed = f", as directed by {by.strip()}, {rank}" if by is not None else ""
        text = f"Deck {deck.name} was shuffled in the middle of its own round{directed}."
        yield Found(f"{moment.x}.5(a)", text, deck.name, (round_.first_card_seq,))


def not_removed(moment: Moment) -> Iterator[Found]:
    """D26: a deck that the device found wrong is still at the table when the next round opens."""
    for deck in moment.table.decks.values():
        if deck.short_seq and deck.short_by_device:
            breach = check_device_count(moment.book, deck.shuffled_by or "counting_device", deck.short_cards)
            if breach is not None:
                text = f"Deck {deck.name} has {breach.message}."
                yield Found(breach.section, text, deck.name, (deck.short_seq,))


def removed_comes_back(moment: Moment) -> Iterator[Found]:
    """D27: a deck that was taken from the table is used again."""
    name = moment.body.deck
    seq = moment.table.removed_decks.get(name or "")
    if seq is not None:
        yield Found(
            f"{moment.x}.5(b)", f"Deck {name} was removed from the table, and is in use again.", name, (seq,)
        )


def never_received(moment: Moment) -> Iterator[Found]:
    """D40: a deck is used that was never received at the table."""
    table = moment.table
    name = moment.body.introduced if moment.event.type == "deck_changed" else moment.body.deck
    if name is not None and name not in table.decks and name not in table.removed_decks:
        text = f"Deck {name} is in use, and was never received at the table."
        yield Found(f"{moment.x}.4(a)", text, name)


_OPENED = ("round_opened",)
CHECKS = (
    Check("D26", "short_deck_not_removed", _OPENED, "decks", not_removed, remedy="removal"),
    Check("D01", "cover_cards_wrong", _OPENED, "decks", cover_cards),
    Check("D02", "too_many_decks", _OPENED, "decks", too_many_decks),
    Check("D03", "backs_of_one_colour", _OPENED, "decks", backs),
    Check("D04", "designs_differ", _OPENED, "decks", designs),
    Check("D05", "waiting_deck_not_shuffled", (ROUND_ENDED,), "decks, the round", waiting_deck_not_shuffled),
    Check("D06", "decks_not_alternated", _OPENED, "decks", alternation),
    Check("D07", "two_decks_in_rack", (ROUND_ENDED,), "decks, the round", two_decks_in_rack),
    Check("D08", "deck_too_old_by_hand", (*_OPENED, ROUND_ENDED), "decks, times", _too_old(by_hand=True)),
    Check("D09", "deck_too_old_in_shoe", (*_OPENED, ROUND_ENDED), "decks, times", _too_old(by_hand=False)),
    Check("D24", "shuffled_otherwise", ("cards_shuffled",), "equipment, devices", other_method),
    Check("D25", "shuffled_in_round", ("cards_shuffled",), "the round", shuffled_in_round),
    Check(
        "D27",
        "removed_deck_used",
        (*_OPENED, "cards_shuffled"),
        "decks",
        removed_comes_back,
        remedy="removal",
    ),
    Check("D40", "deck_never_received", (*_OPENED, "deck_changed"), "decks", never_received),
)
