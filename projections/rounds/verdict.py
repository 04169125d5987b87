"""The verdict on a round: for every wager what was due against what was done, or why nothing can be said.

Due is what `games` says of the round as its events describe it, under the rulebook and selections that it was
opened under. An award that was claimed is due as its link has it. Nothing here reads a log.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from events.money import MC_PER_CENT, text, whole_cents
from games import registry, rulebook
from games.chapter import Choice, Rulebook
from games.describing.describe import parse
from games.errors import DescriptionError
from games.game import Game
from games.named_hands import Settled
from games.settlement import Settlement, WagerResult
from projections.rounds.description import Description, Meters, NotDescribed, cents, describe
from projections.rounds.done import ENVY, Locked, Place, given_mc, locked_of, paid_claims, places_of
from projections.rounds.odd_stakes import ANTE, by_stake, left_behind
from projections.rounds.taking_part import required, why_left_out
from projections.rounds.terms import Terms
from projections.rounds.view import RoundView

LIMIT: Final = "payout_limit"
OF_METER: Final = "of meter"
"""How a rate ends that is a share of a meter: what it comes to depends on who else draws on it."""
NO_CLAIM: Final = "no claim"
CLAIM_RETURNED: Final = "claim sent back"
CLAIM_REFUSED: Final = "claim refused"
_CENTS: Final = re.compile(r"(?<![.\w])(?<![\w)]\()[0-9]+(?![-.\w(])")
"""A number by itself, not part of a section: in what is said of a wager or a decision it is cents."""


@dataclass(frozen=True, slots=True)
class Row:
    """One wager of one seat: due, which is in whole cents, against done, to the millicent.

    What is not `judged` says `why` instead.
    """

    seat: int
    wager: str
    done_mc: int
    due_cents: int | None = None
    rate: str | None = None
    section: str | None = None
    depends_on: tuple[str, ...] = ()
    hand: str | None = None
    why: str | None = None
    covers: tuple[tuple[int, str], ...] = ()
    result: WagerResult | None = None
    """What the game says of the wager; None where it knows no such wager, or nothing is judged."""

    @property
    def judged(self) -> bool:
        """Whether anything can be said."""
        return self.why is None

    @property
    def done_cents(self) -> int:
        """The whole cents of what was done."""
        return self.done_mc // MC_PER_CENT

    @property
    def due_mc(self) -> int | None:
        """What is due; None where that is not known."""
        return None if self.due_cents is None else self.due_cents * MC_PER_CENT

    @property
    def difference_mc(self) -> int | None:
        """Done minus due: below zero where the player got too little."""
        return None if self.due_mc is None else self.done_mc - self.due_mc

    @property
    def difference_cents(self) -> int | None:
        """The difference in cents: a part of one counts as one, either way."""
        return None if self.difference_mc is None else whole_cents(self.difference_mc)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a round beyond its own events."""

    terms: Terms
    players: Mapping[int, str] = field(default_factory=dict)
    """Whose the boxes are."""
    meters: Meters = field(default_factory=dict)
    """Meters in cents, as the first claim of the round, or its end, found them."""
    locked: Mapping[int, Locked] = field(default_factory=dict)
    """What links have of the round's claims, by the claim's number."""
    not_owed: Mapping[int, str] = field(default_factory=dict)
    """Claims of the round for which links owe nothing, and why: sent back, or refused."""
    incomplete: str = ""
    """Why the events are not all there; empty where they are."""
    dealing: str = ""
    """How the table dealt, where the round itself does not say: stub counts cite by it (x.8–x.10)."""


@dataclass(frozen=True, slots=True)
class RoundVerdict:
    """The rows, and the round as `pitledger settle` takes it: None, and why, where it does not."""

    rows: tuple[Row, ...]
    description: Description | None
    why_not_described: str | None
    notes: tuple[str, ...] = ()
    settlement: Settlement | None = None
    """What the game says of the round as a whole; None where it could not be asked."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a verdict tells beside the amounts: it takes most of the time, and few have use for all of it."""

    hands: bool = True
    """The hands in words."""
    of_seat: int | None = None
    """The rows of one seat alone, with what a limit cuts for its player; None: of all."""
    switches: bool = True
    """On which switches a wager depends."""

    def about(self, place: Place) -> bool:
        """Whether this place is one of those asked for."""
        return self.of_seat is None or self.of_seat == place[0]


EVERYTHING: Final = Told()
AMOUNTS: Final = Told(hands=False, switches=False)


def judge(view: RoundView, known: Known, told: Told = EVERYTHING) -> RoundVerdict:
    """The verdict on a round."""
    done = given_mc(view, locked_of(view, known.locked).keys())
    why = known.incomplete or ("" if view.status in {"closed", "voided"} else "the round is still open")
    try:
        description = describe(view, known.terms, known.players, known.meters, known.dealing)
    except NotDescribed as error:
        rows = (_unjudged(place, done, why or str(error)) for place in places_of(view))
        return RoundVerdict(tuple(rows), None, str(error))
    if why:
        rows = (_unjudged(place, done, why) for place in places_of(view))
        return RoundVerdict(tuple(rows), description, None)
    judgement = _Judgement(view, known, description, done, told)
    judged = tuple(judgement.rows())
    return RoundVerdict(judged, description, None, judgement.notes, judgement.settlement)


def _unjudged(place: Place, done: Mapping[Place, int], why: str) -> Row:
    seat, wager = place
    return Row(seat, wager, done.get(place, 0), why=why)


class _Judgement:
    """One round on its way to a verdict: settled as a whole where that can be, else piece by piece."""

    def __init__(
        self,
        view: RoundView,
        known: Known,
        description: Description,
        done: Mapping[Place, int],
        told: Told,
    ) -> None:
        self._told = told
        self._view = view
        self._known = known
        self._description = description
        self._done = done
        self._locked = locked_of(view, known.locked)
        self._not_owed = {
            place: known.not_owed[seq] for seq, place in paid_claims(view) if seq in known.not_owed
        }
        self._book: Rulebook = rulebook.by_name(known.terms.rulebook)
        self._game: Game = registry.by_name(known.terms.game)
        self.notes: tuple[str, ...] = ()
        self.settlement: Settlement | None = None

    def rows(self) -> Iterator[Row]:
        """Every wager in turn, then what a payout limit cut."""
        try:
            settled = _settle(self._description)
        except DescriptionError as error:
            yield from self._piece_by_piece(error)
            return
        settlement = self.settlement = settled.settlement
        self.notes = tuple(settlement.notes)
        depends = self._depends_on(settlement) if self._told.switches else {}
        cut = self._cut(settlement)
        covered = {place for places in cut.values() for place in places}
        due_places = [(result.seat, name) for result in settlement.seats for name in result.wagers]
        for place in dict.fromkeys([*places_of(self._view), *sorted(due_places, key=lambda p: -p[0])]):
            if not self._told.about(place):
                continue
            if place in covered:
                yield _unjudged(place, self._done, "a payout limit covers it: judged together")
            else:
                yield self._row(place, settled, depends.get(place, ()))
        for places in cut.values():
            if any(map(self._told.about, places)):
                yield self._limit_row(sorted(places, reverse=True), settled)

    def _row(self, place: Place, settled: Settled, depends: Sequence[str]) -> Row:
        seat, wager = place
        done = self._done.get(place, 0)
        of_seat = next((each.wagers for each in settled.settlement.seats if each.seat == seat), {})
        result, named, seen = of_seat.get(wager), wager, self._view.seats.get(seat)
        if result is None:
            result = left_behind(seen, wager, of_seat)
            named = wager if result is None else ANTE
        hand = settled.hand(seat, named) if self._told.hands else None
        silent = self._silent(wager)
        if silent:
            return Row(seat, wager, done, why=silent)
        if place in self._locked:
            return self._claimed_row(place, result, hand)
        if result is None:
            return self._unknown_row(place, depends, hand)
        result, why = by_stake(seen, seat, wager, result, settled)
        if result.outcome == "void" and "event" not in self._description:
            why = f"{result.section}: nothing went wrong by which it is void: house ruling required"
        if why:
            return Row(seat, wager, done, why=why)
        is_share = result.rate.endswith(OF_METER)
        if is_share and place in self._not_owed:  # it was paid all the same, and nobody owed it
            return Row(
                seat, wager, done, 0, "-", result.section, (self._not_owed[place],), hand, result=result
            )
        depends = (*depends, NO_CLAIM) if is_share else tuple(depends)
        due = result.payout + result.returned
        return Row(seat, wager, done, due, result.rate, result.section, depends, hand, result=result)

    def _unknown_row(self, place: Place, depends: Sequence[str], hand: str | None) -> Row:
        """Nothing is due for what the game knows nothing of, unless it lies on a box that takes no part."""
        why = self._left_out(place)
        if why is not None:
            return _unjudged(place, self._done, why)
        return Row(*place, self._done.get(place, 0), 0, "-", None, tuple(depends), hand)

    def _left_out(self, place: Place) -> str | None:
        """Why a stake is not judged by the game: its box takes no part in the round. None where it does."""
        number, wager = place
        seat = self._view.seats.get(number)
        described = any(each["seat"] == number for each in self._description["seats"])
        if described or seat is None or seat.wagers.get(wager, 0) <= 0:
            return None
        return f"{why_left_out(seat, self._game)}: house ruling required"

    def _silent(self, wager: str) -> str | None:
        """Why an irregularity leaves a wager to a house ruling; None where the text speaks."""
        event = self._description.get("event")
        rule = None if event is None else self._book.irregularities[event["type"]]
        silent = () if rule is None or rule.returned is None else rule.silent
        if rule is None or not {wager, self._beside(wager)} & {*silent}:
            return None
        return f"{rule.section}: the rule is silent about {wager}: house ruling required"

    def _beside(self, wager: str) -> str:
        """The wager that a payout goes with which has none of its own, or the wager itself."""
        return next((each.beside for each in self._game.wagers if each.name == wager), "") or wager

    def _claimed_row(self, place: Place, result: WagerResult | None, hand: str | None) -> Row:
        """An award is due as its link has it: the meter at the claim, and what was corrected since."""
        (seat, wager), locked = place, self._locked[place]
        if not locked.paid:
            return _unjudged(place, self._done, "the award is locked and not paid yet")
        due = cents(locked.share_mc(seat, self._known.players), "the award")
        done, rate, section = self._done.get(place, 0), result and result.rate, result and result.section
        return Row(seat, wager, done, due, rate, section, hand=hand)

    def _depends_on(self, settlement: Settlement) -> dict[Place, list[str]]:
        """The switches of which another setting changes a wager: found by asking under each."""
        found: dict[Place, list[str]] = defaultdict(list)
        noted = [
            name
            for name, switch in self._book.switches.items()
            if any(note.startswith(f"{switch.section}: {name} = ") for note in settlement.notes)
        ]
        for name in noted:
            for value in self._book.switches[name].values:
                for place in self._changed_by(name, value, settlement):
                    if name not in found[place]:
                        found[place].append(name)
        return found

    def _changed_by(self, name: str, value: Choice, settlement: Settlement) -> Iterator[Place]:
        options = {**self._description.get("options", {}), name: value}
        try:
            other = _settle({**self._description, "options": options}).settlement
        except DescriptionError:
            return
        results = {result.seat: result.paid() for result in other.seats}
        for ours in settlement.seats:
            for wager, result in ours.paid().items():
                theirs = results[ours.seat].get(wager)
                if theirs is None or theirs[:3] != result[:3]:
                    yield ours.seat, wager

    def _cut(self, settlement: Settlement) -> dict[str, list[Place]]:
        """The wagers that a payout limit cut, by the player, or the hand, that it covers."""
        found: dict[str, list[Place]] = defaultdict(list)
        limit = self._book.payout_limit
        for result in settlement.seats:
            if result.limited and limit is not None:
                owner = result.player if limit.per == "player" else f"seat {result.seat}"
                found[owner] += [(result.seat, wager) for wager in result.limited]
        return found

    def _limit_row(self, places: list[Place], settled: Settled) -> Row:
        limit = self._book.payout_limit
        assert limit is not None
        results = {result.seat: result for result in settled.settlement.seats}
        named = (settled.hand(seat, wager) for seat, wager in places) if self._told.hands else ()
        hands = dict.fromkeys(filter(None, named))
        due = sum(
            results[seat].limited[wager] + results[seat].wagers[wager].returned for seat, wager in places
        )
        done = sum(self._done.get(place, 0) for place in places)
        hand = "; ".join(hands) or None
        return Row(places[0][0], LIMIT, done, due, "-", limit.section, (), hand, covers=tuple(places))

    def _piece_by_piece(self, error: DescriptionError) -> Iterator[Row]:
        """Each wager by itself, where the round as a whole cannot be: what is missing may be of another."""
        for place in filter(self._told.about, places_of(self._view)):
            seat, wager = place
            alone = self._alone(seat, wager)
            if alone is not None:
                yield self._row(place, alone, ())
            elif place in self._locked:
                yield self._claimed_row(place, None, None)
            else:
                yield _unjudged(place, self._done, self._left_out(place) or self._in_words(error))

    def _in_words(self, error: DescriptionError) -> str:
        """What is wrong with a description, for people: they know seats, not places in a list."""
        field, owner = error.field, ""
        for index, seat in enumerate(self._description["seats"]):
            if field.startswith(f"seats[{index}]"):
                owner = f"seat {seat['seat']}"
                field = field.removeprefix(f"seats[{index}]").strip(".").replace(".", " ")
        if error.message.endswith("found 0"):
            return f"the cards of {owner or f'the {field}'} are not known"
        message = error.message
        if field.startswith(("decision play", "decision raise", "wagers")):
            message = _CENTS.sub(lambda found: text(int(found[0]) * MC_PER_CENT), message)
        return f"{owner}{', ' if owner else ''}{field}: {message}"

    def _alone(self, number: int, wager: str) -> Settled | None:
        """What the round comes to with this seat alone, then with this wager alone; None where neither is a
        round that can be, or where what others won may matter."""
        seats = [seat for seat in self._description["seats"] if seat["seat"] == number]
        if not seats or wager == ENVY or self._shares_a_limit(seats[0]):
            return None
        tries = [seats[0], *self._with_little_else(seats[0], wager)]
        for seat in tries:
            try:
                settled = _settle({**self._description, "seats": [seat]})
            except DescriptionError:
                continue
            (result,) = settled.settlement.seats
            found = result.wagers.get(wager)
            if found is not None and not result.limited and not found.rate.endswith(OF_METER):
                return settled
        return None

    def _shares_a_limit(self, seat: Mapping[str, Any]) -> bool:
        """Whether a payout limit adds up what this box wins and what others of its player do."""
        limit = self._book.payout_limit
        if limit is None or limit.per != "player" or "payout_limit_cents" not in self._description["options"]:
            return False
        same = [each for each in self._description["seats"] if each.get("player") == seat.get("player")]
        return "player" in seat and len(same) > 1

    def _with_little_else(self, seat: Mapping[str, Any], wager: str) -> Iterator[dict[str, Any]]:
        """The seat with this wager and what every round needs: the others may depend on cards that nobody
        knows. Then as if it had folded: for a wager that a fold leaves alone, neither the dealer's hand nor
        the player's decision matters."""
        kept = {each.name for each in self._game.wagers if each.kept_on_fold}
        needed = {*required(self._game), wager, self._beside(wager)}
        folds = [action for action, fields in self._game.shape.actions.items() if not fields]
        wagers = {name: stake for name, stake in seat["wagers"].items() if name in needed}
        yield {**seat, "wagers": wagers}
        if wager in kept and folds:
            yield {**seat, "wagers": wagers, "decision": {"action": folds[0]}}


def _settle(description: Description) -> Settled:
    round_, game, book = parse(description)
    return Settled(game, round_, book, game.settle(round_, book))
