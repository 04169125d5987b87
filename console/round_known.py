"""What is known of a round beyond its own events: the selections, whose the boxes are, meters and awards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from events.body import decode_body, read_body
from events.envelope import Event, read_header
from events.money import MC_PER_CENT
from events.vocabulary.play import RoundOpened
from events.vocabulary.players import BoxesChanged, PlayerLeft, PlayerSeated
from events.vocabulary.progressive import ProgressiveClaimed
from events.vocabulary.table import SelectionsChanged, TableOpened
from projections.rounds.terms import Terms, terms_of
from projections.rounds.verdict import Known, Locked
from streams.log import Log
from streams.read_model.queries.meters import link_meters
from streams.read_model.queries.rounds import RoundLocation, awards_of_round
from streams.read_model.store import ReadStore
from streams.recorder.gaps import read_counted

NOTHING_SELECTED = Terms("", "", {}, {}, None, 1)


def known_of(log: Log, store: ReadStore, of: RoundLocation, events: Sequence[Event], missing: str) -> Known:
    """What a verdict on a round needs; `missing` says why not all of its events are there."""
    opened = next((body for body in map(decode_body, events) if isinstance(body, RoundOpened)), None)
    terms = _terms(log, of.stream, opened.selections_seq if opened else 0)
    return Known(
        terms=terms,
        players=_players(log, of) if terms.boxes_per_player > 1 else {},
        meters=_meters(store, opened, events) if opened else {},
        locked={
            award.claim_seq: Locked(award.shares_mc, award.paid_mc > 0)
            for award in awards_of_round(store, of)
        },
        incomplete=missing,
    )


def _terms(log: Log, stream: str, selections_seq: int) -> Terms:
    values = read_counted(log, stream, selections_seq, selections_seq + 1) if selections_seq else ()
    for event in map(read_header, values):
        body = read_body(event)
        if isinstance(body, TableOpened | SelectionsChanged):
            return terms_of(body)
    return NOTHING_SELECTED


def _players(log: Log, of: RoundLocation) -> dict[int, str]:
    """Whose the boxes of the table were when the round began."""
    boxes: dict[int, str] = {}
    types = {PlayerSeated.TYPE, BoxesChanged.TYPE, PlayerLeft.TYPE}
    for event in map(read_header, read_counted(log, of.stream, 1, of.first_seq)):
        if event.type in types and event.mode == of.mode:
            body = read_body(event)
            assert isinstance(body, PlayerSeated | BoxesChanged | PlayerLeft)
            for seat in [seat for seat, player in boxes.items() if player == body.player]:
                del boxes[seat]
            if not isinstance(body, PlayerLeft):
                boxes.update(dict.fromkeys(body.boxes, body.player))
    return boxes


def _meters(store: ReadStore, opened: RoundOpened, events: Iterable[Event]) -> dict[str, int]:
    """The meters of the round's links in cents, as its first claim found them, or else its last event."""
    events = list(events)
    claims = [event.recorded_at_us - 1 for event in events if event.type == ProgressiveClaimed.TYPE]
    at_us = min(claims, default=events[-1].recorded_at_us)
    return {
        meter.meter: meter.amount_mc // MC_PER_CENT
        for link in sorted({offered.link for offered in opened.progressives})
        for known in link_meters(store, link, at_us)
        for meter in known.meters
    }
