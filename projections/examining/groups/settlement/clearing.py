"""S33–S35: cards leave the table, and the round ends, when everything is settled (x.11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from projections.examining.check import ROUND_DONE, Check, Found, Moment
from projections.examining.groups.settlement.showdown import contest

CLEARED: Final = {"647a": "(l)", "663a": "(l)", "677a": "(j)", "678a": "(f)", "679a": "(e)"}


def collected_early(moment: Moment) -> Iterator[Found]:
    """S33: the cards of a player are collected when all wagers of the player have been settled."""
    digest = moment.digest
    if digest.interrupted:
        return
    for seat, steps in sorted(digest.collected.items()):
        if seat in digest.gave_up or seat in digest.abandoned:
            continue
        late = [step for step in digest.settled if step.body.seat == seat and step.seq > steps[-1].seq]
        if late:
            wager = late[-1].body.wager
            text = f"The cards of seat {seat} were collected before {wager.replace('_', ' ')} was settled."
            section = f"{moment.x}.11{_cleared(moment, {step.body.wager for step in late})}"
            yield Found(section, text, str(seat), (steps[-1].seq, late[-1].seq), seat=seat, wager=wager)


def _cleared(moment: Moment, open_: set[str]) -> str:
    if moment.x == "663a":
        return "(i)" if open_ & contest(moment) else "(k)"
    return CLEARED[moment.x]


def cards_left(moment: Moment) -> Iterator[Found]:
    """S34: when a round is closed, every card that was dealt is in the rack."""
    assert moment.round is not None
    deck = moment.deck
    if moment.event.type != "round_closed" or (deck is not None and deck.short_seq):
        return
    section = f"{moment.x}.11{CLEARED[moment.x]}"
    wrong = {place: cards for place, cards in moment.round.lying.items() if cards}
    if wrong:
        (area, seat), cards = next(iter(wrong.items()))
        owner = f"seat {seat}" if seat is not None else area.replace("_", " ")
        what = f"{cards} not collected" if cards > 0 else f"{-cards} more collected than were dealt"
        yield Found(section, f"The round was closed with cards of {owner} astray: {what}.", "", seat=seat)
    elif moment.body.rack_cards not in (None, 52):
        yield Found(section, f"The rack held {moment.body.rack_cards} cards when the round was closed.", "")


def opened_before_closed(moment: Moment) -> Iterator[Found]:
    """S35: a round opens when the one before it has been closed."""
    if moment.round is not None:
        text = f"The next round was opened before round {moment.round.name} was closed."
        yield Found(f"{moment.x}.11", text, "", (moment.round.opened_seq,))


_AT = (ROUND_DONE,)
CHECKS = (
    Check("S33", "collected_before_settled", _AT, "cards, settlement", collected_early),
    Check("S34", "cards_not_cleared", _AT, "cards", cards_left),
    Check("S35", "opened_before_closed", ("round_opened",), "the round", opened_before_closed),
)
