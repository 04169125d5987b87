"""Rounds of a floor as the log tells them, put to `games` again: an independent way to what was due.

Nothing of the floor is used: a round is rebuilt by `projections.rounds.replay` from its events, whatever
the game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from events.body import decode_body
from events.envelope import Event
from games import registry, rulebook
from games.cards import hand, parse
from games.game import Deal, Game
from games.settlement import Decision, Irregularity, MeterReading, Round, Seat, Settlement
from projections.rounds.replay import replay
from projections.rounds.view import RoundView, SeatView

UNSEEN = {"high_card_flush": hand("2c 3c 4c 5c 6c 7c 8c")}
"""Stands for cards that nobody saw and nothing depends on; so long a flush allows every raise."""

BESIDE = ("_magic", "_lucky")
"""Results of a Five Card Hand Bonus Wager, paid beside it (647a.12(e)(3))."""


SELECTED = ("paytables", "options", "wagers", "payout_limit_mc", "boxes_per_player", "chapter_limit")
"""What an updated rules submission has otherwise."""


class Rebuilt:
    """One round: what was wagered, decided, shown and settled."""

    def __init__(self, opening: Any, boxes: dict[int, str]) -> None:
        self.opening = opening
        self.player_of = boxes
        self.book = rulebook.by_name(opening.rulebook)
        self.game: Game = registry.by_name(opening.game)
        self.events: list[Event] = []
        self.settled: dict[tuple[int, str], Any] = {}
        self.settled_order: list[tuple[int, str]] = []
        self.beside: list[tuple[tuple[int, str], tuple[int, str]]] = []
        """What was paid beside a wager, and the wager that was settled last before it."""
        self.settled_early: set[tuple[int, str]] = set()
        """What was collected before the dealer's hand was shown."""
        self.collected_with: dict[int, set[str]] = {}
        """The wagers of a seat that had been settled when its cards were collected."""
        self.claims: dict[tuple[int, str], int] = {}
        self._claimed: dict[int, str] = {}
        self.envies: list[tuple[int, int, str, int]] = []
        """Seat, seat of the hand, hand, and cents."""
        self.drawn: dict[str, Any] = {}
        """What the system of a table drew: the Magic Card and the lucky position."""
        self.left: set[int] = set()
        self.dealt: list[Deal] = []
        self.event: Irregularity | None = None
        self.types: list[str] = []
        self._view: RoundView | None = None

    def take(self, event: Event, body: Any) -> None:
        """Follow one event of the round."""
        self.events.append(event)
        self.types.append(event.type)
        self._take_award(event, body)
        match event.type:
            case "wager_settled":
                self._settle(event, body)
            case "hand_collected" if body.seat is not None:
                self.collected_with[body.seat] = {name for seat, name in self.settled if seat == body.seat}
            case "wager_abandoned":
                self.left.add(body.seat)
            case "card_dealt":
                self.dealt.append(Deal(body.seat or body.to))
            case "stack_delivered":
                self.dealt.append(Deal(body.seat or body.to, len(body.cards)))
            case "card_burned":
                self.dealt.append(Deal("discard_rack"))
            case "irregularity_ruled":
                self.event = Irregularity(body.kind, procedure=self.opening.dealing)

    def _settle(self, event: Event, body: Any) -> None:
        place = (body.seat, body.wager)
        # What a fold had cost comes back when the round is void later (the switch `folded_ante`).
        given_back = self.event is not None and body.outcome == "void"
        assert place not in self.settled or given_back, (event.round, body)
        self.settled[place] = body
        if body.wager.endswith(BESIDE):
            self.beside.append((place, self.settled_order[-1]))
        else:
            self.settled_order.append(place)
        if "hand_revealed" not in self.types:
            self.settled_early.add(place)

    def _take_award(self, event: Event, body: Any) -> None:
        match event.type:
            case "progressive_claimed":
                self._claimed[event.seq] = body.wager
            case "progressive_paid":
                self.claims[body.seat, self._claimed[body.claim_seq]] = body.amount_mc
            case "envy_paid":
                self.envies.append((body.seat, body.holder_seat, body.hand, body.amount_mc // 1_000))
            case "magic_card_drawn":
                self.drawn["magic_card"] = parse(body.card)
            case "lucky_seat_drawn":
                self.drawn["lucky_position"] = body.seat or body.hand

    @property
    def view(self) -> RoundView:
        """The round as `projections.rounds.replay` rebuilds it."""
        if self._view is None:
            self._view = replay(self.events)
            assert self._view is not None
        return self._view

    def _cards(self, names: Sequence[str | None]) -> tuple[int, ...]:
        """Cards that somebody has read; none if any of them is unknown."""
        return () if None in names else tuple(parse(str(name)) for name in names)

    def _seat(self, number: int, index: int, seen: SeatView) -> Seat:
        held = self.game.shape.seat_cards
        by_decision = {decided.wager for decided in seen.decisions}
        fourth = self._cards(seen.cards[held : held + 1])
        return Seat(
            number,
            self.player_of[number],
            self._cards(seen.cards[:held]) or UNSEEN.get(self.game.name, ()),
            {name: mc // 1_000 for name, mc in seen.wagers.items() if mc and name not in by_decision},
            self._decision(number, seen),
            fourth_card=fourth[0] if fourth else None,
            index=index,
        )

    def _decision(self, number: int, seen: SeatView) -> Decision:
        """What a player did in the end: a wager that a decision made, a fold, or nothing at all."""
        if number in self.left:
            return Decision("abandon")
        wagered = {decided.wager for decided in seen.decisions}
        if "flop" in wagered:  # 647a: each street has a wager of its own
            return Decision("play", turn="turn" in wagered, river="river" in wagered)
        last = seen.decisions[-1] if seen.decisions else None
        if last is None or last.action == "check":
            return Decision("none")
        decision = Decision(last.action)
        if last.wager is not None:
            decision.amount, decision.at = last.amount_mc // 1_000, last.at
        if seen.set_hands:
            decision.high, decision.low = (self._cards(seen.set_hands[part]) for part in ("high", "low"))
        return decision

    def described(self) -> Round:
        """The round as `games` takes it."""
        view, opening = self.view, self.opening
        options: dict[str, Any] = {chosen.option: chosen.value for chosen in opening.options}
        options["boxes"] = opening.boxes_per_player
        limit_mc = opening.payout_limit_mc
        if opening.chapter_limit is not None:
            limit_mc = opening.chapter_limit.limit_mc
        if limit_mc is not None:
            options["payout_limit_cents"] = limit_mc // 1_000
        areas = defaultdict(tuple, {name: self._cards(cards) for name, cards in view.areas.items()})
        return Round(
            game=opening.game,
            rulebook=opening.rulebook,
            seats=tuple(
                self._seat(number, index, seen)
                for index, (number, seen) in enumerate(sorted(view.seats.items()))
            ),
            dealer=areas["dealer"],
            community=areas["community"],
            paytables={chosen.wager: chosen.paytable for chosen in opening.paytables},
            options=options,
            meters={name: MeterReading(0) for name in self.book.meter_names},
            event=self.event,
            pair_bonus_community_card=next(iter(areas["pair_bonus"]), None),
            six_card_bonus_cards=areas["six_card_bonus"],
            **self.drawn,
        )

    def deal_due(self) -> list[Deal]:
        """Every movement of the deal as the chapter has it: a card at a time, unless a shoe makes stacks."""
        opening = self.opening
        wagered = {
            number: {name for name, mc in seen.wagers.items() if mc}
            for number, seen in sorted(self.view.seats.items())
        }
        options: dict[str, Any] = {chosen.option: chosen.value for chosen in opening.options}
        options["pair_bonus_seats"] = ",".join(
            str(number) for number, wagers in wagered.items() if "pair_bonus" in wagers
        )
        options["six_card_bonus"] = any("six_card_bonus" in wagers for wagers in wagered.values())
        if "community_first" not in self.book.options:
            options["community_first"] = opening.shuffling == "reshuffling_device"  # 677a.10(g)
        stacks = opening.dealing == "automated_shoe"
        due = []
        for deal in self.game.deal_order(opening.dealing, list(wagered), options):
            to = "discard_rack" if deal.to == "burn" else deal.to
            due += [Deal(to, deal.cards)] if stacks else [Deal(to)] * deal.cards
            if deal.to == "dealer" and self.book.chapter in ("647a", "677a"):
                stacks = False  # 647a.10(c), 677a.10(c): the rest is dealt from the hand
        return due

    def verdict(self) -> Settlement:
        """What was due."""
        return self.game.settle(self.described(), self.book)


def rounds_of(events: list[Event]) -> dict[str, Rebuilt]:  # noqa: C901 - one case a type
    """Every round of a floor, by its name."""
    openings: dict[str, Any] = {}
    boxes: dict[str, dict[int, str]] = defaultdict(dict)
    rounds: dict[str, Rebuilt] = {}
    for event in events:
        body: Any = decode_body(event)
        at = boxes[event.owner]
        if event.round is not None:
            if event.round not in rounds:
                rounds[event.round] = Rebuilt(openings[event.owner], dict(at))
            rounds[event.round].take(event, body)
        match event.type:
            case "table_opened":
                openings[event.owner] = body
            case "selections_changed":
                fields = {name: getattr(body, name) for name in SELECTED}
                openings[event.owner] = replace(openings[event.owner], **fields)
            case "player_seated":
                at.update(dict.fromkeys(body.boxes, body.player))
            case "boxes_changed":
                for seat in [seat for seat, player in at.items() if player == body.player]:
                    del at[seat]
                at.update(dict.fromkeys(body.boxes, body.player))
            case "player_left":
                for seat in [seat for seat, player in at.items() if player == body.player]:
                    del at[seat]
    return rounds
