"""W05, W22–W28, W31: who wagers on which boxes, what lies on them together, how much (x.7(b), (d), (e))."""

from __future__ import annotations

from collections.abc import Iterator

from projections.examining.check import ROUND_DONE, Check, Found, Moment, of_round
from projections.examining.round_facts import RoundFacts

ANTE, ODDS = "ante", "odds"


def _words(wager: str) -> str:
    return wager.replace("_", " ")


@of_round
def nobodys_box(moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """W05: a wager on a box that no player at the table has (x.7(b))."""
    for seat, players in facts.round.owners.items():
        if not players:
            seqs = _placed_on(facts, seat)
            text = f"Somebody wagered on box {seat}, which no seated player has."
            yield Found(f"{moment.x}.7(b)", text, str(seat), seqs, seat=seat)


@of_round
def box_of_two(moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """W31: two players have one box (x.7(b)). Another table's boxes are not to be seen from here."""
    for seat, players in facts.round.owners.items():
        if len(players) > 1:
            text = f"Box {seat} belongs to {len(players)} players at once."
            yield Found(f"{moment.x}.7(b)", text, str(seat), _placed_on(facts, seat), seat=seat)


def _placed_on(facts: RoundFacts, *seats: int) -> tuple[int, ...]:
    return tuple(seq for (seat, _), seq in facts.first_placed.items() if seat in seats)


@of_round
def too_many_boxes(moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """W27: a player plays more boxes than the rules submission lets anybody have."""
    selections = facts.round.selections
    allowed = selections.boxes_per_player if selections is not None else 1
    held = {player: boxes for players in facts.round.owners.values() for player, boxes in players.items()}
    for player, boxes in held.items():
        if len(set(boxes)) > allowed:
            text = f"The player of box {min(boxes)} has {len(set(boxes))} boxes, and {allowed} at most."
            seqs = _placed_on(facts, *boxes)
            yield Found(moment.book.boxes.section, text, player, seqs, seat=min(boxes))


@of_round
def boxes_apart(moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """W28: a player wagers on boxes that are not next to each other."""
    theirs: dict[str, list[int]] = {}
    for seat in sorted(facts.round.owners):
        for player in facts.round.owners[seat]:
            theirs.setdefault(player, []).append(seat)
    for player, seats in theirs.items():
        if seats[-1] - seats[0] >= len(seats):
            listed = " and ".join(map(str, seats))
            text = f"One player wagered on boxes {listed}, which are not next to each other."
            section = moment.book.boxes.section
            yield Found(section, text, player, _placed_on(facts, *seats), seat=seats[0])


# --- what lies on a box -----------------------------------------------------------------------------------


@of_round
def odds_unlike_ante(moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """W26: the Odds Wager is not of the Ante's amount, or one of the two is missing (677a.7(d)(1))."""
    for seat in sorted(facts.seats_with(ANTE) | facts.seats_with(ODDS)):
        if facts.staked.get((seat, ANTE)) != facts.staked.get((seat, ODDS)):
            text = f"The Odds Wager of seat {seat} does not equal the Ante."
            seqs = _placed_on(facts, seat)
            yield Found(f"{moment.x}.7(d)(1)", text, str(seat), seqs, seat=seat, wager=ODDS)


@of_round
def without_ante(moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """W22: an optional wager on a box without an Ante, in 677a without Ante and Odds."""
    told = set[int]()
    for (seat, wager), seq in facts.first_placed.items():
        if seat in facts.entitled or seat in told or wager in facts.required:
            continue
        if (seat, wager) in facts.staked:
            told.add(seat)
            text = f"A {_words(wager)} wager was taken on box {seat}, where no {_ante(facts)} lies."
            yield Found(_who_may(moment.x, wager), text, str(seat), (seq,), seat=seat, wager=wager)


def _ante(facts: RoundFacts) -> str:
    return " and ".join(wager.title() for wager in facts.required)


def _who_may(chapter: str, wager: str) -> str:
    """Where the chapter asks for the Ante: with the wager itself, or where it says how to take part."""
    if chapter == "663a":
        return "663a.7(e)"
    return f"{chapter}.7(d)(5)" if wager == "six_card_bonus" else f"{chapter}.7(d)(1)"


@of_round
def before_ante(_moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """W23: a progressive or Five Card wager was made before that box's Ante (647a.7(d)(3), (4);
    678a.7(d)(4))."""
    for wager in facts.game.wagers:
        if not wager.progressive:
            continue
        for seat in sorted(facts.seats_with(wager.name)):
            placed, ante = facts.first_placed[seat, wager.name], facts.first_placed.get((seat, ANTE))
            if ante is not None and placed < ante:
                text = f"Seat {seat} made the {_words(wager.name)} wager before the Ante."
                about = f"{seat} {wager.name}"
                yield Found(wager.section, text, about, (placed, ante), seat=seat, wager=wager.name)


@of_round
def below_minimum(_moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """W24: an Ante below the posted minimum; no section sets it."""
    selections = facts.round.selections
    least_mc = selections.minimum_wager_mc if selections is not None else 0
    for seat in sorted(facts.seats_with(ANTE)):
        if facts.staked[seat, ANTE] < least_mc:
            text = f"The Ante of seat {seat} is below the posted minimum."
            yield Found(None, text, str(seat), (facts.first_placed[seat, ANTE],), seat=seat, wager=ANTE)


@of_round
def above_maximum(_moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """W25: an Ante above the posted maximum; no section sets it."""
    selections = facts.round.selections
    most_mc = selections.maximum_wager_mc if selections is not None else None
    for seat in sorted(facts.seats_with(ANTE)):
        if most_mc is not None and facts.staked[seat, ANTE] > most_mc:
            text = f"The Ante of seat {seat} is above the posted maximum."
            yield Found(None, text, str(seat), (facts.first_placed[seat, ANTE],), seat=seat, wager=ANTE)


_DONE = (ROUND_DONE,)
CHECKS = (
    Check("W05", "nobodys_box", _DONE, "the round, players", nobodys_box),
    Check("W31", "box_of_two_players", _DONE, "the round, players", box_of_two),
    Check("W27", "box_too_many", _DONE, "the round, players, selections", too_many_boxes),
    Check("W28", "boxes_not_adjacent", _DONE, "the round, players", boxes_apart),
    Check("W26", "odds_not_equal_to_ante", _DONE, "the round", odds_unlike_ante, chapters=("677a",)),
    Check("W22", "optional_wager_without_ante", _DONE, "the round", without_ante),
    Check("W23", "progressive_before_ante", _DONE, "the round", before_ante, chapters=("647a", "678a")),
    Check("W24", "wager_below_minimum", _DONE, "the round, selections", below_minimum),
    Check("W25", "wager_above_maximum", _DONE, "the round, selections", above_maximum),
)
