"""What a link owes, worked out the slow way: the whole history again for every question.

No code is shared with the keeper. The history of a link is a list of movements; an award is a movement whose
amount is whatever the meter holds when its turn comes. Rejecting one takes it out of the list, and the rest
is added up again. Everything is in 1/10,000 of a millicent unless its name ends in `_mc`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.projections.keeping.oracle_money import RATE, Award, Cash, Movement, Pot, Terms, replay

LOCKS_KEPT = 64
"""So many locks of a meter a link remembers at least, where nothing of them was paid."""
EVERYBODY = 0
"""The seat, as it were, of a hand that is shared: it is drawn once, and then nobody claims."""

Answer = tuple[Any, ...]


@dataclass
class OracleLink:
    """One link: its history, and what is known of tables."""

    terms: dict[str, Terms]
    awards_by_hand: dict[str, tuple[str, int]]
    unit_mc: int
    guard_mc: int
    history: list[Movement] = field(default_factory=list)
    awards: dict[tuple[str, int], Award] = field(default_factory=dict)
    cash: dict[tuple[str, int], Cash] = field(default_factory=dict)
    locked: Counter[str] = field(default_factory=Counter)
    ahead: list[Any] = field(default_factory=list)
    """What the link answered, for where the design leaves it to what it remembers."""
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
        pots, self.sunk = replay(self.terms, self.history, self.awards)
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
        self.locked[meter] += 1
        award.number = self.locked[meter]
        self.claimed |= {(table, EVERYBODY)} if sharing else keys
        self.history.append(("award", (table, seq)))
        self.pots()
        reseed_mc = self.terms[meter].reseed_mc if award.reseeds else 0
        return [("award_locked", table, seq, meter, award.amount // RATE, award.share // RATE, reseed_mc)]

    def validate(self, table: str, seq: int) -> list[Answer]:
        """A floorperson says yes: what was paid before settles shares."""
        award = self.awards.get((table, seq))
        if award is None or award.validated or not award.is_open:
            return [("leg_refused", "validation")]
        award.validated, award.seen = True, award.amount
        settled = award.set_against("not_validated", "too_much")
        return [("award_validated", table, seq, settled // RATE)]

    def pay(self, id_: tuple[str, int], cash: Cash, amount_mc: int, paid_from: str) -> list[Answer]:
        """Cash is handed out; `cash` names whom to and by which slip."""
        if cash.slip and any(other.slip == cash.slip for other in self.cash.values() if not other.undone):
            return [("leg_refused", "payment")]
        award, amount = self.awards.get(cash.of), amount_mc * RATE
        if award is None or cash.seat not in award.seats or self._forgot_nothing(award):
            cash.reason = "no_award"
        elif paid_from not in {"cage", "hand_pay"}:
            cash.reason = "wrong_source"
        elif not award.validated:
            cash.reason = "not_validated"
        else:
            cash.settled, cash.reason = min(award.owed(cash.seat), amount), "too_much"
            award.done |= {cash.seat} if award.share == 0 == award.paid(cash.seat) else set()
        cash.beyond = amount - cash.settled
        cash.reason = cash.reason if cash.beyond else ""
        self.cash[id_] = cash
        if award is not None:
            award.cash.append(cash)
            award.was_paid |= cash.settled > 0
        parts = (cash.settled // RATE, cash.beyond // RATE, cash.reason)
        return [("award_paid", *cash.of, cash.seat, amount_mc, *parts)]

    def _forgot_nothing(self, award: Award) -> bool:
        """Whether an award of nothing, paid with nothing, is not remembered any longer: nobody needs it."""
        if award.is_open or award.paid_all or not self.ahead:
            return False
        return bool(self.ahead[0][1].beyond_reason == "no_award")

    def mend(self, id_: tuple[str, int], outcome: str, amount_mc: int | None) -> list[Answer]:
        """Two people correct a payment."""
        cash = self.cash.get(id_)
        refused = [("leg_refused", "payment_correction")]
        if cash is None or cash.undone:
            return refused
        if outcome != "never_happened":
            amount = cash.beyond if amount_mc is None else amount_mc * RATE
            if not 0 < amount <= cash.beyond:
                return refused
            cash.beyond -= amount
            cash.mended += amount
            cash.reason = cash.reason if cash.beyond else ""
            return [("payment_mended", *id_, outcome, amount // RATE, 0, 0, 0)]
        if cash.mended or amount_mc is not None:
            return refused
        award = self.awards.get(cash.of)
        settled, beyond = cash.settled, cash.beyond
        bore = award.too_much if award else 0
        cash.settled = cash.beyond = 0
        cash.undone, cash.reason = True, ""
        against = award.set_too_much_against() if award and settled else 0
        if award and settled and award.is_open and award.seen != award.amount:
            award.validated = False
        house = bore - (award.too_much if award else 0)
        moved = (beyond, settled, house, against)
        return [("payment_mended", *id_, outcome, *(units // RATE for units in moved))]

    def reject(self, table: str, seq: int) -> list[Answer]:
        """A floorperson says no."""
        award = self.awards.get((table, seq))
        if award is None:
            return [("leg_refused", "rejection")]
        if not award.is_open and award.round_no != self.round_no[table] and self._was_refused():
            return [("leg_refused", "rejection")]  # it does not remember its lock
        return self.give_back(table, seq, "rejection")

    def returned_by(self, table: str, seats: tuple[int, ...]) -> list[tuple[str, int]]:
        """The awards of this round whose wagers are all returned, the last locked first."""
        left = [seat for seat in self.rounds.get(table, {}) if seat not in seats]
        of_round = [id_ for id_, award in self.awards.items() if self._is_of_round(id_, award, table)]
        return sorted((id_ for id_ in of_round if not {*self.awards[id_].seats} & {*left}), reverse=True)

    def _is_of_round(self, id_: tuple[str, int], award: Award, table: str) -> bool:
        return id_[0] == table and award.round_no == self.round_no[table]

    def _was_refused(self) -> bool:
        return bool(self.ahead) and self.ahead[0][0].type == "leg_refused"

    def give_back(self, table: str, seq: int, because: str) -> list[Answer]:
        """An award goes back: out of the history where nothing of it was paid, else as the meter stands.

        Once something of it had been paid, the link may have forgotten its lock.
        """
        award = self.awards[table, seq]
        may_forget = award.was_paid or self.locked[award.meter] - award.number >= LOCKS_KEPT
        forgot = may_forget and bool(self.ahead) and not self.ahead[0][1].redrawn
        if award.paid_all or forgot:
            return [self._restored(table, seq, because)]
        return self._redrawn(table, seq, because)

    def _gone(self, table: str, seq: int) -> tuple[int, int]:
        """The award is no more, and its hand can be claimed again; what was unpaid of it, and paid."""
        award = self.awards.pop((table, seq))
        unpaid, paid = award.owed_all, award.paid_all
        for cash in award.cash:
            if cash.settled or (cash.beyond and cash.reason in {"too_much", "not_validated"}):
                cash.beyond += cash.settled
                cash.settled, cash.reason = 0, "award_returned"
        if self.round_no[table] == award.round_no:
            self.claimed -= {(table, seat) for seat in (*award.seats, EVERYBODY)}
        return unpaid, paid

    def _restored(self, table: str, seq: int, because: str) -> Answer:
        """Later awards stand: what it took is a fact, and so is that it came back less its reseed."""
        award = self.awards[table, seq]
        place = self.history.index(("award", (table, seq)))
        before, after = self._around(place, award.meter)
        took = (
            before.primary - after.primary,
            before.reserve - after.reserve,
            before.over - after.over,
        )
        reseed = self.terms[award.meter].reseed_mc * RATE if award.reseeds else 0
        amount, bore = award.amount, award.too_much
        self.history[place] = ("was", award.meter, took, after.floor if award.reseeds else None)
        below, over = self.pots()[award.meter].lacks(amount - reseed)
        self.history.append(("back", award.meter, amount - reseed, below, over))
        unpaid, paid = self._gone(table, seq)
        self.pots()
        moved = (amount, reseed, 0, below - over - bore, unpaid, paid)
        return ("award_returned", table, seq, *(units // RATE for units in moved), False, because)

    def _around(self, place: int, meter: str) -> tuple[Pot, Pot]:
        """A meter before and after a movement of its history."""
        whole, found = self.history, []
        for end in (place, place + 1):
            self.history = whole[:end]
            found.append(self.pots()[meter])
        self.history = whole
        self.pots()
        return found[0], found[1]

    def _redrawn(self, table: str, seq: int, because: str) -> list[Answer]:
        """The history without this award."""
        award = self.awards[table, seq]
        others = {id_: other for id_, other in self.awards.items() if other is not award}
        before = {id_: (other.share, other.owed_all, other.too_much) for id_, other in others.items()}
        amount = award.amount
        place = self.history.index(("award", (table, seq)))
        self.blurred = bool(self.terms[award.meter].limit_mc) and any(
            self._leaves(award.meter, movement) for movement in self.history[place:]
        )
        self.history.pop(place)
        self.round_at = {name: at - (at > place) for name, at in self.round_at.items()}
        unpaid, paid = self._gone(table, seq)
        self.pots()
        owed = sum(other.owed_all - before[id_][1] for id_, other in others.items())
        house = sum(other.too_much - before[id_][2] for id_, other in others.items())
        reseed = self.terms[award.meter].reseed_mc * RATE if award.reseeds else 0
        changed = [
            self._corrected(id_, other) for id_, other in others.items() if other.share != before[id_][0]
        ]
        moved = (amount, reseed, owed, house, unpaid, paid)
        first = ("award_returned", table, seq, *(units // RATE for units in moved), True, because)
        return [first, *changed]

    @staticmethod
    def _corrected(id_: tuple[str, int], award: Award) -> Answer:
        """An award of another amount: what was too much is set against it, the rest is validated again."""
        against = award.set_too_much_against()
        award.validated &= not award.is_open
        return ("award_corrected", *id_, award.amount // RATE, award.owed_all // RATE, against // RATE)

    def void(self, table: str, seats: tuple[int, ...]) -> dict[str, tuple[int, int, int, int]]:
        """Per meter what the returned wagers had brought (primary, reserve) and what can be taken of it."""
        returned = {seat for seat in self.rounds.get(table, {}) if seat in seats}
        stakes = {seat: self.rounds[table].pop(seat) for seat in returned}
        staked = sum(mc for seat, mc in stakes.items() if seat not in self.unfed[table])
        if not staked:
            return {}
        won = {self._won_whole(movement) for movement in self.since(table)}
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
            case ("was", name, *_) | ("back", name, *_):
                return bool(name == meter)
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

    def _won_whole(self, movement: Movement) -> str | None:
        """The meter that a movement took the whole of."""
        match movement:
            case ("award", id_):
                return self.awards[id_].meter if self.awards[id_].reseeds else None
            case ("was", meter, _, floor):
                return None if floor is None else str(meter)
        return None

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
