"""Tables that lie, in any history: no cent without an account, no award without a wager of a joined table.

Legs are made here as no honest recorder would make them: from tables that never joined or have left, of other
units, wagers and terms, closed twice, claimed without cards or with others, paid in any amount from anywhere,
voided and rejected in any order, while their links are closed, changed and opened again. After every leg:
what the keeper recorded is what the judge says, every payment is on an account, the other link of the
partition is untouched, the state is within its bound, and a keeper that starts from the stored state answers
alike.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from events.topics import LINKS
from events.vocabulary.legs import VoidedLeg
from events.vocabulary.links import PaymentCorrected
from events.vocabulary.progressive import (
    HandMade,
    HandReading,
    ProgressiveClaimed,
    ProgressivePaid,
    ProgressiveRejected,
    ProgressiveValidated,
    RoundShown,
    RoundVoided,
)
from projections.keeping.keeper import Keeper
from projections.records import Record
from tests.projections.keeping.entitlement_judge import (
    Award,
    Cash,
    Claim,
    Judge,
    Shown,
)
from tests.projections.keeping.lying_floor import (
    HANDS,
    WAGERS,
    LyingFloor,
    links,
    picks,
    seats,
    seldom,
    some_seats,
    tables,
    wagers,
)
from tests.scenario import SIGNED

STATE_AT_MOST = 600_000
"""Bytes of one partition with two links: Kafka takes a value of 1 MB."""
hands = st.sampled_from((*HANDS, "pair"))
evidence = st.sampled_from(("none", "right", "right", "other", "unread"))


class LyingTables(LyingFloor):
    """What the tables show, validate, pay, mend, reject and void, honest or not."""

    # --- awards -------------------------------------------------------------------------------------------

    @rule(
        table=tables, link=links, seat=seats, wager=wagers, hand=hands, shown=evidence, made=evidence,
        folded=seldom, share=st.sampled_from(("right", "right", "right", "one", "none", "box")),
    )  # fmt: skip
    def shows(  # noqa: PLR0917 - likewise
        self, table: str, link: str, seat: int, wager: str, hand: str, shown: str, made: str, folded: bool,
        share: str,
    ) -> None:  # fmt: skip
        """A hand is claimed, with or without cards, shared as it should be or not."""
        judge, desk = self.judges[link], self.tables[table]
        last = judge.rounds.get(table)
        with_wager = tuple(sorted(s for s, w in (last.accepted if last else ()) if w == wager))
        dealers = WAGERS.get(wager) == "dealer"
        sharing = with_wager if (share == "right") == dealers else (seat,) if share == "one" else ()
        boxes: tuple[int, ...] = ()
        if share == "box" and dealers and len(with_wager) > 1 and seat in with_wager:
            sharing, boxes = (seat,), tuple(s for s in with_wager if s != seat)
        of_shown, of_made = _named(shown, hand), _named(made, hand)
        value = desk.records(
            ProgressiveClaimed(
                seat=seat, wager=wager, hand=hand, cards=(), link=link, leg=self.leg(link, table),
                sharing_seats=sharing, other_boxes=boxes, claimed_by=("D-1",),
                made=None if made == "none" else HandMade(hand=of_made, readings=_reading(of_made)),
                shown=RoundShown(
                    hand=of_shown, readings=() if shown == "none" else _reading(of_shown),
                    round_found=shown != "none", folded=folded, seat_cards=(), dealer_cards=(), community=(),
                ),
            )
        )  # fmt: skip
        seq, round_ = desk.seq, desk.round or ""
        self.claims.append((link, (table, seq), seat))

        def judged(records: list[tuple[str, Any]]) -> None:
            claim = Shown((seat, wager), hand, sharing, boxes, (of_shown, of_made), folded)
            wins = judge.claim_wins(table, round_, claim)
            assert [type_ for type_, _ in records] == ["award_locked" if wins else "leg_refused"]
            if wins:
                record = records[0][1]
                shares = {each.seat: each.amount_mc for each in record.shares}
                assert set(shares) == (set(sharing) or {seat})
                judge.locked(table, seq, Award(table, round_, (seat, wager), hand, shares, "D-1"))

        self.sends(link, table, value, 0, judged)

    @rule(which=picks, by=st.sampled_from(("F-1", "F-1", "D-1")), shown=evidence, seen=evidence)
    def validates(self, which: int, by: str, shown: str, seen: str) -> None:
        """A floorperson, or who claimed, validates an award by cards that they saw, or by none."""
        if not self.claims:
            return
        link, (table, claim_seq), seat = self.claims[which % len(self.claims)]
        judge, desk = self.judges[link], self.tables[table]
        award = judge.awards.get((table, claim_seq))
        hand = award.hand if award is not None else "all"
        of_shown, of_seen = _named(shown, hand), _named(seen, hand)
        value = desk.records(
            ProgressiveValidated(
                link=link, leg=self.leg(link, table), claim_seq=claim_seq, seat=seat, validated_by=by,
                seen=None if seen == "none" else HandMade(hand=of_seen, readings=_reading(of_seen)),
                shown=RoundShown(
                    hand=of_shown, readings=() if shown == "none" else _reading(of_shown),
                    round_found=shown != "none", folded=False, seat_cards=(), dealer_cards=(), community=(),
                ),
            )
        )  # fmt: skip

        def judged(records: list[tuple[str, Any]]) -> None:
            counts = judge.validation_counts((table, claim_seq), by, (of_shown, of_seen))
            assert [type_ for type_, _ in records] == ["award_validated" if counts else "leg_refused"]
            if counts:
                self.settles_waiting(judge, (table, claim_seq), records[0][1])

        self.sends(link, table, value, 0, judged)

    def settles_waiting(self, judge: Judge, claim: Claim, record: Any) -> None:
        """What was paid before the validation settles its share now."""
        judge.awards[claim].validated = True
        self.follows_moves(judge, claim, record.settled, "not_validated", "too_much")

    def follows_moves(self, judge: Judge, claim: Claim, moved: Any, *reasons: str) -> None:
        """Cash that is set against shares, oldest first, until nothing is owed or nothing is left."""
        for each in moved:
            payment = (claim[0], each.payment_seq)
            assert judge.cash[payment].reason in reasons
            judge.settles(payment, each.amount_mc)
            judge.cash[payment].reason = each.reason
            assert bool(each.reason) == bool(judge.cash[payment].beyond_mc)
        assert not judge.left_beyond(claim, *reasons)

    @rule(which=picks)
    def rejects(self, which: int) -> None:
        """An award is rejected, whatever became of it."""
        if not self.claims:
            return
        link, (table, claim_seq), seat = self.claims[which % len(self.claims)]
        judge, desk = self.judges[link], self.tables[table]
        rejection = ProgressiveRejected(
            link=link,
            leg=self.leg(link, table),
            claim_seq=claim_seq,
            seat=seat,
            rejected_by="F-1",
            reason="misread",
        )
        value = desk.records(rejection)

        def judged(records: list[tuple[str, Any]]) -> None:
            award = judge.awards.get((table, claim_seq))
            kinds = [type_ for type_, _ in records]
            if award is None or award.returned:
                assert kinds == ["leg_refused"]
            elif award.unpaid:
                assert kinds[0] == "award_returned"
            if kinds[0] == "award_returned":
                self.follows_returns(judge, records)

        self.sends(link, table, value, 0, judged)

    @rule(table=tables, link=links, who=some_seats)
    def voids(self, table: str, link: str, who: list[int]) -> None:
        """A round is void; some stakes are returned, their awards with them."""
        judge, desk = self.judges[link], self.tables[table]
        returned = tuple(sorted(set(who)))
        part = VoidedLeg(link=link, leg=self.leg(link, table), seats=returned)
        value = desk.records(RoundVoided(reason="jam", section="x.13", ruled_by="F-1", legs=(part,)))
        round_ = desk.round or ""

        def judged(records: list[tuple[str, Any]]) -> None:
            last = judge.rounds.get(table)
            if last is None or last.name != round_:
                assert [type_ for type_, _ in records] == ["leg_refused"]
                return
            gone = {of for of in last.accepted if of[0] in returned}
            due = {
                claim
                for claim, award in judge.awards.items()
                if award.table == table and award.round == round_ and not award.returned
                and {(seat, award.of[1]) for seat in award.shares} <= gone
            }  # fmt: skip
            found = {(b.table, b.claim_seq) for type_, b in records if type_ == "award_returned"}
            assert found == due
            self.follows_returns(judge, records)
            fed = gone - last.unfed
            reversed_ = [body for type_, body in records if type_ == "contribution_reversed"]
            assert [body.wagers for body in reversed_] == ([len(fed)] if fed else [])
            last.accepted -= gone

        self.sends(link, table, value, 0, judged)

    def follows_returns(self, judge: Judge, records: list[tuple[str, Any]]) -> None:
        """Awards that went back, and those that are of another amount since."""
        for type_, body in records:
            if type_ == "award_returned":
                claim = (body.table, body.claim_seq)
                settled = sum(judge.awards[claim].settled.values())
                assert body.beyond_mc == settled
                judge.returned(claim)
            elif type_ == "award_corrected":
                self.follows_correction(judge, body)

    def follows_correction(self, judge: Judge, body: Any) -> None:
        """Another amount is validated again; what was too much settles what it adds."""
        claim = (body.table, body.claim_seq)
        award = judge.awards[claim]
        award.shares = dict.fromkeys(award.shares, body.amount_mc // len(award.shares))
        reasons = ("too_much", "not_validated") if not award.unpaid else ("too_much",)
        self.follows_moves(judge, claim, body.set_against, *reasons)
        award.validated = award.validated and not award.unpaid

    # --- cash ---------------------------------------------------------------------------------------------

    @rule(
        which=picks, amount=st.sampled_from(("right", "right", "short", "over", "any")),
        any_mc=st.integers(1, 10**9), seat=st.sampled_from((0, 0, 0, 1, 4)), unknown=seldom,
        paid_from=st.sampled_from(("cage", "cage", "hand_pay", "table_inventory", "game_account")),
        slip=st.sampled_from(("new", "new", "none", "old")),
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
        named = self.slips[which % len(self.slips)] if slip == "old" and self.slips else ""
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
            repeated = bool(named) and any(cash.slip == named for cash in judge.cash.values())
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
            judge.cash[claim[0], seq] = Cash(claim, to, named, amount_mc, settled_mc, beyond_mc, reason)
            judge.out_mc += amount_mc
            if settled_mc:
                held = judge.awards[claim].settled
                held[to] = held.get(to, 0) + settled_mc

        self.sends(link, claim[0], value, 0, judged)

    @rule(which=picks, outcome=st.sampled_from(("never_happened", "recovered", "written_off")), part=seldom)
    def mends(self, which: int, outcome: Any, part: bool) -> None:
        """Two people say what became of a payment."""
        if not self.payments:
            return
        link, table, seq = self.payments[which % len(self.payments)]
        judge, desk = self.judges[link], self.desks[link]
        value = desk.records(
            PaymentCorrected(
                table=table, payment_seq=seq, outcome=outcome, amount_mc=1_000 if part else None,
                document="P-1", signed_by=SIGNED, reason="found out",
            )
        )  # fmt: skip
        new = self.takes(link, value)
        own = [pair for pair in new if pair[1].source_stream == f"link:{link}"]
        self.follows_mending(judge, (table, seq), outcome, part, own)
        judge.heard = desk.seq
        self.judges_due(link, [pair for pair in new if pair not in own])

    def follows_mending(
        self, judge: Judge, payment: tuple[str, int], outcome: str, part: bool, own: list[Any]
    ) -> None:
        """What a correction takes back is what there was; a share that it settled is owed again."""
        ((event, body),) = own
        cash = judge.cash.get(payment)
        whole = outcome == "never_happened"
        if event.type == "leg_refused":
            assert cash is None or not judge.mendable(cash, whole=whole, mc=1_000 if part else None)
            return
        assert cash is not None
        if whole:
            assert (body.beyond_mc, body.unsettled_mc) == (cash.beyond_mc, cash.settled_mc)
            judge.undone(payment)
            self.follows_moves(judge, cash.claim, body.set_against, "too_much")
            return
        assert body.beyond_mc == (1_000 if part else cash.beyond_mc)
        cash.beyond_mc -= body.beyond_mc
        cash.mended = True
        judge.out_mc -= body.beyond_mc if outcome == "recovered" else 0

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
        """Whatever tables say, the state stays a small value."""
        assert len(self.keeper.dump()) < STATE_AT_MOST


def _named(evidence: str, hand: str) -> str | None:
    """The hand that cards make; None where nobody has read them."""
    return {"right": hand, "other": "trash"}.get(evidence)


def _reading(hand: str | None) -> tuple[HandReading, ...]:
    return (HandReading(switches="", hand=hand),)


TestLyingTables = LyingTables.TestCase
TestLyingTables.settings = settings(
    max_examples=60, stateful_step_count=50, deadline=None, suppress_health_check=list(HealthCheck)
)
TestLyingTables = pytest.mark.reg("58 Pa. Code §§ 678a.2(c), 678a.11(e)(3), 647a.11(i)")(TestLyingTables)
