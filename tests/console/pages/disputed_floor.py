"""Rounds of High Card Flush that people look at: a won progressive, a voided round, a seat paid short.

Six seats with seven cards each, so that a page has to find room for the most that a table can hold.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from games.rulebook import by_name
from tests.console.accounting_floor import RULEBOOK, SIX, Floor, claims, documented, light, paid, validated

DOLLAR = 100_000
WON, VOIDED, SHORT, MARKED_UP = "T1-1", "T1-2", "T1-3", "T1-4"
AWARD_MC = 1_500_069_000
"""Six wagers of $5 at 23 % make $150,006.90; six cards win 10 % of that, floored to the cent: $15,000.69."""
MARKUP = (
    "</script><script>document.title='run'</script><img src=x onerror=\"document.title='run'\"> & <b>x</b> "
    "#panic('run') $x"
)
"""What an event may say, and a page must show and not run."""
BADGE = "<i>D</i>&</script>\u202e1"
"""With a mark that turns the direction of what follows."""

_HANDS = {
    1: "2c 3d 4s 6c 7d 8s Ac",
    2: "2d 3s 4c 6d 7s 8c Qh",
    3: "9h 8h 7h 6h 5h 4h As",
    4: "Ad Kd Jd 9d 4d 3c 6s",
    5: "2s 5c 7c 8d 9c Ts Jc",
    6: "5s Qd Td Js Qc Kc 3h",
    None: "Kh Jh 2h 5d 9s Tc Ah",
}
"""The dealer has a four-card flush, A-K-J-2 of hearts; seat 4 has five diamonds."""

_IN_ORDER: dict[str, Any] = {
    "rulebook_sha256": by_name(RULEBOOK).sha256,
    "dealing": "automated_shoe",
    "shuffling": "device",
    "minimum_wager_mc": 500_000,
    "approvals": [
        {"subject": subject, "reference": "AP-1", "approved_by": "the Bureau"}
        for subject in ("layout", "progressive_system", "shoe_location")
    ],
    "signs": [
        {"subject": subject, "place": "layout"}
        for subject in ("payout_odds", "dealer_qualifies", "raise_limits")
    ],
}
"""A table at which nothing is found but what the rounds show."""

Fact = tuple[str, dict[str, Any]]


def bet(seat: int, wager: str, dollars: int) -> Fact:
    stake = {"seat": seat, "wager": wager, "amount_mc": dollars * DOLLAR, "instrument": "value_chip"}
    return "wager_placed", stake


def deals(*seats: int | None, cards: int = 7) -> list[Fact]:
    """A stack to each, face down and unread; None is the dealer."""
    facts: list[Fact] = []
    for seat in seats:
        to = {"to": "dealer"} if seat is None else {"to": "seat", "seat": seat}
        facts.append(("stack_delivered", {**to, "cards": [None] * cards}))
    return facts


def of(seat: int | None) -> dict[str, Any]:
    return {"hand": "dealer"} if seat is None else {"hand": "seat", "seat": seat}


def shows(seat: int | None) -> Fact:
    return "hand_revealed", {**of(seat), "cards": _HANDS[seat].split()}


def collects(seat: int | None) -> Fact:
    return "hand_collected", {**of(seat), "cards": 7}


def decides(seat: int, action: str, dollars: int = 0) -> Fact:
    made = {"wager": "raise", "amount_mc": dollars * DOLLAR} if dollars else {}
    return "decision_made", {"seat": seat, "action": action, "at": "deal", **made}


def settles(seat: int, wager: str, outcome: str, stake: int, given: tuple[int, int] = (0, 0)) -> Fact:
    """A wager settled; `given` is what of the stake came back, and what was paid beside it."""
    back, pays = given
    amounts = {"stake_mc": stake * DOLLAR, "returned_mc": back * DOLLAR, "paid_mc": pays * DOLLAR}
    source = "table_inventory" if pays else None
    return "wager_settled", {"seat": seat, "wager": wager, "outcome": outcome, **amounts, "paid_from": source}


def opens(*seats: int, dealer: str = "D-1") -> list[Fact]:
    return [("round_opened", {"dealer": dealer}), *(bet(seat, "ante", 10) for seat in seats)]


def disputed_floor(data: Path) -> Path:
    """The instance with the rounds in it."""
    floor = Floor(data, "2026-03-02T11:59:00Z")
    floor.opens_link()
    floor.opens_table("T1", **_IN_ORDER)
    for plays in (_won, _voided, _short, _marked_up):
        plays(floor)
    return data


def _won(floor: Floor) -> None:
    """Seat 3 has a six-card straight flush: 10 % of the meter. Seat 4 beats the dealer, the others fold."""
    progressive = [bet(seat, "progressive", 5) for seat in range(1, 7)]
    facts = [
        *opens(*range(1, 7)),
        *progressive,
        ("bets_closed", {"legs": []}),
        *deals(1, 2, 3, 4, 5, 6, None),
    ]
    facts += [decides(seat, "fold") for seat in (1, 2, 5, 6)]
    facts += [decides(3, "raise", 30), decides(4, "raise", 20), shows(None)]
    facts += [*_folded(6), *_folded(5)]
    facts += [shows(4), settles(4, "ante", "win", 10, (10, 10)), settles(4, "raise", "win", 20, (20, 20))]
    facts += [settles(4, "progressive", "lose", 5), collects(4)]
    facts += [
        shows(3),
        settles(3, "ante", "win", 10, (10, 10)),
        settles(3, "raise", "win", 30, (30, 30)),
        light(3),
    ]
    floor.say("table:T1", *facts, round_=WON)
    (claim,) = floor.say("table:T1", claims(3, SIX), round_=WON)
    steps = [validated(claim.seq, 3), documented(claim.seq, 3), paid(claim.seq, 3, AWARD_MC, slip="JP-1")]
    settled = {"stake_mc": 5 * DOLLAR, "returned_mc": 0, "paid_mc": AWARD_MC, "paid_from": "cage"}
    steps.append(("wager_settled", {"seat": 3, "wager": "progressive", "outcome": "win", **settled}))
    steps += [collects(3), *_folded(2), *_folded(1), collects(None), ("round_closed", {})]
    floor.say("table:T1", *steps, round_=WON)


def _folded(seat: int) -> list[Fact]:
    """A hand that was folded and shown for its progressive wager, which it loses."""
    lost = [settles(seat, "ante", "lose", 10), settles(seat, "progressive", "lose", 5)]
    return [shows(seat), *lost, collects(seat)]


def _voided(floor: Floor) -> None:
    """Seat 2 has a card too many; all stakes go back (678a.13(c))."""
    kind = {"kind": "incorrect_number"}
    called = {**kind, "seats": [2], "cards": [], "called_by": "D-1", "text": "seat 2 has eight cards"}
    ruled = {
        **kind,
        "ruling": "round_void",
        "section": "678a.13(c)",
        "ruled_by": "F-1",
        "reason": "so it says",
    }
    facts = [*opens(1, 2, 3), ("bets_closed", {"legs": []}), *deals(1), *deals(2, cards=8), *deals(3, None)]
    facts += [("irregularity_called", called), ("irregularity_ruled", ruled)]
    facts += [settles(seat, "ante", "void", 10, (10, 0)) for seat in (3, 2, 1)]
    void = {"reason": "incorrect number of cards", "section": "678a.13(c)", "ruled_by": "F-1", "legs": []}
    floor.say("table:T1", *facts, ("round_voided", void), round_=VOIDED)


def _short(floor: Floor) -> None:
    """Seat 4's five diamonds beat the dealer's four hearts: 1 to 1 on $20, and only half of it is paid."""
    facts = [*opens(4), ("bets_closed", {"legs": []}), *deals(4, None)]
    facts += [decides(4, "raise", 20), shows(None), shows(4)]
    facts += [settles(4, "ante", "win", 10, (10, 10)), settles(4, "raise", "win", 20, (20, 10))]
    floor.say("table:T1", *facts, collects(4), collects(None), ("round_closed", {}), round_=SHORT)


def _marked_up(floor: Floor) -> None:
    """An irregularity whose words are markup, by a dealer whose badge is."""
    called = {"kind": "other", "seats": [1], "cards": [], "called_by": BADGE, "text": MARKUP}
    ruled = {
        "kind": "other",
        "ruling": "other",
        "section": "<b>678a</b>",
        "ruled_by": BADGE,
        "reason": MARKUP,
    }
    facts = [*opens(1, dealer=BADGE), ("bets_closed", {"legs": []})]
    facts += [("irregularity_called", called), ("irregularity_ruled", ruled)]
    void = {"reason": MARKUP, "section": "<b>678a</b>", "ruled_by": BADGE, "legs": []}
    floor.say("table:T1", *facts, ("round_voided", void), round_=MARKED_UP)
