"""Who is entitled to what, a second time and as simply as it can be said: the judge of tables that lie.

No code is shared with the keeper, and no award is worked out here (the oracle of `meter_oracle` does that):
the judge says which wagers a link takes, which claims win, which validations count, and what every payment
settles, by the legs that came in their order.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import takewhile

from tests.projections.keeping.judged_facts import (
    Award,
    Cash,
    Claim,
    Round,
    SeatWager,
    Selection,
    Shown,
    Stake,
    Terms,
)

DEALER = "dealer"
KNOWN_SELECTIONS = 2
UNPAID_AT_MOST = 256
LOCKS_AT_MOST = 64
PAYMENTS_AT_MOST = 256
METER_AT_MOST_MC = 100_000_000_000_000
"""$1,000,000,000."""
LOST_BY_FOLDING = {"647a": "progressive"}
"""By chapter the wager that a folded player has lost."""


@dataclass
class Judge:
    """One link."""

    terms: Terms | None = None
    heard: int = 0
    opened_seq: int = 0
    closed_seq: int = 0
    terms_seq: int = 0
    live: bool = False
    retired: bool = False
    tables: dict[str, list[Selection]] = field(default_factory=dict)
    rounds: dict[str, Round] = field(default_factory=dict)
    awards: dict[Claim, Award] = field(default_factory=dict)
    cash: dict[tuple[str, int], Cash] = field(default_factory=dict)
    filled: bool = False
    """Whether a meter ever held the most that one may: what goes back to it may be more than fits."""
    out_mc: int = 0
    """Cash that left the house and has not come back."""

    @property
    def unit_mc(self) -> int:
        """The one amount that the link takes."""
        return 0 if self.terms is None else self.terms.unit_mc

    # --- control ------------------------------------------------------------------------------------------

    def opened(self, seq: int, terms: Terms) -> bool:
        """Whether the link is put in play: not while it is, and not once it was given up."""
        if self.live or self.retired:
            return False
        self._plays_by(seq, terms)
        self.opened_seq, self.live = seq, True
        return True

    def terms_changed(self, seq: int, terms: Terms) -> bool:
        """Whether a link gets other terms: one that was opened, while it is out of play."""
        if self.live or self.retired or self.terms is None:
            return False
        self._plays_by(seq, terms)
        return True

    def _plays_by(self, seq: int, terms: Terms) -> None:
        """Wagers that come now and were taken under other terms are due back; by other rates no round that
        came before can be taken back, though its wagers win."""
        if self.terms is None or terms.rates_bp != self.terms.rates_bp:
            for last in self.rounds.values():
                last.other_rates = True
        if terms != self.terms:
            self.terms_seq = seq
        self.terms = terms

    def closed(self, seq: int) -> bool:
        """Whether the link goes out of play: what was taken before still counts."""
        if not self.live:
            return False
        self.closed_seq, self.live = seq, False
        return True

    def gives_up(self, on_meters_mc: int) -> bool:
        """Whether the link is retired: out of play, empty, and nothing owed."""
        if self.live or self.retired or self.terms is None or on_meters_mc:
            return False
        self.retired = not any(award.open for award in self.awards.values())
        return self.retired

    def not_open(self, control_seq: int) -> str:
        """Why wagers that were taken by this control are not the link's by the terms that it has now; empty
        where they are.

        Of what was before the last closing the table is believed.
        """
        if self.retired:
            return "retired"
        if not self.opened_seq or not control_seq:
            return "not open"
        if control_seq < self.terms_seq:
            return "terms have changed"
        opened_since = self.opened_seq > self.closed_seq
        was_open = control_seq < self.closed_seq or (opened_since and control_seq >= self.opened_seq)
        return "" if was_open else "was closed"

    # --- tables -------------------------------------------------------------------------------------------

    def selects(self, table: str, selection: Selection) -> list[str]:
        """A table says by what it plays, and its last two selections count; gives what is recorded.

        That a table leaves is nothing if it was not there.
        """
        known = self.tables.get(table, [])
        if not selection.wagers and not (known and known[-1].wagers):
            return []
        self.tables[table] = [*known, selection][-KNOWN_SELECTIONS:]
        if not selection.wagers:
            return ["table_left"]
        fits = self.terms is None or not self.unfit(table, selection.seq)
        return ["table_joined"] if fits else ["table_joined", "leg_refused"]

    def selection(self, table: str, seq: int) -> Selection | None:
        """The selections that a round was opened under, where they are among the last two."""
        return next((known for known in self.tables.get(table, []) if known.seq == seq), None)

    def unfit(self, table: str, seq: int) -> str:
        """Why no wager of a round that was opened under these selections feeds; empty where one may."""
        selection, terms = self.selection(table, seq), self.terms
        if selection is None:
            return "opened under selections"
        if not selection.wagers:
            return "had left"
        assert terms is not None
        own = (terms.rulebook, terms.paytable, terms.unit_mc)
        same = (selection.rulebook, selection.paytable, selection.unit_mc) == own
        return "" if same and selection.wagers & set(terms.wagers) else "the link's is"

    def unfit_wager(self, table: str, seq: int, stake: Stake, last: Round) -> str:
        """Why one wager does not count where others of its round may; empty where it does."""
        selection = self.selection(table, seq)
        if self.terms is None or stake.wager not in self.terms.wagers:
            return f"and no {stake.wager} wager"
        if selection is None or stake.wager not in selection.wagers:
            return "did not offer"
        if stake.amount_mc != self.terms.unit_mc:
            return "no other amount"
        return "already" if (stake.seat, stake.wager) in last.accepted else ""

    def bets(
        self,
        table: str,
        round_: str,
        stakes: list[Stake],
        control_seq: int,
        selections_seq: int,
        *,
        fullest_mc: int,
    ) -> tuple[list[Stake], list[tuple[Stake, str]], bool]:
        """Wagers that count, wagers that are set aside and why, and whether those that count feed the meters.

        `fullest_mc` is the most that is on a meter. Of a table that never joined nothing is remembered.
        """
        if table not in self.tables:
            return [], [(stake, "has not joined") for stake in stakes], False
        last = self.rounds.get(table)
        if last is None or last.name != round_:
            last = self.rounds[table] = Round(round_)
        good: list[Stake] = []
        bad: list[tuple[Stake, str]] = []
        of_all = self.unfit(table, selections_seq) or self.not_open(control_seq)
        for stake in stakes:
            why = of_all or self.unfit_wager(table, selections_seq, stake, last)
            if why:
                bad.append((stake, why))
            else:
                good.append(stake)
                last.accepted.add((stake.seat, stake.wager))
        guard = 0 if self.terms is None else self.terms.guard_mc
        feeds = not guard or len(last.accepted) * self.unit_mc <= guard
        feeds = feeds and fullest_mc + len(good) * self.unit_mc <= METER_AT_MOST_MC
        if not feeds:
            last.unfed |= {(stake.seat, stake.wager) for stake in good}
        return good, bad, feeds

    # --- awards -------------------------------------------------------------------------------------------

    def claim_wins(self, table: str, round_: str, claim: Shown) -> bool:
        """Whether a claim is good by all that is known."""
        of, hand, sharing, boxes, evidence, folded = claim
        seat, wager = of
        last = self.rounds.get(table)
        if last is None or last.name != round_ or of not in last.accepted or self.terms is None:
            return False
        if self.retired or self.lost_by_folding(wager, folded=folded):
            return False
        if hand not in self.terms.hands or any(shown not in (None, hand) for shown in evidence):
            return False
        if sum(award.open for award in self.awards.values()) >= UNPAID_AT_MOST:
            return False
        sharing = sharing or (seat,)
        if self.terms.wagers[wager] == DEALER:
            seats = sorted(s for s, w in last.accepted if w == wager)
            return (0, wager) not in last.claimed and seat in sharing and sorted((*sharing, *boxes)) == seats
        return sharing == (seat,) and not boxes and of not in last.claimed

    def lost_by_folding(self, wager: str, *, folded: bool) -> bool:
        """Whether the chapter takes the wager from a player who folds."""
        return folded and self.terms is not None and LOST_BY_FOLDING.get(self.terms.rulebook[:4]) == wager

    def locked(self, table: str, claim_seq: int, award: Award) -> None:
        """A good claim is an award."""
        for earlier in self.awards.values():
            earlier.later += 1
            earlier.final = earlier.final or earlier.later >= LOCKS_AT_MOST
        self.awards[table, claim_seq] = award
        self.rounds[table].claimed.add(self._claimed(award))

    def _claimed(self, award: Award) -> SeatWager:
        assert self.terms is not None
        return (0, award.of[1]) if self.terms.wagers.get(award.of[1]) == DEALER else award.of

    def returned(self, claim: Claim) -> None:
        """An award is none any more; its hand can be claimed again in its round."""
        award = self.awards[claim]
        award.returned = True
        for earlier in takewhile(lambda each: each is not award, self.awards.values()):
            earlier.later -= 1
        last = self.rounds.get(award.table)
        if last is not None and last.name == award.round:
            last.claimed.discard(self._claimed(award))
        for cash in self.cash.values():
            if cash.claim == claim and cash.settled_mc:
                cash.reason = "award_returned"
                cash.beyond_mc += cash.settled_mc
                cash.settled_mc = 0
            if cash.claim == claim and cash.beyond_mc:
                cash.reason = "award_returned" if cash.reason != "wrong_source" else cash.reason

    def rejectable(self, claim: Claim) -> bool | None:
        """Whether an award can go back; None where that depends on what the link still knows of it."""
        award = self.awards.get(claim)
        if award is None or award.returned or self.retired:
            return False
        last = self.rounds.get(award.table)
        return True if award.open or (last is not None and last.name == award.round) else None

    def may_be_too_full(self, reason: str) -> bool:
        """Whether it may be that an award does not go back because the meter cannot hold it."""
        return self.filled and reason.startswith("a meter would hold ")

    def redrawn(self, claim: Claim) -> bool | None:
        """Whether a meter is made again as if the award had not been; None where its history may be gone, or
        where it was an award of nothing, of an empty meter, which is the same either way."""
        award = self.awards[claim]
        if any(award.settled.values()) or award.final:
            return False
        return None if award.ever_paid or not award.amount_mc else True

    def validation_counts(
        self, claim: Claim, by: str, evidence: tuple[str | None, ...], *, folded: bool, ranked: bool
    ) -> bool:
        """Whether a validation is one: by another than who claimed, with the hand before their eyes."""
        award = self.awards.get(claim)
        if award is None or not award.open or award.validated or _read(by) == award.claimed_by or not ranked:
            return False
        if self.lost_by_folding(award.of[1], folded=folded):
            return False
        return award.hand in evidence and all(shown in (None, award.hand) for shown in evidence)

    # --- cash ---------------------------------------------------------------------------------------------

    def pays(self, claim: Claim, seat: int, amount_mc: int, paid_from: str) -> tuple[int, str]:
        """What of a payment settles a share, and why the rest does not."""
        award = self.awards.get(claim)
        if award is None or award.returned or seat not in award.shares:
            return 0, "no_award"
        if paid_from not in ("cage", "hand_pay"):
            return 0, "wrong_source"
        if not award.validated:
            return 0, "not_validated"
        return min(amount_mc, award.owed(seat)), "too_much"

    def posted(self, payment: tuple[str, int], cash: Cash) -> None:
        """Cash left the house; of more payments than the link remembers, one that is as it should be is
        forgotten first."""
        self.cash[payment] = cash
        self.out_mc += cash.amount_mc
        if cash.settled_mc:
            self._settled(cash, cash.settled_mc)
        known = [each for each in self.cash.values() if not each.forgotten]
        if len(known) > PAYMENTS_AT_MOST:
            next((each for each in known if not each.beyond_mc), known[0]).forgotten = True

    def has_slip(self, slip: str) -> bool:
        """Whether the link remembers cash with this slip, as people read it."""
        return bool(_read(slip)) and any(
            _read(cash.slip) == _read(slip) and not cash.forgotten for cash in self.cash.values()
        )

    def _settled(self, cash: Cash, mc: int) -> None:
        award = self.awards[cash.claim]
        award.settled[cash.seat] = award.settled.get(cash.seat, 0) + mc
        award.ever_paid = True

    def settles(self, payment: tuple[str, int], mc: int) -> None:
        """So much of a payment no longer stands beyond entitlement: it settles its seat's share."""
        cash = self.cash[payment]
        award = self.awards[cash.claim]
        assert 0 <= mc <= min(cash.beyond_mc, award.owed(cash.seat))
        cash.beyond_mc -= mc
        cash.settled_mc += mc
        if mc:
            self._settled(cash, mc)

    def mendable(self, cash: Cash, *, whole: bool, mc: int | None) -> bool:
        """Whether a payment can be mended so: undone whole, or so much of what stands beyond entitlement."""
        if cash.forgotten:
            return False
        if whole:
            return mc is None and not cash.mended and bool(cash.settled_mc or cash.beyond_mc)
        return 0 < (cash.beyond_mc if mc is None else mc) <= cash.beyond_mc

    def undone(self, payment: tuple[str, int]) -> None:
        """A payment that never happened: its share is owed again."""
        cash = self.cash[payment]
        if cash.settled_mc:
            self.awards[cash.claim].settled[cash.seat] -= cash.settled_mc
        self.out_mc -= cash.settled_mc + cash.beyond_mc
        cash.settled_mc = cash.beyond_mc = 0
        cash.slip, cash.reason = "", ""

    def left_beyond(self, claim: Claim, *reasons: str) -> bool:
        """Whether cash stands beyond entitlement for one of these reasons although its seat is owed more."""
        award = self.awards.get(claim)
        return award is not None and any(
            cash.claim == claim and cash.reason in reasons and cash.beyond_mc and award.owed(cash.seat)
            for cash in self.cash.values()
            if not cash.forgotten
        )


def _read(name: str) -> str:
    """A slip or a badge as people read it."""
    return name.replace(" ", "").upper()
