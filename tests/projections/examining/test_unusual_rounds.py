"""Rounds in which something lawful but unusual happens: nothing is found, and they pay what is due.

Each is a `FULL` round, whose amounts were worked out by hand, told with one thing more. What a box takes back
before "no more bets" is as if it had never been there (x.7(c)), so the boxes of the round win and lose what
they do without it, and a box that took everything back has nothing due and nothing given.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from events.body import read_body
from projections.rounds.discrepancies import discrepancies
from projections.rounds.replay import replay
from projections.rounds.terms import terms_of
from projections.rounds.verdict import Known, judge
from tests.projections.examining.changes import placed, unused
from tests.projections.examining.clean_rounds import ALWAYS, DOLLAR, FULL, UNIT_MC
from tests.projections.examining.irregularity_scenarios import NUMBER, called, counting, ends_void, ruled
from tests.projections.examining.round_lines import Line
from tests.projections.examining.script import Script
from tests.projections.examining.special_payout_scenarios import FROM_A_STRAIGHT, STRAIGHT_FLUSH, envy
from tests.projections.examining.told import BOOKS, Told

History = Callable[[Script, str], object]
REQUIRED = {chapter: ("ante", "odds") if chapter == "677a" else ("ante",) for chapter in BOOKS}
"""The wagers of x.7(d) without which nobody takes part."""
OPTIONAL = {
    "647a": "bonus",
    "663a": "poker_bonus",
    "677a": "pocket_bonus",
    "678a": "flush_bonus",
    "679a": "pair_bonus",
}
SHOE = {"dealing": "manual_shoe", "shuffling": "manual"}
STACKS = {"dealing": "automated_shoe", "shuffling": "counting_device"}


def back(wager: str, seat: int, dollars: int) -> Line:
    """A wager, or part of one, is taken back."""
    return "wager_withdrawn", {"seat": seat, "wager": wager, "amount_mc": dollars * DOLLAR}


def laid(seat: int, *wagers: str, dollars: int = 10) -> list[Line]:
    return [placed(wager, seat, dollars) for wager in wagers]


def taken(seat: int, *wagers: str, dollars: int = 10) -> list[Line]:
    return [back(wager, seat, dollars) for wager in wagers]


def there_and_back(seat: int, *wagers: str, dollars: int = 10) -> list[Line]:
    """Wagers are laid, and all of them taken back."""
    return [*laid(seat, *wagers, dollars=dollars), *taken(seat, *wagers, dollars=dollars)]


def sits(player: str, *boxes: int) -> Line:
    return "player_seated", {"player": player, "seat": boxes[0], "boxes": list(boxes)}


def leaves(player: str, seat: int) -> Line:
    return "player_left", {"player": player, "seat": seat}


# --- the histories ----------------------------------------------------------------------------------------


def all_of_a_box_is_taken_back(script, chapter):
    script.before("bets_closed", *there_and_back(2, *REQUIRED[chapter]))


def all_of_a_box_is_taken_back_and_its_bonus_first(script, chapter):
    wagers = (*REQUIRED[chapter], OPTIONAL[chapter])
    script.before("bets_closed", *laid(2, *wagers), *taken(2, *reversed(wagers)))


def part_of_it_is_taken_back(script, chapter):
    """Seventeen dollars, less seven: the ten by which seat 1 is settled."""
    for wager in REQUIRED[chapter]:
        script.change("wager_placed", {"amount_mc": 17 * DOLLAR}, seat=1, wager=wager)
        script.after("wager_placed", back(wager, 1, 7), seat=1, wager=wager)


def taken_back_and_laid_again(script, chapter):
    for wager in REQUIRED[chapter]:
        script.after("wager_placed", back(wager, 1, 10), placed(wager, 1, 10), seat=1, wager=wager)


def only_the_bonus_is_taken_back(script, chapter):
    script.before("bets_closed", *there_and_back(3, OPTIONAL[chapter], dollars=5))


def moved_to_the_box_beside_it(script, chapter):
    """P-1 has boxes 1 and 2, begins on 2 and plays on 1."""
    script.lines[:0] = [
        ("boxes_changed", {"player": "P-1", "boxes": [1, 2]}),
        *there_and_back(2, *REQUIRED[chapter]),
        ("boxes_changed", {"player": "P-1", "boxes": [1]}),
    ]


def moved_across_the_table(script, chapter):
    """P-1 sits at box 4 first, and goes to box 1 with the wager: never on both."""
    script.lines[:0] = [
        ("boxes_changed", {"player": "P-1", "boxes": [4]}),
        *there_and_back(4, *REQUIRED[chapter]),
        ("boxes_changed", {"player": "P-1", "boxes": [1]}),
    ]


def left_before_no_more_bets(script, chapter):
    script.before("bets_closed", *there_and_back(2, *REQUIRED[chapter]), leaves("P-2", 2))


def another_player_takes_the_box(script, chapter):
    script.lines[:0] = [
        leaves("P-5", 5),
        sits("P-9", 5),
        *there_and_back(5, *REQUIRED[chapter]),
        leaves("P-9", 5),
        sits("P-5", 5),
    ]


def sat_down_in_the_middle(script, _chapter):
    script.after("bets_closed", sits("P-4", 4))


def another_dealer_in_the_middle(script, _chapter):
    script.before("hand_revealed", ("dealer_changed", {"dealer": "D-2", "floorperson": "F-1"}), hand="dealer")


def left_with_the_wagers_on_the_box(script, chapter):
    """Before a card is dealt: they may be treated as losing (x.7(b)), and the box is dealt nothing."""
    wagers, lost = REQUIRED[chapter], {"outcome": "lose", "returned_mc": 0, "paid_mc": 0}
    stakes = [{"seat": 2, "wager": wager} for wager in wagers]
    abandoned = [
        ("wager_abandoned", {**stake, "amount_mc": 10 * DOLLAR, "ruled_by": "F-1"}) for stake in stakes
    ]
    script.before("bets_closed", *laid(2, *wagers), leaves("P-2", 2), *abandoned)
    script.after(
        "bets_closed", *(("wager_settled", {**stake, "stake_mc": 10 * DOLLAR, **lost}) for stake in stakes)
    )


def progressive_taken_back(script, chapter):
    """Seat 3 thinks better of the progressive wager; the system never took it."""
    dollars = UNIT_MC[chapter] // DOLLAR
    script.after("wager_placed", *there_and_back(3, "progressive", dollars=dollars), seat=3, wager="ante")


def progressive_laid_too_early_and_laid_again(script, chapter):
    """Before the Ante it may not be laid; it is taken back and laid behind it."""
    early = there_and_back(5, "progressive", dollars=UNIT_MC[chapter] // DOLLAR)
    script.before("wager_placed", *early, seat=5, wager="ante")


def six_card_bonus_of_another_taken_back(script, _chapter):
    script.before("bets_closed", *there_and_back(1, "six_card_bonus", dollars=5))


EVERYWHERE: list[History] = [
    all_of_a_box_is_taken_back,
    all_of_a_box_is_taken_back_and_its_bonus_first,
    part_of_it_is_taken_back,
    taken_back_and_laid_again,
    only_the_bonus_is_taken_back,
    moved_to_the_box_beside_it,
    moved_across_the_table,
    left_before_no_more_bets,
    another_player_takes_the_box,
    left_with_the_wagers_on_the_box,
    sat_down_in_the_middle,
    another_dealer_in_the_middle,
]
HISTORIES: list[tuple[History, str]] = [
    *((history, chapter) for history in EVERYWHERE for chapter in BOOKS),
    *((progressive_taken_back, chapter) for chapter in UNIT_MC),
    *((progressive_laid_too_early_and_laid_again, chapter) for chapter in UNIT_MC),
    (six_card_bonus_of_another_taken_back, "647a"),
]


def round_with(history: History, chapter: str, way: dict[str, str] = SHOE) -> Told:
    boxes = 2 if chapter != "677a" and history is moved_to_the_box_beside_it else 1
    told = Told(chapter, **way).ready_for_all(boxes_per_player=boxes).seats(2, "P-2")
    if history in (moved_to_the_box_beside_it, another_player_takes_the_box):
        told.leaves("P-2")
    script = told.script(FULL)
    history(script, chapter)
    return told.plays(script=script)


def verdict_on(told: Told):
    view = replay([event for event in told.events if event.round])
    (opened,) = [event for event in told.events if event.type == "table_opened"]
    return view, judge(view, Known(terms_of(read_body(opened))))


def by_hand(chapter: str) -> dict[tuple[int, str], int]:
    """What the wagers of a `FULL` round are due, in cents; those that lose are left out."""
    amounts = {
        (seat, paid.wager): 100 * (paid.returned + paid.paid)
        for seat, box in FULL[chapter].boxes.items()
        for paid in box.settled
    }
    return {place: cents for place, cents in amounts.items() if cents}


def due(verdict) -> dict[tuple[int, str], int]:
    """The same of a verdict."""
    return {(row.seat, row.wager): row.due_cents for row in verdict.rows if row.due_cents}


@pytest.mark.parametrize(("history", "chapter"), HISTORIES)
def test_the_round_is_as_without_it(history, chapter):
    told = round_with(history, chapter)
    view, verdict = verdict_on(told)

    assert due(verdict) == by_hand(chapter)
    assert [row for row in verdict.rows if not row.judged or row.difference_mc] == []
    assert "event" not in verdict.description
    assert told.findings == []
    assert discrepancies(view) == []


@pytest.mark.parametrize("chapter", BOOKS)
@pytest.mark.parametrize("history", EVERYWHERE[:3])
def test_nor_does_it_matter_how_cards_are_dealt(history, chapter):
    told = round_with(history, chapter, STACKS)
    _, verdict = verdict_on(told)
    assert told.findings == []
    assert {row.difference_mc for row in verdict.rows} == {0}


# --- what is not lawful spoils no more than itself --------------------------------------------------------


@pytest.mark.parametrize("chapter", BOOKS)
def test_what_is_paid_wrong_is_found_beside_a_box_that_took_everything_back(chapter):
    """Seat 1 gets five dollars too much on its last wager that wins."""
    told = Told(chapter).ready_for_all().seats(2, "P-2")
    script = told.script(FULL)
    all_of_a_box_is_taken_back(script, chapter)
    won = [paid for paid in FULL[chapter].boxes[1].settled if paid.paid][-1]
    script.change("wager_settled", {"paid_mc": (won.paid + 5) * DOLLAR}, seat=1, wager=won.wager)

    (found,) = told.plays(script=script).findings
    assert (found.id, found.seat, found.wager) == ("S13", 1, won.wager)
    assert (found.due_mc, found.done_mc) == (
        (won.returned + won.paid) * DOLLAR,
        (won.returned + won.paid + 5) * DOLLAR,
    )


def given_back(seat: int, *wagers: str, dollars: int = 10) -> list[Line]:
    """Stakes are given back as void."""
    whole = {"stake_mc": dollars * DOLLAR, "returned_mc": dollars * DOLLAR, "paid_mc": 0}
    return [("wager_settled", {"seat": seat, "wager": wager, "outcome": "void", **whole}) for wager in wagers]


def without_a_part(chapter: str, tell: History) -> tuple[Told, dict[str, str]]:
    """A round with something on box 2 that takes no part, and why each wager there is not judged; everything
    else is as worked out."""
    told = Told(chapter).ready_for_all().seats(2, "P-2")
    script = told.script(FULL)
    tell(script, chapter)
    told.plays(script=script)
    view, verdict = verdict_on(told)
    assert due(verdict) == by_hand(chapter)
    assert "event" not in verdict.description
    assert discrepancies(view) == []
    assert {row.difference_mc for row in verdict.rows if row.seat != 2} == {0}
    return told, {row.wager: row.why for row in verdict.rows if row.seat == 2}


@pytest.mark.parametrize("chapter", BOOKS)
def test_wagers_after_no_more_bets_on_a_box_without_cards_are_left_to_the_house(chapter):
    wagers = REQUIRED[chapter]

    def tell(script, _chapter):
        script.after("bets_closed", *laid(2, *wagers), *given_back(2, *wagers))

    told, why = without_a_part(chapter, tell)
    assert told.ids == ["W08"] * len(wagers)
    came_late = 'it came after "no more bets", and the box was dealt no cards: house ruling required'
    assert why == dict.fromkeys(wagers, f"{chapter}.7(c): {came_late}")


PARTICIPATES = {
    chapter: f"{chapter}.7(d)" if chapter == "663a" else f"{chapter}.7(d)(1)" for chapter in BOOKS
}


@pytest.mark.parametrize("chapter", BOOKS)
def test_a_bonus_whose_ante_was_taken_back_is_left_to_the_house(chapter):
    bonus = OPTIONAL[chapter]

    def tell(script, _chapter):
        script.before("bets_closed", *laid(2, bonus), *there_and_back(2, *REQUIRED[chapter]))
        script.after("bets_closed", *given_back(2, bonus))

    told, why = without_a_part(chapter, tell)
    assert told.ids == ["W22"]
    no_ante = "no ante lies on the box, so it takes no part: house ruling required"
    assert why == {bonus: f"{PARTICIPATES[chapter]}: {no_ante}"}


def test_an_ante_whose_odds_were_taken_back_is_left_to_the_house():
    def tell(script, _chapter):
        script.before("bets_closed", *laid(2, "ante", "odds"), back("odds", 2, 10))
        script.after("bets_closed", *given_back(2, "ante"))

    told, why = without_a_part("677a", tell)
    assert told.ids == ["W26"]
    assert why == {
        "ante": "677a.7(d)(1): no odds lies on the box, so it takes no part: house ruling required"
    }


@pytest.mark.parametrize("chapter", ["647a", "677a", "678a"])
def test_a_box_without_a_part_has_no_decision_that_an_exposed_card_could_come_before(chapter):
    """x.13(d): a card of the dealer's that is seen after everybody has decided changes nothing."""

    def tell(script, _chapter):
        script.before("bets_closed", *laid(2, OPTIONAL[chapter]), *there_and_back(2, *REQUIRED[chapter]))
        script.after("bets_closed", *given_back(2, OPTIONAL[chapter]))
        seen = ("card_exposed", {"hand": "dealer", "position": 1, "card": None})
        script.before("hand_revealed", seen, hand="dealer")

    without_a_part(chapter, tell)


@pytest.mark.parametrize("chapter", UNIT_MC)
def test_an_ante_that_is_laid_anew_behind_the_progressive_wager_comes_after_it(chapter):
    """The Ante is taken back once the progressive wager lies there, and laid again behind it."""
    told = Told(chapter).ready_for_all()
    script = told.script(FULL)
    script.after("wager_placed", *taken(5, "ante", dollars=20), seat=5, wager="progressive")
    script.before("progressive_lights_lit", *laid(5, "ante", dollars=20))
    assert told.plays(script=script).ids == ["W23"]


@pytest.mark.parametrize("chapter", BOOKS)
@pytest.mark.parametrize("again", [True, False])
def test_a_late_wager_is_made_or_made_larger_by_what_lies_there_then(chapter, again):
    wager = OPTIONAL[chapter]
    told = Told(chapter).ready_for_all()
    script = told.script(FULL)
    for place in reversed(script.find("wager_placed", seat=1, wager=wager)):
        del script.lines[place]
    before = laid(1, wager, dollars=3) if again else there_and_back(1, wager, dollars=3)
    script.before("bets_closed", *before)
    script.after("bets_closed", *laid(1, wager, dollars=2 if again else 5))
    assert [found.id for found in told.plays(script=script).findings if found.id in ("W08", "W09")] == [
        "W09" if again else "W08"
    ]


@pytest.mark.parametrize("chapter", BOOKS)
@pytest.mark.parametrize("ending", ["round_closed", "round_voided"])
def test_a_round_that_everybody_leaves_before_a_card_has_nothing_to_be_found(chapter, ending):
    told = Told(chapter).ready()
    script = told.script()
    script.lines = script.lines[: script.place("bets_closed")]
    ended = {"reason": "nobody plays", "section": "house rule", "ruled_by": "F-1", "legs": []}
    script.lines += [*taken(1, *REQUIRED[chapter]), (ending, ended if ending == "round_voided" else {})]
    assert told.plays(script=script).findings == []
    assert verdict_on(told)[1].rows == ()


def test_a_void_before_a_card_with_wagers_on_the_layout_still_needs_its_ground():
    told = Told("678a").ready()
    script = told.script()
    script.lines = script.lines[: script.place("bets_closed")]
    ended = {"reason": "nobody plays", "section": "house rule", "ruled_by": "F-1", "legs": []}
    script.lines += [*given_back(1, "ante"), ("round_voided", ended)]
    assert told.plays(script=script).ids == ["I25"]


def test_a_box_is_the_players_who_has_it_at_no_more_bets():
    """647a.11(i)(5): $300 go to another player than the holder of the hand. P-1 has boxes 4 and 5 when the
    round opens, P-5 takes box 5 before the wagers are made, and so is another."""
    boxes = STRAIGHT_FLUSH["647a"].boxes
    round_ = STRAIGHT_FLUSH["647a"]._replace(boxes={3: boxes[3], 4: boxes[1], 5: boxes[5]})
    told = Told("647a").ready_for_all(options=FROM_A_STRAIGHT, boxes_per_player=2).leaves("P-5")
    told.says("boxes_changed", player="P-1", boxes=[4, 5])
    script = told.script({"647a": round_})
    script.lines[:0] = [("boxes_changed", {"player": "P-1", "boxes": [4]}), sits("P-5", 5)]
    script.after("wager_settled", envy(5, 4, 300), seat=5, wager="progressive")
    shown = ("hand_revealed", {"hand": "seat", "seat": 3, "cards": boxes[3].cards.split()})
    script.before("hand_collected", shown, hand="seat", seat=3)
    assert told.plays(script=script).findings == []


@pytest.mark.parametrize("chapter", BOOKS)
def test_a_box_whose_wagers_came_late_plays_if_it_is_dealt_to(chapter):
    """The dealer should not have taken them (x.7(c)); dealt to, seat 3 has a hand like the others."""
    told = Told(chapter).ready_for_all()
    script = told.script(FULL)
    for wager in REQUIRED[chapter]:
        script.move(script.place("wager_placed", seat=3, wager=wager), to=script.place("bets_closed") + 1)
    told.plays(script=script)
    _, verdict = verdict_on(told)

    assert told.ids == ["W08"] * len(REQUIRED[chapter])
    assert [row for row in verdict.rows if not row.judged or row.difference_mc] == []
    assert len({row.seat for row in verdict.rows}) == 3


def test_a_box_without_a_part_is_said_to_be_one_where_the_round_is_judged_piece_by_piece():
    """Nobody saw the dealer's cards: what depends on them cannot be judged for that reason."""
    told = Told("678a").ready_for_all().seats(2, "P-2")
    script = told.script(FULL).without("hand_revealed", hand="dealer")
    script.after("bets_closed", *laid(2, "ante"))
    _, verdict = verdict_on(told.plays(script=script))
    why = {(row.seat, row.wager): row.why for row in verdict.rows}
    assert why[2, "ante"].startswith('678a.7(c): it came after "no more bets"')
    assert why[1, "ante"] == "the cards of the dealer are not known"


@pytest.mark.parametrize("taken_back", [True, False])
def test_an_exposed_card_after_which_everybody_leaves_concerns_nobody_who_took_a_wager_back(taken_back):
    """679a.13(d) would return the Ante that is left behind; nobody is there to get it (x.7(b))."""
    told = Told("679a").ready().seats(2, "P-2")
    script = told.script()
    if taken_back:
        script.before("bets_closed", *there_and_back(2, "ante"))
    script.lines = script.lines[: script.place("decision_made")]
    ante = {"seat": 1, "wager": "ante"}
    script.lines += [
        ("card_exposed", {"hand": "dealer", "position": 1, "card": None}),
        leaves("P-1", 1),
        ("wager_abandoned", {**ante, "amount_mc": 10 * DOLLAR, "ruled_by": "F-1"}),
        (
            "wager_settled",
            {**ante, "outcome": "lose", "stake_mc": 10 * DOLLAR, "returned_mc": 0, "paid_mc": 0},
        ),
        ("round_closed", {}),
    ]
    assert "I10" not in told.plays(script=script).ids


@pytest.mark.parametrize("chips", ["laid", "taken back"])
def test_the_top_card_of_four_stays_for_a_pair_bonus_that_lies_there(chips):
    """679a.10(g)(2): without the wager it goes to the rack; one that was taken back is none."""
    told = Told("679a", "automated_shoe", "reshuffling_device")
    wagers = [*ALWAYS["679a"], "pair_bonus"]
    told.ready(options=[{"option": "four_card_stacks", "value": True}], wagers=wagers)
    script = told.script()
    script.before("bets_closed", *(laid if chips == "laid" else there_and_back)(1, "pair_bonus", dollars=5))
    for at in ({"to": "seat", "seat": 1}, {"to": "dealer"}):
        script.change("stack_delivered", {"cards": [None] * 4}, **at)
    top = ("hand_collected", {"hand": "dealer", "seat": None, "cards": 1})
    script.after("stack_delivered", top, to="dealer")
    script.change("hand_collected", {"cards": 4}, hand="seat")
    assert ("C27" in told.plays(script=script).ids) == (chips == "taken back")


@pytest.mark.parametrize("until", [1, 2])
def test_four_cards_for_the_flop_that_are_noticed_before_the_river_are_no_turn_without_its_burn(until):
    """647a.13(c): the round is void, and the card too many was not dealt before anybody was asked."""
    told = counting("647a").ready_for_all()
    script = told.script(FULL)
    script.lines = script.lines[: script.find("card_burned")[until]]
    more = {"to": "community", "seat": None, "position": 4, "card": unused("647a"), "face": "up"}
    script.after("card_dealt", ("card_dealt", more), to="community", position=3)
    script.lines += [
        called("incorrect_number"),
        ruled("incorrect_number", "round_void", NUMBER["647a"]),
    ]
    assert told.plays(script=ends_void(script, NUMBER["647a"])).findings == []
