"""The cards of one round on the layout: dealt, burned, shown, collected, the stub counted (x.8–x.11).

Every movement is one of real cards, and is recorded in the words of the vocabulary.
"""

from __future__ import annotations

from collections.abc import Sequence

from floor.table.conduct import RIGHT, Interrupted
from floor.table.deck import RACK, STUB, PileName
from floor.table.layout import Layout
from floor.table.table import SECOND_US, Table
from games.cards import NAMES
from games.game import Deal
from games.procedure.dealing import DECK_SIZE, stub_count_due

CARD_US = 400_000
STACK_US = 1_500_000
COLLECT_US = 500_000


class Dealing(Layout):
    """A layout that cards are dealt to, turned up on and collected from, by the dealer of a table."""

    __slots__ = ("table",)

    def __init__(self, table: Table) -> None:
        assert table.deck is not None
        dealing, reads = table.submission.dealing, table.submission.reads_cards
        super().__init__(table.deck, stacks=dealing == "automated_shoe", reads=reads)
        self.table = table

    def empty_shoe(self) -> None:
        """The remaining cards are taken out of the shoe and dealt from the hand (647a.10(c))."""
        self.stacks = self.reads = False

    def deal(self, movements: int | None = None) -> None:
        """Deal so many movements of the order, or all that are left, as the table's procedure has it."""
        table = self.table
        for _ in range(len(self.order) if movements is None else movements):
            if table.conduct is not RIGHT:
                table.conduct.before_deal(self, self.order[0])
            deal = self.order.popleft()
            if deal.to in ("burn", RACK):
                self._burn(deal)
            elif self.stacks and deal.cards > 1:
                self._deliver(deal)
            else:
                self._deal_singly(deal)

    def _deal_singly(self, deal: Deal) -> None:
        table, to = self.table, deal.to
        reads = deal.face_up or self.reads
        area, seat = ("seat", to) if isinstance(to, int) else (to, None)
        lying = self.deck.count(to)
        face = "up" if deal.face_up else "down"
        for position, card in enumerate(self.deck.deal(to, deal.cards), lying + 1):
            table.now_us += CARD_US
            table.record(
                "card_dealt",
                to=area,
                seat=seat,
                position=position,
                card=NAMES[card] if reads else None,
                face=face,
            )
        if deal.under_cover_card and not lying:
            table.record("cover_card_placed", over=to)

    def _deliver(self, deal: Deal) -> None:
        table, to = self.table, deal.to
        reads = deal.face_up or self.reads
        area, seat = ("seat", to) if isinstance(to, int) else (to, None)
        table.now_us += STACK_US
        cards = self.deck.deal(to, deal.cards)
        table.record(
            "stack_delivered",
            to=area,
            seat=seat,
            cards=[NAMES[card] if reads else None for card in cards],
            face="up" if deal.face_up else "down",
        )
        if deal.under_cover_card:
            table.record("cover_card_placed", over=to)

    def _burn(self, deal: Deal) -> None:
        for card in self.deck.deal(RACK, deal.cards):
            self.table.now_us += CARD_US
            self.table.record("card_burned", card=NAMES[card] if self.reads else None)

    def discard_stub(self) -> None:
        """The stub goes to the discard rack, counted before where that is due (x.8–x.10)."""
        table, deck = self.table, self.deck
        due = stub_count_due(table.submission.shuffling, table.book, table.rounds_since_count)
        if table.conduct.counts_stub(due=due):
            table.takes_about(20 * SECOND_US)
            right = deck.total() == DECK_SIZE
            table.record(
                "stub_counted",
                deck=deck.name,
                stub_cards=deck.count(STUB),
                deck_cards=deck.total(),
                misdealt=None if right else False,
            )
            table.rounds_since_count = 0
            if not right:
                raise Interrupted("stub_count_wrong", text=f"{deck.total()} cards by the count of the stub")
        table.takes_about(2 * SECOND_US)
        deck.move(STUB, RACK)
        table.record("stub_discarded", deck=deck.name, exposed=[])

    def reveal(self, place: PileName, cards: int | None = None) -> None:
        """A hand is turned face up, or so many of its cards."""
        table = self.table
        table.takes_about(SECOND_US)
        names = [NAMES[card] for card in self.deck.lying(place)[:cards]]
        area, seat = ("seat", place) if isinstance(place, int) else (place, None)
        table.record("hand_revealed", hand=area, seat=seat, cards=names)

    def show(self, street: str, cards: Sequence[int]) -> None:
        """Cards that all players share are turned face up: a street of the board, or one for a bonus."""
        self.table.takes_about(SECOND_US)
        self.table.record("community_cards_revealed", street=street, cards=[NAMES[card] for card in cards])

    def collect(self, place: PileName) -> None:
        """Cards go to the discard rack."""
        table = self.table
        table.takes_about(COLLECT_US)
        area, seat = ("seat", place) if isinstance(place, int) else (place, None)
        table.record("hand_collected", hand=area, seat=seat, cards=self.deck.move(place, RACK))
