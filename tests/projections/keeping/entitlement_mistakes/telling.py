"""A floor where each lie is told on purpose: all else is as it should be, and what must hold is checked."""

from __future__ import annotations

from typing import Any

from events.vocabulary.legs import PlainLeg
from events.vocabulary.table import PaytableSelected, ProgressiveOffered, TableOpened
from tests.projections.keeping.lying_floor import EAST, UNIT_MC, WAGERS
from tests.projections.keeping.lying_tables import LyingTables
from tests.scenario import Desk


class Telling(LyingTables):
    """Two links in play and T1 at both; by default everything is about T1 and EAST, and about the last."""

    def __init__(self) -> None:
        super().__init__()
        self.begins()

    def holds(self) -> None:
        """What holds after every leg."""
        self.every_cent_is_on_an_account()
        self.state_is_bounded()

    def select(self, offers: str = "all", other: str = "", table: str = "T1", link: str = EAST) -> None:
        """A table says by what it plays."""
        self.selects(table, link, offers, other)
        self.holds()

    def bet(
        self, *seats: int, wager: str = "progressive", odd: bool = False, again: bool = False,
        control: int = 0, selections: int = 1, table: str = "T1", link: str = EAST,
    ) -> None:  # fmt: skip
        """No more bets: `control` and `selections` say by how much they are off."""
        self.bets(table, link, list(seats), wager, odd, again, control, selections)
        self.holds()

    def claim(
        self, seat: int, hand: str = "all", wager: str = "progressive", *, shown: str = "none",
        made: str = "none", folded: bool = False, share: str = "right", table: str = "T1", link: str = EAST,
    ) -> None:  # fmt: skip
        """A hand is claimed."""
        self.shows(table, link, seat, wager, hand, shown, made, folded, True, share)
        self.holds()

    def validate(
        self, which: int = -1, by: str = "F-1", shown: str = "right", seen: str = "none", *,
        folded: bool = False, rank: str = "",
    ) -> None:  # fmt: skip
        """A claim's award is validated."""
        self.validates(which, by, shown, seen, folded, rank)
        self.holds()

    def pay(
        self, which: int = -1, amount: str = "right", *, seat: int = 0, unknown: bool = False,
        paid_from: str = "cage", slip: str = "new",
    ) -> None:  # fmt: skip
        """A claim's award is paid."""
        self.pays(which, amount, 300_000, seat, unknown, paid_from, slip)
        self.holds()

    def mend(self, outcome: str, which: int = -1, amount: str = "all", signed: int = 2) -> None:
        """A payment is mended."""
        self.mends(which, outcome, amount, signed)
        self.holds()

    def reject(self, which: int = -1, rank: str = "") -> None:
        """A claim's award is rejected."""
        self.rejects(which, rank)
        self.holds()

    def void(self, *seats: int, table: str = "T1", link: str = EAST) -> None:
        """The round is void for these seats."""
        self.voids(table, link, list(seats))
        self.holds()

    def control_link(self, *what: str, link: str = EAST) -> None:
        """A link is closed, opened, changed, emptied, filled or retired."""
        for each in what:
            if each in ("opens", "opens_other"):
                self.opens(link, each == "opens")
            else:
                self.control(link, each)
            self.holds()

    def award(self, hand: str = "all", *, paid: str = "", seat: int = 1, table: str = "T1") -> None:
        """A round whose award is locked and, if it is to be paid, validated and paid."""
        self.bet(seat, table=table)
        self.claim(seat, hand, table=table)
        if paid:
            self.validate()
            self.pay(amount=paid)

    def comes(self, table: str, link: str) -> None:
        """A table that nobody knows says that it plays for a link."""
        offers = [ProgressiveOffered(wager=wager, link=link, unit_wager_mc=UNIT_MC) for wager in WAGERS]
        body: Any = TableOpened(
            game="any", rulebook="678a@2019-11-02", rulebook_sha256="0" * 64, submission="RS-1",
            paytables=tuple(PaytableSelected(wager=wager, paytable="A") for wager in WAGERS), options=(),
            wagers=("ante", *WAGERS), progressives=tuple(offers), payout_limit_mc=None,
            minimum_wager_mc=UNIT_MC, betting_positions=6, boxes_per_player=1, dealing="hand",
            shuffling="manual", approvals=(), signs=(), dealer="D-1", floorperson="F-1",
            legs=(PlainLeg(link=link, leg=1),),
        )  # fmt: skip
        self.takes(link, Desk("table", table, self.clock).records(body))
