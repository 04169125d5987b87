"""A01, A07, A08, A13, A14, A16, A21, A22, R07: awards that are claimed, validated and documented (x.11)."""

from __future__ import annotations

from collections.abc import Iterator

from events.naming import comparable
from games.progressive_hands import Shown, progressive_hands
from projections.cards_laid import Cards, lay
from projections.examining.check import ROUND_DONE, Check, Found, Moment
from projections.examining.groups.awards.paying import award_steps, division, usual_source
from projections.signatures import rank_below

VALIDATED = ("progressive_validated", "fixed_award_validated")
LAID = ("card_dealt", "stack_delivered", "community_cards_revealed", "hand_revealed", "card_exposed")


def another_hand(moment: Moment) -> Iterator[Found]:
    """A01: the cards make another hand than was claimed or validated, however the rules are read."""
    assert moment.round is not None
    at: dict[tuple[str, int | None], Cards] = {}
    for step in moment.round.of(*LAID):
        lay(step.body, lambda area, seat: at.setdefault((area if seat is None else "seat", seat), Cards()))
    selections = moment.table.selections
    for step in moment.round.of("progressive_claimed", "fixed_award_validated"):
        body, steps = step.body, award_steps(moment, step.body.wager)
        if steps is None or selections is None:
            continue
        shown = Shown(
            *(at.get(key, Cards()) for key in (("seat", body.seat), ("dealer", None), ("community", None)))
        )
        hands = progressive_hands(selections.rulebook, selections.options, body.wager, shown)
        made = [reading.hand for reading in hands.readings]
        if made and all(hand not in (None, body.hand) for hand in made):
            text = f"Seat {body.seat} was awarded {_name(body.hand)}; its cards make {_name(made[0])}."
            yield Found(steps.hand, text, f"{body.seat} {body.wager}", (step.seq,), body.seat, body.wager)


def _name(hand: str | None) -> str:
    return (hand or "nothing").replace("_", " ")


def claimed_out_of_turn(moment: Moment) -> Iterator[Found]:
    """A16: players claim in the order of their turns, from the highest seat down."""
    round_ = moment.own_round
    if round_ is None:
        return
    before = [s for s in round_.of("progressive_claimed") if s.body.wager == moment.body.wager]
    lower = [step for step in before if step.body.seat < moment.body.seat]
    if lower and not moment.body.sharing_seats:
        seat = moment.body.seat
        text = f"Seat {seat} claimed after seat {lower[0].body.seat}, whose turn is later."
        yield Found(division(moment, moment.body.wager), text, str(seat), (lower[0].seq,), seat=seat)


def claimed_by_folded(moment: Moment) -> Iterator[Found]:
    """A21: a player who folded is not eligible for the Progressive Payout (647a.11(b)(2)(i)(B))."""
    round_ = moment.own_round
    if round_ is None:
        return
    folded = round_.first("decision_made", seat=moment.body.seat, action="fold")
    if folded is not None and moment.body.wager == "progressive":
        seat = moment.body.seat
        text = f"Seat {seat} folded, and claimed a Progressive Payout."
        yield Found("647a.11(b)(2)(i)(B)", text, str(seat), (folded.seq,), seat=seat, wager="progressive")


def claimed_without_wager(moment: Moment) -> Iterator[Found]:
    """A22: a claim rests on a wager that the system accepted before "no more bets"."""
    round_ = moment.own_round
    if round_ is None:
        return
    body = moment.body
    accepted = {
        (wager.seat, wager.wager)
        for step in round_.of("bets_closed")
        for leg in step.body.legs
        for wager in leg.wagers
    }
    if (body.seat, body.wager) not in accepted:
        text = f"Seat {body.seat} claimed an award without an accepted wager."
        yield Found(division(moment, body.wager), text, str(body.seat), seat=body.seat, wager=body.wager)


def validated_by_dealer(moment: Moment) -> Iterator[Found]:
    """A07: the dealer does not validate an award, nor anybody else of less than a floorperson's rank.

    By rank the link refuses who validates a claim, and then it is not validated (A04): a fixed award has no
    link, and only the table tells.
    """
    steps, body = award_steps(moment, _wager(moment)), moment.body
    is_dealer = comparable(body.validated_by) == moment.table.dealer
    rank = rank_below(body.stamps, body.validated_by) if moment.event.type == "fixed_award_validated" else ""
    if steps is not None and (is_dealer or rank):
        seat = body.seat
        who = "The dealer" if is_dealer else f"{body.validated_by.strip()}, {rank},"
        text = f"{who} validated the award of seat {seat}: that is for a floorperson or above."
        yield Found(steps.validated, text, str(seat), seat=seat, wager=_wager(moment))


def validated_twice(moment: Moment) -> Iterator[Found]:
    """A08: an award is validated once."""
    steps, body, before = award_steps(moment, _wager(moment)), moment.body, 0
    if moment.event.type == "progressive_validated":
        claim = moment.table.awards.get(body.claim_seq)
        before = 0 if claim is None else claim.validated_seq
    elif moment.own_round is not None:
        first = moment.own_round.first("fixed_award_validated", seat=body.seat, wager=body.wager)
        before = 0 if first is None else first.seq
    if steps is not None and before:
        text = f"The award of seat {body.seat} was validated twice."
        yield Found(steps.validated, text, str(body.seat), (before,), seat=body.seat, wager=_wager(moment))


def _wager(moment: Moment) -> str:
    """The wager of a step that names it, or of the claim that it names."""
    wager: str | None = getattr(moment.body, "wager", None)
    if wager is not None:
        return wager
    claim = moment.table.awards.get(moment.body.claim_seq)
    return "" if claim is None else claim.wager


def cards_not_kept(moment: Moment) -> Iterator[Found]:
    """A13: the cards remain on the table until the papers are complete."""
    steps = award_steps(moment, moment.body.wager)
    if steps is not None and not moment.body.cards_remained:
        seat = moment.body.seat
        text = f"The cards of seat {seat} were gone before the papers of its award were complete."
        yield Found(steps.paid, text, str(seat), seat=seat, wager=moment.body.wager, round=moment.event.round)


def collected_before_papers(moment: Moment) -> Iterator[Found]:
    """A14: the winner's cards were collected before the papers, though these say that they remained. Of what
    several share, each has papers of their own. A fixed award has no claim: there the round tells.
    """
    award, body = moment.table.awards.get(moment.body.claim_seq), moment.body
    steps = award_steps(moment, body.wager)
    if award is not None:
        collected_seq, about = award.collected.get(body.seat, 0), f"{award.seq} {body.seat}"
    else:
        collected_seq, about = _fixed_and_collected(moment), str(body.seat)
    if steps is not None and collected_seq and body.cards_remained:
        text = f"The cards of seat {body.seat} were collected before the papers of its award were complete."
        name = moment.event.round if award is None else award.round
        yield Found(steps.paid, text, about, (collected_seq,), body.seat, body.wager, name)


def _fixed_and_collected(moment: Moment) -> int:
    """When the cards of a fixed award that the papers are about were collected; 0 for not, or where no papers
    were due: it was paid as usual."""
    body, round_ = moment.body, moment.own_round
    if round_ is None or body.claim_seq:
        return 0
    paid = round_.first("wager_settled", seat=body.seat, wager=body.wager)
    if paid is not None and paid.body.paid_from in (None, usual_source(body.wager)):
        return 0
    collected = round_.first("hand_collected", hand="seat", seat=body.seat)
    return 0 if collected is None else collected.seq


def validates_and_pays(moment: Moment) -> Iterator[Found]:
    """R07: one person validates an award and pays it."""
    claim = moment.table.awards.get(moment.body.claim_seq)
    if claim is not None and claim.validated_by and claim.validated_by == comparable(moment.body.paid_by):
        text = f"{moment.body.paid_by.strip()} validated the award of seat {claim.seat} and paid it."
        yield Found(None, text, str(claim.seq), (claim.validated_seq,), claim.seat, claim.wager, claim.round)


_IN_ROUND, _BOTH = ("progressive_claimed",), ("647a", "678a")
CHECKS = (
    Check("A07", "validated_by_dealer", VALIDATED, "awards, crew", validated_by_dealer, chapters=_BOTH),
    Check("A08", "validated_twice", VALIDATED, "awards", validated_twice, chapters=_BOTH),
    Check("A13", "cards_not_kept", ("award_documented",), "awards", cards_not_kept, chapters=_BOTH),
    Check(
        "A14",
        "collected_before_papers",
        ("award_documented",),
        "awards",
        collected_before_papers,
        chapters=_BOTH,
    ),
    Check("A01", "another_hand_awarded", (ROUND_DONE,), "awards, cards", another_hand, chapters=_BOTH),
    Check("A16", "claimed_out_of_turn", _IN_ROUND, "awards", claimed_out_of_turn, chapters=_BOTH),
    Check("A21", "folded_player_claims", _IN_ROUND, "awards, folds", claimed_by_folded, chapters=("647a",)),
    Check("A22", "claim_without_wager", _IN_ROUND, "awards, wagers", claimed_without_wager, chapters=_BOTH),
    Check("R07", "validates_and_pays", ("progressive_paid",), "awards, badges", validates_and_pays),
)
