"""What can be found today in a log of the floor: amounts, orders, refusals and the checks of `games`.

Every judge goes by the log alone, and gives the places where something is wrong: a table and, within one, its
round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from events.body import decode_body
from events.envelope import Event
from games import rulebook
from games.errors import DescriptionError
from games.procedure import awards, dealing
from games.procedure.equipment import Opening, breaches_at_opening
from tests.floor.clean import otherwise
from tests.floor.rebuilt import Rebuilt, rounds_of

Place = tuple[str, str | None]
"""A table and a round, or the table between rounds."""


def found(events: Sequence[Event], decided: Sequence[Event]) -> set[Place]:
    """Every place where any judge finds something."""
    places = {(event.owner, event.round) for event in events if event.type == "wager_refused"}
    for rebuilt in rounds_of(list(events)).values():
        if any(judge(rebuilt) for judge in ROUND_JUDGES):
            places.add((rebuilt.events[0].owner, rebuilt.events[0].round))
    rounds = {(event.owner, event.seq): event.round for event in events if event.kind == "table"}
    for event in decided:
        body: Any = decode_body(event)
        beyond = event.type == "award_paid" and body.beyond_mc > 0
        if event.type == "leg_refused" or beyond:
            places.add((body.table, rounds[body.table, body.claim_seq]))
    places |= {(event.owner, event.round) for event in events if _names_no_link(event)}
    places |= {(table, rounds[table, claim_seq]) for table, claim_seq in _short(decided)}
    return places | set(_procedure(events))


def _names_no_link(event: Event) -> bool:
    """A payment in the name of a link that the table never fed."""
    return event.type == "progressive_paid" and decode_body(event).leg == 0


def _short(decided: Sequence[Event]) -> Iterator[tuple[str, int]]:
    """Awards of which something is still owed when all is over, and that nobody took back."""
    owed: dict[tuple[str, int], int] = {}
    for event in decided:
        body: Any = decode_body(event)
        match event.type:
            case "award_locked":
                owed[body.table, body.claim_seq] = body.amount_mc
            case "award_returned":
                owed.pop((body.table, body.claim_seq), None)
            case "award_paid":
                claim = (body.table, body.claim_seq)
                owed[claim] = owed.get(claim, 0) - body.settled_mc
    # Of an award that nobody paid anything of, a mistake of its own tells.
    paid = {(b.table, b.claim_seq) for b in map(decode_body, decided) if b.TYPE == "award_paid"}
    return (claim for claim, mc in owed.items() if mc > 0 and claim in paid)


def wrong_amounts(rebuilt: Rebuilt) -> bool:
    """Something was settled otherwise than `games` says, or not at all."""
    try:
        return any(otherwise(rebuilt))
    except DescriptionError:
        return True  # a round that the rules do not know


def wrong_turns(rebuilt: Rebuilt) -> bool:
    """Wagers were settled in another order than x.11 has."""
    try:
        order = rebuilt.game.settlement_order(rebuilt.described(), rebuilt.book)
    except DescriptionError:
        return True
    due = [(seat, wager) for seat, wagers in order for wager in wagers if seat not in rebuilt.left]
    return [place for place in rebuilt.settled_order if place not in rebuilt.settled_early] != due


def wrong_deal(rebuilt: Rebuilt) -> bool:
    """Cards were dealt or burned in another order or number than x.8–x.11 have."""
    return rebuilt.dealt != rebuilt.deal_due()


def wrong_source(rebuilt: Rebuilt) -> bool:
    """A share of a meter was paid from the table inventory: what is claimed is always a share."""
    columns = [column for table in rebuilt.book.paytables.values() for column in table.columns.values()]
    shares = [rate for column in columns for rate in column.rows.values() if rate.kind == "percent"]
    for event in rebuilt.events:
        if event.type == "progressive_paid":
            body: Any = decode_body(event)
            steps = next(iter(rebuilt.game.award_steps.values()))
            paid_from = body.paid_from == "table_inventory"
            if awards.check_source(steps, shares[0], from_inventory=paid_from) is not None:
                return True
    return False


ROUND_JUDGES: tuple[Callable[[Rebuilt], bool], ...] = (wrong_amounts, wrong_turns, wrong_deal, wrong_source)


def _procedure(events: Sequence[Event]) -> Iterator[Place]:
    """What the checks of x.2 to x.5 and x.8 to x.10 find."""
    tables: dict[str, _AtTable] = {}
    for event in events:
        if event.kind != "table":
            continue
        body: Any = decode_body(event)
        if event.type == "table_opened":
            tables[event.owner] = _AtTable(body)
        if any(tables[event.owner].breaches(event, body)):
            yield event.owner, event.round


def limited(opening: Any) -> bool:
    """Whether a table has a payout limit: its own, or that of its chapter."""
    return opening.payout_limit_mc is not None or opening.chapter_limit is not None


class _AtTable:
    """One table, event by event."""

    def __init__(self, opening: Any) -> None:
        self.opening = opening
        self.book = rulebook.by_name(opening.rulebook)
        self.since_count = 0
        self.in_play: dict[str, int] = {}
        self.deck = ""

    def breaches(self, event: Event, fact: Any) -> Iterator[object]:
        """What this event breaks, or nothing."""
        book, opening = self.book, self.opening
        match event.type:
            case "table_opened":
                offered = {*fact.wagers} | ({"payout_limit"} if limited(fact) else set())
                signs, approvals = ({x.subject for x in xs} for xs in (fact.signs, fact.approvals))
                how = (fact.betting_positions, fact.dealing, fact.shuffling)
                yield from breaches_at_opening(book, Opening(offered, signs, approvals, *how))
            case "decks_received":
                yield dealing.check_second_deck(book, len(fact.decks), opening.shuffling)
                yield dealing.check_backs(book, [d.back_colour for d in fact.decks])
                yield dealing.check_cover_cards(book, fact.cover_cards)
            case "cards_cut" | "cards_shuffled":
                self.in_play.setdefault(fact.deck, event.occurred_at_us)
                if event.type == "cards_cut":
                    yield dealing.check_cut(book, fact.depth)
            case "progressive_chips_counted":
                yield dealing.check_progressive_chips(book, opening.dealing, fact.chips, fact.accepted)
            case "round_opened":
                self.since_count += 1
                self.deck = fact.deck
            case "stub_counted":
                self.since_count = 0
            case "round_closed":
                yield dealing.check_stub_count(book, opening.dealing, opening.shuffling, self.since_count)
                age = event.occurred_at_us - self.in_play[self.deck]
                yield dealing.check_deck_age(book, opening.dealing, age)
