"""Texas Hold 'Em Bonus at a table of the floor: three streets and its bonuses (58 Pa. Code ch. 647a)."""

from __future__ import annotations

import random
from typing import Final

from floor.play.play import Play
from floor.round.awards import ALONE, Backers, pay_award, pay_envy
from floor.round.dealt_round import DealtRound
from floor.round.settling import turns
from floor.steps import Steps
from floor.table import accounts
from floor.table.betting import Betting
from floor.table.conduct import Interrupted
from floor.table.deck import RACK, STUB
from floor.table.links import Link
from floor.table.table import SECOND_US
from games.cards import NAMES
from games.chapter import ONLY, Choice
from games.game import Deal, Procedure
from games.procedure.dealing import DECK_SIZE, Shuffling
from games.ranking.poker import CATEGORY_SHIFT, best_of_six, five
from games.settlement import Decision, EnvyBonus, Seat
from games.texas_holdem_bonus.dealing import STREETS
from games.texas_holdem_bonus.streets import FIVE_CARD, Street, asked
from games.texas_holdem_bonus.wagers import MOST_ANTES_AT_RISK

SIX_CARD: Final = "six_card_bonus"
RULEBOOK: Final = "647a@2019-08-31"
HABITS: Final = {"bonus": 550, "progressive": 650, "fchb_player": 450, "fchb_dealer": 300, SIX_CARD: 400}
BOARD: Final = ("burn", RACK, "community")
"""Where the cards go that belong to the streets."""
STREET_NAMES: Final[tuple[Street, ...]] = ("flop", "turn", "river")
BEFORE: Final[dict[str, str]] = {"flop": "preflop", "turn": "flop", "river": "turn"}
"""The last cards seen when a street's wager is asked for."""
EXTRAS: Final = (("magic", "magic_card"), ("lucky", "lucky_bonus"))
TUCKED: Final = frozenset({"cards_under_wager", "cards_stay_on_table"})
"""Folded cards lie face down under a wager, or on the table for the others' Progressive (647a.11(b)(2))."""
SEVEN: Final = 5
"""The rank of a 7: two cards of two suits up to here, a deuce among them, are folded by everybody."""


def _draw_links(rng: random.Random, name: str) -> tuple[Link, ...]:
    """The Progressive's meters, at a unit that has an Envy Bonus (647a.12(d)(5)), and the Five Card's."""
    progressive = Link(name, RULEBOOK, rng.choice("ABCD"), rng.choice((100, 500, 500)))
    unit = rng.choice((100, 100, 500))
    return progressive, Link(f"{name}-5", RULEBOOK, ONLY, unit, "five_card_hand_bonus", FIVE_CARD)


def _draw_options(rng: random.Random, dealing: Procedure, shuffling: Shuffling) -> dict[str, Choice]:
    """From when the Ante is paid; a shoe that reshuffles may dispense the board first (647a.10(g))."""
    options: dict[str, Choice] = {"ante_pays_on": rng.choice(("straight", "flush"))}
    if dealing == "automated_shoe" and shuffling == "reshuffling_device" and rng.randrange(3):
        options["community_first"] = True
        options["community_first_burns"] = rng.choice(("not_required", "required"))
    return options


def _deal_options(round_: DealtRound) -> dict[str, Choice]:
    """The table's own, and whether anybody placed a Six Card Bonus Wager."""
    placed = any(SIX_CARD in seat.wagers for seat in round_.seats)
    return {**round_.table.submission.options, SIX_CARD: placed}


def _complete(round_: DealtRound) -> Steps:
    """647a.8–647a.11: the draws of the system, the deal, three streets, the dealer's hand, settlement."""
    _draw_magic_and_lucky(round_)
    board = _deal_hands(round_)
    round_.take_up()
    for street in STREET_NAMES:
        for number in asked(round_.staying(), street):
            _DECIDE[street](round_, round_.seat(number))
        _deal_street(round_, street, board)
    if round_.deck.count(STUB):
        round_.discard_stub()
    round_.reveal("dealer")
    yield from _Completion(round_).settle()


# --- the deal ---------------------------------------------------------------------------------------------


def _draw_magic_and_lucky(round_: DealtRound) -> None:
    """Where somebody has a Five Card Hand Bonus Wager the system draws a card and a position (647a.1)."""
    wagered = any(wager in seat.wagers for seat in round_.seats for wager in FIVE_CARD)
    if not wagered or "magic_card" in round_.extras:
        return
    table = round_.table
    device = f"EW-{table.name}"
    card = table.rng.randrange(DECK_SIZE)
    position = table.rng.randrange(table.submission.positions + 1)
    round_.extras |= {"magic_card": card, "lucky_position": position or "dealer"}
    table.takes_about(SECOND_US)
    table.record("magic_card_drawn", card=NAMES[card], device=device)
    area = "seat" if position else "dealer"
    table.record("lucky_seat_drawn", hand=area, seat=position or None, device=device)


def _deal_hands(round_: DealtRound) -> list[Deal]:
    """647a.8(d), .9(d), .10(b), (c), (g): the hands and the Six Card Bonus cards.

    Returns the movements of the board that are still to come; a shoe that dispensed it first leaves none.
    """
    order = round_.order
    if round_.table.submission.options.get("community_first"):
        round_.deal(next(number for number, deal in enumerate(order) if deal.to not in BOARD))
    board = [deal for deal in order if deal.to in BOARD]
    for deal in board:
        order.remove(deal)
    try:
        if round_.stacks:
            round_.deal(sum(deal.to != SIX_CARD for deal in order))
            round_.empty_shoe()
        round_.deal()
    except Interrupted as what:
        if not round_.table.book.irregularities[what.kind].returned:
            order.extend(board)  # nothing goes back: the round is taken up again from here
        raise
    round_.extras["six_card_bonus_cards"] = round_.deck.lying(SIX_CARD)
    if not board:
        round_.discard_stub()
    return board


def _deal_street(round_: DealtRound, street: Street, board: list[Deal]) -> None:
    """647a.11(c), (e), (g): a burn and the street, or the street's cards turned over where they lie."""
    if not board:
        first = sum(STREETS[: STREET_NAMES.index(street)])
        cards = round_.deck.lying("community")[first : first + STREETS[STREET_NAMES.index(street)]]
        round_.show(street, cards)
        return
    while board and (not round_.order or round_.order[-1].to != "community"):
        round_.order.append(board.pop(0))
    try:
        round_.deal()
    except Interrupted:
        round_.order.clear()  # nothing that stays depends on the board (647a.13(a), (d))
        raise


# --- decisions --------------------------------------------------------------------------------------------


def _fold_or_play(round_: DealtRound, seat: Seat) -> None:
    """647a.11(b): twice the Ante on the Flop, or a fold; what becomes of folded cards is up to `games`."""
    if _is_playable(seat.cards, round_.players[seat.seat].caution):
        seat.decision = Decision("play")
        round_.decide(seat, "play", "preflop", "flop", round_.table.game.stakes(seat)["flop"])
        return
    seat.decision = Decision("fold")
    round_.decide(seat, "fold", "preflop")
    round_.give_up(seat, TUCKED)


def _is_playable(cards: tuple[int, ...], caution: int) -> bool:
    """A fold costs the Ante, and almost every hand costs less when played; the cautious fold more."""
    low, high = sorted(card >> 2 for card in cards)
    suited = cards[0] & 3 == cards[1] & 3
    return low == high or suited or high > SEVEN + caution // 4 or low > caution // 3


def _bet_turn(round_: DealtRound, seat: Seat) -> None:
    """647a.11(d): the Ante's amount once more, or a check."""
    flop = round_.deck.lying("community")[:3]
    bets = five(seat.cards + flop) >> CATEGORY_SHIFT > _pairs(flop) or _draws(seat.cards + flop)
    seat.decision.turn = bets
    _bet_or_check(round_, seat, "turn", bets=bets)


def _bet_river(round_: DealtRound, seat: Seat) -> None:
    """647a.11(f): likewise, with four cards of the board in sight."""
    board = round_.deck.lying("community")[:4]
    bets = best_of_six(seat.cards + board) >> CATEGORY_SHIFT > _pairs(board)
    seat.decision.river = bets
    _bet_or_check(round_, seat, "river", bets=bets)


def _bet_or_check(round_: DealtRound, seat: Seat, street: Street, *, bets: bool) -> None:
    if bets:
        stake = round_.table.game.stakes(seat)[street]
        round_.decide(seat, "play", BEFORE[street], street, stake)
    else:
        round_.decide(seat, "check", BEFORE[street])


def _pairs(board: tuple[int, ...]) -> int:
    """The least category that a board of three or four gives to everybody; only better ones are bet on."""
    ranks = [card >> 2 for card in board]
    most = max(map(ranks.count, ranks))
    if most == 1:
        return 0
    if most == 2:
        return len(board) - len(set(ranks))  # a pair, or two
    return 3 if most == 3 else 7


def _draws(cards: tuple[int, ...]) -> bool:
    """Whether four cards of a suit wait for a fifth."""
    suits = [card & 3 for card in cards]
    return max(map(suits.count, suits)) >= 4


_DECIDE: Final = {"flop": _fold_or_play, "turn": _bet_turn, "river": _bet_river}


# --- settlement -------------------------------------------------------------------------------------------


class _Completion:
    """647a.11(h)–(l), counterclockwise: what lies open by now, and which Envy Bonuses are still to pay."""

    __slots__ = ("envies", "open", "order", "round", "takers")

    def __init__(self, round_: DealtRound) -> None:
        self.round = round_
        self.order = round_.judge()
        self.open: set[int | str] = set()
        self.envies: list[EnvyBonus] = round_.settlement.envies if round_.settlement else []
        self.takers = sum("progressive" in wagers for _, wagers in self.order)
        """How many Progressive Payout Wagers are not resolved yet: folded cards wait for them."""

    def settle(self) -> Steps:
        """Every player in turn, then the cards that have waited, the board and the dealer's."""
        round_ = self.round
        for number, wagers, last in turns(self.order):
            self.show(number)
            for wager in wagers:
                yield from self.settle_wager(round_.seat(number), wager)
            if last and not (self.takers and self.waits(number)):
                round_.collect(number)
        for seat in reversed(round_.seats):
            if round_.deck.count(seat.seat):
                self.show(seat.seat)
                round_.collect(seat.seat)
        for area in (SIX_CARD, "community", "dealer"):
            if round_.deck.count(area):
                round_.collect(area)

    def show(self, number: int) -> None:
        """A hand is turned face up once."""
        if number not in self.open:
            self.open.add(number)
            self.round.reveal(number)

    def waits(self, number: int) -> bool:
        """Whether a hand stays on the table for other players' Progressive and Envy (647a.11(b)(2))."""
        folded = self.round.seat(number).decision.action == "fold"
        return folded or any(envy.holder == number for envy in self.envies)

    def settle_wager(self, seat: Seat, wager: str) -> Steps:
        """One wager, with what is paid beside it."""
        round_ = self.round
        won = round_.due[seat.seat][wager].outcome == "win"
        if won and wager in round_.table.game.award_steps:
            yield from self.pay(seat, wager)
        else:
            if wager == SIX_CARD and SIX_CARD not in self.open:
                self.open.add(SIX_CARD)
                round_.show(SIX_CARD, round_.deck.lying(SIX_CARD))
            round_.settle(seat.seat, wager)
        if wager == "progressive":
            self.takers -= 1
            self.pay_envies(seat)
        elif wager in FIVE_CARD:
            self.pay_extras(seat, wager)

    def pay(self, seat: Seat, wager: str) -> Steps:
        """An award of the Progressive or of a Five Card Hand Bonus Wager (647a.11(i), (j))."""
        round_ = self.round
        cards = seat.cards
        backers = ALONE
        if wager == "fchb_dealer":
            cards, backers = round_.deck.lying("dealer"), self.backers()
        cards += round_.deck.lying("community")[:3]
        yield from pay_award(round_, seat, wager, cards=cards, backers=backers)

    def backers(self) -> Backers:
        """Who shares what the dealer's hand wins: a player's first box in the order of settlement.

        Every other box with the wager is named too, those of players who left among them (647a.7(b)).
        """
        first: dict[str, int] = {}
        for number, wagers in self.order:
            if "fchb_dealer" in wagers:
                first.setdefault(self.round.seat(number).player, number)
        sharing = tuple(first.values())
        backed = [seat.seat for seat in self.round.seats if "fchb_dealer" in seat.wagers]
        return Backers(sharing, tuple(seat for seat in backed if seat not in sharing))

    def pay_envies(self, seat: Seat) -> None:
        """647a.11(i)(5): for the hands of others, which are turned over for it."""
        for envy in self.envies:
            if envy.seat == seat.seat:
                self.show(envy.holder)
                pay_envy(self.round, envy)

    def pay_extras(self, seat: Seat, wager: str) -> None:
        """647a.11(j)(3), .12(e)(3): Magic Card and Lucky Bonus, credited to the game account."""
        table, player = self.round.table, self.round.players[seat.seat]
        for extra, source in EXTRAS:
            name = f"{wager}_{extra}"
            due = self.round.due[seat.seat].get(name)
            if due is not None:
                accounts.credit(table, seat.seat, player, due.payout, source, name)
                self.round.settle(seat.seat, name, paid_from="game_account")


PLAY = Play(
    rulebook=RULEBOOK,
    prefix="THB",
    betting=Betting(HABITS, most_antes=MOST_ANTES_AT_RISK + 2),
    complete=_complete,
    deal_options=_deal_options,
    draw_options=_draw_options,
    draw_links=_draw_links,
)
