"""Mistakes that dealers, floorpersons and players make: one small function each, and one list of them.

To add one, write a function with `@mistake(TYPES)` in the module of its theme and put its name into
`MISTAKES`. It is shown facts of those types just before they are recorded; where it fits it plants itself
(`spot.plant`) and gives back what is recorded instead, else None. `spot.later` changes what follows from it.
"""

from __future__ import annotations

from typing import Final

from floor.trouble.mistakes import awards, dealing, decks, settlement, wagering
from floor.trouble.planting import Mistake

MISTAKES: Final[tuple[Mistake, ...]] = (
    settlement.underpaid,
    settlement.overpaid,
    settlement.losing_wager_paid,
    settlement.folded_hand_paid,
    settlement.winning_wager_taken,
    settlement.push_taken,
    settlement.wrong_stake_returned,
    settlement.void_not_returned,
    settlement.wager_not_settled,
    settlement.settled_out_of_turn,
    settlement.envy_not_paid,
    settlement.envy_of_a_wrong_amount,
    wagering.progressive_wager_after_lock_out,
    wagering.progressive_wager_by_plaque,
    wagering.progressive_wager_of_another_unit,
    wagering.progressive_wager_twice,
    wagering.wager_in_cash,
    wagering.late_wager,
    wagering.wager_above_the_maximum,
    wagering.wager_below_the_minimum,
    wagering.raise_above_what_is_allowed,
    wagering.decision_out_of_turn,
    wagering.lock_out_missing,
    wagering.chip_count_wrong,
    wagering.box_too_many,
    dealing.wrong_order_of_deal,
    dealing.card_too_many,
    dealing.missing_burn,
    dealing.missing_cover_card,
    dealing.stub_not_counted,
    dealing.stub_exposed,
    dealing.hand_not_revealed,
    dealing.irregularity_not_ruled,
    decks.cut_too_shallow,
    decks.cut_missing,
    decks.shuffle_missing,
    decks.wash_missing,
    decks.inspection_not_verified,
    decks.deck_not_inspected,
    decks.cover_card_missing,
    decks.backs_of_one_colour,
    decks.deck_not_changed_in_time,
    decks.deck_not_removed,
    decks.sign_missing,
    decks.device_not_marked,
    awards.award_without_validation,
    awards.award_validated_twice,
    awards.light_not_verified,
    awards.paid_without_light,
    awards.document_missing,
    awards.cards_not_kept,
    awards.award_of_a_wrong_amount,
    awards.percentage_from_the_inventory,
    awards.award_overpaid,
    awards.award_paid_twice,
    awards.award_paid_by_two_slips,
    awards.award_paid_to_another_too,
    awards.award_paid_for_a_link_never_fed,
)
"""Every mistake. The checks of procedure must find each of them."""
