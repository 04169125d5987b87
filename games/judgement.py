"""How a verdict is made, in what every chapter shares: meters, payout limit, irregularities, notes, boxes.

A game's `settle` opens a `Judgement`, builds a `SeatResult` a seat with `won`, `lost`, `pushed` and `voided`
(see `verdicts`) and `Judgement.pay`, and closes with `Judgement.finish`. Only the Ante is known by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import replace
from operator import attrgetter

from games.chapter import Choice, IrregularityRule, MeterParameters, Rulebook
from games.errors import DescriptionError
from games.rates import Rate
from games.settlement import (
    EnvyBonus,
    Irregularity,
    MeterAward,
    MeterReading,
    Round,
    Seat,
    SeatResult,
    Settlement,
    SettlementOrder,
    WagerResult,
)
from games.verdicts import lost, voided, won

NUMBERS = ("no cards", "one card", *(f"{n} cards" for n in ("two", "three", "four", "five", "six", "seven")))
"""How many cards a hand has, in words."""

FOLDS = frozenset({"fold", "forfeit"})
FORFEITED = frozenset({"ante"})
SEAT_NUMBER = attrgetter("seat")


class Judgement:
    """What a verdict needs to carry from seat to seat: settings, meters, notes, and the irregularity.

    `forfeited` are the wagers that a fold has already cost the player: whether an irregularity gives them
    back is the switch `folded_ante`.
    """

    __slots__ = ("awards", "envies", "forfeited", "meters", "notes", "round", "rule", "rulebook", "settings")

    def __init__(self, round_: Round, rulebook: Rulebook, forfeited: Set[str] = FORFEITED) -> None:
        self.round = round_
        self.forfeited = forfeited
        self.rulebook = rulebook
        self.settings = settings_of(round_, rulebook)
        self.meters = {
            name: MeterReading(meter.amount, meter.reserve, meter.reseed)
            for name, meter in round_.meters.items()
        }
        self.awards: list[MeterAward] = []
        self.envies: list[EnvyBonus] = []
        self.notes: dict[str, None] = {}
        self.rule: IrregularityRule | None = None
        if round_.event is not None:
            self.rule = irregularity_rule(round_.event, rulebook)
            if round_.event.misdealt and round_.event.cards not in {None, 52}:
                self.note("misdealt_and_short")

    def seats(self) -> list[Seat]:
        """The seats in the order of settlement: counterclockwise from the dealer's right."""
        return from_the_right(self.round)

    def note(self, switch: str) -> Choice:
        """The value of a switch on which the verdict depends; the verdict will say so."""
        value = self.settings[switch]
        self.notes[self.rulebook.switches[switch].note(value)] = None
        return value

    def remark(self, text: str) -> None:
        """Another line beside the verdict."""
        self.notes[text] = None

    def returns(self, wager: str) -> bool:
        """Whether the irregularity sends this wager back to the player."""
        rule = self.rule
        return rule is not None and (rule.returned is None or wager in rule.returned or wager in rule.silent)

    def void_wager(self, seat: Seat, wager: str, stake: int) -> WagerResult:
        """A wager under the irregularity: returned, with the switches and silences that this rests on."""
        rule = self.rule
        assert rule is not None
        if rule.returned is not None and wager in rule.silent:
            self.remark(f"{rule.section}: rule silent: house ruling required on {wager}, returned meanwhile")
        folded = wager in self.forfeited and seat.decision.action in FOLDS
        if folded and self.note("folded_ante") == "lost":
            return lost(rule.section)
        return voided(stake, rule.section)

    def abandoned(self, seat: Seat) -> dict[str, WagerResult]:
        """x.7(b): a player who left loses what was wagered, save what an irregularity returns."""
        section = f"{self.rulebook.chapter}.7(b)"
        return {
            name: self.void_wager(seat, name, stake) if self.returns(name) else lost(section)
            for name, stake in seat.wagers.items()
        }

    def is_void(self) -> bool:
        """Whether the text returns every wager, whatever else is wrong; else what is wrong is an error."""
        if self.rule is not None and self.rule.returned is None:
            return True
        if self.round.flaw is not None:
            raise self.round.flaw
        return False

    def void_all(self, stakes: Callable[[Seat], Mapping[str, int]]) -> Settlement:
        """The verdict when every wager goes back; `stakes` are a seat's wagers, the decision's included."""
        results = []
        for seat in self.seats():
            wagers = {w: self.void_wager(seat, w, stake) for w, stake in stakes(seat).items()}
            results.append(SeatResult(seat.seat, seat.player, wagers))
        return self.finish(results)

    def pay(self, seat: Seat, wager: str, rate: Rate, parameters: Iterable[MeterParameters], section: str,
            ) -> WagerResult:  # fmt: skip
        """A progressive award: "N for 1" of house money, or the meter's share when it is this seat's turn."""
        stake = seat.wagers[wager]
        if rate.kind != "percent":
            return won(stake, rate, section)
        meter = next(m for m in parameters if m.name == rate.meter)
        amount = self.draw(meter, rate.basis_points, stake)
        self.awards.append(MeterAward(seat.seat, wager, meter.name, rate.basis_points, amount))
        return WagerResult("win", amount, 0, rate.text, section)

    def draw(self, meter: MeterParameters, basis_points: int, stake: int) -> int:
        """Take a share off a meter, floored to the cent; all of it leaves reseed and reserve behind."""
        reading = self.meters.get(meter.name)
        if reading is None:
            raise DescriptionError(f"meters.{meter.name}", "missing, and a hand has won a share of it")
        amount = reading.amount * basis_points // 10_000
        if basis_points < 10_000:
            reading.amount -= amount
            return amount
        if meter.reserve_bp and "reserve_at_reseed" in self.rulebook.switches:
            self.note("reserve_at_reseed")
        reseed = meter.reseed_cents(stake) if reading.reseed is None else reading.reseed
        reading.amount = reseed + reading.reserve
        reading.reserve = 0
        return amount

    def finish(self, results: list[SeatResult]) -> Settlement:
        """Totals, payout limit, meters and notes; seats back in the order of the description."""
        for result in results:
            total = 0
            for _, payout, returned, _, _, _ in result.wagers.values():
                total += payout + returned
            result.total = total
        limit = self.round.options.get("payout_limit_cents")
        if isinstance(limit, int):
            self.apply_limit(results, limit)
        if len(results) > 1:
            by_seat = {result.seat: result for result in results}
            results = [by_seat[seat.seat] for seat in self.round.seats]
        cards = None
        if self.rule is not None:
            cards = self.rule.cards
            self.remark(f"{self.rule.section}: {cards}")
        after = {name: meter.amount for name, meter in self.meters.items()}
        return Settlement(results, after, list(self.notes), self.awards, cards, self.envies)

    def apply_limit(self, results: list[SeatResult], limit: int) -> None:
        """Cut covered payouts pro rata where a player (or hand) exceeds the limit, to the limit itself.

        What is paid up to each wager, in the order of settlement, is floored to the cent; the last one ends
        at the limit itself, which is never below its lawful floor.
        """
        rule = self.rulebook.payout_limit
        if rule is None:
            raise DescriptionError("options.payout_limit_cents", f"{self.rulebook.name} has no payout limit")
        covered = {
            id(result): {n: w.payout for n, w in result.wagers.items() if n in rule.covers and w.limited}
            for result in results
        }
        groups: dict[object, list[SeatResult]] = {}
        for result in results:
            groups.setdefault(result.player if rule.per == "player" else result.seat, []).append(result)
        for group in groups.values():
            total = sum(sum(covered[id(result)].values()) for result in group)
            won = paid = 0
            for result in group:
                payouts = covered[id(result)]
                uncapped = limited = sum(payouts.values())
                if total > limit:
                    for name, payout in payouts.items():
                        won += payout
                        result.limited[name] = won * limit // total - paid
                        paid += result.limited[name]
                    limited = sum(result.limited.values())
                    self.note("payout_limit_division")
                result.limit = (uncapped, limited)
                result.total -= uncapped - limited


def settings_of(round_: Round, rulebook: Rulebook) -> Mapping[str, Choice]:
    """What the round is settled under: its own options and switches, else the rulebook's defaults."""
    return {**rulebook.settings, **round_.options} if round_.options else rulebook.settings


def in_turn(round_: Round, wagers_of: Callable[[Seat], tuple[str, ...]]) -> SettlementOrder:
    """The order of settlement where it goes seat by seat, from the dealer's right."""
    turns = ((seat.seat, wagers_of(seat)) for seat in from_the_right(round_))
    return [(seat, wagers) for seat, wagers in turns if wagers]


def from_the_right(round_: Round) -> list[Seat]:
    """The seats in the order of settlement: counterclockwise from the dealer's right."""
    return sorted(round_.seats, key=SEAT_NUMBER, reverse=True)


def expect_cards(cards: tuple[int, ...], number: int, index: int | None) -> tuple[int, ...]:
    """The cards of a hand, exactly so many; `index` is the seat's, None the dealer's."""
    if len(cards) != number:
        field = "dealer" if index is None else f"seats[{index}].cards"
        raise DescriptionError(field, f"expected {NUMBERS[number]}, found {len(cards)}")
    return cards


def irregularity_rule(event: Irregularity, rulebook: Rulebook) -> IrregularityRule:
    """The chapter's rule for the event; a stub's section goes by the dealing procedure (x.8–x.10)."""
    rule = rulebook.irregularities.get(event.kind)
    if rule is None:
        known = ", ".join(sorted(rulebook.irregularities))
        raise DescriptionError(
            "event.type", f"{rulebook.name} has no irregularity {event.kind!r}: it has {known}"
        )
    if event.kind != "stub_count_wrong":
        return rule
    stays = event.misdealt and event.cards in {None, 52}
    cards = "the deck stays in use" if stays else "the entire deck is removed from the table"
    return replace(rule, section=rulebook.cards.stub_wrong[event.procedure], cards=cards)


def check_boxes(round_: Round, rulebook: Rulebook) -> None:
    """Refuse a seat that is not there, a seat twice, and more boxes than a player may play (x.7)."""
    players: dict[str, list[Seat]] = {}
    taken = set()
    for seat in round_.seats:
        if not 1 <= seat.seat <= rulebook.positions or seat.seat in taken:
            message = f"seat {seat.seat} is taken or not one of 1 to {rulebook.positions}"
            raise DescriptionError(f"{seat.field}.seat", message)
        taken.add(seat.seat)
        players.setdefault(seat.player, []).append(seat)
    if len(players) < len(round_.seats):
        for player, seats in players.items():
            check_player_boxes(player, seats, round_, rulebook)


def check_player_boxes(player: str, seats: list[Seat], round_: Round, rulebook: Rulebook) -> None:
    """One player's boxes: adjacent, and not more than the chapter or the Rules Submission allows (x.7)."""
    field = f"{seats[-1].field}.player"
    limits = (rulebook.boxes.most, round_.options.get("boxes"), rulebook.positions)
    most = min(limit for limit in limits if isinstance(limit, int) and limit > 0)
    if len(seats) > most:
        message = f"{player} plays {len(seats)} boxes, {rulebook.boxes.section} allows {most}"
        raise DescriptionError(field, message)
    numbers = sorted(seat.seat for seat in seats)
    if numbers[-1] - numbers[0] != len(numbers) - 1:
        raise DescriptionError(field, f"the boxes {numbers} of {player} are not adjacent")
