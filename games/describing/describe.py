"""A round as a JSON object and back: the description in, the verdict out, as `pitledger settle` speaks them.

It checks shape (names, types, cards that exist and come once); whether the round can have been is the game's
question. Every refusal is a DescriptionError with the field at fault.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Set
from typing import NoReturn

from games import registry, rulebook
from games.cards import text
from games.chapter import Rulebook
from games.describing.decisions import decision_of
from games.describing.fields import card_of, cards_of, refuse, refuse_amount, shown, table
from games.describing.selections import event_of, meters_of, options_of, paytables_of
from games.errors import DescriptionError, UnknownGame, UnknownRulebook
from games.game import Game, Wager
from games.judgement import check_boxes
from games.settlement import Decision, Round, Seat, Settlement

ROUND_FIELDS = frozenset(
    {"game", "rulebook", "paytables", "options", "meters", "seats", "dealer", "community", "event"}
)
ROUND_EXTRAS = frozenset(
    {"six_card_bonus_cards", "pair_bonus_community_card", "magic_card", "lucky_position"}
)
SEAT_FIELDS = frozenset({"seat", "player", "cards", "wagers", "decision"})
SEAT_EXTRAS = frozenset({"fourth_card"})
EXTRAS = ROUND_EXTRAS | SEAT_EXTRAS
EMPTY: tuple[object, ...] = (None, [])

_TO_PLACE: dict[str, tuple[Game, dict[str, Wager]]] = {}


def answer(description: object) -> dict[str, object]:
    """The verdict on a description, or its error, as a JSON object."""
    try:
        verdict: dict[str, object] = json.loads(answer_line(description))
    except DescriptionError as error:
        return refusal(error.field, error.message)
    return verdict


def answer_line(description: object) -> str:
    """The verdict on a description as a line of JSON; DescriptionError when there is none."""
    round_, game, book = parse(description)
    return render(game.settle(round_, book))


def refusal(field: str, message: str) -> dict[str, object]:
    """The answer to a description that cannot be."""
    return {"error": {"field": field, "message": message}}


def parse(description: object) -> tuple[Round, Game, Rulebook]:
    """The typed round with the game and rulebook that it names."""
    top = table(description, "$")
    game, book = named(top)
    extras = game.shape.extras
    if not ROUND_FIELDS.issuperset(top):
        check_known(top, ROUND_FIELDS | (ROUND_EXTRAS & extras), "", game)
    seats = top.get("seats")
    if type(seats) is not list or not seats:
        refuse("seats", "expected a list of at least one seat")
    paytables = paytables_of(top.get("paytables", {}), book)
    placeable = wagers_to_place(game)
    flaws: list[DescriptionError] = []
    round_ = Round(
        game.name,
        book.name,
        tuple([seat_of(seat, index, game, placeable, paytables, flaws) for index, seat in enumerate(seats)]),
        cards_of(top.get("dealer", ()), "dealer"),
        cards_of(top.get("community", ()), "community"),
        paytables,
        options_of(top["options"], book) if "options" in top else {},
        meters_of(top["meters"], book) if "meters" in top else {},
        event_of(top["event"], book) if top.get("event") is not None else None,
    )
    if extras:
        add_extras(round_, top)
    if round_.community and not game.shape.community_cards:
        refuse("community", f"{game.name} has no community cards")
    check_boxes(round_, book)
    if has_a_card_twice(round_):
        flaws.append(card_twice(round_))
    round_.flaw = flaws[0] if flaws else None
    return round_, game, book


def check_known(data: Mapping[str, object], known: Set[str], prefix: str, game: Game) -> None:
    """Refuse a field that this game's description does not have; another game's may be there, empty."""
    for key, value in data.items():
        if key not in known and (key not in EXTRAS or value not in EMPTY):
            refuse(f"{prefix}{key}", f"unknown field for {game.name}")


def wagers_to_place(game: Game) -> dict[str, Wager]:
    """The wagers that a seat may list, by name; worked out once a game."""
    found = _TO_PLACE.get(game.name)
    if found is None or found[0] is not game:
        wagers = {wager.name: wager for wager in game.wagers if wager.timing == "before_no_more_bets"}
        found = _TO_PLACE[game.name] = (game, wagers)
    return found[1]


def named(top: dict[str, object]) -> tuple[Game, Rulebook]:
    """The game and the rulebook, which must be of that game."""
    try:
        game = registry.by_name(top.get("game"))  # type: ignore[arg-type]
    except UnknownGame as error:
        refuse("game", str(error))
    try:
        book = rulebook.by_name(top.get("rulebook"))  # type: ignore[arg-type]
    except UnknownRulebook as error:
        refuse("rulebook", str(error))
    if book.game != game.name:
        refuse("rulebook", f"{book.name} is a rulebook of {book.game}, not of {game.name}")
    return game, book


def seat_of(  # noqa: PLR0917 - called for every seat of millions: a class would cost more
    value: object,
    index: int,
    game: Game,
    placeable: Mapping[str, Wager],
    paytables: Mapping[str, str],
    flaws: list[DescriptionError],
) -> Seat:
    """One seat of the description. A paytable that is missing joins `flaws`: a void round needs none."""
    data = table(value, "seats[%d]", index)
    if not SEAT_FIELDS.issuperset(data):
        check_known(data, SEAT_FIELDS | (SEAT_EXTRAS & game.shape.extras), f"seats[{index}].", game)
    number = data.get("seat")
    if type(number) is not int:
        refuse(f"seats[{index}].seat", f"expected a seat number, found {shown(number)}")
    player = data.get("player")
    if player is None:
        player = f"seat {number}"
    elif type(player) is not str or not player:
        refuse(f"seats[{index}].player", f"expected a name, found {shown(player)}")
    wagers: dict[str, int] = {}
    for name, stake in table(data.get("wagers", {}), "seats[%d].wagers", index).items():
        if type(stake) is not int or stake < 0:
            refuse_amount(stake, f"seats[{index}].wagers.{name}")
        wager = placeable.get(name)
        if wager is None:
            refuse_wager(f"seats[{index}].wagers.{name}", name, game)
        if stake:
            if wager.paytable is not None and wager.paytable not in paytables:
                missing = f"missing: seat {number} has placed {name}"
                flaws.append(DescriptionError(f"paytables.{wager.paytable}", missing))
            wagers[name] = stake
    fourth = data.get("fourth_card")
    return Seat(
        number,
        player,
        cards_of(data["cards"], f"seats[{index}].cards") if "cards" in data else (),
        wagers,
        decision_of(data["decision"], index, game) if data.get("decision") is not None else Decision("none"),
        None if fourth is None else card_of(fourth, f"seats[{index}].fourth_card"),
        index,
    )


def refuse_wager(field: str, name: str, game: Game) -> NoReturn:
    """Refuse `name` among a seat's wagers, with the reason."""
    if any(wager.name == name and wager.timing == "decision" for wager in game.wagers):
        refuse(field, f"{name} is given by the decision alone")
    refuse(field, f"{game.name} has no such wager: it has {', '.join(wagers_to_place(game))}")


def add_extras(round_: Round, top: Mapping[str, object]) -> None:
    """The fields that only some games have."""
    if top.get("six_card_bonus_cards"):
        round_.six_card_bonus_cards = cards_of(top["six_card_bonus_cards"], "six_card_bonus_cards")
    if top.get("pair_bonus_community_card") is not None:
        round_.pair_bonus_community_card = card_of(
            top["pair_bonus_community_card"], "pair_bonus_community_card"
        )
    if top.get("magic_card") is not None:
        round_.magic_card = card_of(top["magic_card"], "magic_card")
    position = top.get("lucky_position")
    if position is not None:
        if position != "dealer" and type(position) is not int:
            refuse("lucky_position", f'expected a seat or "dealer", found {shown(position)}')
        round_.lucky_position = position


def has_a_card_twice(round_: Round) -> bool:
    """Whether a card is in two places, and one deck is in play (x.3)."""
    cards = [*round_.dealer, *round_.community, *round_.six_card_bonus_cards]
    for seat in round_.seats:
        cards += seat.cards
        if seat.fourth_card is not None:
            cards.append(seat.fourth_card)
    if round_.pair_bonus_community_card is not None:
        cards.append(round_.pair_bonus_community_card)
    return len(set(cards)) != len(cards)


def card_twice(round_: Round) -> DescriptionError:
    """The error with the second place of the card that is in two."""
    places = [(f"{seat.field}.cards[{i}]", c) for seat in round_.seats for i, c in enumerate(seat.cards)]
    places += [(s.field + ".fourth_card", s.fourth_card) for s in round_.seats if s.fourth_card is not None]
    for field in ("dealer", "community", "six_card_bonus_cards"):
        places += [(f"{field}[{i}]", card) for i, card in enumerate(getattr(round_, field))]
    if round_.pair_bonus_community_card is not None:
        places.append(("pair_bonus_community_card", round_.pair_bonus_community_card))
    seen: dict[int, str] = {}
    for field, card in places:
        if card in seen:
            return DescriptionError(field, f"{text(card)} is in {seen[card]} already")
        seen[card] = field
    raise AssertionError("called with every card in one place")


def render(settlement: Settlement) -> str:
    """The verdict as JSON. Written out by hand: a general encoder takes as long as the settlement itself.

    Names, rates and sections are our own and need no escaping (the rulebook reader sees to its part).
    """
    seats = []
    for result in settlement.seats:
        wagers = ", ".join(
            [
                f'"{name}": {{"outcome": "{w.outcome}", "payout_cents": {w.payout}, '
                f'"returned_stake_cents": {w.returned}, "rate": "{w.rate}", "section": "{w.section}"}}'
                for name, w in result.wagers.items()
            ]
        )
        limit = ""
        if result.limit is not None:
            uncapped, limited = result.limit
            limit = f', "aggregate_limit": {{"uncapped_cents": {uncapped}, "limited_cents": {limited}}}'
        seats.append(
            f'{{"seat": {result.seat}, "total_returned_to_player_cents": {result.total}, '
            f'"wagers": {{{wagers}}}{limit}}}'
        )
    meters = json.dumps(settlement.meters_after) if settlement.meters_after else "{}"
    notes = json.dumps(settlement.notes) if settlement.notes else "[]"
    return f'{{"seats": [{", ".join(seats)}], "meters_after": {meters}, "notes": {notes}}}'
