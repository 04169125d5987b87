"""The verdict on a dealer's hand that several share (647a.12(e)(2)), whoever of them has been paid, and of
whichever box the claim names a player who has two."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.console.calling import pitledger

WAGER = "fchb_dealer"
ROYAL = ["As", "Ks", "Qs", "Js", "Ts"]
UNIT_MC = 500_000
HALF, THIRD = 25_000_97, 16_667_31
"""$50,000 and 13 % of three wagers of $5 are $50,001.95; of a share, a part of a cent stays on the meter."""
OPENED = {
    "game": "texas_holdem_bonus",
    "rulebook": "647a@2019-08-31",
    "rulebook_sha256": "0" * 64,
    "submission": "RS-1",
    "paytables": [{"wager": "six_card_bonus", "paytable": "B"}],
    "options": [{"option": "ante_pays_on", "value": "straight"}],
    "wagers": ["ante", "flop", "turn", "river", "fchb_player", WAGER],
    "progressives": [
        {"wager": name, "link": "FC", "unit_wager_mc": UNIT_MC} for name in ("fchb_player", WAGER)
    ],
    "payout_limit_mc": 5_000_000_000,
    "minimum_wager_mc": 500_000,
    "maximum_wager_mc": 20_000_000,
    "betting_positions": 6,
    "boxes_per_player": 2,
    "dealing": "hand",
    "shuffling": "manual",
    "approvals": [],
    "signs": [],
    "dealer": "D-1",
    "floorperson": "F-1",
    "legs": [],
}


class Table:
    """THB-01: P1 has boxes 1 and 2, P2 has box 4; all wager on the dealer's hand, and fold."""

    def __init__(self, place: Any) -> None:
        self._place, self._count = place, 0

    def says(self, *facts: tuple[str, dict[str, Any]], round_: str | None = "R1") -> None:
        lines = []
        for type_, body in facts:
            self._count += 1
            head = {"stream": "table:THB-01", "type": type_, "schema": 1, "actor": "D-1", "mode": "live"}
            at = {"occurred_at": f"2026-03-01T22:15:{self._count:02}Z", "source_id": f"t#{self._count}"}
            lines.append(json.dumps({**head, **at, "body": body, **({"round": round_} if round_ else {})}))
        called = pitledger("import", "-", "--facility", "PHL", "--data", self._place, stdin="\n".join(lines))
        assert called.code == 0, called.err

    def plays(self) -> None:
        self.says(("table_opened", OPENED), round_=None)
        self.says(("player_seated", {"player": "P1", "seat": 1, "boxes": [1, 2]}))
        self.says(("player_seated", {"player": "P2", "seat": 4, "boxes": [4]}))
        chip = {"amount_mc": 500_000, "instrument": "value_chip"}
        bonus = {"amount_mc": UNIT_MC, "instrument": "electronic", "wager": WAGER}
        self.says(
            ("round_opened", {"dealer": "D-1"}),
            *(("wager_placed", {"seat": seat, "wager": "ante", **chip}) for seat in (1, 2, 4)),
            *(("wager_placed", {"seat": seat, **bonus}) for seat in (1, 2, 4)),
            ("bets_closed", {"legs": []}),
            *(
                ("card_dealt", {"to": "seat", "seat": seat, "position": at, "card": None, "face": "down"})
                for at in (1, 2)
                for seat in (1, 2, 4)
            ),
            *(("decision_made", {"seat": seat, "action": "fold", "at": "preflop"}) for seat in (4, 2, 1)),
            *(
                ("community_cards_revealed", {"street": street, "cards": cards})
                for street, cards in (("flop", ROYAL[2:]), ("turn", ["2h"]), ("river", ["3h"]))
            ),
            ("hand_revealed", {"hand": "dealer", "seat": None, "cards": ROYAL[:2]}),
        )

    def claims(self, sharing: list[int], others: list[int]) -> None:
        """The dealer's hand is claimed by seat 4 for all, and validated."""
        named = {"seat": 4, "cards": ROYAL, "link": "FC", "leg": 0}
        shared = {"wager": WAGER, "hand": "royal_flush", "sharing_seats": sharing, "other_boxes": others}
        self.says(("progressive_claimed", named | shared))
        self._claim = self._count
        self.says(("progressive_validated", {**named, "claim_seq": self._claim, "validated_by": "F-1"}))

    def pays(self, *seats: int, cents: int) -> None:
        paid = {"link": "FC", "leg": 0, "claim_seq": self._claim, "amount_mc": cents * 1000}
        how = {"paid_from": "cage", "paid_by": "C-1"}
        self.says(
            *(("progressive_paid", {**paid, **how, "seat": seat, "slip": f"S-{seat}"}) for seat in seats)
        )

    def closes(self) -> None:
        won = {"wager": WAGER, "outcome": "win", "stake_mc": UNIT_MC, "returned_mc": 0, "paid_mc": 0}
        lost = {"wager": "ante", "outcome": "lose", "stake_mc": 500_000, "returned_mc": 0, "paid_mc": 0}
        from_ = {"paid_from": "table_inventory"}
        settled = [{"seat": seat, **of, **from_} for seat in (4, 2, 1) for of in (won, lost)]
        closed = ("round_closed", {"rack_cards": 52, "legs": []})
        self.says(*(("wager_settled", each) for each in settled), closed)

    def shows(self) -> Iterator[tuple[int, int, int, list[str]]]:
        """Due and done of the shared wager, by seat."""
        for row in pitledger("round", "R1", "--json", "--data", self._place).document["verdict"]:
            if row["wager"] == WAGER:
                yield row["seat"], row["due_cents"], row["done_cents"], row["depends_on"]

    def in_all(self) -> tuple[int, int]:
        """Due and paid of the round, as `rounds` has them."""
        (found,) = pitledger("rounds", "--json", "--data", self._place).document
        return found["due_cents"], found["paid_cents"]


@pytest.fixture
def table(tmp_path):
    link = ("--rulebook", "647a@2019-08-31", "--paytable", "only", "--unit", "5.00", "--wager", "fchb_player")
    two = ("--sign", "S-1:slots", "--sign", "A-2:accounting", "--reason", "as filed")
    opened = pitledger("link", "open", "FC", *link, *two, "--facility", "PHL", "--data", tmp_path)
    assert opened.code == 0, opened.err
    table = Table(tmp_path)
    table.plays()
    return table


@pytest.mark.parametrize(("box", "other"), [(1, 2), (2, 1)])
def test_a_shared_award_that_is_paid_is_right_for_every_box_of_its_claim(table, box, other):
    table.claims([4, box], [other])
    table.pays(4, box, cents=HALF)
    table.closes()
    shown = {seat: rest for seat, *rest in table.shows()}
    assert shown == {4: [HALF, HALF, []], box: [HALF, HALF, []], other: [0, 0, []]}
    assert table.in_all() == (2 * HALF, 2 * HALF)


def test_a_share_that_is_not_paid_yet_is_due_beside_one_that_is(table):
    table.claims([4, 1], [2])
    table.pays(4, cents=HALF)
    table.closes()
    shown = {seat: rest for seat, *rest in table.shows()}
    assert shown == {4: [HALF, HALF, []], 2: [0, 0, []], 1: [HALF, 0, []]}
    assert table.in_all() == (2 * HALF, HALF)


def test_a_claim_that_gives_one_player_two_shares_pays_the_other_too_little(table):
    table.claims([4, 2, 1], [])
    table.pays(4, 2, 1, cents=THIRD)
    table.closes()
    shown = {seat: rest for seat, *rest in table.shows()}
    each = 3 * THIRD // 2  # of what was locked, to the cent
    assert shown == {4: [each, THIRD, []], 2: [each, THIRD, []], 1: [0, THIRD, []]}
