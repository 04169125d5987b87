"""Money is judged in rounds whose cards only look as if they were of a wrong number (x.13(c))."""

from tests.projections.examining.told import Told


def test_what_is_paid_wrong_is_found_where_top_cards_of_stacks_go_to_the_rack():
    """679a.10(g)(2): the dealer was given four cards, and has three."""
    told = Told("679a", "automated_shoe", "reshuffling_device")
    told.ready(options=[{"option": "four_card_stacks", "value": True}])
    script = told.script()
    for at in ({"to": "seat", "seat": 1}, {"to": "dealer"}):
        script.change("stack_delivered", {"cards": [None] * 4}, **at)
        top = {"hand": at["to"], "seat": at.get("seat"), "cards": 1}
        script.after("stack_delivered", ("hand_collected", top), **at)
    settled = script.fields("wager_settled", seat=1, wager="play")
    script.change("wager_settled", {"paid_mc": settled["paid_mc"] + 100_000}, seat=1, wager="play")

    (found,) = told.plays(script=script).findings
    assert (found.difference_mc, found.wager, found.severity) == (100_000, "play", "money")


def test_what_is_paid_wrong_is_found_where_nobody_recorded_the_deal():
    told = Told().ready().seats(3, "P-3")
    script = told.script()
    script.lines = [line for line in script.lines if line[0] != "card_dealt"]
    ante = {"seat": 3, "wager": "ante", "amount_mc": 1_000_000}
    script.before("bets_closed", ("wager_placed", {**ante, "instrument": "value_chip"}))
    fold = {"seat": 3, "action": "fold", "at": "deal", "wager": None, "amount_mc": 0}
    script.before("hand_revealed", ("decision_made", fold))
    lost = {"seat": 3, "wager": "ante", "outcome": "win", "stake_mc": 1_000_000}
    script.before(
        "hand_revealed", ("wager_settled", {**lost, "returned_mc": 1_000_000, "paid_mc": 1_000_000})
    )

    found = told.plays(script=script).findings
    money = [each for each in found if each.severity == "money"]
    assert [(each.seat, each.wager, each.difference_mc) for each in money] == [(3, "ante", 2_000_000)]
    assert not {"C04", "C06"} & {each.id for each in found}  # no number of cards was recorded
