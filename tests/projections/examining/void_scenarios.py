"""I15, I18, I25, I27–I29, C33, C34: void rounds, and wagers that do not go back as the texts have it.

Every stake goes back, but for bonus wagers that the text has settled.
"""

from __future__ import annotations

from tests.projections.examining.clean_rounds import DOLLAR, FULL, PLAIN
from tests.projections.examining.irregularity_scenarios import (
    ALL,
    DEAL_JAM,
    EXPOSED,
    FACE_UP,
    NUMBER,
    STUBS,
    after_exposure,
    called,
    counting,
    dealt,
    ends_void,
    face_up_kind,
    first_cards,
    found,
    jam_lines,
    played_on,
    ruled,
    seen,
    with_bonus,
)
from tests.projections.examining.scenarios import breaks
from tests.projections.examining.script import Script
from tests.projections.examining.told import Told

# --- void, and what is not given back ---------------------------------------------------------------------


def _kept(script, broken):
    """The Ante of seat 1 is kept by the house."""
    if broken:
        script.change("wager_settled", {"returned_mc": 0}, seat=1, wager="ante")
    return script


@breaks("I15", FACE_UP)
def kept_after_two_cards_face_up(broken):
    told = counting().ready()
    kind, section = face_up_kind(told.chapter), FACE_UP[told.chapter]
    script = first_cards(told)
    script.lines += [found("8c"), found("8h"), called(kind), ruled(kind, "round_void", section)]
    return told.plays(script=_kept(ends_void(script, section), broken))


@breaks("I15", NUMBER)
def kept_after_a_wrong_number(broken):
    told = counting().ready()
    section = NUMBER[told.chapter]
    script = dealt(told)
    script.lines += [called("incorrect_number"), ruled("incorrect_number", "round_void", section)]
    return told.plays(script=_kept(ends_void(script, section), broken))


@breaks("I15", NUMBER)
def overlooked_in_a_void_round(broken):
    """Never settled at all: found when the next round opens."""
    told = counting().ready()
    section = NUMBER[told.chapter]
    script = dealt(told)
    script.lines += [called("incorrect_number"), ruled("incorrect_number", "round_void", section)]
    ends_void(script, section)
    if broken:
        script.without("wager_settled", seat=1, wager="ante")
    return told.plays(script=script).shuffles().plays()


@breaks("I15", EXPOSED)
def kept_after_an_exposed_card(broken):
    told = counting().ready()
    script = after_exposure(told, dealt(told))
    return told.plays(script=_kept(ends_void(script, EXPOSED[told.chapter]), broken))


@breaks("I15", DEAL_JAM)
def kept_after_a_jam(broken):
    told = counting(dealing="automated_shoe").ready()
    lines, section = jam_lines(told)
    script = first_cards(told)
    script.lines += [*lines, ruled("shoe_jam", "round_void", section)]
    return told.plays(script=_kept(ends_void(script, section), broken))


@breaks("I18", DEAL_JAM)
def jammed_and_played(broken):
    told = counting(dealing="automated_shoe").ready()
    lines, section = jam_lines(told)
    if broken:
        return played_on(told, 1, *lines, ruled("shoe_jam", "play_on", section))
    script = first_cards(told)
    script.lines += [*lines, ruled("shoe_jam", "round_void", section)]
    return told.plays(script=ends_void(script, section))


def _stub(dealing, misdealt):
    """A stub that was counted wrong: 52 cards and a misdeal, or 51 and none."""
    sections = {chapter: f"{chapter}.{part}" for chapter, part in STUBS[dealing].items()}
    shuffling = "manual" if dealing == "manual_shoe" else "device"

    def told_until_count():
        told = Told(dealing=dealing, shuffling=shuffling).ready()
        script = told.script(PLAIN)
        cards = 52 if misdealt else 51
        stub = script.lines[script.place("stub_counted")][1]["stub_cards"]
        says = {"deck_cards": cards, "misdealt": misdealt, "stub_cards": stub - (not misdealt)}
        return told, script.change("stub_counted", says), sections[told.chapter]

    def rest(script, section):
        place = script.place("stub_counted") + 1
        lines = [called("stub_count_wrong"), ruled("stub_count_wrong", "round_void", section)]
        stopped = Script([*script.lines[:place], *lines])
        return ends_void(stopped, section)

    def not_void(broken):
        told, script, section = told_until_count()
        if not broken:
            script = rest(script, section)
        return told.plays(script=script)

    def kept(broken):
        told, script, section = told_until_count()
        return told.plays(script=_kept(rest(script, section), broken))

    breaks("C33" if misdealt else "C34", sections)(not_void)
    breaks("I15", sections)(kept)


for _dealing in STUBS:
    _stub(_dealing, misdealt=True)
    _stub(_dealing, misdealt=False)


@breaks("I25", {chapter: f"{chapter}.13" for chapter in ALL})
def void_without_a_cause(broken):
    told = counting().ready()
    section = NUMBER[told.chapter]
    script = dealt(told)
    if not broken:
        script.lines += [called("incorrect_number"), ruled("incorrect_number", "round_void", section)]
    return told.plays(script=ends_void(script, section))


@breaks("I27", NUMBER)
def dealt_after_the_void(broken):
    told = counting().ready()
    section = NUMBER[told.chapter]
    script = dealt(told)
    script.lines += [called("incorrect_number"), ruled("incorrect_number", "round_void", section)]
    ends_void(script, section)
    if broken:
        script.lines.append(("card_dealt", {"to": "seat", "seat": 1, "position": 1}))
    return told.plays(script=script)


@breaks("I28", "647a.13(d)")
def silent_wagers_without_a_ruling(broken):
    """The Six Card Bonus Wager goes back, and nobody says why."""
    told = counting("647a").ready_for_all()
    rounds = with_bonus("647a", "six_card_bonus", 5)
    script = dealt(told, {"647a": rounds["647a"]._replace(six_card="Tc 4s 8h Jd")})
    script.lines += [seen("647a"), called("dealer_card_exposed")]
    if not broken:
        script.lines.append(ruled("dealer_card_exposed", "hands_void", "647a.13(d)"))
    return told.plays(script=ends_void(script, "647a.13(d)"))


@breaks("I29", NUMBER)
def folded_ante_returned_against_the_house(broken):
    """The house keeps what a fold has cost; the wrong number is called after the decisions."""
    told = counting().ready_for_all(options=[{"option": "folded_ante", "value": "lost"}])
    section = NUMBER[told.chapter]
    whole = told.script(FULL)
    script = Script(whole.lines[: whole.place("hand_revealed", hand="dealer")])
    given_up = [fields for type_, fields in script.lines if type_ == "wager_settled"]
    collected = script.find("hand_collected", seat=3)
    script.lines += [called("incorrect_number"), ruled("incorrect_number", "round_void", section)]
    ends_void(script, section)
    for fields in given_up:
        place = {"seat": fields["seat"], "wager": fields["wager"]}
        if not (broken and fields["wager"] == "ante"):
            script.without("wager_settled", outcome="void", **place)
    if collected:
        script.lines.pop(script.find("hand_collected", seat=3)[-1])
    return told.plays(script=script)


@breaks("S18", {"679a": "679a.11(d)(1)(i)"})
def bonus_overlooked_in_a_void_hand(broken):
    """Red, red and black are no Prime: it is to be collected though the hands are void."""
    told = counting("679a").ready_for_all()
    script = after_exposure(told, dealt(told, with_bonus("679a", "prime", 5)))
    box = PLAIN["679a"].boxes[1].cards.split()
    lost = {"seat": 1, "wager": "prime", "outcome": "lose", "stake_mc": 5 * DOLLAR}
    shown = ("hand_revealed", {"hand": "seat", "seat": 1, "cards": box})
    dealer = ("hand_revealed", {"hand": "dealer", "seat": None, "cards": PLAIN["679a"].dealer.split()})
    collected = ("wager_settled", {**lost, "returned_mc": 0, "paid_mc": 0})
    ends_void(script, EXPOSED["679a"], standing=[dealer, shown, collected])
    if broken:
        script.without("wager_settled", wager="prime")
    return told.plays(script=script).shuffles().plays()


# --- what links are told of it ------------------------------------------------------------------------------


@breaks("I26", {chapter: NUMBER[chapter] for chapter in ("647a", "678a")})
def link_not_told_of_a_seat(broken):
    """All stakes go back (x.13(c)); of the Progressive Wagers the link is told of all but one."""
    told = counting().ready_for_all()
    section = NUMBER[told.chapter]
    script = dealt(told, FULL)
    script.lines += [called("incorrect_number"), ruled("incorrect_number", "round_void", section)]
    ends_void(script, section)
    (leg,) = script.fields("round_voided")["legs"]
    return told.plays(
        script=script.change("round_voided", {"legs": [{**leg, "seats": leg["seats"][broken:]}]})
    )


@breaks("I26", {"678a": "678a.13(d)"})
def link_told_of_a_wager_that_was_settled(broken):
    """678a.13(d): after an exposed card the Progressive is settled, so nothing of it goes back."""
    told = counting().ready_for_all()
    plain = PLAIN["678a"]
    script = after_exposure(told, dealt(told, with_bonus("678a", "progressive", 5)))
    lost = {"seat": 1, "wager": "progressive", "outcome": "lose", "stake_mc": 5 * DOLLAR}
    standing = [
        ("hand_revealed", {"hand": "dealer", "seat": None, "cards": plain.dealer.split()}),
        ("hand_revealed", {"hand": "seat", "seat": 1, "cards": plain.boxes[1].cards.split()}),
        ("wager_settled", {**lost, "returned_mc": 0, "paid_mc": 0, "paid_from": None}),
    ]
    ends_void(script, "678a.13(d)", standing=standing)
    legs = [{"link": "L-1", "leg": 9, "seats": [1] if broken else []}]
    return told.plays(script=script.change("round_voided", {"legs": legs}))
