"""What the examiner remembers of trouble: irregularities called, devices that jam or fail and come back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from events.envelope import Event
from projections.examining.memory.table_state import TableState

MOST_CALLED = MOST_FAILED = 16
SHOES: Final = frozenset({"automated_shoe", "reshuffling_shoe"})
SHUFFLERS: Final = frozenset({"shuffler", "reshuffling_shoe"})


def forget_trouble(table: TableState) -> None:
    """The table opens: what lies before it is over, but for devices that are still out of order."""
    table.failed, table.called, table.void_decks = {}, {}, {}
    table.shuffle_jam_seq = table.deal_jam_seq = 0


def reshuffled(table: TableState, body: Any) -> None:
    """Cards were shuffled: what asked for it is done, and who failed to mark a device has been told."""
    _reshuffled_after_jam(table, body.deck)
    table.void_decks.pop(body.deck, None)
    if table.failed:
        _drop_failed(table, SHUFFLERS)


def dealt_on(table: TableState) -> None:
    """A card was dealt."""
    table.deal_jam_seq = 0
    table.called = {}
    if table.round is not None:
        _reshuffled_after_jam(table, table.round.deck)  # or it has been told that they were not
    if table.failed:
        _drop_failed(table, SHOES)


def _reshuffled_after_jam(table: TableState, deck: str) -> None:
    if table.shuffle_jam_deck in (deck, ""):
        table.shuffle_jam_seq = 0


def _drop_failed(table: TableState, kinds: frozenset[str]) -> None:
    table.failed = {device: each for device, each in table.failed.items() if each[0] not in kinds}


def _called(table: TableState, event: Event, body: Any) -> None:
    """Only between rounds: what is called in a round is one of its steps."""
    if table.round is None and len(table.called) < MOST_CALLED:
        table.called[body.kind] = event.seq


def _jammed(table: TableState, event: Event, body: Any) -> None:
    if body.during == "shuffle":
        table.shuffle_jam_seq, table.shuffle_jam_deck = event.seq, table.last_deck
    elif body.during == "deal":
        table.deal_jam_seq = event.seq


def _failed(table: TableState, event: Event, body: Any) -> None:
    if len(table.failed) < MOST_FAILED:
        table.failed[body.device] = (body.kind, event.seq)


def _marked(table: TableState, _event: Event, body: Any) -> None:
    table.failed.pop(body.device, None)
    if len(table.out_of_order) < MOST_FAILED:
        table.out_of_order[body.device] = body.kind


def _repaired(table: TableState, _event: Event, body: Any) -> None:
    table.failed.pop(body.device, None)
    table.out_of_order.pop(body.device, None)
    table.reported.discard(("I21", body.device))


TROUBLE: Final[Mapping[str, Callable[[TableState, Event, Any], None]]] = {
    "irregularity_called": _called,
    "device_jammed": _jammed,
    "device_failed": _failed,
    "device_marked_out_of_order": _marked,
    "device_returned_to_service": _repaired,
}
