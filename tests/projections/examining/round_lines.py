"""A faultless round as lines: the type of an event and its facts, in the order of a careful dealer."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from tests.projections.examining.clean_rounds import (
    DEALER,
    DOLLAR,
    FLOORPERSON,
    LOCKED,
    SHOES,
    Box,
    Paid,
    Round,
)

Line = tuple[str, dict[str, Any]]


def lines(
    round_: Round, dealing: str, *, deck: str = "red-1", counted: bool, offered: Collection[str]
) -> list[Line]:
    """Everything behind `round_opened`, to `round_closed`. `counted`: a device has counted the deck, so the
    stub needs no count."""
    systems = [system for wager, system in LOCKED.items() if wager in offered]
    return [
        *_wagers(round_, systems),
        *_deal(round_, dealing, deck, counted),
        *_completion(round_, deck, counted),
    ]


def _wagers(round_: Round, systems: list[str]) -> Iterator[Line]:
    for seat, box in round_.boxes.items():
        for wager, dollars in box.wagers.items():
            yield (
                "wager_placed",
                {"seat": seat, "wager": wager, "amount_mc": dollars * DOLLAR, "instrument": "value_chip"},
            )
    staked = {
        seat: box.wagers["progressive"] for seat, box in round_.boxes.items() if "progressive" in box.wagers
    }
    accepted = [
        {"seat": seat, "wager": "progressive", "amount_mc": dollars * DOLLAR}
        for seat, dollars in staked.items()
    ]
    if staked:
        yield "progressive_lights_lit", {"wager": "progressive", "seats": [*staked]}
    legs = (
        [{"link": "L-1", "leg": 2, "wagers": accepted, "control_seq": 1}] if "progressive" in systems else []
    )
    yield "bets_closed", {"legs": legs}
    for system in systems:
        yield "lock_out_engaged", {"system": system, "device": "PG-1"}
    if staked:
        yield (
            "progressive_chips_counted",
            {"wager": "progressive", "chips": len(staked), "accepted": len(staked)},
        )


def _deal(round_: Round, dealing: str, deck: str, counted: bool) -> Iterator[Line]:
    """The hands, what belongs to them, and, but for 647a, the stub."""
    if round_.six_card and dealing in SHOES:
        yield from _singles("six_card_bonus", 4)
    if dealing in SHOES:
        yield from _one_at_a_time(round_)
    else:
        for seat, box in round_.boxes.items():
            yield "stack_delivered", {"to": "seat", "seat": seat, "cards": [None] * len(box.cards.split())}
        yield "stack_delivered", {"to": "dealer", "cards": [None] * len(round_.dealer.split())}
        if round_.chapter in ("678a", "647a"):
            yield "cover_card_placed", {"over": "dealer"}
        if round_.six_card:
            yield from _singles("six_card_bonus", 4)
    for seat in round_.fourth:
        yield "card_dealt", {"to": "seat", "seat": seat, "position": 4}
    if round_.chapter == "677a":
        yield from _singles("community", 5)
    if round_.chapter != "647a":
        yield from _stub(round_, deck, counted)


def _one_at_a_time(round_: Round) -> Iterator[Line]:
    for position in range(1, len(round_.dealer.split()) + 1):
        for seat in round_.boxes:
            yield "card_dealt", {"to": "seat", "seat": seat, "position": position}
        yield "card_dealt", {"to": "dealer", "seat": None, "position": position}
        if position == 1 and round_.chapter == "678a":
            yield "cover_card_placed", {"over": "dealer"}


def _singles(to: str, count: int) -> Iterator[Line]:
    for position in range(1, count + 1):
        yield "card_dealt", {"to": to, "seat": None, "position": position}


def _on_the_table(round_: Round) -> int:
    hands = sum(len(box.cards.split()) for box in round_.boxes.values()) + len(round_.dealer.split())
    burned = 3 if round_.chapter == "647a" else 0
    return hands + len(round_.fourth) + len(round_.six_card.split()) + len(round_.board.split()) + burned


def _stub(round_: Round, deck: str, counted: bool) -> Iterator[Line]:
    if not counted:
        yield "stub_counted", {"deck": deck, "stub_cards": 52 - _on_the_table(round_), "deck_cards": 52}
    yield "stub_discarded", {"deck": deck, "exposed": []}


def _completion(round_: Round, deck: str, counted: bool) -> Iterator[Line]:
    """Decisions street by street, the dealer's hand, then box by box from the highest seat down."""
    if round_.chapter == "647a":
        yield from _decisions(round_, "preflop")
        for street, first, last in (("flop", 0, 3), ("turn", 3, 4), ("river", 4, 5)):
            yield "card_burned", {}
            for place in range(first, last):
                card = round_.board.split()[place]
                yield (
                    "card_dealt",
                    {"to": "community", "seat": None, "position": place + 1, "card": card, "face": "up"},
                )
            yield from _decisions(round_, street)
        yield from _stub(round_, deck, counted)
    elif round_.chapter == "677a":
        board = round_.board.split()
        yield from _decisions(round_, "preflop")
        yield "community_cards_revealed", {"street": "flop", "cards": board[:3]}
        yield from _decisions(round_, "flop")
        yield "community_cards_revealed", {"street": "turn_and_river", "cards": board[3:]}
        yield from _decisions(round_, "river")
    else:
        yield from _decisions(round_, "deal")
        yield from _forfeited(round_)
    if round_.chapter == "663a":
        for seat in sorted(round_.boxes, reverse=True):
            if not round_.boxes[seat].folds:
                yield "hand_set", {"hand": "seat", "seat": seat, "high": [None] * 3, "low": [None] * 2}
    yield from _showdown(round_)


def _decisions(round_: Round, at: str) -> Iterator[Line]:
    for seat, box in round_.boxes.items():
        for street, action, wager, dollars in box.decisions:
            if street != at:
                continue
            fields = {"seat": seat, "action": action, "at": at, "wager": wager, "amount_mc": dollars * DOLLAR}
            yield "decision_made", {**fields, "instrument": "value_chip" if wager else None}
            if action == "fold":
                yield from _settled(seat, box)
                if round_.chapter == "647a":
                    yield "hand_tucked", {"seat": seat}  # another player has a progressive wager
                else:
                    yield _collected(seat, box)


def _forfeited(round_: Round) -> Iterator[Line]:
    """663a, 679a: Antes and cards of those who forfeited, after all have decided."""
    for seat, box in round_.boxes.items():
        if box.decisions[-1][1] == "forfeit":
            yield from _settled(seat, box)
            yield _collected(seat, box)


def _showdown(round_: Round) -> Iterator[Line]:
    dealer = round_.dealer.split()
    yield "hand_revealed", {"hand": "dealer", "seat": None, "cards": dealer}
    if round_.chapter == "663a":
        yield "hand_set", {"hand": "dealer", "seat": None, "high": dealer[:3], "low": dealer[3:]}
    late = list[Line]()
    for seat in sorted(round_.boxes, reverse=True):
        box = round_.boxes[seat]
        if box.folds:
            late += [_collected(seat, box)] * (round_.chapter == "647a")
            continue
        yield from _hand(round_, seat, box)
    yield from late
    if round_.six_card:
        yield "hand_collected", {"hand": "six_card_bonus", "seat": None, "cards": 4}
    if round_.board:
        yield "hand_collected", {"hand": "community", "seat": None, "cards": 5}
    yield "hand_collected", {"hand": "dealer", "seat": None, "cards": len(dealer)}
    yield "round_closed", {"rack_cards": 52}


def _hand(round_: Round, seat: int, box: Box) -> Iterator[Line]:
    """One box: shown, settled, collected."""
    cards = box.cards.split()
    yield "hand_revealed", {"hand": "seat", "seat": seat, "cards": cards}
    if round_.chapter == "663a":
        yield "hand_set", {"hand": "seat", "seat": seat, "high": cards[:3], "low": cards[3:]}
    for paid in box.settled:
        if paid.wager == "six_card_bonus":
            yield "community_cards_revealed", {"street": "six_card_bonus", "cards": round_.six_card.split()}
        if paid.wager == "progressive" and paid.paid:
            yield from _fixed_award(seat, paid)
        yield _settlement(seat, box, paid)
    yield _collected(seat, box, len(cards) + (seat in round_.fourth))


def _fixed_award(seat: int, paid: Paid) -> Iterator[Line]:
    at = {"seat": seat, "wager": paid.wager}
    yield "progressive_light_verified", {**at, "lit": True, "verified_by": DEALER}
    hand = "three_card_straight_flush"
    yield (
        "fixed_award_validated",
        {**at, "hand": hand, "amount_mc": paid.paid * DOLLAR, "validated_by": FLOORPERSON},
    )


def _settled(seat: int, box: Box) -> Iterator[Line]:
    for paid in box.settled:
        yield _settlement(seat, box, paid)


def _settlement(seat: int, box: Box, paid: Paid) -> Line:
    made = {wager: dollars for _, _, wager, dollars in box.decisions if wager}
    stake = {**box.wagers, **made}[paid.wager]
    return (
        "wager_settled",
        {
            "seat": seat,
            "wager": paid.wager,
            "outcome": paid.outcome,
            "stake_mc": stake * DOLLAR,
            "returned_mc": paid.returned * DOLLAR,
            "paid_mc": paid.paid * DOLLAR,
            "paid_from": "table_inventory" if paid.paid else None,
        },
    )


def _collected(seat: int, box: Box, cards: int = 0) -> Line:
    return "hand_collected", {"hand": "seat", "seat": seat, "cards": cards or len(box.cards.split())}
