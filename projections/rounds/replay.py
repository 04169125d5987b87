"""A round rebuilt from its events, card by card: what was where, what was wagered, decided, shown and paid.

It copies what was recorded and judges nothing. Cards that nobody had read when they were dealt become known
at the reveal. Up to any `seq` the same fold shows the table as it was at that moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Final, assert_never, cast, get_args

from events.body import Body, decode_body
from events.envelope import Event
from events.vocabulary.awards import (
    AwardDocumented,
    EnvyPaid,
    FixedAwardValidated,
    LuckySeatDrawn,
    MagicCardDrawn,
    ProgressiveLightVerified,
)
from events.vocabulary.dealing import (
    CardBurned,
    CardDealt,
    CardDrawnInError,
    CardExposed,
    CardFoundFaceUp,
    CommunityCardsRevealed,
    StackDelivered,
    StubCounted,
)
from events.vocabulary.irregularities import DeviceFailed, DeviceJammed, IrregularityCalled, IrregularityRuled
from events.vocabulary.play import (
    DecisionMade,
    HandCollected,
    HandRevealed,
    HandSet,
    RoundClosed,
    RoundOpened,
    WagerAbandoned,
    WagerPlaced,
    WagerRefused,
    WagerSettled,
    WagerWithdrawn,
)
from events.vocabulary.progressive import (
    BetsClosed,
    ProgressiveClaimed,
    ProgressivePaid,
    ProgressiveRejected,
    ProgressiveValidated,
    RoundVoided,
)
from events.vocabulary.unions import AwardEvent
from projections.cards_laid import Cards, lay
from projections.rounds.round_events import RoundEvent
from projections.rounds.view import AwardView, Happening, RoundView
from projections.rounds.words import in_words

_DECK: Final = 52
_ROUND_EVENTS: Final = frozenset(get_args(RoundEvent))


def replay(
    events: Iterable[Event],
    at_seq: int | None = None,
    *,
    bodies: Iterable[Body] | None = None,
    timeline: bool = True,
) -> RoundView | None:
    """The round as of its last event, or as of `at_seq`; None if there is no event.

    `bodies` are those of the events, where somebody has read them. The timeline takes half of the time, and
    many a reader has no use for it.
    """
    view: RoundView | None = None
    for _, after in steps(_until(events, at_seq), bodies=bodies, timeline=timeline):
        view = after
    return view


def steps(
    events: Iterable[Event], *, bodies: Iterable[Body] | None = None, timeline: bool = False
) -> Iterator[tuple[Event, RoundView]]:
    """Each event with the round as of it. It is one view, which goes on with the events."""
    view: RoundView | None = None
    for event, body in zip(events, bodies, strict=False) if bodies is not None else _with_bodies(events):
        view = view or begun(event)
        take(view, event, body)
        if timeline:
            words = in_words(body)
            times = (event.occurred_at_us, event.recorded_at_us)
            view.timeline.append(Happening(event.seq, *times, event.type, event.actor, words))
        yield event, view


def _with_bodies(events: Iterable[Event]) -> Iterator[tuple[Event, Body]]:
    return ((event, decode_body(event)) for event in events)


def _until(events: Iterable[Event], at_seq: int | None) -> Iterable[Event]:
    return events if at_seq is None else takewhile(lambda event: event.seq <= at_seq, events)


def begun(event: Event) -> RoundView:
    """A round of which nothing is known but its first event's header."""
    return RoundView(event.round or "", event.owner, event.gaming_day, event.mode, first_seq=event.seq)


def take(view: RoundView, event: Event, body: Body) -> None:
    """Follow one event whose body has been read already."""
    view.last_seq = event.seq
    if type(body) in _ROUND_EVENTS:
        _follow(view, event, cast("RoundEvent", body))


def _follow(  # noqa: C901, PLR0912, PLR0915 - one case a type of event
    view: RoundView, event: Event, body: RoundEvent
) -> None:
    match body:
        case CardDealt() | StackDelivered() | CardBurned() | CommunityCardsRevealed():
            _deal(view, body)
        case RoundOpened():
            view.opened_at_us = event.occurred_at_us
            view.rulebook = body.rulebook
            view.selections_seq = body.selections_seq
            view.dealer_badge = body.dealer
            view.dealing = body.dealing or ""
        case WagerPlaced():
            view.seat(body.seat).bet(body.wager, body.amount_mc, late=view.bets_closed)
        case WagerWithdrawn():
            view.seat(body.seat).bet(body.wager, -body.amount_mc, late=view.bets_closed)
        case WagerRefused():
            view.seat(body.seat).refused.append(body)
        case WagerAbandoned():
            view.abandon(body.seat)
        case MagicCardDrawn():
            view.magic_card = body.card
        case LuckySeatDrawn():
            view.lucky_position = body.hand if body.seat is None else body.seat
        case BetsClosed():
            view.bets_closed = True
        case DecisionMade():
            seat = view.seat(body.seat)
            seat.decisions.append(body)
            if body.wager is not None:
                seat.bet(body.wager, body.amount_mc)
        case WagerSettled():
            view.seat(body.seat).settled.append(body)
        case RoundClosed():
            view.status = "closed" if view.status == "open" else view.status
            view.ended_at_us = event.occurred_at_us
        case RoundVoided():
            view.status = "voided"
            view.void_section = body.section
            view.ended_at_us = event.occurred_at_us
        case HandSet() | HandRevealed() | HandCollected():
            _follow_hand(view, body)
        case CardExposed():
            lay(body, view.cards_at)
            view.went_wrong(event.type, body)
        case StubCounted():
            if body.deck_cards != _DECK or body.misdealt:
                view.went_wrong(event.type, body)
        case IrregularityCalled() | IrregularityRuled() | DeviceJammed() | DeviceFailed():
            view.went_wrong(event.type, body)
        case CardFoundFaceUp() | CardDrawnInError():
            view.went_wrong(event.type, body)
        case _:
            view.seat(body.seat).awards.append(AwardView(_step(body), event.seq, body))


def _deal(view: RoundView, body: CardDealt | StackDelivered | CardBurned | CommunityCardsRevealed) -> None:
    """Cards came to the layout, or went past it."""
    if isinstance(body, CardBurned):
        view.burned.append(body.card)
    else:
        lay(body, view.cards_at)


def _follow_hand(view: RoundView, body: HandSet | HandRevealed | HandCollected) -> None:
    """Cards that lie on the layout were set, shown or taken in."""
    match body:
        case HandSet():
            if body.seat is not None:
                view.seat(body.seat).set_hands = {"high": list(body.high), "low": list(body.low)}
            else:
                view.areas["dealer high"], view.areas["dealer low"] = Cards(body.high), Cards(body.low)
        case HandRevealed():
            lay(body, view.cards_at)
            view.dealer_shown = view.dealer_shown or body.hand == "dealer"
        case HandCollected():
            if body.seat is not None:
                view.seat(body.seat).collected += body.cards
        case _:
            assert_never(body)


def _step(body: AwardEvent) -> str:
    match body:
        case ProgressiveClaimed():
            step = "claimed"
        case ProgressiveLightVerified():
            step = "light verified"
        case ProgressiveValidated() | FixedAwardValidated():
            step = "validated"
        case ProgressiveRejected():
            step = "rejected"
        case AwardDocumented():
            step = "documented"
        case ProgressivePaid():
            step = "paid"
        case EnvyPaid():
            step = "envy paid"
        case _:
            assert_never(body)
    return step
