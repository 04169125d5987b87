"""A clean floor keeps the rules of x.2 to x.5 and x.8 to x.10 that `games` can check, all night."""

from collections import Counter, defaultdict

import pytest

from events.body import decode_body
from floor.life import Stop
from floor.plan import START_US
from floor.table.people import HOUR_US
from games import rulebook
from games.procedure import dealing
from games.procedure.equipment import Opening, breaches_at_opening
from tests.floor.judges import limited
from tests.floor.watched import folded

MIDNIGHT_US = START_US + 18 * HOUR_US
PLAYED = frozenset({"card_dealt", "wager_settled", "hand_revealed", "hand_collected", "decision_made"})
"""Most of all events, and none that these rules are about."""


@pytest.fixture(scope="module")
def tables():
    """Six tables from midnight on, over the end of the gaming day and the life of a deck."""
    by_table = defaultdict(list)
    stop = Stop(at_us=MIDNIGHT_US + 9 * HOUR_US)
    for event in folded(seed=5, tables=6, stop=stop, start_us=MIDNIGHT_US):
        if event.kind == "table" and event.type not in PLAYED:
            by_table[event.owner].append((event, decode_body(event)))
    return by_table


def opened(events):
    (body,) = [body for event, body in events if event.type == "table_opened"]
    return body, rulebook.by_name(body.rulebook)


def test_a_table_opens_with_all_signs_and_approvals(tables):
    for events in tables.values():
        body, book = opened(events)
        offered = {*body.wagers} | ({"payout_limit"} if limited(body) else set())
        signs, approvals = ({x.subject for x in xs} for xs in (body.signs, body.approvals))
        found = Opening(offered, signs, approvals, body.betting_positions, body.dealing, body.shuffling)
        assert breaches_at_opening(book, found) == []
        assert dealing.check_procedure(book, body.dealing, body.shuffling) is None


def test_decks_are_of_different_backs_and_come_with_their_cover_cards(tables):
    for events in tables.values():
        body, book = opened(events)
        for event, received in events:
            if event.type == "decks_received":
                colours = [deck.back_colour for deck in received.decks]
                assert dealing.check_deck_number(book, len(colours)) is None
                assert dealing.check_second_deck(book, len(colours), body.shuffling) is None
                assert dealing.check_backs(book, colours) is None
                assert dealing.check_cover_cards(book, received.cover_cards) is None
    assert any(
        len(body.decks) == 2
        for events in tables.values()
        for event, body in events
        if event.type == "decks_received"
    )


def test_two_decks_take_turns_and_none_is_in_play_too_long(tables):
    changed = 0
    for events in tables.values():
        body, book = opened(events)
        decks, last, since = 1, None, {}
        for event, fact in events:
            match event.type:
                case "decks_received":
                    decks = len(fact.decks)
                case "deck_changed":
                    changed += 1
                    last = None
                case "cards_shuffled" | "cards_cut":
                    since.setdefault(fact.deck, event.occurred_at_us)
                case "round_opened":
                    since.setdefault(fact.deck, event.occurred_at_us)  # preshuffled, and not to be cut
                    assert dealing.check_alternation(book, last, fact.deck, decks) is None
                    last = fact.deck
                case "round_closed":
                    age = event.occurred_at_us - since[last]
                    assert dealing.check_deck_age(book, body.dealing, age) is None
    assert changed > 4


def test_every_cut_is_deep_enough_and_every_stub_is_counted_in_time(tables):
    counted = 0
    for events in tables.values():
        body, book = opened(events)
        since = 0
        for event, fact in events:
            match event.type:
                case "cards_cut":
                    assert dealing.check_cut(book, fact.depth) is None
                case "cards_shuffled" if fact.counted is not None:
                    assert dealing.check_device_count(book, body.shuffling, fact.counted) is None
                case "stub_counted":
                    counted += 1
                    since = -1
                    assert fact.deck_cards == 52
                case "round_closed":
                    since = max(since, 0) + 1 if since >= 0 else 0
                    assert dealing.check_stub_count(book, body.dealing, body.shuffling, since) is None
    assert counted > 20


def test_chips_collected_are_the_wagers_accepted(tables):
    for events in tables.values():
        _, book = opened(events)
        accepted = Counter()
        for event, fact in events:
            if event.type == "bets_closed":
                accepted = Counter(wager.wager for leg in fact.legs for wager in leg.wagers)
            elif event.type == "progressive_chips_counted":
                count = accepted[fact.wager]
                assert fact.chips == fact.accepted == count
                assert dealing.check_progressive_chips(book, "hand", fact.chips, count) is None


def test_every_round_begins_with_a_deck_that_was_prepared_as_its_equipment_asks(tables):
    """x.5(a), (c), (d): shuffled or preshuffled, and cut after a shuffle by hand or elsewhere."""
    for events in tables.values():
        body, book = opened(events)
        preshuffled, state = set(), defaultdict(set)
        for event, fact in events:
            match event.type:
                case "decks_received":
                    preshuffled = {deck.deck for deck in fact.decks if deck.preshuffled}
                    state.update({deck: {"cards_shuffled"} for deck in preshuffled})
                case "cards_shuffled" | "cards_cut":
                    state[fact.deck].add(event.type)
                    preshuffled -= {fact.deck} if event.type == "cards_shuffled" else set()
                case "round_opened":
                    how = "preshuffled" if fact.deck in preshuffled else body.shuffling
                    assert "cards_shuffled" in state[fact.deck]
                    assert ("cards_cut" in state[fact.deck]) == dealing.cut_required(book, how)
                    state[fact.deck] = set()


def test_an_idle_table_spreads_its_cards_and_washes_them_for_who_comes(tables):
    """x.5(f): face down unless a player asks; wash and shuffle once the first player has looked."""
    idle = 0
    for events in tables.values():
        types = [event.type for event, _ in events]
        for number, (event, fact) in enumerate(events):
            if event.type != "deck_spread" or fact.occasion != "idle":
                continue
            idle += 1
            assert (fact.face == "up") == fact.asked_by_player
            following = types[number + 1 :]
            if "player_seated" in following:
                seated = following.index("player_seated")
                assert "round_opened" not in following[:seated]
                assert "deck_washed" in following[seated : seated + 8]
    assert idle > 0


def test_the_day_ends_once_and_counts_its_rounds(tables):
    for events in tables.values():
        ((marker, fact),) = [(event, body) for event, body in events if event.type == "table_day_ended"]
        assert fact.day == "2026-03-02"
        assert marker.gaming_day == "2026-03-03"
        earlier = [event for event, _ in events if event.type == "round_opened" and event.seq < marker.seq]
        assert fact.rounds == len(earlier)
        assert not [event for event, _ in events if event.seq > marker.seq and event.gaming_day == fact.day]


def test_dealers_take_turns_and_players_sit_where_nobody_sits(tables):
    for events in tables.values():
        body, _ = opened(events)
        dealer, boxes, turns = body.dealer, {}, 0
        for event, fact in events:
            match event.type:
                case "dealer_changed":
                    assert fact.dealer != dealer
                    dealer, turns = fact.dealer, turns + 1
                case "round_opened":
                    assert fact.dealer == dealer
                case "player_seated":
                    assert not boxes.keys() & set(fact.boxes)
                    assert len(fact.boxes) <= body.boxes_per_player
                    boxes.update(dict.fromkeys(fact.boxes, fact.player))
                case "boxes_changed" | "player_left":
                    kept = getattr(fact, "boxes", ())
                    boxes = {b: p for b, p in boxes.items() if p != fact.player or b in kept}
                case "wager_placed":
                    assert fact.seat in boxes
                case "table_closed":
                    assert not boxes
        assert turns > 6
