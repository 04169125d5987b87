"""S01–S04, S25, S26, S32: what is turned up or drawn before wagers are settled by it (x.11, 647a.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from projections.examining.check import ROUND_DONE, Check, Found, Moment
from projections.examining.groups.settlement.showdown import at_showdown, contest, qualified

TURNED: Final = {"647a": "(h)", "663a": "(e)", "677a": "(g)", "678a": "(d)", "679a": "(c)"}
"""Where x.11 has the dealer turn the dealer's hand."""
SHOWN: Final = {"647a": "(h)(1)", "663a": "(f)", "677a": "(g)(1)", "678a": "(d)(2)(i)", "679a": "(c)(1)"}
"""Where it has the dealer turn a player's."""


def dealer_shown_early(moment: Moment) -> Iterator[Found]:
    """S01: the dealer's hand is turned when everybody has decided."""
    digest = moment.digest
    if digest.dealer_shown is None or digest.interrupted:
        return
    late = [step for step in digest.decisions if step.seq > digest.dealer_shown.seq]
    if late:
        text = f"The dealer's hand was turned up before seat {late[0].body.seat} had decided."
        section = f"{moment.x}.11{TURNED[moment.x]}"
        yield Found(section, text, "", (digest.dealer_shown.seq, late[0].seq), seat=late[0].body.seat)


def dealer_never_shown(moment: Moment) -> Iterator[Found]:
    """S02: hands were settled, and the dealer's was never turned up."""
    settled = [step for step in at_showdown(moment) if step.body.wager in contest(moment)]
    if settled and moment.digest.dealer_shown is None and not moment.digest.interrupted:
        text = "Wagers were settled, and the dealer's hand was never turned up."
        yield Found(f"{moment.x}.11{TURNED[moment.x]}", text, "", (settled[0].seq,))


def hand_not_shown(moment: Moment) -> Iterator[Found]:
    """S03: a box was settled, and its hand was not turned up before.

    678a: where the dealer does not qualify only boxes with a bonus are turned up, (d)(1).
    """
    digest = moment.digest
    if digest.interrupted:
        return
    unqualified = moment.x == "678a" and qualified(moment) is False
    part = "(d)(1)(i)" if unqualified else SHOWN[moment.x]
    for seat in moment.facts.playing:
        if seat in digest.abandoned:
            continue
        bonuses = digest.optional(seat, moment.game)
        if seat in digest.gave_up and moment.x == "647a":
            bonuses = bonuses - {"progressive"}  # not eligible: nothing is read from the hand
        if seat in digest.gave_up and moment.x == "663a":
            bonuses = bonuses - {"tie"}  # forfeited with the hand
        if bonuses or (seat not in digest.gave_up and not unqualified):
            settled = [step for step in digest.settled if step.body.seat == seat]
            needing = [
                step
                for step in settled
                if step.body.wager in bonuses or (seat not in digest.gave_up and not unqualified)
            ]
            shown = digest.shown.get(seat)
            if needing and (shown is None or shown.seq > needing[0].seq):
                text = f"Seat {seat} was settled, and its hand was not turned up before."
                yield Found(f"{moment.x}.11{part}", text, str(seat), (needing[0].seq,), seat=seat)


def player_shown_early(moment: Moment) -> Iterator[Found]:
    """S04: a player's hand was turned up before the dealer's."""
    digest = moment.digest
    dealer = digest.dealer_shown
    if dealer is None or digest.interrupted:
        return
    for seat, shown in sorted(digest.shown.items()):
        if shown.seq < dealer.seq:
            text = f"The hand of seat {seat} was turned up before the dealer's."
            yield Found(
                f"{moment.x}.11{SHOWN[moment.x]}", text, str(seat), (shown.seq, dealer.seq), seat=seat
            )


def fourth_card_not_shown(moment: Moment) -> Iterator[Found]:
    """S25: a Pair Bonus that wins is paid when its fourth card, or the shared one, has been turned up."""
    assert moment.round is not None
    for step in moment.digest.settled:
        if step.body.wager != "pair_bonus" or step.body.outcome != "win":
            continue
        shared = [
            *moment.round.of("community_cards_revealed", street="pair_bonus"),
            *moment.round.of("hand_revealed", hand="pair_bonus"),
        ]
        own = [s for s in moment.round.of("hand_revealed", seat=step.body.seat) if len(s.body.cards) > 3]
        shown = [each for each in (*shared, *own) if each.seq < step.seq]
        if not shown:
            seat = step.body.seat
            text = f"The Pair Bonus of seat {seat} was paid before its further card was turned up."
            about = f"{seat} pair_bonus"
            yield Found("679a.11(d)(2)(ii)", text, about, (step.seq,), seat=seat, wager="pair_bonus")


def six_cards_not_shown(moment: Moment) -> Iterator[Found]:
    """S26: the Six Card Bonus is settled when its four cards have been turned up (647a.11(k)); one that a
    player left behind is lost without them (647a.7(b))."""
    assert moment.round is not None
    digest = moment.digest
    settled = next(
        (
            step
            for step in digest.settled
            if step.body.wager == "six_card_bonus" and step.body.seat not in digest.abandoned
        ),
        None,
    )
    if settled is None or digest.interrupted:
        return
    shown = moment.round.first("community_cards_revealed", street="six_card_bonus")
    if shown is None or shown.seq > settled.seq:
        text = "A Six Card Bonus was settled before its four cards were turned up."
        yield Found("647a.11(k)", text, "", (settled.seq,), seat=settled.body.seat, wager="six_card_bonus")


def drawn_twice(moment: Moment) -> Iterator[Found]:
    """S32: the Magic Card and the lucky position are drawn once a round (647a.1)."""
    assert moment.round is not None
    for type_, name in (("magic_card_drawn", "Magic Card"), ("lucky_seat_drawn", "lucky position")):
        drawn = [*moment.round.of(type_)]
        if len(drawn) > 1:
            seqs = tuple(step.seq for step in drawn)
            yield Found("647a.1", f"The {name} was drawn {len(drawn)} times.", type_, seqs)


_AT = (ROUND_DONE,)
CHECKS = (
    Check("S01", "dealer_shown_early", _AT, "hands, decisions", dealer_shown_early),
    Check("S02", "dealer_never_shown", _AT, "hands, settlement", dealer_never_shown),
    Check("S03", "hand_not_shown", _AT, "hands, settlement", hand_not_shown),
    Check("S04", "player_shown_early", _AT, "hands", player_shown_early),
    Check(
        "S25", "fourth_card_not_shown", _AT, "settlement, cards", fourth_card_not_shown, chapters=("679a",)
    ),
    Check("S26", "six_cards_not_shown", _AT, "settlement, cards", six_cards_not_shown, chapters=("647a",)),
    Check("S32", "drawn_twice", _AT, "draws", drawn_twice, chapters=("647a",)),
)
