"""The hand that shown cards make for a progressive wager, under each reading of the switches it depends on.

Cards that are not known, a card twice or a wrong number of them name no hand: an answer, not an error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from games import registry, rulebook
from games.cards import NUMBERS
from games.chapter import ONLY, Choice, Rulebook
from games.errors import GamesError
from games.game import Game
from games.settlement import Decision, Round, Seat

MaybeCards = Sequence[str | None]
"""Cards by their names, in the order of their places; None for one that nobody has read."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The cards that lie at a seat, before the dealer and in the middle, as far as they are known."""

    seat: MaybeCards = ()
    dealer: MaybeCards = ()
    community: MaybeCards = ()


class Reading(NamedTuple):
    """A hand as the paytable names it, None where the cards name none, and the switches that it rests on."""

    switches: str
    hand: str | None


@dataclass(frozen=True, slots=True)
class Hands:
    """The hand under the options that were selected, and under every reading of its switches."""

    selected: str | None
    readings: tuple[Reading, ...]


NO_HANDS = Hands(None, ())


def progressive_hands(rulebook_name: str, options: Mapping[str, Choice], wager: str, shown: Shown) -> Hands:
    """What the cards make for a wager; nothing where the rulebook or the wager is not known."""
    try:
        book = rulebook.by_name(rulebook_name)
        game = registry.by_name(book.game)
    except GamesError:
        return NO_HANDS
    if wager not in game.hand_switches:
        return NO_HANDS
    switches = game.hand_switches[wager]
    readings = []
    for values in product(*(book.switches[switch].values for switch in switches)):
        reading = dict(zip(switches, values, strict=True))
        text = ", ".join(f"{switch} = {_text(value)}" for switch, value in reading.items())
        readings.append(Reading(text, _hand(game, book, {**options, **reading}, wager, shown)))
    return Hands(_hand(game, book, options, wager, shown), tuple(readings))


def seen_cards(rulebook_name: str, wager: str, seen: MaybeCards, shown: Shown) -> Shown:
    """The cards that a person saw: those of the hand first, then the community's, else those shown there."""
    try:
        game = registry.by_name(rulebook.by_name(rulebook_name).game)
    except GamesError:
        return Shown()
    of_the_dealer = wager in game.dealer_hand_wagers
    own = game.shape.dealer_cards if of_the_dealer else game.shape.seat_cards
    hand, community = seen[:own], seen[own:] or shown.community
    return Shown(dealer=hand, community=community) if of_the_dealer else Shown(hand, (), community)


def fixed_hands(rulebook_name: str, wager: str, letter: str) -> frozenset[str]:
    """The hands that a progressive wager pays by odds and not by a meter; none where that is not known."""
    try:
        book = rulebook.by_name(rulebook_name)
        placed = [each for each in registry.by_name(book.game).wagers if each.progressive]
        selected = {each.name: each.paytable for each in placed}[wager]
        tables = [(selected, letter)] if selected else [of for of in book.meters if of[1] == ONLY]
        awards = [book.progressive(column, table).awards for table, column in tables]
    except (GamesError, KeyError):
        return frozenset()
    return frozenset(hand for of_table in awards for hand, award in of_table.items() if award[0] == "for")


def lost_by_folding(rulebook_name: str, wager: str) -> str:
    """The section by which a player who folds has lost a progressive wager; empty where the wager is kept, or
    nobody knows it."""
    try:
        game = registry.by_name(rulebook.by_name(rulebook_name).game)
    except GamesError:
        return ""
    placed = next((each for each in game.wagers if each.name == wager and each.progressive), None)
    return "" if placed is None or placed.kept_on_fold else placed.fold_section or placed.section


def _text(value: Choice) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _hand(game: Game, book: Rulebook, options: Mapping[str, Choice], wager: str, shown: Shown) -> str | None:
    """The hand under these options; None where the cards that it takes are not known."""
    of_the_dealer = wager in game.dealer_hand_wagers
    own = _all_known(shown.dealer if of_the_dealer else shown.seat)
    community = _known_first(shown.community)
    if len({*own, *community}) < len(own) + len(community):
        return None
    seat = Seat(1, "", () if of_the_dealer else own, {}, Decision("none"))
    dealer = own if of_the_dealer else ()
    round_ = Round(game.name, book.name, (seat,), dealer, community, options=dict(options))
    try:
        return game.progressive_hand(round_, book, seat, wager)
    except GamesError:
        return None


def _all_known(cards: MaybeCards) -> tuple[int, ...]:
    """The cards of a hand; none where one of them is not known."""
    known = _known_first(cards)
    return known if len(known) == len(cards) else ()


def _known_first(cards: MaybeCards) -> tuple[int, ...]:
    """The cards up to the first that is not known."""
    known = []
    for card in cards:
        if card is None:
            break
        known.append(NUMBERS[card])
    return tuple(known)
