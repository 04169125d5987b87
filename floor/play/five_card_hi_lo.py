"""Five Card Hi-Lo at a table of the floor: five cards set as a high and a low hand (58 Pa. Code ch. 663a)."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Final

from floor.play.play import Play
from floor.round.dealt_round import DealtRound
from floor.round.settling import turns
from floor.steps import Steps
from floor.table.betting import Betting
from floor.table.table import SECOND_US
from games.cards import NAMES, rank
from games.five_card_hi_lo.setting import setting_order
from games.ranking.hi_lo import Setting, dealer_setting, high_points, legal_settings
from games.settlement import Decision, Seat, SettlementOrder

HANDS: Final = comb(52, 5)
A_SHADE: Final = HANDS // 25
"""Four hundredths of an Ante: by so much a player's caution moves what is worth a Play Wager."""
UNREAD: Final = (None, None, None, None, None)


def _complete(round_: DealtRound) -> Steps:
    """663a.8–663a.11: the deal, the stub, play or forfeit, hands set, the dealer's too, settlement."""
    round_.deal_hands()
    for seat in round_.staying():
        _play_or_forfeit(round_, seat)
    round_.collect_forfeits()
    _set_hands(round_)
    round_.reveal("dealer")
    _say_set(round_, "dealer", dealer_setting(round_.deck.lying("dealer")))
    _settle(round_, round_.judge())
    round_.collect("dealer")
    yield from ()


def _play_or_forfeit(round_: DealtRound, seat: Seat) -> None:
    """663a.11(b): clockwise, each player makes a Play Wager of the Ante's amount or gives the Ante up."""
    ante = seat.wagers["ante"]
    cards = sorted(seat.cards)
    high, low, worth = _best_setting(tuple(map(rank, cards)))
    if worth > -HANDS + (round_.players[seat.seat].caution - 5) * A_SHADE:
        high, low = tuple(cards[place] for place in high), tuple(cards[place] for place in low)
        seat.decision = Decision("play", ante, high=high, low=low)
        round_.decide(seat, "play", "deal", "play", ante)
    else:
        seat.decision = Decision("forfeit")
        round_.decide(seat, "forfeit", "deal")


def _set_hands(round_: DealtRound) -> None:
    """663a.11(d), 663a.7(f): who played sets the hands face down; of two boxes in the order of the rule."""
    for player in round_.table.seating.players:
        boxes = [
            seat
            for seat in round_.staying()
            if seat.decision.action == "play" and round_.players[seat.seat] is player
        ]
        for box in setting_order(boxes):
            round_.table.takes_about(5 * SECOND_US)
            round_.table.record("hand_set", hand="seat", seat=box, high=UNREAD[:3], low=UNREAD[3:])


def _settle(round_: DealtRound, order: SettlementOrder) -> None:
    """663a.11(f)–(k): each hand is turned up, read as it was set, settled and taken away."""
    for number, wagers, last in turns(order):
        seat = round_.seat(number)
        round_.reveal(number)
        if seat.decision.action == "play":
            _say_set(round_, number, Setting(seat.decision.high, seat.decision.low))
        for wager in wagers:
            round_.settle(number, wager)
        if last:
            round_.collect(number)


def _say_set(round_: DealtRound, whose: int | str, setting: Setting) -> None:
    """How cards that lie open are set; a player's have lain so, face down, since they were set."""
    area, seat = ("seat", whose) if isinstance(whose, int) else (whose, None)
    high, low = ([NAMES[card] for card in part] for part in setting)
    round_.table.record("hand_set", hand=area, seat=seat, high=high, low=low)


@cache
def _dealer_points() -> dict[tuple[int, int], int]:
    """How often the dealer has so many points high and low, of all hands of five.

    Cards of one value are alike, so a hand is five of ten values; tens, jacks, queens and kings are one.
    """
    of_value: dict[int, list[int]] = {}
    for card in range(52):
        of_value.setdefault(high_points((card,)), []).append(card)
    found: dict[tuple[int, int], int] = {}
    for values in combinations_with_replacement(sorted(of_value), 5):
        counts = {value: values.count(value) for value in set(values)}
        ways = prod(comb(len(of_value[value]), count) for value, count in counts.items())
        if ways:
            cards = [card for value, count in counts.items() for card in of_value[value][:count]]
            points = dealer_setting(cards).points
            found[points] = found.get(points, 0) + ways
    return found


@cache
def _best_setting(ranks: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """How a player sets five cards of these ranks: the places that go high and low, and their worth."""
    cards = [each * 4 + place % 4 for place, each in enumerate(ranks)]
    best = max(legal_settings(cards), key=_worth)
    high, low = (tuple(cards.index(card) for card in part) for part in best)
    return high, low, _worth(best)


def _worth(setting: Setting) -> int:
    """What a player reckons that Ante and Play bring, in Antes over all hands of the dealer.

    To forfeit brings -`HANDS`. What a wager pays in the end is asked of `games`, here as ever.
    """
    return _worth_of(*setting.points)


@cache
def _worth_of(high: int, low: int) -> int:
    worth = 0
    for (their_high, their_low), ways in _dealer_points().items():
        higher, lower = high > their_high, low < their_low
        if higher == lower:
            worth += 2 * ways if higher else -2 * ways
    return worth


PLAY = Play(
    rulebook="663a@2014-02-01",
    prefix="FHL",
    betting=Betting({"tie": 350, "poker_bonus": 550}, most_antes=2 + 2),
    complete=_complete,
)
