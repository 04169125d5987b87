"""An award validated or rejected: by a floorperson or above who did not claim it, and did not pay it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from console.acts.awards import claim_of, rejection, validation
from console.acts.fact import Fact
from console.recording.clerk import Clerk, answers_to, refused_because
from console.web.acting.form import Filled, Line, Move, Outcome, Plan, Seen, Sheet, require
from console.web.asked import Asked
from console.web.frame.places import address
from console.web.frame.words import plain
from console.web.showing.awards.award import hit_of
from events.money import text
from events.naming import comparable
from events.vocabulary.award_records import AwardReturned, AwardValidated
from events.vocabulary.meters import LegRefused
from projections.signatures import own_claim_problem, validating_problem
from streams.read_model.queries.awards import Award
from streams.read_model.queries.hits import Hit
from streams.read_model.queries.meters import amount_at

AWARD: Final = "/awards/{link}/{table}/{claim}"


def cards_of(typed: str) -> tuple[str, ...]:
    """Cards as they are written, with blanks or commas between them."""
    cards = tuple(typed.replace(",", " ").split())
    wrong = [card for card in cards if len(card) != 2 or card[0] not in RANKS or card[1] not in "cdhs"]
    if wrong:
        raise ValueError(f"{wrong[0]!r} is not a card: write rank and suit, such as 9h or Td")
    return cards


RANKS: Final = "23456789TJQKA"


def validate_sheet(asked: Asked) -> Sheet:
    """The award, and the cards as they were claimed."""
    hit, _ = hit_of(asked)
    claim = claim_of(asked.log, hit.award)
    cards = " ".join(claim.cards) if claim is not None else ""
    return _sheet(asked, hit, "Validate", {"cards": cards})


def reject_sheet(asked: Asked) -> Sheet:
    """The award."""
    hit, _ = hit_of(asked)
    return _sheet(asked, hit, "Reject", {})


def _sheet(asked: Asked, hit: Hit, verb: str, typed: dict[str, str]) -> Sheet:
    award = hit.award
    at = address("/rounds/{round}", round=award.round) + f"?at={award.claim_seq}"
    claimed = next((step.badge for step in hit.steps if step.step == "claimed"), "")
    return Sheet(
        title=f"{verb} {text(award.amount_mc)} of {award.link}",
        back=address(AWARD, **asked.places),
        lines=(
            Line("award", f"{plain(award.hand)}, {plain(award.wager)}, seat {award.seat}"),
            Line("round", award.round, at),
            Line("claimed by", claimed),
            Line("stands", plain(award.standing), tone="pending"),
        ),
        typed=typed,
    )


def validate_plan(asked: Asked, filled: Filled) -> Plan:
    """That the award may be paid."""
    hit, _ = hit_of(asked)
    _require_may(asked, hit, filled.badge, "validate")
    award = hit.award
    fact = validation(award, filled.badge, filled["cards"] or ())
    moves = (Move(f"award of {text(award.amount_mc)}", plain(award.standing), "validated: it may be paid"),)
    return _plan("validate", award, fact, moves, "It may be paid now.")


def reject_plan(asked: Asked, filled: Filled) -> Plan:
    """That the award is not due: its amount goes back to the meter."""
    hit, _ = hit_of(asked)
    _require_may(asked, hit, filled.badge, "reject")
    award = hit.award
    fact = rejection(award, filled.badge, filled["reason"])
    now_mc = amount_at(asked.store, award.link, award.meter, asked.now_us)
    moves = (
        Move(f"award of {text(award.amount_mc)}", plain(award.standing), "rejected"),
        Move(f"{award.link} {award.meter}", text(now_mc), "what it would be had this not been claimed"),
    )
    return _plan("reject", award, fact, moves, "The amount is back on its meter.")


def _plan(verb: str, award: Award, fact: Fact, moves: tuple[Move, ...], said: str) -> Plan:
    return Plan(
        asks=f"{verb} the award of {text(award.amount_mc)} at {award.table}, claim {award.claim_seq}",
        facts=(fact,),
        record=_recording(fact, award, said),
        moves=moves,
        seen=(Seen("the award", award.recorded_at_us, f"{plain(award.standing)}, {text(award.amount_mc)}"),),
    )


def _recording(fact: Fact, award: Award, said: str) -> Callable[[Clerk, str], Outcome]:
    def record(clerk: Clerk, id_: str) -> Outcome:
        recorded = fact.record(clerk, id_)
        if recorded.refused:
            return Outcome((recorded,), refused=refused_because(recorded.event))
        answer = clerk.answer(answers_to(recorded))
        match None if answer is None else answer.body:
            case None:
                later = f"The keeper of {award.link} has not answered yet: look at the award again."
                return Outcome((recorded,), said=later)
            case LegRefused(reason=reason):
                return Outcome((recorded,), refused=f"The keeper of {award.link} refused: {reason}")
            case AwardValidated() | AwardReturned():
                return Outcome((recorded,), said=said)
            case other:
                raise AssertionError(f"a keeper answers {fact.type} with {other.TYPE}")

    return record


def _require_may(asked: Asked, hit: Hit, badge: str, verb: str) -> None:
    """Say at once what recorder and keeper would: who claimed or paid it does not validate it."""
    award = hit.award
    require("" if award.status == "locked" else f"the award is {plain(award.standing)} already")
    require(validating_problem(asked.site.register().stamps((badge,)), badge))
    claim = claim_of(asked.log, award)
    claimed = claim.claimed_by if claim is not None else ()
    if own_claim_problem(claimed, award.claim_seq, badge):
        require(f"{badge} claimed this award and cannot {verb} it. Ask another floorperson")
    payers = {comparable(payment.paid_by) for payment in hit.payments}
    require(
        f"{badge} paid this award and cannot {verb} it. Ask another" if comparable(badge) in payers else ""
    )
