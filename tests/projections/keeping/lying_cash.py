"""Tables that lie about cash: what they pay, and what two people mend, honest or not."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from events.vocabulary.links import PaymentCorrected
from events.vocabulary.progressive import ProgressivePaid
from tests.projections.keeping.entitlement_judge import METER_AT_MOST_MC, Judge
from tests.projections.keeping.judged_facts import Cash
from tests.projections.keeping.lying_awards import LyingAwards
from tests.projections.keeping.lying_floor import picks, seldom
from tests.scenario import SIGNED


class LyingCash(LyingAwards):
    """What the tables pay and what becomes of it, honest or not."""

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
