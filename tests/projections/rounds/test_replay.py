"""A round rebuilt: cards become known at the reveal, decisions make wagers, nothing recorded is judged."""

from events.body import parse_body
from events.envelope import decode
from projections.rounds.replay import replay
from tests.scenario_table import TableDesk


def rebuilt(*said, at=None):
    """The view of a round in which these facts were recorded after it was opened."""
    table = TableDesk("T-1")
    table.opens_round()
    for type_, fields in said:
        table.records(parse_body(type_, fields))
    events = [decode(value) for value in table.recorded]
    return replay((event for event in events if event.round), at)


def dealt(seat, position, card=None):
    to = {"to": "seat", "seat": seat} if seat else {"to": "dealer"}
    return "card_dealt", {**to, "position": position, "card": card}


def test_nothing_gives_nothing():
    assert replay([]) is None


def test_cards_dealt_unknown_become_known_at_the_reveal():
    unknown = [dealt(1, 1), dealt(0, 1), dealt(1, 2), dealt(0, 2)]
    view = rebuilt(*unknown)
    assert view.seats[1].cards == [None, None]
    assert view.areas["dealer"] == [None, None]
    view = rebuilt(*unknown, ("hand_revealed", {"hand": "seat", "seat": 1, "cards": ["As", None]}))
    assert view.seats[1].cards == ["As", None]
    assert view.areas["dealer"] == [None, None]


def test_a_card_that_was_read_when_dealt_stays_known():
    view = rebuilt(dealt(1, 1, "Kd"), ("hand_revealed", {"hand": "seat", "seat": 1, "cards": [None]}))
    assert view.seats[1].cards == ["Kd"]


def test_stacks_follow_each_other():
    stack = ("stack_delivered", {"to": "seat", "seat": 2, "cards": ["2c", None]})
    assert rebuilt(stack, stack).seats[2].cards == ["2c", None, "2c", None]


def test_community_cards_come_street_by_street():
    streets = [
        ("card_burned", {"card": None}),
        ("community_cards_revealed", {"street": "flop", "cards": ["2c", "3c", "4c"]}),
        ("community_cards_revealed", {"street": "turn", "cards": ["5c"]}),
        ("community_cards_revealed", {"street": "river", "cards": ["6c"]}),
        ("community_cards_revealed", {"street": "six_card_bonus", "cards": ["7c", "8c", "9c", "Tc"]}),
    ]
    view = rebuilt(*streets)
    assert view.areas["community"] == ["2c", "3c", "4c", "5c", "6c"]
    assert view.areas["six_card_bonus"] == ["7c", "8c", "9c", "Tc"]
    assert view.burned == [None]
    together = rebuilt(
        ("community_cards_revealed", {"street": "flop", "cards": ["2c", "3c", "4c"]}),
        ("community_cards_revealed", {"street": "turn_and_river", "cards": ["5c", "6c"]}),
    )
    assert together.areas["community"] == ["2c", "3c", "4c", "5c", "6c"]


def test_wagers_add_up_and_decisions_make_their_own():
    placed = {"seat": 1, "wager": "ante", "amount_mc": 500_000, "instrument": "value_chip"}
    view = rebuilt(
        ("wager_placed", placed),
        ("wager_placed", placed),
        (
            "decision_made",
            {"seat": 1, "action": "raise", "at": "deal", "wager": "raise", "amount_mc": 1_000_000},
        ),
        ("decision_made", {"seat": 2, "action": "fold", "at": "deal"}),
    )
    assert view.seats[1].wagers == {"ante": 1_000_000, "raise": 1_000_000}
    assert view.seats[2].wagers == {}
    assert view.seats[2].decisions[0].action == "fold"


def test_hands_set_high_and_low():
    view = rebuilt(
        ("hand_set", {"hand": "seat", "seat": 1, "high": ["As", "Kd", "Qc"], "low": ["2c", "3d"]}),
        ("hand_set", {"hand": "dealer", "high": ["9s", "8d", "7c"], "low": ["4c", "3h"]}),
    )
    assert view.seats[1].set_hands == {"high": ["As", "Kd", "Qc"], "low": ["2c", "3d"]}
    assert view.areas["dealer low"] == ["4c", "3h"]


def test_improper_facts_are_shown_as_they_were_recorded():
    """A seventh seat, a card twice: the replay shows it and does not judge."""
    view = rebuilt(dealt(7, 1, "As"), dealt(1, 1, "As"))
    assert view.seats[7].cards == view.seats[1].cards == ["As"]


def test_a_void_stays_a_void_when_the_round_is_closed():
    void = ("round_voided", {"reason": "jam", "section": "678a.13(f)", "ruled_by": "F", "legs": []})
    assert rebuilt(void).status == "voided"
    assert rebuilt(void, ("round_closed", {})).status == "voided"
    assert rebuilt(("round_closed", {})).status == "closed"
    assert rebuilt().status == "open"


def test_a_right_stub_is_no_irregularity_and_a_wrong_one_is():
    right = {"deck": "red", "stub_cards": 10, "deck_cards": 52}
    assert rebuilt(("stub_counted", right)).irregularities == []
    (wrong,) = rebuilt(("stub_counted", {**right, "deck_cards": 51, "misdealt": False})).irregularities
    assert wrong.body.deck_cards == 51


def test_at_a_moment_later_events_have_not_happened():
    said = [dealt(1, 1, "2c"), dealt(1, 2, "3c"), dealt(1, 3, "4c")]
    whole = rebuilt(*said)
    second = whole.timeline[2].seq
    assert rebuilt(*said, at=second).seats[1].cards == ["2c", "3c"]
    assert rebuilt(*said, at=0) is None
    assert rebuilt(*said, at=10**9).seats == whole.seats


def test_the_timeline_says_it_in_words():
    view = rebuilt(dealt(1, 1, "2c"))
    assert view.timeline[-1].words == "to seat, seat 1, position 1, card 2c, face down"
