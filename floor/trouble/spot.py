"""Where a mistake stands: what it may look at of the round, and how it says what it did.

`Spot.plant` enters a mistake that shows at once; `plant_when` one that shows later, or never.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from floor.steps import Fact
from floor.table.deck import STUB
from floor.table.table import Table
from floor.trouble.mistake import Mistake, Planted, everywhere
from games.cards import NAMES, bits
from games.game import Deal
from games.ranking.flushes import THREE_CARD_NINE_HIGH, best_flush
from games.settlement import SettlementOrder, WagerResult

ENDS: Final = frozenset({"round_closed", "round_voided"})
CARDS: Final = frozenset({"card_dealt", "stack_delivered", "card_burned"})
CLAIM: Final = "progressive_claimed"
"""A table waits for the answer to it: nothing is kept back beyond it, and it is the last of what is said."""
_NONE: Final = Mistake("", frozenset(), ("",), None, everywhere, lambda _spot, _fact: None)

SHOWS_AT_THE_END: Final = {
    **dict.fromkeys(("C01", "C02"), "when_all_have_their_cards"),
    "C03": "unless_noticed",
    **dict.fromkeys(("C04", "C05", "C06", "C08", "C11", "C19"), "when_played_out"),
    **dict.fromkeys(("C25", "C26", "C27"), "when_played_out"),
    "T27": "when_closed",
}
"""Checks of cards that ask only when the round is over, and what they ask first: a wrong number of cards that
was noticed makes the round void, and then nobody asks for the order of the deal."""
NOTICED: Final = frozenset({"incorrect_number", "stub_count_wrong"})

Showing = Callable[[Fact], bool | None]
"""Whether a fact shows a mistake, or False where it never will now; None while that is open."""
Condition = Callable[[Fact], bool]


def changed(fact: Fact, **fields: Any) -> Fact:
    """The same fact with other fields."""
    return fact._replace(fields={**fact.fields, **fields})


def beside(fact: Fact, type_: str, by: str | None = None, /, **fields: Any) -> Fact:
    """Another fact of the same moment and round."""
    return fact._replace(type=type_, fields=fields, actor=by or fact.actor)


@dataclass(slots=True)
class Spot:
    """What a mistake may look at, and where it enters what it did."""

    table: Table
    luck: random.Random
    ledger: Callable[[Planted], None]
    mistake: Mistake = _NONE
    planted: int = 0
    facts: list[Fact] = field(default_factory=list)
    """What was to be recorded since the round opened."""
    wagers: dict[tuple[int, str], int] = field(default_factory=dict)
    """Stakes of the round by seat and wager, in millicents."""
    folded: set[int] = field(default_factory=set)
    left: set[int] = field(default_factory=set)
    due: dict[tuple[int, str], WagerResult] = field(default_factory=dict)
    turns: SettlementOrder = field(default_factory=list)
    """The order of settlement, once it is known."""
    movements: Sequence[Deal] = ()
    """The movement of cards that is being recorded, and the next."""
    prepared: dict[str, set[str]] = field(default_factory=dict)
    """What has been done to decks since their last round: washed, shuffled, cut."""
    spread: dict[str, frozenset[str]] = field(default_factory=dict)
    """Decks that were spread while nobody played, and not dealt from since; with what had been done then."""
    played: set[str] = field(default_factory=set)
    """Decks that have been dealt from."""
    dealing: str = ""
    """How the round was dealt that opened last."""
    claimed: dict[str, str] = field(default_factory=dict)
    """The wager of each link's last claim: an award is paid before the next is claimed."""
    later: Callable[[Fact], Sequence[Fact]] | None = None
    """What is done to the facts after the one that was changed, to the end of the round."""
    lasting: bool = False
    """Whether that goes on when the round ends; it is over when `later` is None."""
    done: set[tuple[str, str]] = field(default_factory=set)
    """What is told once a table, by check and what it is about."""
    for_good: list[Callable[[Fact], Fact]] = field(default_factory=list)
    """What is changed of all facts to the end of the night."""
    shows: Showing | None = None
    _unseen: Planted | None = None
    """What was done and does not show yet."""

    @property
    def chapter(self) -> str:
        """As in a citation."""
        return self.table.book.chapter

    def plant(self, fact: Fact, text: str, **more: Any) -> None:
        """Enter a mistake that shows at once into the ledger; a wrong number of cards if it is played on."""
        check = more.get("check", self.mistake.checks[0])
        if check in SHOWS_AT_THE_END:
            self.plant_when(getattr(self, SHOWS_AT_THE_END[check]), fact, text, **more)
            return
        self.planted += 1
        self.ledger(self._entry(fact, text, more))

    def plant_when(self, shows: Showing, fact: Fact, text: str, **more: Any) -> None:
        """Enter a mistake when a later fact shows it, with the round of that fact."""
        self._unseen, self.shows = self._entry(fact, text, more), shows

    def _entry(self, fact: Fact, text: str, more: dict[str, Any]) -> Planted:
        made = self.mistake
        found = {
            "seat": fact.fields.get("seat"),
            "wager": fact.fields.get("wager"),
            "check": made.checks[0],
            "section": made.cites(self.table),
            "round": fact.round,
            "type": fact.type,
            **more,
        }
        return Planted(kind=made.kind, table=self.table.name, at_us=fact.at_us, text=text, **found)

    def once(self, check: str, about: str) -> bool:
        """Whether this has been done at the table before: a condition that stands is reported once."""
        done = (check, about) in self.done
        self.done.add((check, about))
        return done

    def see(self, fact: Fact) -> None:
        """Whether a fact shows what was done, or that it will never show."""
        if self.shows is None:
            return
        seen = self.shows(fact)
        if seen is not None:
            self.shows = None
            if seen and self._unseen is not None:
                self.planted += 1
                self.ledger(self._unseen._replace(round=self._unseen.round or fact.round))

    # --- what becomes of facts ----------------------------------------------------------------------------

    def hold(
        self, fact: Fact, until: Condition, then: Callable[[list[Fact]], Sequence[Fact] | None]
    ) -> Sequence[Fact]:
        """Keep facts back until one comes; `then` gives them in another order, or None: as they were."""
        kept = [fact]

        def later(following: Fact) -> Sequence[Fact]:
            kept.append(following)
            reached = until(following)
            if not reached and following.type not in ENDS and following.type != CLAIM:
                return ()
            self.later = None
            return _retimed((then(kept) if reached else None) or kept)

        self.later = later
        return ()

    def delay(self, fact: Fact, until: Condition, text: str, **more: Any) -> Sequence[Fact]:
        """Record a fact after another one, and plant that; not a wager that is taken back before."""

        def then(kept: list[Fact]) -> Sequence[Fact] | None:
            if any(each.type == "wager_withdrawn" and _wager(each) == _wager(fact) for each in kept):
                return None
            self.plant(fact, text, **more)
            return [*kept[1:], kept[0]]

        return self.hold(fact, until, then)

    def hasten(self, fact: Fact, until: Condition, text: str, **more: Any) -> Sequence[Fact]:
        """Record another fact before this one, and plant that."""

        def then(kept: list[Fact]) -> Sequence[Fact]:
            self.plant(kept[-1], text, **more)
            return [kept[-1], *kept[:-1]]

        return self.hold(fact, until, then)

    def to_the_end(self, change: Callable[[Fact], Fact | None]) -> None:
        """Change or leave out what follows, to the end of the round."""

        def later(following: Fact) -> Sequence[Fact]:
            done = change(following)
            return () if done is None else (done,)

        self.later = later

    def completes(self, whose: int | str, fact: Fact) -> bool:
        """Whether a movement of cards is the last of a hand: of a box, or the dealer's."""
        deck, shape = self.table.deck, self.table.game.shape
        assert deck is not None
        whole = shape.dealer_cards if whose == "dealer" else shape.seat_cards
        area, seat = ("seat", whose) if isinstance(whose, int) else (whose, None)
        if (fact.fields["to"], fact.fields["seat"]) != (area, seat) or deck.count(whose) != whole:
            return False
        return fact.type == "stack_delivered" or bool(fact.fields["position"] == whole)

    def one_card_more(self, fact: Fact, to: int | str) -> Sequence[Fact]:
        """A card from the bottom of the stub, which nobody will be dealt, lies alone in a place or beside
        others there, until it is shown and collected with them."""
        deck = self.table.deck
        assert deck is not None
        name = NAMES[deck.lying(STUB)[0]]
        area, seat = ("seat", to) if isinstance(to, int) else (to, None)
        lying = deck.count(to)
        read = name if self.table.submission.reads_cards else None
        card = beside(fact, "card_dealt", to=area, seat=seat, position=lying + 1, card=read, face="down")
        whole = [lying]

        def change(following: Fact) -> Fact:
            shown = following.fields
            ours = (shown.get("hand"), shown.get("seat")) == (area, seat)
            if following.type == "hand_revealed" and ours:
                return changed(following, cards=[*shown["cards"], name])
            if following.type == "hand_collected" and ours:
                whole[0] = -1
                return changed(following, cards=shown["cards"] + 1)
            if following.type == "stub_counted":
                return changed(following, stub_cards=shown["stub_cards"] - 1)
            return following

        def later(following: Fact) -> Sequence[Fact]:
            done = change(following)
            if following.type in ENDS and whole[0] == 0:
                collected = beside(following, "hand_collected", hand=area, seat=seat, cards=1)
                return (collected._replace(actor=self.table.crew.dealer), done)
            return (done,)

        self.later = later
        return (card,)

    # --- what is known ------------------------------------------------------------------------------------

    @property
    def dealer_qualifies(self) -> bool:
        """678a: whether the dealer's hand is three of a suit, nine high, or better."""
        deck = self.table.deck
        assert deck is not None
        return best_flush(bits(deck.lying("dealer"))) >= THREE_CARD_NINE_HIGH

    def said(self, type_: str) -> bool:
        """Whether something of this type was recorded since the round opened."""
        return any(fact.type == type_ for fact in self.facts)

    @property
    def dealt(self) -> bool:
        """Whether a card has been dealt in the round."""
        return any(fact.type in CARDS for fact in self.facts)

    def when_played_out(self, fact: Fact) -> bool | None:
        """When the round is closed, and no ruling has ended it before."""
        if fact.type not in ENDS:
            return None
        rulings = {each.fields["ruling"] for each in self.facts if each.type == "irregularity_ruled"}
        return fact.type == "round_closed" and not rulings & {"hands_void", "round_void"}

    def when_closed(self, fact: Fact) -> bool | None:
        """When the round is closed, though hands may be void in it."""
        return fact.type == "round_closed" if fact.type in ENDS else None

    def unless_noticed(self, fact: Fact) -> bool | None:
        """When the round ends, and no wrong number of cards was called in it."""
        if fact.type not in ENDS:
            return None
        called = {each.fields["kind"] for each in self.facts if each.type == "irregularity_called"}
        return not called & NOTICED

    def when_all_have_their_cards(self, fact: Fact) -> bool | None:
        """When the round ends, if everybody got as many cards as they should: only then is there an order."""
        if fact.type not in ENDS:
            return None
        got: dict[int | str, int] = {}
        for each in self.facts:
            if each.type in ("card_dealt", "stack_delivered"):
                to = each.fields["seat"] or each.fields["to"]
                got[to] = got.get(to, 0) + len(each.fields.get("cards", (None,)))
        shape = self.table.game.shape
        due: dict[int | str, int] = {seat: shape.seat_cards for seat, wager in self.wagers if wager == "ante"}
        due["dealer"] = shape.dealer_cards
        more = int("fourth_card" in shape.extras)
        return all(cards <= got.get(to, 0) <= cards + more for to, cards in due.items())

    def left_out(self, fact: Fact) -> None:
        """What was to be done to a deck is not."""
        self.prepared.get(fact.fields["deck"], set()).discard(fact.type)

    def dealt_before(self, fact: Fact) -> bool:
        """Whether another card was dealt in the round before this one."""
        return any(each.type in CARDS for each in self.facts if each is not fact)

    def follow(self, fact: Fact) -> None:
        """Remember what later facts of the round are judged by."""
        fields = fact.fields
        match fact.type:
            case "round_opened":
                self.facts.clear()
                self.wagers.clear()
                self.folded.clear()
                self.left.clear()
                self.due.clear()
                self.turns = []
                self.dealing = fields.get("dealing") or self.table.submission.dealing
            case "wager_placed":
                self.wagers[fields["seat"], fields["wager"]] = fields["amount_mc"]
            case "wager_withdrawn":
                self.wagers.pop((fields["seat"], fields["wager"]), None)
            case "wager_abandoned":
                self.left.add(fields["seat"])
            case "progressive_claimed":
                self.claimed[fields["link"]] = fields["wager"]
            case "decision_made":
                if fields.get("wager") is not None:
                    self.wagers[fields["seat"], fields["wager"]] = fields["amount_mc"]
                elif fields["action"] in ("fold", "forfeit"):
                    self.folded.add(fields["seat"])
        self._follow_deck(fact)
        self.facts.append(fact)

    def _follow_deck(self, fact: Fact) -> None:
        deck = fact.fields.get("deck", "")
        match fact.type:
            case "round_opened":
                self.prepared.pop(deck, None)
                self.spread.pop(deck, None)
                self.played.add(deck)
            case "deck_washed" | "cards_shuffled" | "cards_cut":
                self.prepared.setdefault(deck, set()).add(fact.type)
            case "deck_spread" if fact.fields["occasion"] == "idle":
                self.spread[deck] = frozenset(self.prepared.get(deck, ()))


def _wager(fact: Fact) -> tuple[int | None, str | None]:
    """The seat and the wager that a fact is about."""
    return fact.fields.get("seat"), fact.fields.get("wager")


def _retimed(facts: Sequence[Fact]) -> Sequence[Fact]:
    """The same moments, in the order in which things happened now."""
    moments = sorted(fact.at_us for fact in facts)
    return [fact._replace(at_us=moment) for fact, moment in zip(facts, moments, strict=True)]


# --- when a mistake shows ---------------------------------------------------------------------------------


def with_the_next_round(fact: Fact) -> bool | None:
    """When the next round opens; never, where the table closes first."""
    if fact.type == "table_closed":
        return False
    return True if fact.type == "round_opened" else None


def in_its_round(condition: Condition) -> Showing:
    """With a fact of the round, if it comes."""

    def shows(fact: Fact) -> bool | None:
        if condition(fact):
            return True
        return False if fact.type in ENDS else None

    return shows


def when_dealt(deck: str, *mended_by: str) -> Showing:
    """With the first card from a deck, unless it leaves, or something puts it right before."""
    opened = [""]

    def shows(fact: Fact) -> bool | None:
        fields = fact.fields
        if fact.type == "round_opened":
            opened[0] = fields["deck"]
        if fact.type in CARDS and opened[0] == deck:
            return True
        gone = fact.type == "deck_changed" and fields["removed"] == deck
        gone = gone or (fact.type in ("deck_removed", *mended_by) and fields.get("deck") == deck)
        return False if gone or fact.type == "table_closed" else None

    return shows
