"""A description of a round that is accepted, to change one field of."""

import copy

HIGH_CARD_FLUSH = {
    "game": "high_card_flush",
    "rulebook": "678a@2019-11-02",
    "paytables": {"flush_bonus": "A", "straight_flush_bonus": "A", "progressive": "A"},
    "options": {"payout_limit_cents": 5_000_000},
    "meters": {"progressive": 3_000_000},
    "seats": [
        {
            "seat": 1,
            "cards": ["2s", "3s", "5s", "7s", "9s", "Js", "4d"],
            "wagers": {"ante": 1000, "flush_bonus": 500},
            "decision": {"action": "raise", "raise": 3000},
        }
    ],
    "dealer": ["9h", "3h", "2h", "Kc", "Qc", "As", "7d"],
}
MISSING = object()


def with_change(described, path, value):
    """A description with the field at `path` set to another value, or taken out."""
    description = copy.deepcopy(described)
    *parents, last = path
    place = description
    for key in parents:
        place = place[key]
    if value is MISSING:
        del place[last]
    else:
        place[last] = value
    return description
