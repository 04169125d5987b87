"""The table after an event: what the examiner remembers of it. Nothing is judged here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from events.envelope import Event
from events.naming import comparable
from events.vocabulary import table as facts
from events.vocabulary.cards import DecksReceived
from games.procedure.dealing import COUNTING
from projections.examining.check import CARD_TYPES, END_TYPES
from projections.examining.memory.award_evolution import (
    AWARD_STEPS,
    forget_finished,
    note_collected,
    take_award_step,
)
from projections.examining.memory.badges import note_badges
from projections.examining.memory.deck_evolution import DECK_STEPS, take_deck_step
from projections.examining.memory.deck_state import MOST_LIVE, MOST_REMOVED, DeckState
from projections.examining.memory.device_evolution import TROUBLE, dealt_on, forget_trouble, reshuffled
from projections.examining.memory.own_book import OWN_CASH, take_own_cash
from projections.examining.memory.table_state import (
    MOST_MOVEMENTS,
    MOST_STEPS,
    OpenRound,
    Selections,
    Step,
    TableState,
)
from projections.examining.memory.wager_evolution import bets_closed, note_players, took_back, wagered

MOST_PLAYERS = 64
ODDS, LIMIT, ANTE = "payout_odds", "payout_limit", "ante_returned"
WATCHED = frozenset(
    {
        "table_opened",
        "selections_changed",
        "sign_posted",
        "sign_removed",
        "dealer_changed",
        "dealing_changed",
        "table_closed",
        "decks_received",
        "deck_changed",
        "deck_removed",
        "player_seated",
        "boxes_changed",
        "player_left",
        "round_opened",
        "wager_placed",
        "wager_withdrawn",
        "hand_collected",
        "irregularity_called",
        "irregularity_ruled",
        "device_jammed",
        "device_failed",
        "device_marked_out_of_order",
        "device_returned_to_service",
        *AWARD_STEPS,
        *OWN_CASH,
        *DECK_STEPS,
        *CARD_TYPES,
        *END_TYPES,
    }
)
"""The types that change what is remembered."""


def evolve(table: TableState, event: Event, body: Any) -> None:
    """Take an event; its checks have been made."""
    type_ = event.type
    _remember(table, event, body)
    note_badges(table.unknown_badges, event, body)
    if type_ in OWN_CASH:
        take_own_cash(table.own_book, event, body)
    if type_ in CARD_TYPES:
        _card(table, event, body)
    elif type_ in DECK_STEPS:
        if type_ == "cards_shuffled":
            reshuffled(table, body)
            _free_again(table, event)
        if type_ == "stub_counted":
            table.rounds_since_count = 0
        deck = table.decks.get(body.deck)
        if deck is not None:
            take_deck_step(table, deck, event, body)
    elif type_ in END_TYPES:
        _round_ended(table, event, body)
    elif type_ in AWARD_STEPS:
        take_award_step(table, event, body)
    elif type_ in _TAKES:
        _TAKES[type_](table, event, body)


# --- the table --------------------------------------------------------------------------------------------


def _opened(table: TableState, event: Event, body: facts.TableOpened) -> None:
    """Everything begins anew; who plays, and what was reported of what still holds, is forgotten."""
    table.selections = _selections(event.seq, body)
    table.opened_seq = event.seq
    table.is_open = table.changed = True
    table.positions = body.betting_positions
    table.approvals = frozenset(approval.subject for approval in body.approvals)
    table.signs = {}
    for sign in body.signs:
        table.signs.setdefault(sign.subject, set()).add(sign.place)
    table.removed_signs, table.outdated_signs = {}, {}
    table.dealer, table.floorperson = comparable(body.dealer), comparable(body.floorperson)
    table.dealing, table.shuffling = body.dealing, body.shuffling
    table.decks, table.removed_decks, table.last_deck = {}, {}, ""
    table.cover_cards, table.cover_cards_seq = None, 0
    table.players, table.boxes, table.seated_ever, table.left_alone_seq = {}, {}, False, 0
    table.rounds_since_count = 0
    table.reshuffle_due = {}
    forget_trouble(table)
    table.reported, table.held = set(), []


def _selections(seq: int, body: facts.TableOpened | facts.SelectionsChanged) -> Selections:
    return Selections(
        seq=seq,
        rulebook=body.rulebook,
        paytables={chosen.wager: chosen.paytable for chosen in body.paytables},
        options={chosen.option: chosen.value for chosen in body.options},
        wagers=frozenset(body.wagers),
        units_mc={offered.wager: offered.unit_wager_mc for offered in body.progressives},
        payout_limit_mc=body.payout_limit_mc,
        limit_by_chapter_mc=None if body.chapter_limit is None else body.chapter_limit.limit_mc,
        boxes_per_player=body.boxes_per_player,
        minimum_wager_mc=body.minimum_wager_mc,
        maximum_wager_mc=body.maximum_wager_mc,
    )


def _reselected(table: TableState, event: Event, body: facts.SelectionsChanged) -> None:
    """What patrons read about something that changed is out of date until another sign is posted."""
    old, new = table.selections, _selections(event.seq, body)
    if old is not None:
        limits = [(each.payout_limit_mc, each.limit_by_chapter_mc) for each in (old, new)]
        if limits[0] != limits[1] and LIMIT in new.offered:
            table.outdated_signs[LIMIT] = event.seq
        if old.paytables != new.paytables:
            table.outdated_signs[ODDS] = event.seq
        if old.options.get("ante_pays_on") != new.options.get("ante_pays_on"):
            table.outdated_signs[ANTE] = event.seq
    table.selections = new
    table.changed = True
    table.reported = {each for each in table.reported if each[0] != "T16"}


def _posted(table: TableState, _event: Event, body: facts.SignPosted) -> None:
    subject = body.sign.subject
    table.signs.setdefault(subject, set()).add(body.sign.place)
    table.removed_signs.pop(subject, None)
    table.outdated_signs.pop(subject, None)
    table.changed = True


def _taken_away(table: TableState, event: Event, body: facts.SignRemoved) -> None:
    subject = body.sign.subject
    table.signs.get(subject, set()).discard(body.sign.place)
    table.removed_signs[subject] = event.seq
    table.changed = True


def _relieved(table: TableState, _event: Event, body: facts.DealerChanged) -> None:
    table.dealer, table.floorperson = comparable(body.dealer), comparable(body.floorperson)


def _dealt_otherwise(table: TableState, _event: Event, body: facts.DealingChanged) -> None:
    table.dealing, table.shuffling = body.dealing, body.shuffling
    table.changed = True


def _closed(table: TableState, _event: Event, _body: Any) -> None:
    table.is_open = False
    table.round = table.last_round = None
    table.left_alone_seq = 0


# --- decks, players, devices ------------------------------------------------------------------------------


def _received(table: TableState, event: Event, body: DecksReceived) -> None:
    if table.cover_cards is None:
        table.cover_cards, table.cover_cards_seq = body.cover_cards, event.seq
    for deck in body.decks:
        if len(table.decks) < MOST_LIVE:
            table.removed_decks.pop(deck.deck, None)
            table.decks[deck.deck] = DeckState(
                deck.deck, deck.back_colour, deck.preinspected, deck.preshuffled, event.seq
            )
    table.changed = True


def _replaced(table: TableState, event: Event, body: Any) -> None:
    _remove(table, body.removed, event.seq)


def _removed(table: TableState, event: Event, body: Any) -> None:
    _remove(table, body.deck, event.seq)


def _remove(table: TableState, deck: str, seq: int) -> None:
    table.decks.pop(deck, None)
    table.void_decks.pop(deck, None)
    if len(table.removed_decks) >= MOST_REMOVED:
        del table.removed_decks[next(iter(table.removed_decks))]
    table.removed_decks[deck] = seq
    table.changed = True
    table.reported -= {("D08", ""), ("D09", "")}


def _seated(table: TableState, _event: Event, body: Any) -> None:
    if len(table.players) < MOST_PLAYERS:
        table.players[body.player] = body.seat
        table.boxes[body.player] = body.boxes or (body.seat,)
        _tell_again(table, table.boxes[body.player])
    table.seated_ever = True
    table.left_alone_seq = 0


def _other_boxes(table: TableState, _event: Event, body: Any) -> None:
    if body.player in table.boxes:
        _tell_again(table, (*table.boxes[body.player], *body.boxes))
        table.boxes[body.player] = body.boxes


def _left(table: TableState, event: Event, body: Any) -> None:
    table.players.pop(body.player, None)
    boxes = table.boxes.get(body.player, ())
    _tell_again(table, boxes)
    if table.round is None or not any(table.round.lies_on(seat) for seat in boxes):
        table.boxes.pop(body.player, None)  # with a wager in a round they stay who they were
    if not table.players and table.is_open:
        table.left_alone_seq, table.left_alone_us = event.seq, event.occurred_at_us


def _tell_again(table: TableState, boxes: Iterable[int]) -> None:
    """Who has these boxes has changed: if two players share one now, that has not been told."""
    table.reported -= {("W31", str(box)) for box in boxes}


def _ruled(table: TableState, event: Event, body: Any) -> None:
    table.called.pop(body.kind, None)
    if body.ruling == "reshuffle":
        deck = table.round.deck if table.round is not None else table.last_deck
        table.reshuffle_due = {**_of_live(table), deck: event.seq}


def _of_live(table: TableState) -> dict[str, int]:
    """Of decks that have left nobody asks any more."""
    return {deck: seq for deck, seq in table.reshuffle_due.items() if deck in table.decks}


# --- the round --------------------------------------------------------------------------------------------


def _remember(table: TableState, event: Event, body: Any) -> None:
    """What happens while a round is played is its own; afterwards only what names it."""
    round_ = table.round
    if round_ is None:
        round_ = table.last_round
        if round_ is None or event.round != round_.name:
            return
    round_.movements += len(getattr(body, "cards", (None,))) if event.type in CARD_TYPES else 0
    if round_.movements > MOST_MOVEMENTS or len(round_.steps) >= MOST_STEPS:
        round_.cut_short = True
        return
    round_.steps.append(Step(event, body))


def _round_opened(table: TableState, event: Event, body: Any) -> None:
    if table.round is not None:
        _left_open(table, table.round)
    live = table.live()
    deck = body.deck or (live[0].name if len(live) == 1 else "")
    table.round = OpenRound(
        event.round or "",
        event.seq,
        deck,
        body.dealing or table.dealing,
        selections=table.selections,
        shuffling=table.shuffling,
    )
    table.round.steps.append(Step(event, body))
    note_players(table, table.round)
    table.last_round = None
    forget_finished(table)
    table.boxes = {player: boxes for player, boxes in table.boxes.items() if player in table.players}
    table.dealer = comparable(body.dealer)
    if table.shuffling in COUNTING:
        table.rounds_since_count = 0
    else:
        table.rounds_since_count += 1
    table.spoken = set()


def _card(table: TableState, event: Event, body: Any) -> None:
    round_ = table.round
    dealt_on(table)
    if round_ is None:
        return
    table.reshuffle_due.pop(round_.deck, None)
    if not round_.cards:
        round_.first_card_seq = event.seq
        deck = table.decks.get(round_.deck)
        if deck is not None and deck.in_play_since_us is None:
            deck.in_play_since_us = event.occurred_at_us  # preshuffled, and not to be cut
    cards = getattr(body, "cards", (None,))
    round_.cards += len(cards)
    to = getattr(body, "to", None)
    if to == "pair_bonus":
        round_.shared_card_seq = event.seq
    elif to == "seat" and max(len(cards), getattr(body, "position", 0)) == 4:
        round_.fourth_cards[body.seat] = event.seq


def _collected(table: TableState, event: Event, body: Any) -> None:
    note_collected(table, event, body)
    if table.round is not None and not table.round.first_collected_seq:
        table.round.first_collected_seq = event.seq


def _free_again(table: TableState, event: Event) -> None:
    """Cards were in play or in the device: if nobody is there any more, they can be spread from now on."""
    if table.left_alone_seq:
        table.left_alone_us = event.occurred_at_us


def _round_ended(table: TableState, event: Event, body: Any) -> None:
    round_, table.round = table.round, None
    if round_ is None:
        return
    table.last_round, round_.ended = round_, event.type
    _free_again(table, event)
    table.boxes = {player: boxes for player, boxes in table.boxes.items() if player in table.players}
    deck = _played_out(table, round_, event.seq)
    if deck is not None and event.type == "round_voided":
        table.void_decks[deck.name] = (event.seq, body.section)


def _left_open(table: TableState, round_: OpenRound) -> None:
    """A round that nobody ended, and the next opens: its deck was played until the last card moved."""
    moved = [step.seq for step in round_.of(*CARD_TYPES, "hand_collected")]
    _played_out(table, round_, moved[-1] if moved else round_.opened_seq)


def _played_out(table: TableState, round_: OpenRound, seq: int) -> DeckState | None:
    """The deck of a round that is over since an event."""
    table.last_deck = round_.deck
    deck = table.decks.get(round_.deck)
    if deck is not None:
        deck.rounds += round_.cards > 0  # one that was void before its first card leaves a new deck new
        deck.ended_seq, deck.last_round = seq, round_.name
    return deck


_TAKES: dict[str, Any] = {
    "table_opened": _opened,
    "selections_changed": _reselected,
    "sign_posted": _posted,
    "sign_removed": _taken_away,
    "dealer_changed": _relieved,
    "dealing_changed": _dealt_otherwise,
    "table_closed": _closed,
    "decks_received": _received,
    "deck_changed": _replaced,
    "deck_removed": _removed,
    "player_seated": _seated,
    "boxes_changed": _other_boxes,
    "player_left": _left,
    "irregularity_ruled": _ruled,
    **TROUBLE,
    "round_opened": _round_opened,
    "wager_placed": wagered,
    "wager_withdrawn": took_back,
    "bets_closed": bets_closed,
    "hand_collected": _collected,
}
