"""Every award with its steps and payments, and which step of which section is missing; claims that won
nothing, and cash for no award."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from games.procedure.duties import Duty
from projections.ledger.award_duties import duties_of, missing
from projections.ledger.award_steps import StepTaken
from projections.ledger.spans import Bound, within
from streams.read_model.queries.awards import Award, AwardChange, StepsTaken, award_changes, awards_of
from streams.read_model.queries.house_awards import HouseAward, house_awards
from streams.read_model.queries.payments import (
    NOT_REMEMBERED,
    Claim,
    Mended,
    Payment,
    mended_payments,
    payments_of,
)
from streams.read_model.queries.shortfalls import BorneByHouse, borne_by_house
from streams.read_model.store import ReadStore


@dataclass(frozen=True, slots=True)
class Hit:
    """An award of a meter with its steps and payments, and how it was changed since.

    `missing` is None where no rulebook names the steps that it needs.
    """

    award: Award
    steps: tuple[StepTaken, ...]
    payments: tuple[Payment, ...]
    changes: tuple[AwardChange, ...]
    missing: tuple[Duty, ...] | None

    @property
    def paid_without_a_step(self) -> bool:
        """Whether something was paid of it although a step is missing; the rest of the payment is none."""
        if self.award.status == "returned" or not self.award.paid_mc:
            return False
        return any(duty.step != "pay" for duty in self.missing or ())

    @property
    def at_us(self) -> int:
        """When it was claimed."""
        return self.steps[0].recorded_at_us


@dataclass(frozen=True, slots=True)
class RepeatedPayment:
    """A payment that posted nothing, since its slip had been paid before; `reason` names the earlier one."""

    table: str
    payment: StepTaken
    reason: str


@dataclass(frozen=True, slots=True)
class RefusedClaim:
    """A claim that no award came of. Its step says why its link refused it; where that is None the link has
    not answered, and `asked` says whether it has ever heard of the table."""

    table: str
    claim: StepTaken
    asked: bool


@dataclass(frozen=True, slots=True)
class HitsTotal:
    """Hits of one meter, or of one kind of house money, added up; or the cash that no award was there for.

    `awarded_mc` leaves out what went back to its meter. `paid_mc` is what the account `paid` has of them:
    less what came back or never happened.
    """

    kind: str
    link: str
    meter: str
    hits: int
    awarded_mc: int
    paid_mc: int
    owed_mc: int


@dataclass(frozen=True, slots=True)
class Hits:
    """Awards of meters, awards of house money, claims that no award came of, cash that no award was there
    for, slips that came again."""

    awards: tuple[Hit, ...]
    house: tuple[HouseAward, ...]
    refused_claims: tuple[RefusedClaim, ...]
    for_no_award: tuple[Payment, ...]
    mended: Mapping[tuple[str, str, int], Sequence[Mended]]
    """How payments were mended, by book, table and payment."""
    repeated: tuple[RepeatedPayment, ...]
    borne: Mapping[tuple[str, int], Sequence[BorneByHouse]]
    """What the house bears of an award that went back, by link and record."""

    def totals(self) -> list[HitsTotal]:
        """All of it added up: meter by meter, then house money, then cash for no award."""
        sums: dict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
        for hit in sorted(self.awards, key=lambda hit: (hit.award.link, hit.award.meter)):
            award, paid_mc = hit.award, sum(map(_left_mc, hit.payments))
            awarded_mc = 0 if award.status == "returned" else award.amount_mc
            owed_mc = award.owed_mc if award.is_open else 0
            _add(sums["meter", award.link, award.meter], 1, awarded_mc, paid_mc, owed_mc)
        for house in sorted(self.house, key=lambda house: house.kind, reverse=True):
            _add(sums[house.kind, "", ""], 1, house.amount_mc, house.paid_mc + house.written_off_mc, 0)
        for payment in self.for_no_award:
            _add(sums["no_award", "", ""], 1, 0, _left_mc(payment), 0)
        return [HitsTotal(*key, *amounts) for key, amounts in sums.items()]

    def in_order_of_time(self) -> list[Hit | HouseAward]:
        """Awards of meters and of the house, as they came."""
        awards: list[tuple[int, Hit | HouseAward]] = [(hit.at_us, hit) for hit in self.awards]
        awards += [(award.recorded_at_us, award) for award in self.house]
        return [award for _, award in sorted(awards, key=itemgetter(0))]

    def mended_of(self, payment: Payment) -> Sequence[Mended]:
        """How a payment was mended, in order."""
        return self.mended.get((payment.book, payment.table, payment.payment_seq), ())

    def of_table(self, table: str) -> Hits:
        """The same of one table alone."""
        return replace(
            self,
            awards=tuple(hit for hit in self.awards if hit.award.table == table),
            house=tuple(award for award in self.house if award.table == table),
            refused_claims=tuple(each for each in self.refused_claims if each.table == table),
            for_no_award=tuple(payment for payment in self.for_no_award if payment.table == table),
            repeated=tuple(each for each in self.repeated if each.table == table),
        )

    def still_open(self) -> Hits:
        """What somebody has to do something about: awards that are not paid in full, claims that the link has
        not answered, cash for no award that is not mended."""
        return replace(
            self,
            awards=tuple(hit for hit in self.awards if hit.award.is_open),
            house=tuple(award for award in self.house if not award.payment_seq),
            refused_claims=tuple(each for each in self.refused_claims if each.claim.refused is None),
            for_no_award=tuple(payment for payment in self.for_no_award if payment.beyond_mc),
            repeated=(),
        )

    @property
    def paid_without_a_step(self) -> list[str]:
        """The rounds of awards that were paid, all or in part, without a step that must come before."""
        return [hit.award.round for hit in self.awards if hit.paid_without_a_step] + [
            award.round for award in self.house if award.payment_seq and award.missing
        ]


def hits(store: ReadStore, link: str | None, start: Bound, end: Bound) -> Hits:
    """What was claimed and paid within the span; of one link its own awards and payments alone."""
    steps = StepsTaken(store)
    awards = awards_of(store, link)
    payments = _by_claim(store)
    house = () if link is not None else house_awards(store, steps)
    known = {award.claim for award in awards}
    return Hits(
        awards=_hits(store, awards, steps, payments, (start, end)),
        house=tuple(award for award in house if within(award.gaming_day, award.recorded_at_us, start, end)),
        refused_claims=_refused_claims(store, steps, known, link, (start, end)),
        for_no_award=tuple(
            payment
            for claim, of_claim in payments.items()
            for payment in of_claim
            if (payment.in_table_book or claim not in known)
            and link in (None, payment.book)
            and within(payment.of_day, payment.recorded_at_us, start, end)
        ),
        mended=mended_payments(store),
        repeated=tuple(
            RepeatedPayment(table, step, step.refused)
            for table, step in steps.all_of("paid")
            if step.refused is not None
            and link in (None, step.link)
            and within(step.gaming_day, step.recorded_at_us, start, end)
        ),
        borne=_borne(store, link),
    )


def _borne(store: ReadStore, link: str | None) -> dict[tuple[str, int], list[BorneByHouse]]:
    found: dict[tuple[str, int], list[BorneByHouse]] = defaultdict(list)
    for borne in borne_by_house(store, link):
        found[borne.link, borne.seq].append(borne)
    return found


def _left_mc(payment: Payment) -> int:
    """What of a payment the player has."""
    return payment.amount_mc - payment.recovered_mc - payment.undone_mc


def _add(sums: list[int], *amounts: int) -> None:
    sums[:] = map(sum, zip(sums, amounts, strict=True))


class _Rulebooks:
    """By which rulebook a claim is judged: what its table was under when the round was opened.

    What link or table have selected since then takes no duty away. A table that has never said it is judged
    by its link.
    """

    def __init__(self, store: ReadStore) -> None:
        self._of_link = {
            row["link"]: row["rulebook"] for row in store.rows("SELECT link, rulebook FROM links")
        }
        self._of_table: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for row in store.rows("SELECT stream, seq, rulebook FROM selections ORDER BY stream, seq"):
            self._of_table[row["stream"]].append((row["seq"], row["rulebook"]))
        query = (
            "SELECT stream, round, first_seq FROM rounds "
            "WHERE mode = 'live' AND round IN (SELECT round FROM awards)"
        )
        self._opened = {(row["stream"], row["round"]): row["first_seq"] for row in store.rows(query)}

    def __call__(self, award: Award) -> str:
        """The rulebook of an award's round."""
        stream = f"table:{award.table}"
        selected = self._of_table.get(stream, [])
        opened = self._opened.get((stream, award.round), award.claim_seq)
        before = bisect_left(selected, opened, key=itemgetter(0))
        return selected[before - 1][1] if before else self._of_link.get(award.link, "")


def _refused_claims(
    store: ReadStore, steps: StepsTaken, known: set[Claim], link: str | None, span: tuple[Bound, Bound]
) -> tuple[RefusedClaim, ...]:
    """The claims of the span that no award came of, in the order of their time."""
    heard = {(row["link"], row["table"]) for row in store.rows('SELECT link, "table" FROM table_progress')}
    found = [
        RefusedClaim(table, claim, (claim.link, table) in heard)
        for table, claim in steps.all_of("claimed")
        if (claim.link, table, claim.seq) not in known
        and link in (None, claim.link)
        and within(claim.gaming_day, claim.recorded_at_us, *span)
    ]
    return tuple(sorted(found, key=lambda each: each.claim.recorded_at_us))


def _by_claim(store: ReadStore) -> dict[Claim, list[Payment]]:
    """Payments by the award that they name; what a link no longer remembers one by one is none, and what was
    paid by a decision of a case names none."""
    payments: dict[Claim, list[Payment]] = defaultdict(list)
    for payment in payments_of(store):
        if payment.payment_seq != NOT_REMEMBERED and payment.link:
            payments[payment.claim].append(payment)
    return payments


def _hits(
    store: ReadStore,
    awards: list[Award],
    steps: StepsTaken,
    payments: dict[Claim, list[Payment]],
    span: tuple[Bound, Bound],
) -> tuple[Hit, ...]:
    """The awards that were claimed within the span, in the order of their claims."""
    rulebook_of = _Rulebooks(store)
    changes = award_changes(store)
    found = []
    for award in awards:
        taken = steps.of(award)
        claim = next((step for step in taken if step.step == "claimed"), None)
        if claim is None or not within(claim.gaming_day, claim.recorded_at_us, *span):
            continue
        duties = duties_of(rulebook_of(award), award.wager or claim.wager)
        lacking = None if duties is None else tuple(missing(duties, taken, award.status))
        claim_of = award.claim
        found.append(
            Hit(
                award,
                tuple(taken),
                tuple(payments.get(claim_of, ())),
                tuple(changes.get(claim_of, ())),
                lacking,
            )
        )
    return tuple(sorted(found, key=lambda hit: hit.at_us))
