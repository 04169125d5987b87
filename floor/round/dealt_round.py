"""One round of play at a table, in the words of the vocabulary: what every game does in the same way.

A play (`floor.play`) decides what is next; the methods here move the cards, record the facts and keep the
money. Amounts are cents, as in `games`, and become millicents where a fact is recorded.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Any

from events.money import cents
from floor.errors import FloorError
from floor.round.dealing import Dealing
from floor.table import accounts
from floor.table.deck import RACK
from floor.table.people import Player, chance
from floor.table.table import SECOND_US, Table, whim
from games.procedure.dealing import COUNTING, DECK_SIZE
from games.settlement import (
    Decision,
    Irregularity,
    MeterReading,
    Round,
    Seat,
    Settlement,
    SettlementOrder,
    WagerResult,
)
from games.verdicts import lost

UNDECIDED = "none"
ABANDONED = "abandon"
LEAVES_ONE_IN = 2_000
"""So seldom does a player leave in the middle of a round."""
TAKEN_BACK_ONE_IN = 100
"""So seldom is a wager taken back before "no more bets"."""
SETTLE_US = 500_000
UNDER_A_WAGER = frozenset({"cards_under_wager"})


@dataclass(frozen=True, slots=True)
class SharedAward:
    """A claim for a hand that several players wagered on, and the equal share of each (647a.12(e)(2))."""

    claim_seq: int
    share_mc: int
    refusal: str


class DealtRound(Dealing):
    """A round that is being played. `seats` are the boxes in play, clockwise; cards are dealt to these."""

    __slots__ = ("described", "due", "extras", "players", "seats", "settled", "settlement", "shared")

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.seats: list[Seat] = []
        self.players: dict[int, Player] = {}
        self.described: Round | None = None
        """The round as it was put to `games`."""
        self.settlement: Settlement | None = None
        self.due: dict[int, dict[str, WagerResult]] = {}
        self.settled: set[tuple[int, str]] = set()
        self.extras: dict[str, Any] = {}
        """What the settlement of this game needs beside cards and wagers (Magic Card, lucky position, …)."""
        self.shared: dict[str, SharedAward] = {}
        """Awards that several players share, by wager, from the claim on."""

    # --- before the deal ----------------------------------------------------------------------------------

    def open(self) -> None:
        """The dealer begins; players wager on their boxes."""
        table = self.table
        table.rounds += 1
        table.rounds_today += 1
        table.rounds_since_count += 1
        table.round = f"{table.name}-{table.rounds}"
        table.record("round_opened", deck=self.deck.name, dealer=table.crew.dealer)
        for box, player in sorted(table.seating.at.items()):
            self._wager(box, player)

    def _wager(self, box: int, player: Player) -> None:
        table = self.table
        table.takes_about(SECOND_US)
        stakes = dict.fromkeys(table.required, player.ante)
        for wager, per_mille in player.habits.items():
            if chance(table.rng, per_mille):
                link = table.submission.progressives.get(wager)
                stakes[wager] = (
                    link.unit_cents if link else table.betting.bonus_stake(wager, player.ante, table.rng)
                )
        for wager, stake in stakes.items():
            self.place(box, player, wager, stake)
        self._take_back(box, player, stakes)
        self.seats.append(Seat(box, player.label, (), stakes, Decision(UNDECIDED), index=len(self.seats)))
        self.players[box] = player

    def _take_back(self, box: int, player: Player, stakes: Mapping[str, int]) -> None:
        """Now and then a player thinks better of an optional wager, in time (x.7(c))."""
        table = self.table
        if not whim(table, TAKEN_BACK_ONE_IN):
            return
        tempting = [
            wager
            for wager in player.habits
            if wager not in stakes and wager not in table.submission.progressives
        ]
        if tempting:
            stake = stakes[table.required[0]]
            self.place(box, player, tempting[0], stake)
            player.bankroll += stake
            table.record("wager_withdrawn", seat=box, wager=tempting[0], amount_mc=cents(stake))

    def place(self, box: int, player: Player, wager: str, stake: int) -> None:
        """A wager is made with what its link or the chapter takes."""
        if self.table.instruments.get(wager) == "electronic":
            instrument = "electronic"
            accounts.stake(self.table, box, player, stake)
        else:
            instrument = "value_chip"
            player.bankroll -= stake
        self.table.record(
            "wager_placed", seat=box, wager=wager, amount_mc=cents(stake), instrument=instrument
        )

    def close_bets(self) -> None:
        """ "No more bets": lock-out, lights, chips counted against wagers accepted (x.2(c), x.8–x.10)."""
        table = self.table
        progressives = table.submission.progressives
        placed = {wager: [seat.seat for seat in self.seats if wager in seat.wagers] for wager in progressives}
        by_chip = [wager for wager in placed if table.instruments.get(wager) != "electronic"]
        for wager in by_chip:
            if placed[wager]:
                table.record("progressive_lights_lit", wager=wager, seats=placed[wager])
        table.takes_about(3 * SECOND_US)
        table.record("bets_closed", legs=[])
        if by_chip:
            table.record("lock_out_engaged", system="progressive", device=f"PG-{table.name}")
        if len(by_chip) < len(placed):
            table.record("lock_out_engaged", system="electronic_wagering", device=f"EW-{table.name}")
        for wager in by_chip:
            count = len(placed[wager])
            table.takes_about(2 * SECOND_US)
            table.record("progressive_chips_counted", wager=wager, chips=count, accepted=count)

    # --- decisions and settlement -------------------------------------------------------------------------

    def deal_hands(self) -> None:
        """Deal all that is to be dealt, put the stub away, and let the players look at their cards."""
        self.deal()
        self.discard_stub()
        self.take_up()

    def take_up(self) -> None:
        """The players look at their cards: from here on a strategy can see them. Now and then one leaves."""
        self.look()
        for player in self.table.seating.players:
            if self.table.rng.randrange(LEAVES_ONE_IN) == 0:
                self.abandon(player)

    def look(self) -> None:
        """The seats have the cards that lie before them; one beyond the hand is a fourth card (679a.8(c))."""
        shape = self.table.game.shape
        hand = shape.seat_cards if "fourth_card" in shape.extras else None
        for seat in self.seats:
            lying = self.deck.lying(seat.seat)
            seat.cards = lying[:hand]
            seat.fourth_card = lying[hand] if hand is not None and len(lying) > hand else None

    def staying(self) -> list[Seat]:
        """The boxes of players who have not left, clockwise."""
        return [seat for seat in self.seats if seat.decision.action != ABANDONED]

    def everybody_has_decided(self) -> bool:
        """Whether no player has a decision left to make."""
        return all(seat.decision.action != UNDECIDED for seat in self.seats)

    def abandon(self, player: Player) -> None:
        """A player leaves during the round: what was wagered counts as lost (x.7(b))."""
        table = self.table
        table.takes_about(10 * SECOND_US)
        table.record("player_left", player=player.label, seat=player.boxes[0])
        table.seating.leaves(player)
        for seat in self.seats:
            if self.players[seat.seat] is player:
                seat.decision = Decision(ABANDONED)
                self._forfeit_all(seat)

    def _forfeit_all(self, seat: Seat) -> None:
        table = self.table
        floorperson = table.crew.floorperson
        for wager, stake in seat.wagers.items():
            table.record(
                "wager_abandoned",
                floorperson,
                seat=seat.seat,
                wager=wager,
                amount_mc=cents(stake),
                ruled_by=floorperson,
            )
        for wager in seat.wagers:
            self.forfeit(seat, wager, lost(f"{table.book.chapter}.7(b)"))
        self.collect(seat.seat)

    def decide(self, seat: Seat, action: str, at: str, wager: str | None = None, stake: int = 0) -> None:
        """A player decides, and pays for it."""
        table = self.table
        table.takes_about(2 * SECOND_US)
        if wager is None:
            table.record("decision_made", seat=seat.seat, action=action, at=at)
            return
        self.players[seat.seat].bankroll -= stake
        table.record(
            "decision_made",
            seat=seat.seat,
            action=action,
            at=at,
            wager=wager,
            amount_mc=cents(stake),
            instrument="value_chip",
        )

    def give_up(self, seat: Seat, tucked: Set[str] = UNDER_A_WAGER) -> None:
        """A player has given up the hand: `games` says what that costs, and what becomes of the cards.

        `tucked` are the duties on the cards that are recorded as such; cards that just stay are not.
        """
        table = self.table
        for wager, verdict in table.game.lost_by_folding(seat).items():
            self.forfeit(seat, wager, verdict)
        for duty in table.game.fold_duties(seat, self.staying()):
            if duty.step == "cards_to_discard_rack":
                self.collect(seat.seat)
            elif duty.step in tucked:
                table.record("hand_tucked", seat=seat.seat)

    def collect_forfeits(self) -> None:
        """Once everybody has decided: what those lose who gave up the hand (663a.11(c), 679a.11(c))."""
        for seat in self.staying():
            if seat.decision.action == "forfeit":
                self.give_up(seat)

    def forfeit(self, seat: Seat, wager: str, verdict: WagerResult) -> None:
        """A wager is collected at once, before the hands are compared."""
        self.due.setdefault(seat.seat, {})[wager] = verdict
        self.settle(seat.seat, wager)

    def judge(self) -> SettlementOrder:
        """What the round must pay by `games`, and the order in which it is settled.

        Players who left have lost already.
        """
        table, round_ = self.table, self.work_out()
        staying = {seat.seat for seat in self.staying()}
        order = [turn for turn in table.game.settlement_order(round_, table.book) if turn[0] in staying]
        return table.conduct.settlement_order(order)

    def work_out(self, event: Irregularity | None = None) -> Round:
        """Put the round to `games`: from here on `due` is what each wager gets.

        A share of a meter is not known yet: the meter decides it at the player's turn.
        """
        table = self.table
        submission = table.submission
        round_ = Round(
            game=submission.game,
            rulebook=submission.rulebook,
            seats=tuple(self.seats),
            dealer=self.deck.lying("dealer"),
            community=self.deck.lying("community"),
            pair_bonus_community_card=next(iter(self.deck.lying("pair_bonus")), None),
            paytables=dict(submission.paytables),
            options=submission.round_options,
            meters={name: MeterReading(0) for name in table.book.meter_names},
            event=event,
            **self.extras,
        )
        self.described = round_
        self.settlement = table.game.settle(round_, table.book)
        self.due = {result.seat: result.paid() for result in self.settlement.seats}
        return round_

    def settle(
        self, seat: int, wager: str, *, paid_from: str = "table_inventory", paid_mc: int | None = None
    ) -> None:
        """Settle one wager; `paid_mc` is given where a meter, not a paytable, decides what it is worth."""
        table = self.table
        due = table.conduct.payment(seat, wager, self.due[seat][wager])
        stake = table.game.stakes(self.seat(seat)).get(wager, 0)
        self.settled.add((seat, wager))
        paid = cents(due.payout) if paid_mc is None else paid_mc
        self.players[seat].bankroll += due.returned + paid // 1_000
        table.takes_about(SETTLE_US)
        if due.returned and table.instruments.get(wager) == "electronic":
            accounts.credit(table, seat, self.players[seat], due.returned, "returned_stake", wager)
        table.record(
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
        # A device that counts shows 52 when they are all there; what is missing it finds as it shuffles.
        whole = table.submission.shuffling in COUNTING and self.deck.count(RACK) == DECK_SIZE
        table.record("round_closed", rack_cards=DECK_SIZE if whole else None)
        table.round = None
