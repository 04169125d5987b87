"""Tables that lie about awards: what they show, validate, reject and void, honest or not."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from events.vocabulary.legs import VoidedLeg
from events.vocabulary.progressive import (
    HandMade,
    HandReading,
    ProgressiveClaimed,
    ProgressiveRejected,
    ProgressiveValidated,
    RoundShown,
    RoundVoided,
)
from events.vocabulary.terms import Stamp
from tests.projections.keeping.entitlement_judge import METER_AT_MOST_MC, Judge
from tests.projections.keeping.judged_facts import Award, Claim, Shown
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

hands = st.sampled_from((*HANDS * 4, "pair"))
evidence = st.sampled_from(("none", "right", "right", "right", "right", "other", "unread"))
ranks = st.sampled_from(("", "", "", "", "floorperson", "floorperson", "dealer", "unknown"))
"""By what the recorder stamped: nothing where no register was in force."""

SHARES = ("one", "none", "box", "not me")
"""For whom a hand may be claimed where that is not as it should be, or only for some boxes of one player."""


class LyingAwards(LyingFloor):
    """What the tables show, validate, reject and void, honest or not."""

    @rule(
        table=tables, link=links, seat=seats, wager=wagers, hand=hands, shown=evidence, made=evidence,
        folded=seldom, stranger=seldom,
        share=st.sampled_from((*("right",) * 6, "box", *SHARES)),
    )  # fmt: skip
    def shows(  # noqa: PLR0917 - likewise
        self, table: str, link: str, seat: int, wager: str, hand: str, shown: str, made: str, folded: bool,
        stranger: bool, share: str,
    ) -> None:  # fmt: skip
        """A hand is claimed, with or without cards, shared as it should be or not."""
        judge, desk = self.judges[link], self.tables[table]
        last = judge.rounds.get(table)
        if last is not None and last.accepted and not stranger:
            seat, wager = sorted(last.accepted)[seat % len(last.accepted)]
        with_wager = tuple(s for s, w in (last.accepted if last else ()) if w == wager)
        with_wager = tuple(sorted(with_wager, key=lambda of: (of != seat, of)))  # who claims is named first
        dealers = WAGERS.get(wager) == "dealer"
        sharing = with_wager if (share == "right") == dealers else (seat,) if share == "one" else ()
        boxes: tuple[int, ...] = ()
        if share == "box" and dealers and len(with_wager) > 1 and seat in with_wager:
            sharing, boxes = (seat,), tuple(s for s in with_wager if s != seat)
        if share == "not me" and dealers:
            sharing, boxes = tuple(s for s in with_wager if s != seat), (seat,)
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
                boxed = tuple({*shares, *boxes})
                judge.locked(table, seq, Award(table, round_, (seat, wager), hand, shares, boxed, "D-1"))

        self.sends(link, table, value, 0, judged)

    @rule(
        which=picks, by=st.sampled_from((*("F-1",) * 6, "D-1", " d-1")), shown=evidence, seen=evidence,
        folded=seldom, rank=ranks,
    )  # fmt: skip
    def validates(  # noqa: PLR0917 - likewise
        self, which: int, by: str, shown: str, seen: str, folded: bool, rank: str
    ) -> None:
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
                cards=("As", "Ks") if seen == "unread" else (), stamps=_stamped(by, rank),
                seen=None if seen == "none" else HandMade(hand=of_seen, readings=_reading(of_seen)),
                shown=RoundShown(
                    hand=of_shown, readings=() if shown == "none" else _reading(of_shown),
                    round_found=shown != "none", folded=folded, seat_cards=(), dealer_cards=(), community=(),
                ),
            )
        )  # fmt: skip

        def judged(records: list[tuple[str, Any]]) -> None:
            counts = judge.validation_counts(
                (table, claim_seq), by, (of_shown, of_seen), folded=folded, ranked=_ranks(rank)
            )
            assert [type_ for type_, _ in records] == ["award_validated" if counts else "leg_refused"]
            if counts:
                self.settles_waiting(judge, (table, claim_seq), records[0][1])

        self.sends(link, table, value, 0, judged)

    def settles_waiting(self, judge: Judge, claim: Claim, record: Any) -> None:
        """What was paid before the validation settles its share now."""
        award = judge.awards[claim]
        award.validated, award.validated_mc = True, award.amount_mc
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

    @rule(which=picks, rank=ranks)
    def rejects(self, which: int, rank: str) -> None:
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
            stamps=_stamped("F-1", rank),
        )
        value = desk.records(rejection)

        def judged(records: list[tuple[str, Any]]) -> None:
            goes_back = judge.rejectable((table, claim_seq)) if _ranks(rank) else False
            (first, body), *_ = records
            assert first in ("award_returned", "leg_refused")
            if first == "leg_refused" and judge.may_be_too_full(body.reason):
                return
            assert goes_back in (None, first == "award_returned")
            if first == "award_returned":
                assert (body.table, body.claim_seq, body.because) == (table, claim_seq, "rejection")
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
            if last is None or last.name != round_ or judge.retired or last.other_rates:
                assert [type_ for type_, _ in records] == ["leg_refused"]
                return
            first, body = records[0] if records else ("", None)
            if first == "leg_refused" and judge.may_be_too_full(body.reason):
                return
            gone = {of for of in last.accepted if of[0] in returned}
            due = [
                claim
                for claim, award in judge.awards.items()
                if award.table == table and award.round == round_ and not award.returned
                and {(seat, award.of[1]) for seat in award.boxes}.isdisjoint(last.accepted - gone)
            ]  # fmt: skip
            found = [(b.table, b.claim_seq) for type_, b in records if type_ == "award_returned"]
            assert found == due[::-1], "the last locked first"
            assert all(b.because == "void" for type_, b in records if type_ == "award_returned")
            fed = gone - last.unfed
            reversed_ = [body.wagers for type_, body in records[-1:] if type_ == "contribution_reversed"]
            assert reversed_ == ([len(fed)] if fed else []), "after the awards"
            self.follows_returns(judge, records[: len(records) - len(reversed_)])
            last.accepted -= gone

        self.sends(link, table, value, 0, judged)

    def follows_returns(self, judge: Judge, records: list[tuple[str, Any]]) -> None:
        """Awards that went back, and those that are of another amount since.

        Where any part was paid, or the meter's history does not reach back, later awards stand.
        """
        redrawn = False
        for type_, body in records:
            assert type_ in ("award_returned", "award_corrected")
            if type_ == "award_returned":
                claim = (body.table, body.claim_seq)
                redrawn = body.redrawn
                assert all(of.primary_mc <= METER_AT_MOST_MC for of in body.balances)
                assert judge.redrawn(claim) in (None, redrawn)
                assert body.beyond_mc == sum(judge.awards[claim].settled.values())
                judge.returned(claim)
            else:
                assert redrawn, "later awards stand"
                self.follows_correction(judge, body)

    def follows_correction(self, judge: Judge, body: Any) -> None:
        """Another amount is validated again; what was too much settles what it adds."""
        claim = (body.table, body.claim_seq)
        award = judge.awards[claim]
        award.shares = dict.fromkeys(award.shares, body.amount_mc // len(award.shares))
        reasons = ("too_much", "not_validated") if not award.unpaid else ("too_much",)
        self.follows_moves(judge, claim, body.set_against, *reasons)
        award.validated = award.validated and not award.unpaid


def _named(evidence: str, hand: str) -> str | None:
    """The hand that cards make; None where nobody has read them."""
    return {"right": hand, "other": "trash"}.get(evidence)


def _reading(hand: str | None) -> tuple[HandReading, ...]:
    return (HandReading(switches="", hand=hand),)


def _stamped(badge: str, rank: str) -> tuple[Stamp, ...]:
    """What the register had about who validates or rejects."""
    if not rank:
        return ()
    known: Any = (None, None) if rank == "unknown" else ("table games", rank)
    return (Stamp(badge=badge, department=known[0], rank=known[1], register_seq=1),)


def _ranks(rank: str) -> bool:
    """Whether that is a floorperson or above; without a register everybody is taken for one."""
    return rank in ("", "floorperson")
