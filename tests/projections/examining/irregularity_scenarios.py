"""I01–I14: what goes wrong with cards, and what x.13 answers it with.

Each void is worked out by hand: every stake goes back, but for bonus wagers that the text has settled.
"""

from __future__ import annotations

from collections import Counter

from tests.projections.examining.clean_rounds import DEALER, DOLLAR, FLOORPERSON, PLAIN
from tests.projections.examining.scenarios import breaks
from tests.projections.examining.script import Script
from tests.projections.examining.told import BOOKS, CARDS, Told

ALL = tuple(BOOKS)


def _lettered(letter, hi_lo):
    """663a has no rule about an exposed card: its letters are one behind."""
    return {chapter: f"{chapter}.13({hi_lo if chapter == '663a' else letter})" for chapter in ALL}


FACE_UP, DRAWN, NUMBER = _lettered("a", "a"), _lettered("b", "b"), _lettered("c", "c")
SHUFFLE_JAM, DEAL_JAM, OUT_OF_ORDER = _lettered("e", "d"), _lettered("f", "e"), _lettered("g", "f")
EXPOSED = {chapter: f"{chapter}.13(d)" for chapter in ALL if chapter != "663a"}
STUBS = {
    "manual_shoe": {"647a": "8(h)", "663a": "8(h)", "677a": "8(g)", "678a": "8(h)", "679a": "8(g)"},
    "hand": {"647a": "9(h)", "663a": "9(f)", "677a": "9(f)", "678a": "9(f)", "679a": "9(f)"},
    "automated_shoe": dict.fromkeys(ALL, "10(f)"),
}
"""Where the chapters have a stub whose count is wrong, by how cards are dealt."""


def called(kind, by=DEALER):
    return "irregularity_called", {"kind": kind, "seats": [], "cards": [], "called_by": by, "text": kind}


def ruled(kind, ruling, section, by=FLOORPERSON):
    fields = {"kind": kind, "ruling": ruling, "section": section, "ruled_by": by, "reason": "as it says"}
    return "irregularity_ruled", fields


def voided(section, legs=()):
    fields = {"reason": "void", "section": section, "ruled_by": FLOORPERSON, "legs": [*legs]}
    return "round_voided", fields


def returned(seat, wager, stake_mc, given_mc=None):
    fields = {"seat": seat, "wager": wager, "outcome": "void", "stake_mc": stake_mc, "paid_mc": 0}
    return "wager_settled", {**fields, "returned_mc": stake_mc if given_mc is None else given_mc}


def ends_void(script: Script, section, *, standing=()) -> Script:
    """A round that stops here: stakes go back, but for `standing` lines, which settle their wagers; cards are
    taken up, and the round is declared void: its link is told of the Progressive Wagers that went back."""
    stakes: Counter = Counter()
    cards: Counter = Counter()
    settled = {(line[1]["seat"], line[1]["wager"]) for line in standing if line[0] == "wager_settled"}
    for type_, fields in script.lines:
        if type_ in ("wager_placed", "decision_made") and fields.get("wager"):
            stakes[fields["seat"], fields["wager"]] += fields["amount_mc"]
        elif type_ in ("card_dealt", "stack_delivered"):
            cards[fields["to"], fields.get("seat")] += len(fields.get("cards", [None]))
    back = [returned(*place, stake) for place, stake in stakes.items() if place not in settled]
    taken = [
        ("hand_collected", {"hand": hand, "seat": seat, "cards": count})
        for (hand, seat), count in cards.items()
    ]
    script.lines += [*back, *standing, *taken]
    if not script.find("stub_discarded"):
        script.lines.append(("stub_discarded", {"deck": "red-1", "exposed": []}))
    gone_back = {(line[1]["seat"], line[1]["wager"]) for line in back}
    told = [
        {
            "link": leg["link"],
            "leg": 9,
            "seats": sorted(e["seat"] for e in leg["wagers"] if (e["seat"], e["wager"]) in gone_back),
        }
        for place in script.find("bets_closed")
        for leg in script.lines[place][1]["legs"]
    ]
    script.lines.append(voided(section, told))
    return script


def dealt(told, rounds=PLAIN) -> Script:
    """The round up to its first decision."""
    script = told.script(rounds)
    script.lines = script.lines[: script.place("decision_made")]
    return script


def first_cards(told, rounds=PLAIN, cards=1) -> Script:
    """The round up to so many deliveries of cards."""
    script = told.script(rounds)
    places = [place for place, (type_, _) in enumerate(script.lines) if type_ in CARDS]
    script.lines = script.lines[: places[cards - 1] + 1]
    return script


def counting(chapter=None, dealing="manual_shoe"):
    """A table where a device counts: no stub has to be."""
    return Told(chapter, dealing, "counting_device")


def played_on(told, place, *lines):
    """What happened after so many deliveries of cards, and the round went on all the same."""
    script = told.script(PLAIN)
    places = [number for number, (type_, _) in enumerate(script.lines) if type_ in CARDS]
    script.lines[places[place - 1] + 1 : places[place - 1] + 1] = lines
    return told.plays(script=script)


# --- cards ------------------------------------------------------------------------------------------------


def found(card=None):
    return "card_found_face_up", {"card": card, "place": "shoe"}


@breaks("I01", FACE_UP)
def card_found_face_up_is_used(broken):
    told = counting().ready()
    card = PLAIN[told.chapter].boxes[1].cards.split()[0]
    lines = [found(card if broken else "8c"), called("face_up_single")]
    lines.append(ruled("face_up_single", "card_not_used", FACE_UP[told.chapter]))
    return played_on(told, 1, *lines)


def placed(to, card=None):
    return "face_up_card_placed", {"card": card, "to": to}


@breaks("I01", FACE_UP)
def card_found_face_up_is_not_placed_in_the_rack(broken):
    told = counting().ready()
    lines = [found("8c"), called("face_up_single"), placed("elsewhere" if broken else "discard_rack", "8c")]
    lines.append(ruled("face_up_single", "card_not_used", FACE_UP[told.chapter]))
    return played_on(told, 1, *lines)


@breaks("I01", FACE_UP)
def card_that_nobody_read_is_not_placed_in_the_rack(broken):
    """What was put right is not reported."""
    told = counting().ready()
    lines = [found(), called("face_up_single"), placed("elsewhere"), placed("discard_rack")]
    lines = lines[:3] if broken else lines
    lines.append(ruled("face_up_single", "card_not_used", FACE_UP[told.chapter]))
    return played_on(told, 1, *lines)


@breaks("I01", FACE_UP)
def card_found_face_up_is_put_back_and_used(broken):
    """One finding, not two."""
    told = counting().ready()
    card = PLAIN[told.chapter].boxes[1].cards.split()[0] if broken else "8c"
    lines = [found(card), called("face_up_single"), placed("elsewhere" if broken else "discard_rack", card)]
    lines.append(ruled("face_up_single", "card_not_used", FACE_UP[told.chapter]))
    return played_on(told, 1, *lines)


def face_up_kind(chapter):
    return "face_up_multiple_early" if chapter in ("647a", "677a") else "face_up_multiple"


@breaks("I02", FACE_UP)
def two_face_up_and_played(broken):
    """$10 (677a: $20) and what was wagered later should have gone back."""
    told = counting().ready()
    kind, section = face_up_kind(told.chapter), FACE_UP[told.chapter]
    seen = [found("8c"), found("8h"), called(kind)]
    if broken:
        return played_on(told, 1, *seen, ruled(kind, "play_on", section))
    script = first_cards(told)
    script.lines += [*seen, ruled(kind, "round_void", section)]
    return told.plays(script=ends_void(script, section))


POCKET = {"647a": ("bonus", 5), "677a": ("pocket_bonus", 5)}


def with_bonus(chapter, wager, dollars):
    plain = PLAIN[chapter]
    box = plain.boxes[1]
    return {chapter: plain._replace(boxes={1: box._replace(wagers={**box.wagers, wager: dollars})})}


def aces_shown(wager):
    """Two aces in the pocket: 30 to 1 by A (647a.12(b), 677a.12(d))."""
    fields = {"seat": 1, "wager": wager, "outcome": "win", "stake_mc": 5 * DOLLAR, "returned_mc": 5 * DOLLAR}
    return [
        ("hand_revealed", {"hand": "seat", "seat": 1, "cards": ["As", "Ah"]}),
        ("wager_settled", {**fields, "paid_mc": 150 * DOLLAR, "paid_from": "table_inventory"}),
    ]


def _two_face_up(kind, cards, settles, shows=False):
    told = counting().ready_for_all()
    wager, dollars = POCKET[told.chapter]
    script = first_cards(told, with_bonus(told.chapter, wager, dollars), cards)
    section = FACE_UP[told.chapter]
    ruling = "round_void" if kind.endswith("early") else "hands_void"
    script.lines += [found("8c"), found("8h"), called(kind), ruled(kind, ruling, section)]
    standing = aces_shown(wager)[: 2 if settles else shows]
    if standing and not kind.endswith("early"):
        dealer = PLAIN[told.chapter].dealer.split()  # 647a has a row for two aces of both
        standing.insert(0, ("hand_revealed", {"hand": "dealer", "seat": None, "cards": dealer}))
    return told.plays(script=ends_void(script, section, standing=standing))


@breaks("I03", {"647a": "647a.13(a)", "677a": "677a.13(a)"})
def bonus_returned_when_all_had_two_cards(broken):
    """Two players' and two dealer's cards are dealt: the bonus is due $5 and $150."""
    return _two_face_up("face_up_multiple_after_initial_two", 4, settles=not broken, shows=True)


@breaks("I03", {"647a": "647a.13(a)", "677a": "677a.13(a)"})
def bonus_returned_unseen(broken):
    """Nobody turned the cards over: that it was to be settled is known, what is due is not."""
    return _two_face_up("face_up_multiple_after_initial_two", 4, settles=not broken)


@breaks("I04", {"647a": "647a.13(a)", "677a": "677a.13(a)"})
def bonus_settled_before_all_had_two_cards(broken):
    """The dealer has one card: $5 go back."""
    return _two_face_up("face_up_multiple_early", 3, settles=broken)


@breaks("I05", DRAWN)
def another_card_dealt_as_the_next(broken):
    told = counting().ready()
    card = PLAIN[told.chapter].boxes[1].cards.split()[0]
    script = told.script(PLAIN).change("card_dealt", {"card": card}, to="seat", seat=1, position=1)
    drawn = ("card_drawn_in_error", {"card": "8c" if broken else card, "exposed": False})
    section = DRAWN[told.chapter]
    lines = [drawn, called("drawn_in_error"), ruled("drawn_in_error", "card_used_as_next", section)]
    script.before("card_dealt", *lines, to="seat", seat=1, position=1)
    return told.plays(script=script)


@breaks("I06", DRAWN)
def drawn_card_was_seen(broken):
    told = counting().ready()
    lines = [("card_drawn_in_error", {"card": "8c", "exposed": True}), called("drawn_in_error")]
    if not broken:
        lines.append(ruled("drawn_in_error", "card_not_used", ""))
    return played_on(told, 1, *lines)


@breaks("I07", NUMBER)
def wrong_number_called_and_played(broken):
    told = counting().ready()
    section = NUMBER[told.chapter]
    if broken:
        lines = [called("incorrect_number"), ruled("incorrect_number", "play_on", section)]
        return played_on(told, 2, *lines)
    script = dealt(told)
    script.lines += [called("incorrect_number"), ruled("incorrect_number", "round_void", section)]
    return told.plays(script=ends_void(script, section))


@breaks("I08", {"677a": "677a.13(c)"})
def sixth_community_card(broken):
    told = counting("677a").ready()
    sixth = ("card_dealt", {"to": "community", "seat": None, "position": 6})
    section = "677a.13(c)"
    if broken:
        script = told.script(PLAIN)
        lines = [sixth, called("incorrect_number"), ruled("incorrect_number", "play_on", section)]
        script.after("card_dealt", *lines, to="community", position=5)
        script.change("hand_collected", {"cards": 6}, hand="community")
        return told.plays(script=script)
    script = dealt(told)
    script.lines += [sixth, called("incorrect_number"), ruled("incorrect_number", "round_void", section)]
    return told.plays(script=ends_void(script, section))


# --- the dealer's card ------------------------------------------------------------------------------------


def seen(chapter):
    card = PLAIN[chapter].dealer.split()[0]
    return "card_exposed", {"hand": "dealer", "seat": None, "position": 1, "card": card}


def after_exposure(told, script, ruling="hands_void"):
    section = EXPOSED[told.chapter]
    lines = [seen(told.chapter), called("dealer_card_exposed")]
    script.lines += [*lines, ruled("dealer_card_exposed", ruling, section)]
    return script


def _exposed_early(broken):
    told = counting().ready()
    script = after_exposure(told, dealt(told), "play_on" if broken else "hands_void")
    if broken:
        whole = told.script(PLAIN)
        script.lines += whole.lines[whole.place("decision_made") :]
        return told.plays(script=script)
    return told.plays(script=ends_void(script, EXPOSED[told.chapter]))


breaks("I09", {"677a": "677a.13(d)", "678a": "678a.13(d)"})(_exposed_early)
breaks("I10", "679a.13(d)")(_exposed_early)
breaks("I11", "647a.13(d)")(_exposed_early)


@breaks("I10", "679a.13(d)")
def exposed_after_the_decision_in_679a(broken):
    """It matters until the dealer reveals the hand, whoever has decided."""
    told = counting("679a").ready()
    whole = told.script(PLAIN)
    script = Script(whole.lines[: whole.place("hand_revealed", hand="dealer")])
    script = after_exposure(told, script, "play_on" if broken else "hands_void")
    if broken:
        script.lines += whole.lines[whole.place("hand_revealed", hand="dealer") :]
        return told.plays(script=script)
    return told.plays(script=ends_void(script, "679a.13(d)"))


@breaks("I12", {chapter: EXPOSED[chapter] for chapter in ("647a", "677a", "678a")})
def exposed_too_late_to_matter(broken):
    told = counting().ready()
    whole = told.script(PLAIN)
    at = whole.place("hand_revealed", hand="dealer")
    script = after_exposure(told, Script(whole.lines[:at]), "hands_void" if broken else "play_on")
    if broken:
        return told.plays(script=ends_void(script, EXPOSED[told.chapter]))
    script.lines += whole.lines[at:]
    return told.plays(script=script)


STANDING = {
    # A four-card flush is 1 to 1 by Flush Bonus A; two aces 30 to 1; red, red and black are no Prime.
    "678a": ("flush_bonus", "win", 5, 5),
    "677a": ("pocket_bonus", "win", 5, 150),
    "679a": ("prime", "lose", 0, 0),
    "647a": ("bonus", "win", 5, 150),
}


@breaks("I13", EXPOSED)
def bonus_returned_after_an_exposed_card(broken):
    told = counting().ready_for_all()
    chapter = told.chapter
    wager, outcome, back, paid = STANDING[chapter]
    script = after_exposure(told, dealt(told, with_bonus(chapter, wager, 5)))
    cards = PLAIN[chapter].boxes[1].cards.split()
    fields = {"seat": 1, "wager": wager, "outcome": outcome, "stake_mc": 5 * DOLLAR}
    fields |= {"returned_mc": back * DOLLAR, "paid_mc": paid * DOLLAR}
    fields["paid_from"] = "table_inventory" if paid else None
    dealer = ("hand_revealed", {"hand": "dealer", "seat": None, "cards": PLAIN[chapter].dealer.split()})
    shown = [dealer, ("hand_revealed", {"hand": "seat", "seat": 1, "cards": cards})]
    settled = returned(1, wager, 5 * DOLLAR) if broken else ("wager_settled", fields)
    return told.plays(script=ends_void(script, EXPOSED[chapter], standing=[*shown, settled]))


@breaks("I14", {"663a": None})
def exposed_where_there_is_no_rule(broken):
    told = counting("663a").ready()
    lines = [seen("663a"), called("dealer_card_exposed")]
    if not broken:
        lines.append(ruled("dealer_card_exposed", "play_on", ""))
    return played_on(told, 5, *lines)


def jam_lines(told):
    jammed = {"device": "AS-1", "kind": "automated_shoe", "during": "deal", "cards_inside": 40}
    section = DEAL_JAM[told.chapter]
    return [("device_jammed", jammed), called("shoe_jam")], section
