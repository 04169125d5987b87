"""C29–C32, C35, C36: what is left of the deck: to the rack unseen, counted in time, and counted right
(x.8(e)–(h), x.9(c)–(f), x.10(c)–(f))."""

from __future__ import annotations

from collections.abc import Iterator

from games.procedure.dealing import DECK_SIZE, check_stub_count, judge_stub
from games.procedure.dealing_sections import STUB_TO_RACK, where
from projections.examining.check import ROUND_DONE, Check, Found, Moment, found_if, of_round
from projections.examining.memory.table_state import OpenRound
from projections.examining.round_facts import RoundFacts


def _its_round(moment: Moment) -> OpenRound | None:
    """The round whose stub it is: counted and put away in it, or right after it. One that was never opened
    is none."""
    return moment.own_round if moment.event.round is not None else moment.round or moment.table.last_round


@of_round
def stub_left(moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """C29: the stub of a closed round did not go to the rack, or before the deal was complete."""
    if not facts.is_closed or not facts.dealt:
        return
    section = where(STUB_TO_RACK, moment.x, facts.round.dealing)
    discarded, last = facts.first("stub_discarded"), facts.dealt[-1].seq
    if discarded is None:
        yield Found(section, "The stub was not put into the discard rack.", "", (last,))
    elif discarded.seq < last:
        text = "The stub was put into the discard rack before the deal was complete."
        yield Found(section, text, "", (discarded.seq, last))


def stub_seen(moment: Moment) -> Iterator[Found]:
    """C30: cards of the stub were seen on their way to the rack."""
    round_, exposed = _its_round(moment), moment.body.exposed
    if round_ is None or not exposed:
        return
    counted = round_.first("stub_counted")
    section = where(STUB_TO_RACK, moment.x, round_.dealing)
    if counted is not None:
        section = moment.book.cards.stub_right[round_.dealing]
    seqs = (counted.seq,) if counted is not None else ()
    yield Found(section, f"The stub was exposed: {' '.join(exposed)}.", "", seqs, round=round_.name)


def not_counted(moment: Moment) -> Iterator[Found]:
    """C31: the fifth round since the last count is over, and the stub was not counted; then every fifth.

    A round in whose middle the table is closed never came to that (T31).
    """
    table, round_ = moment.table, moment.round or moment.table.last_round
    if moment.event.type == "table_closed" and moment.round is not None:
        return
    every = moment.book.cards.stub_count_every_rounds
    if round_ is None or not table.rounds_since_count or table.rounds_since_count % every:
        return
    breach = check_stub_count(moment.book, round_.dealing, round_.shuffling, table.rounds_since_count)
    for found in found_if(breach):
        yield found._replace(round=round_.name, seqs=(round_.opened_seq,))


def miscounted(moment: Moment) -> Iterator[Found]:
    """C32: stub and cards in play do not add up to the number that was said for the deck.

    Where the cards were misdealt, more or fewer lie on the layout than anybody knew: what is to be done then
    is C33's.
    """
    round_, body = _its_round(moment), moment.body
    if round_ is None or round_.cut_short or body.misdealt:
        return
    found_up = sum(1 for _ in round_.of("card_found_face_up"))
    in_all = body.stub_cards + round_.cards + found_up
    if in_all != body.deck_cards:
        text = f"{body.stub_cards} cards in the stub and {in_all - body.stub_cards} dealt are not the "
        section = moment.book.cards.stub_due[round_.dealing]
        yield Found(section, f"{text}{body.deck_cards} that were counted.", body.deck, round=round_.name)


def not_removed(moment: Moment) -> Iterator[Found]:
    """C35: a deck that the count of the stub found wrong is still at the table when the next round opens."""
    for deck in moment.table.decks.values():
        if not deck.short_seq or deck.short_by_device:
            continue
        round_ = moment.table.last_round
        dealing = round_.dealing if round_ is not None else moment.table.dealing
        duty = judge_stub(moment.book, dealing, deck.short_cards, 0)
        text = f"Deck {deck.name} has {deck.short_cards} cards and was not removed from the table."
        yield Found(duty.section, text, deck.name, (deck.short_seq,), round=deck.last_round or None)


def not_determined(moment: Moment) -> Iterator[Found]:
    """C36: the count was wrong, and nobody determined whether the cards had been misdealt."""
    round_, body = _its_round(moment), moment.body
    if round_ is not None and body.deck_cards != DECK_SIZE and body.misdealt is None:
        section = moment.book.cards.stub_wrong[round_.dealing]
        text = f"{body.deck_cards} cards by the count, and nobody determined whether they were misdealt."
        yield Found(section, text, body.deck, round=round_.name)


CHECKS = (
    Check("C29", "stub_not_in_rack", (ROUND_DONE,), "the round", stub_left),
    Check("C30", "stub_exposed", ("stub_discarded",), "the stub", stub_seen),
    Check("C31", "stub_not_counted", ("round_opened", "table_closed"), "the round, equipment", not_counted),
    Check("C32", "stub_miscounted", ("stub_counted",), "the round", miscounted),
    Check("C36", "misdeal_not_determined", ("stub_counted",), "the stub", not_determined),
    Check("C35", "short_deck_kept", ("round_opened",), "decks", not_removed, remedy="removal"),
)
