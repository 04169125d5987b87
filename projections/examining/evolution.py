"""The table after an event: what the examiner remembers of it. Nothing is judged here."""

from __future__ import annotations

from typing import Any

from events.envelope import Event
from events.naming import comparable
from events.vocabulary import table as facts
from events.vocabulary.cards import DecksReceived
from projections.examining.check import CARD_TYPES, END_TYPES
from projections.examining.deck_evolution import DECK_STEPS, take_deck_step
from projections.examining.deck_state import MOST_LIVE, MOST_REMOVED, DeckState
from projections.examining.table_state import OpenRound, Selections, TableState

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
        "player_left",
        "round_opened",
        "wager_placed",
        "hand_collected",
        "irregularity_ruled",
        "device_marked_out_of_order",
        "device_returned_to_service",
        *DECK_STEPS,
        *CARD_TYPES,
        *END_TYPES,
    }
)
"""The types that change what is remembered."""


def evolve(table: TableState, event: Event, body: Any) -> None:
    """Take an event; its checks have been made."""
    type_ = event.type
    if type_ in CARD_TYPES:
        _card(table, event, body)
    elif type_ in DECK_STEPS:
        deck = table.decks.get(body.deck)
        if deck is not None:
            take_deck_step(table, deck, event, body)
    elif type_ in END_TYPES:
        _round_ended(table, event)
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
    table.players, table.seated_ever, table.left_alone_seq = {}, False, 0
    table.reshuffle_due_seq = 0
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
    table.round = None
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
    if len(table.removed_decks) >= MOST_REMOVED:
        del table.removed_decks[next(iter(table.removed_decks))]
    table.removed_decks[deck] = seq
    table.changed = True
    table.reported -= {("D08", ""), ("D09", "")}


def _seated(table: TableState, _event: Event, body: Any) -> None:
    if len(table.players) < MOST_PLAYERS:
        table.players[body.player] = body.seat
    table.seated_ever = True
    table.left_alone_seq = 0


def _left(table: TableState, event: Event, body: Any) -> None:
    table.players.pop(body.player, None)
    if not table.players and table.is_open:
        table.left_alone_seq, table.left_alone_us = event.seq, event.occurred_at_us


def _ruled(table: TableState, event: Event, body: Any) -> None:
    if body.ruling == "reshuffle":
        table.reshuffle_due_seq = event.seq
        table.reshuffle_due_deck = table.round.deck if table.round is not None else table.last_deck


def _marked(table: TableState, _event: Event, body: Any) -> None:
    table.out_of_order.add(body.device)


def _repaired(table: TableState, _event: Event, body: Any) -> None:
    table.out_of_order.discard(body.device)


# --- the round --------------------------------------------------------------------------------------------


def _round_opened(table: TableState, event: Event, body: Any) -> None:
    live = table.live()
    deck = body.deck or (live[0].name if len(live) == 1 else "")
    table.round = OpenRound(event.round or "", event.seq, deck, body.dealing or table.dealing)
    table.dealer = comparable(body.dealer)
    table.rounds_since_count += 1
    table.spoken = set()


def _wagered(table: TableState, _event: Event, body: Any) -> None:
    if table.round is not None and body.wager == "pair_bonus":
        table.round.pair_bonus.add(body.seat)


def _card(table: TableState, event: Event, body: Any) -> None:
    round_ = table.round
    if round_ is None:
        return
    if round_.deck == table.reshuffle_due_deck:
        table.reshuffle_due_seq = 0
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


def _collected(table: TableState, event: Event, _body: Any) -> None:
    if table.round is not None and not table.round.first_collected_seq:
        table.round.first_collected_seq = event.seq


def _round_ended(table: TableState, event: Event) -> None:
    round_, table.round = table.round, None
    if round_ is None:
        return
    table.last_deck = round_.deck
    deck = table.decks.get(round_.deck)
    if deck is not None:
        deck.rounds += 1
        deck.ended_seq = event.seq
        deck.last_round = round_.name


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
    "player_left": _left,
    "irregularity_ruled": _ruled,
    "device_marked_out_of_order": _marked,
    "device_returned_to_service": _repaired,
    "round_opened": _round_opened,
    "wager_placed": _wagered,
    "hand_collected": _collected,
}
