"""An award after a step of it: claimed, light verified, validated, documented, paid (647a.11, 678a.11)."""

from __future__ import annotations

from typing import Any

from events.envelope import Event
from events.naming import comparable
from projections.examining.memory.table_state import MOST_CLAIMS, Award, TableState

AWARD_STEPS = frozenset(
    {
        "progressive_claimed",
        "progressive_light_verified",
        "progressive_validated",
        "progressive_rejected",
        "award_documented",
        "progressive_paid",
    }
)
"""What moves an award on."""


def take_award_step(table: TableState, event: Event, body: Any) -> None:
    """Remember a step."""
    match event.type:
        case "progressive_claimed":
            _claimed(table, event, body)
        case "progressive_light_verified":
            for award in table.awards.values():
                if (award.round, award.seat, award.wager) == (event.round, body.seat, body.wager):
                    award.light_seq, award.lit = event.seq, body.lit
        case "progressive_rejected":
            table.awards.pop(body.claim_seq, None)
        case _:
            award_ = table.awards.get(body.claim_seq)
            if award_ is not None:
                _move_on(award_, event, body)


def _claimed(table: TableState, event: Event, body: Any) -> None:
    if len(table.awards) >= MOST_CLAIMS:
        del table.awards[next(iter(table.awards))]
    sharing = body.sharing_seats or (body.seat,)
    award = Award(event.seq, event.round or "", body.seat, body.wager, sharing)
    round_ = table.round or table.last_round
    if round_ is not None and round_.name == event.round:
        for step in round_.of("progressive_light_verified", seat=body.seat, wager=body.wager):
            award.light_seq, award.lit = step.seq, step.body.lit
    table.awards[event.seq] = award


def _move_on(award: Award, event: Event, body: Any) -> None:
    match event.type:
        case "progressive_validated":
            award.validated_seq = award.validated_seq or event.seq
            award.validated_by = award.validated_by or comparable(body.validated_by)
        case "award_documented":
            award.documented_seq = award.documented_seq or event.seq
        case "progressive_paid":
            award.paid_seq, award.paid_from = award.paid_seq or event.seq, body.paid_from
        case _:
            pass


def note_collected(table: TableState, event: Event, body: Any) -> None:
    """Cards of a winner went to the rack."""
    for award in table.awards.values():
        if award.round == event.round and body.seat in award.sharing:
            award.collected.setdefault(body.seat, event.seq)


def forget_finished(table: TableState) -> None:
    """A round opens: what is paid, and documented or found wanting, needs no more looking at."""
    table.awards = {seq: award for seq, award in table.awards.items() if not award.paid_seq}
