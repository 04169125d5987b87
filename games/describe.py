"""A round as a JSON object and back: the description in, the verdict out, as `pitledger settle` speaks them.

It checks shape (names, types, cards that exist and come once); whether the round can have been is the game's
question. Every refusal is a DescriptionError with the field at fault.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import NoReturn

from games import registry, rulebook
from games.cards import text
from games.chapter import Choice, Rulebook
from games.decisions import decision_of
from games.errors import DescriptionError, UnknownGame, UnknownRulebook
from games.fields import card_of, cards_of, cents, refuse, refuse_amount, shown, table, yes_or_no
from games.game import Game, Wager
from games.judgement import check_boxes
from games.settlement import (
    Decision,
    Irregularity,
    MeterReading,
    Round,
    Seat,
    Settlement,
)

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
EVENT_FIELDS = frozenset({"type", "misdealt", "cards", "procedure"})
METER_FIELDS = frozenset({"amount", "reserve", "reseed"})
PROCEDURES = frozenset({"manual_shoe", "hand", "automated_shoe"})

_TO_PLACE: dict[str, dict[str, Wager]] = {}


def answer(description: object) -> dict[str, object]:
    """The verdict on a description, or its error, as a JSON object."""
    try:
        round_, game, book = parse(description)
        return render(game.settle(round_, book))
    except DescriptionError as error:
        return {"error": {"field": error.field, "message": error.message}}


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
    round_ = Round(
        game.name,
        book.name,
        tuple([seat_of(seat, index, game, placeable, paytables) for index, seat in enumerate(seats)]),
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
    check_cards_once(round_)
    return round_, game, book


def check_known(data: Mapping[str, object], known: Set[str], prefix: str, game: Game) -> None:
    """Refuse a field that this game's description does not have; another game's may stand empty."""
    for key, value in data.items():
        if key not in known and (key not in EXTRAS or value not in EMPTY):
            refuse(f"{prefix}{key}", f"unknown field for {game.name}")


def wagers_to_place(game: Game) -> dict[str, Wager]:
    """The wagers that a seat may list, by name; worked out once a game."""
    known = _TO_PLACE.get(game.name)
    if known is None:
        known = {wager.name: wager for wager in game.wagers if wager.timing == "before_no_more_bets"}
        _TO_PLACE[game.name] = known
    return known


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


def seat_of(
    value: object, index: int, game: Game, placeable: Mapping[str, Wager], paytables: Mapping[str, str]
) -> Seat:
    """One seat of the description."""
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
                refuse(f"paytables.{wager.paytable}", f"missing: seat {number} has placed {name}")
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
    """Say why `name` cannot stand among a seat's wagers."""
    if any(wager.name == name and wager.timing == "decision" for wager in game.wagers):
        refuse(field, f"{name} is given by the decision alone")
    refuse(field, f"{game.name} knows no such wager: it knows {', '.join(wagers_to_place(game))}")


def paytables_of(value: object, book: Rulebook) -> dict[str, str]:
    """The selected columns: of paytables that are selected, and columns that exist."""
    chosen = table(value, "paytables")
    for name, letter in chosen.items():
        known = book.paytables.get(name)
        if known is None or not known.selected:
            names = ", ".join(n for n, t in book.paytables.items() if t.selected)
            refuse(f"paytables.{name}", f"{book.name} lets nobody select that: it has {names}")
        if type(letter) is not str or letter not in known.columns:
            refuse(f"paytables.{name}", f"expected one of {', '.join(known.columns)}, found {shown(letter)}")
    return chosen  # type: ignore[return-value]


def options_of(value: object, book: Rulebook) -> dict[str, Choice]:
    """Options and switches of the rulebook, the payout limit, and the number of boxes."""
    options = table(value, "options")
    for name, choice in options.items():
        field = f"options.{name}"
        if name == "payout_limit_cents":
            check_limit(choice, field, book)
        elif name == "boxes":
            most = book.boxes.most or book.positions
            if type(choice) is not int or not 1 <= choice <= most:
                refuse(field, f"expected 1 to {most} ({book.boxes.section}), found {shown(choice)}")
        else:
            known = book.options.get(name) or book.switches.get(name)
            if known is None:
                refuse(field, f"{book.name} has no such option")
            if not any(type(choice) is type(v) and choice == v for v in known.values):
                refuse(field, f"expected one of {list(known.values)}, found {shown(choice)}")
    return options  # type: ignore[return-value]


def check_limit(value: object, field: str, book: Rulebook) -> None:
    """A payout limit where the chapter has one, and not below its floor."""
    limit = cents(value, field)
    if book.payout_limit is None:
        refuse(field, f"{book.name} has no payout limit")
    if limit < book.payout_limit.floor_cents:
        refuse(field, f"below the {book.payout_limit.floor_cents} cents of {book.payout_limit.section}")


def meters_of(value: object, book: Rulebook) -> dict[str, MeterReading]:
    """Meters by name: a number of cents, or amount with reserve and reseed."""
    result = {}
    for name, meter in table(value, "meters").items():
        field = f"meters.{name}"
        if name not in book.meter_names:
            refuse(
                field,
                f"{book.name} has no such meter: it has {', '.join(sorted(book.meter_names)) or 'none'}",
            )
        if type(meter) is not dict:
            result[name] = MeterReading(cents(meter, field))
            continue
        for key in meter.keys() - METER_FIELDS:
            refuse(f"{field}.{key}", "unknown field: a meter has amount, reserve and reseed")
        reseed = meter.get("reseed")
        result[name] = MeterReading(
            cents(meter.get("amount"), field + ".amount"),
            cents(meter.get("reserve", 0), field + ".reserve"),
            None if reseed is None else cents(reseed, field + ".reseed"),
        )
    return result


def event_of(value: object, book: Rulebook) -> Irregularity:
    """The irregularity: a kind that the rulebook knows."""
    data = table(value, "event")
    for key in data.keys() - EVENT_FIELDS:
        refuse(f"event.{key}", "unknown field")
    kind = data.get("type")
    if type(kind) is not str or kind not in book.irregularities:
        known = ", ".join(sorted(book.irregularities))
        refuse("event.type", f"{book.name} knows no {shown(kind)}: it knows {known}")
    event = Irregularity(kind)
    if "misdealt" in data:
        event.misdealt = yes_or_no(data["misdealt"], "event.misdealt")
    if "cards" in data:
        event.cards = cents(data["cards"], "event.cards")
    if "procedure" in data:
        procedure = data["procedure"]
        if procedure not in PROCEDURES:
            refuse(
                "event.procedure",
                f"expected one of {', '.join(sorted(PROCEDURES))}, found {shown(procedure)}",
            )
        event.procedure = str(procedure)
    return event


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


def check_cards_once(round_: Round) -> None:
    """No card stands in two places: one deck is in play (x.3)."""
    cards = [*round_.dealer, *round_.community, *round_.six_card_bonus_cards]
    for seat in round_.seats:
        cards += seat.cards
        if seat.fourth_card is not None:
            cards.append(seat.fourth_card)
    if round_.pair_bonus_community_card is not None:
        cards.append(round_.pair_bonus_community_card)
    if len(set(cards)) != len(cards):
        name_card_twice(round_)


def name_card_twice(round_: Round) -> NoReturn:
    """Find the second place of the card that stands in two, for the error."""
    places = [(f"{seat.field}.cards[{i}]", c) for seat in round_.seats for i, c in enumerate(seat.cards)]
    places += [(s.field + ".fourth_card", s.fourth_card) for s in round_.seats if s.fourth_card is not None]
    for field in ("dealer", "community", "six_card_bonus_cards"):
        places += [(f"{field}[{i}]", card) for i, card in enumerate(getattr(round_, field))]
    if round_.pair_bonus_community_card is not None:
        places.append(("pair_bonus_community_card", round_.pair_bonus_community_card))
    seen: dict[int, str] = {}
    for field, card in places:
        if card in seen:
            refuse(field, f"{text(card)} stands in {seen[card]} already")
        seen[card] = field
    raise AssertionError("called with every card in one place")


def render(settlement: Settlement) -> dict[str, object]:
    """The verdict as a JSON object."""
    seats = []
    for result in settlement.seats:
        seat: dict[str, object] = {
            "seat": result.seat,
            "total_returned_to_player_cents": result.total,
            "wagers": {
                name: {
                    "outcome": wager.outcome,
                    "payout_cents": wager.payout,
                    "returned_stake_cents": wager.returned,
                    "rate": wager.rate,
                    "section": wager.section,
                }
                for name, wager in result.wagers.items()
            },
        }
        if result.limit is not None:
            seat["aggregate_limit"] = {"uncapped_cents": result.limit[0], "limited_cents": result.limit[1]}
        seats.append(seat)
    return {"seats": seats, "meters_after": settlement.meters_after, "notes": settlement.notes}
