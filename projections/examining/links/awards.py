"""A20, A24: what is locked for a dealer's hand, and what is on a meter after an award of all of it."""

from __future__ import annotations

from collections.abc import Iterator

from events.money import RATE_UNIT, text
from projections.examining.links.link_check import LinkCheck, LinkFound, LinkMoment, cited
from projections.examining.links.link_state import OnMeter
from projections.keeping.awards import DEALERS_HAND
from projections.link_parameters import OVERFLOW

DIVIDED = "647a.12(e)(2)"
"""A dealer's hand is divided equally amongst the players who wagered on it."""
_LOCKED = "award_locked"


def wrongly_shared(moment: LinkMoment) -> Iterator[LinkFound]:
    """A20: a dealer's hand was not claimed once for every seat once, or its shares are not equal.

    The link refuses such a claim and says why; shares that are unequal all the same would be the keeper's.
    """
    body = moment.body
    if moment.event.type == _LOCKED:
        amounts = [share.amount_mc for share in body.shares]
        twice = len({share.seat for share in body.shares}) < len(amounts)
        if twice or len(set(amounts)) > 1:
            said = ", ".join(f"seat {share.seat} {text(share.amount_mc)}" for share in body.shares)
            yield LinkFound(DIVIDED, f"The dealer's hand was not divided equally: {said}.", body.table)
    elif body.attempted == "claim" and body.reason.startswith(DEALERS_HAND):
        said = f"Claim {body.claim_seq} of {body.table} was refused: {body.reason}."
        yield LinkFound(DIVIDED, said, body.table)


def not_reseeded(moment: LinkMoment) -> Iterator[LinkFound]:
    """A24: after an award of all of it a meter has its reseed, what was in reserve and what had gone over."""
    body, link = moment.body, moment.link
    rule = link.meters.get(body.meter)
    if body.percent_bp != RATE_UNIT or rule is None:
        return
    before, over = (link.balances.get(name, OnMeter()) for name in (body.meter, body.meter + OVERFLOW))
    left_mc = before.primary_mc - body.amount_mc
    due_mc = left_mc + rule.reseed_mc + before.reserve_mc + over.primary_mc
    if rule.limit_mc:
        due_mc = min(due_mc, max(rule.limit_mc, left_mc))
    done_mc = next((each.primary_mc for each in body.balances if each.meter == body.meter), 0)
    if done_mc != due_mc:
        said = (
            f"After an award of all of {body.meter} it has {text(done_mc)}; reseed and reserve make "
            f"{text(due_mc)}."
        )
        section = cited(link, "12(d)(3)", "12(e)(4)", body.wager)
        yield LinkFound(
            section, said, body.table, seat=body.seat, wager=body.wager, due_mc=due_mc, done_mc=done_mc
        )


CHECKS = (
    LinkCheck("A20", "dealers_hand_not_shared", (_LOCKED, "leg_refused"), "awards", wrongly_shared),
    LinkCheck("A24", "meter_not_reseeded", (_LOCKED,), "terms, meters", not_reseeded),
)
