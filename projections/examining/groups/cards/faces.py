"""C28: one card in two places, from everything that was seen of a round's cards (x.3(a))."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from projections.examining.check import ROUND_DONE, Check, Found, Moment, of_round
from projections.examining.round_facts import BURN, COMMUNITY, RoundFacts


@of_round
def card_twice(moment: Moment, facts: RoundFacts) -> Iterator[Found]:
    """C28: one card was seen in two places; a deck holds each once (x.3(a))."""
    seen: Counter[str] = Counter()
    for cards in _places(facts).values():
        seen += cards
    twice = sorted(card for card, times in seen.items() if times > 1)
    if twice:
        text = f"{' and '.join(twice)} appeared twice in the round."
        seqs = _naming(facts, set(twice))
        yield Found(f"{moment.x}.3(a)", text, "", seqs)


_SEEN = (
    *("card_dealt", "stack_delivered", "card_burned", "card_exposed", "hand_revealed"),
    *("community_cards_revealed", "stub_discarded"),
)


def _faces(body: object) -> list[str]:
    """The cards that an event names."""
    named = getattr(body, "cards", None) or getattr(body, "exposed", None)
    listed = named if isinstance(named, tuple | list) else (getattr(body, "card", None),)
    return [card for card in listed if card]


def _places(facts: RoundFacts) -> dict[str, Counter[str]]:
    """The cards known to have lain in each place, each as often as one telling has it.

    Cards that were known when they were dealt are shown again at the reveal: that is one card, not two.
    """
    places: dict[tuple[str, str], Counter[str]] = {}
    for step in facts.all(*_SEEN):
        body, type_ = step.body, step.event.type
        cards = _faces(body)
        if not cards:
            continue
        if type_ == "community_cards_revealed":
            telling = (COMMUNITY if body.street in _STREETS else body.street, f"shown {body.street}")
        elif type_ in ("card_burned", "stub_discarded"):
            telling = (BURN if type_ == "card_burned" else "stub", f"{step.seq}")
        else:
            area = getattr(body, "to", None) or body.hand
            place = f"{area} {body.seat}" if area == "seat" else area
            telling = (place, "dealt" if type_ in ("card_dealt", "stack_delivered") else f"{step.seq}")
        places.setdefault(telling, Counter()).update(cards)
    return _together(places)


_STREETS = frozenset({"flop", "turn", "river", "turn_and_river"})


def _together(tellings: dict[tuple[str, str], Counter[str]]) -> dict[str, Counter[str]]:
    """Tellings of one place at once: what is shown street by street, and each burn, adds up."""
    places: dict[str, Counter[str]] = {}
    added: dict[str, Counter[str]] = {}
    for (place, telling), cards in tellings.items():
        if telling.startswith("shown") or place in (BURN, "stub"):
            added.setdefault(place, Counter()).update(cards)
        else:
            places[place] = places.get(place, Counter()) | cards
    for place, cards in added.items():
        places[place] = places.get(place, Counter()) | cards
    return places


def _naming(facts: RoundFacts, cards: set[str]) -> tuple[int, ...]:
    return tuple(step.seq for step in facts.all(*_SEEN) if not cards.isdisjoint(_faces(step.body)))


CHECKS = (Check("C28", "card_twice", (ROUND_DONE,), "faces", card_twice),)
