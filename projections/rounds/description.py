"""A round described as `pitledger settle` takes it: what was dealt, wagered and decided, by its events.

It judges nothing. What went wrong is described by the kind that was called or ruled, that a count of the stub
or of the cards or an exposed card shows, or that a void names; by nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from events.errors import PitledgerError
from events.money import MC_PER_CENT
from events.vocabulary.dealing import CardExposed, CardFoundFaceUp, StubCounted
from events.vocabulary.irregularities import DeviceJammed, IrregularityCalled, IrregularityRuled
from events.vocabulary.play import DecisionMade
from games import registry, rulebook
from games.chapter import Choice, Rulebook
from games.game import Game
from projections.rounds.citations import plainly_cited
from projections.rounds.hand_sizes import is_by_fours, is_wrong_number
from projections.rounds.taking_part import boxes_playing, plays, takes_part
from projections.rounds.terms import Terms
from projections.rounds.view import Irregularity, RoundView, SeatView

Description = dict[str, Any]
"""One JSON object of `pitledger settle`."""
Meters = Mapping[str, int]
"""Meters of the round's progressives in cents, as the first claim found them."""

STUB: Final = "stub_count_wrong"
EXPOSED: Final = "dealer_card_exposed"
WRONG_NUMBER: Final = "incorrect_number"
FACE_UP: Final = "face_up_multiple"
EARLY, AFTER_INITIAL_TWO = f"{FACE_UP}_early", f"{FACE_UP}_after_initial_two"
FACE_UPS: Final = (FACE_UP, EARLY, AFTER_INITIAL_TWO)
JAM: Final = "shoe_jam"
_INITIAL: Final = 2
"""The initial cards of a hand where later ones are shared (647a.13(a), 677a.13(a))."""
_FOLDS: Final = frozenset({"fold", "forfeit"})


class NotDescribed(PitledgerError):
    """A round that no description fits, and why."""


def _no_terms(view: RoundView, terms: Terms) -> str:
    """Why it is not known what the round was played under."""
    if terms.rulebook:
        return f"nobody here knows the rulebook {terms.rulebook}"
    named = f" by {view.rulebook}" if view.rulebook else ""
    return f"it was played{named}, and what its table had selected in {view.mode} play is not recorded"


def describe(
    view: RoundView, terms: Terms, players: Mapping[int, str], meters: Meters, dealing: str = ""
) -> Description:
    """The round as one object of `pitledger settle`; NotDescribed where there is no such object.

    `players` says whose the boxes are; a box that it lacks is a player's of its own. `dealing` is how the
    table dealt, where the round itself does not say.
    """
    if not terms.game:
        raise NotDescribed(_no_terms(view, terms))
    game, book = registry.by_name(terms.game), rulebook.by_name(terms.rulebook)
    if not any(seat.staked for seat in view.seats.values()):
        raise NotDescribed("nobody placed a wager")
    playing = [
        number
        for number, seat in sorted(view.seats.items())
        if takes_part(seat.wagers, game) and (seat.gone or plays(seat, game))
    ]
    if not playing:
        raise NotDescribed("no box has the wagers with which it would take part")
    described: Description = {
        "game": game.name,
        "rulebook": book.name,
        "paytables": dict(terms.paytables),
        "options": _options(terms, book),
        "meters": {name: meters[name] for name in sorted(meters.keys() & book.meter_names)},
        "seats": [_seat(number, view.seats[number], game, players) for number in playing],
        "dealer": _known(_dealers(view, game)),
        "community": _known(view.areas.get("community", ())) if game.shape.community_cards else [],
    }
    described.update(_extras(view, game))
    event = _event(view, game, book, terms, dealing)
    if event is not None:
        described["event"] = event
    return described


def cents(amount_mc: int, what: str) -> int:
    """Whole cents; NotDescribed for any other amount."""
    whole, rest = divmod(amount_mc, MC_PER_CENT)
    if rest:
        raise NotDescribed(f"{what} is not a number of whole cents")
    return whole


def _options(terms: Terms, book: Rulebook) -> dict[str, Any]:
    """What was selected of the options that the rulebook knows, with the limit and the number of boxes.

    A player has no more boxes than the text allows, whatever the table offers or offered under another text:
    who had more is refused.
    """
    known = book.options.keys() | book.switches.keys()
    options: dict[str, Any] = {name: value for name, value in terms.options.items() if name in known}
    boxes = min(terms.boxes_per_player, book.boxes.most or book.positions)
    if boxes > 1:
        options["boxes"] = boxes
    if terms.payout_limit_mc is not None and book.payout_limit is not None:
        options["payout_limit_cents"] = cents(terms.payout_limit_mc, "the payout limit")
    return options


def _known(cards: Sequence[str | None]) -> list[str]:
    """Cards that somebody has read; none where any of them is unknown."""
    return [] if None in cards else [str(card) for card in cards]


def _dealers(view: RoundView, game: Game) -> Sequence[str | None]:
    """The dealer's hand, without the top card of a stack of four, which goes to the rack (679a.10(g)(2))."""
    dealt = view.areas.get("dealer", ())
    return dealt[: game.shape.dealer_cards] if is_by_fours(view, game) else dealt


def _seat(number: int, seen: SeatView, game: Game, players: Mapping[int, str]) -> dict[str, Any]:
    held = game.shape.seat_cards
    by_decision = {decided.wager for decided in seen.decisions}
    seat: dict[str, Any] = {"seat": number}
    if number in players:
        seat["player"] = players[number]
    own: list[str | None] = seen.cards
    if "fourth_card" in game.shape.extras:
        own, fourth = seen.cards[:held], _known(seen.cards[held : held + 1])
        if fourth:
            seat["fourth_card"] = fourth[0]
    seat["cards"] = _known(own)
    seat["wagers"] = {
        name: cents(mc, f"the {name} of seat {number}")
        for name, mc in seen.wagers.items()
        if name not in by_decision and mc > 0
    }
    seat["decision"] = _decision(number, seen, game)
    return seat


def _decision(number: int, seen: SeatView, game: Game) -> dict[str, Any]:
    """What a player did in the end: a wager that a decision made, a fold, or nothing at all."""
    if seen.abandoned:
        return {"action": "abandon"}
    made = {decided.wager: decided for decided in seen.decisions if decided.wager is not None}
    if sum(decided.wager is not None for decided in seen.decisions) > len(made):
        raise NotDescribed(f"seat {number} made the same wager by two decisions")
    last = seen.decisions[-1] if seen.decisions else None
    if last is None or (last.action == "check" and not made):
        return {"action": "none"}
    if not made:
        return {"action": last.action}
    (action, fields), *_ = game.shape.actions.items()
    return {"action": action} | {
        name: value for name, value in _made(number, seen, made).items() if name in fields
    }


def _made(number: int, seen: SeatView, made: Mapping[str, DecisionMade]) -> dict[str, Any]:
    """Every field that the decision of some game has: the wagers that it made, when, and the hand as set."""
    fields: dict[str, Any] = {"flop": "flop" in made, "turn": "turn" in made, "river": "river" in made}
    for name in made.keys() & {"raise", "play"}:
        fields[name] = cents(made[name].amount_mc, f"the {name} of seat {number}")
        fields["at"] = made[name].at
    fields |= {part: _known(cards) for part, cards in seen.set_hands.items() if _known(cards)}
    return fields


def _extras(view: RoundView, game: Game) -> Iterator[tuple[str, object]]:
    """The fields that only some games have."""
    extras = game.shape.extras
    if "six_card_bonus_cards" in extras and (six := _known(view.areas.get("six_card_bonus", ()))):
        yield "six_card_bonus_cards", six
    if "pair_bonus_community_card" in extras and (pair := _known(view.areas.get("pair_bonus", ()))):
        yield "pair_bonus_community_card", pair[0]
    if "magic_card" in extras and view.magic_card is not None:
        yield "magic_card", view.magic_card
    if "lucky_position" in extras and view.lucky_position is not None:
        yield "lucky_position", view.lucky_position


def _event(view: RoundView, game: Game, book: Rulebook, terms: Terms, dealing: str) -> dict[str, Any] | None:
    """What went wrong, as far as the chapter sends wagers back for it; None where it does not."""
    effective = kinds_shown(view, game, book, terms.options)
    if not effective and view.status == "voided":
        effective = [*_kinds_of_section(view, game, book)]
    if not effective:  # a text that does not foresee it has a switch (663a.13)
        effective = (
            [EXPOSED] if EXPOSED in _kinds(view, game, book) and EXPOSED in book.irregularities else []
        )
    if not effective:
        return None
    of_all = [kind for kind in effective if book.irregularities[kind].returned is None]
    if len(effective) > 1 and not of_all:
        raise NotDescribed(f"{' and '.join(effective)} in one round: house ruling required")
    kind = (of_all or effective)[0]
    return _stub_event(view, view.dealing or dealing) if kind == STUB else {"type": kind}


def kinds_shown(
    view: RoundView, game: Game, book: Rulebook, options: Mapping[str, Choice] | None = None
) -> list[str]:
    """The kinds of irregularity that the round's events show and for which the chapter sends wagers back.

    What cards found face up make is seen: where it was called otherwise, that does not count. `options` are
    what the table selected, which a round that was played to its end needs.
    """
    kinds = [*dict.fromkeys(_kinds(view, game, book))]
    found = [each for each in view.irregularities if isinstance(each.body, CardFoundFaceUp)]
    if len(found) > 1:
        seen = _face_up(view, game, book, found[1].cards_before)
        kinds = [kind for kind in kinds if kind not in FACE_UPS or kind == seen]
    kinds = [kind for kind in kinds if _sends_back(book, kind)]
    wrong = view.status == "closed" and is_wrong_number(view, game, options or {}, stopped=bool(kinds))
    if wrong and WRONG_NUMBER not in kinds and _sends_back(book, WRONG_NUMBER):
        kinds.append(WRONG_NUMBER)
    return kinds


def is_exposed(view: RoundView) -> bool:
    """Whether a card of the dealer's was exposed, or called so."""
    return any(
        (isinstance(each.body, CardExposed) and each.body.hand == "dealer")
        or (isinstance(each.body, IrregularityCalled | IrregularityRuled) and each.body.kind == EXPOSED)
        for each in view.irregularities
    )


def _kinds_of_section(view: RoundView, game: Game, book: Rulebook) -> Iterator[str]:
    """The kinds that a void rests on, by the section that it names."""
    for kind in book.irregularities:
        if not _is_section(book, kind, view.void_section):
            continue
        if kind == EXPOSED and is_exposed(view):
            continue  # it was exposed too late to matter
        if kind not in FACE_UPS or kind == _face_up(view, game, book, view.cards_laid()):
            yield kind


def _sends_back(book: Rulebook, kind: str) -> bool:
    rule = book.irregularities.get(kind)
    return rule is not None and (rule.returned != () or bool(rule.silent))


def _is_section(book: Rulebook, kind: str, section: str) -> bool:
    """Whether a void that rests on a section is for this kind of irregularity."""
    return _sends_back(book, kind) and book.irregularities[kind].section == plainly_cited(section)


def _kinds(  # noqa: C901 - one case a type of event
    view: RoundView, game: Game, book: Rulebook
) -> Iterator[str]:
    """Every kind of irregularity that the round's events show, whether anybody called it or not."""
    face_up = 0
    for irregular in view.irregularities:
        match irregular.body:
            case IrregularityCalled(kind=kind) | IrregularityRuled(kind=kind):
                if kind in FACE_UPS and kind not in book.irregularities:  # as other chapters have it
                    yield _face_up(view, game, book, irregular.cards_before)
                elif kind != EXPOSED or not _too_late(view, game, book, irregular):
                    yield kind
            case StubCounted():
                yield STUB
            case CardExposed(hand="dealer"):
                if not _too_late(view, game, book, irregular):
                    yield EXPOSED
            case CardFoundFaceUp():
                face_up += 1
                if face_up > 1:
                    yield _face_up(view, game, book, irregular.cards_before)
            case DeviceJammed(during="deal"):
                yield JAM
            case _:
                pass


def _face_up(view: RoundView, game: Game, book: Rulebook, laid: Mapping[int | str, int]) -> str:
    """Which kind a second card face up is: some chapters ask whether everybody had two cards by then."""
    if FACE_UP in book.irregularities:
        return FACE_UP
    hands: list[int | str] = [*boxes_playing(view, game), "dealer"]
    had = [laid.get(place, 0) for place in hands]
    return AFTER_INITIAL_TWO if min(had) >= _INITIAL else EARLY


def _too_late(view: RoundView, game: Game, book: Rulebook, irregular: Irregularity) -> bool:
    """Whether a card of the dealer's was exposed when that does not matter any more."""
    rule = book.irregularities.get(EXPOSED)
    if rule is not None and rule.until_reveal:
        return _first_exposed(view, irregular).dealer_shown
    return _had_all_decided(view, game, irregular)


def _first_exposed(view: RoundView, irregular: Irregularity) -> Irregularity:
    """What is called or ruled later is about what was exposed before."""
    exposed = [each for each in view.irregularities if isinstance(each.body, CardExposed)]
    return exposed[0] if exposed else irregular


def _had_all_decided(view: RoundView, game: Game, irregular: Irregularity) -> bool:
    """Whether every seat had made its last decision when something happened.

    Where the last decisions are made before the board is whole, a whole board ends them: who was passed over
    then is not asked any more, and whose turn comes all the same shows that it was still to come.
    """
    exposed = _first_exposed(view, irregular)
    before = exposed.decisions_before
    if game.shape.last_decision_at and exposed.board_shown >= game.shape.community_cards:
        return all(len(seat.decisions) <= before.get(number, 0) for number, seat in view.seats.items())
    last_wager = [wager.name for wager in game.wagers if wager.timing == "decision"][-1]

    def is_last(decided: DecisionMade) -> bool:
        return (
            decided.action in _FOLDS
            or decided.wager == last_wager
            or (decided.action == "check" and decided.at == game.shape.last_decision_at)
        )

    return all(
        seat.abandoned or any(map(is_last, seat.decisions[: before.get(number, 0)]))
        for number, seat in view.seats.items()
        if plays(seat, game)
    )


def _stub_event(view: RoundView, dealing: str) -> dict[str, Any]:
    """The count of the stub that was wrong, with the procedure by which it was due."""
    event: dict[str, Any] = {"type": STUB}
    counts = [each.body for each in view.irregularities if isinstance(each.body, StubCounted)]
    if counts:
        event |= {"misdealt": bool(counts[-1].misdealt), "cards": counts[-1].deck_cards}
    if dealing:
        event["procedure"] = dealing
    return event
