"""Which events a round is rebuilt from. A test holds the three lists against the whole vocabulary."""

from __future__ import annotations

from typing import Final, get_args

from events.vocabulary import badges, cards, cases, desk, findings, links, marks, players, table, vault
from events.vocabulary.awards import LuckySeatDrawn, MagicCardDrawn
from events.vocabulary.dealing import (
    CardBurned,
    CardDealt,
    CommunityCardsRevealed,
    CoverCardPlaced,
    FaceUpCardPlaced,
    StackDelivered,
    StubDiscarded,
)
from events.vocabulary.irregularities import DeviceMarkedOutOfOrder, DeviceReturnedToService
from events.vocabulary.play import (
    ChipsPlaced,
    DecisionMade,
    HandCollected,
    HandRevealed,
    HandSet,
    HandTucked,
    LockOutEngaged,
    ProgressiveChipsCounted,
    ProgressiveLightsLit,
    RoundClosed,
    RoundOpened,
    WagerAbandoned,
    WagerPlaced,
    WagerRefused,
    WagerSettled,
    WagerWithdrawn,
)
from events.vocabulary.progressive import BetsClosed, RoundVoided
from events.vocabulary.unions import AwardEvent, KeeperRecord
from projections.rounds.view import IrregularEvent

RoundEvent = (
    RoundOpened
    | RoundClosed
    | RoundVoided
    | WagerPlaced
    | WagerWithdrawn
    | WagerRefused
    | WagerSettled
    | WagerAbandoned
    | BetsClosed
    | CardDealt
    | StackDelivered
    | CardBurned
    | CommunityCardsRevealed
    | DecisionMade
    | HandSet
    | HandRevealed
    | HandCollected
    | MagicCardDrawn
    | LuckySeatDrawn
    | AwardEvent
    | IrregularEvent
)
"""The events that change what a round looks like: `replay` has a case for each."""

TIMELINE_ONLY: Final = (
    LockOutEngaged,
    ProgressiveChipsCounted,
    ProgressiveLightsLit,
    ChipsPlaced,
    HandTucked,
    CoverCardPlaced,
    FaceUpCardPlaced,
    StubDiscarded,
    DeviceMarkedOutOfOrder,
    DeviceReturnedToService,
)
"""Events of a round that are shown in its timeline and nowhere else."""

NOT_OF_A_ROUND: Final = (
    table.TableOpened,
    table.TableRefused,
    table.SelectionsChanged,
    table.SignPosted,
    table.SignRemoved,
    table.DealerChanged,
    table.DealingChanged,
    table.TableClosed,
    players.PlayerSeated,
    players.BoxesChanged,
    players.PlayerLeft,
    players.GameAccountCredited,
    cards.DecksReceived,
    cards.DeckInspected,
    cards.DeckDescribed,
    cards.InspectionVerified,
    cards.DeckSpread,
    cards.DeckWashed,
    cards.CardsShuffled,
    cards.CardsCut,
    cards.RecutOrdered,
    cards.DeckChanged,
    cards.DeckRemoved,
    links.LinkOpened,
    links.LinkTermsChanged,
    links.LinkClosed,
    links.LinkRetired,
    links.LinkAdjusted,
    links.LinkTransferred,
    links.LinkDayClosed,
    links.LinkLegSetAside,
    links.PaymentCorrected,
    links.LinkChangeRefused,
    *get_args(badges.RegisterEvent),
    desk.StreamResumed,
    desk.TableDayEnded,
    desk.GamingDayClosed,
    desk.ReadingEntered,
    desk.ReadingCompared,
    desk.ReadingWithdrawn,
    desk.VarianceExplained,
    desk.ReadModelAccepted,
    desk.FindingsAccepted,
    desk.RestoreSigned,
    desk.NoteRecorded,
    desk.RecordRefused,
    desk.SignatureRequested,
    desk.SignatureGiven,
    desk.SignatureDeclined,
    *get_args(cases.CaseEvent),
    cases.DisputePaid,
    vault.OpeningsDisclosed,
    vault.OpeningsForgotten,
    findings.FindingIssued,
    marks.StreamHalted,
    marks.StreamContinued,
    marks.ClaimWhileHalted,
    *get_args(KeeperRecord),
)
"""Events that happen between rounds, at a desk or inside the system; a timeline lists one all the same."""
