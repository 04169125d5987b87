"""Descriptions: what is malformed is refused with its field, and the verdict has the promised shape."""

import pytest

from games.describing.describe import answer, parse
from tests.games.describing.descriptions import HIGH_CARD_FLUSH, MISSING, with_change

GOOD = HIGH_CARD_FLUSH | {"community": []}


def changed(path, value):
    """GOOD with the field at `path` set to another value, or taken out."""
    return with_change(GOOD, path, value)


def field(path):
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).lstrip(".")


def test_good_description_is_answered_in_the_promised_shape():
    assert answer(GOOD) == {
        "seats": [
            {
                "seat": 1,
                "total_returned_to_player_cents": 2000 + 6000 + 50_500,
                "wagers": {
                    "ante": {
                        "outcome": "win",
                        "payout_cents": 1000,
                        "returned_stake_cents": 1000,
                        "rate": "1 to 1",
                        "section": "678a.11(d)(2)(ii)(A)",
                    },
                    "raise": {
                        "outcome": "win",
                        "payout_cents": 3000,
                        "returned_stake_cents": 3000,
                        "rate": "1 to 1",
                        "section": "678a.11(d)(2)(ii)(A)",
                    },
                    "flush_bonus": {
                        "outcome": "win",
                        "payout_cents": 50_000,
                        "returned_stake_cents": 500,
                        "rate": "100 to 1",
                        "section": "678a.11(e)(1)(ii)",
                    },
                },
                "aggregate_limit": {"uncapped_cents": 4000, "limited_cents": 4000},
            }
        ],
        "meters_after": {"progressive": 3_000_000},
        "notes": [],
    }


@pytest.mark.parametrize("path", [("options",), ("meters",), ("community",)])
def test_fields_that_are_not_needed_may_be_absent(path):
    assert "error" not in answer(changed(path, MISSING))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("game",), "poker"),
        (("game",), None),
        (("game",), MISSING),
        (("game",), ["high_card_flush"]),
        (("rulebook",), "678a@2018-01-01"),
        (("rulebook",), MISSING),
        (("rulebook",), {"678a": 1}),
        (("rulebook",), "663a@2014-02-01"),
        (("paytables",), "A"),
        (("paytables", "flush_bonus"), "Z"),
        (("paytables", "flush_bonus"), 1),
        (("paytables", "flush_bonus"), MISSING),
        (("paytables", "trips_plus"), "A"),
        (("options",), []),
        (("options", "payout_limit_cents"), 4_999_999),
        (("options", "payout_limit_cents"), 6e6),
        (("options", "boxes"), 0),
        (("options", "boxes"), 7),
        (("options", "straight_flush_ace_low"), 1),
        (("options", "straight_flush_ace_low"), "true"),
        (("options", "all_six_wheel"), True),
        (("meters",), 3),
        (("meters", "mega"), 3),
        (("meters", "progressive"), -1),
        (("meters", "progressive"), 1.5),
        (("meters", "progressive"), True),
        (("seats",), []),
        (("seats",), {}),
        (("seats",), MISSING),
        (("seats", 0), "Ann"),
        (("seats", 0, "seat"), "1"),
        (("seats", 0, "seat"), MISSING),
        (("seats", 0, "seat"), True),
        (("seats", 0, "seat"), 7),
        (("seats", 0, "player"), ""),
        (("seats", 0, "player"), 7),
        (("seats", 0, "name"), "Ann"),
        (("seats", 0, "fourth_card"), "2h"),
        (("seats", 0, "cards"), "2s3s5s7s9sJs4d"),
        (("seats", 0, "cards", 3), "1s"),
        (("seats", 0, "cards", 3), "7S"),
        (("seats", 0, "cards", 3), 7),
        (("seats", 0, "cards", 3), None),
        (("seats", 0, "cards", 3), ["7s"]),
        (("seats", 0, "cards", 3), "2s"),
        (("seats", 0, "cards"), None),
        (("seats", 0, "wagers"), 1000),
        (("seats", 0, "wagers", "ante"), -1),
        (("seats", 0, "wagers", "ante"), 1000.0),
        (("seats", 0, "wagers", "ante"), "1000"),
        (("seats", 0, "wagers", "ante"), True),
        (("seats", 0, "wagers", "raise"), 1000),
        (("seats", 0, "wagers", "odds"), 0),
        (("seats", 0, "decision"), "fold"),
        (("seats", 0, "decision", "action"), "check"),
        (("seats", 0, "decision", "action"), MISSING),
        (("seats", 0, "decision", "action"), ["raise"]),
        (("seats", 0, "decision", "raise"), MISSING),
        (("seats", 0, "decision", "raise"), -3000),
        (("seats", 0, "decision", "raise"), 3000.0),
        (("seats", 0, "decision", "at"), "river"),
        (("dealer",), "9h"),
        (("dealer", 0), "9x"),
        (("community",), ["9d"]),
        (("event",), "shoe_jam"),
        (("magic_card",), "As"),
        (("comment",), "hello"),
    ],
)
def test_malformed_field_is_named(path, value):
    error = answer(changed(path, value))["error"]
    assert error["field"] == field(path)
    assert error["message"]


@pytest.mark.parametrize(
    ("event", "at"),
    [
        ({}, "event.type"),
        ({"type": ["shoe_jam"]}, "event.type"),
        ({"type": "shoe_jam", "when": 3}, "event.when"),
        ({"type": "stub_count_wrong", "misdealt": 1, "cards": 51}, "event.misdealt"),
        ({"type": "stub_count_wrong", "misdealt": True, "cards": "51"}, "event.cards"),
        ({"type": "stub_count_wrong", "misdealt": True, "procedure": "shoe"}, "event.procedure"),
        ({"type": "stub_count_wrong", "misdealt": True, "procedure": ["hand"]}, "event.procedure"),
    ],
)
def test_malformed_event_is_named(event, at):
    assert answer(changed(("event",), event))["error"]["field"] == at


@pytest.mark.parametrize(
    ("meter", "at"),
    [
        ({"reserve": 3}, "meters.progressive.amount"),
        ({"amount": 3, "reserve": -3}, "meters.progressive.reserve"),
        ({"amount": 3, "reseed": "0"}, "meters.progressive.reseed"),
        ({"amount": 3, "seed": 3}, "meters.progressive.seed"),
    ],
)
def test_malformed_meter_is_named(meter, at):
    assert answer(changed(("meters", "progressive"), meter))["error"]["field"] == at


@pytest.mark.parametrize("description", [None, [], "x", 3, [GOOD]])
def test_description_is_an_object(description):
    assert answer(description)["error"]["field"] == "$"


@pytest.mark.parametrize(
    ("path", "at"),
    [
        (("seats", 0, "cards", 6), "seats[0].cards[6]"),
        (("dealer", 0), "dealer[0]"),
    ],
)
def test_card_in_two_places_is_refused_with_both(path, at):
    error = answer(changed(path, "2s"))["error"]
    assert error == {"field": at, "message": "2s is in seats[0].cards[0] already"}


def test_card_at_two_seats_is_refused():
    second = {"seat": 2, "cards": ["2s"], "wagers": {"ante": 500}, "decision": {"action": "fold"}}
    description = changed(("seats",), [*GOOD["seats"], second])
    assert answer(description)["error"]["field"] == "seats[1].cards[0]"


def test_seat_taken_twice_is_refused():
    second = {"seat": 1, "cards": [], "wagers": {"ante": 500}, "decision": {"action": "fold"}}
    assert answer(changed(("seats",), [*GOOD["seats"], second]))["error"]["field"] == "seats[1].seat"


def test_wager_of_nothing_is_no_wager():
    verdict = answer(changed(("seats", 0, "wagers", "straight_flush_bonus"), 0))
    assert "straight_flush_bonus" not in verdict["seats"][0]["wagers"]


@pytest.mark.parametrize(
    ("path", "value"),
    [(("six_card_bonus_cards",), []), (("magic_card",), None), (("seats", 0, "fourth_card"), None)],
)
def test_fields_of_other_games_may_stand_empty(path, value):
    assert answer(changed(path, value)) == answer(GOOD)


def test_absent_decision_is_none():
    round_, _, _ = parse(changed(("seats", 0, "decision"), MISSING))
    assert round_.seats[0].decision.action == "none"


def test_each_seat_is_a_player_of_its_own_unless_it_says_otherwise():
    round_, _, _ = parse(changed(("seats", 0, "player"), "Ann"))
    assert round_.seats[0].player == "Ann"
    assert parse(GOOD)[0].seats[0].player == "seat 1"


def test_long_values_are_cut_in_messages():
    message = answer(changed(("seats", 0, "wagers", "ante"), "x" * 500))["error"]["message"]
    assert len(message) < 150
