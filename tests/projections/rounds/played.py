"""Rounds told in a few words: who wagered and decided what, the cards, and what the dealer settled."""

from __future__ import annotations

from events.body import parse_body
from events.envelope import decode
from projections.rounds.replay import replay
from projections.rounds.terms import Terms
from tests.scenario_table import TableDesk

HCF = Terms("high_card_flush", "678a@2019-11-02", {"flush_bonus": "A", "progressive": "A"}, {}, None, 1)
CENT = 1_000


class Told:
    """A round that is told fact by fact. Amounts are cents."""

    def __init__(self):
        self.table = TableDesk("T-1")
        self.table.opens_round()

    def says(self, type_, **fields):
        self.table.records(parse_body(type_, fields))
        return self

    def wagers(self, seat, **stakes):
        for wager, cents in stakes.items():
            self.says("wager_placed", seat=seat, wager=wager, amount_mc=cents * CENT, instrument="value_chip")
        return self

    def deals(self, seat, cards, shown=True):
        """A stack to a seat, or to the dealer where that is None, and what of it was shown."""
        named = cards.split()
        to = {"to": "dealer"} if seat is None else {"to": "seat", "seat": seat}
        self.says("stack_delivered", **to, cards=[None] * len(named))
        if shown:
            hand = {"hand": "dealer"} if seat is None else {"hand": "seat", "seat": seat}
            self.says("hand_revealed", **hand, cards=named)
        return self

    def decides(self, seat, action, *, wager=None, cents=0, at="deal"):
        return self.says(
            "decision_made", seat=seat, action=action, at=at, wager=wager, amount_mc=cents * CENT
        )

    def settles(self, seat, wager, outcome, returned=0, paid=0):
        return self.says(
            "wager_settled",
            seat=seat,
            wager=wager,
            outcome=outcome,
            stake_mc=0,
            returned_mc=returned * CENT,
            paid_mc=paid * CENT,
        )

    def closes(self):
        return self.says("round_closed")

    def voids(self, section):
        return self.says("round_voided", reason="as ruled", section=section, ruled_by="F-1", legs=[])

    @property
    def view(self):
        events = [decode(value) for value in self.table.recorded]
        return replay(event for event in events if event.round)
