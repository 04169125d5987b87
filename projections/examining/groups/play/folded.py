"""P16–P20: what becomes of the cards of a hand that was given up (x.11)."""

from __future__ import annotations

from collections.abc import Iterator

from games.procedure.duties import Duty
from games.settlement import Decision, Seat
from projections.examining.check import ROUND_DONE, Check, Finder, Found, Moment
from projections.examining.memory.table_state import Step

TO_RACK, UNDER, STAY = "cards_to_discard_rack", "cards_under_wager", "cards_stay_on_table"
_GOES_ON = ("decision_made", "community_cards_revealed", "card_burned", "hand_revealed", "round_closed")
"""What shows that the dealer went on with the round."""


def _duties(moment: Moment) -> Iterator[tuple[int, Step, Duty]]:
    """Every hand that was given up, when, and what is to become of its cards."""
    digest, game = moment.digest, moment.game
    if digest.interrupted:
        return
    boxes = {
        number: Seat(
            number,
            moment.table.player_at(number),
            (),
            {w: mc for w, mc in staked.items() if mc},
            Decision("none"),
        )
        for number, staked in digest.staked.items()
    }
    for number, step in digest.gave_up.items():
        if number in boxes:
            _, cards = game.fold_duties(boxes[number], [*boxes.values()])
            yield number, step, cards


def _taken(moment: Moment, seat: int) -> Step | None:
    """When the cards of a seat were collected; None where they never were."""
    return next(iter(moment.digest.collected.get(seat, ())), None)


def _pending(moment: Moment, seat: int, wagers: set[str], since: Step) -> list[str]:
    """Wagers that were settled only after something had happened: one that never was is money (S18)."""
    own = [step for step in moment.digest.settled if step.body.seat == seat and step.body.wager in wagers]
    done = {step.body.wager for step in own if step.seq < since.seq}
    return sorted({step.body.wager for step in own} - done)


def _collected_early(step: str, *parts: str) -> Finder:
    """Cards that wait for a wager of their own were collected before it was settled."""

    def find(moment: Moment) -> Iterator[Found]:
        for seat, _, duty in _duties(moment):
            taken = _taken(moment, seat)
            if duty.step != step or taken is None or not duty.section.endswith(parts or ("",)):
                continue
            open_ = _pending(moment, seat, moment.digest.optional(seat, moment.game), taken)
            if open_:
                text = (
                    f"The folded cards of seat {seat} were collected before {', '.join(open_)} was settled."
                )
                yield Found(duty.section, text, str(seat), (taken.seq,), seat=seat)

    return find


def not_collected_at_once(moment: Moment) -> Iterator[Found]:
    """P17: a folded hand without optional wagers goes to the rack before the dealer goes on."""
    assert moment.round is not None
    for seat, fold, duty in _duties(moment):
        if duty.step != TO_RACK:
            continue
        taken = _taken(moment, seat)
        until = taken.seq if taken is not None else moment.event.seq
        if taken is None or any(fold.seq < step.seq < until for step in moment.round.of(*_GOES_ON)):
            text = f"Seat {seat} folded, and its cards were not collected at once."
            yield Found(duty.section, text, str(seat), (fold.seq,), seat=seat)


def collected_before_progressive(moment: Moment) -> Iterator[Found]:
    """P19: folded cards stay while another player's Progressive Wager is not resolved (647a.11(b)(2)(ii))."""
    for seat, _, duty in _duties(moment):
        taken = _taken(moment, seat)
        if duty.step != STAY or not duty.section.endswith("(ii)") or taken is None:
            continue
        own = moment.table.player_at(seat)
        others = {
            other
            for other, staked in moment.digest.staked.items()
            if staked.get("progressive") and moment.table.player_at(other) != own
        }
        open_ = [other for other in sorted(others) if _pending(moment, other, {"progressive"}, taken)]
        if open_:
            waiting = f"the Progressive Wager of seat {open_[0]}"
            text = f"The folded cards of seat {seat} were collected before {waiting} was settled."
            yield Found(duty.section, text, str(seat), (taken.seq,), seat=seat)


def forfeited_cards(moment: Moment) -> Iterator[Found]:
    """P20: forfeited cards go to the rack, but wait where a wager of theirs stands (663a, 679a.11(c))."""
    shown = moment.digest.dealer_shown
    for seat, given_up, duty in _duties(moment):
        taken = _taken(moment, seat)
        standing = moment.digest.optional(seat, moment.game) - {"tie"}
        if duty.step == TO_RACK:
            if shown is not None and (taken is None or taken.seq > shown.seq):
                text = f"Seat {seat} forfeited, and its cards were left on the table."
                yield Found(duty.section, text, str(seat), (given_up.seq,), seat=seat)
        elif taken is not None and (open_ := _pending(moment, seat, standing, taken)):
            text = f"The forfeited cards of seat {seat} were collected before {', '.join(open_)} was settled."
            yield Found(duty.section, text, str(seat), (taken.seq,), seat=seat)


_AT, _FOLDS = (ROUND_DONE,), ("647a", "677a", "678a")
CHECKS = (
    Check("P16", "folded_hand_not_tucked", _AT, "folds", _collected_early(UNDER), chapters=_FOLDS),
    Check("P17", "folded_hand_left", _AT, "folds", not_collected_at_once, chapters=_FOLDS),
    Check("P18", "folded_hand_taken", _AT, "folds", _collected_early(STAY, "(B)", "(C)"), chapters=("647a",)),
    Check("P19", "folded_hand_not_kept", _AT, "folds", collected_before_progressive, chapters=("647a",)),
    Check("P20", "forfeited_cards_wrong", _AT, "folds", forfeited_cards, chapters=("663a", "679a")),
)
