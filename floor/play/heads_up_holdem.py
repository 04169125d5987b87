"""Heads-Up Hold 'Em at a table of the floor: two cards, a board turned up in two steps, one Raise at most
(58 Pa. Code ch. 677a, as proposed in 2015)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from floor.play.play import Play
from floor.round.dealt_round import DealtRound
from floor.round.settling import turns
from floor.steps import Steps
from floor.table.betting import Betting
from games.cards import DECK, rank, suit
from games.chapter import Choice
from games.heads_up_holdem.streets import COMMUNITY_CARDS_OPEN, STREETS, Street, asked
from games.heads_up_holdem.wagers import BONUSES, FORFEITED, MOST_ANTES_IN_A_RAISE
from games.ranking.poker import CATEGORY_SHIFT, PokerHand, best_of_seven, best_of_six, five
from games.settlement import Decision, Seat

Cards = tuple[int, ...]

TEN, JACK, QUEEN, KING, ACE = 8, 9, 10, 11, 12  # ranks
PAIR, TWO_PAIR = PokerHand.PAIR.lowest, PokerHand.TWO_PAIR.lowest
MOST_ANTES: Final = len(FORFEITED) + max(MOST_ANTES_IN_A_RAISE.values()) + len(BONUSES)
FEW_OUTS: Final = 21
"""With fewer cards of the dealer that beat the hand, a Raise costs less than a fold, Ante and Odds."""
SHOWN_AT: Final = {"flop": "flop", "river": "turn_and_river"}
"""What is turned up before players are asked, in the words of the vocabulary (677a.11(c), (e))."""


def _deal_options(round_: DealtRound) -> dict[str, Choice]:
    """A shoe that reshuffles dispenses the board first (677a.10(g)); here all of them do."""
    return {"community_first": round_.table.submission.shuffling == "reshuffling_device"}


def _complete(round_: DealtRound) -> Steps:
    """677a.8–677a.11: the deal, the stub, street by street, the dealer's hand, settlement."""
    _deal_hands(round_)
    round_.discard_stub()
    round_.take_up()
    open_before = 0
    for street in STREETS:
        if street in SHOWN_AT:
            now = COMMUNITY_CARDS_OPEN[street]
            round_.show(SHOWN_AT[street], round_.deck.lying("community")[open_before:now])
            open_before = now
        for number in asked(round_.staying(), street):
            _ask(round_, round_.seat(number), street)
    round_.reveal("dealer")
    for number, wagers, last in turns(round_.judge()):
        round_.reveal(number)
        for wager in wagers:
            round_.settle(number, wager)
        if last:
            round_.collect(number)
    round_.collect("community")
    round_.collect("dealer")
    yield from ()


def _deal_hands(round_: DealtRound) -> None:
    """677a.8(c), (d), .9(b), (c), .10(b), (c): a shoe that does not reshuffle is emptied for the board, which
    is dealt from the hand."""
    if round_.stacks and round_.order and round_.order[-1].to == "community":
        round_.deal(len(round_.order) - 1)
        round_.empty_shoe()
    round_.deal()


def _ask(round_: DealtRound, seat: Seat, street: Street) -> None:
    """677a.11(b), (d), (f): a Raise, or a check before the River, or a fold there."""
    board = round_.deck.lying("community")[: COMMUNITY_CARDS_OPEN[street]]
    caution = round_.players[seat.seat].caution
    if RAISES[street](seat.cards, board, caution):
        stake = seat.wagers["ante"] * (MOST_ANTES_IN_A_RAISE[street] if caution < 9 else 1)
        seat.decision = Decision("raise", stake, at=street)
        round_.decide(seat, "raise", street, "raise", stake)
    elif street != "river":
        round_.decide(seat, "check", street)
    else:
        seat.decision = Decision("fold")
        round_.decide(seat, "fold", street)
        round_.give_up(seat)


def _before_the_flop(two: Cards, _board: Cards, caution: int) -> bool:
    """A pair, an ace, and kings, queens and jacks in company that need not be as good if suited."""
    low, high = sorted(map(rank, two))
    if high in (low, ACE):
        return True
    of_one_suit = suit(two[0]) == suit(two[1])
    least = {KING: 3, QUEEN: 6, JACK: 8}.get(high)
    return least is not None and low >= least - 2 * of_one_suit + caution // 5


def _after_the_flop(two: Cards, board: Cards, caution: int) -> bool:
    """Two pairs or better, a pair with a card of one's own, or four of a suit headed by one's own."""
    strength = five(two + board)
    if strength >= TWO_PAIR:
        return True
    if strength >= PAIR and len({rank(card) for card in board}) == len(board):
        return True
    suits = [suit(card) for card in two + board]
    return any(suits.count(suit(card)) == 4 and rank(card) >= TEN + caution // 5 for card in two)


def _at_the_river(two: Cards, board: Cards, caution: int) -> bool:
    """A better kind of hand than the board is by itself, or one that few single cards of the dealer beat."""
    seven = two + board
    strength = best_of_seven(seven)
    if strength >> CATEGORY_SHIFT > five(board) >> CATEGORY_SHIFT:
        return True
    outs = sum(best_of_six((*board, card)) > strength for card in DECK if card not in seven)
    return outs < FEW_OUTS + (5 - caution) // 2


RAISES: Final[Mapping[Street, Callable[[Cards, Cards, int], bool]]] = {
    "preflop": _before_the_flop,
    "flop": _after_the_flop,
    "river": _at_the_river,
}
"""Whether a player raises, by two cards, what lies open of the board, and caution."""

PLAY = Play(
    rulebook="677a@2015-proposed",
    prefix="HUH",
    betting=Betting({"pocket_bonus": 450, "trips_plus": 600}, most_antes=MOST_ANTES),
    complete=_complete,
    deal_options=_deal_options,
)
