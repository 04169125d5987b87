"""C29–C36: the stub that is not put away, seen, not counted, miscounted; a short deck that stays."""

from __future__ import annotations

from tests.projections.examining.changes import WAYS, by_procedure, unused
from tests.projections.examining.clean_rounds import DEALER, FLOORPERSON, PLAIN
from tests.projections.examining.scenarios import breaks
from tests.projections.examining.told import Told

TO_RACK = {
    "647a": ("8(e)", "9(e)", "10(c)"),
    "663a": ("8(e)", "9(c)", "10(c)"),
    "677a": ("8(d)", "9(c)", "10(c)"),
    "678a": ("8(e)", "9(c)", "10(c)"),
    "679a": ("8(d)", "9(c)", "10(c)"),
}
DUE = {
    "647a": ("8(f)", "9(f)", "10(d)"),
    "663a": ("8(f)", "9(d)", "10(d)"),
    "677a": ("8(e)", "9(d)", "10(d)"),
    "678a": ("8(f)", "9(d)", "10(d)"),
    "679a": ("8(e)", "9(d)", "10(d)"),
}
RIGHT = {
    "647a": ("8(g)", "9(g)", "10(e)"),
    "663a": ("8(g)", "9(e)", "10(e)"),
    "677a": ("8(f)", "9(e)", "10(e)"),
    "678a": ("8(g)", "9(e)", "10(e)"),
    "679a": ("8(f)", "9(e)", "10(e)"),
}
WRONG = {
    "647a": ("8(h)", "9(h)", "10(f)"),
    "663a": ("8(h)", "9(f)", "10(f)"),
    "677a": ("8(g)", "9(f)", "10(f)"),
    "678a": ("8(h)", "9(f)", "10(f)"),
    "679a": ("8(g)", "9(f)", "10(f)"),
}


@by_procedure("C29", TO_RACK)
def stub_not_put_away(script, _chapter):
    script.without("stub_discarded")


@by_procedure("C29", TO_RACK)
def stub_put_away_before_the_last_card(script, _chapter):
    cards = script.find("card_dealt") + script.find("stack_delivered")
    script.move(script.place("stub_discarded"), to=max(cards))


@by_procedure("C30", RIGHT)
def counted_stub_exposed(script, chapter):
    script.change("stub_discarded", {"exposed": [unused(chapter)]})


@by_procedure("C30", TO_RACK)
def stub_exposed(script, chapter):
    script.without("stub_counted").change("stub_discarded", {"exposed": [unused(chapter)]})


@by_procedure("C32", DUE)
def count_that_does_not_add_up(script, _chapter):
    script.in_stub(-1)


def _in_five_rounds(way, letters):
    """Once in five rounds, or not; then a round with a count."""

    @breaks("C31", {chapter: f"{chapter}.{listed[way]}" for chapter, listed in letters.items()}, "T-1-5")
    def tell(broken):
        told = Told(None, *WAYS[way]).ready()
        for number in range(1, 6):
            script = told.script()
            if broken or number < 5:
                script.without("stub_counted")
            told.plays(script=script).stacks()
        return told.plays()


for _way in range(3):
    _in_five_rounds(_way, DUE)


def _short(way, *, misdealt, removed):
    """51 cards by the count of the stub: the round is void, the wagers go back, another deck comes."""
    told = Told(None, *WAYS[way]).ready()
    script = told.script()
    counted = {**script.fields("stub_counted"), "deck_cards": 51, "misdealt": misdealt}
    counted["stub_cards"] -= 1
    section = f"{told.chapter}.{WRONG[told.chapter][way]}"
    ruling = {"kind": "stub_count_wrong", "ruling": "round_void", "section": section, "ruled_by": FLOORPERSON}
    staked = [fields for type_, fields in script.lines if type_ == "wager_placed"]
    end = script.place("stub_counted")
    if told.chapter == "647a":  # before the first question: the board comes later
        counted["stub_cards"] += len(script.find("card_burned") + script.find("card_dealt", to="community"))
        end = script.place("decision_made")
    called = {"kind": "stub_count_wrong", "seats": [], "cards": [], "called_by": DEALER, "text": "51 cards"}
    hands = {"seat": 1, "dealer": None} | ({"community": None} if told.chapter == "677a" else {})
    numbers = {"seat": len(PLAIN[told.chapter].boxes[1].cards.split()), "community": 5}
    numbers["dealer"] = numbers["seat"]
    script.lines[end:] = [
        ("stub_counted", counted),
        ("irregularity_called", called),
        ("irregularity_ruled", {**ruling, "reason": "as the section says"}),
        *(("wager_settled", _returned(fields)) for fields in staked),
        *(
            ("hand_collected", {"hand": hand, "seat": seat, "cards": numbers[hand]})
            for hand, seat in hands.items()
        ),
        ("stub_discarded", {"deck": "red-1", "exposed": []}),
        ("round_voided", {"reason": "51 cards", "section": section, "ruled_by": FLOORPERSON, "legs": []}),
    ]
    told.plays(script=script)
    if removed:
        told.says(
            "deck_removed", deck="red-1", counted=51, missing=[], removed_by=FLOORPERSON, reason="51 cards"
        )
    return told.receives("red-2").prepares("red-2").plays("red-2", told.script(deck="red-2"))


def _returned(fields):
    spot = {"seat": fields["seat"], "wager": fields["wager"], "outcome": "void"}
    return {**spot, "stake_mc": fields["amount_mc"], "returned_mc": fields["amount_mc"], "paid_mc": 0}


def _wrong_count(way):
    cited = {chapter: f"{chapter}.{listed[way]}" for chapter, listed in WRONG.items()}
    breaks("C35", cited)(lambda broken: _short(way, misdealt=False, removed=not broken))
    breaks("C35", cited)(lambda broken: _short(way, misdealt=True, removed=not broken))
    breaks("C36", cited)(lambda broken: _short(way, misdealt=None if broken else False, removed=True))


for _way in range(3):
    _wrong_count(_way)
