"""C01–C10: who is dealt how many cards, in which order, and how they lie (x.8–x.10, x.13(c))."""

from __future__ import annotations

from collections.abc import Iterator

from games.procedure.dealing_sections import FACE_DOWN, HANDS, where
from projections.examining.check import ROUND_DONE, Check, Found, Moment, of_deal, of_round
from projections.examining.round_facts import BURN, DEALER, PAIR_BONUS, Dealt, RoundFacts

STACKS = "automated_shoe"
NOTICED = ("incorrect_number", "stub_count_wrong")
"""Calls by which a wrong number of cards came to light."""
FOUR, STACKS_OF_FOUR = 4, "four_card_stacks"
"""679a.10(g): a fourth card on top of each stack."""


def section_of_hands(facts: RoundFacts) -> str | None:
    """Where the chapter says to whom the cards of the hands go, by the round's procedure."""
    return where(HANDS, facts.book.chapter, facts.round.dealing)


def name_of(hand: int | str) -> str:
    """A hand, for people."""
    return "the dealer" if hand == DEALER else f"box {hand}"


def seat_of(hand: int | str) -> int | None:
    """Its seat; None for the dealer's."""
    return hand if isinstance(hand, int) else None


# --- order ------------------------------------------------------------------------------------------------


def _turns(facts: RoundFacts) -> list[tuple[int, int | str, int]]:
    """The deal of the hands as (turn, hand, event), where that can be told.

    It cannot be told where somebody has too few cards or too many, which is another finding or a void round,
    nor where cards came otherwise than the procedure has it.
    """
    everybody: set[int | str] = {*facts.playing, DEALER}
    dealt_to = {each.to for each in facts.hands}
    complete = all(_number(facts, hand) == facts.full(hand) for hand in everybody)
    if not complete or dealt_to != everybody or list(_otherwise(facts)):
        return []
    return [(each.position, each.to, each.seq) for each in facts.hands]


@of_deal
def out_of_turn(_moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """C01: not clockwise from the dealer's left."""
    last = (0, 0)
    for turn, hand, seq in _turns(facts):
        if isinstance(hand, int):
            if (turn, hand) < last:
                text = f"Box {hand} was dealt to out of turn: the deal goes clockwise, one card at a time."
                if facts.round.dealing == STACKS:
                    text = f"Box {hand} was given its cards out of turn: the deal goes clockwise."
                yield Found(section_of_hands(facts), text, "", (seq,), seat=hand)
                return
            last = (turn, hand)


@of_deal
def dealer_not_last(_moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """C02: the dealer's card was not the last of a turn."""
    turns = _turns(facts)
    dealt = {turn: seq for turn, hand, seq in turns if hand == DEALER}
    for turn, hand, seq in turns:
        late = hand != DEALER and seq > dealt[turn]
        early = hand != DEALER and seq < dealt.get(turn - 1, 0)
        if late or early:
            of = dealt[turn] if late else dealt[turn - 1]
            text = "The dealer was not the last to be dealt to in a turn."
            yield Found(section_of_hands(facts), text, "", (of, seq))
            return


# --- numbers ----------------------------------------------------------------------------------------------


def _wrong_stacks(facts: RoundFacts) -> Iterator[Dealt]:
    """Stacks of another size than the chapter's; of four cards where 679a.10(g) lets the shoe make these.

    There the top card that nobody wagered on may have gone to the rack before: as a burn.
    """
    by_fours, before = is_by_fours(facts), ""
    for each in facts.dealt:
        sizes = {facts.full(each.to)}
        if by_fours and before != BURN:
            sizes = {FOUR} if each.to in facts.seats_with(PAIR_BONUS) else {FOUR - 1, FOUR}
        if each.is_stack and each.is_hand and each.cards not in sizes:
            yield each
        before = str(each.to)


def is_by_fours(facts: RoundFacts) -> bool:
    """Whether the shoe makes stacks of four: selected, or done throughout (679a.10(g))."""
    if facts.book.chapter != "679a" or facts.round.dealing != STACKS:
        return False
    sizes = {each.cards for each in facts.dealt if each.is_stack and each.is_hand}
    return bool(facts.option(STACKS_OF_FOUR)) or sizes == {FOUR}


@of_deal
def stack_of_another_size(moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """C08: a stack that is not of the chapter's size was played on with."""
    for each in _wrong_stacks(facts) if facts.is_played_on else ():
        text = f"A stack of {each.cards} cards went to {name_of(each.to)}, and the round was played on."
        yield Found(f"{moment.x}.10(b)", text, "", (each.seq,), seat=seat_of(each.to))


@of_deal
def without_ante(_moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """C03: a card went to a box without an Ante, in 677a without Ante and Odds, and nobody noticed."""
    if any(facts.first("irregularity_called", kind=kind) for kind in NOTICED):
        return
    dealt = {each.to: each.seq for each in reversed(facts.dealt) if isinstance(each.to, int)}
    for seat in sorted(seat for seat in dealt if isinstance(seat, int) and seat not in facts.entitled):
        text = f"Box {seat} was dealt to, though it takes no part in the round."
        yield Found(section_of_hands(facts), text, str(seat), (dealt[seat],), seat=seat)


def _number(facts: RoundFacts, hand: int | str) -> int:
    """How many cards a hand has, without the fourth that 679a puts beside it or takes off a stack."""
    number = facts.count(hand)
    if facts.book.chapter == "679a":
        number -= any(_is_fourth(each, hand, facts) for each in facts.to(hand))
    return number


def _is_fourth(dealt: Dealt, hand: int | str, facts: RoundFacts) -> bool:
    if dealt.is_stack:
        return dealt.cards == FOUR and is_by_fours(facts)
    return dealt.position == FOUR and hand != DEALER


def _by_stack(facts: RoundFacts) -> set[int | str]:
    """Hands whose number is wrong because of a stack: that finding speaks."""
    return {each.to for each in _wrong_stacks(facts)}


@of_deal
def too_few(moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """C04: a box with an Ante has too few cards, and the round was played on; not where the deal of no hand
    was recorded, which tells of no number."""
    for seat in facts.playing if facts.is_played_on and facts.hands else ():
        number = _number(facts, seat)
        if number < facts.full(seat) and seat not in _by_stack(facts):
            text = f"Box {seat} has too few cards, {facts.count(seat)}, and the round was played on."
            seqs = tuple(each.seq for each in facts.to(seat))
            yield Found(f"{moment.x}.13(c)", text, "", seqs, seat=seat)


@of_deal
def too_many(moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """C05: a box has too many cards, and the round was played on (x.13(c))."""
    for seat in facts.playing if facts.is_played_on else ():
        number = _number(facts, seat)
        if number > facts.full(seat) and seat not in _by_stack(facts):
            text = f"Box {seat} has too many cards, {facts.count(seat)}, and the round was played on."
            seqs = tuple(each.seq for each in facts.to(seat))
            yield Found(f"{moment.x}.13(c)", text, "", seqs, seat=seat)


@of_deal
def wrong_for_dealer(moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """C06: the dealer has too few or too many cards, and the round was played on (x.13(c))."""
    number, full = _number(facts, DEALER), facts.full(DEALER)
    if facts.is_played_on and facts.hands and number != full and DEALER not in _by_stack(facts):
        text = f"The dealer has {number} cards, not {full}, and the round was played on."
        yield Found(f"{moment.x}.13(c)", text, "", tuple(each.seq for each in facts.to(DEALER)))


# --- how the cards come and lie ---------------------------------------------------------------------------


def _otherwise(facts: RoundFacts) -> Iterator[Dealt]:
    """Stacks where cards are dealt singly, and single cards of the hands where stacks are delivered.

    A card too many, and a fourth card, come singly from any shoe.
    """
    stacks = facts.round.dealing == STACKS
    for each in facts.dealt:
        singly = each.is_hand and not each.is_stack and each.position <= facts.full(each.to)
        if singly if stacks else each.is_stack:
            yield each


@of_deal
def other_procedure(_moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """C07: a stack at a table that deals singly, or single cards from an automated shoe."""
    found = list(_otherwise(facts))
    if found:
        what = "A stack was delivered" if found[0].is_stack else "Single cards were dealt"
        way = facts.round.dealing.replace("_", " ")
        text = f"{what}, which is not how cards are dealt by {way}."
        yield Found(section_of_hands(facts), text, "", (found[0].seq,))


@of_deal
def face_up(_moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """C09: a card of a hand was dealt face up; 663a.8 does not say that it may not be."""
    told = set[int | str]()
    section = where(FACE_DOWN, facts.book.chapter, facts.round.dealing)
    for each in facts.dealt:
        if each.face_up and each.is_hand and each.to not in told:
            told.add(each.to)
            text = f"A card was dealt face up to {name_of(each.to)}."
            yield Found(section, text, str(each.to), (each.seq,), seat=seat_of(each.to))


@of_round
def no_cover_card(_moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """C10: the dealer's hand lay under no cover card (678a; 647a from an automated shoe).

    Each of the dealer's cards goes under it, so its first one shows the breach, however the round ends.
    """
    if facts.book.chapter == "647a" and facts.round.dealing != STACKS:
        return
    dealt = facts.to(DEALER)
    if dealt and facts.first("cover_card_placed", over=DEALER) is None:
        text = "No cover card was placed over the dealer's hand."
        yield Found(section_of_hands(facts), text, "", (dealt[0].seq,))


_DONE = (ROUND_DONE,)
CHECKS = (
    Check("C07", "dealt_by_another_procedure", _DONE, "cards", other_procedure),
    Check("C01", "dealt_out_of_turn", _DONE, "cards", out_of_turn),
    Check("C02", "dealer_not_last", _DONE, "cards", dealer_not_last),
    Check("C08", "stack_of_another_size", _DONE, "cards", stack_of_another_size, remedy="void"),
    Check("C03", "dealt_without_ante", _DONE, "cards, wagers", without_ante),
    Check("C04", "too_few_cards", _DONE, "cards, wagers", too_few, remedy="void"),
    Check("C05", "too_many_cards", _DONE, "cards", too_many, remedy="void"),
    Check("C06", "dealer_number_wrong", _DONE, "cards", wrong_for_dealer, remedy="void"),
    Check("C09", "dealt_face_up", _DONE, "cards", face_up),
    Check("C10", "cover_card_not_placed", _DONE, "cards", no_cover_card, chapters=("647a", "678a")),
)
