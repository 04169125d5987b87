"""One round of play at a table, in the words of the vocabulary: what every game does in the same way.

A play (`floor.play`) says what is next; the methods here move the cards, say the facts and keep the money.
Amounts are cents, as in `games`, and become millicents where a fact is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from events.money import cents
from floor.awards import pay_award
from floor.deck import RACK, STUB, Place
from floor.errors import FloorError
from floor.people import Player, chance
from floor.steps import Steps
from floor.table import SECOND_US, Table
from games.cards import NAMES
from games.dealing import stub_count_due
from games.game import Deal
from games.settlement import Decision, MeterReading, Round, Seat, Settlement, WagerResult, lost

UNDECIDED = "none"
CARD_US = 400_000
STACK_US = 1_500_000
SETTLE_US = 500_000


class DealtRound:
    """A round that is being played. `seats` are the boxes in play, clockwise; cards are dealt to these."""

    __slots__ = (
        "deck",
        "due",
        "extras",
        "meter_awards",
        "order",
        "players",
        "seats",
        "settlement",
        "table",
    )

    def __init__(self, table: Table) -> None:
        assert table.deck is not None
        self.table = table
        self.deck = table.deck
        self.seats: list[Seat] = []
        self.players: dict[int, Player] = {}
        self.order: Sequence[Deal] = ()
        self.settlement: Settlement | None = None
        self.due: dict[int, dict[str, WagerResult]] = {}
        self.meter_awards: set[tuple[int, str]] = set()
        self.extras: dict[str, Any] = {}
        """What the settlement of this game needs beside cards and wagers (Magic Card, lucky position, …)."""

    # --- before the deal ----------------------------------------------------------------------------------

    def open(self) -> None:
        """The dealer begins; players wager on their boxes."""
        table = self.table
        table.rounds += 1
        table.rounds_today += 1
        table.rounds_since_count += 1
        table.round = f"{table.name}-{table.rounds}"
        table.say("round_opened", deck=self.deck.name, dealer=table.crew.dealer)
        for box, player in sorted(table.seating.at.items()):
            self._wager(box, player)

    def _wager(self, box: int, player: Player) -> None:
        table = self.table
        table.takes_about(SECOND_US)
        stakes = {"ante": player.ante}
        for wager, per_mille in player.habits.items():
            if chance(table.rng, per_mille):
                link = table.submission.progressives.get(wager)
                stakes[wager] = (
                    link.unit_cents if link else table.play.bonus_stake(wager, player.ante, table.rng)
                )
        for wager, stake in stakes.items():
            self.place(box, player, wager, stake)
        self.seats.append(Seat(box, player.label, (), stakes, Decision(UNDECIDED), index=len(self.seats)))
        self.players[box] = player

    def place(self, box: int, player: Player, wager: str, stake: int) -> None:
        """A wager is made with what its link or the chapter takes."""
        player.bankroll -= stake
        instrument = "electronic" if self.table.instruments.get(wager) == "electronic" else "value_chip"
        self.table.say("wager_placed", seat=box, wager=wager, amount_mc=cents(stake), instrument=instrument)

    def close_bets(self) -> None:
        """ "No more bets": lock-out, lights, chips counted against wagers accepted (x.2(c), x.8–x.10)."""
        table = self.table
        progressives = table.submission.progressives
        placed = {wager: [seat.seat for seat in self.seats if wager in seat.wagers] for wager in progressives}
        by_chip = [wager for wager in placed if table.instruments.get(wager) != "electronic"]
        for wager in by_chip:
            if placed[wager]:
                table.say("progressive_lights_lit", wager=wager, seats=placed[wager])
        table.takes_about(3 * SECOND_US)
        table.say("bets_closed", legs=[])
        if by_chip:
            table.say("lock_out_engaged", system="progressive", device=f"PG-{table.name}")
        if len(by_chip) < len(placed):
            table.say("lock_out_engaged", system="electronic_wagering", device=f"EW-{table.name}")
        for wager in by_chip:
            count = len(placed[wager])
            table.takes_about(2 * SECOND_US)
            table.say("progressive_chips_counted", wager=wager, chips=count, accepted=count)

    # --- cards --------------------------------------------------------------------------------------------

    def deal(self, deals: Iterable[Deal]) -> None:
        """Deal these cards as the table's procedure has it: one at a time, or in stacks."""
        stacks = self.table.submission.dealing == "automated_shoe"
        for deal in deals:
            if deal.to in ("burn", RACK):
                self._burn(deal)
            elif stacks and deal.cards > 1:
                self._deliver(deal)
            else:
                self._deal_singly(deal)

    def _deal_singly(self, deal: Deal) -> None:
        table, to = self.table, deal.to
        reads = deal.face_up or table.submission.reads_cards
        area, seat = ("seat", to) if isinstance(to, int) else (to, None)
        lying = self.deck.count(to)
        face = "up" if deal.face_up else "down"
        for position, card in enumerate(self.deck.deal(to, deal.cards), lying + 1):
            table.now_us += CARD_US
            table.say(
                "card_dealt",
                to=area,
                seat=seat,
                position=position,
                card=NAMES[card] if reads else None,
                face=face,
            )
        if deal.under_cover_card and not lying:
            table.say("cover_card_placed", over=to)

    def _deliver(self, deal: Deal) -> None:
        table, to = self.table, deal.to
        reads = deal.face_up or table.submission.reads_cards
        area, seat = ("seat", to) if isinstance(to, int) else (to, None)
        table.now_us += STACK_US
        cards = self.deck.deal(to, deal.cards)
        table.say(
            "stack_delivered",
            to=area,
            seat=seat,
            cards=[NAMES[card] if reads else None for card in cards],
            face="up" if deal.face_up else "down",
        )
        if deal.under_cover_card:
            table.say("cover_card_placed", over=to)

    def _burn(self, deal: Deal) -> None:
        for card in self.deck.deal(RACK, deal.cards):
            self.table.now_us += CARD_US
            self.table.say("card_burned", card=NAMES[card] if self.table.submission.reads_cards else None)

    def discard_stub(self) -> None:
        """The stub goes to the discard rack, counted before where that is due (x.8–x.10)."""
        table, deck = self.table, self.deck
        due = stub_count_due(table.submission.shuffling, table.book, table.rounds_since_count)
        if table.conduct.counts_stub(due=due):
            table.takes_about(20 * SECOND_US)
            table.say("stub_counted", deck=deck.name, stub_cards=deck.count(STUB), deck_cards=deck.total())
            table.rounds_since_count = 0
        table.takes_about(2 * SECOND_US)
        deck.move(STUB, RACK)
        table.say("stub_discarded", deck=deck.name, exposed=[])

    def reveal(self, place: Place) -> None:
        """A hand is turned face up."""
        table = self.table
        table.takes_about(SECOND_US)
        cards = [NAMES[card] for card in self.deck.lying(place)]
        area, seat = ("seat", place) if isinstance(place, int) else (place, None)
        table.say("hand_revealed", hand=area, seat=seat, cards=cards)

    def collect(self, place: Place) -> None:
        """Cards go to the discard rack."""
        table = self.table
        table.takes_about(SETTLE_US)
        area, seat = ("seat", place) if isinstance(place, int) else (place, None)
        table.say("hand_collected", hand=area, seat=seat, cards=self.deck.move(place, RACK))

    def take_up(self) -> None:
        """The players look at their cards: from here on a strategy can see them."""
        for seat in self.seats:
            seat.cards = self.deck.lying(seat.seat)

    # --- decisions and settlement -------------------------------------------------------------------------

    def decide(self, seat: Seat, action: str, at: str, wager: str | None = None, stake: int = 0) -> None:
        """A player decides, and pays for it."""
        table = self.table
        table.takes_about(2 * SECOND_US)
        if wager is None:
            table.say("decision_made", seat=seat.seat, action=action, at=at)
            return
        self.players[seat.seat].bankroll -= stake
        table.say(
            "decision_made",
            seat=seat.seat,
            action=action,
            at=at,
            wager=wager,
            amount_mc=cents(stake),
            instrument="value_chip",
        )

    def forfeit(self, seat: Seat, wager: str, section: str) -> None:
        """A wager is collected at once, before the hands are compared."""
        self.due.setdefault(seat.seat, {})[wager] = lost(section)
        self.settle(seat.seat, wager)

    def judge(self) -> list[tuple[int, tuple[str, ...]]]:
        """What the round must pay by `games`, and the order in which it is settled.

        A share of a meter is not known yet: the meter says it at the player's turn.
        """
        table = self.table
        submission = table.submission
        round_ = Round(
            game=submission.game,
            rulebook=submission.rulebook,
            seats=tuple(self.seats),
            dealer=self.deck.lying("dealer"),
            community=self.deck.lying("community"),
            paytables=dict(submission.paytables),
            options=submission.round_options,
            meters={name: MeterReading(0) for name in table.book.meter_names},
            **self.extras,
        )
        self.settlement = table.game.settle(round_, table.book)
        self.due = {result.seat: result.wagers for result in self.settlement.seats}
        self.meter_awards = {(award.seat, award.wager) for award in self.settlement.awards}
        self._limit(self.settlement)
        return table.conduct.settlement_order(table.game.settlement_order(round_, table.book))

    def _limit(self, settlement: Settlement) -> None:
        """Cut what a payout limit cuts: covered payouts of a player (or hand), pro rata and floored."""
        rule, limit = self.table.book.payout_limit, self.table.submission.payout_limit
        if rule is None or limit is None:
            return
        groups: dict[object, int] = {}
        for result in settlement.seats:
            group = result.player if rule.per == "player" else result.seat
            groups[group] = groups.get(group, 0) + (result.limit[0] if result.limit else 0)
        for result in settlement.seats:
            total = groups[result.player if rule.per == "player" else result.seat]
            if total > limit:
                for wager, verdict in result.wagers.items():
                    if wager in rule.covers and verdict.limited:
                        cut = verdict._replace(payout=verdict.payout * limit // total)
                        result.wagers[wager] = cut

    def settle_seat(self, seat: int, wagers: Iterable[str]) -> Steps:
        """Settle wagers of a seat one after the other; for an award the meter is waited for."""
        steps = self.table.game.award_steps
        for wager in wagers:
            if wager in steps and self.due[seat][wager].outcome == "win":
                yield from pay_award(self, self.seat(seat), wager)
            else:
                self.settle(seat, wager)

    def settle(
        self, seat: int, wager: str, *, paid_from: str = "table_inventory", paid_mc: int | None = None
    ) -> None:
        """Settle one wager; `paid_mc` is given where a meter, not a paytable, says what it is worth."""
        table = self.table
        due = table.conduct.payment(seat, wager, self.due[seat][wager])
        stake = table.game.stakes(self.seat(seat)).get(wager, 0)
        paid = cents(due.payout) if paid_mc is None else paid_mc
        self.players[seat].bankroll += due.returned + paid // 1_000
        table.takes_about(SETTLE_US)
        table.say(
            "wager_settled",
            seat=seat,
            wager=wager,
            outcome=due.outcome,
            stake_mc=cents(stake),
            returned_mc=cents(due.returned),
            paid_mc=paid,
            paid_from=paid_from if paid else None,
        )

    def seat(self, number: int) -> Seat:
        """The box of that number."""
        for seat in self.seats:
            if seat.seat == number:
                return seat
        raise FloorError(f"{self.table.round}: nobody plays on box {number}")

    def close(self) -> None:
        """All cards are in the rack: the round is complete."""
        table = self.table
        table.takes_about(2 * SECOND_US)
        table.say("round_closed", rack_cards=self.deck.count(RACK))
        table.round = None
