"""What is drawn on the felt: cards, wagers and notes of a round, each with the events between which it shows.

The web console draws the same table from the same values. Words, money and names of cards are made here;
where something stands and how it looks is the template's and the style sheet's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from console.wording.people import shortly
from events.money import text
from projections.rounds.moments import Awarded, Decided, Moments, Span, Stay, Wagered
from projections.rounds.round_deck import BURNED, RACK, SHOE, STUB, UNKNOWN
from projections.rounds.verdict import Row
from projections.rounds.view import RoundView

_RANK_WORDS: Final = "two three four five six seven eight nine ten jack queen king ace"
RANKS: Final = dict(zip("23456789TJQKA", _RANK_WORDS.split(), strict=True))
SUITS: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
SEATS: Final = range(1, 7)
"""The betting positions that a layout has room for."""
_SHARED: Final = ("community", "six_card_bonus", "pair_bonus")
_PARTS: Final = ("", " tucked", " high", " low")
_IN_THE_RACK: Final = (RACK, BURNED)
_FOLDED: Final = {"fold": "folded", "forfeit": "forfeited", "abandoned": "left behind"}


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card at its slot of a hand. `to` ends it; from `gone` on it is dimmed, in the discard rack."""

    card: str | None
    slot: int
    start: int
    to: int | None
    gone: int | None
    up: int | None
    known: int | None

    @property
    def rank(self) -> str:
        """As it is printed on the card."""
        return "" if self.card is None else self.card[0].replace("T", "10")

    @property
    def suit(self) -> str:
        """The name of its suit; empty for a card that nobody read."""
        return "" if self.card is None else SUITS[self.card[1]]

    @property
    def words(self) -> str:
        """The card as it is read aloud."""
        return "card that nobody read" if self.card is None else card_words(self.card)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text while it holds. `tone` is the status that it has: ok, bad, pending or none."""

    words: str
    amount: str
    start: int
    to: int | None
    tone: str = ""


@dataclass(frozen=True, slots=True)
class DrawnHand:
    """Cards that lie in a row, and what they are called."""

    label: str
    cards: list[DrawnCard]

    @property
    def slots(self) -> int:
        """How many lie side by side."""
        return 1 + max((card.slot for card in self.cards), default=-1)

    @property
    def start(self) -> int:
        """The event that brought the first of them."""
        return min(card.start for card in self.cards)

    @property
    def to(self) -> int | None:
        """The event that took the last of them elsewhere; None while some lie here, or lay here last."""
        ends = [card.to for card in self.cards if card.to is not None]
        return max(ends) if len(ends) == len(self.cards) else None


@dataclass(frozen=True, slots=True)
class DrawnSeat:
    """A betting position: hands that take each other's place, lines that do, by wager, and notes."""

    number: int
    player: str
    called: str
    dealt: DrawnHand | None
    parts: list[DrawnHand]
    wagers: dict[str, list[Line]]
    notes: list[list[Line]]


@dataclass(frozen=True, slots=True)
class Felt:
    """The table."""

    seats: list[DrawnSeat]
    dealer: DrawnHand | None
    dealer_parts: list[DrawnHand]
    shared: list[DrawnHand]
    piles: dict[str, list[Line]]


def card_words(card: str) -> str:
    """`Qs` as it is read aloud: queen of spades."""
    return f"{RANKS[card[0]]} of {SUITS[card[1]]}"


def plain(name: str) -> str:
    """A name of the vocabulary as people write it."""
    return name.replace("_", " ")


def felt_of(view: RoundView, moments: Moments, rows: Sequence[Row], players: Mapping[int, str]) -> Felt:
    """The table of a round, with what the verdict says beside each wager."""
    numbers = sorted({*SEATS, *view.seats, *_seats_with_cards(moments)})
    dealer = _hands(moments, "dealer")
    return Felt(
        [_seat(number, moments, rows, players.get(number, "")) for number in numbers],
        dealer[0],
        dealer[1],
        [DrawnHand(plain(area), _cards(moments.stays[area])) for area in _SHARED if area in moments.stays],
        {name: _pile(moments, name) for name in (SHOE, STUB, BURNED, RACK, UNKNOWN)},
    )


def _seats_with_cards(moments: Moments) -> Iterable[int]:
    return (int(place.split()[1]) for place in moments.stays if place.startswith("seat "))


def _hands(moments: Moments, place: str) -> tuple[DrawnHand | None, list[DrawnHand]]:
    """A hand as it was dealt, and what it became: tucked, or set into high and low."""
    found = {part: moments.stays.get(f"{place}{part}") for part in _PARTS}
    dealt = DrawnHand("", _cards(found[""] or ()))
    parts = [DrawnHand(part.strip(), _cards(stays)) for part, stays in found.items() if part and stays]
    return (dealt if dealt.cards else None), parts


def _cards(stays: Iterable[Stay]) -> list[DrawnCard]:
    """Cards at slots: each takes the first that is free when it comes. What went to the rack keeps its slot,
    dimmed, until another card needs it."""
    drawn: list[DrawnCard] = []
    taken: dict[int, int] = {}
    for stay in sorted(stays, key=lambda each: (each.from_seq, each.position)):
        free = [slot for slot, index in taken.items() if _ended(drawn[index]) <= stay.from_seq]
        slot = min(free, default=len(taken))
        if slot in taken:
            before = drawn[taken[slot]]
            drawn[taken[slot]] = _until(before, stay.from_seq)
        in_rack = stay.to_place in _IN_THE_RACK
        taken[slot] = len(drawn)
        drawn.append(
            DrawnCard(
                stay.card,
                slot,
                stay.from_seq,
                None if in_rack else stay.to_seq,
                stay.to_seq if in_rack else None,
                stay.up_seq,
                stay.known_seq,
            )
        )
    return sorted(drawn, key=lambda card: (card.slot, card.start))


_NEVER: Final = 2**63


def _ended(card: DrawnCard) -> int:
    ends = [end for end in (card.to, card.gone) if end is not None]
    return min(ends, default=_NEVER)


def _until(card: DrawnCard, seq: int) -> DrawnCard:
    to = seq if card.to is None else min(card.to, seq)
    return DrawnCard(card.card, card.slot, card.start, to, card.gone, card.up, card.known)


def _seat(number: int, moments: Moments, rows: Sequence[Row], player: str) -> DrawnSeat:
    dealt, parts = _hands(moments, f"seat {number}")
    judged = {row.wager: row for row in rows if row.seat == number}
    wagers = {
        name: [_wagered(span, judged.get(name)) for span in spans]
        for name, spans in moments.of("wager", number).items()
    }
    notes = [[_decided(span) for span in spans] for spans in moments.of("decision", number).values()]
    notes += [[_awarded(name, span) for span in spans] for name, spans in moments.of("award", number).items()]
    return DrawnSeat(number, player, shortly(player), dealt, parts, wagers, notes)


def _wagered(span: Span, row: Row | None) -> Line:
    value = span.value
    assert isinstance(value, Wagered)
    if value.outcome is None and not value.stake_mc:
        return Line("taken back", "", span.from_seq, span.to_seq)
    if value.outcome is None:
        return Line("", text(value.stake_mc), span.from_seq, span.to_seq)
    given = value.returned_mc + value.paid_mc
    lost = value.outcome == "lose" and not given
    parts = [text(value.stake_mc)] * (value.stake_mc > 0 or lost) + [text(given)] * (not lost)
    amount = " → ".join(parts)
    if row is not None and row.difference_cents and span.to_seq is None:
        return Line(short_or_over(row.difference_mc or 0), amount, span.from_seq, None, "bad")
    tone = "ok" if value.outcome == "win" else ""
    return Line(value.outcome, amount, span.from_seq, span.to_seq, tone)


def short_or_over(difference_mc: int) -> str:
    """A difference with its sign and its word, as the design of the console has it."""
    sign, word = ("−", "short") if difference_mc < 0 else ("+", "over")
    return f"{sign}{text(abs(difference_mc))} {word}"


def _decided(span: Span) -> Line:
    value = span.value
    assert isinstance(value, Decided)
    words = (
        _FOLDED.get(value.action) or {"raise": "raised", "play": "plays", "check": "checked"}[value.action]
    )
    at = "" if value.at in ("", "deal") else f" ({plain(value.at)})"
    return Line(f"{words}{at}", "", span.from_seq, span.to_seq)


def _awarded(name: str, span: Span) -> Line:
    value = span.value
    assert isinstance(value, Awarded)
    amount = "" if value.amount_mc is None else text(value.amount_mc)
    what = "" if name == value.step else f"{plain(name)} award "
    hand = f", {plain(value.hand)}" if value.hand else ""
    tone = "ok" if value.step.endswith("paid") else "bad" if value.step == "rejected" else "pending"
    return Line(f"{what}{value.step}{hand}", amount, span.from_seq, span.to_seq, tone)


def _pile(moments: Moments, name: str) -> list[Line]:
    spans = moments.of("pile").get(name, [])
    if all(span.value == 0 for span in spans):
        return []
    return [Line(str(span.value), "", span.from_seq, span.to_seq) for span in spans]
