"""A02–A06, A09–A12, A18, A19: awards that are paid: how, from where, to whom, after which steps (x.11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from events.envelope import LIVE
from events.vocabulary.play import WagerSettled
from games.procedure.awards import AwardSteps
from projections.examining.check import ROUND_DONE, Check, Found, Moment
from projections.examining.memory.own_book import is_of_own_book
from projections.examining.memory.table_state import Award, OpenRound

PAID = ("progressive_paid", "wager_settled")
_GAME_ACCOUNT, _INVENTORY = "game_account", "table_inventory"


class Paid(NamedTuple):
    """An award that is paid now: of a meter, where there is a claim, or fixed."""

    steps: AwardSteps
    seat: int
    wager: str
    claim: Award | None
    light_seq: int
    lit: bool
    validated_seq: int
    amount_mc: int
    paid_from: str

    @property
    def about(self) -> str:
        """What tells it from others of the round."""
        return f"{self.seat} {self.wager}"


def award_steps(moment: Moment, wager: str) -> AwardSteps | None:
    """The subsections by which awards of a wager are verified and paid; None where it has none."""
    return moment.game.award_steps.get(wager)


def _paid(moment: Moment) -> Paid | None:
    """The award that the event pays; None where it pays none.

    The settlement of a claimed wager carries the amount too: it is the payment's cash, and no second award.
    """
    body = moment.body
    if is_of_own_book(moment.event, body):
        return None  # no link owes it, whatever was done before: R06
    if moment.event.type == "progressive_paid":
        return _share_paid(moment)
    steps, round_ = award_steps(moment, body.wager), moment.own_round
    if steps is None or not body.paid_mc or round_ is None:
        return None
    if _is_paid_by_link(moment, round_, body):
        return None
    place = (round_.name, body.seat, body.wager)
    claims = moment.table.awards.values()
    if any(
        place[0] == each.round and place[2] == each.wager and body.seat in each.sharing for each in claims
    ):
        return None
    lights = [*round_.of("progressive_light_verified", seat=body.seat, wager=body.wager)]
    validated = round_.first("fixed_award_validated", seat=body.seat, wager=body.wager)
    light_seq, lit = (lights[-1].seq, lights[-1].body.lit) if lights else (0, False)
    validated_seq = 0 if validated is None else validated.seq
    return Paid(
        steps, body.seat, body.wager, None, light_seq, lit, validated_seq, body.paid_mc, body.paid_from or ""
    )


def _share_paid(moment: Moment) -> Paid | None:
    """The share of a meter that a payment is of; None for one that rests on no claim."""
    body = moment.body
    claim = moment.table.awards.get(body.claim_seq)
    steps = None if claim is None else award_steps(moment, claim.wager)
    if claim is None or steps is None:
        return None
    at = (claim.light_seq, claim.lit, claim.validated_seq)
    return Paid(steps, body.seat, claim.wager, claim, *at, body.amount_mc, body.paid_from)


def _is_paid_by_link(moment: Moment, round_: OpenRound, body: WagerSettled) -> bool:
    """Whether a payment was recorded of a claim that was sent back, or the same cash for a claim that nobody
    made (R06): its link judges what was paid for it.

    Of a test or of training no link decides anything.
    """
    claims = {step.seq for step in round_.of("progressive_claimed", wager=body.wager)}
    paid = [step.body for step in round_.of("progressive_paid", seat=body.seat)]
    return moment.event.mode == LIVE and any(
        each.claim_seq in claims or each.amount_mc == body.paid_mc for each in paid
    )


def light_not_verified(moment: Moment) -> Iterator[Found]:
    """A02: before it is paid, the dealer looks whether the light is on."""
    paid = _paid(moment)
    if paid is not None and paid.steps.light is not None and not paid.light_seq:
        text = f"Seat {paid.seat} was paid a progressive award, and nobody had looked at the light."
        yield _found(moment, paid, paid.steps.light, text)


def paid_without_light(moment: Moment) -> Iterator[Found]:
    """A03: the light was off, so the wager had not been taken, and it was paid all the same."""
    paid = _paid(moment)
    if paid is not None and paid.steps.light is not None and paid.light_seq and not paid.lit:
        text = f"Seat {paid.seat} was paid a progressive award though its light was off."
        yield _found(moment, paid, paid.steps.light, text)._replace(due_mc=0, done_mc=paid.amount_mc)


def _lacks_validation(paid: Paid, moment: Moment) -> bool:
    """Whether nobody has validated. Of a live claim its link says so, which knows whether it stands."""
    if paid.validated_seq or (paid.claim is not None and moment.event.mode == LIVE):
        return False
    stake_mc = getattr(moment.body, "stake_mc", 0)
    for_one = paid.amount_mc // stake_mc if stake_mc else 0
    return paid.claim is not None or for_one >= paid.steps.validated_from


def not_validated(moment: Moment) -> Iterator[Found]:
    """A04: a floorperson or above validates before an award is paid."""
    paid = _paid(moment)
    if paid is not None and not paid.wager.startswith("fchb") and _lacks_validation(paid, moment):
        text = f"Seat {paid.seat} was paid a progressive award that nobody had validated."
        yield _found(moment, paid, paid.steps.validated, text)


def five_card_not_validated(moment: Moment) -> Iterator[Found]:
    """A05: a Five Card award from 500 for 1 up, or of a percentage, needs a floorperson (647a.11(j)(2))."""
    paid = _paid(moment)
    if paid is not None and paid.wager.startswith("fchb") and _lacks_validation(paid, moment):
        text = f"Seat {paid.seat} was paid a Five Card award that nobody had validated."
        yield _found(moment, paid, paid.steps.validated, text)


def validated_before_light(moment: Moment) -> Iterator[Found]:
    """A06: the light is verified before a floorperson validates."""
    paid = _paid(moment)
    if paid is not None and 0 < paid.validated_seq < paid.light_seq:
        text = f"The award of seat {paid.seat} was validated before anybody had looked at the light."
        found = _found(moment, paid, paid.steps.validated, text)
        yield found._replace(seqs=(paid.validated_seq, paid.light_seq))


def percentage_from_inventory(moment: Moment) -> Iterator[Found]:
    """A09: a percentage of a meter is never paid from the table inventory."""
    paid = _paid(moment)
    if paid is not None and paid.claim is not None and paid.paid_from == _INVENTORY:
        text = f"The share of the meter of seat {paid.seat} was paid from the table inventory."
        yield _found(moment, paid, paid.steps.paid, text)


def percentage_to_account(moment: Moment) -> Iterator[Found]:
    """A10: nor is it credited to a game account (647a.11(j)(3))."""
    paid = _paid(moment)
    if paid is None or paid.claim is None or not paid.wager.startswith("fchb"):
        return
    if paid.paid_from == _GAME_ACCOUNT:
        text = f"The share of the meter of seat {paid.seat} was credited to a game account."
        yield _found(moment, paid, paid.steps.paid, text)


def usual_source(wager: str) -> str:
    """Whence a fixed award is paid without papers; a Five Card one is credited (647a.11(j)(3))."""
    return _GAME_ACCOUNT if wager.startswith("fchb") else _INVENTORY


def _fixed_elsewhere(moment: Moment, *, five_card: bool) -> Iterator[Found]:
    """Fixed awards that were not paid as usual, and for which there are no papers when the round is done.

    A round may be closed that nobody opened, or that was closed before.
    """
    if moment.round is None:
        return
    for step in moment.round.of("wager_settled"):
        body, steps = step.body, award_steps(moment, step.body.wager)
        if steps is None or body.wager.startswith("fchb") != five_card or not body.paid_mc:
            continue
        if body.paid_from in (usual_source(body.wager), None) or _is_claimed(moment, body.seat, body.wager):
            continue
        if _is_paid_by_link(moment, moment.round, body):
            continue
        if moment.round.first("award_documented", seat=body.seat, wager=body.wager) is None:
            where = "credited to the game account" if five_card else "paid from the table inventory"
            text = f"The award of seat {body.seat} was not {where}, and no papers were made out."
            about = f"{body.seat} {body.wager}"
            yield Found(steps.paid, text, about, (step.seq,), seat=body.seat, wager=body.wager)


def _is_claimed(moment: Moment, seat: int, wager: str) -> bool:
    assert moment.round is not None
    claims = [step.body for step in moment.round.of("progressive_claimed", wager=wager)]
    return any(seat == claim.seat or seat in claim.sharing_seats for claim in claims)


def five_card_undocumented(moment: Moment) -> Iterator[Found]:
    """A11: a fixed Five Card award goes to the game account, or has papers (647a.11(j)(3))."""
    return _fixed_elsewhere(moment, five_card=True)


def undocumented(moment: Moment) -> Iterator[Found]:
    """A12: an award that is not paid from the inventory has papers; told when its round's cards are gone."""
    if moment.event.type == "round_closed":
        yield from _fixed_elsewhere(moment, five_card=False)
        return
    for award in moment.table.awards.values():
        steps = award_steps(moment, award.wager)
        if steps is not None and award.paid_seq and not award.documented_seq:
            text = f"The award of seat {award.seat} was paid, and no papers were made out."
            yield Found(
                steps.paid,
                text,
                str(award.seq),
                (award.seq, award.paid_seq),
                award.seat,
                award.wager,
                award.round,
            )


def division(moment: Moment, wager: str) -> str:
    """Where it says what an award of a wager amounts to, and to whom."""
    return "647a.12(e)(2)" if wager.startswith("fchb") else f"{moment.x}.12(d)(4)"


def paid_to_another(moment: Moment) -> Iterator[Found]:
    """A18: an award is paid to the seat that won it."""
    paid = _paid(moment)
    if paid is not None and paid.claim is not None and paid.seat not in paid.claim.sharing:
        text = f"The award of seat {paid.claim.seat} was paid to seat {paid.seat}."
        found = _found(moment, paid, division(moment, paid.wager), text)
        yield found._replace(due_mc=0, done_mc=paid.amount_mc)


def two_awards(moment: Moment) -> Iterator[Found]:
    """A19: only the highest hand of a wager is paid."""
    paid = _paid(moment)
    if paid is None or paid.claim is None:
        return
    for other in moment.table.awards.values():
        same = (other.round, other.seat, other.wager) == (paid.claim.round, paid.claim.seat, paid.claim.wager)
        if same and other.seq != paid.claim.seq and other.paid_seq:
            section = "647a.12(e)(2)" if paid.wager.startswith("fchb") else f"{moment.x}.12(d)(2)"
            text = f"Seat {paid.seat} was paid two awards for one wager."
            found = _found(moment, paid, section, text)
            yield found._replace(seqs=(other.paid_seq,), due_mc=0, done_mc=paid.amount_mc)


def _found(moment: Moment, paid: Paid, section: str, text: str) -> Found:
    claim = paid.claim
    seqs = () if claim is None else (claim.seq,)
    name = moment.event.round if claim is None else claim.round
    return Found(section, text, paid.about, seqs, paid.seat, paid.wager, name)


_BOTH, _GONE = ("647a", "678a"), ("round_opened", "table_closed")
CHECKS = (
    Check("A02", "light_not_verified", PAID, "awards", light_not_verified, chapters=_BOTH),
    Check("A03", "paid_without_light", PAID, "awards", paid_without_light, chapters=_BOTH),
    Check("A04", "award_not_validated", PAID, "awards", not_validated, chapters=_BOTH),
    Check("A05", "five_card_not_validated", PAID, "awards", five_card_not_validated, chapters=("647a",)),
    Check("A06", "validated_before_light", PAID, "awards", validated_before_light, chapters=_BOTH),
    Check("A09", "percentage_from_inventory", PAID, "awards", percentage_from_inventory, chapters=_BOTH),
    Check("A10", "percentage_to_account", PAID, "awards", percentage_to_account, chapters=("647a",)),
    Check(
        "A11", "five_card_undocumented", (ROUND_DONE,), "awards", five_card_undocumented, chapters=("647a",)
    ),
    Check("A12", "award_undocumented", ("round_closed", *_GONE), "awards", undocumented, chapters=_BOTH),
    Check("A18", "paid_to_another_seat", PAID, "awards", paid_to_another, chapters=_BOTH),
    Check("A19", "two_awards_for_one_wager", PAID, "awards", two_awards, chapters=_BOTH),
)
