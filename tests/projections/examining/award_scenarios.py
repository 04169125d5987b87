"""A01–A14, A16, A18, A19, A21, A22, R07: awards not verified, validated, documented or paid as due."""

from __future__ import annotations

from tests.projections.examining.clean_rounds import (
    DEALER,
    DOLLAR,
    FLOORPERSON,
    FULL,
    Box,
    Paid,
    Round,
)
from tests.projections.examining.decision_scenarios import changed, folds_with
from tests.projections.examining.scenarios import breaks
from tests.projections.examining.script import Script
from tests.projections.examining.told import Told

AWARD_MC = 15_000_34 * 1_000
"""A tenth of a meter."""
WON = {
    # Five to ten of spades: a straight flush of six cards, 10 % by progressive A. Ante and Raise win.
    "678a": Round(
        "678a",
        {
            1: Box(
                "5s 6s 7s 8s 9s Ts 2d",
                {"ante": 10, "progressive": 5},
                (("deal", "raise", "raise", 10),),
                (Paid("ante", "win", 10, 10), Paid("raise", "win", 10, 10), Paid("progressive", "lose")),
            )
        },
        "Kd Qd 8d 2s 3c 4h 6c",
    ),
    # Six to ten of spades with the Flop: a straight flush, 10 % by progressive A. The Ante pays too.
    "647a": Round(
        "647a",
        {
            1: Box(
                "9s Ts",
                {"ante": 10, "progressive": 1},
                (
                    ("preflop", "play", "flop", 20),
                    ("flop", "play", "turn", 10),
                    ("turn", "play", "river", 10),
                ),
                (
                    *(Paid(wager, "win", stake, stake) for wager, stake in (("ante", 10), ("flop", 20))),
                    *(Paid(wager, "win", 10, 10) for wager in ("turn", "river")),
                    Paid("progressive", "lose"),
                ),
            )
        },
        "7c 2d",
        "6s 7s 8s Kd 3c",
    ),
}
HANDS = {"678a": "six_card_straight_flush", "647a": "straight_flush"}
STEPS = {"678a": "678a.11(e)(3)", "647a": "647a.11(i)"}


def _part(roman: str, number: str) -> dict[str, str]:
    return {"678a": f"678a.11(e)(3){roman}", "647a": f"647a.11(i){number}"}


HAND, LIGHT = _part("(i)", "(1)"), _part("(ii)", "(2)")
VALIDATED, PAID = _part("(iii)", "(3)"), _part("(iv)", "(4)")
DIVIDED = {"678a": "678a.12(d)(4)", "647a": "647a.12(d)(4)"}


def award(told: Told) -> tuple[Script, int]:
    """A round in which seat 1 wins a tenth of the meter, and the number that its claim will have."""
    told.ready_for_all()
    script = told.script(WON)
    place = script.place("wager_settled", wager="progressive")
    first = len(told.events) + 1
    claim_seq = first + 1 + place + 1
    at = {"seat": 1, "wager": "progressive"}
    of = {"link": "L-1", "claim_seq": claim_seq, "seat": 1}
    hand = HANDS[told.chapter]
    paid = {"stake_mc": (5 if told.chapter == "678a" else 1) * DOLLAR, "returned_mc": 0}
    script.change(
        "wager_settled",
        {"outcome": "win", **paid, "paid_mc": AWARD_MC, "paid_from": "cage"},
        wager="progressive",
    )
    script.before(
        "wager_settled",
        ("progressive_light_verified", {**at, "lit": True, "verified_by": DEALER}),
        ("progressive_claimed", {**at, "hand": hand, "cards": [], "link": "L-1", "leg": 3}),
        ("progressive_validated", {**of, "leg": 4, "validated_by": FLOORPERSON}),
        (
            "award_documented",
            {
                **at,
                "claim_seq": claim_seq,
                "document": "JP-1",
                "cards_remained": True,
                "documented_by": "F-1",
            },
        ),
        ("progressive_paid", {**of, "leg": 5, "amount_mc": AWARD_MC, "paid_from": "cage", "paid_by": "C-1"}),
        wager="progressive",
    )
    return script, claim_seq


def claimed(id_, section, *, closes=False):
    """A scenario that is one change of a round with a claim."""

    def of(change):
        def tell(broken):
            told = Told()
            script, _ = award(told)
            if broken:
                change(script)
            told.plays(script=script)
            if closes:
                told.says("table_closed", closed_by="F-1", seats_occupied=[], reason="closing time")
            return told

        breaks(id_, section)(tell)
        return change

    return of


@claimed("A01", HAND)
def another_hand_than_the_cards_make(script):
    """A seven-card straight flush, or a royal, is claimed."""
    other = {"six_card_straight_flush": "seven_card_straight_flush", "straight_flush": "royal_flush"}
    hand = script.lines[script.place("progressive_claimed")][1]["hand"]
    script.change("progressive_claimed", {"hand": other[hand]})


@changed("A01", "678a.11(e)(3)(i)")
def another_fixed_award_than_the_cards_make(script, _chapter):
    """Seat 5 has three spades in sequence."""
    script.change("fixed_award_validated", {"hand": "four_card_straight_flush"})


def _without(type_):
    """Left out; the claim then has a lower number, so the steps that name it are kept in step."""

    def change(script):
        place = script.place(type_)
        before_claim = place < script.place("progressive_claimed")
        script.without(type_)
        if before_claim:
            for other in ("progressive_validated", "award_documented", "progressive_paid"):
                seq = script.lines[script.place(other)][1]["claim_seq"]
                script.change(other, {"claim_seq": seq - 1})

    return change


claimed("A02", LIGHT)(_without("progressive_light_verified"))
claimed("A12", PAID, closes=True)(_without("award_documented"))
changed("A02", "678a.11(e)(3)(ii)")(lambda script, _: script.without("progressive_light_verified"))
changed("A04", "678a.11(e)(3)(iii)")(lambda script, _: script.without("fixed_award_validated"))


@claimed("A03", LIGHT)
def light_is_off(script):
    script.change("progressive_light_verified", {"lit": False})


@changed("A03", "678a.11(e)(3)(ii)")
def light_of_a_fixed_award_is_off(script, _chapter):
    script.change("progressive_light_verified", {"lit": False})


@changed("A06", "678a.11(e)(3)(iii)")
def validated_before_the_light(script, _chapter):
    script.swap(script.place("progressive_light_verified"), script.place("fixed_award_validated"))


@claimed("A07", VALIDATED)
def dealer_validates(script):
    script.change("progressive_validated", {"validated_by": "d-1 "})


@changed("A07", "678a.11(e)(3)(iii)")
def fixed_award_validated_by_another_dealer(script, _chapter):
    stamp = {"badge": "D-9", "department": "table games", "rank": "dealer", "register_seq": 4}
    script.change("fixed_award_validated", {"validated_by": "D-9", "stamps": [stamp]})


@claimed("A08", VALIDATED)
def validated_again(script):
    again = script.lines[script.place("progressive_validated")]
    script.before("progressive_paid", (again[0], {**again[1], "leg": 6}))


@changed("A08", "678a.11(e)(3)(iii)")
def fixed_award_validated_again(script, _chapter):
    script.after("fixed_award_validated", script.lines[script.place("fixed_award_validated")])


@claimed("A09", PAID)
def percentage_from_the_inventory(script):
    script.change("progressive_paid", {"paid_from": "table_inventory"})


@changed("A12", "678a.11(e)(3)(iv)")
def fixed_award_from_the_cage_without_papers(script, _chapter):
    script.change("wager_settled", {"paid_from": "cage"}, seat=5, wager="progressive")


@claimed("A13", PAID)
def cards_gone_by_the_papers(script):
    script.change("award_documented", {"cards_remained": False})


@claimed("A14", PAID)
def cards_collected_before_the_papers(script):
    """They were, whatever the papers say; the wager itself is settled before."""
    script.move(script.place("wager_settled", wager="progressive"), to=script.place("award_documented"))
    script.move(script.place("hand_collected", seat=1), to=script.place("award_documented"))


@claimed("A18", DIVIDED)
def paid_to_another_seat(script):
    script.change("progressive_paid", {"seat": 3})


@claimed("R07", dict.fromkeys(WON))
def validates_and_pays(script):
    script.change("progressive_paid", {"paid_by": "F-1 "})


@breaks("A22", DIVIDED)
def claim_without_accepted_wager(broken):
    """Seat 1 has no Progressive Wager at all, and claims all the same; nothing is paid."""
    told = Told()
    script, _ = award(told)
    for type_ in ("wager_placed", "wager_settled"):
        script.without(type_, wager="progressive")
    for type_ in ("progressive_lights_lit", "progressive_chips_counted", "progressive_light_verified"):
        script.without(type_)
    for type_ in ("progressive_validated", "award_documented", "progressive_paid"):
        script.without(type_)
    script.lines[script.place("bets_closed")][1]["legs"][0]["wagers"] = []
    if not broken:
        script.without("progressive_claimed")
    return told.plays(script=script)


# --- two claims ---------------------------------------------------------------------------------------------


def _again(script, claim_seq, lines_between):
    """The steps of the same award once more, with another claim, right behind the first."""
    steps = ("progressive_claimed", "progressive_validated", "award_documented", "progressive_paid")
    lines = [script.lines[script.place(type_)] for type_ in steps]
    other = claim_seq + lines_between
    again = [
        (type_, {**fields, "claim_seq": other} if "claim_seq" in fields else fields)
        for type_, fields in lines
    ]
    script.after("progressive_paid", *again)


@breaks("A19", {"678a": "678a.12(d)(2)", "647a": "647a.12(d)(2)"})
def two_awards_for_one_wager(broken):
    told = Told()
    script, claim_seq = award(told)
    if broken:
        _again(script, claim_seq, 4)
    return told.plays(script=script)


BOTH_WIN = {
    "678a": Round(
        "678a",
        {
            **WON["678a"].boxes,
            5: Box(
                "5h 6h 7h 8h 9h Th 2c",
                {"ante": 10, "progressive": 5},
                (("deal", "raise", "raise", 10),),
                (Paid("ante", "win", 10, 10), Paid("raise", "win", 10, 10), Paid("progressive", "lose")),
            ),
        },
        WON["678a"].dealer,
    )
}


@breaks("A16", {"678a": "678a.12(d)(4)"})
def seat_one_claims_before_seat_five(broken):
    """Both have a straight flush of six cards; neither is paid yet."""
    told = Told().ready_for_all()
    script = told.script(BOTH_WIN)
    at = {"wager": "progressive", "hand": "six_card_straight_flush", "cards": [], "link": "L-1", "leg": 3}
    for seat in (1, 5):
        script.without("wager_settled", seat=seat, wager="progressive")
        light = {"seat": seat, "wager": "progressive", "lit": True, "verified_by": DEALER}
        steps = [("progressive_light_verified", light), ("progressive_claimed", {**at, "seat": seat})]
        script.before("wager_settled" if broken else "hand_collected", *steps, seat=5 if broken else seat)
    return told.plays(script=script)


@breaks("A21", "647a.11(b)(2)(i)(B)")
def folded_player_claims(broken):
    """Seat 3 folded with a Progressive Wager of its own; its cards are never shown."""
    told = Told("647a").ready_for_all()
    script = folds_with("progressive")(told.script(FULL), "647a").without("hand_revealed", seat=3)
    script.change("progressive_lights_lit", {"seats": [3, 5]})
    script.change("progressive_chips_counted", {"chips": 2, "accepted": 2})
    accepted = {"seat": 3, "wager": "progressive", "amount_mc": DOLLAR}
    script.lines[script.place("bets_closed")][1]["legs"][0]["wagers"].insert(0, accepted)
    if broken:
        claim = {
            "seat": 3,
            "wager": "progressive",
            "hand": "royal_flush",
            "cards": [],
            "link": "L-1",
            "leg": 3,
        }
        script.before("wager_settled", ("progressive_claimed", claim), seat=3, wager="progressive")
    return told.plays(script=script)


@breaks("S15", PAID)
def jackpot_collected_unclaimed(broken):
    """Ten per cent of the meter: nobody claims, and the wager is collected as if it had lost."""
    told = Told()
    if not broken:
        return told.plays(script=award(told)[0])
    told.ready_for_all()
    return told.plays(script=told.script(WON))
