"""The Progressive Payout Wager and the Envy Bonus (647a.11(i), 647a.12(d)).

Meters are passed from seat to seat by the `Judgement`; this module says who wins which share of them, and
who is paid for whose hand.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.chapter import Rulebook
from games.judgement import FOLDS, Judgement, settings_of
from games.ranking.poker import CATEGORY_SHIFT, KEYS, PokerHand, category
from games.settlement import EnvyBonus, Round, Seat, WagerResult
from games.texas_holdem_bonus.hands import Hand
from games.texas_holdem_bonus.odds import Odds
from games.verdicts import lost

ENVY_SECTION = "647a.11(i)(5)"
Envies = dict[int, list[EnvyBonus]]
"""Seat to the Envy Bonuses that it is paid."""


class Progressives:
    """The Progressive Payout Wagers of one round, with the Envy Bonuses that they entitle to."""

    __slots__ = ("envies", "hands", "judgement", "meters", "rates")

    def __init__(self, judgement: Judgement, odds: Odds, hands: dict[int, Hand]) -> None:
        self.judgement = judgement
        self.rates = odds.progressive
        self.meters = odds.progressive_meters
        self.hands = hands
        self.envies: Envies = {}
        holders = [seat for seat in judgement.seats() if seat.seat in hands]
        takers = [seat for seat in holders if "progressive" in seat.wagers]
        if takers:
            self.envies = self.envy_bonuses(takers, self.qualifying(holders, takers))

    def settle(self, seat: Seat, hand: Hand, wagers: dict[str, WagerResult]) -> None:
        """The seat's own Progressive Payout, then its Envy Bonuses."""
        judgement = self.judgement
        if seat.decision.action in FOLDS:
            wagers["progressive"] = lost("647a.11(b)(2)(i)(B)")
            if self.forfeits(hand):
                judgement.note("folded_progressive")
        else:
            rate = self.rates[self.rank(hand, self.rates)]
            if rate is None:
                wagers["progressive"] = lost("647a.11(i)")
            else:
                section = "647a.11(i)(4)"
                wagers["progressive"] = judgement.pay(seat, "progressive", rate, self.meters, section)
        envies = self.envies.get(seat.seat)
        if envies:
            if seat.decision.action in FOLDS:
                judgement.note("folded_progressive")
            judgement.envies += envies
            shown = " + ".join(f"${envy.amount // 100:,}" for envy in envies)
            paid = sum(envy.amount for envy in envies)
            wagers["envy_bonus"] = WagerResult("win", paid, 0, shown, ENVY_SECTION)

    def rank(self, hand: Hand, decides: Iterable[object]) -> int:
        """The `PokerHand` that counts; noted where the other reading gives another of `decides`, by rank."""
        judgement = self.judgement
        by_flop = hand.with_flop() >> CATEGORY_SHIFT
        if len(hand.community) != 5 and judgement.settings["progressive_hand"] == "two_and_flop":
            return by_flop  # nobody has seen the other reading's cards
        by_seven = hand.seven() >> CATEGORY_SHIFT
        if by_flop == by_seven:
            return by_flop
        values = tuple(decides)
        if values[by_flop] != values[by_seven]:
            judgement.note("progressive_hand")
        return by_flop if judgement.settings["progressive_hand"] == "two_and_flop" else by_seven

    def forfeits(self, hand: Hand) -> bool:
        """Whether a folded hand, as far as its cards are known, would have won a Progressive Payout."""
        known = len(hand.cards) == 2 and 3 <= len(hand.community) <= 5
        return known and self.rates[hand.with_flop() >> CATEGORY_SHIFT] is not None

    def qualifying(self, holders: list[Seat], takers: list[Seat]) -> list[tuple[Seat, PokerHand]]:
        """The Envy Bonus Qualifying Hands for which somebody else can be paid (647a.1), folded ones too."""
        players = {seat.player for seat in takers}
        others = [seat for seat in holders if not players <= {seat.player}]
        if not others or not self.straight_flush_is_possible(self.hands[others[0].seat]):
            return []
        rows = next(iter(self.judgement.rulebook.envy.values()))
        sums = [rows.get(key) for key in KEYS]
        found = []
        for seat in others:
            rank = self.rank(self.hands[seat.seat], sums)
            if sums[rank] is not None:
                found.append((seat, PokerHand(rank)))
                if seat.decision.action in FOLDS:
                    self.judgement.note("folded_progressive")
        return found

    def straight_flush_is_possible(self, hand: Hand) -> bool:
        """Whether the board, which must hold the Flop, has three of a suit to go with two cards."""
        hand.flop()
        suits = [card & 3 for card in hand.community]
        return any(suits.count(suit) >= 3 for suit in set(suits))

    def envy_bonuses(self, takers: list[Seat], qualifying: list[tuple[Seat, PokerHand]]) -> Envies:
        """Who is paid what: by player or by box, which is a switch where a player has several."""
        if not qualifying:
            return {}
        by_box = self.by_box(takers, qualifying)
        by_player = self.by_player(takers, qualifying)
        if by_box == by_player:
            return by_box
        return by_player if self.judgement.note("envy_goes_by") == "player" else by_box

    def by_box(self, takers: list[Seat], qualifying: list[tuple[Seat, PokerHand]]) -> Envies:
        """Every Progressive wager is paid for every qualifying hand of another player."""
        envy = self.judgement.rulebook.envy
        envies: Envies = {}
        for taker in takers:
            for holder, rank in qualifying:
                if holder.player != taker.player:
                    amount = envy[taker.wagers["progressive"]][rank.key]
                    paid = EnvyBonus(taker.seat, holder.seat, rank.key, amount)
                    envies.setdefault(taker.seat, []).append(paid)
        return envies

    def by_player(self, takers: list[Seat], qualifying: list[tuple[Seat, PokerHand]]) -> Envies:
        """A player is paid once for every other player with a qualifying hand, the highest that one holds.

        It is paid on the player's first box to be settled, by the player's largest Progressive wager.
        """
        best: dict[str, tuple[Seat, PokerHand]] = {}
        for holder, rank in qualifying:
            if holder.player not in best or rank > best[holder.player][1]:
                best[holder.player] = (holder, rank)
        first: dict[str, Seat] = {}
        stakes: dict[str, int] = {}
        for taker in takers:
            first.setdefault(taker.player, taker)
            stakes[taker.player] = max(stakes.get(taker.player, 0), taker.wagers["progressive"])
        envies: Envies = {}
        for player, seat in first.items():
            for other, (holder, rank) in best.items():
                if other != player:
                    amount = self.judgement.rulebook.envy[stakes[player]][rank.key]
                    paid = EnvyBonus(seat.seat, holder.seat, rank.key, amount)
                    envies.setdefault(seat.seat, []).append(paid)
        return envies


def progressive_hand(round_: Round, rulebook: Rulebook, seat: Seat, wager: str) -> str:
    """Two cards and the Flop, the dealer's where that was wagered on (647a.11(i), (j)); of all seven for the
    Progressive where the switch says so."""
    of_the_dealer = wager == "fchb_dealer"
    hand = Hand(round_.dealer, round_) if of_the_dealer else Hand(seat.cards, round_, seat.index)
    of_seven = wager == "progressive" and settings_of(round_, rulebook)["progressive_hand"] == "seven"
    return category(hand.seven() if of_seven else hand.with_flop())
