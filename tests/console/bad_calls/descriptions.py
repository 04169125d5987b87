"""Rounds that cannot be, described to `pitledger settle`: the field that the answer names, and part of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any, NamedTuple

ROUND: dict[str, Any] = {
    "game": "high_card_flush",
    "rulebook": "678a@2019-11-02",
    "paytables": {"progressive": "A", "flush_bonus": "A"},
    "meters": {"progressive": 15079810},
    "seats": [
        {
            "seat": 4,
            "cards": ["9h", "8h", "7h", "6h", "5h", "4h", "Ks"],
            "wagers": {"ante": 1000, "progressive": 500},
            "decision": {"action": "raise", "raise": 3000},
        }
    ],
    "dealer": ["Qc", "9c", "3c", "Jd", "7s", "2s", "5d"],
}


class Described(NamedTuple):
    """What is handed to `settle`, the field that it must name, and a part of what it says."""

    text: bytes
    field: str
    says: str = ""


def changed(change: Callable[[dict[str, Any]], object], field: str, says: str = "") -> Described:
    """A round with something wrong in it."""
    described = deepcopy(ROUND)
    change(described)
    return Described(json.dumps(described).encode(), field, says)


def seat(field: str, says: str = "", **fields: object) -> Described:
    """The same, wrong in its one seat."""
    return changed(lambda round_: round_["seats"][0].update(fields), field, says)


def wagers(field: str, says: str = "", **more: object) -> Described:
    """The same, with other wagers."""
    return changed(lambda round_: round_["seats"][0]["wagers"].update(more), field, says)


GARBAGE = [
    Described(b"", "$", "nothing in it"),
    Described(b"\n\n  \n", "$", "nothing in it"),
    Described(b"garbage\n", "$", "not a JSON object"),
    Described(bytes(range(128, 256)), "$", "not a JSON object"),
    Described(b"[" * 100_000, "$", "not a JSON object"),
    Described(b'{"seats": ' + b"[" * 100_000, "$", "not a JSON object"),
    Described(b"[]", "$", "object"),
    Described(b"null", "$", "object"),
    Described(b"7", "$", "object"),
    Described(b"{}", "game"),
]
ROUNDS = [
    changed(lambda round_: round_.update(game="poker"), "game", "poker"),
    changed(lambda round_: round_.update(game=7), "game"),
    changed(lambda round_: round_.update(rulebook="678a@1999-01-01"), "rulebook", "678a@1999-01-01"),
    changed(lambda round_: round_.update(rulebook="679a@2019-08-31"), "rulebook", "679a@2019-08-31"),
    changed(lambda round_: round_.pop("rulebook"), "rulebook"),
    changed(lambda round_: round_.update(colour="red"), "colour"),
    changed(lambda round_: round_.pop("seats"), "seats"),
    changed(lambda round_: round_.update(seats=[]), "seats"),
    changed(lambda round_: round_.update(seats={}), "seats"),
    changed(lambda round_: round_.update(seats=[7]), "seats"),
    changed(lambda round_: round_["seats"].append(round_["seats"][0]), "seats[1].seat", "taken"),
    changed(lambda round_: round_.pop("dealer"), "dealer"),
    changed(lambda round_: round_.update(dealer=["Qc"]), "dealer"),
    changed(lambda round_: round_["dealer"].__setitem__(0, "9h"), "dealer[0]", "9h"),
    changed(lambda round_: round_["dealer"].__setitem__(0, "Xx"), "dealer", "Xx"),
    changed(lambda round_: round_["dealer"].__setitem__(0, 7), "dealer"),
    changed(lambda round_: round_["dealer"].__setitem__(0, "10h"), "dealer", "10h"),
    changed(lambda round_: round_["paytables"].pop("progressive"), "progressive", "paytable"),
    changed(lambda round_: round_["paytables"].update(progressive="Z"), "paytables", "Z"),
    changed(lambda round_: round_["paytables"].update(lucky="A"), "paytables", "lucky"),
    changed(lambda round_: round_["meters"].pop("progressive"), "meters", "progressive"),
    changed(lambda round_: round_["meters"].update(progressive=-1), "meters"),
    changed(lambda round_: round_["meters"].update(progressive=1.5), "meters"),
    changed(lambda round_: round_["meters"].update(progressive="1"), "meters"),
    changed(lambda round_: round_["meters"].update(mega=1), "meters", "mega"),
    changed(lambda round_: round_.update(options={"lucky": True}), "options", "lucky"),
    changed(lambda round_: round_.update(options={"payout_limit_cents": -1}), "options"),
    changed(lambda round_: round_.update(options={"payout_limit_cents": 1}), "options"),
    changed(lambda round_: round_.update(event={"type": "earthquake"}), "event", "earthquake"),
    changed(lambda round_: round_.update(event="shoe_jam"), "event"),
    changed(lambda round_: round_.update(community=["2c"]), "community"),
    seat("seat", seat=0),
    seat("seat", seat=99),
    seat("seat", seat="4"),
    seat("seat", seat=4.0),
    seat("cards", cards=["9h"]),
    seat("cards", cards="9h8h"),
    seat("cards[1]", "9h", cards=["9h", "9h", "7h", "6h", "5h", "4h", "Ks"]),
    seat("wagers", wagers={}),
    seat("wagers", wagers=[]),
    seat("decision", decision={}),
    seat("decision", "dance", decision={"action": "dance"}),
    seat("decision", decision=None),
    seat("raise", decision={"action": "raise"}),
    seat("raise", decision={"action": "raise", "raise": 1}),
    seat("raise", decision={"action": "raise", "raise": 999_999}),
    seat("raise", decision={"action": "raise", "raise": "3000"}),
    wagers("ante", ante=0),
    wagers("ante", ante=-1000),
    wagers("ante", ante=1000.0),
    wagers("ante", ante="1000"),
    wagers("ante", ante=True),
    wagers("raise", **{"raise": 3000}),
    wagers("lucky", lucky=100),
]
DESCRIBED = [*GARBAGE, *ROUNDS]
