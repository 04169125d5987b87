"""What a link owes, worked out the slow way: the whole history again for every question.

No code is shared with the keeper. The history of a link is a list of movements; an award is a movement whose
amount is whatever the meter holds when its turn comes. Rejecting one takes it out of the list, and the rest
is added up again. Everything is in 1/10,000 of a millicent unless its name ends in `_mc`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

RATE = 10_000
CENT = 1_000 * RATE

EVERYBODY = 0
"""The seat, as it were, of a hand that is shared: it is drawn once, and then nobody claims."""

Answer = tuple[Any, ...]


class Terms(NamedTuple):
    """One meter: seed, reseed and limit in millicents, rates in basis points."""

    seed_mc: int
    reseed_mc: int
    primary_bp: int
    reserve_bp: int
    limit_mc: int


@dataclass
class Pot:
    """What is on a meter; `floor` is what it last started from."""

    terms: Terms
    primary: int
    reserve: int = 0
    over: int = 0
    floor: int = 0

    def add(self, amount: int) -> None:
        """More for the primary; of what is then on display, what exceeds the limit goes over.

        What was on display before stays, even above the limit: a void may have left a millicent too many.
        """
        most_mc = max(self.terms.limit_mc, self.primary // RATE)
        self.primary += amount
        if self.terms.limit_mc and amount > 0:
            excess = max(0, self.primary // RATE - most_mc) * RATE
            self.primary -= excess
            self.over += excess

    def award(self, percent_bp: int, players: int) -> int:
        """Take a percentage in whole cents for each of the players; the share of one.

        After all of it reseed, reserve and what went over make the next meter; what is less than a millicent
        of them stays where it was.
        """
        share = self.primary * percent_bp // RATE // CENT * CENT // players // CENT * CENT
        self.primary -= share * players
        if percent_bp == RATE:
            reserve, over = (amount // RATE * RATE for amount in (self.reserve, self.over))
            self.reserve -= reserve
            self.over -= over
            start = self.terms.reseed_mc * RATE + reserve + over
            self.add(start)
            self.floor = min(start, self.terms.limit_mc * RATE or start)
        return share


@dataclass
class Award:
    """A claim that was good: who shares it, what each was paid."""

    meter: str
    percent_bp: int
    seats: tuple[int, ...]
    round_no: int
    validated: bool = False
    paid: dict[int, int] = field(default_factory=dict)
    share: int = 0

    @property
    def reseeds(self) -> bool:
        return self.percent_bp == RATE

    def owed(self, seat: int) -> int:
        """What a seat still has to get."""
        return max(0, self.share - self.paid.get(seat, 0)) if seat in self.seats else 0

    @property
    def owed_all(self) -> int:
        return sum(self.owed(seat) for seat in self.seats)

    @property
    def too_much(self) -> int:
        """What was paid and should not have been."""
        return sum(max(0, paid - self.share) for paid in self.paid.values())

    @property
    def amount(self) -> int:
        return self.share * len(self.seats)


Movement = tuple[Any, ...]
"""("add", {meter: (primary, reserve)}), ("move", meter, account, amount), ("award", id), or
("took", {meter: (primary, reserve, over)}): what a void took is a fact and stays."""


@dataclass
class OracleLink:
    """One link: its history, and what is known of tables."""

    terms: dict[str, Terms]
    awards_by_hand: dict[str, tuple[str, int]]
    unit_mc: int
    guard_mc: int
    history: list[Movement] = field(default_factory=list)
    awards: dict[tuple[str, int], Award] = field(default_factory=dict)
    rounds: dict[str, dict[int, int]] = field(default_factory=dict)
    unfed: dict[str, set[int]] = field(default_factory=dict)
    """By table the seats whose wagers were unreasonable together: they can win, and fed nothing."""
    round_at: dict[str, int] = field(default_factory=dict)
    round_no: dict[str, int] = field(default_factory=dict)
    claimed: set[tuple[str, int]] = field(default_factory=set)
    open_day: dict[str, str] = field(default_factory=dict)
    closed_day: str = ""
    sunk: bool = False
    """Somewhere in the history as it now is a meter is below zero: the house fills it up, somehow."""
    blurred: bool = False
    """An award was rejected after which money had left its limited meter: a keeper that remembers sums, not
    every wager, may part primary and overflow otherwise. Their sum is the same."""

    def pots(self) -> dict[str, Pot]:
        """Every meter, from the beginning."""
        pots = {}
        self.sunk = False
        for name, terms in self.terms.items():
            pots[name] = Pot(terms, 0, floor=terms.seed_mc * RATE)
            pots[name].add(terms.seed_mc * RATE)
        for kind, *details in self.history:
            match kind:
                case "add":
                    for name, (primary, reserve) in details[0].items():
                        pots[name].add(primary)
                        pots[name].reserve += reserve
                case "took":
                    for name, (primary, reserve, over) in details[0].items():
                        pots[name].primary -= primary
                        pots[name].reserve -= reserve
                        pots[name].over -= over
                case "move":
                    name, account, amount = details
                    if account == "primary":
                        pots[name].add(amount)
                        pots[name].floor = min(pots[name].floor, pots[name].primary // RATE * RATE)
                    else:
                        pots[name].reserve += amount
                case "award":
                    award = self.awards[details[0]]
                    award.share = pots[award.meter].award(award.percent_bp, len(award.seats))
            self.sunk |= any(min(pot.primary, pot.reserve, pot.over) < 0 for pot in pots.values())
        return pots

    def bets(self, table: str, wagers: dict[int, int]) -> list[Answer]:
        """ "No more bets" of a round."""
        self.rounds[table], self.unfed[table] = {}, set()
        self.round_no[table] = self.round_no.get(table, 0) + 1
        self.claimed = {key for key in self.claimed if key[0] != table}
        odd = [(seat, mc) for seat, mc in sorted(wagers.items()) if mc != self.unit_mc]
        good = {seat: mc for seat, mc in wagers.items() if mc == self.unit_mc}
        answers: list[Answer] = [("stake_due_back", *odd)] if odd else []
        if not good:
            return answers
        staked = sum(good.values())
        self.rounds[table] = good
        if self.guard_mc and staked > self.guard_mc:
            self.unfed[table] = set(good)
            self.round_at[table] = len(self.history)
            return [*answers, ("leg_refused", "contribution")]
        added = {m: (staked * t.primary_bp, staked * t.reserve_bp) for m, t in self.terms.items()}
        self.history.append(("add", added))
        self.round_at[table] = len(self.history)
        return [*answers, ("meter_contributed", len(good), staked)]

    def claim(self, table: str, seq: int, seat: int, hand: str, sharing: tuple[int, ...]) -> list[Answer]:
        """A hand is shown."""
        keys = {(table, one) for one in sharing or (seat,)}
        of_table = {key for key in self.claimed if key[0] == table}
        drawn = of_table if sharing else keys & self.claimed
        unknown = hand not in self.awards_by_hand
        if unknown or seat not in self.rounds.get(table, {}) or drawn or (table, EVERYBODY) in of_table:
            return [("leg_refused", "claim")]
        meter, percent_bp = self.awards_by_hand[hand]
        award = Award(meter, percent_bp, sharing or (seat,), self.round_no[table])
        self.awards[table, seq] = award
        self.claimed |= {(table, EVERYBODY)} if sharing else keys
        self.history.append(("award", (table, seq)))
        self.pots()
        reseed_mc = self.terms[meter].reseed_mc if award.reseeds else 0
        return [("award_locked", table, seq, meter, award.amount // RATE, award.share // RATE, reseed_mc)]

    def validate(self, table: str, seq: int) -> list[Answer]:
        """A floorperson says yes."""
        award = self.awards.get((table, seq))
        if award is None or award.validated:
            return [("leg_refused", "validation")]
        award.validated = True
        return [("award_validated", table, seq)]

    def pay(self, table: str, seq: int, seat: int, amount_mc: int, paid_from: str) -> list[Answer]:
        """A share is handed out."""
        award = self.awards.get((table, seq))
        good = award is not None and award.validated and award.owed(seat) == amount_mc * RATE != 0
        if award is None or not good or paid_from not in {"cage", "hand_pay"}:
            return [("leg_refused", "payment")]
        award.paid[seat] = award.paid.get(seat, 0) + amount_mc * RATE
        return [("award_paid", table, seq, seat, amount_mc)]

    def reject(self, table: str, seq: int) -> list[Answer]:
        """A floorperson says no: the history without this award."""
        award = self.awards.get((table, seq))
        if award is None or award.paid:
            return [("leg_refused", "rejection")]
        others = {id_: other for id_, other in self.awards.items() if other is not award}
        before = {id_: (other.share, other.owed_all, other.too_much) for id_, other in others.items()}
        amount = award.amount
        place = self.history.index(("award", (table, seq)))
        self.blurred = bool(self.terms[award.meter].limit_mc) and any(
            self._leaves(award.meter, movement) for movement in self.history[place:]
        )
        self.history.pop(place)
        self.round_at = {name: at - (at > place) for name, at in self.round_at.items()}
        del self.awards[table, seq]
        if self.round_no[table] == award.round_no:
            self.claimed -= {(table, seat) for seat in (*award.seats, EVERYBODY)}
        self.pots()
        owed = sum(other.owed_all - before[id_][1] for id_, other in others.items())
        house = sum(other.too_much - before[id_][2] for id_, other in others.items())
        reseed_mc = self.terms[award.meter].reseed_mc if award.reseeds else 0
        changed = [
            ("award_corrected", *id_, other.amount // RATE, other.owed_all // RATE)
            for id_, other in others.items()
            if other.share != before[id_][0]
        ]
        first = ("award_returned", table, seq, amount // RATE, reseed_mc, owed // RATE, house // RATE)
        return [first, *changed]

    def void(self, table: str, seats: tuple[int, ...]) -> dict[str, tuple[int, int, int, int]]:
        """Per meter what the returned wagers had brought (primary, reserve) and what can be taken of it."""
        returned = {seat for seat in self.rounds.get(table, {}) if seat in seats}
        stakes = {seat: self.rounds[table].pop(seat) for seat in returned}
        staked = sum(mc for seat, mc in stakes.items() if seat not in self.unfed[table])
        if not staked:
            return {}
        won = {self.awards[d[0]].meter for k, *d in self.since(table) if k == "award" and self.full(d[0])}
        taken = {}
        for name, pot in self.pots().items():
            primary, reserve = staked * pot.terms.primary_bp, staked * pot.terms.reserve_bp
            room = pot.over + max(0, pot.primary - pot.floor)
            gives = (0, 0) if name in won else (min(primary, room), min(reserve, pot.reserve))
            taken[name] = (primary, reserve, *gives)
        return taken

    def adjust(self, meter: str, account: str, amount_mc: int) -> list[Answer]:
        """Two people move a meter by hand."""
        return self._moved("adjustment", meter, account, amount_mc) or [("meter_adjusted", meter, amount_mc)]

    def send(self, meter: str, account: str, amount_mc: int) -> list[Answer]:
        """Money leaves for another link."""
        return self._moved("transfer", meter, account, -amount_mc) or [("transfer_sent", meter, amount_mc)]

    def receive(self, meter: str, account: str, amount_mc: int) -> list[Answer]:
        """Money of another link arrives."""
        if meter not in self.terms:
            return [("transfer_refused", meter, amount_mc)]
        self.history.append(("move", meter, account, amount_mc * RATE))
        return [("transfer_received", meter, amount_mc)]

    def take_back(self, meter: str, account: str, amount_mc: int) -> list[Answer]:
        """The other link did not take it."""
        self.history.append(("move", meter, account, amount_mc * RATE))
        return [("transfer_returned", meter, amount_mc)]

    def _moved(self, attempted: str, meter: str, account: str, amount_mc: int) -> list[Answer]:
        pot = self.pots().get(meter)
        if pot is None or (pot.primary if account == "primary" else pot.reserve) + amount_mc * RATE < 0:
            return [("leg_refused", attempted)]
        self.history.append(("move", meter, account, amount_mc * RATE))
        return []

    @staticmethod
    def _leaves(meter: str, movement: Movement) -> bool:
        """Whether a movement takes money from a meter by hand or by a void."""
        match movement:
            case ("took", taken):
                return any(taken[meter])
            case ("move", name, _, amount):
                return bool(name == meter and amount < 0)
        return False

    def standing(self) -> dict[str, tuple[int, int]]:
        """Primary and reserve of every meter, and what went over the limit."""
        standing = {}
        for name, pot in self.pots().items():
            standing[name] = (pot.primary, pot.reserve)
            if pot.terms.limit_mc:
                standing[f"{name}.overflow"] = (pot.over, 0)
        return standing

    def since(self, table: str) -> list[Movement]:
        """What happened since the table's wagers of this round."""
        return self.history[self.round_at[table] :]

    def full(self, id_: tuple[str, int]) -> bool:
        """Whether an award takes the whole meter."""
        return self.awards[id_].reseeds

    def played_on(self, table: str, day: str) -> None:
        """A table played on a day."""
        self.open_day.setdefault(table, day)

    def ends_day(self, table: str, day: str) -> list[Answer]:
        """A table's end-of-day marker: the day closes when nobody has anything left of it."""
        self.open_day.pop(table, None)
        if day <= self.closed_day or any(open_ <= day for open_ in self.open_day.values()):
            return []
        self.closed_day = day
        return [("meter_day_closed", day)]

    def close_day(self, day: str) -> list[Answer]:
        """Two people close a day for the tables that have not: these are done with it, too."""
        if day <= self.closed_day:
            return [("leg_refused", "day_close")]
        self.closed_day = day
        self.open_day = {table: open_ for table, open_ in self.open_day.items() if open_ > day}
        return [("meter_day_closed", day)]
