"""Tables that lie, whole: what they pay and what two people mend, and what holds whatever they say."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from events.topics import LINKS
from events.vocabulary.links import PaymentCorrected
from events.vocabulary.progressive import ProgressivePaid
from projections.keeping.keeper import Keeper
from projections.records import Record
from tests.projections.keeping.entitlement_judge import (
    LOCKS_AT_MOST,
    METER_AT_MOST_MC,
    PAYMENTS_AT_MOST,
    UNPAID_AT_MOST,
    Judge,
)
from tests.projections.keeping.judged_facts import Cash
from tests.projections.keeping.lying_awards import SHARES, LyingAwards
from tests.projections.keeping.lying_floor import (
    HANDS,
    WAGERS,
    links,
    picks,
    seats,
    seldom,
    some_seats,
    tables,
)
from tests.scenario import SIGNED

BETWEEN = (
    *((), (), ("closes",), ("closes",)),
    *(("fills",), ("closes", "rates"), ("empties", "closes", "retires")),
)
"""What may become of a link while a round of its tables is not over."""
STATE_AT_MOST = 600_000
"""Bytes of one partition with two links: Kafka takes a value of 1 MB."""


class LyingTables(LyingAwards):
    """All that tables may lie about, and what holds after every leg."""

    # --- an honest round ----------------------------------------------------------------------------------

    @rule(
        table=tables, link=links, who=some_seats, wager=st.sampled_from(tuple(WAGERS)),
        hand=st.sampled_from(HANDS), steps=st.integers(0, 3), early=seldom,
        amount=st.sampled_from(("right", "short", "over")), share=st.sampled_from((*("right",) * 9, *SHARES)),
    )  # fmt: skip
    def plays_well(  # noqa: PLR0917 - likewise
        self,
        table: str,
        link: str,
        who: list[int],
        wager: str,
        hand: str,
        steps: int,
        early: bool,
        amount: str,
        share: str,
    ) -> None:
        """A round as it should be, up to the payment, so that there is something to lie about; seldom is it
        claimed for others than it should."""
        judge = self.judges[link]
        if not judge.live:
            self.opens(link, True)
        if judge.unfit(table, ([0] + self.selected[link, table])[-1]):
            self.selects(table, link, "all", "")
        self.bets(table, link, sorted(set(who)), wager, False, False, 0, 1)
        if steps > 0:
            self.shows(table, link, who[0], wager, hand, "none", "none", False, False, share)
            if early:
                self.pays(-1, amount, 1, 0, False, "cage", "new")
            if steps > 1:
                self.validates(-1, "F-1", "right", "none", False, "")
            if steps > 2:
                self.pays(-1, amount, 1, 0, False, "cage", "new")

    @rule(
        table=tables, link=links, who=some_seats, wager=st.sampled_from(tuple(WAGERS)),
        hand=st.sampled_from(HANDS), claimed=st.booleans(), too_many=st.booleans(),
        between=st.sampled_from(BETWEEN), then=st.sampled_from(("claims", "claims", "voids", "rejects")),
    )  # fmt: skip
    def goes_on_too_late(  # noqa: PLR0917 - likewise
        self, table: str, link: str, who: list[int], wager: str, hand: str, claimed: bool, too_many: bool,
        between: tuple[str, ...], then: str,
    ) -> None:  # fmt: skip
        """More is wagered than is reasonable, or the link is closed, changed, filled or even given up, before
        a round is claimed, void or rejected."""
        seats_in = [1, 2, 3, 4] if too_many else who
        self.plays_well(table, link, seats_in, wager, hand, int(claimed), False, "right", "right")
        if too_many:
            other = next(name for name in WAGERS if name != wager)
            self.bets(table, link, sorted(set(who)), other, False, True, 0, 1)
        for what in between:
            self.control(link, what)
        self.tells_on(then, table, link, who, wager, hand)

    def tells_on(  # noqa: PLR0917 - likewise
        self, then: str, table: str, link: str, who: list[int], wager: str, hand: str
    ) -> None:
        """A round is claimed, void or rejected."""
        if then == "claims":
            self.shows(table, link, who[0], wager, hand, "none", "none", False, False, "right")
        elif then == "voids":
            self.voids(table, link, who)
        else:
            self.rejects(-1, "")

    @rule(
        table=tables, link=links, seat=seats, hand=st.sampled_from(HANDS),
        then=st.sampled_from(("claims", "voids", "rejects")),
    )  # fmt: skip
    def goes_on_when_all_is_paid_and_given_up(
        self, table: str, link: str, seat: int, hand: str, then: str
    ) -> None:
        """A link that owes nothing is emptied and given up, and then its last round is told on."""
        self.plays_well(table, link, [seat], "progressive", hand, 3, False, "right", "right")
        for what in ("empties", "closes", "retires"):
            self.control(link, what)
        self.tells_on(then, table, link, [seat], "progressive", hand)

    @rule(
        table=tables, link=links, who=st.lists(seats, min_size=2, max_size=4, unique=True),
        wager=st.sampled_from(tuple(WAGERS)), share=st.sampled_from(("right", "box")), paid=st.booleans(),
        back=st.none() | some_seats,
    )  # fmt: skip
    def voids_a_round_of_winners(  # noqa: PLR0917 - likewise
        self, table: str, link: str, who: list[int], wager: str, share: str, paid: bool,
        back: list[int] | None,
    ) -> None:  # fmt: skip
        """Several seats of a round win one after the other, or share a dealer's hand, perhaps as boxes of one
        player; some of it is paid, and then the round is void for all of them or for some."""
        self.plays_well(table, link, who, wager, "tenth", 0, False, "right", "right")
        shared = WAGERS[wager] == "dealer"
        winners = who[:1] if shared else who
        for seat in winners:
            how = share if shared else "right"
            self.shows(table, link, seat, wager, "tenth", "none", "none", False, False, how)
        if paid:
            for which in range(-len(winners), 0):
                self.validates(which, "F-1", "right", "none", False, "")
                self.pays(which, "short", 1, 0, False, "cage", "new")
        self.voids(table, link, who if back is None else back)

    # --- cash ---------------------------------------------------------------------------------------------

    @rule(
        table=tables, link=links, who=some_seats, wager=st.sampled_from(tuple(WAGERS)),
        hand=st.sampled_from(HANDS), any_mc=st.sampled_from((1_000, 10_000_000)) | st.integers(1, 10**9),
    )  # fmt: skip
    def pays_twice_and_once_never_happened(  # noqa: PLR0917 - likewise
        self, table: str, link: str, who: list[int], wager: str, hand: str, any_mc: int
    ) -> None:  # fmt: skip
        """A payment too many, and then the first one is found never to have happened."""
        self.plays_well(table, link, who, wager, hand, 3, False, "right", "right")
        self.pays(-1, "any", any_mc, 0, False, "cage", "new")
        self.mends(-2, "never_happened", "all", 2)

    @rule(
        table=tables, other=tables, link=links, who=some_seats, hand=st.sampled_from(HANDS),
        undone=st.booleans(), any_mc=st.integers(1, 30_000_000),
    )  # fmt: skip
    def pays_after_a_correction(  # noqa: PLR0917 - likewise
        self, table: str, other: str, link: str, who: list[int], hand: str, undone: bool, any_mc: int
    ) -> None:  # fmt: skip
        """An award before it goes back, so that one which was validated is of another amount and then paid;
        perhaps it was paid already, and that payment is found never to have happened."""
        self.plays_well(table, link, who, "progressive", "tenth", 1, False, "right", "right")
        self.plays_well(other, link, who, "progressive", hand, 3 if undone else 2, False, "right", "right")
        if undone:
            self.pays(-1, "any", any_mc, 0, False, "cage", "new")
        self.rejects(-2, "")
        if undone:
            self.mends(-2, "never_happened", "all", 2)
        self.pays(-1, "right", 1, 0, False, "cage", "new")

    @rule(
        which=picks, amount=st.sampled_from(("right", "right", "short", "over", "any")),
        any_mc=st.integers(1, 10**9), seat=st.sampled_from((0, 0, 0, 1, 4)), unknown=seldom,
        paid_from=st.sampled_from((*("cage",) * 6, "hand_pay", "table_inventory", "game_account")),
        slip=st.sampled_from(("new", "new", "new", "new", "none", "old", "as read")),
    )  # fmt: skip
    def pays(  # noqa: PLR0917 - likewise
        self, which: int, amount: str, any_mc: int, seat: int, unknown: bool, paid_from: Any, slip: str
    ) -> None:  # fmt: skip
        """Cash moves: for an award or for none, in any amount, from anywhere."""
        if not self.claims:
            return
        link, claim, claimant = self.claims[which % len(self.claims)]
        judge, desk = self.judges[link], self.tables[claim[0]]
        claim = (claim[0], claim[1] + 100_000) if unknown else claim
        award = judge.awards.get(claim)
        to = seat or claimant
        owed = award.owed(to) if award is not None else 0
        amount_mc = {"right": owed, "short": owed // 2, "over": owed + 100_000, "any": any_mc}[
            amount
        ] or 1_000
        amount_mc = min(amount_mc, METER_AT_MOST_MC)
        named = self.slips[which % len(self.slips)] if slip in ("old", "as read") and self.slips else ""
        named = f" {named.lower()} " if slip == "as read" else named
        if slip == "new":
            named = f"{link}-{len(self.slips)}"
            self.slips.append(named)
        value = desk.records(
            ProgressivePaid(
                link=link, leg=self.leg(link, claim[0]), claim_seq=claim[1], seat=to, amount_mc=amount_mc,
                paid_from=paid_from, paid_by="C-1", slip=named,
            )
        )  # fmt: skip
        seq = desk.seq
        self.payments.append((link, claim[0], seq))

        def judged(records: list[tuple[str, Any]]) -> None:
            repeated = judge.has_slip(named)
            assert [type_ for type_, _ in records] == ["leg_refused" if repeated else "award_paid"]
            if repeated:
                return
            settled_mc, reason = judge.pays(claim, to, amount_mc, paid_from)
            beyond_mc = amount_mc - settled_mc
            record = records[0][1]
            assert (record.amount_mc, record.settled_mc, record.beyond_mc) == (
                amount_mc,
                settled_mc,
                beyond_mc,
            )
            assert record.beyond_reason == (reason if beyond_mc else "")
            cash = Cash(claim, to, named, amount_mc, settled_mc, beyond_mc, reason if beyond_mc else "")
            judge.posted((claim[0], seq), cash)

        self.sends(link, claim[0], value, 0, judged)

    @rule(
        which=picks, outcome=st.sampled_from(("never_happened", "recovered", "written_off")),
        amount=st.sampled_from(("all", "all", "all", "some", "zero", "over")),
        signed=st.sampled_from((2, 2, 2, 1)),
    )  # fmt: skip
    def mends(self, which: int, outcome: Any, amount: str, signed: int) -> None:
        """Two people say what became of a payment, or one who may not."""
        if not self.payments:
            return
        link, table, seq = self.payments[which % len(self.payments)]
        judge, desk = self.judges[link], self.desks[link]
        cash = judge.cash.get((table, seq))
        over_mc = 1 if cash is None else cash.beyond_mc + 1
        amount_mc = {"all": None, "some": 1_000, "zero": 0, "over": over_mc}[amount]
        value = desk.records(
            PaymentCorrected(
                table=table, payment_seq=seq, outcome=outcome, amount_mc=amount_mc, document="P-1",
                signed_by=SIGNED[:signed], reason="found out",
            )
        )  # fmt: skip
        new = self.takes(link, value)
        own = [pair for pair in new if pair[1].source_stream == f"link:{link}"]
        assert len(own) == 1, "granted or refused"
        ((event, body),) = own
        mendable = cash is not None and judge.mendable(cash, whole=outcome == "never_happened", mc=amount_mc)
        assert event.type == ("payment_mended" if mendable and signed == len(SIGNED) else "leg_refused")
        if event.type == "payment_mended":
            self.follows_mending(judge, (table, seq), amount_mc, body)
        judge.heard = desk.seq
        self.judges_due(link, [pair for pair in new if pair[1] is not body])

    def follows_mending(
        self, judge: Judge, payment: tuple[str, int], amount_mc: int | None, body: Any
    ) -> None:
        """What a correction takes back is what there was; a share that it settled is owed again."""
        cash = judge.cash[payment]
        if body.outcome == "never_happened":
            assert (body.beyond_mc, body.unsettled_mc) == (cash.beyond_mc, cash.settled_mc)
            judge.undone(payment)
            self.follows_moves(judge, cash.claim, body.set_against, "too_much")
            if (award := judge.awards.get(cash.claim)) and award.unpaid:
                award.validated = award.validated and award.amount_mc == award.validated_mc
            return
        assert body.beyond_mc == (cash.beyond_mc if amount_mc is None else amount_mc)
        cash.beyond_mc -= body.beyond_mc
        cash.mended = True
        judge.out_mc -= body.beyond_mc if body.outcome == "recovered" else 0

    # --- what always holds --------------------------------------------------------------------------------

    @rule()
    def crashes(self) -> None:
        """A keeper that takes over from a stored state answers to the byte alike."""
        stored, since = self.stored
        keeper = Keeper.load(stored)
        for link, value, outputs in self.taken[since:]:
            assert keeper.step(Record(LINKS, 0, keeper.next_offset, link, value)) == outputs
        assert keeper.dump() == self.keeper.dump()
        self.keeper = keeper
        self.stored = (keeper.dump(), len(self.taken))

    @invariant()
    def every_cent_is_on_an_account(self) -> None:
        """Cash out is what the ledger says was paid; what is owed and what is beyond are the judge's too."""
        for link, judge in self.judges.items():
            assert self.paid_account[link] == judge.out_mc
            assert self.beyond_account[link] == sum(cash.beyond_mc for cash in judge.cash.values())
            owed = sum(award.owed(seat) for award in judge.awards.values() for seat in award.shares)
            assert self.payable_account[link] == owed

    @invariant()
    def state_is_bounded(self) -> None:
        """Whatever tables say, the state stays a small value, and each part of it within its bound."""
        assert len(self.keeper.dump()) < STATE_AT_MOST
        for book in self.keeper.books.values():
            assert len(book.state.payments) <= PAYMENTS_AT_MOST
            assert len(book.state.awards) <= UNPAID_AT_MOST
            assert all(len(locks) <= LOCKS_AT_MOST for locks in book.state.locks.values())
            assert set(book.state.rounds) | set(book.state.days) <= set(book.state.tables)
