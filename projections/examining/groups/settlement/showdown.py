"""What several checks of the showdown ask about a round (x.11)."""

from __future__ import annotations

from games.cards import parse
from games.high_card_flush.hands import Hand
from games.ranking.flushes import THREE_CARD_NINE_HIGH
from projections.examining.check import Moment
from projections.examining.memory.table_state import Step


def contest(moment: Moment) -> set[str]:
    """The wagers against the dealer: those of every round, and those of decisions."""
    return {each.name for each in moment.game.wagers if not each.optional or each.timing == "decision"}


def at_showdown(moment: Moment) -> list[Step]:
    """Settlements of boxes that have a hand and did not give it up, without those of wagers left behind."""
    digest = moment.digest
    here = {*moment.facts.playing} - digest.gave_up.keys() - digest.abandoned
    return [step for step in digest.settled if step.body.seat in here]


def qualified(moment: Moment) -> bool | None:
    """678a: whether the dealer's hand qualifies; None where its cards are not known."""
    shown = moment.digest.dealer_shown
    if shown is None or None in shown.body.cards or len(shown.body.cards) != 7:
        return None
    return Hand(tuple(map(parse, shown.body.cards))).flush() >= THREE_CARD_NINE_HIGH
