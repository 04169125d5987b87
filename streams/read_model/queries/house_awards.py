"""Awards of house money with their steps: fixed awards of progressive wagers, and envy.

A fixed award that a floorperson has validated and nobody has paid is one of them, too. What a claim has taken
over is its link's to pay and not shown here.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from games.procedure.duties import Duty
from projections.ledger.award_duties import fixed_duties, missing
from projections.ledger.award_steps import StepTaken
from projections.ledger.house_payments import ENVY, FIXED
from streams.read_model.queries.awards import StepsTaken
from streams.read_model.store import ReadStore

_UNPAID: Final = """
SELECT v.*, (SELECT max(seq) FROM selections AS s WHERE s.stream = v.stream AND s.seq < v.seq) AS selections
FROM award_steps AS v
WHERE v.step = 'fixed award validated' AND v.mode = 'live' AND NOT EXISTS (
  SELECT 1 FROM house_payments AS p
  WHERE p.stream = v.stream AND p.round = v.round AND p.seat = v.seat AND p.wager = v.wager)
ORDER BY v.stream, v.seq
"""


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a payment of house money: mended by two people, or taken over by a claim."""

    seq: int
    change: str
    amount_mc: int
    document: str
    signed_by: tuple[str, ...]
    reason: str
    at_us: int


@dataclass(frozen=True, slots=True)
class HouseAward:
    """A fixed award or an Envy Bonus, and how far it has come: validated, paid, mended.

    `payment_seq` is 0 where it was not paid. `paid_mc` is what is left of the payment.
    """

    kind: str
    table: str
    payment_seq: int
    round: str
    seat: int
    wager: str
    hand: str
    amount_mc: int
    paid_mc: int
    status: str
    gaming_day: str
    recorded_at_us: int
    steps: tuple[StepTaken, ...]
    missing: tuple[Duty, ...] | None
    changes: tuple[Change, ...]

    @property
    def written_off_mc(self) -> int:
        """What the house bears: the player has it all the same."""
        return sum(change.amount_mc for change in self.changes if change.change == "written_off")


def house_awards(store: ReadStore, steps: StepsTaken) -> Iterator[HouseAward]:
    """Every award of house money, table by table in the order of the payments, then what is unpaid."""
    rulebooks = {
        (row["stream"], row["seq"]): row["rulebook"]
        for row in store.rows("SELECT stream, seq, rulebook FROM selections")
    }
    changes = _changes(store)
    for row in store.rows("SELECT * FROM house_payments ORDER BY stream, seq"):
        of_payment = changes.get((row["stream"], row["seq"]), [])
        taken_mc = sum(each.amount_mc for each in of_payment if each.change == "claimed")
        if taken_mc < row["amount_mc"] or not row["amount_mc"]:
            rulebook = rulebooks.get((row["stream"], row["selections_seq"]), "")
            yield _paid(row, rulebook, steps, of_payment)
    for row in store.rows(_UNPAID):
        yield _unpaid(row, rulebooks.get((row["stream"], row["selections"] or 0), ""), steps)


def _changes(store: ReadStore) -> dict[tuple[str, int], list[Change]]:
    found: dict[tuple[str, int], list[Change]] = defaultdict(list)
    for row in store.rows("SELECT * FROM house_payment_changes ORDER BY stream, seq"):
        mended = (row["document"], tuple(json.loads(row["signed_by"])), row["reason"])
        change = Change(row["seq"], row["change"], row["amount_mc"], *mended, row["at_us"])
        found[row["stream"], row["payment_seq"]].append(change)
    return found


def _paid(row: dict[str, Any], rulebook: str, steps: StepsTaken, changes: list[Change]) -> HouseAward:
    envy = row["kind"] == ENVY
    taken = [*_steps(row, steps, envy=envy)]
    paid = _payment_step(row)
    taken = sorted((*taken, paid), key=lambda step: step.seq)
    hand = row["hand"] or next((step.hand for step in taken if step.hand), "")
    duties = (
        []
        if envy
        else fixed_duties(rulebook, row["wager"], row["stake_mc"], row["amount_mc"], row["paid_from"])
    )
    left_mc = row["amount_mc"] - sum(change.amount_mc for change in changes)
    return HouseAward(
        kind=row["kind"],
        table=row["stream"].removeprefix("table:"),
        payment_seq=row["seq"],
        round=row["round"],
        seat=row["seat"],
        wager=row["wager"],
        hand=hand,
        amount_mc=row["amount_mc"],
        paid_mc=left_mc,
        status="mended" if any(each.change != "claimed" for each in changes) else "paid",
        gaming_day=row["of_day"],
        recorded_at_us=row["at_us"],
        steps=tuple(taken),
        missing=None if duties is None else tuple(missing(duties, taken)),
        changes=tuple(changes),
    )


def _unpaid(row: dict[str, Any], rulebook: str, steps: StepsTaken) -> HouseAward:
    """A fixed award that was validated and not paid; its stake, and what it is paid from, are not known."""
    taken = [*_steps(row, steps, envy=False)]
    duties = fixed_duties(rulebook, row["wager"], 0, row["amount_mc"], "")
    return HouseAward(
        kind=FIXED,
        table=row["stream"].removeprefix("table:"),
        payment_seq=0,
        round=row["round"],
        seat=row["seat"],
        wager=row["wager"],
        hand=row["hand"],
        amount_mc=row["amount_mc"],
        paid_mc=0,
        status="validated",
        gaming_day=row["gaming_day"],
        recorded_at_us=row["recorded_at_us"],
        steps=tuple(taken),
        missing=None if duties is None else tuple(missing(duties, taken)),
        changes=(),
    )


def _steps(row: dict[str, Any], steps: StepsTaken, *, envy: bool) -> Iterator[StepTaken]:
    """The steps of the round that are about this seat and wager; envy has none but its payment."""
    for step in steps.of_house_money(row["stream"], row["round"]):
        if not envy and (step.seat, step.wager) == (row["seat"], row["wager"]):
            yield step


def _payment_step(row: dict[str, Any]) -> StepTaken:
    """The payment itself: the settlement of the wager, or the envy."""
    return StepTaken(
        step="envy paid" if row["kind"] == ENVY else "fixed award paid",
        seq=row["seq"],
        round=row["round"],
        link="",
        claim_seq=0,
        seat=row["seat"],
        wager=row["wager"],
        hand=row["hand"],
        badge=row["paid_by"],
        amount_mc=row["amount_mc"],
        said=row["paid_from"],
        gaming_day=row["of_day"],
        recorded_at_us=row["at_us"],
    )
