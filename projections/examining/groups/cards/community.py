"""C12–C19, C21, C25–C27: burns, the board, and the cards that bonus wagers bring (647a.8–.11, 677a.8–.10,
679a.8–.10)."""

from __future__ import annotations

from collections.abc import Iterator

from games.procedure.dealing_sections import (
    BOARD_FACE_DOWN,
    FOURTH_CARD,
    PAIR_BONUS_CARD,
    where,
)
from games.procedure.dealing_sections import (
    SIX_CARD as SIX_CARD_SECTIONS,
)
from games.texas_holdem_bonus.dealing import STREETS
from projections.examining.check import ROUND_DONE, Check, Finder, Found, Moment, of_deal, of_round
from projections.examining.groups.cards.dealing import FOUR, STACKS, is_by_fours, name_of, seat_of
from projections.examining.round_facts import (
    BURN,
    COMMUNITY,
    DEALER,
    PAIR_BONUS,
    SIX_CARD,
    Dealt,
    RoundFacts,
)

HOLDEM, HEADS_UP, PRIME = "647a", "677a", "679a"
STREET_SECTIONS = ("647a.11(c)", "647a.11(e)", "647a.11(g)")
STREET_NAMES = ("Flop", "Turn", "River")
BOARD_CARDS = sum(STREETS)


def _seqs(dealt: list[Dealt]) -> tuple[int, ...]:
    return tuple(each.seq for each in dealt)


# --- the Six Card Bonus -----------------------------------------------------------------------------------


def _six_card_section(facts: RoundFacts) -> str | None:
    return where(SIX_CARD_SECTIONS, HOLDEM, facts.round.dealing)


@of_deal
def six_card_not_first(_moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """C12: from shoe or hand, the Six Card Bonus cards were not dealt before the hands."""
    if facts.round.dealing == STACKS or not facts.hands:
        return
    late = [each for each in facts.to(SIX_CARD) if each.seq > facts.hands[0].seq]
    if late:
        text = "The Six Card Bonus cards were not dealt before the hands."
        yield Found(_six_card_section(facts), text, "", (facts.hands[0].seq, late[0].seq))


@of_deal
def six_card_before_stacks(_moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """C13: from an automated shoe, they came before the stacks, or as a stack and not from the hand."""
    if facts.round.dealing != STACKS or not facts.hands:
        return
    for each in facts.to(SIX_CARD):
        if each.is_stack or each.seq < facts.hands[-1].seq:
            text = "The Six Card Bonus cards were not dealt from the hand after the stacks."
            yield Found(_six_card_section(facts), text, "", (each.seq, facts.hands[-1].seq))
            return


@of_deal
def six_card_number(_moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """C14: not four Six Card Bonus cards, some though nobody wagered, or face up."""
    dealt, wagered = facts.to(SIX_CARD), bool(facts.seats_with(SIX_CARD))
    number, section = facts.count(SIX_CARD), _six_card_section(facts)
    if dealt and not wagered:
        yield Found(section, "Six Card Bonus cards were dealt, and nobody had wagered.", "", _seqs(dealt))
    elif wagered and number != FOUR and facts.is_played_on:
        text = f"{number} Six Card Bonus cards were dealt, not four."
        yield Found(section, text, "", _seqs(dealt))
    elif any(each.face_up for each in dealt):
        yield Found(section, "A Six Card Bonus card was dealt face up.", "", _seqs(dealt))


# --- the board of 647a ------------------------------------------------------------------------------------


def dealt_streets(facts: RoundFacts) -> list[list[Dealt]]:
    """Flop, Turn and River, each card by itself: what lies between burns; if one is missing, by number.

    A round that ended before the River has fewer streets, and no burn is missing where each has its own.
    """
    groups: list[list[Dealt]] = [[]]
    for each in facts.dealt:
        if each.to == BURN:
            groups.append([])
        elif each.to == COMMUNITY:
            groups[-1] += [each] * each.cards
    between = [group for group in groups if group]
    if len(between) == len(STREETS):
        return between
    if not facts.is_played_on and len(between) == len(facts.to(BURN)) and not _decided_inside(facts, between):
        return [*between, *([] for _ in STREETS)][: len(STREETS)]
    board = [each for group in between for each in group]
    return [board[:3], board[3:4], board[4:]]


def _decided_inside(facts: RoundFacts, streets: list[list[Dealt]]) -> bool:
    """Whether somebody decided between two cards that no burn parts."""
    decided = [step.seq for step in facts.all("decision_made")]
    return any(street[0].seq < seq < street[-1].seq for street in streets for seq in decided)


def _no_burn(street: int) -> Finder:
    """C15, C16, C17: no card was burned before a street. Where the board comes first, a switch asks for
    it."""

    @of_deal
    def find(_moment: Moment, facts: RoundFacts) -> Iterator[Found]:
        if facts.is_board_first and facts.option("community_first_burns") != "required":
            return
        streets = dealt_streets(facts)
        after = streets[street - 1][-1].seq if street and streets[street - 1] else 0
        dealt = streets[street]
        if dealt and not any(after < burn.seq < dealt[0].seq for burn in facts.to(BURN)):
            text = f"No card was burned before the {STREET_NAMES[street]}."
            yield Found(STREET_SECTIONS[street], text, "", (dealt[0].seq,))

    return find


def burn_seen(moment: Moment) -> Iterator[Found]:
    """C18: the face of a burned card was seen (647a.1)."""
    if moment.body.exposed:
        yield Found("647a.1", "The face of a burned card was seen.", "")


@of_round
def street_of_another_number(_moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """C19: not three cards to the Flop, one to the Turn, one to the River, and the round was played on."""
    if not facts.is_played_on:
        return
    dealt = [len(street) for street in dealt_streets(facts)]
    in_play = any(step.body.wager == "flop" for step in facts.all("decision_made"))
    wrong = [at for at in range(3) if dealt[at] != STREETS[at]] if any(dealt) or in_play else []
    shown = {step.body.street: len(step.body.cards) for step in facts.all("community_cards_revealed")}
    wrong += [
        at for at, name in enumerate(STREET_NAMES) if shown.get(name.lower(), STREETS[at]) != STREETS[at]
    ]
    if wrong:
        street = min(wrong)
        text = f"The {STREET_NAMES[street]} was not {('three cards', 'one card', 'one card')[street]}."
        yield Found(STREET_SECTIONS[street], text, "", _seqs(facts.to(COMMUNITY)))


# --- the board of 677a ------------------------------------------------------------------------------------


@of_round
def board_not_face_down(_moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """C21: five community cards, face down, after the hands and before the first question.

    One too many is x.13(c)'s (I08).
    From an automated shoe they are dealt one by one from the hand, unless it may dispense them first.
    """
    if facts.is_board_first:
        return
    section = where(BOARD_FACE_DOWN, HEADS_UP, facts.round.dealing)
    board, asked = facts.to(COMMUNITY), facts.all("decision_made")
    if facts.is_played_on and facts.count(COMMUNITY) < BOARD_CARDS:
        text = f"{facts.count(COMMUNITY)} community cards were dealt, not five."
    elif any(each.face_up for each in board):
        text = "A community card was dealt face up."
    elif board and asked and board[-1].seq > asked[0].seq:
        text = "A player was asked before the community cards had been dealt."
    elif board and facts.hands and board[0].seq < facts.hands[-1].seq:
        text = "The community cards were dealt before every hand was complete."
    elif facts.round.dealing == STACKS and any(each.is_stack for each in board):
        text = "The community cards came from the shoe as a stack, and not from the dealer's hand."
    else:
        return
    yield Found(section, text, "", _seqs(board))


# --- 679a: a fourth card, or one card for all -------------------------------------------------------------


def _third_of_dealer(facts: RoundFacts) -> int:
    """The event that completes the dealer's hand; 0 where nothing does."""
    return max((each.seq for each in facts.hands if each.to == DEALER), default=0)


@of_deal
def fourth_cards(_moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """C25: a Pair Bonus box without a fourth card, one for a box without the wager, or one too early."""
    if not facts.is_played_on or is_by_fours(facts):
        return
    if facts.option("pair_bonus_community"):
        return
    section = where(FOURTH_CARD, PRIME, facts.round.dealing)
    for seat in facts.playing:
        fourth = [each for each in facts.to(seat) if not each.is_stack and each.position == FOUR]
        wagered = (seat, PAIR_BONUS) in facts.staked
        if wagered and not fourth and facts.count(seat) < FOUR and not facts.to(PAIR_BONUS):
            text = f"Box {seat} has a Pair Bonus Wager and was dealt no fourth card."
        elif fourth and not wagered and facts.count(seat) == FOUR:
            text = f"Box {seat} was dealt a fourth card, and has no Pair Bonus Wager."
        elif fourth and fourth[0].seq < _third_of_dealer(facts):
            text = f"The fourth card of box {seat} was dealt before the dealer's third."
        else:
            continue
        yield Found(section, text, "", _seqs(facts.to(seat)), seat=seat, wager=PAIR_BONUS)


@of_deal
def one_card_for_all(_moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """C26: not one Pair Bonus community card, or dealt before everybody has three; none where nobody
    wagered is well."""
    if not facts.is_played_on or not facts.option("pair_bonus_community"):
        return
    shared, number = facts.to(PAIR_BONUS), facts.count(PAIR_BONUS)
    if number > 1:
        text = f"{number} Pair Bonus community cards were dealt, not one."
    elif not number and facts.seats_with(PAIR_BONUS) and not facts.round.fourth_cards:
        text = "No Pair Bonus community card was dealt, though somebody had wagered."
    elif shared and any(each.seq > shared[0].seq for each in facts.hands):
        text = "The Pair Bonus community card was dealt before everybody had three cards."
    else:
        return
    section = where(PAIR_BONUS_CARD, PRIME, facts.round.dealing)
    yield Found(section, text, "", _seqs(shared), wager=PAIR_BONUS)


@of_deal
def top_card_not_to_rack(moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """C27: the top card of a stack of four stayed, at a box without Pair Bonus or before the dealer.

    On its way to the rack it is recorded as a burn before the other three, or as collected after the four.
    """
    if not facts.is_played_on or not is_by_fours(facts):
        return
    before: Dealt | None = None
    for each in facts.dealt:
        burned, before = before is not None and before.to == BURN, each
        if burned or not each.is_hand or not each.is_stack or each.to in facts.seats_with(PAIR_BONUS):
            continue
        if each.cards != FOUR or not _taken_from(facts, each):
            text = f"The top card of the stack for {name_of(each.to)} was not put into the rack."
            section = f"{moment.x}.10(g)(2)"
            yield Found(section, text, str(each.to), (each.seq,), seat=seat_of(each.to))


def _taken_from(facts: RoundFacts, stack: Dealt) -> bool:
    """Whether one card of a stack was collected before anybody was asked."""
    asked = facts.all("decision_made")
    hand = {"hand": DEALER, "seat": None} if stack.to == DEALER else {"hand": "seat", "seat": stack.to}
    taken = facts.first("hand_collected", cards=1, **hand)
    return taken is not None and (not asked or taken.seq < asked[0].seq)


_DONE = (ROUND_DONE,)
CHECKS = (
    Check("C12", "six_card_not_dealt_first", _DONE, "cards", six_card_not_first, chapters=(HOLDEM,)),
    Check("C13", "six_card_before_stacks", _DONE, "cards", six_card_before_stacks, chapters=(HOLDEM,)),
    Check("C14", "six_card_number_wrong", _DONE, "cards, wagers", six_card_number, chapters=(HOLDEM,)),
    Check(
        "C19",
        "street_number_wrong",
        _DONE,
        "cards, decisions",
        street_of_another_number,
        remedy="void",
        chapters=(HOLDEM,),
    ),
    Check("C15", "no_burn_before_flop", _DONE, "cards", _no_burn(0), chapters=(HOLDEM,)),
    Check("C16", "no_burn_before_turn", _DONE, "cards", _no_burn(1), chapters=(HOLDEM,)),
    Check("C17", "no_burn_before_river", _DONE, "cards", _no_burn(2), chapters=(HOLDEM,)),
    Check("C18", "burned_card_seen", ("card_burned",), "the card", burn_seen, chapters=(HOLDEM,)),
    Check("C21", "board_not_face_down", _DONE, "cards, decisions", board_not_face_down, chapters=(HEADS_UP,)),
    Check("C25", "fourth_card_wrong", _DONE, "cards, wagers", fourth_cards, remedy="void", chapters=(PRIME,)),
    Check("C26", "pair_bonus_card_wrong", _DONE, "cards, wagers", one_card_for_all, chapters=(PRIME,)),
    Check("C27", "top_card_not_to_rack", _DONE, "cards", top_card_not_to_rack, chapters=(PRIME,)),
)
