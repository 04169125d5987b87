"""Irregularities of x.13 and misdeals of x.8–x.10, now and then: what happens to a careful table.

One small function each, in one list. It moves real cards and records what happened; what follows from it is
the rulebook's, by `games.judgement.irregularity_rule`, and `interruption` does it where the round ends.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from floor.steps import Fact
from floor.table import equipment
from floor.table.conduct import Conduct, Interrupted
from floor.table.deck import LOST, RACK, STUB, Deck
from floor.table.layout import Layout
from floor.table.table import MINUTE_US, Table
from floor.trouble.interruption import call_and_rule
from floor.trouble.planting import MILLION
from floor.trouble.spot import ENDS, changed
from games.cards import NAMES
from games.game import Deal
from games.judgement import irregularity_rule
from games.procedure.dealing import COUNTING, stub_count_due
from games.settlement import Irregularity

OUT_OF_ORDER_ROUNDS: Final = 12
"""So many rounds are dealt from the hand until a shoe has been repaired."""


def _rule_on(table: Table, what: Interrupted, ruling: str) -> None:
    """An irregularity that does not end the round: called, ruled, and on it goes."""
    rule = irregularity_rule(Irregularity(what.kind), table.book)
    call_and_rule(table, what, rule.section, ruling)


def _found_face_up(table: Table, layout: Layout, cards: Sequence[int]) -> None:
    """In the shoe, or in the deck that the dealer holds: from the start or since the shoe was emptied."""
    in_shoe = table.submission.dealing == "manual_shoe" or layout.stacks
    place = "shoe" if in_shoe else "deck"
    for card in cards:
        table.record("card_found_face_up", card=NAMES[card], place=place)


def face_up_single(table: Table, layout: Layout) -> None:
    """The next card lies face up: it goes to the rack and is not used in this round (x.13(a))."""
    card = layout.deck.lying(STUB)[-1]
    _found_face_up(table, layout, [card])
    _rule_on(table, Interrupted("face_up_single", cards=(card,)), "card_not_used")
    layout.deck.move_card(card, STUB, RACK)


def face_up_multiple(table: Table, layout: Layout) -> None:
    """The next two cards lie face up (x.13(a)); some chapters ask whether everyone has two cards by then."""
    cards = layout.deck.lying(STUB)[-2:]
    _found_face_up(table, layout, cards)
    for card in cards:
        layout.deck.move_card(card, STUB, RACK)
    kind = "face_up_multiple"
    if kind not in table.book.irregularities:
        hands = any(isinstance(deal.to, int) or deal.to == "dealer" for deal in layout.order)
        kind += "_early" if hands else "_after_initial_two"
    raise Interrupted(kind, cards=cards)


def drawn_in_error(table: Table, _layout: Layout) -> None:
    """A card is drawn before its time, unseen: it is dealt as the next (x.13(b))."""
    table.record("card_drawn_in_error", card=None, exposed=False)
    _rule_on(table, Interrupted("drawn_in_error"), "card_used_as_next")


def shoe_jam(table: Table, layout: Layout) -> None:
    """The automated shoe jams: the round is void (x.13). One that was emptied for the board cannot."""
    if not layout.stacks:
        return
    inside = layout.deck.count(STUB)
    table.record(
        "device_jammed", device=f"AS-{table.name}", kind="automated_shoe", during="deal", cards_inside=inside
    )
    raise Interrupted("shoe_jam")


def card_lost(_table: Table, layout: Layout) -> None:
    """A card slips under the table; the next count misses it (x.5(b), x.8–x.10)."""
    layout.deck.move_card(layout.deck.lying(STUB)[0], STUB, LOST)


def _one_too_many(table: Table, layout: Layout) -> int | None:
    """The last box is dealt a card that it should not get; gives the box, if one has cards still."""
    deck = layout.deck
    box = max((at for at in deck.piles if isinstance(at, int) and deck.count(at)), default=None)
    if box is None:
        return None
    (card,) = deck.deal(box)
    table.record(
        "card_dealt",
        to="seat",
        seat=box,
        position=deck.count(box),
        card=NAMES[card] if layout.reads else None,
        face="down",
    )
    return box


def incorrect_number(table: Table, layout: Layout) -> None:
    """A box has a card too many, and it is noticed (x.13(c))."""
    box = _one_too_many(table, layout)
    if box is not None:
        raise Interrupted("incorrect_number", seats=(box,), text=f"box {box} has a card too many")


def misdealt(table: Table, layout: Layout) -> None:
    """The count of the stub finds 52 cards, one of them where it should not be (x.8–x.10)."""
    deck = layout.deck
    box = _one_too_many(table, layout)
    if box is None:
        return
    table.record(
        "stub_counted", deck=deck.name, stub_cards=deck.count(STUB), deck_cards=deck.total(), misdealt=True
    )
    table.rounds_since_count = 0
    raise Interrupted("stub_count_wrong", seats=(box,), text=f"box {box} was misdealt", misdealt=True)


def dealer_card_exposed(table: Table, layout: Layout) -> None:
    """A card of the dealer's is seen (x.13(d)); where everybody has decided it is too late to matter."""
    card = layout.deck.lying("dealer")[0]
    table.record("card_exposed", hand="dealer", position=1, card=NAMES[card])
    if layout.everybody_has_decided():
        return
    raise Interrupted("dealer_card_exposed", cards=(card,))


def shuffler_jam(table: Table) -> None:
    """The shuffling device does not finish its cycle: the cards are shuffled again (x.13)."""
    table.record("device_jammed", device=f"SH-{table.name}", kind="shuffler", during="shuffle")
    _rule_on(table, Interrupted("shuffler_jam"), "reshuffle")


def device_failed(table: Table) -> None:
    """The automated shoe cannot be used: it is covered, and cards are dealt from the hand (x.13, x.9)."""
    device = {"device": f"AS-{table.name}", "kind": "automated_shoe"}
    table.record("device_failed", **device, problem="it does not dispense")
    table.takes_about(2 * MINUTE_US)
    table.record("device_marked_out_of_order", **device, marked="covered")
    preshuffled, how = (
        table.submission.preshuffled,
        {"dealing": "hand", "shuffling": table.submission.shuffling},
    )
    table.submission = replace(table.submission, dealing="hand", reads_cards=False, preshuffled=False)
    reason = "the automated shoe is out of order"
    table.record("dealing_changed", table.crew.floorperson, **how, reason=reason)
    if preshuffled:
        equipment.ready_for_hand(table)


class Mishap(NamedTuple):
    """Something that can happen to a table: when, what, and at which tables."""

    when: str
    """While cards are `dealt`, at the `stub`, where it is `counted`, or at the next `shuffle`."""
    happens: Callable[..., None]
    """Makes it happen to a table, and its layout unless it is at the shuffle."""
    can_happen_at: Callable[[Table], bool] = lambda _table: True


def _shoe(table: Table) -> bool:
    return table.submission.dealing == "automated_shoe"


def _counts(table: Table) -> bool:
    return table.submission.shuffling not in COUNTING


def _returns_the_contest(table: Table) -> bool:
    """Whether the chapter says what an exposed card of the dealer's sends back; 663a does not."""
    return bool(table.book.irregularities["dealer_card_exposed"].returned)


IRREGULARITIES: Final = (
    Mishap("dealt", face_up_single),
    Mishap("dealt", face_up_multiple),
    Mishap("dealt", drawn_in_error),
    Mishap("dealt", shoe_jam, _shoe),
    Mishap("dealt", card_lost),
    Mishap("stub", incorrect_number),
    Mishap("stub", dealer_card_exposed, _returns_the_contest),
    Mishap("counted", misdealt, _counts),
    Mishap("shuffle", shuffler_jam, lambda table: table.submission.shuffling != "manual"),
    Mishap(
        "shuffle",
        device_failed,
        lambda table: _shoe(table) and table.submission.shuffling in ("device", "counting_device"),
    ),
)
"""Everything that can happen to a table."""


class Mishaps(Conduct):
    """A table to which something happens: in so many of a million rounds, one mishap."""

    __slots__ = ("_layout", "_luck", "_opened", "_out_since", "_pending", "_ppm", "_table", "_wait")

    def __init__(self, table: Table, luck: random.Random, ppm: int) -> None:
        self._table = table
        self._opened = table.submission
        self._luck = luck
        self._ppm = ppm
        self._pending: Mishap | None = None
        self._wait = 0
        self._layout: Layout | None = None
        self._out_since = 0

    def deal_order(self, order: Sequence[Deal]) -> Sequence[Deal]:
        """Before the first card: whether anything will happen in this round, and when."""
        self._layout = None
        if self._pending is None and self._luck.randrange(MILLION) < self._ppm:
            possible = [each for each in IRREGULARITIES if each.can_happen_at(self._table)]
            self._pending = self._luck.choice(possible)
        self._wait = self._luck.randrange(len(order)) if self._pending is not None else 0
        return order

    def before_deal(self, layout: Layout, deal: Deal) -> None:  # noqa: ARG002 - whatever it is
        """While cards are dealt."""
        self._layout = layout
        if self._pending is not None and self._pending.when == "dealt":
            self._wait -= 1
            if self._wait < 0:
                self._happen(layout)

    def counts_stub(self, *, due: bool) -> bool:
        """When the stub is about to go to the rack."""
        pending, layout = self._pending, self._layout
        if pending is None or layout is None or pending.when not in ("stub", "counted"):
            return due
        table = self._table
        if pending.when == "stub" or stub_count_due(
            table.submission.shuffling, table.book, table.rounds_since_count
        ):
            self._happen(layout)
        return due

    def before_shuffle(self, deck: Deck) -> None:  # noqa: ARG002 - whichever it is
        """At the shuffling device."""
        if self._pending is not None and self._pending.when == "shuffle":
            self._happen()
            self._out_since = self._table.rounds

    def facts_recorded(self, fact: Fact) -> Sequence[Fact]:
        """A round records how it is dealt while that is not as at the opening; a shoe comes back repaired."""
        table, opened = self._table, self._opened
        if table.submission.dealing == opened.dealing:
            return (fact,)
        if fact.type == "round_opened":
            return (changed(fact, dealing=table.submission.dealing),)
        if fact.type in ENDS and table.rounds - self._out_since >= OUT_OF_ORDER_ROUNDS:
            how = {name: getattr(opened, name) for name in ("dealing", "reads_cards", "preshuffled")}
            table.submission = replace(table.submission, **how)
            return (fact, *self._shoe_back(fact.at_us))
        return (fact,)

    def _shoe_back(self, at_us: int) -> Sequence[Fact]:
        table, by = self._table, self._table.crew.floorperson
        back = {"device": f"AS-{table.name}", "kind": "automated_shoe", "returned_by": by}
        dealing, shuffling = table.submission.dealing, table.submission.shuffling
        how = {"dealing": dealing, "shuffling": shuffling, "reason": "the automated shoe is repaired"}
        return (
            Fact(at_us, "device_returned_to_service", back, by),
            Fact(at_us, "dealing_changed", how, by),
        )

    def _happen(self, *layout: Layout) -> None:
        pending, self._pending = self._pending, None
        assert pending is not None
        pending.happens(self._table, *layout)
