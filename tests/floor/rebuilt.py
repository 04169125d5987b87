"""Rounds of a floor as the log tells them, put to `games` again: an independent way to what was due."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from events.body import decode_body
from events.envelope import Event
from games import registry, rulebook
from games.cards import parse
from games.settlement import Decision, MeterReading, Round, Seat, Settlement

ANY_SEVEN = tuple(map(parse, ("2c", "3c", "4c", "5c", "6c", "7c", "8c")))
"""Stands for cards that nobody saw and nothing depends on; so long a flush allows every raise."""


class Rebuilt:
    """One round: what was wagered, decided, shown and settled."""

    def __init__(self, opening: Any, boxes: dict[int, str]) -> None:
        self.opening = opening
        self.player_of = boxes
        self.wagers: dict[int, dict[str, int]] = defaultdict(dict)
        self.decisions: dict[int, Decision] = {}
        self.cards: dict[Any, tuple[int, ...]] = {}
        self.settled: dict[tuple[int, str], Any] = {}
        self.settled_order: list[tuple[int, str]] = []
        self.claims: dict[tuple[int, str], int] = {}
        self.types: list[str] = []
        self.closed = False

    def take(self, event: Event, body: Any) -> None:
        """Follow one event of the round."""
        self.types.append(event.type)
        match event.type:
            case "wager_placed":
                self.wagers[body.seat][body.wager] = body.amount_mc // 1_000
            case "decision_made" if body.action == "raise":
                self.decisions[body.seat] = Decision("raise", body.amount_mc // 1_000)
            case "decision_made":
                self.decisions[body.seat] = Decision(body.action)
            case "hand_revealed":
                self.cards[body.seat or body.hand] = tuple(map(parse, body.cards))
            case "wager_settled":
                assert (body.seat, body.wager) not in self.settled
                self.settled[body.seat, body.wager] = body
                self.settled_order.append((body.seat, body.wager))
            case "progressive_paid":
                self.claims[body.seat, "progressive"] = body.amount_mc
            case "round_closed":
                self.closed = True

    def described(self) -> Round:
        """The round as `games` takes it."""
        seats = tuple(
            Seat(
                number,
                self.player_of[number],
                self.cards.get(number, ANY_SEVEN),
                wagers,
                self.decisions[number],
                index=index,
            )
            for index, (number, wagers) in enumerate(sorted(self.wagers.items()))
        )
        opening = self.opening
        book = rulebook.by_name(opening.rulebook)
        options: dict[str, Any] = {chosen.option: chosen.value for chosen in opening.options}
        options["boxes"] = opening.boxes_per_player
        if opening.payout_limit_mc is not None:
            options["payout_limit_cents"] = opening.payout_limit_mc // 1_000
        return Round(
            game=opening.game,
            rulebook=opening.rulebook,
            seats=seats,
            dealer=self.cards["dealer"],
            paytables={chosen.wager: chosen.paytable for chosen in opening.paytables},
            options=options,
            meters={name: MeterReading(0) for name in book.meter_names},
        )

    def verdict(self) -> Settlement:
        """What was due."""
        book = rulebook.by_name(self.opening.rulebook)
        return registry.by_name(self.opening.game).settle(self.described(), book)


def rounds_of(events: list[Event]) -> dict[str, Rebuilt]:
    """Every round of a floor, by its name."""
    openings: dict[str, Any] = {}
    boxes: dict[str, dict[int, str]] = defaultdict(dict)
    rounds: dict[str, Rebuilt] = {}
    for event in events:
        body: Any = decode_body(event)
        at = boxes[event.owner]
        match event.type:
            case "table_opened":
                openings[event.owner] = body
            case "player_seated":
                at.update(dict.fromkeys(body.boxes, body.player))
            case "boxes_changed":
                for seat in [seat for seat, player in at.items() if player == body.player]:
                    del at[seat]
                at.update(dict.fromkeys(body.boxes, body.player))
            case "player_left":
                for seat in [seat for seat, player in at.items() if player == body.player]:
                    del at[seat]
        if event.round is not None:
            if event.round not in rounds:
                rounds[event.round] = Rebuilt(openings[event.owner], dict(at))
            rounds[event.round].take(event, body)
    return rounds
