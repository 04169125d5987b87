"""An evening of three rounds at one table, in which seat 4 was paid short about seven."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

STAKE_MC = 3_000_000
TABLE = {
    "game": "high_card_flush",
    "rulebook": "678a@2019-11-02",
    "rulebook_sha256": "ab" * 32,
    "submission": "RS-7",
    "paytables": [],
    "options": [],
    "wagers": ["ante", "raise"],
    "progressives": [],
    "payout_limit_mc": None,
    "minimum_wager_mc": 1_000_000,
    "betting_positions": 6,
    "boxes_per_player": 1,
    "dealing": "hand",
    "shuffling": "device",
    "approvals": [],
    "signs": [],
    "dealer": "D-1",
    "floorperson": "F-12",
}
ROUNDS = (
    ("23:46", "Qs Ts 4s 2h 8d 9h 6c", "Ah Jd 9d 6d 3c 5h 8c", (STAKE_MC, STAKE_MC)),
    ("23:52", "Ad Qd 9c 5c 3h 2s 8h", "As Ts 6s 5s 3d 4c Jc", (0, 0)),
    ("23:58", "Ac Tc 7c 6c 3d Qh 5d", "Kd Td 8d 2s 6h 3c 9c", (STAKE_MC, 0)),
)
"""When, the cards of seat 4 and of the dealer, what was paid for ante and raise.

Seat 4 wins the first with Q-T-4 against J-9-6 and loses the second with two cards against four. It wins the
third with four clubs against three diamonds: both wagers pay 1 to 1 (678a.11(d)(2)(ii)(A)), the raise was not
paid.
"""


Fact = tuple[str, str | None, str, dict[str, Any]]
"""When, the round, the type and the body."""


def evening(table: str = "HCF-01") -> str:
    """The events as JSON lines."""
    facts: list[Fact] = [("23:40:00", None, "table_opened", TABLE)]
    for number, (at, own, dealer, paid) in enumerate(ROUNDS, 1):
        facts += [
            (f"{at}:{second:02}", f"{table}-{number}", type_, body)
            for second, (type_, body) in enumerate(_round(own, dealer, paid))
        ]
    return "".join(_line(table, number, fact) for number, fact in enumerate(facts, 1))


def _line(table: str, number: int, fact: Fact) -> str:
    at, round_, type_, body = fact
    line = {
        "stream": f"table:{table}",
        "type": type_,
        "schema": 1,
        "occurred_at": f"2026-03-02T{at}Z",
        "actor": "D-1",
        "mode": "live",
        "source_id": f"tablet-{table}#{number}",
        "body": body,
    }
    return json.dumps(line | ({} if round_ is None else {"round": round_})) + "\n"


def _round(own: str, dealer: str, paid: tuple[int, int]) -> Iterator[tuple[str, dict[str, Any]]]:
    chips = {"amount_mc": STAKE_MC, "instrument": "value_chip"}
    yield "round_opened", {"dealer": "D-1"}
    yield "wager_placed", {"seat": 4, "wager": "ante", **chips}
    yield "bets_closed", {"legs": []}
    yield "decision_made", {"seat": 4, "action": "raise", "at": "deal", "wager": "raise", **chips}
    yield "hand_revealed", {"hand": "dealer", "seat": None, "cards": dealer.split()}
    yield "hand_revealed", {"hand": "seat", "seat": 4, "cards": own.split()}
    for wager, paid_mc in zip(("ante", "raise"), paid, strict=True):
        won = any(paid)
        yield (
            "wager_settled",
            {
                "seat": 4,
                "wager": wager,
                "outcome": "win" if won else "lose",
                "stake_mc": STAKE_MC,
                "returned_mc": STAKE_MC if won else 0,
                "paid_mc": paid_mc,
                "paid_from": "table_inventory" if paid_mc else None,
            },
        )
    yield "round_closed", {"rack_cards": 52, "legs": []}
