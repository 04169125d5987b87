"""Who is entitled to what, a second time and as simply as it can be said: the judge of tables that lie.

No code is shared with the keeper, and no award is worked out here (the oracle of `meter_oracle` does that):
the judge says which wagers a link takes, which claims win, which validations count, and what every payment
settles, by the legs that came in their order.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

SeatWager = tuple[int, str]
Claim = tuple[str, int]

PLAYER, DEALER = "player", "dealer"
KNOWN_SELECTIONS = 2
UNPAID_AT_MOST = 256


class Selection(NamedTuple):
    """What a table says that it plays by, for one link."""

    seq: int
    rulebook: str
    paytable: str
    unit_mc: int
    wagers: frozenset[str]


class Terms(NamedTuple):
    """What a link plays by."""

    rulebook: str
    paytable: str
    unit_mc: int
    wagers: dict[str, str]
    hands: frozenset[str]
    guard_mc: int


class Stake(NamedTuple):
    """A wager as a leg names it."""

    seat: int
    wager: str
    amount_mc: int


class Shown(NamedTuple):
    """A claim: whose wager, which hand, who shares, what the cards make that were seen, whether it folded."""

    of: SeatWager
    hand: str
    sharing: tuple[int, ...]
    boxes: tuple[int, ...]
    evidence: tuple[str | None, ...]
    folded: bool


@dataclass
class Round:
    """A table's last round at a link."""

    name: str
    accepted: set[SeatWager] = field(default_factory=set)
    unfed: set[SeatWager] = field(default_factory=set)
    claimed: set[SeatWager] = field(default_factory=set)


@dataclass
class Award:
    """An award that was locked: who has a share of it, and what was said about it since."""

    table: str
    round: str
    of: SeatWager
    hand: str
    shares: dict[int, int]
    claimed_by: str
    validated: bool = False
    returned: bool = False
    settled: dict[int, int] = field(default_factory=dict)

    def owed(self, seat: int) -> int:
        """What a seat still has to get."""
        return 0 if self.returned else max(0, self.shares.get(seat, 0) - self.settled.get(seat, 0))

    @property
    def unpaid(self) -> bool:
        """Whether anybody is owed anything of it."""
        return any(self.owed(seat) for seat in self.shares)


@dataclass
class Cash:
    """A payment, and what became of it."""

    claim: Claim
    seat: int
    slip: str
    amount_mc: int
    settled_mc: int
    beyond_mc: int
    reason: str
    mended: bool = False


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
    out_mc: int = 0
    """Cash that left the house and has not come back."""

    @property
    def unit_mc(self) -> int:
        """The one amount that the link takes."""
        return 0 if self.terms is None else self.terms.unit_mc

    # --- control ------------------------------------------------------------------------------------------

    def opened(self, seq: int, terms: Terms) -> None:
        """The link is in play from here on."""
        self.terms_changed(seq, terms)
        self.opened_seq, self.live = seq, True

    def terms_changed(self, seq: int, terms: Terms) -> None:
        """Other terms; wagers that were taken under the old ones are due back."""
        if self.terms is not None and terms != self.terms:
            self.rounds = {}
        self.terms, self.terms_seq = terms, seq

    def closed(self, seq: int) -> None:
        """Out of play: what was taken before still counts."""
        self.closed_seq, self.live = seq, False

    def was_open(self, control_seq: int) -> bool:
        """Whether wagers that were taken by this control are the link's, by the terms that it has now."""
        if self.retired or control_seq < max(self.opened_seq, self.terms_seq, 1):
            return False
        return self.live or control_seq < self.closed_seq

    # --- tables -------------------------------------------------------------------------------------------

    def selects(self, table: str, selection: Selection) -> None:
        """A table says by what it plays; its last two selections count."""
        self.tables[table] = [*self.tables.get(table, []), selection][-KNOWN_SELECTIONS:]

    def selection(self, table: str, seq: int) -> Selection | None:
        """The selections that a round was opened under, where they are the link's own."""
        terms = self.terms
        for known in self.tables.get(table, []):
            if known.seq == seq and terms is not None:
                same = (known.rulebook, known.paytable, known.unit_mc) == (
                    terms.rulebook, terms.paytable, terms.unit_mc,
                )  # fmt: skip
                return known if same and known.wagers else None
        return None

    def bets(
        self, table: str, round_: str, stakes: list[Stake], control_seq: int, selections_seq: int
    ) -> tuple[list[Stake], list[Stake], bool]:
        """Wagers that count, wagers that are set aside, and whether those that count feed the meters."""
        last = self.rounds.get(table)
        if last is None or last.name != round_:
            last = self.rounds[table] = Round(round_)
        good: list[Stake] = []
        bad: list[Stake] = []
        selection = self.selection(table, selections_seq)
        for stake in stakes:
            of = (stake.seat, stake.wager)
            counts = (
                selection is not None
                and self.terms is not None
                and self.was_open(control_seq)
                and stake.wager in selection.wagers
                and stake.wager in self.terms.wagers
                and stake.amount_mc == self.terms.unit_mc
                and of not in last.accepted
            )
            (good if counts else bad).append(stake)
            if counts:
                last.accepted.add(of)
        guard = 0 if self.terms is None else self.terms.guard_mc
        feeds = not guard or len(last.accepted) * self.unit_mc <= guard
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
        if hand not in self.terms.hands or any(shown not in (None, hand) for shown in evidence):
            return False
        if folded and self.terms.rulebook.startswith("647a"):
            return False
        if sum(award.unpaid for award in self.awards.values()) >= UNPAID_AT_MOST:
            return False
        if self.terms.wagers[wager] == DEALER:
            seats = sorted(s for s, w in last.accepted if w == wager)
            return (0, wager) not in last.claimed and seat in sharing and sorted((*sharing, *boxes)) == seats
        return not sharing and not boxes and of not in last.claimed

    def locked(self, table: str, claim_seq: int, award: Award) -> None:
        """A good claim is an award."""
        self.awards[table, claim_seq] = award
        self.rounds[table].claimed.add(self._claimed(award))

    def _claimed(self, award: Award) -> SeatWager:
        assert self.terms is not None
        return (0, award.of[1]) if self.terms.wagers.get(award.of[1]) == DEALER else award.of

    def returned(self, claim: Claim) -> None:
        """An award is none any more; its hand can be claimed again in its round."""
        award = self.awards[claim]
        award.returned = True
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

    def validation_counts(self, claim: Claim, by: str, evidence: tuple[str | None, ...]) -> bool:
        """Whether a validation is one: by another than who claimed, with the hand before their eyes."""
        award = self.awards.get(claim)
        if award is None or award.returned or award.validated or by == award.claimed_by:
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

    def settles(self, payment: tuple[str, int], mc: int) -> None:
        """So much of a payment no longer stands beyond entitlement: it settles its seat's share."""
        cash = self.cash[payment]
        award = self.awards[cash.claim]
        assert 0 <= mc <= min(cash.beyond_mc, award.owed(cash.seat))
        cash.beyond_mc -= mc
        cash.settled_mc += mc
        award.settled[cash.seat] = award.settled.get(cash.seat, 0) + mc

    def mendable(self, cash: Cash, *, whole: bool, mc: int | None) -> bool:
        """Whether a payment can be mended so: undone whole, or so much of what stands beyond entitlement."""
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
        )
