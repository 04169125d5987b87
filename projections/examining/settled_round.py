"""A round that is done, against what was due: what every check of money and of irregularities looks at.

It is made once a round and kept with it. What a difference is called is for the checks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from events.envelope import LIVE
from events.vocabulary.play import WagerSettled
from events.vocabulary.progressive import ProgressiveClaimed, ProgressivePaid
from games import registry, rulebook
from games.chapter import IrregularityRule, Rulebook
from games.errors import UnknownRulebook
from games.game import Game
from games.judgement import FOLDS
from projections.examining.check import END_TYPES, Found, Moment
from projections.examining.memory.table_state import OpenRound, Selections, Step
from projections.rounds.done import UNKNOWN_CLAIM, Place, claims_of
from projections.rounds.replay import begun, take
from projections.rounds.terms import Terms
from projections.rounds.verdict import AMOUNTS, OF_METER, Known, RoundVerdict, Row, judge
from projections.rounds.view import RoundView


@dataclass(slots=True)
class SettledRound:
    """A round that is closed or void, rebuilt, with its verdict."""

    view: RoundView
    steps: list[Step]
    book: Rulebook
    game: Game
    verdict: RoundVerdict
    named: dict[str, list[Found]] | None = None
    """What is wrong with its money, by the check that says so, once that has been worked out."""

    @property
    def kind(self) -> str:
        """The irregularity by which wagers go back or are left to a ruling; empty for none."""
        described = self.verdict.description
        kind: str = described["event"]["type"] if described is not None and "event" in described else ""
        rule = self.book.irregularities.get(kind)
        return "" if rule is None or (rule.returned == () and not rule.silent) else kind

    @property
    def rule(self) -> IrregularityRule | None:
        """What the chapter says about that."""
        return self.book.irregularities.get(self.kind)

    @property
    def voided(self) -> bool:
        """Whether it was declared void."""
        return self.view.status == "voided"

    def section(self, kind: str) -> str:
        """Where the chapter speaks of a kind of irregularity; of a stub, by how cards are dealt."""
        if kind == "stub_count_wrong":
            return self.book.cards.stub_wrong[self.view.dealing or "manual_shoe"]
        rule = self.book.irregularities.get(kind)
        return rule.section if rule is not None else f"{self.book.chapter}.13"

    def settlements(self, place: Place) -> list[Step]:
        """How a wager was settled, each time."""
        return [
            step
            for step in self.steps
            if step.type == "wager_settled" and (step.body.seat, step.body.wager) == place
        ]

    def placed_mc(self, place: Place) -> int:
        """What was staked on a wager."""
        seat = self.view.seats.get(place[0])
        return 0 if seat is None else seat.wagers.get(place[1], 0)

    def gave_up(self, seat: int) -> bool:
        """Whether a player folded or forfeited."""
        seen = self.view.seats.get(seat)
        return seen is not None and any(decided.action in FOLDS for decided in seen.decisions)

    def seqs(self, *types: str) -> tuple[int, ...]:
        """The numbers of what happened of these types."""
        return tuple(step.seq for step in self.steps if step.type in types)

    def claimed(self) -> set[Place]:
        """Wagers whose award was claimed: their link judges what was paid."""
        return {
            (seat, award.body.wager)
            for number, seen in self.view.seats.items()
            for award in seen.awards
            if isinstance(award.body, ProgressiveClaimed)
            for seat in (number, *award.body.sharing_seats, *award.body.other_boxes)
        }

    def told_twice(self) -> set[Place]:
        """Wagers whose settlement tells the cash of a payment for a claim that nobody made: that is R06."""
        if self.view.mode != LIVE:
            return set()
        claims = claims_of(self.view)
        awarded = {each.name for each in self.game.wagers if each.progressive}
        return {
            (number, settled.wager)
            for number, seen in self.view.seats.items()
            for award in seen.awards
            if isinstance(award.body, ProgressivePaid) and award.body.claim_seq not in claims
            for settled in seen.settled
            if settled.wager in awarded and settled.paid_mc == award.body.amount_mc
        }

    def rows(self) -> Iterator[Row]:
        """Every wager, but for what only a link can judge."""
        has_awards = any(seat.awards for seat in self.view.seats.values())
        elsewhere = self.claimed() | self.told_twice() if has_awards else set()
        for row in self.verdict.rows:
            if not _is_share(row) and row.wager != UNKNOWN_CLAIM and (row.seat, row.wager) not in elsewhere:
                yield row

    def unclaimed_shares(self) -> Iterator[Row]:
        """Wagers whose hand wins a share of a meter that nobody claimed: how much, its link would say."""
        shares = [row for row in self.verdict.rows if _is_share(row)]
        claimed = self.claimed() if shares else ()
        yield from (row for row in shares if (row.seat, row.wager) not in claimed)


def _is_share(row: Row) -> bool:
    return row.rate is not None and row.rate.endswith(OF_METER)


def settled_round(moment: Moment) -> SettledRound | None:
    """The round of a moment when it is done; None where it never ended, or not all of it is remembered."""
    round_ = moment.round
    assert round_ is not None
    if moment.settled is None:
        moment.settled = _made(moment, round_) or ()
    found: SettledRound | None = moment.settled or None
    return found


def _made(moment: Moment, round_: OpenRound) -> SettledRound | None:
    selected = round_.selections
    if round_.cut_short or selected is None:
        return None
    try:
        book = rulebook.by_name(selected.rulebook)
    except UnknownRulebook:
        return None
    event = moment.event
    is_last = event.type in END_TYPES or (event.type == "wager_settled" and event.round == round_.name)
    steps = [*round_.steps, Step(event, moment.body)] if is_last else round_.steps
    view = begun(steps[0].event)
    for step in steps:
        take(view, step.event, step.body)
    if view.status == "open":
        return None
    view.dealing = view.dealing or round_.dealing
    known = Known(_terms(selected, book), round_.players, dict.fromkeys(book.meter_names, 0))
    game = registry.by_name(book.game)
    return SettledRound(view, steps, book, game, judge(view, known, AMOUNTS))


def _terms(selected: Selections, book: Rulebook) -> Terms:
    limit_mc = selected.payout_limit_mc
    return Terms(
        game=book.game,
        rulebook=selected.rulebook,
        paytables=selected.paytables,
        options=selected.options,
        payout_limit_mc=selected.limit_by_chapter_mc if limit_mc is None else limit_mc,
        boxes_per_player=selected.boxes_per_player,
    )


def by_place(view: RoundView) -> Mapping[Place, list[WagerSettled]]:
    """How each wager was settled."""
    found: dict[Place, list[WagerSettled]] = {}
    for number, seat in view.seats.items():
        for settled in seat.settled:
            found.setdefault((number, settled.wager), []).append(settled)
    return found
