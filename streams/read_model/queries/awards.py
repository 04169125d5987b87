"""Awards of meters as they are now, and the steps that tables took about each; for every report of awards."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from projections.ledger.award_steps import ATTEMPTED, StepTaken, steps_of
from streams.read_model.store import ReadStore

_AWARDS: Final = """
SELECT a.*, claim.recorded_at_us AS locked_at_us
FROM awards AS a LEFT JOIN award_steps AS claim
  ON claim.stream = 'table:' || a."table" AND claim.seq = a.claim_seq
WHERE a.link = coalesce(?, a.link)
ORDER BY a.link, locked_at_us, a."table", a.claim_seq
"""
_STEPS: Final = tuple(field.name for field in fields(StepTaken) if field.name != "refused")
_OPEN: Final = ("locked", "validated")
PART_PAID: Final = "part_paid"


@dataclass(frozen=True, slots=True)
class Award:
    """An award of a meter and how far it has come: locked, validated, paid, returned."""

    link: str
    table: str
    claim_seq: int
    round: str
    seat: int
    wager: str
    hand: str
    meter: str
    amount_mc: int
    paid_mc: int
    status: str
    owed: tuple[tuple[int, int], ...]
    """Seats, and what each is still owed."""
    locked_at_us: int | None
    """When its claim was recorded, if the table's record of it is here."""
    recorded_at_us: int
    """When its link recorded the last change of it."""

    @property
    def claim(self) -> tuple[str, str, int]:
        """What it is known by: its link, its table, and the number of the claim there."""
        return self.link, self.table, self.claim_seq

    @property
    def is_open(self) -> bool:
        """Whether something of it may still be owed."""
        return self.status in _OPEN

    @property
    def owed_mc(self) -> int:
        """What is still to be paid."""
        return sum(owed_mc for _, owed_mc in self.owed) if self.owed else self.amount_mc - self.paid_mc

    @property
    def standing(self) -> str:
        """Its status, but for an award that is open and paid in part."""
        return PART_PAID if self.is_open and self.paid_mc else self.status

    @property
    def validated(self) -> bool | None:
        """Whether what is owed may be paid; None where nothing is."""
        return self.status == "validated" if self.is_open else None

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that it is owed to; where that is not known, the seat of the claim."""
        return tuple(seat for seat, _ in self.owed) or (self.seat,)


def awards_of(store: ReadStore, link: str | None = None) -> list[Award]:
    """Every award of a link, or of all: link by link, in the order of the claims."""
    return [_award(row) for row in store.rows(_AWARDS, (link,))]


def last_hits(store: ReadStore) -> dict[tuple[str, str], Award]:
    """The award that was claimed last of each meter, by link and meter, but for those that went back."""
    query = _AWARDS.replace("a.link = coalesce(?, a.link)", "a.status <> 'returned'")
    return {(row["link"], row["meter"]): _award(row) for row in store.rows(query)}


def _award(row: dict[str, Any]) -> Award:
    owed = tuple((seat, owed_mc) for seat, owed_mc in json.loads(row["owed"]))
    return Award(**{field.name: row[field.name] for field in fields(Award)} | {"owed": owed})


@dataclass(frozen=True, slots=True)
class AwardChange:
    """An award that was rejected or voided, or corrected because another one was."""

    change: str
    seq: int
    before_mc: int
    amount_mc: int
    by: str
    reason: str
    because_table: str
    because_claim_seq: int
    recorded_at_us: int


_CHANGES: Final = tuple(field.name for field in fields(AwardChange))


def award_changes(store: ReadStore) -> dict[tuple[str, str, int], list[AwardChange]]:
    """What became of awards since they were locked, by link, table and claim, in order."""
    found: dict[tuple[str, str, int], list[AwardChange]] = defaultdict(list)
    for row in store.rows("SELECT * FROM award_changes ORDER BY link, seq"):
        change = AwardChange(**{name: row[name] for name in _CHANGES})
        found[row["link"], row["table"], row["claim_seq"]].append(change)
    return found


class StepsTaken:
    """The steps that tables took about awards; found by their claim, or by round where they name none."""

    def __init__(self, store: ReadStore) -> None:
        self._of_claim: dict[tuple[str, int], list[StepTaken]] = defaultdict(list)
        self._of_round: dict[tuple[str, str], list[StepTaken]] = defaultdict(list)
        query = "SELECT * FROM award_steps WHERE mode = 'live' ORDER BY stream, seq"
        for row in store.rows(query):
            step = StepTaken(**{name: row[name] for name in _STEPS})
            if step.claim_seq:
                self._of_claim[row["stream"], step.claim_seq].append(step)
            else:
                self._of_round[row["stream"], row["round"]].append(step)
        self._refusals = {
            (row["source"], row["attempted"]): row["reason"]
            for row in store.rows("SELECT source, attempted, reason FROM refusals")
        }

    def of(self, award: Award) -> list[StepTaken]:
        """The steps of one award in their order, with why its link refused one, if it did."""
        stream = f"table:{award.table}"
        candidates = [
            *self._of_claim.get((stream, award.claim_seq), ()),
            *self._of_round.get((stream, award.round), ()),
        ]
        own = [step for step in candidates if step.link in ("", award.link)]
        steps = steps_of(award.claim_seq, award.seat, own)
        return [
            replace(step, refused=self._refused(stream, step)) for step in sorted(steps, key=lambda s: s.seq)
        ]

    def of_house_money(self, stream: str, round_: str) -> Iterable[StepTaken]:
        """The steps of a round that name no claim: those of fixed awards and envy, and every light."""
        return self._of_round.get((stream, round_), ())

    def all_of(self, name: str) -> list[tuple[str, StepTaken]]:
        """Every step of that name, such as every payment, by table, with why its link refused it."""
        return [
            (stream.removeprefix("table:"), replace(step, refused=self._refused(stream, step)))
            for (stream, _), steps in (*self._of_claim.items(), *self._of_round.items())
            for step in steps
            if step.step == name
        ]

    def _refused(self, stream: str, step: StepTaken) -> str | None:
        return self._refusals.get((f"{stream}#{step.seq}", ATTEMPTED.get(step.step, "")))
