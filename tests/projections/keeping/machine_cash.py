"""Cash in any history of links: validations, payments of any amount and slip, and what two people mend."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, rule

from events.envelope import read_header
from tests.projections.keeping.meter_oracle import OracleLink
from tests.projections.keeping.oracle_money import RATE, Cash
from tests.scenario import SIGNED, LinkDesk
from tests.scenario_table import TableDesk

indices = st.integers(0, 100)
amounts = st.integers(1, 3_000_000)
signatures = st.sampled_from((2, 2, 2, 1))
slips = st.sampled_from(("", "", "", "A-1", "a -1", "B-2"))
WRONG = ("too early", "amount", "amount", "seat", "rack", "account")


class Claim:
    """A hand that was shown, and who shares what it wins."""

    def __init__(self, table: TableDesk, link: str, value: bytes, sharing: tuple[int, ...]) -> None:
        self.table, self.link, self.value, self.sharing = table, link, value, sharing
        self.id = (table.owner, read_header(value).seq)


Op = Callable[[OracleLink], Any]


class Cashiers(RuleBasedStateMachine):
    """Whoever validates, pays and mends; `says` and `controls` bring it to a link."""

    claims = Bundle("claims")

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[Claim] = []
        self.paid: list[tuple[str, str, int]] = []
        self.desks: dict[str, LinkDesk] = {}
        self.oracle: dict[str, OracleLink] = {}

    def says(self, link: str, table: str, value: bytes, op: Op) -> None:
        """A table records a leg."""
        raise NotImplementedError

    def controls(self, link: str, value: bytes, op: Op) -> None:
        """A control event of a link."""
        raise NotImplementedError

    def outstanding(self) -> list[Claim]:
        """Claims whose awards are locked and not paid in full."""
        return [claim for claim in self.shown if self.owed(claim)]

    def owed(self, claim: Claim) -> dict[int, int]:
        """What each seat has still to get of an award, in millicents."""
        award = self.oracle[claim.link].awards.get(claim.id)
        owed = {seat: award.owed(seat) // RATE for seat in award.seats} if award else {}
        return {seat: amount_mc for seat, amount_mc in owed.items() if amount_mc}

    @rule(which=indices, how_many=st.integers(1, 3))
    def settles(self, which: int, how_many: int) -> None:
        """An award is validated, if it was not, and some of its shares are paid as they should be."""
        for claim in pick(self.outstanding(), which):
            if not self.oracle[claim.link].awards[claim.id].validated:
                self.validates(claim)
            for seat, amount_mc in list(self.owed(claim).items())[:how_many]:
                self.hands_out(claim, seat, amount_mc, "cage")

    def validates(self, claim: Claim) -> None:
        """A floorperson validates, perhaps again."""
        value = claim.table.validates(claim.value)
        self.says(claim.link, claim.table.owner, value, lambda oracle: oracle.validate(*claim.id))

    @rule(which=indices, wrong=st.sampled_from(WRONG), off_mc=st.integers(-3_000, 3_000), slip=slips)
    def pays_wrongly(self, which: int, wrong: str, off_mc: int, slip: str) -> None:
        """A payment of another amount, to another seat, from where it may not come, or before its time."""
        for claim in pick(self.outstanding(), which):
            if wrong != "too early" and not self.oracle[claim.link].awards[claim.id].validated:
                self.validates(claim)
            owed = self.owed(claim) or {claim.sharing[0]: 0}
            seat, amount_mc = next(iter(owed.items()))
            amount_mc = max(0, amount_mc + off_mc) if wrong in {"amount", "too early"} else amount_mc
            purse = {"rack": "table_inventory", "account": "game_account"}.get(wrong, "cage")
            self.hands_out(claim, 6 if wrong == "seat" else seat, amount_mc, purse, slip)

    @rule(claim=claims, seat=st.integers(1, 6), amount_mc=amounts, slip=slips)
    def pays_for_anything(self, claim: Claim, seat: int, amount_mc: int, slip: str) -> None:
        """Cash for any claim ever, whatever became of it."""
        self.hands_out(claim, seat, amount_mc, "hand_pay", slip)

    def hands_out(self, claim: Claim, seat: int, amount_mc: int, paid_from: str, slip: str = "") -> None:
        """A payment, right or wrong."""
        value = claim.table.pays(claim.value, amount_mc, paid_from, seat=seat, slip=slip)
        table = claim.table.owner
        id_, as_read = (table, read_header(value).seq), slip.replace(" ", "").upper()
        self.paid.append((claim.link, *id_))

        def pays(oracle: OracleLink) -> Any:
            return oracle.pay(id_, Cash(claim.id, seat, as_read, 0, 0, ""), amount_mc, paid_from)

        self.says(claim.link, table, value, pays)

    @rule(
        which=indices,
        outcome=st.sampled_from(("never_happened", "recovered", "written_off")),
        part=st.sampled_from((None, None, "half", "more", "one")),
        signed=signatures,
    )
    def mends(self, which: int, outcome: Any, part: str | None, signed: int) -> None:
        """Two people correct a payment, or some of it; one signature is none."""
        if not self.paid:
            return
        link, *id_ = self.paid[which % len(self.paid)]
        table, seq = id_
        cash = self.oracle[link].cash.get((table, seq))
        beyond_mc = 0 if cash is None else cash.beyond // RATE
        amount_mc = {"half": beyond_mc // 2, "more": beyond_mc + 1, "one": 1}.get(part or "")
        value = self.desks[link].mends(seq, outcome, amount_mc, table=table, signed=SIGNED[:signed])
        if signed == len(SIGNED):
            self.controls(link, value, lambda oracle: oracle.mend((table, seq), outcome, amount_mc))
        else:
            self.controls(link, value, lambda _: [("leg_refused", "payment_correction")])


def pick(claims: list[Claim], which: int) -> list[Claim]:
    """One of them, if there is any."""
    return [claims[which % len(claims)]] if claims else []
