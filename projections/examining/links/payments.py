"""A04, A05, A15, A17, A23, R05, R06: cash against what each seat was due of an award.

Each payment is one of the `Kind`s below and so has one name at most for its amount. What its table sees by
itself is named there: nobody had looked at the light (A02, A03), the wrong till (A09, A10), the wrong seat
(A18). That nobody validated is named here: of a claim that was refused or sent back it goes without saying.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from events.money import text
from projections.examining.links.link_check import (
    LinkCheck,
    LinkFound,
    LinkMoment,
    amount_section,
    cited,
    of_five_card,
)
from projections.examining.links.link_state import KnownAward
from projections.keeping.payments import SAME_SLIP

Kind = Literal[
    "right", "wrong_amount", "twice", "rejected", "void", "refused", "unknown", "other_seat", "other_till"
]
_PAID, _REFUSED, _RETURNED, _CORRECTED = "award_paid", "leg_refused", "award_returned", "award_corrected"
_GAME_ACCOUNT: Final = "game_account"
_VALIDATED: Final = {"647a": "11(i)(3)", "678a": "11(e)(3)(iii)"}
"""Where a chapter has a floorperson or above validate."""


def kind_of(moment: LinkMoment) -> Kind:
    """What a payment is, by what the link has of its claim."""
    body, link = moment.body, moment.link
    claim = (body.table, body.claim_seq)
    award = link.awards.get(claim)
    if award is None:
        return "refused" if claim in link.refused else "unknown"
    if award.returned:
        return "void" if award.returned == "void" else "rejected"
    due_mc, done_mc = award.due.get(body.seat), award.done.get(body.seat, 0)
    if due_mc is None:
        return "other_seat"
    if done_mc and done_mc >= due_mc:
        return "twice"
    left_mc = due_mc - done_mc
    if body.amount_mc > left_mc or (not done_mc and body.amount_mc < left_mc):
        return "wrong_amount"  # once less than is due was paid, what follows makes it good
    five_card = of_five_card(award.wager)
    elsewhere = body.beyond_reason == "wrong_source" and body.paid_from == _GAME_ACCOUNT and not five_card
    return "other_till" if elsewhere else "right"


def not_validated(moment: LinkMoment) -> Iterator[LinkFound]:
    """A04: a share of a meter was paid that no floorperson or above had validated."""
    return _unvalidated(moment, five_card=False)


def five_card_not_validated(moment: LinkMoment) -> Iterator[LinkFound]:
    """A05: the same of the Five Card Hand Bonus (647a.11(j)(2))."""
    return _unvalidated(moment, five_card=True)


def _unvalidated(moment: LinkMoment, *, five_card: bool) -> Iterator[LinkFound]:
    """At the first payment of an award that still stands."""
    award, seat = _award(moment), moment.body.seat
    if award is None or award.returned or award.validated or award.paid_seqs:
        return
    if of_five_card(award.wager) == five_card:
        part = _VALIDATED.get(moment.link.chapter, "")
        said = f"Seat {seat} was paid a progressive award that nobody had validated."
        found = _about(moment, award, said, seat=seat, due_mc=None, done_mc=None)
        yield found._replace(section=cited(moment.link, part, "11(j)(2)", award.wager))


def wrong_amount(moment: LinkMoment) -> Iterator[LinkFound]:
    """A15: what was paid is not what was locked, or is not any more since the award was corrected."""
    body, award = moment.body, _award(moment)
    if moment.event.type == _CORRECTED:
        if award is None or award.returned:
            return
        paid = [mc for mc in award.done.values() if mc]
        due_mc, done_mc = body.amount_mc // len(award.due) * len(paid), sum(paid)
        if done_mc != due_mc:
            said = f"{text(done_mc)} was paid of an award that was corrected to {text(due_mc)} since."
            yield _about(moment, award, said, seat=award.only_seat, due_mc=due_mc, done_mc=done_mc)
    elif award is not None and kind_of(moment) == "wrong_amount":
        yield _of_share(moment, award, "The amount locked was not paid")


def paid_twice(moment: LinkMoment) -> Iterator[LinkFound]:
    """A17: an award was paid a second time, or the payment was entered a second time, with its slip."""
    body, award = moment.body, _award(moment)
    if moment.event.type == _PAID:
        if award is not None and kind_of(moment) == "twice":
            yield _of_share(moment, award, "The award was paid already")
    elif body.attempted == "payment" and body.reason.startswith(SAME_SLIP):
        said = f"A payment of {body.table} was entered twice: {body.reason}."
        if award is None:
            yield LinkFound(amount_section(moment.link, moment.link.wager), said, body.table)
            return
        seat = award.only_seat
        done_mc = None if seat is None else award.done.get(seat, 0)
        yield _about(moment, award, said, seat=seat, due_mc=done_mc, done_mc=done_mc)


def rejected_or_unpaid(moment: LinkMoment) -> Iterator[LinkFound]:
    """A23: a rejected award was paid; or nothing of an award was paid by the end of its gaming day."""
    if moment.event.type == "meter_day_closed":
        yield from _unpaid(moment)
    else:
        yield from _returned_and_paid(moment, "rejected", "was rejected")


def _unpaid(moment: LinkMoment) -> Iterator[LinkFound]:
    for (table, claim_seq), award in moment.link.awards.items():
        owed_mc = sum(mc for seat, mc in award.due.items() if not award.done.get(seat))
        if award.returned or award.told_unpaid or award.day > moment.body.day or not owed_mc:
            continue
        said = f"Of claim {claim_seq} of {table} {text(owed_mc)} was locked and not paid when its day closed."
        yield LinkFound(
            None,
            said,
            table,
            award.seqs,
            award.only_seat,
            award.wager,
            award.round,
            due_mc=owed_mc,
            done_mc=0,
        )


def void_or_refused(moment: LinkMoment) -> Iterator[LinkFound]:
    """R05: an award was paid whose claim the link refused, or whose wager was returned by a void."""
    body, link = moment.body, moment.link
    if moment.event.type == _PAID and kind_of(moment) == "refused":
        refused = link.refused[body.table, body.claim_seq]
        said = f"Claim {body.claim_seq} of {body.table} was refused, and {text(body.amount_mc)} was paid."
        yield LinkFound(
            None,
            said,
            body.table,
            (refused.seq,),
            body.seat,
            round=refused.round,
            due_mc=0,
            done_mc=body.amount_mc,
        )
    else:
        yield from _returned_and_paid(moment, "void", "was returned by a void")


def _returned_and_paid(moment: LinkMoment, kind: Kind, how: str) -> Iterator[LinkFound]:
    """An award that goes back after it was paid, or is paid after it went back."""
    body, award = moment.body, _award(moment)
    if award is None:
        return
    if moment.event.type == _RETURNED:
        because = "void" if body.because == "void" else "rejected"
        if because == kind and award.cash_mc:
            said = f"{text(award.cash_mc)} was paid of an award that {how} afterwards."
            seat = award.only_seat
            yield _about(moment, award, said, seat=seat, due_mc=0, done_mc=award.cash_mc)._replace(
                section=None
            )
    elif kind_of(moment) == kind:
        said = f"{text(body.amount_mc)} was paid of an award that {how}."
        found = _about(moment, award, said, seat=body.seat, due_mc=0, done_mc=body.amount_mc)
        yield found._replace(section=None)


def without_entitlement(moment: LinkMoment) -> Iterator[LinkFound]:
    """R06: a payment for a claim that the link does not know, to a seat without a share after its table has
    forgotten the award, or to a game account where the chapter knows none."""
    body, award = moment.body, _award(moment)
    amount = text(body.amount_mc)
    match kind_of(moment):
        case "unknown":
            said = f"Seat {body.seat} was paid {amount}, and the link knows no claim {body.claim_seq}."
            yield LinkFound(None, said, body.table, seat=body.seat, due_mc=0, done_mc=body.amount_mc)
        case "other_seat" if award is not None and not award.seen_at_table:
            said = f"Seat {body.seat} was paid {amount} of an award that it has no share of."
            found = _about(moment, award, said, seat=body.seat, due_mc=0, done_mc=body.amount_mc)
            yield found._replace(section=None)
        case "other_till" if award is not None:
            said = f"The award of seat {body.seat} was credited to a game account."
            mc = body.amount_mc
            yield _about(moment, award, said, seat=body.seat, due_mc=mc, done_mc=mc)._replace(section=None)
        case _:
            return


def _award(moment: LinkMoment) -> KnownAward | None:
    return moment.link.awards.get((moment.body.table, moment.body.claim_seq))


def _of_share(moment: LinkMoment, award: KnownAward, why: str) -> LinkFound:
    """A payment that leaves a seat with another amount than its share."""
    seat = moment.body.seat
    due_mc, done_mc = award.due[seat], award.done.get(seat, 0) + moment.body.amount_mc
    said = f"{why}: seat {seat} was due {text(due_mc)} and has been given {text(done_mc)}."
    return _about(moment, award, said, seat=seat, due_mc=due_mc, done_mc=done_mc)


def _about(
    moment: LinkMoment,
    award: KnownAward,
    said: str,
    *,
    seat: int | None,
    due_mc: int | None,
    done_mc: int | None,
) -> LinkFound:
    section = amount_section(moment.link, award.wager)
    table = moment.body.table
    return LinkFound(section, said, table, award.seqs, seat, award.wager, award.round, due_mc, done_mc)


CHECKS = (
    LinkCheck("A04", "share_not_validated", (_PAID,), "awards", not_validated),
    LinkCheck("A05", "five_card_share_not_validated", (_PAID,), "awards", five_card_not_validated),
    LinkCheck("A15", "award_of_a_wrong_amount", (_PAID, _CORRECTED), "awards", wrong_amount),
    LinkCheck("A17", "award_paid_twice", (_PAID, _REFUSED), "awards", paid_twice),
    LinkCheck(
        "A23",
        "award_rejected_and_paid_or_unpaid",
        (_PAID, _RETURNED, "meter_day_closed"),
        "awards",
        rejected_or_unpaid,
    ),
    LinkCheck("R05", "void_or_refused_award_paid", (_PAID, _RETURNED), "awards", void_or_refused),
    LinkCheck("R06", "paid_without_entitlement", (_PAID,), "awards", without_entitlement),
)
