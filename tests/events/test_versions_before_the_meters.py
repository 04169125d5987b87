"""Bytes that were stored before links had signatures by department, limits and shares: all still read.

`data/before_the_meters_v1.hex` was written by the code of that time, one event of each type that has a
second version since.
"""

from __future__ import annotations

from pathlib import Path

import msgpack
import pytest

from events.body import TYPES, decode_body, newest_fields, parse_body
from events.envelope import decode, encode
from events.errors import MalformedEvent
from events.jsonform import event_from_json, to_json
from tests.events.bodies import an_event

LINES = (Path(__file__).parent / "data/before_the_meters_v1.hex").read_text().split()
STORED = {event.type: event for event in (decode(bytes.fromhex(line)) for line in LINES)}
UNSIGNED = [{"badge": "A-031", "department": ""}, {"badge": "C-007", "department": ""}]
METERS = [
    {
        "meter": "jackpot",
        "seed_mc": 15_000_000_000,
        "reseed_mc": 0,
        "primary_bp": 2_300,
        "reserve_bp": 500,
        "limit_mc": 0,
    }
]
TERMS = {"guard_mc": 0, "signed_by": UNSIGNED, "meters": METERS}
NEW = {
    "table_opened": {"legs": []},
    "selections_changed": {"legs": []},
    "table_day_ended": {"legs": []},
    "link_opened": TERMS,
    "link_terms_changed": TERMS,
    "link_closed": {"signed_by": UNSIGNED},
    "progressive_claimed": {"sharing_seats": []},
    "meter_opened": {
        "rulebook": "", "paytable": "", "wager": "", "meters": [], "awards": [], "guard_mc": 0,
    },
    "award_locked": {
        "wager": "", "shares": [{"seat": 3, "amount_mc": 1_502_300_000}], "overflow_moved_mc": 0,
    },
    "award_returned": {"reseed_back_mc": 0, "corrected_mc": 0, "house_mc": 0, "reason": ""},
    "award_paid": {"seat": None, "paid_from": ""},
}  # fmt: skip
"""What the second version adds, or has otherwise, for each stored event."""


def test_every_type_with_a_second_version_since_is_stored_here():
    assert NEW.keys() == STORED.keys()
    assert {name for name, model in TYPES.items() if model.SCHEMA == 2} - {"cards_shuffled"} == NEW.keys()


@pytest.mark.parametrize("name", NEW)
def test_stored_bytes_read_in_the_newest_version(name):
    event = STORED[name]
    old = msgpack.unpackb(event.body)
    if name.startswith("link_"):
        del old["authorised_by"]

    read = msgpack.unpackb(decode_body(event).to_bytes())

    assert event.schema == 1
    assert read == old | NEW[name]
    assert TYPES[name].model_validate(newest_fields(event)) == decode_body(event)


@pytest.mark.parametrize("name", NEW)
def test_stored_bytes_stay_as_they_are_and_an_export_reads_back_to_them(name):
    encoded = encode(STORED[name])

    assert encoded.hex() in LINES
    assert encode(event_from_json(to_json(STORED[name]))) == encoded


@pytest.mark.parametrize("name", NEW)
def test_the_newest_fields_are_not_taken_as_version_1(name):
    newest = msgpack.unpackb(decode_body(STORED[name]).to_bytes())

    with pytest.raises(MalformedEvent):
        parse_body(name, newest, 1)
    with pytest.raises(MalformedEvent):
        decode_body(an_event(type=name, schema=1, body=msgpack.packb(newest)))


@pytest.mark.parametrize("name", NEW)
def test_an_old_body_that_lacks_a_field_is_refused(name):
    fields = msgpack.unpackb(STORED[name].body)
    for missing in TYPES[name].OLD_VERSIONS[1].model_fields:
        if missing in fields and TYPES[name].OLD_VERSIONS[1].model_fields[missing].is_required():
            with pytest.raises(MalformedEvent):
                parse_body(name, {field: fields[field] for field in fields if field != missing}, 1)
