"""What is merely improper is recorded: the dealer did what the dealer did."""

from __future__ import annotations

import pytest

from events.body import decode_body, parse_body
from events.envelope import decode, encode, read_header
from tests.amounts import dollars
from tests.events.bodies import an_event

IMPROPER = {
    "a seventh seat": (
        "wager_placed", {"seat": 7, "wager": "ante", "amount_mc": dollars(25), "instrument": "plaque"}
    ),
    "a stake of nothing": (
        "wager_placed", {"seat": 1, "wager": "ante", "amount_mc": 0, "instrument": "value_chip"}
    ),
    "a stake of cash": ("wager_placed", {"seat": 1, "wager": "ante", "amount_mc": 1, "instrument": "other"}),
    "a wager of another game": (
        "wager_placed", {"seat": 1, "wager": "banker", "amount_mc": 1, "instrument": "value_chip"}
    ),
    "a card twice in one hand": ("hand_revealed", {"hand": "seat", "seat": 1, "cards": ["As", "As"]}),
    "an eighth card": ("card_dealt", {"to": "seat", "seat": 1, "position": 8, "card": "As"}),
    "a card at position zero": ("card_dealt", {"to": "dealer", "position": 0}),
    "no cards at all": ("hand_revealed", {"hand": "dealer", "cards": []}),
    "a card nobody read": ("card_dealt", {"to": "community", "position": 1, "card": None, "face": "up"}),
    "a burned card that was seen": ("card_burned", {"card": "As", "exposed": True}),
    "a cut too shallow": ("cards_cut", {"deck": "red-1", "depth": 3, "cover_cards": 7}),
    "a deck of 51": ("cards_shuffled", {"deck": "red-1", "method": "counting_device", "counted": 51}),
    "a payout of a losing wager": (
        "wager_settled",
        {"seat": 1, "wager": "ante", "outcome": "lose", "stake_mc": 5, "returned_mc": 9, "paid_mc": 7},
    ),
    "a jackpot from the rack": (
        "progressive_paid",
        {"link": "L", "leg": 0, "claim_seq": 1, "seat": 1, "amount_mc": 3, "paid_from": "table_inventory",
         "paid_by": "D-117"},
    ),
    "a fold with a stake": ("decision_made", {"seat": 1, "action": "fold", "at": "deal", "amount_mc": 100}),
    "a low hand of three aces": (
        "hand_set", {"hand": "seat", "seat": 1, "high": ["2c"], "low": ["As", "Ah", "Ad"]}
    ),
    "one badge where two must sign": (
        "stream_resumed",
        {"stream": "table:X", "from_seq": 2, "from_hash": "ab" * 32, "authorised_by": ["A"], "reason": ""},
    ),
    "envy for one's own hand": (
        "envy_paid", {"seat": 2, "holder_seat": 2, "hand": "royal_flush", "amount_mc": 1}
    ),
    "three boxes far apart": ("boxes_changed", {"player": "P-1", "boxes": [1, 4, 4]}),
}  # fmt: skip


@pytest.mark.parametrize("what", IMPROPER)
def test_it_is_recorded(what):
    name, fields = IMPROPER[what]
    body = parse_body(name, fields)
    event = an_event(type=name, schema=body.SCHEMA, body=body.to_bytes())

    assert decode_body(decode(encode(event))) == body


def test_a_device_s_clock_may_run_ahead_of_ours():
    assert decode(encode(an_event(occurred_at_us=9, recorded_at_us=5))).occurred_at_us == 9


@pytest.mark.parametrize("body", [b"", b"\xc1\xc1\xc1", b"not msgpack at all", bytes(64)])
def test_an_event_is_routed_without_its_body(body):
    encoded = encode(an_event(body=body))

    for event in (read_header(encoded), decode(encoded)):
        assert (event.kind, event.owner, event.seq, event.type, event.round) == (
            "table", "HCF-01", 7, "wager_placed", "R-1187",
        )  # fmt: skip
        assert event.body == body


def test_an_event_of_a_type_from_a_later_release_is_routed():
    encoded = encode(an_event(type="drone_landed", schema=9, body=b"\x80"))

    assert decode(encoded).type == "drone_landed"
