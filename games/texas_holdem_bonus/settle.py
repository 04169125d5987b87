"""What a round of Texas Hold 'Em Bonus must pay: completion (647a.11), odds (.12), irregularities (.13).

The wagers with a meter have modules of their own: `progressive` and `five_card`.
"""

from __future__ import annotations

from dataclasses import replace

from games.chapter import Rulebook
from games.errors import DescriptionError
from games.judgement import Judgement, in_turn
from games.ranking.literal_order import readings_part
from games.ranking.poker import CATEGORY_SHIFT, PokerHand
from games.ranking.six_card import WITHOUT_OWN_ROW, six_card_category
from games.rates import EVEN_MONEY
from games.settlement import Round, Seat, SeatResult, Settlement, SettlementOrder, WagerResult
from games.texas_holdem_bonus.five_card import FiveCardHands
from games.texas_holdem_bonus.hands import Hand, pocket, six_card_bonus_cards
from games.texas_holdem_bonus.odds import Odds, odds
from games.texas_holdem_bonus.progressive import Progressives
from games.texas_holdem_bonus.wagers import CONTEST, check_wagers, contest_stakes, lost_by_folding, stakes
from games.verdicts import lost, pushed, won

BESIDE_THE_CONTEST = ("bonus", "progressive", "fchb_player", "fchb_dealer", "six_card_bonus")
"""In the order of 647a.11(h)(3) and (i)–(k)."""
LOWER, HIGHER, EQUAL = "647a.11(h)(2)(i)", "647a.11(h)(2)(ii)", "647a.11(h)(2)(iii)"


def settle(round_: Round, rulebook: Rulebook) -> Settlement:
    """Every wager of every seat, from the dealer's right counterclockwise (647a.11(h))."""
    judgement = Judgement(round_, rulebook)
    if judgement.rule is not None:
        read_irregularity(judgement)
    if judgement.is_void():
        return judgement.void_all(stakes)
    check_wagers(round_, rulebook)
    check_lucky_position(round_, rulebook)
    return Table(judgement).settle()


def check_lucky_position(round_: Round, rulebook: Rulebook) -> None:
    """The system draws a betting position of the table, or the dealer's (647a.1)."""
    position = round_.lucky_position
    if isinstance(position, int) and not 1 <= position <= rulebook.positions:
        message = f'{position} is not a position: expected 1 to {rulebook.positions} or "dealer"'
        raise DescriptionError("lucky_position", message)


def read_irregularity(judgement: Judgement) -> None:
    """The places of 647a.13 where the text leaves open whether, or how far, it applies."""
    rule, round_ = judgement.rule, judgement.round
    assert rule is not None
    if rule.kind == "dealer_card_exposed" and all(s.decision.action != "none" for s in round_.seats):
        judgement.note("exposed_until")
    if rule.kind == "incorrect_number" and only_six_card_cards_are_wrong(round_):
        judgement.remark(
            f"{rule.section}: rule silent: house ruling required on a wrong number of Six Card Bonus cards"
        )
        if judgement.note("wrong_six_card_number") == "six_card_bonus":
            judgement.rule = replace(rule, returned=("six_card_bonus",))


def only_six_card_cards_are_wrong(round_: Round) -> bool:
    """Whether the Six Card Bonus cards alone are too many or too few; absent cards are not wrong."""
    others_are_right = (
        all(len(seat.cards) in {0, 2} for seat in round_.seats)
        and len(round_.dealer) in {0, 2}
        and len(round_.community) in {0, 3, 4, 5}
    )
    return others_are_right and len(round_.six_card_bonus_cards) not in {0, 4}


class Table:
    """One round on its way to a verdict; hands that were abandoned are nobody's and not among `hands`."""

    __slots__ = ("dealer", "five_card", "hands", "judgement", "odds", "progressives", "round")

    def __init__(self, judgement: Judgement) -> None:
        round_ = judgement.round
        self.judgement = judgement
        self.round = round_
        self.odds: Odds = odds(judgement.rulebook, round_.paytables)
        self.dealer = Hand(round_.dealer, round_)
        self.hands = {
            seat.seat: Hand(seat.cards, round_, seat.index)
            for seat in round_.seats
            if seat.decision.action != "abandon"
        }
        self.progressives: Progressives | None = None
        self.five_card: FiveCardHands | None = None

    def settle(self) -> Settlement:
        """Seat by seat, each seat's wagers in succession."""
        results = []
        for seat in self.judgement.seats():
            wagers: dict[str, WagerResult] = {}
            if seat.decision.action == "abandon":
                wagers = self.judgement.abandoned(seat)
            else:
                hand = self.hands[seat.seat]
                self.settle_contest(seat, hand, wagers)
                if len(seat.wagers) > 1:
                    self.settle_beside(seat, hand, wagers)
            results.append(SeatResult(seat.seat, seat.player, wagers))
        if self.five_card is not None:
            self.five_card.close()
        return self.judgement.finish(results)

    def settle_contest(self, seat: Seat, hand: Hand, wagers: dict[str, WagerResult]) -> None:
        """Ante, Flop, Turn and River (647a.11(b)(2), (h)), or what an irregularity makes of them (.13)."""
        judgement, action = self.judgement, seat.decision.action
        staked = contest_stakes(seat)
        if judgement.rule is not None and judgement.returns("ante"):
            for name, stake in staked.items():
                wagers[name] = judgement.void_wager(seat, name, stake)
        elif action == "fold":
            wagers.update(lost_by_folding(seat))
        elif action == "none":
            raise DescriptionError(f"{seat.field}.decision.action", "a finished round needs play or fold")
        else:
            self.compare(hand.seven(), self.dealer.seven(), staked, wagers)

    def compare(self, ours: int, theirs: int, staked: dict[str, int], wagers: dict[str, WagerResult]) -> None:
        """647a.11(h)(2): the player's strength against the dealer's."""
        if ours == theirs:
            for name, stake in staked.items():
                wagers[name] = pushed(stake, EQUAL)
            return
        if readings_part(ours, theirs):
            self.judgement.note("comparison_within_rank")
        if ours < theirs:
            for name in staked:
                wagers[name] = lost(LOWER)
            return
        for name, stake in staked.items():
            wagers[name] = won(stake, EVEN_MONEY, HIGHER)
        if not self.ante_pays(ours):
            wagers["ante"] = pushed(staked["ante"], HIGHER)

    def ante_pays(self, strength: int) -> bool:
        """Whether the Ante of a winning hand is paid: from a straight or from a flush, as submitted."""
        rank = strength >> CATEGORY_SHIFT
        if rank != PokerHand.STRAIGHT:
            return rank > PokerHand.STRAIGHT
        pays_on = self.judgement.settings.get("ante_pays_on")
        if pays_on is None:
            message = (
                "missing: a straight has won, and whether its Ante is paid is the Rules Submission's choice"
            )
            raise DescriptionError("options.ante_pays_on", message)
        return pays_on == "straight"

    def settle_beside(self, seat: Seat, hand: Hand, wagers: dict[str, WagerResult]) -> None:
        """The other wagers, of a player who folded too, save those that an irregularity returns."""
        judgement, placed = self.judgement, seat.wagers
        if judgement.rule is not None:
            returned = {name for name in BESIDE_THE_CONTEST if name in placed and judgement.returns(name)}
            for name in BESIDE_THE_CONTEST:
                if name in returned:
                    wagers[name] = judgement.void_wager(seat, name, placed[name])
            placed = {name: stake for name, stake in placed.items() if name not in returned}
        if "bonus" in placed:
            wagers["bonus"] = self.bonus(placed["bonus"], hand)
        if "progressive" in placed:
            if self.progressives is None:
                self.progressives = Progressives(judgement, self.odds, self.hands)
            self.progressives.settle(seat, hand, wagers)
        if "fchb_player" in placed or "fchb_dealer" in placed:
            if self.five_card is None:
                self.five_card = FiveCardHands(judgement, self.odds, self.dealer, self.hands)
            self.five_card.settle(seat, hand, wagers)
        if "six_card_bonus" in placed:
            wagers["six_card_bonus"] = self.six_card_bonus(placed["six_card_bonus"], hand)

    def bonus(self, stake: int, hand: Hand) -> WagerResult:
        """647a.11(h)(3): the first two cards, and the dealer's beside two aces where a row asks for them."""
        row = pocket(*hand.two())
        if row == "ace_ace" and "ace_ace_both" in self.odds.bonus and pocket(*self.dealer.two()) == row:
            row = "ace_ace_both"
        if row is None:
            return lost("647a.11(h)(3)")
        return won(stake, self.odds.bonus[row], "647a.11(h)(3)")

    def six_card_bonus(self, stake: int, hand: Hand) -> WagerResult:
        """647a.11(k): the best of two cards and the four Six Card Bonus cards, which are not the board."""
        row = six_card_category(hand.two() + six_card_bonus_cards(self.round))
        rate = self.odds.six_card.get(row)
        if rate is None and row in WITHOUT_OWN_ROW:
            self.judgement.note("six_card_royal_row")
            rate = self.odds.six_card[WITHOUT_OWN_ROW[row]]
        if rate is None:
            return lost("647a.11(k)(1)")
        return won(stake, rate, "647a.11(k)(2)")


def settlement_order(round_: Round, _rulebook: Rulebook) -> SettlementOrder:
    """647a.11(h)–(k): seat by seat from the dealer's right; a folded Ante has been collected before."""

    def due(seat: Seat) -> tuple[str, ...]:
        contest: tuple[str, ...] = ()
        if seat.decision.action == "play":
            contest = tuple(name for name in CONTEST if name in contest_stakes(seat))
        return contest + tuple(name for name in BESIDE_THE_CONTEST if name in seat.wagers)

    return in_turn(round_, due)
