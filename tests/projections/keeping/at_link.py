"""A link at hand, with tables that play into it: what the tests of the keeper begin with."""

from __future__ import annotations

from typing import Any

from events.vocabulary.links import MeterTerms
from tests.projections.folding import KeeperAtHand
from tests.scenario import SIX_CARDS, Clock, LinkDesk
from tests.scenario_table import TableDesk


class At:
    """A link that was opened, and two tables that have joined it, in their first round."""

    def __init__(self, **terms: Any) -> None:
        clock = Clock()
        self.link = LinkDesk("HCF", clock)
        self.table = TableDesk("T1", clock)
        self.other = TableDesk("T2", clock)
        self.keeper = KeeperAtHand()
        self._played: set[str | None] = set()
        self.opened = self.keeper.takes(self.link.opens(**terms))
        for table in (self.table, self.other):
            self.keeper.takes(table.joins("HCF", terms))
            table.opens_round()

    def bets(self, seats: Any, table: TableDesk | None = None) -> list[tuple[str, Any]]:
        """The wagers of a round, of a new one if they are in."""
        table = table or self.table
        if table.round in self._played:
            table.opens_round()
        self._played.add(table.round)
        return self.keeper.takes(table.closes_bets({"HCF": seats}))

    def claims(
        self, seat: int, hand: str = SIX_CARDS, table: TableDesk | None = None, **more: Any
    ) -> tuple[bytes, Any]:
        """The claim's bytes, and the body of the only record that answers it."""
        claim = (table or self.table).claims(seat, hand, **more)
        ((_, body),) = self.keeper.takes(claim)
        return claim, body

    def due_back(self, value: bytes) -> dict[int, tuple[int, str]]:
        """By seat the stake that is due back and why; the keeper must write nothing else."""
        ((type_, body),) = self.keeper.takes(value)
        assert type_ == "stake_due_back"
        return {stake.seat: (stake.amount_mc, stake.reason) for stake in body.stakes}

    def refusal(self, value: bytes) -> str:
        """Why the keeper refuses a leg; it must write nothing else."""
        ((type_, body),) = self.keeper.takes(value)
        assert type_ == "leg_refused"
        return f"{body.attempted}: {body.reason}"

    def cash(self, value: bytes) -> tuple[int, int, str]:
        """What of a payment settles a share, what stands beyond entitlement, and why."""
        ((type_, body),) = self.keeper.takes(value)
        assert type_ == "award_paid"
        return body.settled_mc, body.beyond_mc, body.beyond_reason

    @property
    def state(self) -> Any:
        """The state of the link."""
        return self.keeper.keeper.books["HCF"].state

    @property
    def meters(self) -> dict[str, tuple[int, int]]:
        """Primary and reserve of every meter, in millicents."""
        return {name: (m.primary_mc, m.reserve_mc) for name, m in self.state.meters.items()}


def small(
    primary_bp: int = 2_300,
    reserve_bp: int = 500,
    seed_mc: int = 0,
    reseed_mc: int = 0,
    limit_mc: int = 0,
    **terms: Any,
) -> dict[str, Any]:
    """Terms of one meter with figures that are easy to follow."""
    meter = MeterTerms(
        meter="progressive",
        seed_mc=seed_mc,
        reseed_mc=reseed_mc,
        primary_bp=primary_bp,
        reserve_bp=reserve_bp,
        limit_mc=limit_mc,
    )
    return {**terms, "meters": [meter]}
