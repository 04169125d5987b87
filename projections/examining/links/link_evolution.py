"""A link after a record of its keeper, as far as the examiner must know it."""

from __future__ import annotations

from events.envelope import Event
from events.money import RATE_UNIT
from events.vocabulary.award_records import (
    AwardCorrected,
    AwardLocked,
    AwardPaid,
    AwardReturned,
    AwardValidated,
    PaymentMended,
)
from events.vocabulary.keeper_facts import KeeperFact
from events.vocabulary.meters import (
    LegRefused,
    MeterContributed,
    MeterDayClosed,
    MeterOpened,
    MeterTermsChanged,
    TableJoined,
)
from projections.examining.links.link_state import (
    MOST_FINISHED,
    MOST_PAYMENTS,
    MOST_REFUSED,
    KnownAward,
    KnownLink,
    MeterRule,
    OnMeter,
    RefusedClaim,
)
from projections.recording.link_rules import meters_problem


def evolve(link: KnownLink, event: Event, body: KeeperFact) -> None:
    """Remember a record."""
    match body:
        case MeterOpened() | MeterTermsChanged():
            _by_terms(link, event, body)
        case TableJoined():
            link.joined_seq = event.seq
        case MeterContributed():
            _played_on(link, event, body)
        case AwardLocked():
            due = {share.seat: share.amount_mc for share in body.shares}
            award = KnownAward(event.seq, event.round, event.gaming_day, body.wager, due)
            link.awards[body.table, body.claim_seq] = award
            _forget_finished(link)
        case LegRefused(attempted="claim"):
            link.refused[body.table, body.claim_seq] = RefusedClaim(event.seq, event.round)
            if len(link.refused) > MOST_REFUSED:
                del link.refused[min(link.refused, key=lambda claim: link.refused[claim].seq)]
        case AwardPaid() | AwardReturned() | AwardCorrected() | AwardValidated() | PaymentMended():
            _award_moved(link, event, body)
        case MeterDayClosed():
            for known in link.awards.values():
                known.told_unpaid = known.told_unpaid or known.day <= body.day
        case _:
            pass
    link.balances = {
        each.meter: OnMeter(
            each.primary_mc * RATE_UNIT + each.primary_residual,
            each.reserve_mc * RATE_UNIT + each.reserve_residual,
        )
        for each in body.balances
    }


def _by_terms(link: KnownLink, event: Event, body: MeterOpened | MeterTermsChanged) -> None:
    link.facility = link.facility or event.facility
    link.rulebook, link.wager = body.rulebook, body.wager
    link.meters = {
        each.meter: MeterRule(each.reseed_mc, each.limit_mc, each.primary_bp + each.reserve_bp)
        for each in body.meters
    }
    problem = meters_problem(body)
    link.told = "" if problem is None else problem.text


def _played_on(link: KnownLink, event: Event, body: MeterContributed) -> None:
    """A table is in a later round: of the awards before it has forgotten those that were paid."""
    for (table, _), award in link.awards.items():
        if table == body.table and award.paid_seqs and award.round != event.round:
            award.seen_at_table = False


def _award_moved(
    link: KnownLink,
    event: Event,
    body: AwardPaid | AwardReturned | AwardCorrected | AwardValidated | PaymentMended,
) -> None:
    award = link.awards.get((body.table, body.claim_seq))
    if award is None:
        return
    match body:
        case AwardPaid():
            award.paid_seqs = (*award.paid_seqs, event.seq)[-MOST_PAYMENTS:]
            if body.seat in award.due:
                award.done[body.seat] = award.done.get(body.seat, 0) + body.amount_mc
        case AwardValidated():
            award.validated = True
        case AwardReturned():
            award.returned, award.returned_seq = body.because, event.seq
        case AwardCorrected():
            award.due = dict.fromkeys(award.due, body.amount_mc // len(award.due))
        case PaymentMended():
            back_mc = body.beyond_mc + body.unsettled_mc
            if body.outcome != "written_off" and body.seat in award.done:
                award.done[body.seat] = max(0, award.done[body.seat] - back_mc)


def _forget_finished(link: KnownLink) -> None:
    """Of the awards that are paid or returned the last ones are kept."""
    finished = [claim for claim, award in link.awards.items() if award.is_finished]
    for claim in sorted(finished, key=lambda claim: link.awards[claim].seq)[:-MOST_FINISHED]:
        del link.awards[claim]
