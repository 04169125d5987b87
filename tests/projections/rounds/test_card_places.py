"""Where every card is at every moment: 52 of them, moved and never made, or it is said what contradicts."""

from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.body import parse_body
from events.envelope import decode, read_header
from floor.houses.bulk import as_sealed, made
from floor.night import Night
from floor.play.registry import all_plays
from floor.trouble.erring import Rates
from projections.rounds.card_places import CardTrail, places_at
from projections.rounds.replay import replay
from projections.rounds.round_deck import DECK
from streams.clock import GamingDays
from tests.scenario_table import TableDesk

TABLES, ROUNDS, IRREGULAR_PPM = 10, 12, 300_000


def told(*said):
    """The events of a round in which these facts were recorded after it was opened."""
    table = TableDesk("T-1")
    table.opens_round()
    for type_, fields in said:
        table.records(parse_body(type_, fields))
    return [event for event in map(decode, table.recorded) if event.round]


def places(*said, facts=None):
    """Where the cards are at the end, or after so many facts."""
    events = told(*said)
    return places_at(events, None if facts is None else events[facts].seq)


def dealt(seat, position, card=None):
    to = {"to": "seat", "seat": seat} if seat else {"to": "dealer"}
    return "card_dealt", {**to, "position": position, "card": card}


def stack(seat, *cards):
    to = {"to": "seat", "seat": seat} if seat else {"to": "dealer"}
    return "stack_delivered", {**to, "cards": list(cards)}


def shown(seat, *cards):
    whose = {"hand": "seat", "seat": seat} if seat else {"hand": "dealer"}
    return "hand_revealed", {**whose, "cards": list(cards)}


def collected(seat, cards):
    whose = {"hand": "seat", "seat": seat} if seat else {"hand": "dealer"}
    return "hand_collected", {**whose, "cards": cards}


DISCARDED = ("stub_discarded", {"deck": "red", "exposed": []})


def counts(of):
    return {place: len(cards) for place, cards in of.items()}


def test_before_anything_is_dealt_the_deck_is_in_the_shoe():
    assert counts(places_at([]).of) == counts(places().of) == {"shoe": 52}
    assert places().unread == list(DECK)


def test_dealt_cards_leave_the_shoe_and_unknown_ones_are_counted_by_place():
    found = places(dealt(1, 1), dealt(2, 1), dealt(None, 1), dealt(1, 2, "As"))
    assert found.of["seat 1"] == [None, "As"]
    assert counts(found.of) == {"shoe": 48, "seat 1": 2, "seat 2": 1, "dealer": 1}
    assert found.unknown() == {"shoe": 48, "seat 1": 1, "seat 2": 1, "dealer": 1}
    assert found.contradictions == []


def test_what_is_shown_later_is_known_before_and_says_since_when():
    said = [stack(1, None, None), shown(1, "As", None)]
    events = told(*said)
    before = places_at(events, events[1].seq)
    assert before.of["seat 1"] == ["As", None]
    assert before.known_from["seat 1"] == [events[2].seq, None]
    assert before.as_seen()["seat 1"] == [None, None]
    assert places_at(events).as_seen()["seat 1"] == ["As", None]
    assert places_at(events, events[0].seq).of["shoe"][:2] == ["As", None]


def test_a_hand_goes_from_the_layout_under_the_wagers_to_the_rack():
    said = [stack(3, "2c", "3c"), ("hand_tucked", {"seat": 3}), collected(3, 2), DISCARDED]
    assert places(*said, facts=2).of["seat 3 tucked"] == ["2c", "3c"]
    assert places(*said, facts=3).of["rack"] == ["2c", "3c"]
    assert counts(places(*said).of) == {"rack": 52}


def test_a_part_of_a_hand_may_be_collected():
    found = places(stack(3, "2c", "3c", "4c", "5c"), collected(3, 3))
    assert (found.of["rack"], found.of["seat 3"]) == (["2c", "3c", "4c"], ["5c"])


def test_a_set_hand_is_in_two_parts_however_often_it_is_told():
    blank = {"hand": "seat", "seat": 1, "high": [None] * 3, "low": [None] * 2}
    named = {"hand": "seat", "seat": 1, "high": ["As", "Kd", "Qc"], "low": ["2c", "3d"]}
    said = [stack(1, *[None] * 5), ("hand_set", blank), ("hand_set", named)]
    assert counts(places(*said, facts=2).of) == {"shoe": 47, "seat 1 high": 3, "seat 1 low": 2}
    found = places(*said)
    assert (found.of["seat 1 high"], found.of["seat 1 low"]) == (["As", "Kd", "Qc"], ["2c", "3d"])
    assert "seat 1" not in found.of
    assert found.contradictions == []


def test_cards_may_be_set_in_another_order_than_they_were_read():
    named = {"hand": "dealer", "high": ["As", "Kd", "Qc"], "low": ["2c", "3d"]}
    found = places(stack(None, "2c", "As", "3d", "Qc", "Kd"), ("hand_set", named))
    assert (found.of["dealer high"], found.of["dealer low"]) == (["As", "Kd", "Qc"], ["2c", "3d"])
    assert found.contradictions == []


def test_burned_cards_the_board_and_the_bonus_cards_have_places_of_their_own():
    found = places(
        ("card_dealt", {"to": "community", "position": 1}),
        ("card_dealt", {"to": "community", "position": 2}),
        ("card_dealt", {"to": "community", "position": 3}),
        ("community_cards_revealed", {"street": "flop", "cards": ["2c", "3c", "4c"]}),
        ("card_burned", {"card": None}),
        ("community_cards_revealed", {"street": "turn", "cards": ["5c"]}),
        ("community_cards_revealed", {"street": "six_card_bonus", "cards": ["7c", "8c", "9c", "Tc"]}),
        ("card_dealt", {"to": "pair_bonus", "position": 1, "card": "Kd"}),
    )
    assert found.of["community"] == ["2c", "3c", "4c", "5c"]
    assert found.of["six_card_bonus"] == ["7c", "8c", "9c", "Tc"]
    assert (found.of["pair_bonus"], found.of["burned"]) == (["Kd"], [None])
    assert len(found.of["shoe"]) == 52 - 4 - 4 - 1 - 1
    assert found.contradictions == []


@pytest.mark.cites("58 Pa. Code § 678a.13(a)")
def test_a_card_found_face_up_goes_to_the_rack():
    found = places(("card_found_face_up", {"card": "9h", "place": "shoe"}), dealt(1, 1, "2h"))
    assert (found.of["rack"], found.of["seat 1"]) == (["9h"], ["2h"])


def test_a_card_found_face_up_that_was_put_elsewhere_is_not_in_the_rack():
    face_up = ("card_found_face_up", {"card": "9h", "place": "shoe"})
    right = places(face_up, ("face_up_card_placed", {"card": "9h", "to": "discard_rack"}))
    assert right.of["rack"] == ["9h"]
    for name in ("9h", None):
        wrong = places(face_up, ("face_up_card_placed", {"card": name, "to": "elsewhere"}))
        assert (wrong.of.get("rack", []), wrong.of["unknown"]) == ([], ["9h"])
    other = places(face_up, ("face_up_card_placed", {"card": "2h", "to": "elsewhere"}))
    assert other.of["rack"] == ["9h"]


@pytest.mark.cites("58 Pa. Code § 678a.13(b)")
def test_a_card_drawn_in_error_is_the_next_card_unless_it_is_ruled_out():
    drawn = ("card_drawn_in_error", {"card": "9h", "exposed": True})
    ruled = {"kind": "drawn_in_error", "section": "", "ruled_by": "F-1", "reason": "seen"}
    assert places(drawn, dealt(1, 1)).of["seat 1"] == ["9h"]
    out = places(drawn, ("irregularity_ruled", {**ruled, "ruling": "card_not_used"}), dealt(1, 1))
    assert (out.of["rack"], out.of["seat 1"]) == (["9h"], [None])


def test_a_counted_stub_is_a_stub_and_a_card_that_the_count_misses_is_nowhere_known():
    count = {"deck": "red", "stub_cards": 50, "deck_cards": 52}
    right = places(stack(1, "2c", "3c"), ("stub_counted", count))
    assert counts(right.of) == {"stub": 50, "seat 1": 2}
    assert right.contradictions == []
    events = told(stack(1, "2c", "3c"), ("stub_counted", {**count, "stub_cards": 49, "deck_cards": 51}))
    wrong = places_at(events)
    assert counts(wrong.of) == {"stub": 49, "seat 1": 2, "unknown": 1}
    assert wrong.contradictions == [
        f"event {events[-1].seq} counts 49 cards in the stub and 51 in the deck, where 50 are left of 52"
    ]
    assert places_at(events, events[1].seq).contradictions == []


def test_a_rack_that_was_counted_wrong_is_said():
    found = places(stack(1, "2c", "3c"), collected(1, 2), DISCARDED, ("round_closed", {"rack_cards": 51}))
    assert counts(found.of) == {"rack": 51, "unknown": 1}
    assert "counts 51 cards in the discard rack, where 52 are" in found.contradictions[0]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ([dealt(1, 1, "As"), dealt(2, 1, "As")], "has As at seat 2, and by event 2 it is at seat 1"),
        ([dealt(1, 1, "As"), shown(1, "Kd")], "has Kd at seat 1, where event 2 has As"),
        ([dealt(1, 1), dealt(1, 1)], "deals card 1 of seat 1 again"),
        ([dealt(1, 2)], "deals card 2 of seat 1, and card 1 was not dealt"),
        ([shown(1, "As", "Kd")], "shows 2 cards of seat 1, and 0 were dealt"),
        ([stack(1, None), collected(1, 1), shown(1, "As")], "shows cards of seat 1 that are in the discard"),
        ([stack(1, None), collected(1, 2)], "collects 2 cards of seat 1, where 1 lie"),
        ([("hand_tucked", {"seat": 1})], "tucks the hand of seat 1, which has no cards"),
        ([DISCARDED, DISCARDED], "puts the stub into the discard rack, and there is none"),
        ([DISCARDED, dealt(1, 1)], "takes a card from the stub, which is in the discard rack"),
        ([stack(1, *[None] * 52), dealt(2, 1)], "takes one more card, and all 52 are elsewhere"),
    ],
)
def test_what_cannot_be_is_said_and_where(said, words):
    events = told(*said)
    (found,) = places_at(events).contradictions
    assert found.startswith(f"event {events[-1].seq} {words}")


def test_a_card_in_two_places_is_said_at_every_moment():
    events = told(dealt(1, 1, "As"), dealt(2, 1, "As"))
    assert all(moment.contradictions for moment in CardTrail(events).moments())


def test_a_card_too_many_that_is_named_later_takes_nothing_from_the_deck_before():
    counted = ("stub_counted", {"deck": "red", "stub_cards": 0, "deck_cards": 51})
    events = told(counted, dealt(None, 1, "2c"))
    start, *_ = CardTrail(events).moments()

    assert sorted(start.unread) == sorted(DECK)


CARDS = st.sampled_from([*DECK[:8], None])
SEATS = st.sampled_from([None, 1, 2])
FACTS = st.one_of(
    st.builds(dealt, SEATS, st.integers(0, 6), CARDS),
    st.builds(lambda seat, cards: stack(seat, *cards), SEATS, st.lists(CARDS, max_size=30)),
    st.builds(lambda seat, cards: shown(seat, *cards), SEATS, st.lists(CARDS, max_size=6)),
    st.builds(collected, SEATS, st.integers(0, 8)),
    st.builds(lambda card: ("card_burned", {"card": card}), CARDS),
    st.builds(lambda card: ("card_found_face_up", {"card": card, "place": "shoe"}), CARDS),
    st.builds(lambda card: ("face_up_card_placed", {"card": card, "to": "elsewhere"}), CARDS),
    st.builds(lambda card: ("card_drawn_in_error", {"card": card, "exposed": False}), CARDS),
    st.builds(lambda seat: ("hand_tucked", {"seat": seat}), st.sampled_from([1, 2])),
    st.builds(
        lambda seat, high, low: (
            "hand_set",
            {"hand": "seat", "seat": seat, "high": high, "low": low},
        ),
        st.sampled_from([1, 2]),
        st.lists(CARDS, min_size=3, max_size=3),
        st.lists(CARDS, min_size=2, max_size=2),
    ),
    st.builds(
        lambda street, cards: ("community_cards_revealed", {"street": street, "cards": cards}),
        st.sampled_from(["flop", "turn", "river", "turn_and_river", "six_card_bonus", "pair_bonus"]),
        st.lists(CARDS, max_size=4),
    ),
    st.builds(
        lambda stub, deck: ("stub_counted", {"deck": "red", "stub_cards": stub, "deck_cards": deck}),
        st.integers(0, 60),
        st.sampled_from([51, 52, 52, 53]),
    ),
    st.just(DISCARDED),
    st.builds(lambda rack: ("round_closed", {"rack_cards": rack}), st.sampled_from([None, 51, 52])),
)


@given(said=st.lists(FACTS, max_size=25))
def test_known_and_unknown_cards_are_a_deck_at_every_moment_or_it_is_said_why_not(said):
    trail = CardTrail(told(*said))
    for moment in trail.moments():
        lying = [card for cards in moment.of.values() for card in cards]
        known = [card for card in lying if card is not None]
        assert len(lying) >= len(DECK)
        if len(lying) > len(DECK) or len(known) > len(set(known)):
            assert moment.contradictions
        if not moment.contradictions:
            assert sorted(known + moment.unread) == sorted(DECK)
            elsewhere = any(type_ == "face_up_card_placed" for type_, _ in said)
            assert "unknown" not in moment.of or elsewhere
        assert moment.plain() == trail.at(moment.seq).plain()


@pytest.fixture(scope="module")
def rounds():
    """Rounds of every game as the floor plays them, by careful and by unlucky tables."""
    night = Night(11, TABLES, rounds=ROUNDS, rates=Rates(0, IRREGULAR_PPM))
    parts = made(night, "PA-01", GamingDays())
    found = defaultdict(list)
    for event in (read_header(sealed.value) for part in parts for sealed in as_sealed(part)):
        if event.kind == "table" and event.round:
            found[event.round].append(event)
    return found


def test_every_round_of_every_game_has_its_52_cards_at_every_moment(rounds):
    games = set()
    for events in rounds.values():
        trail = CardTrail(events)
        for moment in trail.moments():
            assert sum(counts(moment.of).values()) == len(DECK)
        for wrong in trail.contradictions:
            assert "51" in wrong.words, "a lost card is the only mishap that contradicts a count"
        view, last = replay(events), trail.at()
        seen = {card for seat in view.seats.values() for card in seat.cards}
        assert seen - {None} <= {card for cards in last.of.values() for card in cards}
        assert set(last.of) <= {"rack", "burned", "unknown"}
        games.add(events[0].owner.partition("-")[0])
    assert len(games) == len(all_plays())
