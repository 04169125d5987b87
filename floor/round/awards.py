"""How a progressive award is paid at a table, step by step, each where its section demands it (x.11).

The steps come from `games.procedure.awards`. A percentage of a meter is claimed: the table waits for what
the link has locked; a fixed award is house money and asks no meter.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Final, NamedTuple

from events.money import MC_PER_CENT, cents
from floor.round.dealt_round import DealtRound, SharedAward
from floor.steps import Answer, Step, Steps
from floor.table import accounts
from floor.table.people import CAGE
from floor.table.table import MINUTE_US, SECOND_US, whim
from games.cards import NAMES
from games.procedure.awards import award_duties
from games.settlement import EnvyBonus, Seat

HAND_PAID_FROM: Final = 120_000
"""Cents: fixed awards from here up are not paid from the table inventory but by hand, with papers."""

ENTERED_AGAIN_ONE_IN: Final = 6
"""So seldom is a claim entered too soon, and sent back."""

ClaimSteps = Generator[Step, Answer, str]
"""A course of steps that ends with the reason of a refusal, or with nothing."""


class Backers(NamedTuple):
    """Who wagered on the same hand and shares what it wins of a meter: one seat a player, in the order of
    their turns. `other_boxes` have no share: further ones of these players, and those of players who left."""

    seats: tuple[int, ...] = ()
    other_boxes: tuple[int, ...] = ()


ALONE: Final = Backers()
"""A player's own hand."""


@dataclass(slots=True)
class Winning:
    """An award on its way: whose, for which hand, how much, and by which claim (0 for a fixed award).

    `cards` are those of the hand; the first of those who share it claims, and once `validated` is enough.
    """

    round: DealtRound
    seat: Seat
    wager: str
    hand: str
    paid_from: str
    amount_mc: int
    cards: tuple[int, ...]
    backers: Backers
    claim_seq: int = 0
    validated: bool = False

    @property
    def link(self) -> str:
        """The link that owes it."""
        return self.round.table.submission.progressives[self.wager].name


def pay_award(
    round_: DealtRound,
    seat: Seat,
    wager: str,
    *,
    cards: tuple[int, ...] = (),
    backers: Backers = ALONE,
) -> Steps:
    """All the steps of one award, in order.

    `cards` are the winning hand where it is more or other than the seat's own cards; `backers` share it where
    it is the dealer's.
    """
    table = round_.table
    steps = table.game.award_steps[wager]
    due = round_.due[seat.seat][wager]
    assert round_.described is not None, "an award is paid when the round has been put to `games`"
    hand = table.game.progressive_hand(round_.described, table.book, seat, wager)
    link = table.submission.progressives[wager]
    rate = table.book.paytable(link.table, link.paytable).rows[hand]
    percentage = rate.kind == "percent"
    if percentage and seat.seat in backers.other_boxes:
        round_.settle(seat.seat, wager, paid_mc=0)  # a player's further box: shares go by player
        return
    from_inventory = not percentage and (due.payout < HAND_PAID_FROM or steps.inventory != "table inventory")
    inventory = steps.inventory.replace(" ", "_")
    paid_from = inventory if from_inventory else "cage" if percentage else "hand_pay"
    winning = Winning(round_, seat, wager, hand, paid_from, cents(due.payout), cards or seat.cards, backers)
    if percentage:
        refusal = yield from _share(winning) if backers.seats else _claim(winning)
        if refusal:
            _leave_unpaid(winning, refusal)
            return
    for duty in award_duties(steps, rate, from_inventory=from_inventory):
        _DO[duty.step](winning)


def _share(winning: Winning) -> ClaimSteps:
    """The first of those who share an award claims it for all; the link divides it."""
    shared = winning.round.shared.get(winning.wager)
    if shared is None:
        refusal = yield from _claim(winning)
        share_mc = 0 if refusal else winning.amount_mc // len(winning.backers.seats)
        shared = SharedAward(winning.claim_seq, share_mc, refusal)
        winning.round.shared[winning.wager] = shared
    else:
        winning.validated = True
    winning.claim_seq, winning.amount_mc = shared.claim_seq, shared.share_mc
    return shared.refusal


def _claim(winning: Winning) -> ClaimSteps:
    """Ask the link for the amount; gives the reason where the link refuses, else nothing."""
    table = winning.round.table
    table.takes_about(5 * SECOND_US)
    table.record(
        "progressive_claimed",
        seat=winning.seat.seat,
        wager=winning.wager,
        hand=winning.hand,
        cards=[NAMES[card] for card in winning.cards],
        link=winning.link,
        leg=0,
        sharing_seats=list(winning.backers.seats) if len(winning.backers.seats) > 1 else [],
        other_boxes=list(winning.backers.other_boxes),
    )
    award = yield from table.award(winning.link)
    winning.claim_seq = award.claim_seq
    if award.amount_mc is not None and whim(table, ENTERED_AGAIN_ONE_IN):
        _reject(winning)
        return (yield from _claim(winning))
    if award.amount_mc is None:
        return award.reason
    winning.amount_mc = award.amount_mc
    return ""


def _reject(winning: Winning) -> None:
    """The floorperson sends a claim back that was entered too soon; it is entered again."""
    table = winning.round.table
    floorperson = table.crew.floorperson
    table.record(
        "progressive_rejected",
        floorperson,
        link=winning.link,
        leg=0,
        claim_seq=winning.claim_seq,
        seat=winning.seat.seat,
        rejected_by=floorperson,
        reason="entered before the hand was verified: to be entered again",
    )


def _leave_unpaid(winning: Winning, refusal: str) -> None:
    """What the link refuses is neither validated nor paid, and the wager stays unsettled: the house rules on
    it later. The dealer has verified the light; the floorperson puts the reason on record."""
    table = winning.round.table
    if table.game.award_steps[winning.wager].light is not None:
        _verify_light(winning)
    table.takes_about(MINUTE_US)
    table.record(
        "note_recorded",
        table.crew.floorperson,
        subject=table.round or table.name,
        text=f"seat {winning.seat.seat}, {winning.wager}: {winning.hand} not paid, for {winning.link} "
        f"refused claim {winning.claim_seq}: {refusal}",
    )


def _nothing(_winning: Winning) -> None:
    """Seen and not recorded: the hand was revealed, the cards lie where they are."""


def _verify_light(winning: Winning) -> None:
    table = winning.round.table
    table.takes_about(5 * SECOND_US)
    table.record(
        "progressive_light_verified",
        seat=winning.seat.seat,
        wager=winning.wager,
        lit=True,
        verified_by=table.crew.dealer,
    )


def _validate(winning: Winning) -> None:
    if winning.validated:
        return
    table = winning.round.table
    floorperson = table.crew.floorperson
    table.takes_about(MINUTE_US)
    seat = winning.seat.seat
    if winning.claim_seq:
        table.record(
            "progressive_validated",
            floorperson,
            link=winning.link,
            leg=0,
            claim_seq=winning.claim_seq,
            seat=seat,
            validated_by=floorperson,
            cards=[NAMES[card] for card in winning.cards],
        )
    else:
        table.record(
            "fixed_award_validated",
            floorperson,
            seat=seat,
            wager=winning.wager,
            hand=winning.hand,
            amount_mc=winning.amount_mc,
            validated_by=floorperson,
        )


def _document(winning: Winning) -> None:
    table = winning.round.table
    table.takes_about(10 * MINUTE_US)
    table.record(
        "award_documented",
        table.crew.floorperson,
        seat=winning.seat.seat,
        wager=winning.wager,
        claim_seq=winning.claim_seq,
        document=table.next_document(),
        cards_remained=True,
        documented_by=table.crew.floorperson,
    )


def _pay(winning: Winning) -> None:
    table = winning.round.table
    if winning.claim_seq:
        table.takes_about(5 * MINUTE_US)
        table.record(
            "progressive_paid",
            CAGE,
            link=winning.link,
            leg=0,
            claim_seq=winning.claim_seq,
            seat=winning.seat.seat,
            amount_mc=winning.amount_mc,
            paid_from=winning.paid_from,
            paid_by=CAGE,
            slip=table.next_slip(),
        )
    elif winning.paid_from == "game_account":
        seat = winning.seat.seat
        accounts.credit(
            table,
            seat,
            winning.round.players[seat],
            winning.amount_mc // MC_PER_CENT,
            "five_card_hand_bonus",
            winning.wager,
        )
    winning.round.settle(
        winning.seat.seat, winning.wager, paid_from=winning.paid_from, paid_mc=winning.amount_mc
    )


_DO: Final[dict[str, Callable[[Winning], None]]] = {
    "verify_hand": _nothing,
    "verify_light": _verify_light,
    "validate": _validate,
    "keep_cards_on_table": _nothing,
    "document": _document,
    "pay": _pay,
}
"""What `games.procedure.awards` asks for, and what is recorded of it."""


def pay_envy(round_: DealtRound, envy: EnvyBonus) -> None:
    """An Envy Bonus: house money, recorded by itself and not as the settlement of a wager (647a.11(i)(5))."""
    table = round_.table
    table.takes_about(10 * SECOND_US)
    round_.players[envy.seat].bankroll += envy.amount
    table.record(
        "envy_paid",
        seat=envy.seat,
        holder_seat=envy.holder,
        hand=envy.hand,
        amount_mc=cents(envy.amount),
    )
