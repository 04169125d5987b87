"""Progressive wagers as a table and its links tell of them: accepted, claimed, validated, paid, voided.

What a table sends to a link is a leg. Legs are numbered densely per (table, link) by the recorder, so that
the keeper of the link sees a missing one. A leg number of 0 in a body means "not numbered yet".
"""

from __future__ import annotations

from typing import Literal

from events.body import (
    Badge,
    Body,
    Card,
    Count,
    Money,
    Name,
    Part,
    RateBp,
    Seat,
    Several,
    Sha256,
    Text,
    event_type,
)


class MeterTerms(Part):
    """One meter of a link: what it starts with, what it falls back to, what share of a wager it takes."""

    meter: Name
    seed_mc: Money
    reseed_mc: Money
    primary_bp: RateBp
    reserve_bp: RateBp


class AwardTerms(Part):
    """A hand that wins a percentage of a meter."""

    hand: Name
    meter: Name
    percent_bp: RateBp


@event_type("link_opened")
class LinkOpened(Body):
    """A link of tables was put into play with its meters, on the link's own stream (x.12(d)(3), § 605a.8)."""

    rulebook: Text
    rulebook_sha256: Sha256
    paytable: Name
    wager: Name
    unit_wager_mc: Money
    meters: Several[MeterTerms]
    awards: Several[AwardTerms]
    authorised_by: Several[Badge]
    reason: Text


@event_type("link_closed")
class LinkClosed(Body):
    """A link was taken out of play; its meters keep their amounts."""

    authorised_by: Several[Badge]
    reason: Text


@event_type("link_terms_changed")
class LinkTermsChanged(Body):
    """The terms of a link that is out of play were replaced; amounts on its meters stay."""

    rulebook: Text
    rulebook_sha256: Sha256
    paytable: Name
    wager: Name
    unit_wager_mc: Money
    meters: Several[MeterTerms]
    awards: Several[AwardTerms]
    authorised_by: Several[Badge]
    reason: Text


@event_type("link_change_refused")
class LinkChangeRefused(Body):
    """The system refused a change to a link, for instance of its terms while it is live."""

    attempted: Name
    reason: Text
    attempted_by: Several[Badge]


class AcceptedWager(Part):
    """A progressive wager that the system accepted before "no more bets"."""

    seat: Seat
    wager: Name
    amount_mc: Money


class WagerLeg(Part):
    """The wagers of one round that feed one link; sent, empty, by rounds without any, so the link hears
    us."""

    link: Name
    leg: Count
    wagers: Several[AcceptedWager]


@event_type("bets_closed")
class BetsClosed(Body):
    """The dealer announced "no more bets"; the progressive wagers accepted are final (x.8–x.10)."""

    legs: Several[WagerLeg]


@event_type("progressive_claimed")
class ProgressiveClaimed(Body):
    """A hand that wins a percentage of a meter was shown at its turn (x.11): the link is asked for the
    amount."""

    seat: Seat
    wager: Name
    hand: Name
    cards: Several[Card]
    link: Name
    leg: Count


@event_type("progressive_validated")
class ProgressiveValidated(Body):
    """A floorperson or above validated a locked award (x.11)."""

    link: Name
    leg: Count
    claim_seq: Count
    seat: Seat
    validated_by: Badge


@event_type("progressive_rejected")
class ProgressiveRejected(Body):
    """A floorperson or above rejected a locked award; the amount goes back to the meter it came from."""

    link: Name
    leg: Count
    claim_seq: Count
    seat: Seat
    rejected_by: Badge
    reason: Text


@event_type("progressive_paid")
class ProgressivePaid(Body):
    """An award was paid to the player; never from the table inventory where it is a percentage of a meter."""

    link: Name
    leg: Count
    claim_seq: Count
    seat: Seat
    amount_mc: Money
    paid_from: Literal["cage", "hand_pay", "table_inventory", "game_account"]
    paid_by: Badge


class VoidedLeg(Part):
    """The progressive wagers of a voided round whose stakes were returned."""

    link: Name
    leg: Count
    seats: Several[Seat]


@event_type("round_voided")
class RoundVoided(Body):
    """A round was declared void; `legs` says which progressive wagers were returned (x.13, x.8–x.10)."""

    reason: Text
    section: Text
    ruled_by: Badge
    legs: Several[VoidedLeg]
