"""Irregularities at a rate: each kind comes, is handled as its section has it, and the log stays sound."""

from collections import Counter, defaultdict

import pytest

from events.body import decode_body
from floor.play.registry import all_plays
from floor.trouble import irregularities
from floor.trouble.erring import Rates
from floor.trouble.irregularities import IRREGULARITIES
from games import rulebook
from tests.floor.erred import floor as folded_floor
from tests.floor.watched import played

OFTEN = Rates(irregularities_ppm=400_000)
CALLED = {
    "face_up_single": "card_not_used",
    "drawn_in_error": "card_used_as_next",
    "shuffler_jam": "reshuffle",
}
"""Irregularities that end no round, and how they are ruled (x.13(a), (b), (e))."""


@pytest.fixture(scope="module", params=all_plays())
def rounds(request):
    """The events of rounds, by name, of tables of one game that something befalls all the time."""
    by_round = defaultdict(list)
    openings = {}
    for event in folded_floor(OFTEN, tables=10, games=(request.param,)).events:
        body = decode_body(event)
        if event.type == "table_opened":
            openings[event.owner] = rulebook.by_name(body.rulebook)
        if event.round is not None:
            by_round[event.round].append((event, body))
    book = next(iter(openings.values()))
    return book, by_round


def of(types, events):
    return [body for event, body in events if event.type in types]


def test_every_kind_of_irregularity_comes_and_is_ruled_by_its_section(rounds):
    book, by_round = rounds
    ruled = [body for events in by_round.values() for body in of({"irregularity_ruled"}, events)]
    stubs = set(book.cards.stub_wrong.values())

    for body in ruled:
        if body.kind == "stub_count_wrong":
            assert body.section in stubs
        else:
            assert body.section == book.irregularities[body.kind].section
        whole = book.irregularities[body.kind].returned is None
        assert body.ruling == CALLED.get(body.kind, "round_void" if whole else "hands_void")
    due = {kind for kind in book.irregularities if kind not in ("device_out_of_order", "shuffler_jam")}
    if not book.irregularities["dealer_card_exposed"].returned:
        due.remove("dealer_card_exposed")  # 663a is silent
    assert {body.kind for body in ruled} - {"shuffler_jam"} == due


def test_wagers_of_a_void_round_go_back_and_others_are_settled(rounds):
    """x.13: every wager of a void round is returned; where only some are, the chapter says which."""
    book, by_round = rounds
    ended = Counter()
    for name, events in by_round.items():
        ends = [b for b in of({"irregularity_ruled"}, events) if b.ruling in ("round_void", "hands_void")]
        settled = of({"wager_settled"}, events)
        if not ends:
            assert "void" not in {body.outcome for body in settled}, name
            continue
        (end,) = ends
        ended[end.kind] += 1
        left = {body.seat for body in of({"wager_abandoned"}, events)}
        rule = book.irregularities[end.kind]
        last = {(body.seat, body.wager): body for body in settled if body.seat not in left}
        for (_, wager), body in last.items():
            back = rule.returned is None or wager in rule.returned or wager in rule.silent
            assert (body.outcome == "void") == back, (name, body)
            assert body.returned_mc == body.stake_mc or not back, (name, body)
        taken_back = {(b.seat, b.wager) for b in of({"wager_withdrawn"}, events)}
        staked = {(b.seat, b.wager) for b in of({"wager_placed"}, events) if b.seat not in left} - taken_back
        assert staked <= last.keys(), name
    assert len(ended) >= 4


def test_a_card_found_face_up_is_not_used_in_its_round(rounds):
    _, by_round = rounds
    seen = 0
    for name, events in by_round.items():
        if [b.kind for b in of({"irregularity_called"}, events)] != ["face_up_single"]:
            continue
        (up,) = of({"card_found_face_up"}, events)
        seen += 1
        shown = of({"hand_revealed", "community_cards_revealed"}, events)
        assert up.card not in [card for body in shown for card in body.cards], name
    assert seen > 3


def test_a_shoe_that_fails_is_covered_and_cards_are_dealt_from_the_hand_until_it_is_back():
    """x.13(g), x.9: marked before another method is used; each round says how it is dealt."""
    seen = Counter()
    out = set()
    opened = {}
    for event in folded_floor(OFTEN, tables=20).events:
        body = decode_body(event)
        match event.type:
            case "table_opened":
                opened[event.owner] = body.dealing
            case "device_failed" | "device_returned_to_service":
                seen[event.type] += 1
                out ^= {event.owner}
            case "device_marked_out_of_order":
                assert event.owner in out
                seen[event.type] += 1
            case "round_opened":
                assert body.dealing == ("hand" if event.owner in out else None)
            case "stack_delivered":
                assert event.owner not in out
                assert opened[event.owner] == "automated_shoe"
    assert seen["device_failed"] == seen["device_marked_out_of_order"] > 1
    assert seen["device_returned_to_service"] > 0


def test_every_card_is_somewhere_and_the_log_is_sound_whatever_befalls(tmp_path):
    with played(tmp_path, tables=5, rounds=15, rates=OFTEN) as floor:
        assert floor.problems() == []
        assert sum(event.type == "irregularity_called" for event in floor.events) > 10


def test_every_irregularity_of_the_module_is_in_the_list():
    listed = {each.happens.__name__ for each in IRREGULARITIES}

    assert listed >= {"face_up_single", "shoe_jam", "card_lost", "misdealt", "device_failed"}
    assert all(getattr(irregularities, name).__doc__ for name in listed)
